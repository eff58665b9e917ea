"""Telling what is new: each alert once, until what it is about is over.

Belongs here: when alerts are computed and handed over, and the memory of what was told (`state/alerts.json`). A run neither waits long
nor fails for it: what could not be told is a warning in the log, and is tried again by the next run. Off where neither a command nor a
webhook is set. Many are told in several messages, the most severe first; only what was handed over counts as told. Does not belong here:
what is worth an alert (`alerts`), and how it is sent (`alert_hook`).
"""

import json
import logging
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from fab_pipeline.collecting.budget import nearly_spent
from fab_pipeline.collecting.sealing import GOOD
from fab_pipeline.files import write_whole
from fab_pipeline.pipeline.alert_hook import hand_over
from fab_pipeline.pipeline.alerts import TABLES_NEEDED, Alert, alerts_of, stale
from fab_pipeline.pipeline.collect_live import fetchable, outcome_of
from fab_pipeline.pipeline.pipeline import CheckFailedError, Pipeline
from fab_pipeline.publishing.history import scan_quotes
from fab_pipeline.publishing.parquet import PublishError
from fab_pipeline.publishing.parquet_reading import DAMAGE, broken_file
from fab_pipeline.publishing.releases import Release
from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline.settings import Settings

AT_ONCE: Final = 50
"""Alerts in one message: more than that nobody reads, and chat services cut long texts."""

LONGEST_SECONDS: Final = 30.0
"""After that no further message is begun; what is left is told next time."""

_log: Final = logging.getLogger(__name__)


def release_and_tell(pipeline: Pipeline) -> Release:
    """Publish, and tell what is new; a failed check is told and raised.

    Raises:
        CheckFailedError: a release check failed; the last release stays.
    """
    try:
        release = pipeline.release()
    except CheckFailedError as error:
        tell_failure(pipeline.settings, str(error))
        raise
    tell_release(pipeline, release)
    return release


def tell_release(pipeline: Pipeline, release: Release) -> None:
    """Tell what is new about a build that was published, or that changed nothing."""
    service = ServiceSettings.from_environment()
    if not is_on(service):
        return
    frames = {table: pipeline.read(table) for table in TABLES_NEEDED}
    alerts = [
        *alerts_of(frames, pipeline.board_date(), datetime.now(UTC), service),
        *_failed_sources(pipeline),
        *_budgets(pipeline.settings),
    ]
    told = _told(pipeline.settings)
    facts = {"release_id": release.release_id, "board_date": pipeline.board_date().isoformat()}
    heard = _tell(service, [alert for alert in alerts if alert.key not in told], facts)
    # What is over is forgotten: it is told again when it comes back.
    _remember(pipeline.settings, {alert.key for alert in alerts} & (told | heard))


def tell_failure(settings: Settings, message: str) -> None:
    """Tell that a check or a run failed; the same failure again is not told until a release was made."""
    service = ServiceSettings.from_environment()
    alert = Alert("check_failed", message, message)
    told = _told(settings)
    if is_on(service) and alert.key not in told:
        _remember(settings, told | _tell(service, [alert], {}))


def tell_stale_sources(pipeline: Pipeline) -> list[str]:
    """Tell of sources that are no longer read, also where no run makes a release; each once, until it is read again.

    Returns:
        Names of all sources that are stale, told now or before.

    Raises:
        PublishError: a quote file is missing or damaged.
    """
    service = ServiceSettings.from_environment()
    paths = [pipeline.settings.home / file for file in pipeline.parsed.files("price_quotes")]
    try:
        alerts = stale(scan_quotes(paths), datetime.now(UTC), service)
    except DAMAGE as error:
        raise PublishError(f"{broken_file(paths)}; put it back from a copy, or remove it and run again") from error
    told = _told(pipeline.settings)
    over = {key for key in told if key.startswith("source_stale: ")} - {alert.key for alert in alerts}
    heard = _tell(service, [alert for alert in alerts if alert.key not in told], {}) if is_on(service) else set[str]()
    if over or heard:
        _remember(pipeline.settings, (told - over) | heard)
    return [alert.subject for alert in alerts]


def is_on(service: ServiceSettings) -> bool:
    """Whether anybody is told."""
    return bool(service.alert_command or service.alert_webhook)


def _tell(service: ServiceSettings, alerts: Sequence[Alert], facts: dict[str, str]) -> set[str]:
    """Keys of the alerts that were handed over."""
    waiting = sorted(alerts, key=lambda alert: alert.rank)
    heard: set[str] = set()
    until = time.monotonic() + LONGEST_SECONDS
    while waiting:
        late = [f"telling took more than {LONGEST_SECONDS:g} s"] if time.monotonic() > until else []
        if faults := late or hand_over(service, waiting[:AT_ONCE], facts):
            for fault in faults:
                _log.warning("%s; %d alerts wait for the next run", fault, len(waiting))
            break
        heard |= {alert.key for alert in waiting[:AT_ONCE]}
        waiting = waiting[AT_ONCE:]
    return heard


def _failed_sources(pipeline: Pipeline) -> list[Alert]:
    """Sources that gave no rows when they were asked last: told once, until they answer again."""
    attempts = pipeline.parsed.live().attempts(None)
    found = [outcome_of(attempts[name], pipeline.archive) for name in fetchable() if name in attempts]
    return [
        Alert("source_failed", item.source, f"{item.source}: {item.outcome}: {item.line}") for item in found if item.outcome not in GOOD
    ]


def _budgets(settings: Settings) -> list[Alert]:
    warnings = nearly_spent(settings.captures, fetchable(), settings.source_budget_bytes)
    return [Alert("disk_budget", name, line) for name, line in warnings.items()]


def _told(settings: Settings) -> set[str]:
    try:
        keys = json.loads((settings.state / "alerts.json").read_bytes())
        return {str(key) for key in keys} if isinstance(keys, list) else set()
    except (OSError, ValueError):
        return set()  # lost: everything that still holds is told once more


def _remember(settings: Settings, keys: Iterable[str]) -> None:
    with suppress(OSError):
        write_whole(
            settings.state / "alerts.json", json.dumps(sorted(keys), ensure_ascii=False, indent=0).encode("utf-8", "backslashreplace")
        )
