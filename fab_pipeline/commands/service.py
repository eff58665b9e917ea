"""`dev` and `serve`: Dagster's webserver and daemon over this project's definitions, with the schedule and the sensor switched on.

Belongs here: where Dagster keeps its own state, and the settings with which it starts. Does not belong here: what is orchestrated
(`defs/`), and the life of processes (`processes`). This is the only command module that imports Dagster.
"""

import os
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
from filelock import FileLock, Timeout

from fab_pipeline.commands.output import is_verbose, user_command
from fab_pipeline.commands.processes import supervise
from fab_pipeline.errors import FabError, UsageError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.settings import Settings

DEFINITIONS: Final = "fab_pipeline.definitions"
LOCATION: Final = "fab_pipeline"
"""Name of the code location; the same as in workspace.yaml, so that both ways of starting share schedule and sensor state."""

INSTANCE: Final = """\
# Written once by `fab-pipeline dev` or `serve`; yours to edit afterwards.
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
python_logs:
  python_log_level: INFO          # the console shows what a person must see; the UI has every step
retention:
  sensor:
    purge_after_days:
      skipped: 1                  # the sensor ticks every five seconds
      started: 30
      failure: 90
      success: 365
telemetry:
  enabled: false
"""

WORKSPACE: Final = f"""\
load_from:
  - python_module:
      module_name: {DEFINITIONS}
      location_name: {LOCATION}
"""


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=3000, show_default=True, help="Port of the web page.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@user_command
def dev(port: int, host: str) -> None:
    """Dagster UI, daemon, schedule and sensor together, for development. Ctrl+C stops all of it.

    Example: fab-pipeline dev --port 3001
    """
    with prepared(host, port) as home:
        command = _dagster("dagster", "dev", "--workspace", str(home / "workspace.yaml"), "--host", host, "--port", str(port))
        code = supervise([command + _log_level()])
    sys.exit(code)


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=3000, show_default=True, help="Port of the web page.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; there is no login, so think before opening it.")
@user_command
def serve(port: int, host: str) -> None:
    """Dagster webserver and daemon for production: if one of them ends, the other is ended too and the exit code is 1.

    Example: fab-pipeline serve --host 0.0.0.0 --port 8080
    """
    with prepared(host, port) as home:
        workspace = ["--workspace", str(home / "workspace.yaml")]
        webserver = _dagster("dagster_webserver", *workspace, "--host", host, "--port", str(port), "--dagster-log-level", _level())
        daemon = _dagster("dagster._daemon", "run", *workspace) + _log_level()
        code = supervise([webserver, daemon])
    sys.exit(code)


@contextmanager
def prepared(host: str, port: int) -> Generator[Path]:
    """Make everything ready for Dagster and say where it is; one service at a time works on Dagster's home.

    Args:
        host: address that will be listened on.
        port: port that will be listened on.

    Yields:
        Dagster's home: `DAGSTER_HOME` where set, else a folder of the pipeline's own state. Its settings and workspace are written where
        absent, the environment names it, and runs that a crash left open are closed.

    Raises:
        FabError: the data folder cannot be written, the port is taken, or another service works on the same home.
    """
    settings = Settings.from_environment()
    settings.require_writable()
    _require_free(host, port)
    home = Path(os.environ.get("DAGSTER_HOME") or settings.state / "dagster").expanduser().absolute()
    os.environ.update(DAGSTER_HOME=str(home), FAB_HOME=str(settings.home))
    with explained(FabError, f"prepare {home}"):
        (settings.inbox / "prices").mkdir(parents=True, exist_ok=True)
        home.mkdir(parents=True, exist_ok=True)
        for name, content in (("dagster.yaml", INSTANCE), ("workspace.yaml", WORKSPACE)):
            if not (home / name).exists():
                write_whole(home / name, content.encode())
    try:
        lock = FileLock(home / "service.lock", timeout=0, fallback_to_soft=False).acquire()
    except Timeout as error:
        raise UsageError(f"another dev or serve works on {home}; stop it first, or set DAGSTER_HOME to another folder") from error
    with lock:
        close_interrupted_runs(home)
        announce(settings, home, host, port)
        yield home


def close_interrupted_runs(home: Path) -> int:
    """Mark runs failed whose process went away with an earlier daemon: one that seems in progress would hold the queue for ever.

    Args:
        home: Dagster's home; no service may be running on it.

    Returns:
        How many were closed.
    """
    import dagster as dg

    with dg.DagsterInstance.from_config(str(home)) as instance:
        in_progress = [dg.DagsterRunStatus.STARTING, dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.CANCELING]
        interrupted = instance.get_runs(dg.RunsFilter(statuses=in_progress))
        for run in interrupted:
            instance.report_run_failed(
                run, "interrupted: the service stopped while this run was at work; the last release stays. Run it again."
            )
    return len(interrupted)


def announce(settings: Settings, home: Path, host: str, port: int) -> None:
    """Say where everything is, before Dagster's own output begins."""
    click.echo(f"Dagster UI       http://{host}:{port}  (up in about 15 seconds; Ctrl+C stops everything)")
    click.echo(f"drop prices      into {settings.inbox / 'prices'}  (each file rebuilds the boards by itself)")
    click.echo(f"current release  {settings.latest}")
    click.echo(f"Dagster's state  {home}")


def _require_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise UsageError(
                f"cannot listen on {host}:{port}: {(error.strerror or str(error)).lower()}; choose another with --port"
            ) from error


def _dagster(module: str, *arguments: str) -> list[str]:
    """Command line of a Dagster module in this interpreter; `dagster dev` would otherwise warn about `dg`, which is not needed here."""
    return [sys.executable, "-W", "ignore:Function `dev_command` is superseded", "-m", module, *arguments]


def _log_level() -> list[str]:
    return ["--log-level", _level()]


def _level() -> str:
    return "info" if is_verbose() else "warning"
