"""kill -9 at random moments of asking servers, collecting, building and publishing: nothing is lost or torn, and the next run is clean.

Belongs here: the trial with the command line alone. Does not belong here: the one beside the running service (`kills_beside_service`), and
what may remain of a killed process (`publishing.release`, `collecting.captures` say that).
"""

import itertools
import json
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import IO, Final

from fab_pipeline.pipeline.collect_live import fetchable
from fab_pipeline_tests.trials.attacked import DROPPED, SETTLED, Home, ended, started
from fab_pipeline_tests.trials.trial import Figures, Stopwatch, call
from fab_pipeline_tests.trials.vendors import ANSWERING, HURRIED, Vendors, vendors

STAGES: Final = ("ask", "collect", "build", "publish")
"""`ask` is the live part of `run --live`; the other three are those of any run."""

ASKED_OF: Final = len(fetchable())
"""Sources that `run --live` asks; each ends in a line of progress."""

BEFORE: Final = {"ask": "collect", "build": "collect", "publish": "build"}
"""The line of progress with which a stage begins; collecting begins with the lock."""


def kill_the_command_line(folder: Path, seed: int, size: int) -> Figures:
    """Kill `run`, `run --live` and `ingest` `size` times, each time at another moment, and let a whole run follow each."""
    figures = Figures("kill -9 of the command line", seed)
    chance = random.Random(seed)  # noqa: S311 -- moments of a test, not secrets
    killed = dict.fromkeys(STAGES, 0)
    amid_answers = 0
    with Stopwatch(figures), vendors() as servers:
        home = Home(folder, servers)
        lasts = _time_of_stages(home)
        for number in range(size):
            stage = STAGES[number % len(STAGES)]
            home.drop(DROPPED)
            time.sleep(SETTLED)
            arguments = ["run"] if chance.random() < 0.7 else ["ingest", str(_one_more(home))]
            arguments = ["run", "--live"] if stage == "ask" else arguments
            # Most of asking is waiting for those who do not answer: a moment is so many sources told of, and a little later.
            told = chance.randrange(ASKED_OF) if stage == "ask" else 0
            before = len(home.live)
            killed[stage] += _killed(home, arguments, stage, told, lasts[stage] * chance.random() / (1 + told))
            home.require_nothing_lost()
            amid_answers += stage == "ask" and len(home.live) > before
            _clean_run(home, servers if stage == "ask" else None)
    figures.counts = {
        "runs": size,
        **{f"killed in {stage}": count for stage, count in killed.items()},
        "killed with answers recorded": amid_answers,
        "snapshots": len(home.prices),
        "live captures": len(home.live),
    }
    return figures


def _clean_run(home: Home, live: Vendors | None) -> None:
    """A whole run after a kill: it complains of nothing, and its release rests on everything that ever came."""
    if live is None:
        clean = call(home.folder, "run", "--format", "json")
    else:
        clean = call(home.folder, "run", "--live", "--format", "json", command=HURRIED, **live.environment)
    assert (clean.code, clean.complaint) == (0, []), clean.err
    home.require_all_released()
    if live is not None:
        answered = [source for source, outcome in json.loads(clean.out)["sources"].items() if outcome == "ok"]
        assert sorted(answered) == sorted(ANSWERING)
        assert set(live.told.values()) <= set(home.live.values()), "an answer of a run that ended is not in the archive"


def _one_more(home: Home) -> Path:
    """A snapshot handed in by name, instead of through the inbox; it stays where it is until it is in the archive."""
    return max(home.inbox.glob("*.csv"))


def _time_of_stages(home: Home) -> dict[str, float]:
    """How long each stage of an undisturbed run takes here, in seconds."""
    call(home.folder, "run")
    home.drop(DROPPED)
    time.sleep(SETTLED)
    process = started(home, ["run", "--live"])
    assert process.stderr is not None
    _wait_for_lock(home, process)
    moments = [time.monotonic()]
    for line in ("collect", "sealed", "build", "publish"):
        _wait_for_line(process.stderr, line)
        moments.append(time.monotonic())
    assert ended(process) == 0
    home.require_all_released()
    collect, ask, build, publish = (later - earlier for earlier, later in itertools.pairwise(moments))
    return {"ask": ask, "collect": collect, "build": build, "publish": publish}


def _killed(home: Home, arguments: list[str], stage: str, told: int, wait: float) -> bool:
    """Start a command and kill it so long after a stage has begun and so many sources were told of; False where it had ended by then."""
    process = started(home, arguments)
    assert process.stderr is not None
    if stage == "collect" or arguments[0] == "ingest":
        _wait_for_lock(home, process)
    else:
        _wait_for_line(process.stderr, BEFORE[stage])
    for _ in range(told):
        _wait_for_line(process.stderr, "live")
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    code = ended(process)
    assert code in (0, -signal.SIGKILL), f"{arguments} ended by itself with {code}"
    return code != 0


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
