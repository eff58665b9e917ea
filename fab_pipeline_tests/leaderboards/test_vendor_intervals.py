"""Comparators, classes and best cases as intervals, and the order of two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.leaderboards.vendor_intervals import Interval, hull, interval_of, is_better
from fab_pipeline.vocabulary.metrics import metrics
from fab_pipeline_tests.leaderboards.vendor_claims import claim

ENDS = st.one_of(st.none(), st.integers(-5, 5).map(float))


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    low, high = draw(ENDS), draw(ENDS)
    if low is not None and high is not None:
        low, high = sorted((low, high))
    closed = low == high
    return Interval(
        low, high, not closed and low is not None and draw(st.booleans()), not closed and high is not None and draw(st.booleans())
    )


@pytest.mark.parametrize(
    ("cells", "better", "expected"),
    [
        ({}, "higher", "[95, 95]"),
        ({"comparator": "ge"}, "higher", "[95, ∞)"),
        ({"comparator": "gt"}, "higher", "(95, ∞)"),
        ({"comparator": "le"}, "lower", "(-∞, 95]"),
        ({"comparator": "approx"}, "higher", "[85.5, 104.5]"),
        ({"comparator": "up_to"}, "higher", "(-∞, 95]"),
        ({"comparator": "up_to"}, "lower", "[95, ∞)"),
        ({"comparator": "approx", "magnitude_class": True}, "higher", "[95, 950)"),
        ({"comparator": "ge", "magnitude_class": True}, "higher", "[95, ∞)"),
        ({"comparator": "up_to", "magnitude_class": True}, "higher", "(-∞, 950)"),
        ({"value_max": 99.0}, "higher", "[95, 99]"),
        ({"value_max": 99.0, "comparator": "approx", "magnitude_class": True}, "higher", "[95, 99]"),
        ({"ambiguity": "ratio N or gain N (ratio N + 1)? read as ratio N"}, "higher", "[95, 96]"),
    ],
)
def test_a_figure_is_what_its_words_allow(cells: dict[str, object], better: str, expected: str):
    assert str(interval_of(claim("a", "customers", 95.0, **cells), better)) == expected


def test_a_claim_without_a_figure_has_no_interval():
    assert interval_of(claim("a", "full_stack"), "higher") is None


def test_no_order_of_magnitude_is_made_of_nothing():
    assert interval_of(claim("a", "customers", 0.0, magnitude_class=True, comparator="approx"), "higher") == Interval(0.0, 0.0)


def test_a_figure_beyond_all_sense_is_no_interval():
    assert interval_of(claim("a", "customers", 1e308, magnitude_class=True, comparator="approx"), "higher") is None


def test_the_interval_is_in_the_base_unit():
    assert interval_of(claim("a", "interconnect_bandwidth", 3.2, unit="Tbit/s"), "higher") == Interval(3.2e12, 3.2e12)


@pytest.mark.parametrize(
    ("one", "other", "above"),
    [
        (Interval(2, 3), Interval(0, 1), True),
        (Interval(1, 3), Interval(0, 1), False),
        (Interval(1, 3), Interval(0, 1, high_open=True), True),
        (Interval(1, 3, low_open=True), Interval(0, 1), True),
        (Interval(None, 3), Interval(0, 1), False),
        (Interval(2, None), Interval(None, 1), True),
        (Interval(1e5, 1e5), Interval(1e4, 1e5, high_open=True), True),
    ],
)
def test_one_lies_above_another_only_if_they_do_not_touch(one: Interval, other: Interval, above: bool):
    assert one.lies_above(other) is above


def test_where_less_is_better_the_lower_one_is_better():
    assert is_better(Interval(1, 2), Interval(3, 4), "lower")
    assert not is_better(Interval(1, 2), Interval(3, 4), "higher")


@given(intervals(), intervals(), intervals())
def test_the_order_is_strict_and_transitive(one: Interval, two: Interval, three: Interval):
    assert not one.lies_above(one)
    assert not (one.lies_above(two) and two.lies_above(one))
    if one.lies_above(two) and two.lies_above(three):
        assert one.lies_above(three)


@given(intervals(), intervals(), intervals())
def test_a_hull_is_above_only_what_all_its_members_are_above(one: Interval, two: Interval, other: Interval):
    assert hull([one, two]).lies_above(other) == (one.lies_above(other) and two.lies_above(other))
    assert hull([one, two]) == hull([two, one])


@pytest.mark.parametrize(
    ("metric", "interval", "expected"),
    [
        ("max_cluster_accelerators", Interval(None, 160_000.0), "[1, 160000]"),
        ("max_cluster_accelerators", Interval(4_096.0, None), "[4096, ∞)"),
        ("effective_gpu_utilization", Interval(0.85, None, low_open=True), "(0.85, 1]"),
        ("tco_reduction", Interval(None, 0.7), "[0, 0.7]"),
        ("fault_recovery_time", Interval(None, 180.0), "[0, 180]"),
        ("training_throughput_gain", Interval(None, 0.4), "(-∞, 0.4]"),
        ("effective_training_time_ratio", Interval(1.2, None), "[1.2, ∞)"),
    ],
)
def test_an_end_without_a_bound_is_where_nothing_of_its_kind_can_be(metric: str, interval: Interval, expected: str):
    assert str(interval.within(*metrics()[metric].natural_range)) == expected
