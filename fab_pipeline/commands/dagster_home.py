"""Dagster's home: the folder with its settings, its workspace and, unless PostgreSQL keeps it, its state.

Belongs here: what stands in `dagster.yaml` and `workspace.yaml`, and who may write them. Does not belong here: starting anything (see
`service`), and Dagster itself: this module does not import it.
"""

import hashlib
import os
from pathlib import Path
from typing import Final

from fab_pipeline.errors import FabError, UsageError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline.settings import Settings

DEFINITIONS: Final = "fab_pipeline.definitions"
LOCATION: Final = "fab_pipeline"
"""Name of the code location; the same as in workspace.yaml, so that both ways of starting share schedule and sensor state."""

POSTGRES_VARIABLE: Final = "FAB_DAGSTER_POSTGRES"

_MARK: Final = "# Written by fab-pipeline, version of the rest: "
_ADVICE: Final = "# Follows the settings of the environment until you change it; then it is yours and is never written again."

_EARLIER: Final = frozenset({"40f7a6d7a5998315", "65abd1ca583ebd4f"})
"""Digests of these files as they were written before they bore a mark."""

_INSTANCE: Final = """\
run_coordinator:
  module: dagster.core.run_coordinator
  class: QueuedRunCoordinator
  config:
    max_concurrent_runs: 1        # runs write the same tables; a lock guards them anyway, the queue keeps their order
    dequeue_interval_seconds: 1   # the default of 5 s would be a tenth of the time a dropped file may take
run_monitoring:
  enabled: true
  start_timeout_seconds: 180
  max_runtime_seconds: 3600
  poll_interval_seconds: 30
freshness:
  enabled: true
python_logs:
  managed_python_loggers: [fab_pipeline]   # one line per step, on the console and in the UI
  python_log_level: INFO
retention:                        # runs and their events are pruned by the schedule `daily_housekeeping`
  schedule:
    purge_after_days: {days}
  sensor:
    purge_after_days:
      skipped: 1                  # the sensor ticks every five seconds
      started: {days}
      failure: {days}
      success: {days}
telemetry:
  enabled: false
nux:                              # no invitation to a newsletter on the first visit
  enabled: false
"""

_POSTGRES: Final = f"""\
storage:
  postgres:
    postgres_url:
      env: {POSTGRES_VARIABLE}   # the address itself, with its password, is written nowhere
"""

_WORKSPACE: Final = f"""\
load_from:
  - python_module:
      module_name: {DEFINITIONS}
      location_name: {LOCATION}
"""


def place(settings: Settings) -> Path:
    """Where Dagster's home is: `DAGSTER_HOME` where set, else a folder of the pipeline's own state."""
    return Path(os.environ.get("DAGSTER_HOME") or settings.state / "dagster").expanduser().absolute()


def furnish(home: Path, service: ServiceSettings) -> None:
    """Write Dagster's settings and workspace, unless a person has changed them.

    Args:
        home: Dagster's home; nobody else may be writing there.
        service: what the settings follow.

    Raises:
        FabError: they cannot be written.
        UsageError: a person's `dagster.yaml` knows nothing of the database that the environment names.
    """
    with explained(FabError, f"prepare {home}"):
        for name, body in (("dagster.yaml", instance_settings(service)), ("workspace.yaml", _WORKSPACE)):
            path = home / name
            own = path.read_text("utf-8", errors="replace") if path.exists() else None
            if own is None or _unchanged(own):
                if own != (whole := _signed(body)):
                    write_whole(path, whole.encode())
            elif name == "dagster.yaml" and service.postgres and POSTGRES_VARIABLE not in own:
                raise UsageError(f"{path} was changed by hand and keeps Dagster's state elsewhere; add to it what follows\n{_POSTGRES}")


def instance_settings(service: ServiceSettings) -> str:
    """Content of `dagster.yaml`.

    Args:
        service: how long history is kept, and whether PostgreSQL keeps it.
    """
    days = max(1, round(service.run_history.total_seconds() / 86400))
    return (_POSTGRES if service.postgres else "") + _INSTANCE.format(days=days)


def _signed(body: str) -> str:
    return f"{_MARK}{_digest(body)}\n{_ADVICE}\n{body}"


def _unchanged(text: str) -> bool:
    """Whether a file is as some version of this project wrote it."""
    if _digest(text) in _EARLIER:
        return True
    first, _, rest = text.partition("\n")
    advice, _, body = rest.partition("\n")
    return first.startswith(_MARK) and advice == _ADVICE and first.removeprefix(_MARK).strip() == _digest(body)


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]
