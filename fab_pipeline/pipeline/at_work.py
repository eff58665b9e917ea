"""Working on the data folder: alone, and with a log of it.

Belongs here: what every command and every Dagster run that writes has in common: the lock, the log file, and who works why. Does not
belong here: the work.
"""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from fab_pipeline.collecting.lock import exclusive
from fab_pipeline.errors import FabError
from fab_pipeline.files import os_reason
from fab_pipeline.logs import facts, logged
from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline.settings import Settings

LOG_FILE: Final = "pipeline.jsonl"

_log: Final = logging.getLogger(__name__)


@contextmanager
def at_work(settings: Settings, who: str, timeout: float | None = None) -> Generator[None]:
    """Work alone on the data folder, and write down that and how it ended.

    The log belongs to whoever holds the lock, so that no two processes ever write or rotate it at once.

    Args:
        settings: of this installation.
        who: what is at work, e.g. "run".
        timeout: seconds to wait for another; `settings.lock_timeout_seconds` unless told.

    Raises:
        LockError: another is still at work after that time.
        SettingsError: a setting of the service cannot be.
    """
    secrets = ServiceSettings.from_environment().secrets
    with exclusive(settings, who, timeout), logged(settings.logs / LOG_FILE, secrets):
        _log.info("%s begins", who, extra=facts(who=who))
        try:
            yield
        except FabError as error:
            _log.error("%s ended: %s", who, error, extra=facts(who=who))
            raise
        except OSError as error:
            _log.error("%s ended: %s", who, os_reason(error), extra=facts(who=who))
            raise
        _log.info("%s is done", who, extra=facts(who=who))
