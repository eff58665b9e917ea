"""What a training-cost page says about its own rows becomes rows of PAGE_STATEMENTS."""

import pytest

from fab_pipeline.contracts import PAGE_STATEMENTS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.sources.base import Row
from fab_pipeline.sources.disclosures.page_statements import page_statements
from fab_pipeline.sources.disclosures.training_page import TrainingPage
from fab_pipeline_tests.sources.disclosures.page_builder import CAPTURE, page, row

BROOK = row(
    "Brook-4",
    {
        "model": "Brook-4Acme · 2025-03",
        "hardware": "NVIDIA A10020,000 卡 · 工期 ~2 months",
        "compute": "30,000,000 GPU 小时每百万 token 训练成本 $7.5",
        "cost": "$90,000,000媒体标注为估算",
        "recompute": "$36,000,000约为披露值的 0.4 倍",
        "link": "来源 →",
    },
    organization="Acme",
    accelerators=("NVIDIA A100",),
    hours=30e6,
    duration_text="~2 months",
    disclosed_cost_note="媒体标注为估算",
    printed_cost_per_million_tokens_usd=7.5,
    printed_recomputed_cost_usd=36e6,
    printed_ratio=0.4,
)
LAKE = row(
    "Lake 2 8B",
    {
        "model": "Lake 2 8BPond Labs · 2025-01",
        "hardware": "NVIDIA H800fast phase)工期 未披露",
        "compute": "未披露每百万 token 训练成本 —",
        "recompute": "硬件为 H800，没有同类卡型的报价",
        "link": "来源 →",
    },
    organization="Pond Labs",
    accelerators=("NVIDIA H800",),
    printed_no_recompute_reason="硬件为 H800，没有同类卡型的报价",
)
RUN_IDS = ["acme-brook-4", "pond-labs-lake-2-8b"]

CHINESE = page(
    ["训练费用表", "收录模型2其中 1 个开放权重", "披露 GPU 小时1其余只披露卡数或完全不披露", "已披露最大算力30.0MBrook-4 的 GPU 小时数"],
    [BROOK, LAKE],
    [
        "按硬件分组",
        "NVIDIA A100",
        "1 条任务Brook-4",
        "平均工期来自 1 条能解析出天数的记录",
        "NVIDIA H800",
        "1 条任务Lake 2 8B",
        "工期文本解析不出天数，按未披露处理",
        "数据更新 2026-10-01 08:00",
    ],
    form="text",
    columns=("模型", "硬件与工期", "算力", "披露成本", "今日租价重算", ""),
)


def _read(made: TrainingPage) -> dict[str, Row]:
    rows = page_statements(made, CAPTURE)
    PAGE_STATEMENTS.schema.validate(typed(PAGE_STATEMENTS, rows))
    return {str(statement["statement_id"]).partition(":")[2]: statement for statement in rows}


def test_tiles_with_glued_label_figure_and_note() -> None:
    found = _read(CHINESE)
    assert found["tile:runs_total"]["value"] == 2
    assert found["tile:open_weights"]["value"] == 1
    assert found["tile:accelerator_hours_disclosed"]["value"] == 1
    largest = found["tile:largest_accelerator_hours:acme-brook-4"]
    assert (largest["value"], largest["subject"], largest["run_id"]) == (30e6, "Brook-4", "acme-brook-4")


def test_every_statement_stands_where_it_says() -> None:
    for statement in _read(CHINESE).values():
        start, end, text = statement["char_start"], statement["char_end"], str(statement["text_as_printed"])
        if isinstance(start, int) and isinstance(end, int) and statement["kind"] in {"row_figure", "sentence"}:
            assert CHINESE.text[start:end] == text


def test_results_of_a_row_keep_their_printed_digits() -> None:
    found = _read(CHINESE)
    assert found["row_figure:recomputed_cost_usd:acme-brook-4"]["text_as_printed"] == "$36,000,000"
    assert found["row_figure:recomputed_to_disclosed_ratio:acme-brook-4"]["value"] == 0.4
    assert found["row_figure:cost_per_million_tokens_usd:acme-brook-4"]["text_as_printed"] == "$7.5"
    reason = found["row_figure:no_recompute_reason:pond-labs-lake-2-8b"]
    assert (reason["value_text"], reason["subject"]) == ("no_live_quote", "NVIDIA H800")


def test_groups_in_one_line_per_part() -> None:
    found = _read(CHINESE)
    assert found["group:group_runs:NVIDIA A100"]["value"] == 1
    assert found["group:group_members:NVIDIA H800"]["value_text"] == "Lake 2 8B"
    assert [found[f"group:group_durations:NVIDIA {name}"]["value"] for name in ("A100", "H800")] == [1, 0]


def test_sentences_and_headings() -> None:
    found = _read(CHINESE)
    assert found["sentence:rest_disclose_only"]["value_text"] == "accelerator_count; nothing"
    assert found["sentence:costs_called_disclosed:column"]["text_as_printed"] == "披露成本"
    assert found["sentence:timestamp:data"]["value_text"] == "2026-10-01T08:00"
    assert found["order:row_order"]["value_text"] == "; ".join(RUN_IDS)


