"""The board of cases: one row per organisation and model, figures of the run apart from those of the cluster, advice apart from both.

The pages are made up: organisations that no list knows beside some that it does, in English and Chinese.
"""

from datetime import date
from functools import lru_cache
from typing import Any

import polars as pl
import pytest

from fab_pipeline.contracts import INDUSTRY_CASES, VENDOR_CLAIMS, VENDOR_PAGES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.validate import require
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices
from fab_pipeline.leaderboards.findings.cases import case_findings
from fab_pipeline.leaderboards.industry_cases import industry_cases
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline_tests.leaderboards.quote_builder import frame as quotes_frame
from fab_pipeline_tests.leaderboards.quote_builder import other, quote
from fab_pipeline_tests.sources.vendors.reading import read

DAY = date(2026, 10, 28)

BANK = """# Case study: Bloomberg and its language model

**Industry:** Financial services

## The challenge

Analysts read thousands of filings a day.

## The solution

BloombergGPT was trained on 512 NVIDIA A100 GPUs. Training took 53 days and used 1.3 million GPU hours on 569 billion tokens.
The model has 50 billion parameters. Elsewhere we trained the 50B model in the same cluster of 2,048 NVIDIA A100 GPUs.
"""

CAR_MAKER = """案例：彭博与软银的模型

一、软银：制造业大模型

软银训练“青岚”大模型使用了 256 张 NVIDIA H100，耗时 20 天，消耗 12.3 万 GPU 小时。

软银的“青岚”大模型有 130 亿参数。文中又说，软银训出了 13B 模型。

二、彭博：金融集群

彭博的集群配备 4096 张 NVIDIA H100，从设备安装到开始训练只用了 30 天。

三、部署建议

对于 7B 参数级别的模型，建议至少 4 张 H100。对于 13B 参数级别的模型，建议 256 张 H100 的配置。
"""

SLIP = """# 客户案例：软银训练“青岚”大模型

软银训练“青岚”大模型使用了 64 张 NVIDIA H100，数据为 2 万亿 token。

训练 130 亿参数的“青岚”大模型消耗 22 万 GPU 小时。

软银在 64 张 NVIDIA H100 上训练了 130B 模型。
"""


@lru_cache(maxsize=1)
def prices() -> pl.DataFrame:
    quotes = quotes_frame(
        quote("2026-10-28", 2.0, accelerator_count=8),
        quote("2026-10-28", 1.0, **other("Delta", accelerator="NVIDIA A100", accelerator_model="A100")),
    )
    return accelerator_prices(quotes, DAY)


def told(*texts: str, copied_from: str | None = None) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """Rows of the board by case, and findings."""
    claims, pages = [], []
    for text in texts:
        rows, page = read(text, filename="page.md" if text.startswith("#") else "page.txt")
        claims += [row | {"copied_from": copied_from} for row in rows]
        pages.append(page)
    frames = typed(VENDOR_CLAIMS, claims), typed(VENDOR_PAGES, pages)
    findings = case_findings(*frames, prices(), DAY)
    board = industry_cases(*frames, prices(), findings, DAY)
    require(board, INDUSTRY_CASES)
    assert unexplained(INDUSTRY_CASES, board) == []
    return {row["case_id"]: row for row in board.to_dicts()}, findings.to_dicts()


def test_an_english_case_is_a_run_with_its_sector_and_its_band():
    rows, _ = told(BANK)
    (row,) = rows.values()
    assert (row["case_id"], row["row_kind"], row["use"]) == ("bloomberg-bloomberggpt", "case", "training_run")
    assert (row["sector"], row["accelerators"]) == ("finance", "NVIDIA A100")
    assert (row["accelerator_count"], row["duration_days"], row["accelerator_hours"]) == (512, 53, 1.3e6)
    assert (row["training_tokens"], row["parameters_total"]) == (569e9, 50e9)
    assert row["recomputed_cost_low_usd"] == pytest.approx(1.3e6)
    assert row["implied_accelerator_hours_high"] == 512 * 53 * 24
    assert row["cluster_accelerators"] in (None, 2048)


def test_hours_that_count_and_duration_cannot_give_are_found():
    _, findings = told(BANK)
    (found,) = (one for one in findings if one["code"] == "hours_exceed_count_times_duration")
    assert (found["severity"], found["subject_table"], found["subject_key"]) == ("error", "industry_cases", "bloomberg-bloomberggpt")
    assert "512 × 53 d × 24 h" in found["arithmetic"]


