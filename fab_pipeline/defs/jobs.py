"""Jobs and the daily schedule. All run in one process: a spawned step costs seconds, an in-process one a fifth of a second."""

from typing import Final

import dagster as dg

from fab_pipeline.defs.partitions import partition_of

refresh: Final = dg.define_asset_job(
    "refresh",
    selection=dg.AssetSelection.all(),
    executor_def=dg.in_process_executor,
    description="Everything, from captures to the release. The partition is the day that has news.",
)

rebuild_boards: Final = dg.define_asset_job(
    "rebuild_boards",
    selection=dg.AssetSelection.groups("boards", "release"),
    executor_def=dg.in_process_executor,
    description="Boards, checks and release again from the tables that are there, e.g. after a change of a board's code.",
)


@dg.schedule(job=refresh, cron_schedule="30 5 * * *", execution_timezone="UTC", default_status=dg.DefaultScheduleStatus.RUNNING)
def daily(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Each day at 05:30 UTC, for the current UTC day: the day's captures into the boards."""
    day = context.scheduled_execution_time.date().isoformat()
    return dg.RunRequest(run_key=day, partition_key=partition_of(day))
