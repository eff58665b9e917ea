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
    steps = [event.step_key or "" for event in context.get_step_failure_events()]
    own = _ended_by(context) == "STEP_FAILURE" and all(step in SOURCE_STEPS for step in steps)
    return sorted(SOURCE_STEPS[step] for step in steps) if own else []


def reason(context: dg.RunFailureSensorContext) -> str:
    """Why a run failed, in one line without the run's own id, so that the same failure of the next run reads the same.

    That is the line of the first step that failed, of a failed blocking check with its asset, its name and what it found; a failed source
    is no reason where there is another. A run that did not end by itself is told with what Dagster knows of it.
    """
    steps = sorted(context.get_step_failure_events(), key=lambda event: event.step_key in SOURCE_STEPS)
    if _ended_by(context) is None and all(event.step_key in SOURCE_STEPS for event in steps):
        return _without_id(context, _ended_from_outside(context))
    for event in steps:
        if checks := _failed_checks(context, event.step_key):
            return _one_line("; ".join(map(_check_line, checks)))
        data = event.step_failure_data
        if data.user_failure_data and data.user_failure_data.description:
            return _first_line(data.user_failure_data.description)
        if data.error:
            cause = data.error.cause or data.error
            return _first_line(cause.message)
    return _without_id(context, _first_line(context.failure_event.message or ""))


def _ended_by(context: dg.RunFailureSensorContext) -> str | None:
    """Dagster's word for what ended the run; None where nobody noted one: whoever ended it was not the run itself."""
    # Dagster declares `job_failure_data` as always there; it is None for every run that was reported as failed from outside.
    word = getattr(context.failure_event.event_specific_data, "failure_reason", None)
    return None if word is None else str(word.value)


def _ended_from_outside(context: dg.RunFailureSensorContext) -> str:
    """What is known of a run that Dagster or the service ended: its worker died, took too long, or never began."""
    said = _first_line(context.failure_event.message or "")
    noted = context.instance.get_records_for_run(context.dagster_run.run_id, of_type=dg.DagsterEventType.ENGINE_EVENT).records
    events = [event for record in noted if (event := record.event_log_entry.dagster_event)]
    errors = [error for event in events if (error := getattr(event.event_specific_data, "error", None))]
    return f"ended by Dagster: {said}" + (f" ({_first_line(errors[-1].message)})" if errors else "")


def _failed_checks(context: dg.RunFailureSensorContext, step: str | None) -> list[dg.AssetCheckEvaluation]:
    """Blocking checks that a step failed for; Dagster's own line only counts them."""
    kind = dg.DagsterEventType.ASSET_CHECK_EVALUATION
    records = context.instance.get_records_for_run(context.dagster_run.run_id, of_type=kind).records
    events = [event for record in records if (event := record.event_log_entry.dagster_event) and event.step_key == step]
    found = [event.asset_check_evaluation_data for event in events]
    return [check for check in found if check.blocking and not check.passed and check.severity == dg.AssetCheckSeverity.ERROR]


def _check_line(check: dg.AssetCheckEvaluation) -> str:
    return f"check {check.check_name} of {check.asset_key.to_user_string()}: {check.description or 'it says no more'}"


def _without_id(context: dg.RunFailureSensorContext, line: str) -> str:
    return _one_line(line.replace(context.dagster_run.run_id, ""))


def _first_line(text: str) -> str:
    return next((_one_line(line) for line in text.splitlines() if line.strip()), "no reason known")


def _one_line(text: str) -> str:
    return " ".join(text.split())[:500]