def test_a_cluster_is_no_run_and_installing_is_no_training():
    rows, findings = told(CAR_MAKER)
    cluster = next(row for row in rows.values() if row["vendor"] == "bloomberg")
    assert (cluster["use"], cluster["accelerator_count"], cluster["accelerator_count_scope"]) == ("cluster", 4096, "cluster")
    assert (cluster["duration_days"], cluster["installation_days"]) == (None, 30)
    assert cluster["recomputed_cost_usd"] is None
    about = {one["code"] for one in findings if one["subject_key"] == cluster["case_id"]}
    assert about == {"cluster_size_is_not_run_size", "installation_is_not_training"}


def test_the_case_beside_it_keeps_its_own_figures():
    rows, _ = told(CAR_MAKER)
    run = next(row for row in rows.values() if row["vendor"] == "softbank")
    assert (run["model"], run["sector"], run["organization_zh"]) == ("青岚", "manufacturing", "软银")
    assert (run["accelerator_count"], run["duration_days"], run["accelerator_hours"]) == (256, 20, 123_000)
    assert run["parameters_total"] == 13e9
    assert run["disagreeing"] is None


def test_advice_is_a_guideline_and_never_a_run():
    rows, findings = told(CAR_MAKER)
    advice = {key: row for key, row in rows.items() if row["row_kind"] == "guideline"}
    assert {(row["parameters_total"], row["accelerator_count"]) for row in advice.values()} == {(7e9, 4), (13e9, 256)}
    for row in advice.values():
        assert (row["organization"], row["recomputed_cost_usd"], row["accelerators"]) == (None, None, "NVIDIA H100")
    assert [one["subject_key"] for one in findings if one["code"] == "guideline_rests_on_one_case"] == ["guideline-13b-256"]


def test_a_slip_of_ten_between_units_is_named_and_nothing_is_chosen():
    rows, findings = told(SLIP)
    (row,) = rows.values()
    assert (row["parameters_total"], row["parameters_total_qualifier"]) == (None, None)
    assert "parameters_total: stated_twice_differently" in row["null_reasons"]
    (found,) = (one for one in findings if one["code"] == "stated_twice_differently")
    assert found["severity"] == "error"
    assert (found["expected_low"], found["expected_high"]) == (13e9, 130e9)
    assert "亿 is 10^8 and B is 10^9" in found["message_en"]
    assert "% of the peak with 130B" in found["message_en"]
    assert "ratio 10" in found["arithmetic"]


def test_a_figure_that_changed_its_measure_is_found():
    story = "# Customer story: eBay\n\n## The challenge\n\neBay has 130 million customers.\n\n## The solution\n\n"
    used = "eBay trained its model on 8 NVIDIA H100 GPUs.\n\n"
    figures = "- Fraud recall improved by 65%.\n- Fraud detection accuracy improved by 65%.\n- Recommendation relevance improved by 65%.\n"
    _, findings = told(story + used + figures)
    (found,) = (one for one in findings if one["code"] == "one_figure_two_metrics")
    assert "fraud_recall_gain and for fraud_accuracy_gain" in found["message_en"]


def test_copies_of_one_text_are_one_source_and_one_case():
    once, _ = told(CAR_MAKER, copied_from="one article")
    twice, findings = told(CAR_MAKER, CAR_MAKER.replace("案例", "客户案例"), copied_from="one article")
    assert set(once) == set(twice)
    for key, row in twice.items():
        assert (row["pages"], row["sources"]) == (2, 1), key
        assert row["accelerator_hours"] == once[key]["accelerator_hours"]
    assert not [one for one in findings if one["code"] == "stated_twice_differently"]


def test_the_order_of_pages_changes_nothing():
    assert told(BANK, CAR_MAKER)[0] == told(CAR_MAKER, BANK)[0]


def test_a_page_of_a_vendor_gives_no_case():
    rows, findings = told("# 某云训练平台：产品介绍\n\n某云训练平台单集群支持 1.6 万张 GPU 卡，集群有效训练时间占比达到 98%。\n")
    assert (rows, findings) == ({}, [])


LEAST = """# 训练规模建议

## 规模怎么选

建议：13B 参数级别的模型至少从 16 张 H100 起步。建议：70B 参数级别的模型参考 512 张 H100 的配置。

## 客户案例：软银

软银训练青岚模型使用了 9000 张 H100，集群从硬件安装到开始训练只用了 21 天。
"""


def test_at_least_is_a_lower_bound_and_the_cluster_of_an_installation_is_no_run():
    rows, findings = told(LEAST)
    advice = {row["accelerator_count"]: row["accelerator_count_qualifier"] for row in rows.values() if row["row_kind"] == "guideline"}
    assert advice == {16: "lower_bound", 512: "exact"}
    case = next(row for row in rows.values() if row["row_kind"] == "case")
    assert (case["use"], case["accelerator_count"], case["installation_days"], case["duration_days"]) == ("cluster", 9000, 21, None)
    assert {"cluster_size_is_not_run_size", "installation_is_not_training"} <= {one["code"] for one in findings}
