"""Whole pages through reader, statements, findings and reproduction: a consistent one, a damaged one, and the reference page.

Expected figures of the reference page: sections 1, 3, 4 and 5 of the findings note beside it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from fab_pipeline.contracts import FINDINGS, PAGE_STATEMENTS, TRAINING_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.ledger import REPRODUCTION
from fab_pipeline.leaderboards.findings.statements import statement_findings
from fab_pipeline.leaderboards.reproduction import reproduce, unexplained
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.disclosures.training_cost_page import parse

PAGES = Path(__file__).parent / "pages"


@dataclass(frozen=True)
class Rebuilt:
    """Findings and reproduction of one page."""

    findings: pl.DataFrame
    reproduction: pl.DataFrame

    def codes(self, severity: str | None = None) -> list[str]:
        found = self.findings if severity is None else self.findings.filter(pl.col("severity") == severity)
        return sorted(set(found["code"].to_list()))

    def about(self, code: str, run_id: str) -> list[dict[str, Any]]:
        return self.findings.filter((pl.col("code") == code) & (pl.col("subject_key") == run_id)).to_dicts()

    def row(self, name: str) -> dict[str, Any]:
        [row] = self.reproduction.filter(pl.col("statement_id").str.slice(13) == name).to_dicts()
        return row

    def verdict(self, name: str) -> str:
        return self.row(name)["verdict"]

    @property
    def failing(self) -> list[str]:
        return sorted(self.reproduction.filter(pl.col("verdict") == "fails")["statement_id"].str.slice(13).to_list())


def rebuilt(body: bytes, filename: str) -> Rebuilt:
    capture = Capture("training_cost_page", datetime(2026, 11, 1, tzinfo=UTC), sha256(body).hexdigest(), "ingested", filename=filename)
    parsed = parse(body, capture)
    claims, statements = typed(TRAINING_CLAIMS, parsed.rows["training_claims"]), typed(PAGE_STATEMENTS, parsed.rows["page_statements"])
    PAGE_STATEMENTS.schema.validate(statements)
    findings = statement_findings(claims, statements)
    reproduction = reproduce(claims, statements, findings)
    FINDINGS.schema.validate(findings)
    REPRODUCTION.schema.validate(reproduction)
    return Rebuilt(findings, reproduction)


def test_a_consistent_page_raises_nothing() -> None:
    page = rebuilt((PAGES / "consistent.html").read_bytes(), "consistent.html")
    assert page.findings["message_en"].to_list() == []
    assert page.failing == []
    assert page.verdict("tile:largest_accelerator_hours:cascade-works-granite-falls-70b") == "holds"
    assert page.row("row_figure:recomputed_cost_usd:fen-institute-moss-12b")["recomputed"] == 1_566_720
    assert page.verdict("group:groups_cover_runs") == "holds"
    assert page.verdict("sentence:rest_disclose_only") == "holds"


@pytest.fixture(scope="module")
def damaged() -> Rebuilt:
    return rebuilt((PAGES / "damaged.txt").read_bytes(), "damaged.txt")


def test_a_damaged_page_fails_where_it_was_damaged(damaged: Rebuilt) -> None:
    assert damaged.verdict("tile:runs_total") == "fails"
    assert damaged.verdict("tile:unit_cost_comparable") == "fails"
    assert damaged.verdict("row_figure:recomputed_cost_usd:fen-institute-moss-12b") == "fails"
    assert damaged.verdict("group:groups_cover_runs") == "fails"
    assert damaged.verdict("group:group_durations:硬件未披露") == "fails"
    assert damaged.verdict("sentence:rest_disclose_only") == "fails"
    assert damaged.verdict("tile:accelerator_hours_disclosed") == "holds"
    assert damaged.verdict("row_figure:recomputed_cost_usd:cascade-works-granite-falls-70b") == "holds"
    assert set(unexplained(damaged.reproduction)["code"]) == {"recomputed_cost_usd", "rent_usd_per_accelerator_hour"}


def test_a_damaged_page_raises_every_finding_on_its_form(damaged: Rebuilt) -> None:
    assert {
        "bound_used_as_value",
        "parts_glued",
        "price_not_stated",
        "product_differs",
        "provenance_lost",
        "rows_lost",
        "statement_contradicted_by_data",
        "status_text_misplaced",
        "text_truncated",
        "timestamp_without_zone",
    } <= set(damaged.codes())
    assert damaged.about("status_text_misplaced", "delta-lab-heron-2")
    assert damaged.about("text_truncated", "delta-lab-heron-2")


@pytest.fixture(scope="module")
def reference(shared: Path) -> Rebuilt:
    return rebuilt(next((shared / "seeds").glob("002_*.txt")).read_bytes(), "page.txt")


FAILING_ON_REFERENCE = [
    "order:row_order",
    "row_figure:no_recompute_reason:allen-ai-olmo-2-32b",
    "row_figure:no_recompute_reason:openai-gpt-5.5",
    "sentence:active_parameters_affect_cost_per_token",
    "sentence:costs_called_disclosed:column",
    "sentence:estimate_marker",
    "sentence:gap_is_margin",
    "sentence:most_disclose_compute_not_money",
    "sentence:most_disclose_compute_not_money#2",
    "sentence:most_disclose_one_dimension",
    "sentence:price_basis:lowest_of_month",
    "sentence:price_basis:today",
    "sentence:rent_several_times_disclosed",
    "sentence:rest_disclose_only",
]


def test_reference_page_every_figure_holds_and_every_failure_is_explained(reference: Rebuilt) -> None:
    assert reference.failing == FAILING_ON_REFERENCE
    assert unexplained(reference.reproduction).is_empty()


def test_reference_page_tiles(reference: Rebuilt) -> None:
    figures = {
        "runs_total": 15,
        "open_weights": 10,
        "accelerator_hours_disclosed": 6,
        "cost_disclosed": 3,
        "recomputable": 5,
        "largest_accelerator_hours:openai-gpt-4": 270e6,
        "unit_cost_comparable": 3,
        "coverage_both": 3,
    }
    assert {name: reference.row(f"tile:{name}")["recomputed"] for name in figures} == figures


def test_reference_page_products_ratios_and_costs_per_token(reference: Rebuilt) -> None:
    rents = reference.reproduction.filter(pl.col("kind") == "implied").select("subject", "printed").rows()
    assert dict(rents) == {"NVIDIA A100": 1.19, "NVIDIA H100": 2.59, "NVIDIA B200": 5.98}
    results = reference.reproduction.filter(pl.col("kind") == "row_figure", pl.col("printed").is_not_null())
    assert dict(results.group_by("code").len().rows()) == {
        "recomputed_cost_usd": 5,
        "recomputed_to_disclosed_ratio": 2,
        "cost_per_million_tokens_usd": 3,
    }
    assert results["verdict"].unique().to_list() == ["holds"]


def test_reference_page_groups_and_their_durations(reference: Rebuilt) -> None:
    groups = reference.reproduction.filter(pl.col("kind") == "group")
    assert groups["verdict"].unique().to_list() == ["holds"]
    durations = dict(groups.filter(pl.col("code") == "group_durations").select("subject", "recomputed").rows())
    assert len(durations) == 8
    assert {name: count for name, count in durations.items() if count} == {"NVIDIA A100": 1, "NVIDIA H800": 1, "NVIDIA B200": 2}


def test_reference_page_findings_of_its_text_and_form(reference: Rebuilt) -> None:
    assert {
        "block_out_of_place",
        "bound_used_as_value",
        "configuration_not_stated",
        "figure_beside_undisclosed",
        "figure_lost",
        "labels_merged",
        "mixed_language",
        "mixed_number_formats",
        "order_differs",
        "parts_glued",
        "price_not_stated",
        "provenance_lost",
        "reason_names_part",
        "rows_lost",
        "scope_mismatch",
        "stated_twice_differently",
        "statement_contradicted_by_data",
        "status_text_misplaced",
        "text_in_number_column",
        "text_truncated",
        "timestamp_without_zone",
    } == set(reference.codes())
    assert reference.about("status_text_misplaced", "allen-ai-olmo-2-32b")
    assert reference.about("text_truncated", "nvidia-nemotron-3-ultra")
    assert reference.about("text_in_number_column", "meituan-longcat-2.0")
    [weeks] = reference.about("stated_twice_differently", "soofi-consortium-soofi-s-30b-a3b")
    assert (weeks["stated"], weeks["expected_low"], weeks["expected_high"]) == (49, 50, 51)


CHANGED = [
    ("收录模型15", "收录模型16", "tile:runs_total", True),
    ("披露 GPU 小时6", "披露 GPU 小时7", "tile:accelerator_hours_disclosed", True),
    ("270.0M", "290.0M", "tile:largest_accelerator_hours:openai-gpt-4", True),
    ("2 条任务Kolibri", "3 条任务Kolibri", "group:group_runs:NVIDIA B200", True),
    ("平均工期来自 2 条", "平均工期来自 1 条", "group:group_durations:NVIDIA B200", True),
    ("6 条有 GPU 小时", "5 条有 GPU 小时", "sentence:accelerator_hours_disclosed", True),
    ("$6,164,200", "$6,264,200", "row_figure:recomputed_cost_usd:meta-llama-4-maverick", False),
    ("$321,300,000", "$331,300,000", "row_figure:recomputed_cost_usd:openai-gpt-4", False),
    ("1.33 倍", "1.43 倍", "row_figure:recomputed_to_disclosed_ratio:meta-llama-3.1-405b", False),
    ("$0.38", "$0.48", "row_figure:cost_per_million_tokens_usd:deepseek-deepseek-v3", False),
]


@pytest.mark.parametrize(("printed", "changed", "statement", "explained"), CHANGED)
def test_reference_page_with_one_figure_changed(shared: Path, printed: str, changed: str, statement: str, explained: bool) -> None:
    body = next((shared / "seeds").glob("002_*.txt")).read_text("utf-8").replace(printed, changed)
    page = rebuilt(body.encode(), "page.txt")
    assert page.verdict(statement) == "fails"
    assert page.row(statement)["explained"] is explained
    assert page.row(statement)["finding_ids"]


def test_reference_page_without_a_group(shared: Path) -> None:
    body = next((shared / "seeds").glob("002_*.txt")).read_text("utf-8")
    start = body.index("NVIDIA H800\n1 条任务")
    page = rebuilt((body[:start] + body[body.index("自研 ASIC") :]).encode(), "page.txt")
    assert page.verdict("group:groups_cover_runs") == "fails"
    assert page.row("group:groups_cover_runs")["printed"] == 14
