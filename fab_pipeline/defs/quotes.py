"""Group `quotes`: what the captures say, row by row, derived from the archive alone.

`price_quotes` is partitioned by the day on which a snapshot was observed. Whatever partition is asked for, captures of other days that
are new, or that were read by older code, are read too and reported for their own partitions: the boards see all days and must not mix
two readings. A backfill reads its days again, whatever has read them. The other tables here are small and whole.
"""

import hashlib
from collections.abc import Container, Iterator
from datetime import date
from typing import TYPE_CHECKING, Final

import dagster as dg
import polars as pl
from pydantic import Field

from fab_pipeline.defs.captures import CAPTURES
from fab_pipeline.defs.live import COLLECTION
from fab_pipeline.defs.partitions import OBSERVED_DAYS, partition_of
from fab_pipeline.defs.presentation import Materialized, contract_check_spec, contract_result, lines, result, table_spec
from fab_pipeline.defs.resources import PipelineResource, one_line_failures, parsed_day

if TYPE_CHECKING:
    from fab_pipeline.pipeline.parsed import ParsedCapture
    from fab_pipeline.pipeline.pipeline import Pipeline

FROM_VENDOR_PAGES: Final = ("vendor_claims", "vendor_pages", "specification_facts")
"""Tables of one reading of pages about vendors and cases, and of lists of specifications."""

SNAPSHOT_TAG: Final = "fab_pipeline/snapshot_id"
"""Tag of a run that was started for one observation."""

BACKFILL_TAG: Final = "dagster/backfill"
"""Dagster's tag of a run that belongs to a backfill."""

USABLE: Final = dg.AssetCheckSpec(
    "new_capture_is_usable",
    asset="quarantine",
    description="The observation for which this run was started gave a row that a board can use; where it did not, the last release stays.",
    blocking=True,
)
READABLE: Final = dg.AssetCheckSpec("captures_are_readable", asset="quarantine", description="Each capture of the archive gave a row.")


class Reading(dg.Config):
    """How captures are read."""

    again: bool = Field(
        default=False,
        description="Read captures also where the same code has read them already: those of the partitions, or of the days below. "
        "The archive never changes.",
    )
    from_day: str | None = Field(
        default=None, description="With `again`: the first UTC day of observation, like 2026-01-01; no limit unless given."
    )
    to_day: str | None = Field(default=None, description="With `again`: the last UTC day of observation; no limit unless given.")

    def wants(self, day: date, partitions: Container[str]) -> bool:
        """Whether captures of a day are read again: of the days given, else of the partitions of the run."""
        if not self.again:
            return False
        first, last = parsed_day("from_day", self.from_day), parsed_day("to_day", self.to_day)
        if first is None and last is None:
            return partition_of(day.isoformat()) in partitions
        return (first is None or first <= day) and (last is None or day <= last)


@dg.multi_asset(
    specs=[table_spec("price_quotes", "quotes", (*CAPTURES, COLLECTION))],
    check_specs=[contract_check_spec("price_quotes")],
    partitions_def=OBSERVED_DAYS,
    backfill_policy=dg.BackfillPolicy.single_run(),
)
def price_quotes(context: dg.AssetExecutionContext, config: Reading, pipeline: PipelineResource) -> Iterator[Materialized]:
    """Price captures of the partitions asked for, and of any other day that has news."""
    from fab_pipeline.sources.registry import SOURCES

    steps = pipeline.steps
    asked = set(context.partition_keys)
    reading = config.model_copy(update={"again": config.again or BACKFILL_TAG in context.run.tags})
    with one_line_failures():
        read = steps.parse_prices().parsed
        days = {entry.observed_at.date() for entry in steps.archive.entries()} if reading.again else set[date]()
        if wanted := {day for day in days if reading.wants(day, asked)}:
            read = [*read, *steps.parse_prices(wanted, again=True).parsed]
        built = steps.build("price_quotes")
    read_now = {partition_of(capture.observed_date) for capture in read}
    captures = [capture for capture in steps.parsed.captures() if capture.source in SOURCES and SOURCES[capture.source].kind == "prices"]
    for key in sorted(asked | read_now):
        facts = _partition_facts([capture for capture in captures if partition_of(capture.observed_date) == key])
        if key in asked:
            context.add_asset_metadata(facts, asset_key="price_quotes", partition_key=key)
        else:
            context.log_event(dg.AssetMaterialization("price_quotes", partition=key, metadata=facts))
    files = [file for capture in captures if partition_of(capture.observed_date) in asked for file in capture.files.get("price_quotes", [])]
    yield dg.MaterializeResult(
        asset_key="price_quotes",
        metadata={
            "all_rows": built.frame.height,
            "captures_read_now": len(read),
            "quarantined_now": sum(capture.rows.get("quarantine", 0) for capture in read),
            "path": dg.MetadataValue.path(built.path),
            "changed": bool(read),
        },
        data_version=dg.DataVersion(hashlib.sha256("\n".join(sorted(files)).encode()).hexdigest()),
        check_results=[contract_result(built)],
    )


