"""All findings on what pages say: each once, valid by the contract, none for a page that is consistent."""

import polars as pl

from fab_pipeline.contracts import FINDINGS, PAGE_STATEMENTS, TRAINING_CLAIMS
from fab_pipeline.contracts.derive import empty
from fab_pipeline.leaderboards.findings.statements import statement_findings
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import frame, run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, prints, says, statements

CLAIMS = frame(
    run("acme-wood", accelerators="NVIDIA B200", accelerator_hours=exact(1e6), disclosed_cost_usd=exact(5e6), released="2026-01-01"),
    run("acme-brook", accelerators="NVIDIA H800", accelerator_hours=exact(5e5), released="2025-01-01"),
    run("acme-lake", accelerators="NVIDIA A100", released="2025-06-01", open_weights="true"),
)
CONSISTENT: list[Said] = [
    says("runs_total", 3),
    says("open_weights", 1),
    says("accelerator_hours_disclosed", 2),
    says("recomputable", 1),
    says("largest_accelerator_hours", 1e6, "1.0M", run_id="acme-wood"),
    says("rent_usd_per_accelerator_hour", 4.25, "B200 $4.25", kind="sentence", subject="NVIDIA B200"),
    prints("acme-wood", "recomputed_cost_usd", 4_250_000, "$4,250,000"),
    prints("acme-wood", "recomputed_to_disclosed_ratio", 0.85, "0.85"),
    prints("acme-brook", "no_recompute_reason", value_text="no_live_quote", subject="NVIDIA H800"),
    prints("acme-lake", "no_recompute_reason", value_text="no_accelerator_hours"),
    says("rest_disclose_only", kind="sentence", value_text="accelerator_count; nothing"),
    says("row_order", 3, kind="order"),
    says("timestamp", kind="sentence", subject="data", value_text="2026-10-01T08:00 UTC"),
    *(
        said
        for name, model in (("B200", "wood"), ("H800", "brook"), ("A100", "lake"))
        for said in (
            says("group_runs", 1, kind="group", subject=f"NVIDIA {name}"),
            says("group_members", kind="group", subject=f"NVIDIA {name}", value_text=model),
            says("group_durations", 0, kind="group", subject=f"NVIDIA {name}"),
        )
    ),
]


def test_a_consistent_page_raises_nothing() -> None:
    found = statement_findings(CLAIMS, statements(*CONSISTENT))
    assert found["finding_id"].to_list() == []


def test_each_finding_once_and_valid_by_the_contract() -> None:
    wrong = [says("runs_total", 4), says("cost_disclosed", 2), prints("acme-brook", "recomputed_cost_usd", 1.0, "$1")]
    found = statement_findings(CLAIMS, statements(*[said for said in CONSISTENT if said["code"] != "runs_total"], *wrong))
    FINDINGS.schema.validate(found)
    assert found["finding_id"].is_unique().all()
    assert set(found["code"]) >= {"statement_contradicted_by_data", "product_differs"}


def test_claims_of_other_captures_are_no_evidence() -> None:
    other = frame(run("acme-sea", accelerator_hours=exact(9e9))).with_columns(capture_sha256=pl.lit("b" * 64))
    assert statement_findings(CLAIMS.vstack(other), statements(*CONSISTENT)).is_empty()


def test_no_page_no_findings() -> None:
    assert statement_findings(empty(TRAINING_CLAIMS), empty(PAGE_STATEMENTS)).is_empty()
