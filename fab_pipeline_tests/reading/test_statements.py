"""Sentences and counts about a page's own rows, in Chinese and English; prose that says nothing of the kind gives nothing."""

import pytest

from fab_pipeline.reading.row_counts import read_counts
from fab_pipeline.reading.statements import Said, read_price_bases, read_sentences
from fab_pipeline.reading.timestamps import read_timestamps


def _codes(said: list[Said]) -> list[str]:
    return [one.code for one in said]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("其余只披露卡数或完全不披露", "rest_disclose_only", "accelerator_count; nothing"),
        ("其余仅公布工期", "rest_disclose_only", "duration_days"),
        ("The rest disclose only card counts or nothing at all.", "rest_disclose_only", "accelerator_count; nothing"),
        ("剩下的只公布工期，或者什么都没有公布", "rest_disclose_only", "duration_days; nothing"),
        ("多数项目只披露了成本与小时里的一项", "most_disclose_one_dimension", None),
        ("多数厂商公布算力，却不公布花费", "most_disclose_compute_not_money", None),
        ("为何重算常常高于当年披露的成本？", "recompute_above_disclosed", None),
        ("若按激活参数来算，会低估单位成本", "active_parameters_affect_cost_per_token", None),
        ("先按 GPU 小时、再按发布月份排列", "order_stated", "accelerator_hours; released"),
        ("多数项目只披露其中一个维度：缺的留空", "most_disclose_one_dimension", None),
        ("Most runs disclose only one of the two.", "most_disclose_one_dimension", None),
        ("大部分厂商只公开算力，不公开成本", "most_disclose_compute_not_money", None),
        ("Most labs publish compute but not costs.", "most_disclose_compute_not_money", None),
        ("Large labs generally give compute but not money", "most_disclose_compute_not_money", None),
        ("The majority of vendors publish GPU hours but no dollar cost", "most_disclose_compute_not_money", None),
        ("GPU hours disclosed6the rest disclose only card counts or nothing", "rest_disclose_only", "accelerator_count; nothing"),
        ("USD cost disclosed3most labs publish compute but not costs", "most_disclose_compute_not_money", None),
        ("The majority disclose just one of the two", "most_disclose_one_dimension", None),
        ("估算的成本在页面上写作「（估计）」", "estimate_marker", "（估计）"),
        ("Estimated costs are marked “(est.)” in the table.", "estimate_marker", "(est.)"),
        ("标注为 disclosed 的按厂商披露值展示", "disclosed_marker", None),
        ("为什么重算比当年披露的成本高？", "recompute_above_disclosed", None),
        ("Why is the recomputed figure higher than the disclosed cost?", "recompute_above_disclosed", None),
        ("今天租可能贵数倍", "rent_several_times_disclosed", None),
        ("Renting can be several times more expensive.", "rent_several_times_disclosed", None),
        ("后者包含云厂商毛利", "gap_is_margin", None),
        ("The gap is mostly the provider's margin.", "gap_is_margin", None),
        ("按激活参数计算会低估成本", "active_parameters_affect_cost_per_token", None),
        ("Counting active parameters only understates the unit cost.", "active_parameters_affect_cost_per_token", None),
        ("按 GPU 小时降序", "order_stated", "accelerator_hours"),
        ("Sorted by release date, newest first", "order_stated", "released"),
    ],
)
def test_sentences(text: str, code: str, words: str | None) -> None:
    assert [(one.code, one.words) for one in read_sentences(text)] == [(code, words)]


@pytest.mark.parametrize(
    "text",
    [
        "GPU 小时常只覆盖预训练阶段",
        "两个口径的数不应直接相除。",
        "Most of the compute went into pre-training.",
        "The vendor discloses hours for its largest run.",
        "缺的字段保持空白",
    ],
)
def test_other_prose_is_no_statement(text: str) -> None:
    assert read_sentences(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("这张表里 3 条有美元成本、6 条有 GPU 小时。", [("cost_disclosed", 3), ("accelerator_hours_disclosed", 6)]),
        ("4 runs have a cost, 7 runs have GPU hours.", [("cost_disclosed", 4), ("accelerator_hours_disclosed", 7)]),
        ("3 条可比按硬件分组", [("unit_cost_comparable", 3)]),
        ("3 comparable", [("unit_cost_comparable", 3)]),
        ("3 comparableBy hardware", [("unit_cost_comparable", 3)]),
        ("3 条两个维度都有覆盖情况", [("coverage_both", 3)]),
        ("2 disclose both", [("coverage_both", 2)]),
        ("共 15 条多数项目只披露一项", [("runs_total", 15)]),
        ("15 条| # | 模型 |", [("runs_total", 15)]),
        ("15 条记录，按小时排列", [("runs_total", 15)]),
        ("15 条3 条任务", [("runs_total", 15)]),
        ("TRAINING COST15 个模型把各厂商", [("runs_total", 15)]),
        ("12 models · updated daily", [("runs_total", 12)]),
        ("TRAINING COST12 modelsPublic figures", [("runs_total", 12)]),
        ("12 in total. Some disclose nothing.", [("runs_total", 12)]),
        ("其中 10 个开放权重", [("open_weights", 10)]),
        ("of which 8 open-weight", [("open_weights", 8)]),
        ("只有算力 3 条", [("coverage_hours_only", 3)]),
    ],
)
def test_counts(text: str, expected: list[tuple[str, float]]) -> None:
    assert [(one.code, one.value) for one in read_counts(text)] == expected


@pytest.mark.parametrize("text", ["3 个模型没有披露成本", "2 条任务", "训练用了 512 个模型副本", "5 models ran for 3 weeks each"])
def test_other_counts_are_left_alone(text: str) -> None:
    assert read_counts(text) == []


def test_price_bases_are_told_apart() -> None:
    assert [one.words for one in read_price_bases("今日租价重算；按当月最低按需价折算")] == ["lowest_of_month", "today"]
    assert [one.words for one in read_price_bases("recomputed at today's rent")] == ["today"]
    assert _codes(read_price_bases("at the lowest on-demand price of the month")) == ["price_basis"]


@pytest.mark.parametrize(
    ("text", "words", "subject"),
    [
        ("披露数据时间\n2026-10-27 19:00", "2026-10-27T19:00", "data"),
        ("租价口径 2026/10/28 12:15", "2026-10-28T12:15", "prices"),
        ("Data as of 2026-10-27 19:00 UTC", "2026-10-27T19:00 UTC", "data"),
        ("prices 2026-10-28T12:15Z", "2026-10-28T12:15 Z", "prices"),
        ("2026年10月28日 12:15（北京时间）", "2026-10-28T12:15 北京时间", "unknown"),
    ],
)
def test_times_keep_their_zone_and_what_they_are_about(text: str, words: str, subject: str) -> None:
    assert [(one.words, one.subject) for one in read_timestamps(text)] == [(words, subject)]
