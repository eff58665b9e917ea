"""kill -9 at any moment of publishing: a reader sees one whole release, always, and the next publish succeeds."""

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import polars as pl
import pytest

import fab_pipeline
from fab_pipeline.publishing.history import QuoteHistory
from fab_pipeline.publishing.release import BUILDING
from fab_pipeline.publishing.releases import releases, resolve
from fab_pipeline.settings import Settings
from fab_pipeline_tests.publishing.boards import publish_coverage

KILLS = 20
TABLES = ("disclosure_coverage", "training_cost", "sources", "release_changes")

PUBLISH_FOR_EVER = """
import itertools, sys
from pathlib import Path
from fab_pipeline.collecting.lock import exclusive
from fab_pipeline.publishing.history import QuoteHistory
from fab_pipeline.publishing.release import publish
from fab_pipeline.settings import Settings
from fab_pipeline_tests.publishing.boards import DAY, boards, coverage
from fab_pipeline_tests.publishing.quotes import SNAPSHOT, quotes
settings = Settings(home=Path(sys.argv[1]), shipped=Path())
start = int(sys.argv[2])
for figure in itertools.count(start):
    with exclusive(settings, "run", timeout=5):
        files = QuoteHistory(settings).write(SNAPSHOT, quotes(1.0 + figure))
        publish(boards(disclosure_coverage=coverage(runs=figure)), files, [SNAPSHOT], settings, "1.0", DAY)
    if figure == start:
        print("ready", flush=True)
"""


class Reader(threading.Thread):
    """Reads all tables of the current release in a loop and keeps what went wrong."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.home, self.passes, self.faults, self.done = home, 0, list[str](), threading.Event()

    def run(self) -> None:
        while not self.done.is_set():
            try:
                self._pass()
            except Exception as error:
                self.faults.append(f"{type(error).__name__}: {error}")
            self.passes += 1

    def _pass(self) -> None:
        release = fab_pipeline.open_release(home=self.home)
        seen = {pl.read_parquet_metadata(release.file(table))["fab_release_id"] for table in TABLES}
        if seen != {release.release_id}:
            self.faults.append(f"{release.release_id} held files of {seen}")
        figure = release.read("disclosure_coverage")["runs"].item()
        if release.read("price_quotes").height and release.read("price_quotes")["price_per_accelerator_hour"].item() != 1.0 + figure:
            self.faults.append(f"{release.release_id} named quotes of another release")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_reader_sees_one_whole_release_whenever_the_publisher_is_killed(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, shipped=tmp_path)
    publish_coverage(settings, runs=0)
    reader = Reader(tmp_path)
    reader.start()
    chance = random.Random(20261005)  # noqa: S311 -- moments of a test, not secrets
    try:
        for kill in range(KILLS):
            with subprocess.Popen(
                [sys.executable, "-c", PUBLISH_FOR_EVER, str(tmp_path), str(1 + 1000 * kill)], stdout=subprocess.PIPE
            ) as child:
                assert child.stdout is not None
                assert child.stdout.readline() == b"ready\n"
                time.sleep(chance.uniform(0, 0.6))
                assert child.poll() is None
                child.send_signal(signal.SIGKILL)
            assert resolve(settings).damage() is None
    finally:
        reader.done.set()
        reader.join()
    assert reader.faults == []
    assert reader.passes > KILLS
    last = publish_coverage(settings, runs=7)
    assert resolve(settings) == last
    assert [path.name for path in settings.releases.iterdir() if path.name.startswith(BUILDING)] == []
    assert [release.release_id for release in releases(settings) if release.damage()] == []
    assert QuoteHistory(settings).current().keys() == {"azure-20261005T120000000000Z-0123456789ab"}
