"""Group `live`: one asset per source that can be asked, and the sealed collection that all of them make.

All sources are one step, because they are asked side by side. A source that fails is not materialized and its check is red, with one line;
the step goes on, the collection is sealed, and the boards are built once from what came. A run does not fail for a source: of many, some
server is down on most days, and its last good capture is carried for three. What fails a run is a fault of this program or of this
machine. Nothing here is partitioned: nobody can ask for yesterday's page. Does not belong here: how a source is asked (see
`pipeline.collect_live`).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import dagster as dg
from pydantic import Field

from fab_pipeline.defs.presentation import OWNERS, Materialized, lines
from fab_pipeline.defs.resources import PipelineResource, one_line_failures
from fab_pipeline.errors import FabError
from fab_pipeline.settings import Settings
from fab_pipeline.sources.base import Source
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


def _needs_key(source: Source) -> bool:
    return bool(source.fetching and source.fetching.key)


@dg.multi_asset(
    name="ask_sources",
    specs=[
        *(
            dg.AssetSpec(
                key,
                group_name=GROUP,
                owners=OWNERS["captures"],
                kinds={"http"},
                description=f"{SOURCES[name].title}. {SOURCES[name].url or ''}\n\nTerms: {SOURCES[name].license}.",
                tags={"source_status": SOURCES[name].status, "key": "needed" if _needs_key(SOURCES[name]) else "none"},
                skippable=True,
            )
            for key, name in ASKED.items()
        ),
        dg.AssetSpec(
            COLLECTION,
            deps=list(ASKED),
            group_name=GROUP,
            owners=OWNERS["captures"],
            kinds={"file"},
            description="Sources that were asked together, each with what became of it; sealed when the last one had finished or failed.",
            skippable=True,
        ),
    ],
    check_specs=[
        dg.AssetCheckSpec(ANSWERS, asset=key, description="The source gave rows when it was asked last; else one line says why not.")
        for key in ASKED
    ],
    can_subset=True,
)
def ask_sources(
    context: dg.AssetExecutionContext, config: Collecting, pipeline: PipelineResource
) -> Iterator[Materialized | dg.AssetCheckResult]:
    """Ask the sources side by side and seal the collection."""
    from fab_pipeline.collecting.sealing import newest_collection

    steps = pipeline.steps
    names = _wanted(context, config)
    off = why_off(steps.settings)
    if off and COLLECTION not in context.selected_asset_keys:
        raise dg.Failure(description=off, allow_retries=False)
    collection: Collection | None = None
    with one_line_failures():
        if off or not names:
            context.log.info(off or "no source is part of this run; the last collection stays")
            collection = newest_collection(steps.archive)
        else:
            collection = _collect(context, steps, names)
            for outcome in collection.outcomes:
                yield from _of_source(outcome, steps, context)
    if COLLECTION in context.selected_asset_keys:
        yield _of_collection(collection, off)


def _wanted(context: dg.AssetExecutionContext, config: Collecting) -> list[str]:
    checked = {check.asset_key for check in context.selected_asset_check_keys}
    selected = [name for key, name in ASKED.items() if key in context.selected_asset_keys or key in checked]
    if unknown := sorted(set(config.sources) - set(selected)):
        raise dg.Failure(description=f"{unknown[0]!r} is no source of this run that can be asked", allow_retries=False)
    return [name for name in selected if name in config.sources or not config.sources]


def _collect(context: dg.AssetExecutionContext, steps: "Pipeline", names: Sequence[str]) -> "Collection":
    from fab_pipeline.collecting.session import LiveSession
    from fab_pipeline.pipeline.collect_live import collect_live

    with LiveSession(steps.settings.network) as session:
        collection = collect_live(steps.settings, steps.archive, session, names)
    context.instance.add_run_tags(context.run.run_id, {COLLECTION_TAG: collection.collection_id})
    return collection


def _of_source(
    outcome: "SourceOutcome", steps: "Pipeline", context: dg.AssetExecutionContext
) -> Iterator[Materialized | dg.AssetCheckResult]:
    """What became of one source: nothing where it was not asked for want of a key."""
    if outcome.outcome == "skipped":
        return
    key = dg.AssetKey(["raw", outcome.source])
    good = outcome.outcome == "ok"
    if good and key in context.selected_asset_keys:
        yield dg.MaterializeResult(asset_key=key, metadata=_entry_facts(outcome, steps), data_version=_version(outcome))
    if any(check.asset_key == key for check in context.selected_asset_check_keys):
        description = outcome.line if good else f"{outcome.outcome}: {outcome.line}"
        yield dg.AssetCheckResult(check_name=ANSWERS, asset_key=key, passed=good, description=description)


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
