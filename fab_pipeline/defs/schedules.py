"""Schedules, all in UTC: the daily collection, and housekeeping.

Belongs here: when. Does not belong here: what (see `jobs`, `housekeeping`). The daily collection is switched off where nobody has said
whom servers may write to, and says so.
"""

from typing import Final

import dagster as dg

from fab_pipeline.defs.housekeeping import housekeeping
from fab_pipeline.defs.jobs import refresh_prices
from fab_pipeline.defs.live import why_off
from fab_pipeline.defs.partitions import partition_of
from fab_pipeline.settings import Settings

OFF: Final = why_off(Settings.from_environment())
"""Why live collecting is off, in one line; None where it is on. A service reads its settings when it starts."""


@dg.schedule(
    job=refresh_prices,
    cron_schedule="30 5 * * *",
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.STOPPED if OFF else dg.DefaultScheduleStatus.RUNNING,
    description="Each day at 05:30 UTC: every source asked, the boards built once." + (f" Switched off: {OFF}" if OFF else ""),
)
def daily(context: dg.ScheduleEvaluationContext) -> dg.RunRequest | dg.SkipReason:
    """The current UTC day."""
    if why := why_off(Settings.from_environment()):
        return dg.SkipReason(why)
    day = context.scheduled_execution_time.date().isoformat()
    return dg.RunRequest(run_key=day, partition_key=partition_of(day))


@dg.schedule(
    job=housekeeping,
    cron_schedule="15 4 * * *",
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.RUNNING,
    description="Each day at 04:15 UTC: old runs with their events, and releases that nothing needs, are removed.",
)
def daily_housekeeping(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Each day at 04:15 UTC: old runs, events and releases go."""
    return dg.RunRequest(run_key=f"housekeeping {context.scheduled_execution_time.date().isoformat()}")
