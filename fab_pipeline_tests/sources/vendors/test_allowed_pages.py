"""The allow-list of vendor pages: nobody is asked who does not stand in it, and a wrong entry is one line that says where."""

from datetime import date

import pytest

from fab_pipeline.contracts.words import SOURCE_STATUS
from fab_pipeline.errors import UsageError
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline.sources.vendors.allowed_pages import AllowedPage, allowed_source, packaged_pages, read_allowed

GOOD = "pages:\n  acme_story: {url: https://acme.example/story, vendor: acme, shape: html, min_claims: 2, opened: 2026-11-30}\n"


def test_the_list_is_empty_as_it_ships_and_nobody_is_asked():
    assert packaged_pages() == {}
    assert [name for name, source in SOURCES.items() if source.kind == "vendors" and source.fetching is not None] == []


def test_an_entry_is_a_documented_source_that_obeys_robots():
    page = read_allowed(GOOD)["acme_story"]
    assert page == AllowedPage("acme_story", "https://acme.example/story", "acme", "html", 2, date(2026, 11, 30))
    source = allowed_source(page)
    assert (source.name, source.kind, source.status, source.url) == ("vendor_acme_story", "vendors", "documented", page.url)
    assert source.status in SOURCE_STATUS
    assert source.fetching is not None
    assert source.fetching.robots
    assert source.fetching.hosts == {"acme.example"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace("https", "http"), "must be an https address"),
        (GOOD.replace("shape: html", "shape: pdf"), "must be one of html"),
        (GOOD.replace("vendor: acme, ", ""), "lacks vendor"),
        (GOOD.replace("2026-11-30", "lately"), "must be a day"),
        (GOOD.replace("min_claims", "min_claim"), "did you mean min_claims?"),
        (GOOD.replace("acme_story", "page"), "is no name of a page"),
        ("sites: {}\n", "is not a known key"),
    ],
)
def test_a_wrong_entry_is_one_line(text: str, said: str):
    with pytest.raises(UsageError, match=r"allowed_pages\.yaml") as raised:
        read_allowed(text)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
