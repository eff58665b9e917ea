"""`dev` and `serve`: Dagster's webserver and daemon over this project's definitions, with schedules and sensors switched on.

Belongs here: making everything ready, once and alone, before anything runs side by side. Does not belong here: what is orchestrated
(`defs/`), what stands in Dagster's home (`dagster_home`), and the life of processes (`processes`). This is the only command module that
imports Dagster.
"""

import os
import socket
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click
from filelock import FileLock, Timeout

from fab_pipeline.commands import dagster_home
from fab_pipeline.commands.output import is_verbose, user_command
from fab_pipeline.commands.processes import supervise
from fab_pipeline.commands.service_log import service_log
from fab_pipeline.errors import FabError, UsageError
from fab_pipeline.files import explained
from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline.settings import Settings

DATABASE_SECONDS: Final = 10
"""How long the database may take to answer before it counts as not there."""

_port = click.option("--port", type=click.IntRange(1, 65535), default=3000, show_default=True, help="Port of the web page.")


@click.command()
@_port
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@user_command
def dev(port: int, host: str) -> None:
    """Dagster UI, daemon, schedules and sensors together, for development. Ctrl+C stops all of it.

    Example: fab-pipeline dev --port 3001
    """
    with prepared(host, port) as home:
        command = _dagster("dagster", "dev", "--workspace", str(home / "workspace.yaml"), "--host", host, "--port", str(port))
        code = _supervised({"dagster dev": command + _log_level()})
    sys.exit(code)


@click.command()
@_port
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
        code = _supervised({"webserver": webserver, "daemon": daemon})
    sys.exit(code)


@contextmanager
def prepared(host: str, port: int) -> Generator[Path]:
    """Make everything ready for Dagster and say where it is; one service at a time works on Dagster's home.

    Args:
        host: address that will be listened on.
        port: port that will be listened on.

    Yields:
        Dagster's home. Its settings and workspace are written, its database has its tables, the environment names it, and runs that a
        crash left open are closed: all of that once, under a lock, before a second process looks.

    Raises:
        FabError: the data folder cannot be written, the port is taken, the database does not answer, or another service works here.
    """
    settings, service = Settings.from_environment(), ServiceSettings.from_environment()
    settings.require_writable()
    _require_free(host, port)
    home = dagster_home.place(settings)
    os.environ.update(DAGSTER_HOME=str(home), FAB_HOME=str(settings.home))
    with explained(FabError, f"prepare {home}"):
        (settings.inbox / "prices").mkdir(parents=True, exist_ok=True)
        home.mkdir(parents=True, exist_ok=True)
        try:
            lock = FileLock(home / "service.lock", timeout=0, fallback_to_soft=False).acquire()
        except Timeout as error:
            raise UsageError(f"another dev or serve works on {home}; stop it first, or set DAGSTER_HOME to another folder") from error
    with lock:
        dagster_home.furnish(home, service)
        if service.postgres_engine:
            _require_database(service)
            os.environ[dagster_home.POSTGRES_VARIABLE] = service.postgres_engine
        close_interrupted_runs(home)
        announce(settings, home, host, port)
        yield home


def close_interrupted_runs(home: Path) -> int:
    """Mark runs failed whose process went away with an earlier daemon: one that seems in progress would hold the queue for ever.

    Opening Dagster's instance here makes its tables too.

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
    address = f"[{host}]" if ":" in host else host
    click.echo(f"Dagster UI       http://{address}:{port}  (up in about 15 seconds; Ctrl+C stops everything)")
    click.echo(f"drop prices      into {settings.inbox / 'prices'}  (each file rebuilds the boards by itself)")
    click.echo(f"current release  {settings.latest}")
    click.echo(f"Dagster's state  {home}")
    click.echo(f"logs             {settings.logs}")


def _supervised(commands: Mapping[str, Sequence[str]]) -> int:
    with service_log(Settings.from_environment(), ServiceSettings.from_environment()) as heard:
        return supervise(commands, heard)


def _require_free(host: str, port: int) -> None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family, kind) as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror as error:
        raise UsageError(f"cannot listen on {host!r}: there is no such address; choose another with --host") from error
    except OSError as error:
        raise UsageError(
            f"cannot listen on {host}:{port}: {(error.strerror or str(error)).lower()}; choose another with --port or --host"
        ) from error


def _require_database(service: ServiceSettings) -> None:
    """Make sure that the database answers, so that a wrong address is one line and not the traceback of two processes."""
    try:
        driver: Any = import_module("psycopg2")
        import_module("dagster_postgres")
    except ImportError as error:
        raise UsageError("PostgreSQL needs the extra `postgres`: pip install 'fab-pipeline[postgres]'") from error
    try:
        driver.connect(service.postgres, connect_timeout=DATABASE_SECONDS).close()
    except driver.Error as error:
        reason = " ".join(service.redacted(str(error)).split()) or type(error).__name__
        raise FabError(f"the database of {dagster_home.POSTGRES_VARIABLE} does not answer: {reason}") from None


def _dagster(module: str, *arguments: str) -> list[str]:
    """Command line of a Dagster module in this interpreter; `dagster dev` would otherwise warn about `dg`, which is not needed here."""
    return [sys.executable, "-W", "ignore:Function `dev_command` is superseded", "-m", module, *arguments]


def _log_level() -> list[str]:
    return ["--log-level", _level()]


def _level() -> str:
    return "info" if is_verbose() else "warning"
