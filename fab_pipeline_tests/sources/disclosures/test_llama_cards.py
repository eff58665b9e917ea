"""The cards of Llama 2 to 4 beside the checkout: every printed figure of GPU hours, whose it is, the contradictions, and nothing else."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.contracts import ACCELERATOR_PRICES, TRAINING_CLAIMS
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.findings.claim_sets import claim_findings
from fab_pipeline.leaderboards.findings.numeric import numeric_findings
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.disclosures.model_card import parse

MODELS = "samples/disclosures/meta-llama-models/models"

PRINTED: Mapping[str, list[tuple[str, str, float, str | None]]] = {
    "llama2/MODEL_CARD": [
        ("meta-llama-2-7b", "cell", 184_320, None),
        ("meta-llama-2-13b", "cell", 368_640, None),
        ("meta-llama-2-70b", "cell", 1_720_320, None),
        ("meta-llama-2", "cell", 3_311_616, "total"),
        ("meta-llama-2", "sentence", 3.3e6, "total"),
    ],
    "llama3/MODEL_CARD": [
        ("meta-llama-3-8b", "cell", 1.3e6, None),
        ("meta-llama-3-70b", "cell", 6.4e6, None),
        ("meta-llama-3", "cell", 7.7e6, "total"),
        ("meta-llama-3", "sentence", 7.7e6, "total"),
    ],
    "llama3_1/MODEL_CARD": [
        ("meta-llama-3.1-8b", "cell", 1.46e6, None),
        ("meta-llama-3.1-70b", "cell", 7.0e6, None),
        ("meta-llama-3.1-405b", "cell", 30.84e6, None),
        ("meta-llama-3.1", "cell", 39.3e6, "total"),
        ("meta-llama-3.1", "sentence", 39.3e6, "total"),
    ],
    "llama3_2/MODEL_CARD": [
        ("meta-llama-3.2-1b", "cell", 370e3, None),
        ("meta-llama-3.2-3b", "cell", 460e3, None),
        ("meta-llama-3.2-1b-spinquant", "cell", 1.7, None),
        ("meta-llama-3.2-3b-spinquant", "cell", 2.4, None),
        ("meta-llama-3.2-1b-qlora", "cell", 1300, None),
        ("meta-llama-3.2-3b-qlora", "cell", 1600, None),
        ("meta-llama-3.2", "cell", 833e3, "total"),
        ("meta-llama-3.2", "cell", 86e3, "total"),
        ("meta-llama-3.2", "sentence", 916e3, "total"),
    ],
    "llama3_2/MODEL_CARD_VISION": [
        ("meta-llama-3.2-vision-11b", "cell", 147e3, "pretraining"),
        ("meta-llama-3.2-vision-11b", "cell", 98e3, "mid_training"),
        ("meta-llama-3.2-vision-11b", "cell", 896, "post_training"),
        ("meta-llama-3.2-vision-11b", "cell", 224, "post_training"),
        ("meta-llama-3.2-vision-90b", "cell", 885e3, "pretraining"),
        ("meta-llama-3.2-vision-90b", "cell", 885e3, "mid_training"),
        ("meta-llama-3.2-vision-90b", "cell", 3072, "post_training"),
        ("meta-llama-3.2-vision-90b", "cell", 2048, "post_training"),
        ("meta-llama-3.2-vision", "cell", 2.02e6, "total"),
        ("meta-llama-3.2-vision", "sentence", 2.02e6, "total"),
    ],
    "llama3_3/MODEL_CARD": [("meta-llama-3.3-70b", "cell", 7.0e6, None), ("meta-llama-3.3-70b", "sentence", 39.3e6, None)],
    "llama4/MODEL_CARD": [
        ("meta-llama-4-scout", "cell", 5.0e6, None),
        ("meta-llama-4-maverick", "cell", 2.38e6, None),
        ("meta-llama-4", "cell", 7.38e6, "total"),
        ("meta-llama-4", "sentence", 7.38e6, "total"),
    ],
}
"""Run or family, where it stands, hours, and phase or total; read in the cards by a person."""

ON_THE_BOARD = {
    run: hours for figures in PRINTED.values() for run, place, hours, part in figures if place == "cell" and part in (None, "pretraining")
}


@pytest.fixture(scope="module")
def claims(shared: Path) -> pl.DataFrame:
    rows: list[dict[str, object]] = []
    for number, name in enumerate(PRINTED):
        body = (shared / MODELS / f"{name}.md").read_bytes()
        capture = Capture("model_card", datetime(2026, 11, 30, tzinfo=UTC), f"{number:02}" * 32, "ingested")
        rows += parse(body, capture).rows["training_claims"]
    return typed(TRAINING_CLAIMS, rows)


@pytest.mark.parametrize("card", PRINTED)
def test_every_printed_figure_of_hours_once_and_nothing_else(claims: pl.DataFrame, card: str) -> None:
    number = list(PRINTED).index(card)
    hours = claims.filter((pl.col("capture_sha256") == f"{number:02}" * 32) & (pl.col("quantity") == "accelerator_hours"))
    printed = hours.sort("part", nulls_last=False).unique(["run_id", "char_start", "value"], keep="last").sort("char_start").to_dicts()
    found = [(row["run_id"], row["place"], row["value"], "total" if row["of_family"] else row["part"]) for row in printed]
    assert sorted(found, key=str) == sorted(
        ((run, place, pytest.approx(hours), part) for run, place, hours, part in PRINTED[card]), key=str
    )


def test_each_model_is_a_run_with_the_hours_of_its_row_and_no_family_is(claims: pl.DataFrame) -> None:
    runs = training_runs(claims)
    assert dict(zip(runs["run_id"].to_list(), runs["accelerator_hours"].to_list(), strict=True)) == pytest.approx(ON_THE_BOARD)


def test_the_contradictions_of_the_cards_and_nothing_else(claims: pl.DataFrame) -> None:
    found = pl.concat(
        [numeric_findings(claims, training_runs(claims), empty(ACCELERATOR_PRICES), date(2026, 11, 30)), claim_findings(claims)]
    )
    told = {(row["code"], row["subject_key"].partition(":")[2] or row["subject_key"], row["arithmetic"]) for row in found.to_dicts()}
    assert {(code, key) for code, key, _ in told if code == "identity_not_checkable"} == {
        ("identity_not_checkable", run) for run in ON_THE_BOARD
    }, "no card states how many accelerators ran how long"
    assert {row for row in told if row[0] != "identity_not_checkable"} == {
        ("stated_twice_differently", "meta-llama-3.3-70b", "39,300,000 / 7,000,000 = 5.614"),
        ("same_text_many_sources", "meta-llama-3.3-70b", "39,300,000 = 39,300,000, 148 characters alike"),
        ("stated_twice_differently", "meta-llama-3.2:accelerator_hours:2", "833,000 + 86,000 = 919,000; 916,000 in prose, 0.9967 of it"),
        ("stated_in_phases", "meta-llama-3.2-vision-11b", "147,000 + 98,000 + 1,120 = 246,120 (pretraining, mid_training, post_training)"),
        (
            "stated_in_phases",
            "meta-llama-3.2-vision-90b",
            "885,000 + 885,000 + 5,120 = 1,775,120 (pretraining, mid_training, post_training)",
        ),
    }
