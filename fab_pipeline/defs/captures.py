"""Group `captures`: bytes come into the archive. Nothing here is partitioned, and nothing is parsed."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import dagster as dg

from fab_pipeline.defs.presentation import OWNERS, Materialized, lines
from fab_pipeline.defs.resources import PipelineResource, one_line_failures
from fab_pipeline.settings import Settings

if TYPE_CHECKING:
    from fab_pipeline.collecting.manifest import Entry
    from fab_pipeline.pipeline.collect import Collected

BUNDLED: Final = dg.AssetKey(["captures", "bundled"])
INBOX: Final = dg.AssetKey(["captures", "inbox"])
CAPTURES: Final = (BUNDLED, INBOX)

FILES_TAKEN: Final = dg.AssetCheckSpec(
    "files_are_taken",
    asset=INBOX,
    description="No refused file lies in inbox/rejected; each has its reason beside it, and may be removed when read.",
)


@dg.asset(key=BUNDLED, group_name="captures", owners=OWNERS["captures"], kinds={"csv", "html"})
def bundled(pipeline: PipelineResource) -> Materialized:
    """Captures that ship with the project, put into the archive once: one item is one observation of one source, byte for byte."""
    with one_line_failures():
        collected = pipeline.steps.collect_bundled()
    return _materialized(collected, pipeline, collected.entries)


@dg.asset(key=INBOX, group_name="captures", owners=OWNERS["captures"], kinds={"file"}, check_specs=[FILES_TAKEN])
def inbox(pipeline: PipelineResource) -> Iterator[Materialized]:
    """Files dropped into the inbox, taken into the archive oldest first: one item is one observation.

    While the daemon runs the sensor takes files before a run starts; then there is nothing left for this asset.
    """
    with one_line_failures():
        collected = pipeline.steps.collect_inbox()
        ingested = [entry for entry in pipeline.steps.archive.entries() if entry.origin == "ingested"]
    yield _materialized(collected, pipeline, ingested, [refusals(pipeline.steps.settings)])


def refusals(settings: Settings) -> dg.AssetCheckResult:
    """The check of the inbox: it warns for as long as a refused file lies in `inbox/rejected`, with the newest reasons."""
    notes = sorted((settings.inbox / "rejected").rglob("*.reason.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    reasons = [f"{note.name.removesuffix('.reason.txt')}: {note.read_text('utf-8').strip()}" for note in notes[:5]]
    return dg.AssetCheckResult(
        asset_key=INBOX,
        check_name=FILES_TAKEN.name,
        passed=not notes,
        severity=dg.AssetCheckSeverity.WARN,
        description=lines(reasons) or None,
        metadata={"files": len(notes)},
    )


def _materialized(
    collected: "Collected", pipeline: PipelineResource, archived: "Sequence[Entry]", checks: Sequence[dg.AssetCheckResult] = ()
) -> Materialized:
    observations = lines(f"- {entry.snapshot_id}" for entry in collected.entries)
    version = hashlib.sha256(lines(entry.snapshot_id for entry in archived).encode()).hexdigest()
    metadata: dict[str, dg.MetadataValue] = {
        "dagster/row_count": dg.MetadataValue.int(len(archived)),
        "path": dg.MetadataValue.path(pipeline.steps.settings.captures),
        "taken_now": dg.MetadataValue.md(observations or "none"),
    }
    return dg.MaterializeResult(metadata=metadata, data_version=dg.DataVersion(version), check_results=list(checks))
