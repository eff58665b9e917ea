"""Amounts in prose: figure, unit, comparator and place, for claims and disclosures alike."""

import csv
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.reading.amounts import amounts

Figure = tuple[float | None, str, str]


def read(text: str) -> list[Figure]:
    return [(amount.value, amount.unit, amount.comparator) for amount in amounts(text) if amount.unit]


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("千卡", (1e3, "{accelerator}", "approx")),
        ("百万卡级", (1e6, "{accelerator}", "approx")),
        ("超万卡集群", (1e4, "{accelerator}", "gt")),
        ("最大支持 3.2 万卡", (32_000, "{accelerator}", "up_to")),
        ("两万四千张加速卡", (24_000, "{accelerator}", "eq")),
        ("2.5 万张 H20", (25_000, "{accelerator}", "eq")),
        ("逾百个 A100", (100, "{accelerator}", "gt")),
        ("近 600 块 V100", (600, "{accelerator}", "approx")),
        ("3,072 NVIDIA H200 GPUs", (3072, "{accelerator}", "eq")),
        ("14.000 H100", (14_000, "{accelerator}", "eq")),
        ("百亿参数", (1e10, "{parameter}", "approx")),
        ("千亿级大模型", (1e11, "{parameter}", "approx")),
        ("235B 参数级别", (235e9, "{parameter}", "approx")),
        ("服务用户数已达 31 万", (310_000, "{user}", "eq")),
        ("超过 12 万个应用", (120_000, "{application}", "gt")),
        ("九百余家客户", (900, "{customer}", "gt")),
        ("30 + 行业场景", (30, "{scenario}", "ge")),
        ("最高提供 640Pflops", (640, "PFLOP/s", "up_to")),
        ("2.13 万 PetaFLOPS", (21_300, "PFLOP/s", "eq")),
        ("千 P 级智能算力", (1000, "PFLOP/s", "approx")),
        ("50 E Flops", (50, "EFLOP/s", "eq")),
        ("1.6T 超宽网络带宽", (1.6, "Tbit/s", "eq")),
        ("400Gbit/s", (400, "Gbit/s", "eq")),
        ("1.8TB/s", (1.8, "TB/s", "eq")),
        ("6.4 Tbps", (6.4, "Tbit/s", "eq")),
        ("80G 显存", (80, "GB", "eq")),
        ("控制在 90us 以内", (90, "us", "le")),
        ("92.5% 以上", (92.5, "%", "ge")),
        ("增幅接近 180%", (180, "%", "approx")),
        ("提升了近 7 倍", (7, "1", "approx")),
        ("up to 4.3x faster", (4.3, "1", "up_to")),
        ("七成五", (75, "%", "eq")),
        ("八成", (80, "%", "eq")),
        ("百分之六十", (60, "%", "eq")),
        ("四分之一", (0.25, "1", "eq")),
        ("翻番", (2, "1", "eq")),
        ("成本减半", (0.5, "1", "eq")),
        ("7×24 小时", (168, "h/wk", "eq")),
        ("两周", (2, "wk", "eq")),
        ("2.4 亿元", (240e6, "CNY", "eq")),
        ("1200万美元", (12e6, "USD", "eq")),
        ("$1.75/GPU-hr", (1.75, "USD/{GPU}.h", "eq")),
        ("640亿词元", (64e9, "{token}", "eq")),
        ("9T+ tokens", (9e12, "{token}", "ge")),
        ("约52万GPU小时", (520_000, "{GPU}.h", "approx")),
        ("1344 GPU天", (1344, "{GPU}.d", "eq")),
        ("under three months", (3, "mo", "lt")),
        ("预测 30 分钟内", (30, "min", "le")),
        ("环比增长 3 倍", (3, "1", "eq")),
    ],
)
def test_one_amount(text: str, figure: Figure) -> None:
    ((value, unit, comparator),) = read(text)
    assert (value, unit, comparator) == (pytest.approx(figure[0]), *figure[1:])


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [("20% 到 45%", 20, 45, "%"), ("1.5x-2.8x", 1.5, 2.8, "1"), ("3–4 个月", 3, 4, "mo"), ("1.9到2.2倍", 1.9, 2.2, "1"),
     ("15-18T tokens", 15e12, 18e12, "{token}")],
)  # fmt: skip
def test_a_range(text: str, low: float, high: float, unit: str) -> None:
    (amount,) = amounts(text)
    assert (amount.value, amount.value_max, amount.unit, amount.comparator) == (low, high, unit, "range")


