"""Epoch AI's tables: every populated figure is a claim of a third party with its confidence and its method; fine-tunes are told."""

import csv
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.contracts import ACCELERATOR_PRICES
from fab_pipeline.contracts.derive import empty
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.findings.numeric import numeric_findings
from fab_pipeline.pipeline.parsing import Frames, parse_capture
from fab_pipeline.sources.base import Capture
from fab_pipeline_tests.sources.disclosures.captures import EPOCH_ROW, epoch_table


def frames(body: bytes) -> Frames:
    seen = datetime(2026, 11, 30, tzinfo=UTC)
    return parse_capture(body, Capture("epoch_models", seen, sha256(body).hexdigest(), "ingested", media_type="text/csv"))


def claims(**cells: str) -> dict[str, dict[str, object]]:
    body = epoch_table(EPOCH_ROW | {name.replace("_", " "): value for name, value in cells.items()})
    return {str(row["quantity"]): row for row in frames(body)["training_claims"].to_dicts()}


def findings(body: bytes) -> pl.DataFrame:
    found = frames(body)["training_claims"]
    return numeric_findings(found, training_runs(found), empty(ACCELERATOR_PRICES), date(2026, 11, 30))


def test_hours_of_the_clock_become_days_and_chips_stay_a_count() -> None:
    row = EPOCH_ROW | {"Training time (hours)": "120.0", "Hardware quantity": "64", "Training chip-hours": "7680"}
    found = {r["quantity"]: r["value"] for r in frames(epoch_table(row))["training_claims"].to_dicts()}
    assert found["duration_days"] == 5.0
    assert found["accelerator_count"] == 64.0
    assert found["accelerator_hours"] == 7680.0


def test_every_claim_is_a_third_partys_with_its_class_and_place() -> None:
    for claim in claims().values():
        assert (claim["stated_by"], claim["confidence"], claim["run_id"]) == ("third_party", "Confident", "acme-labs-willow-9b")
        assert str(claim["locator"]).startswith("line 2, column ")
        assert claim["source_url"] == "https://epoch.ai/data/notable_ai_models.csv"


def test_compute_keeps_its_bounds_and_method() -> None:
    row = EPOCH_ROW | {
        "Training compute lower bound": "5e22",
        "Training compute upper bound": "3e23",
        "Training compute estimation method": "Hardware",
    }
    (claim,) = frames(epoch_table(row))["training_claims"].filter(pl.col("quantity") == "training_compute_flop").to_dicts()
    assert (claim["value"], claim["value_min"], claim["value_max"], claim["method"]) == (1e23, 5e22, 3e23, "Hardware")


def test_three_methods_of_cost_are_three_quantities_and_none_is_disclosed() -> None:
    row = EPOCH_ROW | {
        "Training compute cost (2023 USD)": "$1200000.00",
        "Training compute cost (cloud)": "3,000,000",
        "Training compute cost (upfront)": "0",
    }
    found = {r["quantity"]: r for r in frames(epoch_table(row))["training_claims"].to_dicts()}
    assert found["estimated_cost_amortized_usd"]["value"] == 1.2e6
    assert found["estimated_cost_cloud_usd"]["value"] == 3e6
    assert found["estimated_cost_cloud_usd"]["estimated"] is True
    assert not {"estimated_cost_upfront_usd", "disclosed_cost_usd"} & set(found)


@pytest.mark.parametrize(("confidence", "qualifier", "estimated"), [("Confident", "exact", False), ("Speculative", "approx", True)])
def test_unsure_figures_are_approximate_estimates(confidence: str, qualifier: str, estimated: bool) -> None:
    claim = claims(Confidence=confidence)["training_compute_flop"]
    assert (claim["qualifier"], claim["estimated"]) == (qualifier, estimated)


def test_a_base_model_makes_the_hours_those_of_the_fine_tuning() -> None:
    row = EPOCH_ROW | {"Training chip-hours": "100", "Base model": "Oak-7B"}
    found = {r["quantity"]: r for r in frames(epoch_table(row))["training_claims"].to_dicts()}
    assert found["base_model"]["value_text"] == "Oak-7B"
    assert (found["accelerator_hours"]["scope"], found["training_compute_flop"]["scope"]) == ("post_training", "all")


def test_hardware_that_is_not_listed_is_kept_as_printed() -> None:
    claim = claims(**{"Training hardware": "Zorblax 9"})["accelerators"]
    assert (claim["status"], claim["text_as_printed"], claim["value_text"]) == ("unreadable", "Zorblax 9", None)


