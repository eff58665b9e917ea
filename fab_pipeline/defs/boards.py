"""Group `boards`: one asset per board, made from the one list of boards in `fab_pipeline.pipeline.boards`.

A new board needs nothing here. Does not belong here: how a board is computed.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import dagster as dg
import polars as pl

from fab_pipeline.defs.presentation import Materialized, contract_check_spec, lines, result, table_spec
from fab_pipeline.defs.price_view import price_metadata
from fab_pipeline.defs.resources import PipelineResource, one_line_failures
from fab_pipeline.defs.specification_view import specification_metadata
from fab_pipeline.defs.vendor_view import vendor_metadata
from fab_pipeline.pipeline.boards import STEPS, Step

if TYPE_CHECKING:
    from fab_pipeline.pipeline.pipeline import Built

PRICES: Final = "accelerator_prices"

NO_CONTRADICTIONS: Final = dg.AssetCheckSpec(
    "no_impossible_figures",
    asset="findings",
    description="No finding of severity error. A contradiction inside a source is published, and never stops a release.",
)


def board_asset(step: Step) -> dg.AssetsDefinition:
    """Asset of one board.

    Args:
        step: the table, its inputs and how it is built.
    """
    is_findings = step.table == "findings"
    checks = [contract_check_spec(step.table), *([NO_CONTRADICTIONS] if is_findings else [])]

    @dg.multi_asset(name=step.table, specs=[table_spec(step.table, "boards", step.inputs)], check_specs=checks)
    def board(pipeline: PipelineResource) -> Iterator[Materialized]:
        with one_line_failures():
            built = pipeline.steps.build(step.table)
        day = pipeline.steps.board_date()
        more: dict[str, dg.MetadataValue] = {"board_date": dg.MetadataValue.text(day.isoformat())}
        if step.table == PRICES:
            more |= price_metadata(built.frame, day)
        if is_findings:
            more |= by_severity(built.frame)
        more |= vendor_metadata(step.table, built.frame) | specification_metadata(step.table, built.frame)
        if "findings" in step.inputs:
            about = pipeline.steps.read("findings").filter(pl.col("subject_table") == step.table)
            more["findings"] = dg.MetadataValue.int(about.height)
        yield result(built, more, [_contradictions(built)] if is_findings else [])

    return board


boards = [board_asset(step) for step in STEPS]


def by_severity(findings: pl.DataFrame) -> dict[str, dg.MetadataValue]:
    """How many findings of each severity."""
    counts = {row["severity"]: row["len"] for row in findings.group_by("severity").len().to_dicts()}
    return {f"findings_{name}": dg.MetadataValue.int(counts.get(name, 0)) for name in ("error", "warning", "info")}


def _contradictions(built: "Built") -> dg.AssetCheckResult:
    errors = built.frame.filter(pl.col("severity") == "error").sort("finding_id")
    return dg.AssetCheckResult(
        check_name=NO_CONTRADICTIONS.name,
        asset_key="findings",
        passed=errors.is_empty(),
        severity=dg.AssetCheckSeverity.WARN,
        description=lines(row["message_en"] for row in errors.head(5).to_dicts()) or None,
        metadata={"errors": errors.height},
    )
