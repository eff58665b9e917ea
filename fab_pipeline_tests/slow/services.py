"""Real services under test, as a user starts them: every wait has an end, and nothing is left behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from fab_pipeline_tests.conftest import REPOSITORY

START_SECONDS = 120.0
STOP_SECONDS = 90.0


def others_at_work() -> float:
    """How many share a core with this test now: every limit is for an idle machine and grows with it."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)) if hasattr(os, "getloadavg") else 1.0


OTHERS_AT_WORK = others_at_work()
"""How many did when the tests began."""

FAB_PIPELINE = [sys.executable, "-c", "from fab_pipeline.cli import main; main()"]

RUNS = "{ runsOrError { ... on Runs { results { runId jobName status tags { key value } } } } }"


@dataclass
class Service:
    """A service under test."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait_until_up(self) -> None:
        until(
            lambda: self.process.poll() is not None or answers(f"{self.url}/server_info"),
            START_SECONDS,
            "the webserver to answer",
            self.log,
        )
        assert self.process.poll() is None, self.log.read_text()

    def query(self, text: str) -> dict:
        answer = requests.post(f"{self.url}/graphql", json={"query": text}, timeout=30)
        return answer.json()["data"]

    def runs(self) -> dict[str, dict]:
        """Runs by id, each with its tags as a dictionary."""
        found = self.query(RUNS)["runsOrError"]["results"]
        return {run["runId"]: run | {"tags": {tag["key"]: tag["value"] for tag in run["tags"]}} for run in found}

    def wait_for_run(self, wanted: Callable[[dict], bool], seconds: float, what: str) -> dict:
        """Wait until a run that is wanted has ended, and give it."""
        ended: list[dict] = []

        def look() -> bool:
            ended[:] = [run for run in self.runs().values() if wanted(run) and run["status"] in {"SUCCESS", "FAILURE", "CANCELED"}]
            return bool(ended)

        until(look, seconds, what, self.log)
        return ended[0]

    def stop(self) -> int:
        """Tell it to end, as systemd does, and give its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_SECONDS * others_at_work())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def service(command: list[str], home: Path, folder: Path, more: Mapping[str, str] | None = None) -> Iterator[Service]:
    """Start a command with a free port; whatever is left of it is killed in the end. `more`: further variables."""
    port = free_port()
    environment = {**os.environ, "FAB_HOME": str(home), "DAGSTER_HOME": str(folder / "dagster"), "PYTHONUNBUFFERED": "1", **(more or {})}
    (folder / "dagster").mkdir(exist_ok=True)
    log = folder / "service.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            cwd=REPOSITORY,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield Service(process, port, log)
    finally:
        for pid in alive(home):
            os.kill(pid, signal.SIGKILL)
        process.kill()
        process.wait(10)


def answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=5).ok
    except requests.RequestException:
        return False


def until(met: Callable[[], object], seconds: float, what: str, log: Path) -> None:
    """Wait for a condition; fail with the service's log where it does not come true in time."""
    started, share = time.monotonic(), others_at_work()
    while time.monotonic() < started + seconds * share:
        if met():
            return
        time.sleep(0.1)
        share = max(share, others_at_work())
    pytest.fail(f"waited {seconds * share:.0f} s for {what}\n{log.read_text()[-5000:]}")


def drop(home: Path, name: str, body: bytes) -> None:
    """Put a snapshot into the inbox as a careful user does: whole, by a rename."""
    folder = home / "inbox" / "prices"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f".{name}").write_bytes(body)
    (folder / f".{name}").rename(folder / name)


def pointed_at(home: Path) -> str:
    return json.loads((home / "latest.json").read_bytes())["release_id"]


def at_work(home: Path) -> str:
    """Who took the lock last."""
    return json.loads((home / "state" / "lock.json").read_bytes())["who"]


def alive(home: Path) -> list[int]:
    """Processes that work on a data folder, by their environment; none where the system has no /proc."""
    marker = f"FAB_HOME={home}\0".encode()
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment, state = (folder / "environ").read_bytes(), (folder / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if marker in environment and state != "Z":
            found.append(int(folder.name))
    return found
