"""What must hold of prices for any quotes: a plain reading of the rules agrees, scale, order, bystanders, history, incremental = full.

The days drawn straddle a leap day and a month end and leave gaps longer than the carry.
"""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import zip_longest
from operator import itemgetter
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices, update_accelerator_prices
from fab_pipeline.leaderboards.price_statistics import daily_statistics
from fab_pipeline.leaderboards.quotes_in_force import as_of_days, in_force
from fab_pipeline_tests.leaderboards.quote_builder import Row, day, frame, quote

FIRST = day("2024-02-24")
DAYS = [FIRST + timedelta(days=offset) for offset in range(14)]
BYSTANDERS: list[Row] = [
    {"purchase_option": "spot"},
    {"partition": "mig:1g.10gb"},
    {"price_kind": "bid"},
    {"price_kind": "implied"},
    {"price_kind": "from_teaser"},
]
MONEY = ("price_per_instance_hour", "price_per_accelerator_hour", "price_per_accelerator_hour_usd")
few = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def offers(draw: st.DrawFn) -> Row:
    """A snapshot quote or a dated fact of one of two sellers, on one of few days, at one of few prices: ties and repeats are wanted."""
    seen = draw(st.sampled_from(DAYS[:11]))
    hour = draw(st.sampled_from(["06", "18"]))
    provider = draw(st.sampled_from(["Alpha", "Beta"]))
    dated = draw(st.booleans())
    purchase_option, term = draw(st.sampled_from([("on_demand", None), ("on_demand", None), ("spot", None), ("reserved", 12)]))
    later = st.none() | st.integers(0, 5).map(lambda days: seen + timedelta(days=days))
    return quote(
        f"{seen}T{hour}:00:00",
        draw(st.integers(1, 12)) / 4,
        source=f"{provider.lower()}_history" if dated else provider.lower(),
        provider=provider,
        dated_fact=dated,
        provider_kind=draw(st.sampled_from(["hyperscaler", "marketplace"])),
        form_factor=draw(st.sampled_from(["sxm", "pcie"])),
        accelerator_count=draw(st.sampled_from([1, 8])),
        purchase_option=purchase_option,
        term_months=term,
        effective_from=draw(later),
        valid_to=draw(later) if dated else None,
        price_kind=draw(st.sampled_from(["list", "list", "list", "contact", "bid"])),
    )


many = st.lists(offers(), min_size=1, max_size=14).map(lambda rows: [row | {"quote_id": f"q{n:02}"} for n, row in enumerate(rows)])


def known_from(row: Row) -> date:
    seen: Any = row["observed_at"]
    effective = row.get("effective_from") if row["dated_fact"] else None
    return effective if isinstance(effective, date) else seen.date()


def lane(row: Row) -> tuple[object, object]:
    """What a later statement must share with an earlier one to replace it."""
    return row["offer_key"], "price" if row["price_kind"] in ("list", "contact") else row["price_kind"]


def newest_of_each_offer(rows: list[Row], order: Callable[[Row], Any]) -> list[Row]:
    best = {lane(row): order(row) for row in sorted(rows, key=order)}
    return [row for row in rows if order(row) == best[lane(row)]]


def held_by_the_rules(rows: list[dict[str, Any]], on: date) -> list[str]:
    """The rules of `quotes_in_force`, read out one after the other for a single day."""
    snapshots = [row for row in rows if not row["dated_fact"] and row["observed_at"].date() <= on]
    held: list[dict[str, Any]] = []
    for source in {row["source"] for row in snapshots}:
        newest = max(row["observed_at"].date() for row in snapshots if row["source"] == source)
        if on - newest <= timedelta(days=3):
            of_day = [row for row in snapshots if row["source"] == source and row["observed_at"].date() == newest]
            started = [row for row in of_day if row["effective_from"] is None or row["effective_from"] <= on]
            held += newest_of_each_offer(started, lambda row: (row["observed_at"], row["effective_from"] or date.min))
    match = itemgetter("provider", "accelerator", "accelerator_memory_gb", "form_factor", "purchase_option", "term_months")
    covered = {match(row) for row in held if row["price_kind"] in ("list", "contact")}
    facts = [row for row in rows if row["dated_fact"] and known_from(row) <= on]
    newest_facts = newest_of_each_offer(facts, lambda row: (known_from(row), row["observed_at"]))
    held += [row for row in newest_facts if match(row) not in covered and (row["valid_to"] is None or on <= row["valid_to"])]
    return sorted(row["quote_id"] for row in held)


