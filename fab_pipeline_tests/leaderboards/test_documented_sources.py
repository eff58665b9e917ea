"""Quotes of sources that were built from documentation are kept and shown, and set no statistic until a live check passes."""

import polars as pl
import pytest

from fab_pipeline.leaderboards.price_statistics import daily_statistics
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.leaderboards.quote_builder import frame, quote
from fab_pipeline_tests.sources.prices.captures import Quote, quotes, read
from fab_pipeline_tests.sources.prices.look_alikes import every_source
from fab_pipeline_tests.sources.prices.tables import SEEN

DOCUMENTED = sorted(name for name in every_source() if SOURCES[name].status == "documented")


def rows_of(source: str) -> list[Quote]:
    return quotes(read(source, every_source()[source]))


def winners(*rows: Quote) -> set[str]:
    """Sources of the quotes that set any statistic on the day they were seen."""
    table = frame(*rows)
    won = daily_statistics(table, [SEEN.date()])["winning_quote_id"].to_list()
    return set(table.filter(pl.col("quote_id").is_in(won))["source"].to_list())


@pytest.mark.parametrize("source", DOCUMENTED)
def test_alone_they_set_no_price(source: str) -> None:
    rows = rows_of(source)
    assert rows
    assert daily_statistics(frame(*rows), [SEEN.date()])["price_per_accelerator_hour_usd"].drop_nulls().is_empty()


def test_a_dearer_quote_of_a_proven_source_wins_over_all_of_them() -> None:
    dear = quote(f"{SEEN:%Y-%m-%dT%H:%M}", 99.0)
    assert winners(dear, *(row for source in DOCUMENTED for row in rows_of(source))) == {dear["source"]}


def test_once_proven_the_same_row_wins() -> None:
    proven = [{**row, "source_status": "verified"} for row in rows_of("aws")]
    assert winners(*proven) == {"aws"}
