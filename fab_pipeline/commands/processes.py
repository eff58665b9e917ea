"""Processes side by side: started together, heard, ended together, and nothing left behind.

Belongs here: the life of child processes and the lines that they print. Does not belong here: which processes (see `service`).
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from threading import Event, Thread
from types import FrameType
from typing import IO, Final

import click

POLL_SECONDS: Final = 0.5
STOP_SECONDS: Final = 75.0
"""`dagster dev` itself waits up to 60 s for webserver and daemon before it kills them."""

GROUP_SECONDS: Final = 10.0
"""For code servers and a run at work, which Dagster leaves behind; a run that is stopped says so in its log."""

LINE_BYTES: Final = 64 * 1024
"""A longer line is heard in pieces."""


def supervise(commands: Mapping[str, Sequence[str]], heard: Callable[[str, str], None]) -> int:
    """Run processes side by side until one ends or this process is told to stop; then end all of them and all that they started.

    Args:
        commands: one argument list per process, by the name of the process.
        heard: called with the name of a process and each line that it, or what it started, prints; from several threads.

    Returns:
        Exit code: 0 after a signal, 1 when a process ended by itself.
    """
    stop = Event()

    def told_to_stop(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    # Before the first process starts: a signal during start-up must not leave one behind.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, told_to_stop)
    processes = {name: _start(command) for name, command in commands.items()}
    listeners = [Thread(target=_listen, args=(name, process.stdout, heard), daemon=True) for name, process in processes.items()]
    for listener in listeners:
        listener.start()
    while not stop.wait(POLL_SECONDS) and all(process.poll() is None for process in processes.values()):
        pass
    failed = not stop.is_set()
    ended = [f"{name} ended by itself with code {process.poll()}" for name, process in processes.items() if process.poll() is not None]
    for process in processes.values():
        process.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    for process in processes.values():
        _end_group(process, deadline)
    for listener in listeners:
        listener.join(1.0)
    if failed:
        click.echo(f"fab-pipeline: {'; '.join(ended)}; the rest was stopped. Its last words are above and in the log", err=True)
    return int(failed)


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own: Ctrl+C reaches this process alone, and what it leaves behind is found by its group."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(  # noqa: S603
        command, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment
    )


def _listen(name: str, stream: IO[bytes] | None, heard: Callable[[str, str], None]) -> None:
    while stream is not None and (line := stream.readline(LINE_BYTES)):
        text = line.decode("utf-8", "replace").rstrip()
        if text:
            heard(name, text)


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