@dg.multi_asset(
    specs=[
        table_spec("training_claims", "quotes", (*CAPTURES, COLLECTION)),
        table_spec("page_statements", "quotes", (*CAPTURES, COLLECTION)),
    ],
    check_specs=[contract_check_spec("training_claims"), contract_check_spec("page_statements")],
)
def training_pages(pipeline: PipelineResource) -> Iterator[Materialized]:
    """Training-cost pages, read once for both tables; of a page captured several times the newest capture speaks."""
    with one_line_failures():
        pipeline.steps.parse_pages()
        for table in ("training_claims", "page_statements"):
            yield result(pipeline.steps.build(table))


@dg.multi_asset(
    specs=[table_spec(table, "quotes", (*CAPTURES, COLLECTION)) for table in FROM_VENDOR_PAGES],
    check_specs=[contract_check_spec(table) for table in FROM_VENDOR_PAGES],
)
def vendor_pages(pipeline: PipelineResource) -> Iterator[Materialized]:
    """Pages about vendors and cases, and lists of specifications; of a page captured several times the newest capture speaks."""
    with one_line_failures():
        pipeline.steps.parse_vendor_pages()
        for table in FROM_VENDOR_PAGES:
            yield result(pipeline.steps.build(table))


@dg.multi_asset(
    specs=[table_spec("quarantine", "quotes", ["price_quotes", "training_claims", "vendor_claims", "specification_facts"])],
    check_specs=[contract_check_spec("quarantine"), USABLE, READABLE],
)
def quarantine(context: dg.AssetExecutionContext, pipeline: PipelineResource) -> Iterator[Materialized]:
    """Rejected rows of every capture, with their reasons."""
    with one_line_failures():
        built = pipeline.steps.build("quarantine")
    reasons = built.frame.group_by("reason").len().sort("len", "reason", descending=[True, False])
    counted = lines(f"- {row['reason']}: {row['len']}" for row in reasons.to_dicts())
    usable = _usable(context.run.tags.get(SNAPSHOT_TAG), pipeline.steps, built.frame)
    yield result(built, {"reasons": dg.MetadataValue.md(counted or "none")}, [usable, _readable(pipeline.steps, built.frame)])


@dg.multi_asset(
    specs=[table_spec("sources", "quotes", ["price_quotes", "training_claims", "vendor_claims", "specification_facts", "quarantine"])],
    check_specs=[contract_check_spec("sources")],
)
def sources(pipeline: PipelineResource) -> Iterator[Materialized]:
    """Every source that gave a row, good or rejected, with its newest observation."""
    with one_line_failures():
        yield result(pipeline.steps.build("sources"))


def _usable(snapshot_id: str | None, steps: "Pipeline", quarantined: pl.DataFrame) -> dg.AssetCheckResult:
    """Same rule as `fab-pipeline ingest`: a capture that gives no usable row changes no release."""
    if snapshot_id is None:
        return dg.AssetCheckResult(
            check_name=USABLE.name, asset_key="quarantine", passed=True, description="not started for one observation"
        )
    usable = steps.usable_rows(snapshot_id) > 0
    rows = quarantined.filter(pl.col("snapshot_id") == snapshot_id)
    if rows.is_empty():  # of unchanged bytes seen again the quarantine names the newest observation only
        rows = quarantined.filter(pl.col("capture_sha256").str.starts_with(snapshot_id.rsplit("-", 1)[1]))
    why = lines(_line(row) for row in rows.head(5).to_dicts())
    description = None if usable else f"{snapshot_id}: no row can be used; the last release stays. {why}"
    return dg.AssetCheckResult(check_name=USABLE.name, asset_key="quarantine", passed=usable, description=description)


def _readable(steps: "Pipeline", quarantined: pl.DataFrame) -> dg.AssetCheckResult:
    unread = [capture.snapshot_id for capture in steps.parsed.captures() if not capture.rows.keys() - {"quarantine"}]
    rows = quarantined.filter(pl.col("snapshot_id").is_in(unread)).sort("observed_at", descending=True)
    return dg.AssetCheckResult(
        check_name=READABLE.name,
        asset_key="quarantine",
        passed=not unread,
        severity=dg.AssetCheckSeverity.WARN,
        description=lines(_line(row) for row in rows.head(5).to_dicts()) or None,
        metadata={"captures": len(unread)},
    )


def _line(row: dict[str, object]) -> str:
    where = f"row {row['row_number']}" if row["row_number"] else row["row_name"] or "the file"
    return f"{row['source']}: {where}: {row['reason']}: {row['detail']}"


def _partition_facts(captures: "list[ParsedCapture]") -> dict[str, dg.MetadataValue]:
    return {
        "dagster/partition_row_count": dg.MetadataValue.int(sum(capture.rows.get("price_quotes", 0) for capture in captures)),
        "quarantined": dg.MetadataValue.int(sum(capture.rows.get("quarantine", 0) for capture in captures)),
        "observations": dg.MetadataValue.int(len(captures)),
    }
