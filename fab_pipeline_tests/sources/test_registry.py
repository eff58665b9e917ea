"""The registry: which parser reads which source, and on what terms."""

import inspect

import pytest

from fab_pipeline.contracts.words import SOURCE_STATUS
from fab_pipeline.sources.prices import price_table
from fab_pipeline.sources.registry import SOURCES

DOCUMENTED = (
    *("aws", "aws_bulk", "verda", "vultr", "vultr_metal", "scaleway", "linode", "cloudrift", "lium", "lambda_api", "digitalocean"),
    *("gcp", "shadeform", "coreweave", "crusoe", "google_page"),
)
"""Sources that were built from documentation: parsed and shown, winning nothing until a live check passes."""


def test_every_source_has_its_terms() -> None:
    for name, source in SOURCES.items():
        assert source.name == name
        assert source.title
        assert source.license
        assert source.parser_version
        assert source.status in SOURCE_STATUS


def test_a_training_page_and_a_price_table_have_their_own_parsers() -> None:
    assert SOURCES["training_cost_page"].kind == "disclosures"
    assert SOURCES["price_table"].kind == "prices"
    assert inspect.unwrap(SOURCES["price_table"].parse) is price_table.parse


@pytest.mark.parametrize(
    ("name", "status", "dated"),
    [
        ("azure", "sampled", False),
        ("runpod", "sampled", False),
        ("vast", "sampled", False),
        ("oracle", "sampled", False),
        ("skypilot_verda", "sampled", False),
        ("skypilot_mithril", "sampled", False),
        ("gpuhunt_gcp", "sampled", True),
        ("gpuhunt_aws", "documented", False),
        ("aws_history", "sampled", True),
        ("azure_history", "sampled", True),
        ("epoch_prices", "sampled", True),
        *((name, "documented", False) for name in DOCUMENTED),
    ],
)
def test_price_sources_say_how_far_they_are_proven(name: str, status: str, dated: bool) -> None:
    source = SOURCES[name]
    assert (source.kind, source.status, source.dated_facts) == ("prices", status, dated)


def test_what_needs_a_key_says_which_and_terms_that_forbid_it_are_kept() -> None:
    keys = {name: source.fetching.key.variable for name, source in SOURCES.items() if source.fetching and source.fetching.key}
    assert keys == {
        "lambda_api": "FAB_KEY_LAMBDA",
        "digitalocean": "FAB_KEY_DIGITALOCEAN",
        "gcp": "FAB_KEY_GCP",
        "shadeform": "FAB_KEY_SHADEFORM",
    }
    assert SOURCES["verda"].fetching is None
