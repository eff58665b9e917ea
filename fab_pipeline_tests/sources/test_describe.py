"""docs/sources.md: every source is there, with what its reader says, and the committed page is fresh."""

from pathlib import Path

import pytest

from fab_pipeline.commands.docs import generated_pages
from fab_pipeline.sources.describe import sources_page
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline.vocabulary.sources import listed_sources

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_source_has_its_line_and_its_reader_a_section():
    page = sources_page(SOURCES.values())
    for name in SOURCES:
        assert f"| `{name}` |" in page
    assert "`dph_total` is USD per hour for the whole offer" in page
    assert "Belongs here" not in page


def test_every_source_says_endpoint_key_unit_currency_what_it_carries_status_terms_and_traps():
    page = sources_page(SOURCES.values())
    entries = {part.split("`")[0]: part for part in page.split("\n### `")[1:]}
    assert set(entries) == set(listed_sources())
    for name, text in entries.items():
        said = [line.removeprefix("- ").partition(":")[0] for line in text.splitlines() if line.startswith("- ")]
        assert said == ["endpoint", "asked", "key", "unit", "currency", "carries", "status", "terms", "known traps"], name
        assert "\n  - " in text, name


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("gcp", "- key: `FAB_KEY_GCP` (parameter key)"),
        ("shadeform", "- key: `FAB_KEY_SHADEFORM` (header X-API-KEY)"),
        ("azure", "- key: none"),
        ("verda", "- asked: never by itself: files that are handed in are read"),
        ("coreweave", "- asked: GET, one question and what follows from the answers, at most 1 a second, within robots.txt"),
    ],
)
def test_how_a_source_is_asked_is_told_from_what_its_module_declares(name: str, line: str):
    entry = sources_page(SOURCES.values()).split(f"\n### `{name}`\n")[1].split("\n### ")[0]
    assert line in entry.splitlines()


@pytest.mark.parametrize("name", ["data_dictionary.md", "sources.md"])
def test_the_committed_page_is_fresh(name: str):
    assert (DOCS / name).read_text("utf-8") == generated_pages()[name], "run: make docs"