def test_bad_cells_and_repeated_rows_go_to_quarantine_and_the_rest_stays() -> None:
    body = epoch_table(EPOCH_ROW | {"Hardware quantity": "many"}, EPOCH_ROW, {"Organization": "Acme"})
    found = frames(body)
    reasons = sorted(found["quarantine"].select("row_number", "reason").iter_rows())
    assert reasons == [(1, "hardware_quantity_not_a_number"), (2, "duplicate_run"), (3, "model_missing")]
    assert "training_compute_flop" in found["training_claims"]["quantity"].to_list()


def test_another_table_is_unreadable_in_one_line() -> None:
    (row,) = frames(b"a,b\n1,2\n")["quarantine"].to_dicts()
    assert (row["row_number"], row["reason"]) == (0, "missing_columns")


def test_chip_days_held_as_chip_hours_are_found_with_their_factor() -> None:
    hours = 1e23 / (3600 * 989.4e12 * 0.4) / 24
    (row,) = findings(epoch_table(EPOCH_ROW | {"Training chip-hours": str(hours)})).filter(pl.col("severity") == "error").to_dicts()
    assert row["code"] == "utilisation_above_one"
    assert "×24: days of accelerators held as hours" in row["message_en"]


def test_a_fine_tune_above_the_peak_is_warned_of_and_not_called_impossible() -> None:
    found = findings(epoch_table(EPOCH_ROW | {"Training chip-hours": "100", "Base model": "Oak-7B"}))
    (row,) = found.filter(pl.col("code") == "utilisation_above_one").to_dicts()
    assert row["severity"] == "warning"
    assert "builds on Oak-7B" in row["message_en"]


def test_a_card_without_a_listed_peak_is_held_against_the_fastest_of_its_form() -> None:
    row = EPOCH_ROW | {"Training hardware": "NVIDIA RTX A5000", "Training chip-hours": "1000"}
    (found,) = findings(epoch_table(row)).filter(pl.col("severity") == "error").to_dicts()
    assert "no peak of NVIDIA RTX A5000 is listed" in found["message_en"]
    slow = findings(epoch_table(row | {"Training compute (FLOP)": "1e18"}))
    assert slow.filter(pl.col("severity") != "info").is_empty()


def test_known_slips_of_the_table_are_found_and_good_rows_are_not_accused(shared: Path) -> None:
    body = (shared / "samples/disclosures/epoch-training-cost-trends/data/All ML Systems - full view.csv").read_bytes()
    found = frames(body)["training_claims"]
    runs = training_runs(found)
    raised = numeric_findings(found, runs, empty(ACCELERATOR_PRICES), date(2026, 11, 30)).filter(pl.col("severity") != "info")
    model = dict(runs.select("run_id", "model").iter_rows())
    codes: dict[str, set[str]] = {}
    for row in raised.to_dicts():
        codes.setdefault(" ".join(str(model[row["subject_key"]]).split()), set()).add(str(row["code"]).partition("_")[0])
    with (shared / "corpus/epoch_checks.csv").open(encoding="utf-8", newline="") as file:
        verdicts = [(" ".join(row["model"].split()), row["verdict"]) for row in csv.DictReader(file)]
    good = [name for name, verdict in verdicts if verdict == "ok"]
    assert sum(name in codes for name in good) <= 0.03 * len(good)
    assert {name for name, verdict in verdicts if verdict == "identity"} <= {name for name, kinds in codes.items() if "hours" in kinds}
    factors = {"GRITLM 7B": "×8", "GRITLM 8x7B": "×32", "T0-XXL": "×10", "OtterHD-8B": "×3"}
    hours = {
        " ".join(str(model[row["subject_key"]]).split()): str(row["message_en"]) for row in raised.to_dicts() if "hours" in row["code"]
    }
    assert {name: f"Likely slip: {factor}:" in hours[name] for name, factor in factors.items()} == dict.fromkeys(factors, True)
    slips = {"BASIC-L", "CoAtNet", "GenCast", "DeepSeek-V2 (MoE-236B)", "Refact-1.6B"}
    assert slips <= {name for name, kinds in codes.items() if "utilisation" in kinds}


def test_every_populated_figure_of_the_notable_models_is_a_claim(shared: Path) -> None:
    body = (shared / "samples/disclosures/epoch-notable-2026-01/notable-ai-models.csv").read_bytes()
    found = frames(body)
    counts = dict(found["training_claims"].group_by("quantity").len().iter_rows())
    assert found["quarantine"]["reason"].unique().to_list() == ["duplicate_run"]
    lost = found["quarantine"].height
    for quantity, filled in {"parameters_total": 679, "training_compute_flop": 515, "duration_days": 237, "accelerators": 352}.items():
        assert filled - lost <= counts[quantity] <= filled
    assert counts["estimated_cost_amortized_usd"] == 178
