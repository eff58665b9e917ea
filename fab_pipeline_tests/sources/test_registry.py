"""The registry: which parser reads a capture."""

import pytest

from fab_pipeline.contracts.words import SOURCE_STATUS
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.prices import price_table
from fab_pipeline.sources.registry import SOURCES, source_for
from fab_pipeline_tests.sources.prices.tables import SEEN


def _capture(source: str) -> Capture:
    return Capture(source, SEEN, "0" * 64, "ingested")


def test_every_source_has_its_terms() -> None:
    for name, source in SOURCES.items():
        assert source.name == name
        assert source.title
        assert source.license
        assert source.parser_version
        assert source.status in SOURCE_STATUS


def test_a_training_page_and_a_price_table_have_their_own_parsers() -> None:
    assert source_for(_capture("training_cost_page")).kind == "disclosures"
    assert source_for(_capture("price_table")).parse is price_table.parse


@pytest.mark.parametrize("name", ["my_price_list", "azure_history"])
def test_a_name_without_a_parser_of_its_own_is_a_price_table(name: str) -> None:
    assert source_for(_capture(name)).parse is price_table.parse
