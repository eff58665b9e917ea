"""Claims: one per quantity and phase, also where nothing is disclosed, in the page's own words with their place."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from fab_pipeline.contracts import TRAINING_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.sources.base import Capture, Row
from fab_pipeline.sources.disclosures.training_cost_page import parse, read_training_page

HEAD = "| # | 模型 | 规模 | 硬件与工期 | 算力 | 披露成本 |\n|---|---|---|---|---|---|\n"


def capture(body: bytes) -> Capture:
    return Capture("training_cost_page", datetime(2026, 11, 1, tzinfo=UTC), sha256(body).hexdigest(), "ingested")


def claims(text: str) -> dict[tuple[str, str | None], Row]:
    body = text.encode()
    rows = parse(body, capture(body)).rows["training_claims"]
    return {(str(row["quantity"]), None if row["part"] is None else str(row["part"])): row for row in rows}


def test_claims_of_the_reference_page_keep_the_contract_and_their_words(shared: Path) -> None:
    body = (shared / "seeds/002_0acc6073a44ef908.txt").read_bytes()
    page, parsed = read_training_page(body), parse(body, capture(body))
    frame = typed(TRAINING_CLAIMS, parsed.rows["training_claims"])
    TRAINING_CLAIMS.schema.validate(frame)
    assert parsed.rejected == []
    assert frame["run_id"].n_unique() == 15
    for claim in frame.iter_rows(named=True):
        assert page.text[claim["char_start"] : claim["char_end"]] == claim["text_as_printed"]


def test_figures_phases_and_silence() -> None:
    found = claims(
        HEAD + "| 1 | Finch 9B 开放权重Mistral · 2025-03 | 9B训练 token 8T (plus 1T mid-training) "
        "| NVIDIA H100-80GB512 卡 · 工期 未披露（论文分析 54 天） | millions of accelerator-days | 未披露 |\n"
    )
    assert (found["training_tokens", None]["value"], found["training_tokens", None]["scope"]) == (8e12, "pretraining")
    assert found["training_tokens", "mid_training"]["value"] == 1e12
    assert (found["accelerators", None]["value_text"], found["accelerators", None]["text_as_printed"]) == (
        "NVIDIA H100",
        "NVIDIA H100-80GB",
    )
    assert (found["released", None]["value_text"], found["open_weights", None]["value_text"]) == ("2025-03", "true")
    assert found["duration_days", None]["status"] == found["disclosed_cost_usd", None]["status"] == "undisclosed"
    hours = found["accelerator_hours", None]
    assert (hours["status"], hours["text_as_printed"], hours.get("value")) == ("unreadable", "millions of accelerator-days", None)


def test_whose_cost_it_is() -> None:
    row = "| 1 | Finch 9BMistral · 2025-03 | 9B | 未披露 | 未披露 | {} |\n"
    estimated = claims(HEAD + row.format("$1,000,000公开来源标注为估算"))["disclosed_cost_usd", None]
    plain = claims(HEAD + row.format("$1,000,000"))["disclosed_cost_usd", None]
    unsaid = claims(HEAD.replace("披露成本", "成本") + row.format("$1,000,000"))["disclosed_cost_usd", None]
    assert (estimated["stated_by"], estimated["estimated"]) == ("third_party", True)
    assert (plain["stated_by"], plain["estimated"]) == ("developer", False)
    assert unsaid["stated_by"] == "unknown"


def test_hardware_without_a_known_name_is_unreadable_not_dropped() -> None:
    found = claims(HEAD + "| 1 | Finch 9BMistral · 2025-03 | 9B | AI ASIC podsvendor withheld40,000 卡 · 工期 未披露 | 未披露 | 未披露 |\n")
    assert found["accelerators", None]["status"] == "unreadable"
    assert found["accelerator_count", None]["value"] == 40_000


def test_a_page_without_badges_claims_nothing_about_weights() -> None:
    assert ("open_weights", None) not in claims(HEAD + "| 1 | Finch 9BMistral · 2025-03 | 9B | 未披露 | 未披露 | 未披露 |\n")


def test_a_run_named_twice_is_rejected_the_second_time() -> None:
    row = "| {} | Finch 9BMistral · 2025-03 | 9B | 未披露 | {} GPU 小时 | 未披露 |\n"
    body = (HEAD + row.format(1, "1,000,000") + row.format(2, "2,000,000")).encode()
    parsed = parse(body, capture(body))
    assert [(entry.row_number, entry.reason, entry.name) for entry in parsed.rejected] == [(2, "duplicate_run", "Finch 9B")]
    assert {row["row_number"] for row in parsed.rows["training_claims"]} == {1}


def test_rows_that_are_no_runs_are_rejected_with_their_words() -> None:
    body = (HEAD + "| 1 | Finch 9BMistral · 2025-03 | 9B | 未披露 | 未披露 | 未披露 |\n| | 合计 | 9B | | | |\n").encode()
    (entry,) = parse(body, capture(body)).rejected
    assert (entry.row_number, entry.reason) == (2, "summary_row")
