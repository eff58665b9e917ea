"""The real services, as a user starts them: a dropped snapshot reaches readers in time, and nothing is left behind.

Every wait has an end; the whole takes about two minutes on two cores.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl
import pytest

import fab_pipeline
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer
from fab_pipeline_tests.slow.services import (
    FAB_PIPELINE,
    OTHERS_AT_WORK,
    START_SECONDS,
    STOP_SECONDS,
    Service,
    alive,
    at_work,
    drop,
    pointed_at,
    service,
    until,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

FRESH_SECONDS = 40.0
"""From the drop of a file to a changed `latest`, on two cores that do nothing else."""


@dataclass
class Reader:
    """Reads every table of the current release, over and over, as a program of somebody else would."""

    home: Path
    stop: threading.Event = field(default_factory=threading.Event)
    seen: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def loop(self) -> None:
        while not self.stop.wait(0.2):
            try:
                release = fab_pipeline.open_release(home=self.home)
                ids = {pl.read_parquet_metadata(release.file(table))["fab_release_id"] for table in release.tables}
                rows = {table: release.read(table).height for table in release.tables}
            except Exception as error:
                self.faults.append(repr(error))
                continue
            if ids != {release.release_id} or not rows["training_cost"]:
                self.faults.append(f"release {release.release_id} has files of {ids} with {rows}")
            self.seen.append(release.release_id)


@contextmanager
def reading(home: Path) -> Iterator[Reader]:
    reader = Reader(home)
    thread = threading.Thread(target=reader.loop)
    thread.start()
    try:
        yield reader
    finally:
        reader.stop.set()
        thread.join(30)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with a release."""
    folder = tmp_path / "home"
    subprocess.run([*FAB_PIPELINE, "run"], env={**os.environ, "FAB_HOME": str(folder)}, check=True, capture_output=True, timeout=300)
    return folder


def test_a_dropped_snapshot_reaches_readers_and_sigterm_ends_everything(home: Path, tmp_path: Path):
    with service([*FAB_PIPELINE, "dev"], home, tmp_path) as dev:
        dev.wait_until_up()
        with reading(home) as reader:
            releases = [pointed_at(home)]
            for day, price in ((12, 16.0), (13, 15.0), (11, 17.0)):  # the last one is late
                drop(home, f"day_{day}.csv", csv_bytes(offer(observed_at=f"2026-10-{day}T08:00:00Z", price_per_instance_hour=price)))
                started = time.monotonic()
                until(lambda: pointed_at(home) != releases[-1], FRESH_SECONDS, f"the snapshot of day {day} in `latest`", dev.log)
                print(f"landing to latest: {time.monotonic() - started:.1f} s, {OTHERS_AT_WORK:.1f} sharing a core")
                releases.append(pointed_at(home))
            time.sleep(1)
        assert not reader.faults
        assert [*dict.fromkeys(reader.seen)] == releases
        assert fab_pipeline.open_release(home=home).board_date.isoformat() == "2026-10-13"

        (run,) = backfilled(dev, "reparse_archive", ["2026-09-29", "2026-09-30", "2026-10-01"])
        assert run["status"] == "SUCCESS", dev.log.read_text()[-5000:]
        assert run["tags"]["fab_pipeline/release_id"] == releases[-1], "the same code reads the same bytes in the same way"

        earlier = at_work(home)
        drop(home, "one_more.csv", csv_bytes(offer(observed_at="2026-10-14T08:00:00Z")))
        until(lambda: at_work(home) not in ("sensor", earlier), FRESH_SECONDS, "a run at work", dev.log)
        dev.process.send_signal(signal.SIGTERM)
        assert dev.process.wait(STOP_SECONDS * OTHERS_AT_WORK) == 0, dev.log.read_text()
        assert alive(home) == []
    assert fab_pipeline.load("training_cost", home=home).height


def backfilled(running: Service, job: str, days: list[str]) -> list[dict]:
    """Runs of a backfill that is launched as a click in the UI does it."""
    known = set(running.runs())
    where = '{repositoryLocationName: "fab_pipeline", repositoryName: "__repository__"}'
    selector = f'{{partitionSetName: "{job}_partition_set", repositorySelector: {where}}}'
    names = ", ".join(f'"{day}"' for day in days)
    launched = running.query(
        f"mutation {{ launchPartitionBackfill(backfillParams: {{selector: {selector}, partitionNames: [{names}]}}) "
        "{ ... on LaunchBackfillSuccess { backfillId } } }"
    )
    of_it = ("dagster/backfill", launched["launchPartitionBackfill"]["backfillId"])
    running.wait_for_run(lambda run: run["runId"] not in known and of_it in run["tags"].items(), FRESH_SECONDS * 2, "the backfill")
    return [run for run in running.runs().values() if of_it in run["tags"].items()]


def test_serve_builds_the_first_release_by_itself_and_ends_on_sigterm(tmp_path: Path):
    home = tmp_path / "home"
    with service([*FAB_PIPELINE, "serve"], home, tmp_path) as serve:
        until((home / "latest.json").is_file, START_SECONDS, "the first release", serve.log)
        serve.process.send_signal(signal.SIGTERM)
        assert serve.process.wait(STOP_SECONDS * OTHERS_AT_WORK) == 0, serve.log.read_text()
        assert alive(home) == []


def test_dagster_dev_with_the_workspace_file_loads_everything_switched_on(home: Path, tmp_path: Path):
    with service([sys.executable, "-m", "dagster", "dev", "-w", "workspace.yaml"], home, tmp_path, {"FAB_CONTACT": ""}) as dagster:
        dagster.wait_until_up()
        (entry,) = dagster.query(LOCATIONS)["workspaceOrError"]["locationEntries"]
        assert entry["name"] == "fab_pipeline"
        (repository,) = entry["locationOrLoadError"]["repositories"]
        assert [(item["name"], item["sensorState"]["status"]) for item in repository["sensors"]] == [
            ("new_observations", "RUNNING"),
            ("tell_failed_runs", "RUNNING"),
            ("tell_stale_sources", "RUNNING"),
        ]
        assert [(item["name"], item["scheduleState"]["status"]) for item in repository["schedules"]] == [
            ("daily", "STOPPED"),
            ("daily_housekeeping", "RUNNING"),
        ]


LOCATIONS = """{ workspaceOrError { ... on Workspace { locationEntries { name locationOrLoadError {
    ... on RepositoryLocation { repositories { sensors { name sensorState { status } } schedules { name scheduleState { status } } } }
    ... on PythonError { message } } } } } }"""
