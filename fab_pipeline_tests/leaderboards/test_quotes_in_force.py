"""Which quotes hold on which day: carry, dated facts, announced prices, and what gives way to what."""

import polars as pl
import pytest

from fab_pipeline.leaderboards.quotes_in_force import as_of_days, in_force, sources_on
from fab_pipeline_tests.leaderboards.quote_builder import day, frame, other, quote


def prices(quotes: pl.DataFrame, on: str) -> list[float]:
    return sorted(in_force(quotes, day(on))["price_per_accelerator_hour"])


def test_snapshot_is_carried_three_days_and_no_further() -> None:
    quotes = frame(quote("2026-10-10", 2.0))
    assert prices(quotes, "2026-10-09") == []
    assert in_force(quotes, day("2026-10-10"))["carried_forward"].to_list() == [False]
    assert in_force(quotes, day("2026-10-13"))["carried_forward"].to_list() == [True]
    assert prices(quotes, "2026-10-14") == []


def test_the_next_observation_of_the_source_replaces_the_whole_snapshot() -> None:
    quotes = frame(quote("2026-10-10", 2.0), quote("2026-10-10", 3.0, region="south"), quote("2026-10-12", 2.5))
    assert prices(quotes, "2026-10-11") == [2.0, 3.0]
    assert prices(quotes, "2026-10-12") == [2.5]


def test_another_source_does_not_end_a_snapshot() -> None:
    quotes = frame(quote("2026-10-10", 2.0), quote("2026-10-11", 2.5, **other("Beta")))
    assert prices(quotes, "2026-10-11") == [2.0, 2.5]


def test_of_one_day_the_newest_observation_of_each_offer_counts() -> None:
    morning = [quote("2026-10-10T06:00:00", 2.0), quote("2026-10-10T06:00:00", 3.0, region="south")]
    quotes = frame(*morning, quote("2026-10-10T18:00:00", 2.5))
    assert prices(quotes, "2026-10-10") == [2.5, 3.0]


def test_days_are_utc() -> None:
    quotes = frame(quote("2026-10-10T23:59:59", 2.0))
    assert prices(quotes, "2026-10-13") == [2.0]
    assert prices(quotes, "2026-10-14") == []


def test_two_statements_of_one_observation_both_hold() -> None:
    quotes = frame(quote("2026-10-10", 2.0), quote("2026-10-10", 2.1))
    assert prices(quotes, "2026-10-10") == [2.0, 2.1]


@pytest.mark.parametrize("kind", ["from_teaser", "bid", "bid_floor", "estimated", "implied"])
@pytest.mark.parametrize("dated", [False, True])
def test_what_is_no_price_never_replaces_the_price_of_its_offer(kind: str, dated: bool) -> None:
    later = "2026-11-01" if dated else "2026-10-10T12:00:00"
    quotes = frame(quote("2026-10-10", 2.0, dated_fact=dated), quote(later, 0.5, price_kind=kind, dated_fact=dated))
    assert 2.0 in prices(quotes, later[:10])


def test_contact_us_ends_the_list_price() -> None:
    quotes = frame(quote("2025-01-01", 2.0, dated_fact=True), quote("2026-01-01", price_kind="contact", dated_fact=True))
    assert prices(quotes, "2025-12-31") == [2.0]
    assert in_force(quotes, day("2026-01-01"))["price_kind"].to_list() == ["contact"]


def test_dated_fact_holds_until_the_next_one() -> None:
    quotes = frame(quote("2023-07-31", 98.32, dated_fact=True), quote("2025-06-23", 55.04, dated_fact=True))
    assert prices(quotes, "2023-07-30") == []
    assert prices(quotes, "2025-06-22") == [98.32]
    assert prices(quotes, "2026-10-10") == [55.04]


def test_dated_fact_ends_with_valid_to_and_does_not_revive_the_one_before() -> None:
    first = quote("2023-01-01", 4.0, dated_fact=True)
    second = quote("2024-01-01", 3.0, dated_fact=True, valid_to=day("2024-06-30"))
    assert prices(frame(first, second), "2024-06-30") == [3.0]
    assert prices(frame(first, second), "2024-07-01") == []


def test_effective_from_of_a_fact_counts_rather_than_the_day_it_was_written_down() -> None:
    quotes = frame(quote("2026-09-01", 3.85, dated_fact=True), quote("2026-09-01", 4.5, dated_fact=True, effective_from=day("2026-10-01")))
    assert prices(quotes, "2026-09-30") == [3.85]
    assert prices(quotes, "2026-10-01") == [4.5]


