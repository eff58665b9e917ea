"""The table accelerator_prices: rows, sources, reasons, and that bringing it up to date equals computing it."""

import polars as pl
import pytest

from fab_pipeline.contracts import ACCELERATOR_PRICES, PRICE_QUOTES, words
from fab_pipeline.contracts.derive import empty, polars_schema
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices, update_accelerator_prices
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline_tests.leaderboards.quote_builder import day, frame, other, quote

QUOTES = frame(
    quote("2024-02-26", 3.0),
    quote("2024-02-26", 2.0, accelerator_count=8, **other("Beta"), region=None, instance_type=None),
    quote("2024-02-29", 3.5),
    quote("2024-03-02", 2.5, **other("Beta")),
    quote("2024-01-15", 2.8, dated_fact=True, **other("Gamma", provider_kind="hyperscaler")),
)
BOARD = day("2024-03-04")


def test_the_table_keeps_its_contract_and_gives_a_reason_for_every_blank() -> None:
    prices = accelerator_prices(QUOTES, BOARD)
    ACCELERATOR_PRICES.schema.validate(prices)
    assert prices.equals(prices.sort(ACCELERATOR_PRICES.key))
    assert unexplained(ACCELERATOR_PRICES, prices) == []


def test_no_quotes_give_an_empty_table() -> None:
    assert accelerator_prices(empty(PRICE_QUOTES), BOARD).schema == polars_schema(ACCELERATOR_PRICES)


def test_dates_are_those_of_observations_facts_and_the_board() -> None:
    dates = accelerator_prices(QUOTES, BOARD)["as_of_date"].unique().sort()
    assert [str(d) for d in dates] == ["2024-01-15", "2024-02-26", "2024-02-29", "2024-03-02", "2024-03-04"]


def test_values_of_both_windows() -> None:
    lowest = accelerator_prices(QUOTES, BOARD).filter(statistic="lowest_on_demand", form_factor="any")
    found = {(str(row["as_of_date"]), row["price_window"]): row["price_per_accelerator_hour_usd"] for row in lowest.to_dicts()}
    by_date = {
        "2024-01-15": (2.8, 2.8),
        "2024-02-26": (2.0, 2.0),
        "2024-02-29": (2.0, 2.0),
        "2024-03-02": (2.5, 2.5),
        "2024-03-04": (2.5, 2.5),
    }
    assert found == {
        (date, window): price for date, both in by_date.items() for window, price in zip(("day", "month_to_date"), both, strict=True)
    }


def test_the_board_date_has_every_statistic_of_what_was_ever_quoted_and_earlier_dates_only_values() -> None:
    prices = accelerator_prices(QUOTES, BOARD)
    assert prices.filter(pl.col("as_of_date") == BOARD).height == 2 * len(words.STATISTICS) * len(words.PRICE_WINDOWS)
    assert prices.filter(pl.col("as_of_date") < BOARD)["price_per_accelerator_hour_usd"].null_count() == 0
    spot = prices.filter(as_of_date=BOARD, form_factor="any", statistic="lowest_spot", price_window="day").to_dicts()[0]
    assert (spot["price_per_accelerator_hour_usd"], spot["quotes"], spot["providers"]) == (None, 0, 0)
    assert spot["null_reasons"].startswith("price_per_accelerator_hour_usd: no_quote; winning_quote_id: no_quote")


def test_an_accelerator_that_was_only_ever_announced_or_is_of_the_future_is_owed_nothing() -> None:
    quotes = frame(quote("2026-12-01", 2.0), quote("2026-01-01", 3.0, dated_fact=True, effective_from=day("2026-12-01")))
    assert accelerator_prices(quotes, day("2026-10-10")).height == 0


def test_sources_are_named_on_every_row() -> None:
    rows = accelerator_prices(QUOTES, BOARD).filter(as_of_date=BOARD).select("sources_expected", "sources_present").unique().rows()
    assert rows == [("alpha; beta; gamma", "beta; gamma")]


def test_reasons_of_a_winner_that_does_not_say_where_or_what() -> None:
    row = accelerator_prices(QUOTES, BOARD).filter(
        as_of_date=day("2024-02-26"), statistic="lowest_on_demand", form_factor="any", price_window="day"
    )
    assert row["null_reasons"].item() == "region: not_stated; instance_type: not_stated"
    median = accelerator_prices(QUOTES, BOARD).filter(
        as_of_date=BOARD, statistic="median_of_provider_lowest", form_factor="any", price_window="day"
    )
    assert median["null_reasons"].item().startswith("winning_quote_id: statistic_has_no_single_quote; provider:")


@pytest.mark.parametrize("late", range(QUOTES.height))
@pytest.mark.parametrize("former_board", ["2024-02-28", "2024-03-04"])
def test_a_late_observation_gives_the_same_table_as_if_it_had_been_there(late: int, former_board: str) -> None:
    known = QUOTES.filter(pl.int_range(pl.len()) != late)
    landed = QUOTES[late]["observed_at"].dt.date().to_list()
    previous = accelerator_prices(known, day(former_board))
    updated = update_accelerator_prices(previous, QUOTES, landed, BOARD)
    assert updated.equals(accelerator_prices(QUOTES, BOARD))


def test_only_the_board_date_moves_on() -> None:
    previous = accelerator_prices(QUOTES, day("2024-03-03"))
    assert update_accelerator_prices(previous, QUOTES, [], BOARD).equals(accelerator_prices(QUOTES, BOARD))


def test_untouched_months_are_kept_not_computed_again() -> None:
    previous = accelerator_prices(QUOTES, BOARD)
    marked = previous.with_columns(pl.when(pl.col("as_of_date") < day("2024-02-01")).then(pl.lit("kept")).alias("region"))
    updated = update_accelerator_prices(marked, QUOTES, [day("2024-03-02")], BOARD)
    assert set(updated.filter(pl.col("as_of_date") < day("2024-02-01"))["region"]) == {"kept"}
