"""Group `captures`: bytes come into the archive. Nothing here is partitioned, and nothing is parsed."""

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import dagster as dg

from fab_pipeline.defs.presentation import OWNERS, Materialized, lines
from fab_pipeline.defs.resources import PipelineResource, one_line_failures

if TYPE_CHECKING:
    from fab_pipeline.pipeline.collect import Collected

BUNDLED: Final = dg.AssetKey(["captures", "bundled"])
INBOX: Final = dg.AssetKey(["captures", "inbox"])
CAPTURES: Final = (BUNDLED, INBOX)

FILES_TAKEN: Final = dg.AssetCheckSpec(
    "files_are_taken",
    asset=INBOX,
    description="Each file of the inbox could be taken; a refused one lies in inbox/rejected with its reason.",
)


@dg.asset(key=BUNDLED, group_name="captures", owners=OWNERS["captures"], kinds={"csv", "html"})
def bundled(pipeline: PipelineResource) -> Materialized:
    """Captures that ship with the project, put into the archive once: one item is one observation of one source, byte for byte."""
    with one_line_failures():
        collected = pipeline.steps.collect_bundled()
    observed = lines(entry.snapshot_id for entry in collected.entries)
    return dg.MaterializeResult(
        metadata=_metadata(collected, pipeline), data_version=dg.DataVersion(hashlib.sha256(observed.encode()).hexdigest())
    )


@dg.asset(key=INBOX, group_name="captures", owners=OWNERS["captures"], kinds={"file"}, check_specs=[FILES_TAKEN])
def inbox(pipeline: PipelineResource) -> Iterator[Materialized]:
    """Files dropped into the inbox, taken into the archive oldest first: one item is one observation.

    While the daemon runs the sensor takes files before a run starts; then there is nothing left for this asset.
    """
    with one_line_failures():
        collected = pipeline.steps.collect_inbox()
    refused = lines(item.detail for item in collected.refused)
    taken = dg.AssetCheckResult(
        check_name=FILES_TAKEN.name, passed=not refused, severity=dg.AssetCheckSeverity.WARN, description=refused or None
    )
    yield dg.MaterializeResult(metadata=_metadata(collected, pipeline), check_results=[taken])


def _metadata(collected: "Collected", pipeline: PipelineResource) -> dict[str, dg.MetadataValue]:
    observations = "\n".join(f"- {entry.snapshot_id}" for entry in collected.entries)
    return {
        "dagster/row_count": dg.MetadataValue.int(len(collected.entries)),
        "path": dg.MetadataValue.path(pipeline.steps.settings.captures),
        "observations": dg.MetadataValue.md(observations or "none"),
    }
