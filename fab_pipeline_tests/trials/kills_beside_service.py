"""kill -9 while the command line and the running service work on one data folder, and somebody reads its releases all the while.

Belongs here: that trial. Does not belong here: the one with the command line alone (`kills`).
"""

import json
import os
import random
import signal
import threading
import time
from pathlib import Path

from fab_pipeline_tests.trials.attacked import SETTLED, Home, ended, started
from fab_pipeline_tests.trials.trial import Figures, Stopwatch, whole_release
from fab_pipeline_tests.trials.vendors import vendors


def kill_beside_the_service(home_folder: Path, log: Path, seed: int, size: int, patience: float) -> Figures:
    """Kill the command line, or a run of Dagster, while both work on one data folder.

    Args:
        home_folder: on which a service (`fab-pipeline serve`) is at work.
        log: of the service, for the message.
        seed: of the trial.
        size: how many times.
        patience: seconds within which the service must have released what was dropped.
    """
    figures = Figures("kill -9 with command line and daemon at once", seed)
    chance = random.Random(seed)  # noqa: S311 -- moments of a test, not secrets
    killed = {"commands": 0, "runs of Dagster": 0}
    with Stopwatch(figures), vendors() as servers, _Reader(home := Home(home_folder, servers)) as reader:
        for number in range(size):
            home.drop(2)
            time.sleep(SETTLED)
            # In turn: a run of Dagster is killed while the command line waits for its turn, or the command line beside the service.
            worker = _worker_at_work(home_folder, patience) if number % 2 else None
            process = started(home, ["run", "--live"] if number % 4 == 2 else ["run"])
            time.sleep(chance.uniform(0.0, 4.0) if worker else chance.uniform(0.5, 8.0))
            killed["runs of Dagster"] += worker is not None and _kill(worker)
            killed["commands"] += process.poll() is None
            process.send_signal(signal.SIGKILL)
            ended(process)
            home.require_nothing_lost()
            _wait_until_released(home, patience, log)
    assert not reader.faults, reader.faults[:3]
    figures.counts = {"rounds": size, **{f"killed {what}": count for what, count in killed.items()}, "releases read": reader.passes}
    return figures


def _worker_at_work(home: Path, patience: float) -> int | None:
    """The process of a run of Dagster that holds the lock now; None where none came in time. Each run is a process of its own."""
    note, deadline = home / "state" / "lock.json", time.monotonic() + patience
    while time.monotonic() < deadline:
        holder = json.loads(note.read_bytes())
        if holder["who"].startswith("Dagster run") and Path(f"/proc/{holder['pid']}").is_dir():
            return holder["pid"]
        time.sleep(0.02)
    return None


def _kill(pid: int) -> bool:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _wait_until_released(home: Home, patience: float, log: Path) -> None:
    deadline = time.monotonic() + patience
    while True:
        try:
            home.require_all_released()
            return
        except AssertionError as error:
            if time.monotonic() > deadline:
                raise AssertionError(f"after {patience:.0f} s: {error}\n{log.read_text()[-4000:]}") from error
        time.sleep(1)


class _Reader:
    """Reads the current release over and over, as a stranger would."""

    def __init__(self, home: Home) -> None:
        self.home, self.passes, self.faults, self.done = home, 0, list[str](), threading.Event()
        self.thread = threading.Thread(target=self._loop)

    def __enter__(self) -> "_Reader":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.done.set()
        self.thread.join()

    def _loop(self) -> None:
        while not self.done.wait(0.2):
            try:
                whole_release(self.home.folder)
            except (AssertionError, OSError, ValueError, KeyError) as error:
                self.faults.append(repr(error))
            self.passes += 1
