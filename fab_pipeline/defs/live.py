"""Group `live`: the sealed collection, and one asset for each source that can be asked.

One step, `ask_sources`, asks all sources of a run side by side in threads and seals the collection; boards and release depend on it alone.
A step per source then says what became of it. One that failed is a failed step and a red asset with one line, and because of it the run
is shown as failed, too; nothing waits for it: boards and release of the same run are built once from what came, and the last good capture
of the source is carried for three days. One that was not asked for want of a key says which. Nothing here is partitioned: nobody can ask
for yesterday's page. Does not belong here: how a source is asked (see `pipeline.collect_live`).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import dagster as dg
from pydantic import Field

from fab_pipeline.defs.presentation import OWNERS, Materialized, lines
from fab_pipeline.defs.resources import PipelineResource, one_line_failures
from fab_pipeline.errors import FabError
from fab_pipeline.settings import Settings
from fab_pipeline.sources.registry import SOURCES

if TYPE_CHECKING:
    from fab_pipeline.collecting.sealing import Collection, SourceOutcome
    from fab_pipeline.pipeline.pipeline import Pipeline

GROUP: Final = "live"
ANSWERS: Final = "source_answers"
COLLECTION: Final = dg.AssetKey(["captures", "collection"])
COLLECTION_TAG: Final = "fab_pipeline/collection_id"
"""Tag of a run: the collection that it sealed."""

ASKED: Final = {dg.AssetKey(["raw", name]): name for name, source in sorted(SOURCES.items()) if source.fetching is not None}
"""Assets of this group and the sources that they ask."""

SOURCE_STEPS: Final = {"__".join(key.path): name for key, name in ASKED.items()}
"""Steps of those assets."""

AFTER_THE_BOARDS: Final = {"dagster/priority": "-1"}
"""Nothing waits for these steps, so readers get their release first."""


def why_off(settings: Settings) -> str | None:
    """Why live collecting is off, in one line; None where it is on."""
    if settings.network.contact:
        return None
    return "no source is asked: give servers a mail address or a web page of yours in FAB_CONTACT, and start again"


class Collecting(dg.Config):
    """Which sources are asked."""

    sources: list[str] = Field(
        default_factory=list, description="Names of the sources to ask, like azure; all that are part of the run unless given."
    )


@dg.multi_asset(
    name="ask_sources",
    specs=[
        dg.AssetSpec(
            COLLECTION,
            group_name=GROUP,
            owners=OWNERS["captures"],
            kinds={"http", "file"},
            description="Sources that were asked together, each with what became of it; sealed when the last one had finished or failed.",
        )
    ],
)
def ask_sources(context: dg.AssetExecutionContext, config: Collecting, pipeline: PipelineResource) -> Materialized:
    """Ask the sources of this run side by side and seal the collection."""
    from fab_pipeline.collecting.sealing import newest_collection

    steps = pipeline.steps
    names = _wanted(context, config.sources)
    off = why_off(steps.settings)
    with one_line_failures():
        if off or not names:
            context.log.info(off or "no source is part of this run; the last collection stays")
            return _of_collection(newest_collection(steps.archive), off)
        return _of_collection(pipeline.collection(lambda: _collect(context, steps, names)), off)


def source_asset(step: str, name: str) -> dg.AssetsDefinition:
    """Asset of one source: what became of it when it was asked last.

    Args:
        step: name of its step.
        name: of the source.
    """
    key, source = dg.AssetKey(["raw", name]), SOURCES[name]
    spec = dg.AssetSpec(
        key,
        deps=[COLLECTION],
        group_name=GROUP,
        owners=OWNERS["captures"],
        kinds={"http"},
        description=f"{source.title}. {source.url or ''}\n\nTerms: {source.license}.",
        tags={"source_status": source.status, "key": "needed" if source.fetching and source.fetching.key else "none"},
        skippable=True,
    )
    answers = dg.AssetCheckSpec(ANSWERS, asset=key, description="The source gave rows when it was asked last; else one line says why not.")

    @dg.multi_asset(name=step, specs=[spec], check_specs=[answers], can_subset=True, op_tags=AFTER_THE_BOARDS)
    def source_step(context: dg.AssetExecutionContext, pipeline: PipelineResource) -> Iterator[Materialized | dg.AssetCheckResult]:
        with one_line_failures():
            outcome = _outcome_of(name, context, pipeline)
        if outcome is not None:
            yield from _said(outcome, key, context, pipeline.steps)

    return source_step


def _outcome_of(name: str, context: dg.AssetExecutionContext, pipeline: PipelineResource) -> "SourceOutcome | None":
    """What became of a source in this run; None where the run asked nobody, or not this source."""
    off = why_off(pipeline.steps.settings)
    if off and COLLECTION in _selected(context):
        return None  # the collection says so
    if off:
        raise dg.Failure(description=off, allow_retries=False)
    # Whoever comes first asks for all: sources that were chosen without the collection are asked side by side, too.
    collection = pipeline.collection(lambda: _collect(context, pipeline.steps, _wanted(context, [])))
    return next((outcome for outcome in collection.outcomes if outcome.source == name), None)


def _wanted(context: dg.AssetExecutionContext, chosen: Sequence[str]) -> list[str]:
    """Names of the sources to ask: those of the run, or the chosen ones of them."""
    steps, selected = context.run.step_keys_to_execute, _selected(context)
    there = [name for step, name in SOURCE_STEPS.items() if steps is None or step in steps]
    in_run = [name for name in there if dg.AssetKey(["raw", name]) in selected]
    if unknown := sorted(set(chosen) - set(in_run)):
        raise dg.Failure(description=f"{unknown[0]!r} is no source of this run that can be asked", allow_retries=False)
    return [name for name in in_run if name in chosen or not chosen]


def _selected(context: dg.AssetExecutionContext) -> set[dg.AssetKey]:
    """Assets of this run, and those of which it runs the check alone."""
    layer = context.job_def.asset_layer
    return {*layer.selected_asset_keys, *(check.asset_key for check in layer.asset_graph.asset_check_keys)}


def _collect(context: dg.AssetExecutionContext, steps: "Pipeline", names: Sequence[str]) -> "Collection":
    from fab_pipeline.collecting.session import LiveSession
    from fab_pipeline.pipeline.collect_live import collect_live

    with LiveSession(steps.settings.network) as session:
        collection = collect_live(steps.settings, steps.archive, session, names)
    context.instance.add_run_tags(context.run.run_id, {COLLECTION_TAG: collection.collection_id})
    return collection


def _said(
    outcome: "SourceOutcome", key: dg.AssetKey, context: dg.AssetExecutionContext, steps: "Pipeline"
) -> Iterator[Materialized | dg.AssetCheckResult]:
    """What became of one source, as check and as asset.

    Raises:
        dg.Failure: it failed; one line.
    """
    good, skipped = outcome.outcome == "ok", outcome.outcome == "skipped"
    line = outcome.line if good else f"{outcome.outcome}: {outcome.line}"
    asset = key in context.selected_asset_keys
    if asset and good:
        yield dg.MaterializeResult(asset_key=key, metadata=_entry_facts(outcome, steps), data_version=_version(outcome))
    if asset and skipped:  # without a materialization it would be red in a run that failed for another source
        context.log.info(line)
        yield dg.MaterializeResult(asset_key=key, metadata={"dagster/row_count": 0, "live": line}, data_version=dg.DataVersion("none"))
    if context.selected_asset_check_keys and not skipped:
        yield dg.AssetCheckResult(check_name=ANSWERS, asset_key=key, passed=good, description=line)
    if asset and not good and not skipped:
        raise dg.Failure(description=f"{outcome.source}: {line}", allow_retries=False)


def _version(outcome: "SourceOutcome") -> dg.DataVersion:
    """The bytes decide: the same bytes seen again change nothing downstream but their age."""
    return dg.DataVersion((outcome.snapshot_id or "").rsplit("-", 1)[-1])


def _entry_facts(outcome: "SourceOutcome", steps: "Pipeline") -> dict[str, Any]:
    entry = next((entry for entry in reversed(steps.archive.entries(outcome.source)) if entry.snapshot_id == outcome.snapshot_id), None)
    if entry is None:
        raise FabError(f"the archive has lost {outcome.snapshot_id}")
    return {
        "dagster/row_count": entry.check.quotes if entry.check else 0,
        "integrity": entry.check.detail if entry.check else "not checked",
        "integrity_holds": bool(entry.check and entry.check.passed),
        "snapshot_id": entry.snapshot_id,
        "observed_at": entry.observed_at.isoformat(timespec="seconds"),
        "bytes": entry.bytes,
        "http_status": entry.status or 0,
        "address": dg.MetadataValue.url(entry.url or ""),
    }


def _of_collection(collection: "Collection | None", off: str | None) -> Materialized:
    if collection is None:
        return dg.MaterializeResult(
            asset_key=COLLECTION, metadata={"live": off or "no source was ever asked"}, data_version=dg.DataVersion("none")
        )
    rows = lines(f"| {outcome.source} | {outcome.outcome} | {_cell(outcome.line)} |" for outcome in collection.outcomes)
    metadata: dict[str, Any] = {
        "live": off or f"sealed {collection.sealed_at:%Y-%m-%d %H:%M:%S} UTC",
        "collection_id": collection.collection_id,
        "sources": dg.MetadataValue.md(f"| source | outcome | |\n|---|---|---|\n{rows}"),
        "asked": len(collection.outcomes),
        "failed": len(collection.failed),
    }
    return dg.MaterializeResult(asset_key=COLLECTION, metadata=metadata, data_version=dg.DataVersion(collection.collection_id))


def _cell(text: str) -> str:
    """A text as one cell of a Markdown table."""
    return text.replace("|", "\\|")[:200]


source_assets = [source_asset(step, name) for step, name in SOURCE_STEPS.items()]
