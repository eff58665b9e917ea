"""The registry: which parser reads which source, and on what terms."""

from fab_pipeline.contracts.words import SOURCE_STATUS
from fab_pipeline.sources.prices import price_table
from fab_pipeline.sources.registry import SOURCES


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
    assert SOURCES["price_table"].parse is price_table.parse
