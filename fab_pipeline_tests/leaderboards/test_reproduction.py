"""A page rebuilt from its own claims and implied rents."""

from typing import Any

import polars as pl

from fab_pipeline.contracts.ledger import REPRODUCTION
from fab_pipeline.leaderboards.findings.common import Message, Subject, finding, findings_frame
from fab_pipeline.leaderboards.findings.statements import statement_findings
from fab_pipeline.leaderboards.reproduction import reproduce, unexplained
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import frame, run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, prints, says, statements

CLAIMS = frame(
    run("acme-brook", accelerators="NVIDIA H100", accelerator_hours=exact(2e6), disclosed_cost_usd=exact(9e6)),
    run("acme-lake", accelerators="NVIDIA H100", accelerator_hours=exact(3e5)),
)
PAGE = [
    says("runs_total", 2),
    prints("acme-brook", "recomputed_cost_usd", 4_980_000, "$4,980,000"),
    prints("acme-brook", "recomputed_to_disclosed_ratio", 0.55, "0.55"),
    prints("acme-lake", "recomputed_cost_usd", 747_000, "$747,000"),
]


def rebuilt(*said: Said, findings: pl.DataFrame | None = None) -> pl.DataFrame:
    printed = statements(*said)
    result = reproduce(CLAIMS, printed, statement_findings(CLAIMS, printed) if findings is None else findings)
    REPRODUCTION.schema.validate(result)
    return result


def row_of(result: pl.DataFrame, code: str, run_id: str | None = None) -> dict[str, Any]:
    [row] = result.filter((pl.col("code") == code) & pl.col("run_id").eq_missing(pl.lit(run_id))).to_dicts()
    return row


def test_a_page_that_holds() -> None:
    result = rebuilt(*PAGE)
    assert set(result["verdict"]) == {"holds"}
    assert unexplained(result).is_empty()
    rent = row_of(result, "rent_usd_per_accelerator_hour")
    assert (rent["kind"], rent["subject"], rent["printed"]) == ("implied", "NVIDIA H100", 2.49)


def test_a_wrong_count_is_explained_by_counting_again() -> None:
    result = rebuilt(*PAGE[1:], says("runs_total", 3))
    row = row_of(result, "runs_total")
    assert (row["verdict"], row["printed"], row["recomputed"], row["explained"]) == ("fails", 3, 2, True)
    assert row["finding_ids"] == "statement_contradicted_by_data:page_statements:tile:runs_total"
    assert unexplained(result).is_empty()


def test_a_wrong_product_is_named_and_stays_unexplained() -> None:
    result = rebuilt(*PAGE[:3], prints("acme-lake", "recomputed_cost_usd", 757_100, "$757,100"))
    row = row_of(result, "recomputed_cost_usd", "acme-lake")
    assert (row["verdict"], row["explained"]) == ("fails", False)
    assert str(row["finding_ids"]).startswith("product_differs:")
    assert row["statement_id"] in unexplained(result)["statement_id"].to_list()


def test_a_figure_names_what_is_doubted_about_its_operands() -> None:
    said = Message("Too many hours.", "卡时过多。")
    doubt = finding(
        "hours_exceed_count_times_duration", "error", Subject("training_cost", "acme-brook"), said, ["c1"], quantity="accelerator_hours"
    )
    result = rebuilt(*PAGE, findings=findings_frame([doubt]))
    assert row_of(result, "recomputed_cost_usd", "acme-brook")["finding_ids"] == doubt["finding_id"]
    assert row_of(result, "recomputed_cost_usd", "acme-lake")["finding_ids"] is None


def test_a_failing_statement_without_its_finding_is_unexplained() -> None:
    result = rebuilt(*PAGE[1:], says("runs_total", 3), findings=findings_frame([]))
    assert row_of(result, "runs_total")["finding_ids"] is None
    assert unexplained(result)["code"].to_list() == ["runs_total"]


def test_no_page_no_rows() -> None:
    assert rebuilt().is_empty()
