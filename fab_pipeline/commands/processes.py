"""Processes side by side: started together, ended together, and nothing left behind.

Belongs here: the life of child processes. Does not belong here: which processes (see `service`).
"""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from threading import Event
from types import FrameType
from typing import Final

import click

POLL_SECONDS: Final = 0.5
STOP_SECONDS: Final = 75.0
"""`dagster dev` itself waits up to 60 s for webserver and daemon before it kills them."""

GROUP_SECONDS: Final = 10.0
"""For code servers and a run at work, which Dagster leaves behind; a run that is stopped says so in its log."""


def supervise(commands: Sequence[Sequence[str]]) -> int:
    """Run processes side by side until one ends or this process is told to stop; then end all of them and all that they started.

    Args:
        commands: one argument list per process.

    Returns:
        Exit code: 0 after a signal, 1 when a process ended by itself.
    """
    stop = Event()

    def told_to_stop(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    # Before the first process starts: a signal during start-up must not leave one behind.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, told_to_stop)
    # Each in a session of its own: Ctrl+C reaches this process alone, and what a process leaves behind is found by its group.
    processes = [subprocess.Popen(command, start_new_session=True) for command in commands]  # noqa: S603
    while not stop.wait(POLL_SECONDS) and all(process.poll() is None for process in processes):
        pass
    failed = not stop.is_set()
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    for process in processes:
        _end_group(process, deadline)
    if failed:
        click.echo("fab-pipeline: a Dagster process ended by itself; the rest was stopped. Start again with --verbose to see why", err=True)
    return int(failed)


def _end_group(process: subprocess.Popen[bytes], deadline: float) -> None:
    """Wait for a process that was told to end, then end what is left of its group: Dagster does not wait for its code servers."""
    try:
        process.wait(timeout=max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if os.name == "nt":
        return
    for number, seconds in ((signal.SIGTERM, GROUP_SECONDS), (signal.SIGKILL, 1.0)):
        until = time.monotonic() + seconds
        while _signal_group(process.pid, number) and time.monotonic() < until:
            time.sleep(0.1)
            number = 0  # noqa: PLW2901 - told once, then only looked at


def _signal_group(group: int, number: int) -> bool:
    """Send a signal to a process group; False where nothing is left of it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # macOS refuses where only ended processes are left
        return False
    return True
