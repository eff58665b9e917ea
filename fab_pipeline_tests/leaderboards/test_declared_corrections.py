"""Declared corrections stand beside the claims they are about; nothing is replaced."""

from datetime import date

import polars as pl

from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.declared_corrections import CORRECTIONS_SCHEMA, correction_findings, with_corrections
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import Claim, claim, frame

CORRECTIONS = pl.DataFrame(
    [
        {
            "run_id": "acme-oak",
            "quantity": "accelerator_count",
            "source": "table",
            "printed_value": 8.0,
            "corrected_value": 256.0,
            "correction": "32 nodes of 8; printed “8.0” in row 3; said by developer at https://acme.example/paper",
            "declared_on": date(2026, 12, 1),
        }
    ],
    schema=CORRECTIONS_SCHEMA,
)


def count(value: float, source: str = "table", run_id: str = "acme-oak") -> Claim:
    return claim(run_id, "accelerator_count", exact(value), source=source, claim_id=f"{source}:{run_id}:{value:g}")


def test_a_corrected_claim_keeps_its_figure_and_carries_the_correction() -> None:
    corrected = with_corrections(frame(count(8.0)), CORRECTIONS)
    row = corrected.row(0, named=True)
    assert (row["value"], row["corrected_value"]) == (8.0, 256.0)
    assert training_runs(corrected)["accelerator_count"].to_list() == [8.0], "never silently replaced"


def test_it_loses_against_a_claim_that_nobody_corrects() -> None:
    claims = with_corrections(frame(count(8.0), count(250.0, source="z_press")), CORRECTIONS)
    assert training_runs(claims)["accelerator_count"].to_list() == [250.0]


def test_a_mended_figure_another_run_and_another_source_are_free_of_it() -> None:
    others = frame(count(256.0), count(8.0, source="page"), count(8.0, run_id="acme-elm"))
    assert with_corrections(others, CORRECTIONS).equals(others)


def test_the_finding_shows_what_is_printed_what_is_right_and_why() -> None:
    (row,) = correction_findings(with_corrections(frame(count(8.0)), CORRECTIONS)).to_dicts()
    assert (row["code"], row["severity"], row["subject_key"]) == ("printed_wrongly", "warning", "acme-oak")
    assert (row["stated"], row["expected_low"], row["arithmetic"]) == (8.0, 256.0, "256 / 8 = 32")
    assert row["message_en"] == "table states the accelerator count as 8; a declared correction says 256: 32 nodes of 8."
    assert "已登记的更正为 256" in row["message_zh"]
    assert "stays as printed" in row["effect"]
    assert correction_findings(frame(count(8.0))).is_empty()
