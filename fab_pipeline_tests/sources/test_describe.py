"""docs/sources.md: every source is there, with what its reader says, and the committed page is fresh."""

from pathlib import Path

import pytest

from fab_pipeline.commands.docs import generated_pages
from fab_pipeline.sources.describe import sources_page
from fab_pipeline.sources.registry import SOURCES

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_source_has_its_line_and_its_reader_a_section():
    page = sources_page(SOURCES.values())
    for name in SOURCES:
        assert f"| `{name}` |" in page
    assert "`dph_total` is USD per hour for the whole offer" in page
    assert "Belongs here" not in page


@pytest.mark.parametrize("name", ["data_dictionary.md", "sources.md"])
def test_the_committed_page_is_fresh(name: str):
    assert (DOCS / name).read_text("utf-8") == generated_pages()[name], "run: make docs"
