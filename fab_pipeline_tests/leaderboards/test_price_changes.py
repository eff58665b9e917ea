"""Since when each offer had which price: facts, snapshots, gaps, announcements, currencies."""

import polars as pl
import pytest

from fab_pipeline.contracts import PRICE_CHANGES, PRICE_QUOTES
from fab_pipeline.contracts.derive import empty, polars_schema
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.price_changes import price_changes
from fab_pipeline_tests.leaderboards.quote_builder import Row, day, frame, other, quote


def fact(since: str, price: float | None, **facts: object) -> Row:
    return quote(since, price, dated_fact=True, **facts)


def intervals(*rows: Row) -> list[tuple[str, str | None, float]]:
    changes = price_changes(frame(*rows)).sort("valid_from")
    columns = changes.select(pl.col("valid_from", "valid_to").dt.to_string(), "price_per_accelerator_hour")
    return [(start, end, price) for start, end, price in columns.rows()]


def test_the_table_keeps_its_contract_and_gives_a_reason_for_every_blank() -> None:
    reserved = fact("2024-01-01", 2.0, purchase_option="reserved", region=None, instance_type=None)
    changes = price_changes(
        frame(fact("2023-07-31", 98.32), fact("2025-06-23", 55.04), reserved, quote("2026-10-10", 3.0, **other("Beta")))
    )
    PRICE_CHANGES.schema.validate(changes)
    assert unexplained(PRICE_CHANGES, changes) == []
    assert price_changes(empty(PRICE_QUOTES)).schema == polars_schema(PRICE_CHANGES)


def test_facts_hold_until_the_day_before_the_next_and_tell_the_change() -> None:
    changes = price_changes(frame(fact("2023-07-31", 100.0), fact("2025-06-23", 56.0))).to_dicts()
    assert [(str(row["valid_from"]), str(row["valid_to"])) for row in changes] == [("2023-07-31", "2025-06-22"), ("2025-06-23", "None")]
    assert [row["previous_price_per_accelerator_hour"] for row in changes] == [None, 100.0]
    assert [row["change_ratio"] for row in changes] == [None, pytest.approx(0.56)]


def test_equal_facts_are_one_interval_that_keeps_its_first_quote() -> None:
    first = fact("2024-01-01", 2.0)
    changes = price_changes(frame(first, fact("2024-06-01", 2.0)))
    assert changes["quote_id"].to_list() == [first["quote_id"]]
    assert changes["valid_to"].to_list() == [None]


def test_a_fact_that_ended_leaves_a_gap() -> None:
    ended = fact("2024-01-01", 2.0, valid_to=day("2024-03-31"))
    assert intervals(ended, fact("2024-06-01", 2.0)) == [("2024-01-01", "2024-03-31", 2.0), ("2024-06-01", None, 2.0)]


def test_contact_us_ends_a_price_and_is_none() -> None:
    assert intervals(fact("2024-01-01", 2.0), fact("2024-06-01", None, price_kind="contact")) == [("2024-01-01", "2024-05-31", 2.0)]


def test_snapshots_date_a_price_from_the_first_day_it_was_seen() -> None:
    seen = [quote("2026-10-01", 2.0), quote("2026-10-05", 2.0), quote("2026-10-20", 3.0), quote("2026-10-21", 2.0)]
    assert intervals(*seen) == [("2026-10-01", "2026-10-19", 2.0), ("2026-10-20", "2026-10-20", 3.0), ("2026-10-21", None, 2.0)]


def test_an_offer_that_its_source_no_longer_shows_has_ended() -> None:
    elsewhere = [quote(seen, 9.0, region="south") for seen in ("2026-10-01", "2026-10-04", "2026-10-08")]
    found = intervals(quote("2026-10-01", 2.0), quote("2026-10-08", 2.0), *elsewhere)
    assert [row for row in found if row[2] == 2.0] == [("2026-10-01", "2026-10-03", 2.0), ("2026-10-08", None, 2.0)]


def test_silence_of_the_source_ends_nothing() -> None:
    assert intervals(quote("2026-01-01", 2.0), quote("2026-10-08", 2.0)) == [("2026-01-01", None, 2.0)]


def test_an_announced_price_is_stored_for_its_day() -> None:
    announced = quote("2026-09-20", 4.5, effective_from=day("2026-10-01"))
    assert intervals(quote("2026-09-20", 3.85), announced) == [("2026-09-20", "2026-09-30", 3.85), ("2026-10-01", None, 4.5)]


def test_an_announcement_that_was_withdrawn_never_held() -> None:
    announced = quote("2026-09-20", 4.5, effective_from=day("2026-10-01"))
    assert intervals(quote("2026-09-20", 3.85), announced, quote("2026-09-25", 3.85)) == [("2026-09-20", None, 3.85)]


def test_of_one_day_the_newest_observation_counts() -> None:
    assert intervals(quote("2026-10-01T06:00:00", 2.0), quote("2026-10-01T18:00:00", 3.0)) == [("2026-10-01", None, 3.0)]


def test_prices_of_two_currencies_are_never_divided() -> None:
    changes = price_changes(frame(fact("2024-01-01", 2.0, currency="EUR"), fact("2024-06-01", 3.0)))
    assert changes["change_ratio"].to_list() == [None, None]
    assert "previous_price_per_accelerator_hour: currency_changed" in changes["null_reasons"][1]


def test_a_bid_beside_a_price_does_not_interrupt_it() -> None:
    rows = [quote("2026-10-01", 2.0), quote("2026-10-01", 0.1, price_kind="bid"), quote("2026-10-02", 2.0)]
    assert intervals(*rows) == [("2026-10-01", None, 2.0)]
