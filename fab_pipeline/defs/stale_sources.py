"""The sensor that tells somebody of sources that are no longer read (see `pipeline.alerting`), also while no run makes a release.

Belongs here: when it is looked. Does not belong here: what is stale, and whom to tell.
"""

from typing import Final

import dagster as dg

from fab_pipeline.defs.failures import OFF
from fab_pipeline.settings import Settings

LOOK_EVERY_SECONDS: Final = 1800
"""Ages are counted in hours; what could not be told is tried again this soon."""

LOCK_SECONDS: Final = 1.0
"""Whoever is at work tells it with the release that follows."""


@dg.sensor(
    minimum_interval_seconds=LOOK_EVERY_SECONDS,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="A source that was read live, and for FAB_ALERT_STALE_HOURS not, is told by the alert hook once, until it is read again.",
)
def tell_stale_sources() -> dg.SkipReason:
    """Tell what is stale; the tick shows in one line how it stands."""
    from fab_pipeline.collecting.lock import LockError
    from fab_pipeline.pipeline import alerting
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.pipeline.pipeline import Pipeline
    from fab_pipeline.service_settings import ServiceSettings

    if not alerting.is_on(ServiceSettings.from_environment()):
        return dg.SkipReason(OFF)
    settings = Settings.from_environment()
    try:
        # Under the lock: a release that tells at the same moment keeps the same memory.
        with at_work(settings, "sensor", timeout=LOCK_SECONDS):
            found = alerting.tell_stale_sources(Pipeline(settings))
    except LockError as busy:
        if not isinstance(busy.__cause__, TimeoutError):
            raise
        return dg.SkipReason(str(busy))
    return dg.SkipReason(f"stale, and told: {', '.join(found)}" if found else "no source is stale")
