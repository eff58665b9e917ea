"""The section `fetch:` of a declaration: what it says, and one line for what is wrong with it."""

import pytest

from fab_pipeline.sources.fetching import Fetching, Integrity
from fab_pipeline.sources.prices.declared.load import load_declaration
from fab_pipeline.sources.prices.declared.yaml_tree import DeclarationError

PAGE = """
source: example_cloud
provider: Example Cloud
provider_kind: neocloud
{url}
currency: USD
fetch: {fetch}
blocks:
  - accelerator: {{cell: 1}}
    per: accelerator
    purchase_option: on_demand
    prices: [{{cell: 2}}]
"""


def declared(fetch: str, url: str = "url: https://cloud.example/pricing") -> Fetching | None:
    return load_declaration(PAGE.format(fetch=fetch, url=url), "example_cloud.yaml").fetching


def test_a_page_is_asked_at_its_address_within_robots_txt_and_tested_as_told() -> None:
    fetching = declared("{hosts: [cloud.example, www.cloud.example], min_quotes: 8, known_names: [H100, L40S], prices_usd: [0.3, 20]}")
    assert fetching is not None
    assert (fetching.address, fetching.robots) == ("https://cloud.example/pricing", True)
    assert fetching.hosts == {"cloud.example", "www.cloud.example"}
    assert fetching.integrity == Integrity(8, ("H100", "L40S"), (0.3, 20.0))


def test_unless_told_the_host_of_the_address_is_the_only_one() -> None:
    fetching = declared("{min_quotes: 2}")
    assert fetching is not None
    assert fetching.hosts == {"cloud.example"}
    assert fetching.integrity.min_quotes == 2


def test_a_page_without_the_section_comes_as_files_only() -> None:
    assert declared("") is None


@pytest.mark.parametrize(
    ("fetch", "url", "words"),
    [
        ("{min_quotes: 1}", "drop: [.badge]", "needs the https address"),
        ("{min_quotes: 1}", "url: http://cloud.example/pricing", "needs the https address"),
        ("{hosts: [other.example]}", "url: https://cloud.example/pricing", "lacks cloud.example"),
        ("{min_quotes: 1.5}", "url: https://cloud.example/pricing", "whole number"),
        ("{min_quotes: 0}", "url: https://cloud.example/pricing", "above 0"),
        ("{prices_usd: [20, 0.3]}", "url: https://cloud.example/pricing", "the lower first"),
        ("{prices_usd: 3}", "url: https://cloud.example/pricing", "two prices"),
        ("{known_name: [H100]}", "url: https://cloud.example/pricing", "did you mean known_names"),
        ("yes", "url: https://cloud.example/pricing", "must be a mapping"),
    ],
)
def test_what_is_wrong_is_one_line_with_file_and_line(fetch: str, url: str, words: str) -> None:
    with pytest.raises(DeclarationError, match=words) as caught:
        declared(fetch, url)
    assert str(caught.value).startswith("example_cloud.yaml, line ")
    assert "\n" not in str(caught.value)