def test_glued_parts_are_counted_where_boundaries_are_lost() -> None:
    found = _read(CHINESE)
    hardware = str(found["rendering:glued_parts:hardware"]["value_text"])
    assert "NVIDIA A100|20,000 卡" in hardware
    assert "H800|fast phase" in hardware
    assert found["rendering:glued_parts:model"]["value"] == 2
    assert found["rendering:glued_parts:cost"]["value"] == 1
    assert found["rendering:unbalanced_brackets:pond-labs-lake-2-8b"]["value"] == -1
    assert found["rendering:links_without_address"]["value"] == 2


def test_a_page_with_element_boundaries_has_no_glued_parts() -> None:
    made = page(["Models tracked", "2"], [BROOK, LAKE], [], form="html")
    assert not [name for name in _read(made) if name.startswith("rendering:glued_parts")]


@pytest.mark.parametrize(
    "lines",
    [
        ["Models tracked", "12", "of which 5 open-weight", "GPU hours disclosed", "6", "Largest disclosed compute", "30.0M", "Brook-4"],
        ["12", "Models tracked", "of which 5 open-weight", "6", "GPU hours disclosed", "30.0M", "Largest disclosed compute", "Brook-4"],
        ["12 models tracked, 5 open-weight", "GPU hours disclosed: 6", "Largest disclosed compute 30.0M · Brook-4"],
    ],
)
def test_label_before_or_after_its_figure(lines: list[str]) -> None:
    found = _read(page(lines, [BROOK, LAKE], []))
    assert found["tile:runs_total"]["value"] == 12
    assert found["tile:open_weights"]["value"] == 5
    assert found["tile:accelerator_hours_disclosed"]["value"] == 6
    assert found["tile:largest_accelerator_hours:acme-brook-4"]["value"] == 30e6


def test_an_english_page_with_groups_and_unit_costs() -> None:
    below = [
        "Unit compute cost",
        "1 comparable",
        "Model",
        "Cost per GPU hour",
        "Brook-4",
        "$90,000,000",
        "$3.00 per GPU-hour",
        "By hardware",
        "NVIDIA A100",
        "1 run",
        "Brook-4",
        "Average duration 61 days, from 1 record with a parsable duration",
        "NVIDIA H800 · 1 run",
        "Lake 2 8B",
        "Prices as of 2026-10-02 09:30 UTC: A100 $1.20 per GPU-hour",
    ]
    found = _read(page(["TRAINING COST · 2 models"], [BROOK, LAKE], below))
    assert found["tile:runs_total"]["value"] == 2
    assert found["tile:unit_cost_comparable"]["value"] == 1
    assert found["rendering:unit_cost_rows_present"]["value"] == 1
    assert found["row_figure:usd_per_accelerator_hour:acme-brook-4"]["value"] == 3.0
    assert found["group:group_mean_days:NVIDIA A100"]["value"] == 61
    assert found["group:group_members:NVIDIA H800"]["value_text"] == "Lake 2 8B"
    assert found["sentence:rent_usd_per_accelerator_hour:NVIDIA A100"]["value"] == 1.2
    assert found["sentence:timestamp:prices"]["value_text"] == "2026-10-02T09:30 UTC"


def test_groups_and_unit_costs_in_tables_cell_by_cell() -> None:
    below = [
        "1 comparable",
        "Model",
        "GPU hours",
        "USD/h",
        "Brook-4",
        "30,000,000",
        "$3.00",
        "By hardware",
        "Runs",
        "Members",
        "Mean duration",
    ]
    below += ["NVIDIA A100", "1", "Brook-4", "61 days", "NVIDIA H800", "1", "Lake 2 8B", "—"]
    found = _read(page(["2 models"], [BROOK, LAKE], below))
    assert found["row_figure:usd_per_accelerator_hour:acme-brook-4"]["value"] == 3.0
    assert [found[f"group:group_runs:NVIDIA {name}"]["value"] for name in ("A100", "H800")] == [1, 1]
    assert found["group:group_members:NVIDIA A100"]["value_text"] == "Brook-4"
    assert found["group:group_mean_days:NVIDIA A100"]["value"] == 61


def test_a_card_torn_apart() -> None:
    made = page(
        ["NVIDIA A100", "1 条任务Brook-4"], [BROOK, LAKE], ["按硬件分组", "2 条1 条任务", "NVIDIA H800", "1 条任务Lake 2 8B"], form="text"
    )
    found = _read(made)
    assert found["rendering:group_displaced:NVIDIA A100"]["value"] == 1
    assert found["rendering:orphan_group_count"]["value"] == 1
    assert found["group:group_members:NVIDIA A100"]["value_text"] == "Brook-4"


def test_a_page_that_says_nothing_gives_rows_of_the_table_only() -> None:
    found = _read(page(["Notes"], [BROOK, LAKE], ["Contact us"]))
    assert {str(statement["kind"]) for statement in found.values()} <= {"row_figure", "order", "rendering"}


def test_no_rows_no_statements() -> None:
    assert page_statements(page(["训练费用表"], [], []), CAPTURE) == []
