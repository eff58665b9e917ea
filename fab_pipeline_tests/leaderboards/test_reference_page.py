"""The boards over the reference training-cost page: what must come out of its own figures at the prices that it implies.

Expected figures: sections 1 to 3 of the findings note beside the reference page.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from fab_pipeline.contracts import TRAINING_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.disclosure_coverage import disclosure_coverage
from fab_pipeline.leaderboards.findings.numeric import numeric_findings
from fab_pipeline.leaderboards.training_by_accelerator import training_by_accelerator
from fab_pipeline.leaderboards.training_cost import training_cost
from fab_pipeline.leaderboards.unit_compute_cost import unit_compute_cost
from fab_pipeline.sources.base import Capture
from fab_pipeline_tests.leaderboards.claims import BOARD_DATE, price, prices

IMPLIED = prices(
    *(
        price(accelerator, usd, "lowest_on_demand")
        for accelerator, usd in {"NVIDIA A100": 1.19, "NVIDIA H100": 2.59, "NVIDIA B200": 5.98}.items()
    )
)
Boards = Mapping[str, pl.DataFrame]


@pytest.fixture(scope="module")
def boards(shared: Path) -> Boards:
    page = pytest.importorskip("fab_pipeline.sources.disclosures.training_cost_page")
    body = next((shared / "seeds").glob("002_*.txt")).read_bytes()
    seen = datetime(2026, 10, 28, 12, 15, tzinfo=UTC)
    capture = Capture("training_cost_page", seen, sha256(body).hexdigest(), "ingested", media_type="text/plain", filename="page.txt")
    claims = typed(TRAINING_CLAIMS, page.parse(body, capture).rows["training_claims"])
    runs = training_runs(claims)
    findings = numeric_findings(claims, runs, IMPLIED, BOARD_DATE)
    cost = training_cost(runs, IMPLIED, findings, BOARD_DATE)
    return {
        "findings": findings.join(cost.select(subject_key="run_id", model="model"), on="subject_key", how="left"),
        "cost": cost,
        "groups": training_by_accelerator(cost, claims),
        "unit": unit_compute_cost(cost),
        "coverage": disclosure_coverage(cost),
    }


def column(board: pl.DataFrame, name: str) -> dict[str, Any]:
    filled = board.filter(pl.col(name).is_not_null())
    return dict(zip(filled["model"], filled[name], strict=True))


def raised(boards: Boards, model: str) -> dict[str, dict[str, Any]]:
    return {f"{row['code']}:{row['quantity']}": row for row in boards["findings"].filter(pl.col("model") == model).to_dicts()}


def test_five_products_exact_to_the_dollar(boards: Boards) -> None:
    assert {model: round(cost, 6) for model, cost in column(boards["cost"], "recomputed_cost_usd").items()} == {
        "GPT-4": 321_300_000,
        "Llama 3.1 405B": 79_875_600,
        "Llama 4 Maverick": 6_164_200,
        "Kolibri-1": 2_344_160,
        "Soofi S 30B-A3B": 1_512_940,
    }


def test_two_ratios_and_three_costs_per_million_tokens(boards: Boards) -> None:
    ratios = column(boards["cost"], "recomputed_to_disclosed_ratio")
    assert {model: round(ratio, 4) for model, ratio in ratios.items()} == {"GPT-4": 3.213, "Llama 3.1 405B": 1.3313}
    per_million = column(boards["cost"], "cost_per_million_tokens_usd")
    assert {model: round(cost, 4) for model, cost in per_million.items()} == {"GPT-4": 7.6923, "Llama 3.1 405B": 4.0, "DeepSeek V3": 0.3768}


def test_tiles(boards: Boards) -> None:
    counts = dict(zip(boards["coverage"]["measure"], boards["coverage"]["runs"], strict=True))
    assert (counts["runs"], counts["open_weights"], counts["accelerator_hours"], counts["disclosed_cost_usd"]) == (15, 10, 6, 3)
    assert (counts["with:cost+hours"], counts["accelerator_count"], counts["duration_days"]) == (3, 6, 4)
    assert boards["cost"].filter(pl.col("recompute_status") == "recomputed").height == 5
    assert boards["cost"].row(0, named=True)["model"] == "GPT-4"


def test_eight_groups_hold_every_run_once(boards: Boards) -> None:
    groups = boards["groups"]
    assert groups["runs"].to_list() == [3, 2, 2, 1, 1, 1, 1, 4]
    assert groups.filter(pl.col("runs_with_duration") > 0).select("accelerator_group", "runs_with_duration").rows() == [
        ("NVIDIA B200", 2),
        ("NVIDIA A100", 1),
        ("NVIDIA H800", 1),
    ]
    means = dict(zip(groups["accelerator_group"], groups["duration_days_mean"], strict=True))
    assert {group: mean for group, mean in means.items() if mean is not None} == {"NVIDIA A100": 91.3125}


def test_statuses(boards: Boards) -> None:
    reasons = column(boards["cost"], "recompute_reasons")
    assert reasons["DeepSeek V3"] == "no_live_quote"
    assert reasons["OLMo 2 32B"] == "no_accelerator_hours"
    assert reasons["GPT-5.5"] == "no_accelerator_hours; accelerator_unmapped"
    assert reasons["Nemotron 3 Ultra"] == "no_accelerator_hours; no_live_quote"
    assert reasons["LongCat-2.0"] == "no_accelerator_hours; accelerator_undisclosed"


def test_h800_is_priced_as_labelled_proxy_only(boards: Boards) -> None:
    assert column(boards["cost"], "proxy_accelerator") == {"DeepSeek V3": "NVIDIA H100"}
    assert column(boards["cost"], "proxy_recomputed_cost_usd") == {"DeepSeek V3": pytest.approx(7_220_920)}


def test_hours_five_times_what_count_and_duration_allow(boards: Boards) -> None:
    row = raised(boards, "GPT-4")["hours_exceed_count_times_duration:accelerator_hours"]
    assert (row["severity"], row["stated"], row["expected_low"], row["expected_high"]) == ("error", 270e6, 54e6, 54_787_500)
    assert "492.8–500 %" in row["arithmetic"]
    assert "$64,260,000–$65,197,125 instead of $321,300,000" in row["effect"]
    assert raised(boards, "GPT-4")["unit_cost_out_of_band:usd_per_accelerator_hour"]["stated"] == pytest.approx(0.3704, abs=1e-4)
    implied = boards["cost"].filter(pl.col("model") == "GPT-4").select("implied_accelerator_hours_low", "implied_accelerator_hours_high")
    assert implied.row(0) == (54_000_000, 54_787_500)


def test_scope_gaps(boards: Boards) -> None:
    soofi = raised(boards, "Soofi S 30B-A3B")["hours_below_count_times_duration:accelerator_hours"]
    assert (soofi["severity"], soofi["expected_low"]) == ("warning", 602_112)
    kolibri = raised(boards, "Kolibri-1")
    assert kolibri["scope_mismatch:accelerator_hours"]["expected_high"] == pytest.approx(494_592)
    assert kolibri["stated_in_phases:duration_days"]["expected_high"] == pytest.approx(26.8333, abs=1e-4)
    deepseek = raised(boards, "DeepSeek V3")
    assert deepseek["scope_mismatch:duration_days"]["severity"] == "info"
    assert not [code for code in deepseek if code.startswith("hours_")]
    llama = raised(boards, "Llama 3.1 405B")
    assert llama["duration_implied_by_hours:duration_days"]["expected_low"] == pytest.approx(80.3125)
    assert llama["bound_used_as_value:training_tokens"]["severity"] == "info"
    assert "identity_not_checkable:accelerator_hours" in raised(boards, "Llama 4 Maverick")


def test_costs_that_are_no_disclosures(boards: Boards) -> None:
    codes = boards["findings"].group_by("code").agg(pl.col("model").sort())
    by_code = dict(zip(codes["code"], codes["model"].to_list(), strict=True))
    assert by_code["cost_not_disclosed_by_developer"] == ["GPT-4", "Llama 3.1 405B"]
    assert by_code["cost_is_hours_times_round_price"] == ["DeepSeek V3"]
    assert boards["unit"]["model"].to_list() == ["GPT-4", "Llama 3.1 405B", "DeepSeek V3"]


def test_nothing_exceeds_the_peak(boards: Boards) -> None:
    assert not [code for code in boards["findings"]["code"] if code.startswith("utilisation")]