@given(many, st.sampled_from(DAYS))
@settings(few, max_examples=40)
def test_quotes_in_force_are_those_of_the_rules(rows: list[Row], on: date) -> None:
    quotes = frame(*rows)
    assert in_force(quotes, on)["quote_id"].to_list() == held_by_the_rules(quotes.to_dicts(), on)


@given(many, st.sampled_from([0.5, 2.0, 1024.0]))
@few
def test_scaling_all_prices_scales_every_statistic(rows: list[Row], factor: float) -> None:
    quotes = frame(*rows)
    key = ["as_of_date", "form_factor", "statistic"]
    plain = daily_statistics(quotes, DAYS).sort(key)
    scaled = daily_statistics(quotes.with_columns(pl.col(MONEY) * factor), DAYS).sort(key)
    assert scaled.equals(plain.with_columns(pl.col("price_per_accelerator_hour_usd") * factor))


@given(many, st.data())
@few
def test_bystanders_never_change_an_on_demand_statistic(rows: list[Row], data: st.DataObject) -> None:
    beside = data.draw(st.sampled_from(rows))
    seen = str(beside["observed_at"])
    offer = {name: beside[name] for name in ("source", "provider", "dated_fact", "form_factor", "accelerator_count")}
    bystander = quote(seen, 0.01, **offer, **data.draw(st.sampled_from(BYSTANDERS)))
    on_demand = ~pl.col("statistic").is_in(["lowest_spot", "lowest_reserved_12_months"])
    key = ["as_of_date", "form_factor", "statistic"]
    before = daily_statistics(frame(*rows), DAYS).filter(on_demand).sort(key)
    assert daily_statistics(frame(*rows, bystander), DAYS).filter(on_demand).sort(key).equals(before)


@given(many, st.randoms(use_true_random=False))
@few
def test_row_order_never_matters(rows: list[Row], random: Any) -> None:
    shuffled = random.sample(rows, len(rows))
    assert accelerator_prices(frame(*shuffled), DAYS[-1]).equals(accelerator_prices(frame(*rows), DAYS[-1]))


@given(many)
@few
def test_a_day_of_the_history_equals_the_day_computed_alone(rows: list[Row]) -> None:
    quotes = frame(*rows)
    key = ["form_factor", "statistic"]
    together = daily_statistics(quotes, DAYS)
    for on in as_of_days(quotes, DAYS[-1]):
        known = quotes.filter(pl.col("observed_at").dt.date() <= on)
        assert daily_statistics(known, [on]).sort(key).equals(together.filter(as_of_date=on).sort(key))


def check_incremental(rows: list[Row], landed: list[bool], boards: tuple[date, date]) -> None:
    known = [row for row, is_new in zip_longest(rows, landed[: len(rows)], fillvalue=False) if not is_new]
    changed = [known_from(row) for row, is_new in zip(rows, landed, strict=False) if is_new]
    previous = accelerator_prices(frame(*known), boards[0])
    updated = update_accelerator_prices(previous, frame(*rows), changed, boards[1])
    assert updated.equals(accelerator_prices(frame(*rows), boards[1]))


@given(many, st.lists(st.booleans(), min_size=1, max_size=14), st.tuples(st.sampled_from(DAYS), st.sampled_from(DAYS)))
@few
def test_bringing_up_to_date_equals_computing_it_all(rows: list[Row], landed: list[bool], boards: tuple[date, date]) -> None:
    check_incremental(rows, landed, boards)


@pytest.mark.slow
@given(many, st.lists(st.booleans(), min_size=1, max_size=14), st.tuples(st.sampled_from(DAYS), st.sampled_from(DAYS)))
@settings(few, max_examples=150)
def test_bringing_up_to_date_equals_computing_it_all_in_many_cases(rows: list[Row], landed: list[bool], boards: tuple[date, date]) -> None:
    check_incremental(rows, landed, boards)
