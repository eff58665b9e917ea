"""The command lines of the systemd units and of the container, run as they stand in `deploy/`, over a data folder of the test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fab_pipeline
from fab_pipeline_tests.deployed import DEPLOY, PROGRAM, expanded, health_check, settings_of, unit
from fab_pipeline_tests.slow.services import FAB_PIPELINE, START_SECONDS, alive, service, until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def command(name: str, key: str, **values: str) -> list[str]:
    """A command of a unit with the program of this checkout; the port is given by the test."""
    path = DEPLOY / name
    program, *words = expanded(dict(unit(path))[key], settings_of(path) | values)
    assert program == PROGRAM
    return [*FAB_PIPELINE, *words]


def test_the_service_starts_is_healthy_and_ends_when_systemd_says_so(tmp_path: Path):
    home = tmp_path / "home"
    words = command("fab-pipeline.service", "ExecStart", FAB_PORT="0")
    assert words[-2:] == ["--port", "0"]
    with service(words[:-2], home, tmp_path, {"FAB_CONTACT": ""}) as running:
        running.wait_until_up()
        until((home / "latest.json").is_file, START_SECONDS, "the first release", running.log)
        program, *rest = [word.replace(":3000/", f":{running.port}/") for word in health_check()]
        assert program == "python"
        subprocess.run([sys.executable, *rest], check=True, timeout=60)
        assert running.stop() == 0, running.log.read_text()[-5000:]
        assert alive(home) == []
    assert (home / "logs" / "service.jsonl").stat().st_size
    assert (home / "logs" / "pipeline.jsonl").stat().st_size


def test_the_run_of_the_timer_publishes_and_prunes(tmp_path: Path):
    environment = {**os.environ, "FAB_HOME": str(tmp_path / "home")}
    for key in ("ExecStart", "ExecStartPost"):
        words = command("fab-pipeline-run.service", key, FAB_RUN_OPTIONS="")
        ended = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300, check=False)
        assert ended.returncode == 0, ended.stderr
    assert fab_pipeline.load("training_cost", home=tmp_path / "home").height


def test_a_wrong_setting_ends_it_with_the_code_that_systemd_does_not_try_again(tmp_path: Path):
    words = command("fab-pipeline.service", "ExecStart", FAB_HOST="no.such.host.invalid")
    environment = {**os.environ, "FAB_HOME": str(tmp_path / "home")}
    ended = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert str(ended.returncode) == dict(unit(DEPLOY / "fab-pipeline.service"))["RestartPreventExitStatus"]
    assert len(ended.stderr.splitlines()) == 1