def test_announced_price_of_a_snapshot_waits_for_its_day() -> None:
    quotes = frame(quote("2026-09-29", 3.85), quote("2026-09-29", 4.5, effective_from=day("2026-10-01")))
    assert prices(quotes, "2026-09-29") == [3.85]
    assert prices(quotes, "2026-09-30") == [3.85]
    assert prices(quotes, "2026-10-01") == [4.5]


def test_past_effective_from_does_not_date_a_snapshot_back() -> None:
    quotes = frame(quote("2026-10-10", 2.0, effective_from=day("2023-08-01")))
    assert prices(quotes, "2026-10-09") == []
    assert prices(quotes, "2026-10-10") == [2.0]


@pytest.mark.parametrize(
    ("facts", "holds"),
    [
        ({}, False),
        ({"region": "south", "instance_type": "other", "accelerator_count": 8}, False),
        ({"purchase_option": "spot"}, True),
        ({"purchase_option": "reserved", "term_months": 12}, True),
        ({"form_factor": "pcie"}, True),
        ({"accelerator_memory_gb": 94.0}, True),
        ({"accelerator": "NVIDIA H200"}, True),
        ({"provider": "Beta"}, True),
    ],
)
def test_dated_fact_gives_way_to_a_snapshot_of_the_same_accelerator_and_commitment(facts: dict[str, object], holds: bool) -> None:
    snapshot = quote("2026-10-10", 3.0)
    fact = quote("2026-01-01", 2.0, source="alpha_history", dated_fact=True, **facts)
    assert (2.0 in prices(frame(snapshot, fact), "2026-10-10")) is holds


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ({"accelerator_memory_gb": 0.0}, {}),
        ({}, {"accelerator_memory_gb": 0.0}),
        ({"form_factor": "unknown"}, {}),
        ({"accelerator_memory_gb": 0.0, "form_factor": "unknown"}, {}),
    ],
)
def test_a_memory_or_form_that_is_not_said_leaves_no_older_fact_beside_the_price_of_today(
    said: dict[str, object], stated: dict[str, object]
) -> None:
    snapshot = quote("2026-11-30", 6.0, **said)
    fact = quote("2026-10-01", 4.5, source="alpha_history", dated_fact=True, **stated)
    assert prices(frame(snapshot, fact), "2026-11-30") == [6.0]
    assert prices(frame(snapshot, fact), "2026-11-29") == [4.5]


def test_dated_fact_returns_when_the_snapshot_is_too_old() -> None:
    quotes = frame(quote("2026-10-10", 3.0), quote("2026-01-01", 2.0, source="alpha_history", dated_fact=True))
    assert prices(quotes, "2026-10-13") == [3.0]
    assert prices(quotes, "2026-10-14") == [2.0]


@pytest.mark.parametrize(
    "facts", [{"price_kind": "implied"}, {"price_kind": "from_teaser"}, {"source_status": "documented"}, {"market": "government"}]
)
def test_dated_fact_does_not_give_way_to_what_cannot_be_compared(facts: dict[str, object]) -> None:
    snapshot = quote("2026-10-10", 0.5, **facts)
    fact = quote("2026-01-01", 2.0, source="alpha_history", dated_fact=True)
    assert 2.0 in prices(frame(snapshot, fact), "2026-10-10")


def test_as_of_days_are_days_seen_days_of_effect_and_the_board_date() -> None:
    quotes = frame(
        quote("2026-10-05T08:00:00", 2.0),
        quote("2026-10-05T20:00:00", 2.0),
        quote("2026-10-05T20:00:00", 2.5, effective_from=day("2026-10-07")),
        quote("2026-01-01", 2.0, dated_fact=True, effective_from=day("2026-03-01")),
        quote("2026-12-01", 2.0, dated_fact=True),
    )
    assert as_of_days(quotes, day("2026-10-09")) == [day(d) for d in ("2026-03-01", "2026-10-05", "2026-10-07", "2026-10-09")]


def test_sources_are_present_three_days_expected_thirty_and_facts_while_they_hold() -> None:
    quotes = frame(
        quote("2026-10-01", 2.0),
        quote("2026-10-04", 2.0, **other("Beta")),
        quote("2026-01-01", 2.0, dated_fact=True, valid_to=day("2026-10-04"), **other("Gamma")),
    )
    days = [day(d) for d in ("2025-12-31", "2026-10-04", "2026-10-05", "2026-10-31", "2026-11-01", "2026-11-04")]
    assert sources_on(quotes, days).rows() == [
        (days[0], None, None),
        (days[1], "alpha; beta; gamma", "alpha; beta; gamma"),
        (days[2], "alpha; beta", "beta"),
        (days[3], "alpha; beta", None),
        (days[4], "beta", None),
        (days[5], None, None),
    ]
