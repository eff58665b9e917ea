"""What a service that is left alone for a year must throw away: Dagster's history of runs, and releases that nobody needs.

Belongs here: one job, and the rule which runs go. Dagster itself prunes only the ticks of schedules and sensors (`retention` in
dagster.yaml). Captures always stay. Events that belong to no run stay too, as Dagster's instance can delete events of a run only: a line
of some 700 bytes where an asset's freshness changes, a few megabytes in a year.
"""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import dagster as dg
from pydantic import Field

from fab_pipeline.defs.resources import one_line_failures
from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline.settings import Settings

NEWEST_KEPT: Final = 25
"""Runs that stay however old they are: after a long standstill the UI still shows how it was."""

FINISHED: Final = [dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED]


class Housekeeping(dg.Config):
    """What to keep."""

    run_history_days: float | None = Field(
        default=None, gt=0, description="Days for which runs and their events stay; the setting FAB_RUN_HISTORY_DAYS unless given."
    )
    releases_kept: int = Field(default=90, ge=1, description="Newest releases that stay in any case.")
    grace_hours: float = Field(default=24, ge=0, le=876000, description="Nothing younger is removed: a reader may still be at it.")


@dg.op(description="Runs older than the history is kept, with their events and logs, and releases that nothing needs.")
def remove_what_is_old(context: dg.OpExecutionContext, config: Housekeeping) -> None:
    """Prune both; says in one line what went."""
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.publishing.retention import prune

    settings = Settings.from_environment()
    days = config.run_history_days
    history = ServiceSettings.from_environment().run_history if days is None else timedelta(days=days)
    runs = prune_runs(context.instance, datetime.now(UTC) - history)
    with one_line_failures(), at_work(settings, "housekeeping"):
        pruned = prune(settings, keep=config.releases_kept, grace=timedelta(hours=config.grace_hours))
    context.log.info(f"removed {runs} runs, {len(pruned.releases)} releases, {len(pruned.quote_files)} quote files")
    context.add_output_metadata({"runs": runs, "releases": len(pruned.releases), "quote_files": len(pruned.quote_files)})


@dg.job(executor_def=dg.in_process_executor)
def housekeeping() -> None:
    """Throw away what nothing needs any more: old runs of Dagster with their events and logs, and old releases."""
    remove_what_is_old()


def prune_runs(instance: dg.DagsterInstance, before: datetime, newest_kept: int = NEWEST_KEPT) -> int:
    """Delete finished runs that were created before a time, with their events and captured output.

    Args:
        instance: Dagster's instance.
        before: time zone aware.
        newest_kept: how many of the newest runs stay in any case.

    Returns:
        How many went.
    """
    kept = set(instance.get_run_ids(limit=newest_kept)) if newest_kept else set[str]()
    old = [run_id for run_id in instance.get_run_ids(dg.RunsFilter(statuses=FINISHED, created_before=before)) if run_id not in kept]
    for run_id in old:
        instance.delete_run(run_id)
        _remove_files(Path(instance.root_directory), run_id)
    return len(old)


def _remove_files(home: Path, run_id: str) -> None:
    """Files of a run that Dagster leaves behind: its event file, empty by now (SQLite), and its captured output."""
    for path in (home / "history" / "runs").glob(f"{run_id}.db*"):
        path.unlink(missing_ok=True)
    shutil.rmtree(home / "storage" / run_id, ignore_errors=True)
