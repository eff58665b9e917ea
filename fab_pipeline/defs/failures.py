"""The sensor that tells somebody of a failed run (see `pipeline.alerting`); what a release brings is told by the release itself.

A run in which nothing but sources failed has made its release, and the release has told of those sources (`source_failed`).

Belongs here: from Dagster's events to one line. Does not belong here: whom to tell.
"""

import dagster as dg

from fab_pipeline.defs.live import SOURCE_STEPS
from fab_pipeline.settings import Settings

OFF = "alerts are off; set FAB_ALERT_COMMAND or FAB_ALERT_WEBHOOK and start again"


@dg.run_failure_sensor(
    default_status=dg.DefaultSensorStatus.RUNNING,
    minimum_interval_seconds=15,
    description="A run that failed, also by a blocking check, is told by the alert hook; the same failure once until a release was made.",
)
def tell_failed_runs(context: dg.RunFailureSensorContext) -> dg.SkipReason | None:
    """Tell of the failed run in one line, or say that nobody is to be told."""
    from fab_pipeline.pipeline.alerting import is_on, tell_failure
    from fab_pipeline.service_settings import ServiceSettings

    if not is_on(ServiceSettings.from_environment()):
        return dg.SkipReason(OFF)
    if sources := only_sources(context):
        return dg.SkipReason(f"of {context.dagster_run.job_name} only sources failed, which the release tells: {', '.join(sources)}")
    tell_failure(Settings.from_environment(), f"{context.dagster_run.job_name} failed: {reason(context)}")
    return None


def only_sources(context: dg.RunFailureSensorContext) -> list[str]:
    """Names of the sources that failed, where nothing else did."""
    ended = context.failure_event.job_failure_data.failure_reason
    steps = [event.step_key or "" for event in context.get_step_failure_events()]
    own = ended is not None and ended.value == "STEP_FAILURE" and all(step in SOURCE_STEPS for step in steps)
    return sorted(SOURCE_STEPS[step] for step in steps) if own else []


def reason(context: dg.RunFailureSensorContext) -> str:
    """Why a run failed: the line of the first step that failed, else of the run; a failed source is no reason where there is another."""
    for event in sorted(context.get_step_failure_events(), key=lambda event: event.step_key in SOURCE_STEPS):
        data = event.step_failure_data
        if data.user_failure_data and data.user_failure_data.description:
            return _first_line(data.user_failure_data.description)
        if data.error:
            cause = data.error.cause or data.error
            return _first_line(cause.message)
    return _first_line(context.failure_event.message or "no reason known")


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "no reason known")[:500]