def test_from_and_to_are_two_amounts() -> None:
    assert [(amount.value, amount.unit) for amount in amounts("从 5.1P Flops 提升到 220PFlops")] == [(5.1, "PFLOP/s"), (220, "PFLOP/s")]


@pytest.mark.parametrize(
    ("text", "unit"), [("毫秒级响应", "ms"), ("微秒级", "us"), ("数百亿 tokens", "{token}"), ("几十家客户", "{customer}")]
)
def test_a_class_and_several_have_no_value(text: str, unit: str) -> None:
    (amount,) = amounts(text)
    assert (amount.value, amount.unit, amount.comparator in {"class", "several"}) == (None, unit, True)


@pytest.mark.parametrize("text", ["2026 年下半年", "千帆平台", "百度", "万一", "GPT-4", "DeepSeek-V3", "Qwen2.5-Max", "FP8", "第三名"])
def test_names_dates_and_ranks_are_no_figures(text: str) -> None:
    assert [amount for amount in amounts(text) if amount.value is not None] == []


def test_places_are_places_in_the_text() -> None:
    text = "训练用了超过 1,024 张 Ａ１００ ，约３０天"
    assert [text[amount.start : amount.end] for amount in amounts(text)] == ["超过 1,024 张 Ａ", "约３０天"]


@pytest.mark.parametrize("text", ["16 万卡", "16万卡", "十六万卡", "160,000 卡", "１６万卡", "160 000 卡", "16W卡", "160K卡"])
def test_one_count_in_many_forms(text: str) -> None:
    assert [(amount.value, amount.unit) for amount in amounts(text)] == [(160_000, "{accelerator}")]


@settings(deadline=None)
@given(
    st.floats(min_value=0.1, max_value=9999).map(lambda x: round(x, 2)),
    st.sampled_from(["万卡", "% ", " GPU hours", "倍", "T tokens", "亿元"]),
)
def test_about_changes_only_the_comparator(number: float, unit: str) -> None:
    plain, about = amounts(f"达到 {number}{unit}"), amounts(f"达到约 {number}{unit}")
    assert [(a.value, a.unit) for a in plain] == [(a.value, a.unit) for a in about]
    assert ([a.comparator for a in plain], [a.comparator for a in about]) == (["eq"], ["approx"])


def test_every_labelled_number_string(shared: Path) -> None:
    wrong: list[str] = []
    for row in csv.DictReader((shared / "corpus" / "number_strings.csv").open(encoding="utf-8")):
        found = [amount for amount in amounts(row["text"]) if amount.unit]
        values = [value for amount in found for value in (amount.value, amount.value_max) if value is not None]
        expected = [float(value) for value in row["expected_values"].split(";") if value]
        units = ";".join(dict.fromkeys(_unit(amount.unit) for amount in found))
        comparators = {amount.comparator for amount in found} | ({"eq"} if row["unit"] == "date" else set())
        right = values == pytest.approx(expected) and units == ";".join(_unit(unit) for unit in row["unit"].split(";"))
        if not right or row["comparator"] not in comparators:
            wrong.append(f"{row['id']} {row['text']}: {found}")
    assert wrong == []


def _unit(code: str) -> str:
    """What is counted beside accelerators, parameters and tokens is a remark in braces."""
    return re.sub(r"\{(?!GPU|token|accelerator|parameter)[^}]*\}", "{}", code)
