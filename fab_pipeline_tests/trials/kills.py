"""kill -9 at random moments of collecting, building and publishing: nothing is lost, nothing is torn, and the next run is clean.

Belongs here: the trial with the command line alone, and the one beside the running service. Does not belong here: what may remain of a
killed process (`publishing.release`, `collecting.captures` say that).
"""

import os
import random
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import fab_pipeline
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.publishing.release import BUILDING
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer
from fab_pipeline_tests.trials.trial import COMMAND, Figures, Stopwatch, call, environment, whole_release

STAGES: Final = ("collect", "build", "publish")
DROPPED: Final = 4
"""Snapshots that lie in the inbox before each run."""

SETTLED: Final = 1.1
"""Seconds after which a file of the inbox is taken."""


@dataclass
class Home:
    """A data folder under attack, and every price that was handed in."""

    folder: Path
    prices: list[float] = field(default_factory=list[float])

    @property
    def inbox(self) -> Path:
        """Where snapshots are dropped."""
        return self.folder / "inbox" / "prices"

    def drop(self, number: int) -> None:
        """Put some snapshots into the inbox, each with a price of its own."""
        self.inbox.mkdir(parents=True, exist_ok=True)
        for _ in range(number):
            price = 20.0 + len(self.prices) / 1000
            self.prices.append(price)
            day, minute = 1 + len(self.prices) // 1000, len(self.prices) % 1000
            seen = f"2026-11-{day:02}T{minute // 60:02}:{minute % 60:02}:00Z"
            (self.inbox / f"snapshot_{len(self.prices):04}.csv").write_bytes(
                csv_bytes(offer(observed_at=seen, price_per_instance_hour=price))
            )

    def require_nothing_lost(self) -> None:
        """Every snapshot is in the inbox still, or whole in the archive; and the release that readers have is whole."""
        archive = Archive(self.folder / "captures")
        bodies = [path.read_bytes() for path in self.inbox.glob("*.csv")]
        bodies += [archive.body(entry) for entry in archive.entries("price_table")]
        there = b"".join(bodies)
        lost = [price for price in self.prices if f",{price},".encode() not in there]
        assert not lost, f"snapshots with prices {lost} are gone"
        whole_release(self.folder)

    def require_all_released(self) -> None:
        """The current release rests on every snapshot that was handed in, and nothing half made is left beside it."""
        self.require_nothing_lost()
        quotes = fab_pipeline.open_release(home=self.folder).read("price_quotes")
        missing = set(self.prices) - set(quotes["price_per_instance_hour"])
        assert not missing, f"prices {sorted(missing)} are in no release"
        assert not [path.name for path in (self.folder / "releases").iterdir() if path.name.startswith(BUILDING)]


def kill_the_command_line(folder: Path, seed: int, size: int) -> Figures:
    """Kill `run` and `ingest` `size` times, each time at another moment, and let a whole run follow each."""
    figures = Figures("kill -9 of the command line", seed)
    chance = random.Random(seed)  # noqa: S311 -- moments of a test, not secrets
    home, killed = Home(folder), dict.fromkeys(STAGES, 0)
    with Stopwatch(figures):
        lasts = _time_of_stages(home)
        for number in range(size):
            stage = STAGES[number % len(STAGES)]
            home.drop(DROPPED)
            time.sleep(SETTLED)
            arguments = ["run"] if chance.random() < 0.7 else ["ingest", str(_one_more(home))]
            killed[stage] += _killed(home, arguments, stage, lasts[stage] * chance.random())
            home.require_nothing_lost()
            clean = call(home.folder, "run", "--format", "json")
            assert (clean.code, clean.complaint) == (0, []), clean.err
            home.require_all_released()
    figures.counts = {"runs": size, **{f"killed in {stage}": count for stage, count in killed.items()}, "snapshots": len(home.prices)}
    return figures


def _one_more(home: Home) -> Path:
    """A snapshot handed in by name, instead of through the inbox; it stays where it is until it is in the archive."""
    return max(home.inbox.glob("*.csv"))


def _time_of_stages(home: Home) -> dict[str, float]:
    """How long each stage of an undisturbed run takes here, in seconds."""
    call(home.folder, "run")
    home.drop(DROPPED)
    time.sleep(SETTLED)
    process = _started(home, ["run"])
    assert process.stderr is not None
    _wait_for_lock(home, process)
    moments = [time.monotonic()]
    for line in ("collect", "build", "publish"):
        _wait_for_line(process.stderr, line)
        moments.append(time.monotonic())
    assert _ended(process) == 0
    home.require_all_released()
    return {stage: moments[place + 1] - moments[place] for place, stage in enumerate(STAGES)}


def _killed(home: Home, arguments: list[str], stage: str, wait: float) -> bool:
    """Start a command and kill it so long after a stage has begun; False where it had ended by then, as it should."""
    process = _started(home, arguments)
    assert process.stderr is not None
    if stage == "collect" or arguments[0] == "ingest":
        _wait_for_lock(home, process)
    else:
        _wait_for_line(process.stderr, {"build": "collect", "publish": "build"}[stage])
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    code = _ended(process)
    assert code in (0, -signal.SIGKILL), f"{arguments} ended by itself with {code}"
    return code != 0


def _started(home: Home, arguments: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *arguments], env=environment(home.folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def _ended(process: subprocess.Popen[bytes]) -> int:
    process.communicate(timeout=120)
    return process.returncode


def _wait_for_lock(home: Home, process: subprocess.Popen[bytes]) -> None:
    """Until the process has the lock, or has ended."""
    note, mark = home.folder / "state" / "lock.json", f'"pid": {process.pid},'
    while process.poll() is None:
        if note.is_file() and mark in note.read_text():
            return
        time.sleep(0.002)


def _wait_for_line(stream: IO[bytes], word: str) -> None:
    """Until a line of progress is printed: the stage of that name is over."""
    for line in stream:
        if line.decode().split()[1:2] == [word]:
            return


# Beside the service


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
    home, killed = Home(home_folder), {"commands": 0, "runs of Dagster": 0}
    with Stopwatch(figures), _Reader(home) as reader:
        for number in range(size):
            home.drop(2)
            time.sleep(SETTLED)
            process = _started(home, ["run"])
            deadline = time.monotonic() + chance.uniform(0.5, 8.0)
            workers = list[int]()
            while time.monotonic() < deadline and not workers:
                workers = run_workers(home_folder) if number % 2 else []
                time.sleep(0.05)
            for pid in workers:
                time.sleep(chance.uniform(0, 2))
                killed["runs of Dagster"] += _kill(pid)
            killed["commands"] += process.poll() is None
            process.send_signal(signal.SIGKILL)
            _ended(process)
            home.require_nothing_lost()
            _wait_until_released(home, patience, log)
    assert not reader.faults, reader.faults[:3]
    figures.counts = {"rounds": size, **{f"killed {what}": count for what, count in killed.items()}, "releases read": reader.passes}
    return figures


def run_workers(home: Path) -> list[int]:
    """Processes in which Dagster runs a job on a data folder."""
    return [pid for pid, command in _processes(home) if b"execute_run" in command]


def _processes(home: Path) -> Iterable[tuple[int, bytes]]:
    marker = f"FAB_HOME={home}\0".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if marker in (folder / "environ").read_bytes():
                yield int(folder.name), (folder / "cmdline").read_bytes()
        except OSError:
            continue


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


def fresh(folder: Path) -> Path:
    """An empty folder in the place of whatever was there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
