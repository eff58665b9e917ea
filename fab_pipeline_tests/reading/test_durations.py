"""Durations in days: units, bounds, restatements, dates beside them, phases."""

import pytest

from fab_pipeline.reading.durations import first_duration_start, read_durations
from fab_pipeline.reading.quantity import Quantity

MONTH = 30.4375


def figures(quantity: Quantity | None) -> tuple[float | None, float | None, float | None, str, str] | None:
    return (quantity.value, quantity.minimum, quantity.maximum, quantity.qualifier, quantity.scope) if quantity else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("54 天", (54, None, None, "exact", "unknown")),
        ("1,400 个小时", (1400 / 24, None, None, "exact", "unknown")),
        ("~3 months", (3 * MONTH, None, None, "approx", "unknown")),
        ("three months", (3 * MONTH, None, None, "approx", "unknown")),
        ("3 个多月", (3 * MONTH, 3 * MONTH, None, "lower_bound", "unknown")),
        ("100多天", (100, 100, None, "lower_bound", "unknown")),
        ("半年", (182.625, None, None, "exact", "unknown")),
        ("一周", (7, None, None, "exact", "unknown")),
        ("54 daysSummit", (54, None, None, "exact", "unknown")),
        ("一个半月", (1.5 * MONTH, None, None, "approx", "unknown")),
        ("两年半", (2.5 * 365.25, None, None, "exact", "unknown")),
        ("a month and a half", (1.5 * MONTH, None, None, "approx", "unknown")),
        ("two and a half months", (2.5 * MONTH, None, None, "approx", "unknown")),
        ("33 days (plus 2 months of restarts)", (33, None, None, "exact", "unknown")),
        ("within 30 days", (30, None, 30, "upper_bound", "unknown")),
        ("just under a month", (MONTH, None, MONTH, "upper_bound", "unknown")),
        ("90至100天", (None, 90, 100, "range", "unknown")),
        ("3-4 months", (None, 3 * MONTH, 4 * MONTH, "range", "unknown")),
        ("3 weeks to 4 weeks", (None, 21, 28, "range", "unknown")),
        ("2 weeks and 3 days", (17, None, None, "exact", "unknown")),
        ("about 40 days (pre-training only)", (40, None, None, "approx", "pretraining")),
        ("不到两个月（预训练）", (2 * MONTH, None, 2 * MONTH, "upper_bound", "pretraining")),
        ("5 days, reinforcement learning", (5, None, None, "exact", "post_training")),
    ],
)
def test_one_duration(text: str, expected: tuple[float | None, float | None, float | None, str, str]) -> None:
    assert figures(read_durations(text).quantity) == expected


def test_the_finer_of_two_agreeing_statements_counts() -> None:
    assert figures(read_durations("30 days (719 hours)").quantity) == (719 / 24, None, None, "exact", "unknown")
    assert figures(read_durations("about three months (92 days)").quantity) == (92, None, None, "exact", "unknown")


def test_a_restatement_that_does_not_agree_changes_nothing() -> None:
    assert figures(read_durations("21 days (900 hours)").quantity) == (21, None, None, "exact", "unknown")


def test_two_durations_that_do_not_say_which_is_which_are_contradictory() -> None:
    read = read_durations("60 天，70 天")
    assert (read.quantity, read.contradictory) == (None, True)


@pytest.mark.parametrize(
    "text", ["~6 weeks (April 3 to May 14, 2027)", "~6 weeks（2027年4月3日至5月14日）", "~6 weeks (2027-04-03 – 2027-05-14)"]
)
def test_dates_beside_a_duration_are_not_durations(text: str) -> None:
    assert figures(read_durations(text).quantity) == (42, None, None, "approx", "unknown")


@pytest.mark.parametrize("text", ["2026年3月24日至5月13日", "2025-03 至 2025-05", "Q3 2026", "3.7天/万亿tokens", "每 3 天一次检查点"])
def test_dates_and_rates_are_no_durations(text: str) -> None:
    assert read_durations(text).quantity is None


def phases(text: str) -> list[tuple[str, float | None]]:
    return [(quantity.scope, quantity.value) for quantity in read_durations(text).phases]


def test_phases_keep_their_scope_and_the_pre_training_speaks_for_the_run() -> None:
    text = "18 days (430 hours) pretraining, plus 3 days mid-training and 12 hours long-context"
    assert figures(read_durations(text).quantity) == (430 / 24, None, None, "exact", "pretraining")
    assert phases(text) == [("pretraining", 430 / 24), ("mid_training", 3), ("long_context", 0.5)]


def test_a_first_figure_without_scope_before_named_phases_is_the_pre_training() -> None:
    text = "40 天，外加中期训练 6 天和长上下文 2 天"
    assert figures(read_durations(text).quantity) == (40, None, None, "exact", "pretraining")
    assert phases(text) == [("pretraining", 40), ("mid_training", 6), ("long_context", 2)]


def test_a_total_with_its_parts_is_all_phases() -> None:
    text = "27 天（预训练 20 天，中期训练 5 天，长上下文 2 天）"
    assert figures(read_durations(text).quantity) == (27, None, None, "exact", "all")
    assert phases(text) == [("pretraining", 20), ("mid_training", 5), ("long_context", 2)]


def test_later_phases_alone_give_no_duration_of_the_run() -> None:
    read = read_durations("mid-training 5 days, post-training 2 days")
    assert read.quantity is None
    assert phases("mid-training 5 days, post-training 2 days") == [("mid_training", 5), ("post_training", 2)]


def test_names_of_accelerators_are_not_durations() -> None:
    assert first_duration_start("NVIDIA H100, 512 GPUs") is None
    text = "NVIDIA H100, 512 GPUs, 5 weeks"
    assert first_duration_start(text) == text.index("5 weeks")
