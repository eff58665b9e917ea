"""Arithmetic on disclosed quantities: bounds stay bounds, months have two lengths, known scopes never mix."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.leaderboards.quantities import (
    Interval,
    accelerator_hours_in,
    accelerator_hours_of,
    combined,
    duration_interval,
    quotient,
    scope_status,
    single,
)
from fab_pipeline.reading.quantity import Quantity, approx, at_least, at_most, between, exact

positive = st.floats(min_value=1e-3, max_value=1e15)


def test_three_months_are_ninety_days_or_a_little_more() -> None:
    assert duration_interval(approx(91.3125)) == Interval(90.0, 91.3125)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (approx(3.5 * 30.4375), Interval(105.0, 106.53125)),
        (at_most(60.875), Interval(None, 60.875)),
        (at_least(60.875), Interval(60.0, None)),
        (between(60.875, 91.3125), Interval(60.0, 91.3125)),
        (approx(49.0), Interval(49.0, 49.0)),
        (exact(91.3125), Interval(91.3125, 91.3125)),
        (Quantity(10.0, qualifier="vague"), Interval(None, None)),
    ],
)
def test_durations_span_what_their_words_allow(days: Quantity, expected: Interval) -> None:
    assert duration_interval(days) == expected


@given(st.integers(min_value=1, max_value=486))
def test_whole_days_and_weeks_are_never_taken_for_months(days: int) -> None:
    assert duration_interval(approx(float(days))) == Interval(days, days)


def test_count_times_duration_of_three_months() -> None:
    assert accelerator_hours_of(exact(25_000.0), approx(91.3125)) == Interval(54_000_000.0, 54_787_500.0)


def test_an_upper_bound_has_no_lower_end() -> None:
    assert accelerator_hours_of(exact(2048.0), at_most(60.875)) == Interval(None, 2_992_128.0)


def test_what_a_cluster_has_is_only_an_upper_bound() -> None:
    assert accelerator_hours_in(Quantity(10.0, scope="cluster"), Interval(1.0, 2.0)) == Interval(None, 480.0)


@pytest.mark.parametrize(
    ("factors", "divisors", "expected"),
    [
        (["exact"], ["exact"], "exact"),
        (["approx"], ["exact"], "approx"),
        (["exact"], ["lower_bound"], "upper_bound"),
        (["exact"], ["upper_bound"], "lower_bound"),
        (["lower_bound"], ["upper_bound"], "lower_bound"),
        (["lower_bound"], ["lower_bound"], None),
        (["lower_bound", "upper_bound"], [], None),
        (["approx", "lower_bound"], [], "lower_bound"),
        (["range"], [], None),
        (["exact"], ["vague"], None),
    ],
)
def test_a_figure_from_a_bound_is_a_bound(factors: list[str], divisors: list[str], expected: str | None) -> None:
    assert combined(factors, divisors) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("all", "all", "same"),
        ("all", "pretraining", "scope_mismatch"),
        ("unknown", "pretraining", "scope_unverified"),
        ("unknown", "unknown", "scope_unverified"),
        (None, "all", "scope_unverified"),
    ],
)
def test_scopes_meet_unless_they_are_known_and_different(first: str | None, second: str | None, expected: str) -> None:
    assert scope_status(first, second) == expected


def test_dollars_per_million_tokens_of_at_least_fifteen_trillion_are_at_most_four() -> None:
    result = quotient(("cost", exact(60e6)), ("tokens", at_least(15e12)), 1e6)
    assert (result.value, result.qualifier, result.reasons) == (pytest.approx(4.0), "upper_bound", ())


def test_a_quotient_that_cannot_be_names_every_reason() -> None:
    assert quotient(("cost", None), ("hours", between(1.0, 2.0))).reasons == ("needs_cost", "needs_hours")
    assert quotient(("cost", exact(1.0)), ("hours", exact(0.0))).reasons == ("division_by_zero",)
    assert quotient(("cost", at_least(1.0)), ("hours", at_least(2.0))).reasons == ("bounds_oppose",)
    all_phases, one_phase = Quantity(1.0, scope="all"), Quantity(1.0, scope="pretraining")
    assert quotient(("cost", all_phases), ("hours", one_phase)).reasons == ("scope_mismatch",)


def test_ranges_and_orders_of_magnitude_are_not_single_figures() -> None:
    assert single(between(1.0, 2.0)) is None
    assert single(Quantity(2e6, minimum=2e6, qualifier="vague")) is None
    assert single(at_most(5.0)) == 5.0


@given(low=positive, width=positive, divisor=positive)
def test_dividing_intervals_keeps_their_order(low: float, width: float, divisor: float) -> None:
    result = Interval(low, low + width).over(Interval(divisor, divisor * 2))
    assert result.low is not None
    assert result.high is not None
    assert result.low <= result.high
