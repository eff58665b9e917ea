"""kill -9 at random moments: a tenth of the trial; `make soak` does the whole."""

import signal
import sys
from pathlib import Path

import pytest

from fab_pipeline_tests.slow.test_daemon import OTHERS_AT_WORK, service
from fab_pipeline_tests.trials.kills import STAGES, kill_the_command_line
from fab_pipeline_tests.trials.kills_beside_service import kill_beside_the_service
from fab_pipeline_tests.trials.trial import COMMAND, SEED, call
from fab_pipeline_tests.trials.vendors import ANSWERING

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are found under /proc"),
]

PATIENCE = 90.0
"""Seconds on an idle machine: the sensor looks every half minute, a killed run is noticed within another."""


def test_the_command_line_killed_at_ten_moments(tmp_path: Path) -> None:
    counts = kill_the_command_line(tmp_path, SEED, 10).counts
    killed = [counts[f"killed in {stage}"] for stage in STAGES]
    assert int(str(counts["live captures"])) >= 3 * len(ANSWERING)  # of three runs to the end; those of killed runs may be more
    assert sum(int(str(count)) for count in killed) >= 6  # a moment may come just after the end


def test_command_line_and_daemon_at_once_killed_at_four_moments(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert call(home, "run").code == 0
    with service([*COMMAND, "serve"], home, tmp_path) as running:
        running.wait_until_up()
        kill_beside_the_service(home, running.log, SEED, 4, PATIENCE * OTHERS_AT_WORK)
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(90 * OTHERS_AT_WORK) == 0, running.log.read_text()
