"""Group `release`: the checks that a set of tables must pass, and the release that readers see.

The checks are shown at their tables; the gate is `Pipeline.release`, which runs the same list. They cannot be Dagster's blocking checks as
well: a check at `findings` looks at `training_cost`, which is made from `findings`.
"""

from collections.abc import Iterator
from typing import Final

import dagster as dg

from fab_pipeline.defs.boards import PRICES, by_severity
from fab_pipeline.defs.presentation import LOOKED_FOR, OWNERS, Materialized, lines
from fab_pipeline.defs.price_view import price_metadata
from fab_pipeline.defs.resources import PipelineResource, one_line_failures
from fab_pipeline.leaderboards.release_checks import RELEASE_CHECKS
from fab_pipeline.pipeline.boards import EVIDENCE, RELEASE_TABLES

CHECKED_TABLES: Final = tuple(dict.fromkeys((*EVIDENCE, *RELEASE_TABLES)))
"""What a check may look at."""

RELEASE_TAG: Final = "fab_pipeline/release_id"
"""Tag of a run: the release that it left current."""


@dg.multi_asset_check(
    name="release_checks",
    specs=[
        dg.AssetCheckSpec(
            check.name,
            asset=check.table,
            additional_deps=[table for table in CHECKED_TABLES if table != check.table],
            description=f"Demands that {check.demands}. Otherwise the last release stays.",
        )
        for check in RELEASE_CHECKS
    ],
)
def release_checks(pipeline: PipelineResource) -> Iterator[dg.AssetCheckResult]:
    """The list that the command line runs too, in one step."""
    with one_line_failures():
        frames = {table: pipeline.steps.read(table) for table in CHECKED_TABLES}
    for check in RELEASE_CHECKS:
        faults = check.faults(frames)
        yield dg.AssetCheckResult(check_name=check.name, asset_key=check.table, passed=not faults, description=lines(faults) or None)


@dg.asset(deps=RELEASE_TABLES, group_name="release", owners=OWNERS["release"], kinds={"parquet", "json"}, freshness_policy=LOOKED_FOR)
def release(context: dg.AssetExecutionContext, pipeline: PipelineResource) -> Materialized:
    """All tables of one build, published at once: an immutable folder and the pointer `latest` to it.

    One item is one release. Where no table changed the release before stays.
    """
    from fab_pipeline.pipeline.alerting import tell_release

    with one_line_failures():
        published = pipeline.steps.release()
        board_date = pipeline.steps.board_date()
        tell_release(pipeline.steps, published)
        frames = {table: published.read(table) for table in ("quarantine", "findings", PRICES)}
    context.instance.add_run_tags(context.run.run_id, {RELEASE_TAG: published.release_id})
    rows = lines(f"| {name} | {file.rows:,} |" for name, file in sorted(published.tables.items()))
    metadata: dict[str, dg.MetadataValue] = {
        "release_id": dg.MetadataValue.text(published.release_id),
        "path": dg.MetadataValue.path(published.path),
        "changed": dg.MetadataValue.bool(published.changed),
        "board_date": dg.MetadataValue.text(board_date.isoformat()),
        "dagster/row_count": dg.MetadataValue.int(len(RELEASE_TABLES)),
        "rows": dg.MetadataValue.md(f"| table | rows |\n|---|--:|\n{rows}"),
        "quarantined": dg.MetadataValue.int(frames["quarantine"].height),
        **by_severity(frames["findings"]),
        **price_metadata(frames[PRICES], board_date),
    }
    return dg.MaterializeResult(metadata=metadata, data_version=dg.DataVersion(published.release_id))
