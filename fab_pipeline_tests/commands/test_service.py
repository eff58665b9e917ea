"""`dev` and `serve`: Dagster's home is made once, and one service at a time works on it.

The services themselves are started by the slow tests.
"""

import os
import socket
import sys
from pathlib import Path

import dagster as dg
import pytest
import yaml
from click.testing import CliRunner

from fab_pipeline.cli import main
from fab_pipeline.commands.service import prepared
from fab_pipeline.errors import FabError, UsageError
from fab_pipeline_tests.conftest import REPOSITORY


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder. Both variables are set so that what the command sets is undone."""
    monkeypatch.setenv("FAB_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("DAGSTER_HOME", "")
    return tmp_path / "data"


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_dagsters_home_is_made_in_the_state_of_the_pipeline(data: Path, port: int, capsys: pytest.CaptureFixture[str]):
    with prepared("127.0.0.1", port) as home:
        assert home == data / "state" / "dagster"
        assert os.environ["DAGSTER_HOME"] == str(home)
        assert (data / "inbox" / "prices").is_dir()
    said = capsys.readouterr().out
    assert f"http://127.0.0.1:{port}" in said
    assert str(data / "inbox" / "prices") in said


def test_the_settings_are_valid_and_run_one_run_at_a_time(data: Path, port: int):
    with prepared("127.0.0.1", port) as home, dg.DagsterInstance.from_config(str(home)) as instance:
        queue = instance.get_concurrency_config().run_queue_config
        assert queue is not None
        assert queue.max_concurrent_runs == 1
        assert instance.run_monitoring_enabled
        assert not instance.telemetry_enabled


def test_what_a_person_changed_in_them_stays(data: Path, port: int):
    with prepared("127.0.0.1", port) as home:
        (home / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    with prepared("127.0.0.1", port):
        assert (home / "dagster.yaml").read_text() == "telemetry: {enabled: false}\n"


def test_dagster_home_moves_it(data: Path, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "elsewhere"))
    with prepared("127.0.0.1", port) as home:
        assert home == tmp_path / "elsewhere"
        assert (home / "dagster.yaml").is_file()


def test_both_ways_of_starting_name_the_same_code_location(data: Path, port: int):
    with prepared("127.0.0.1", port) as home:
        own = yaml.safe_load((home / "workspace.yaml").read_text())["load_from"][0]["python_module"]
    (shipped,) = yaml.safe_load((REPOSITORY / "workspace.yaml").read_text())["load_from"]
    assert shipped["python_module"] == own | {"working_directory": "."}


def test_a_second_service_on_the_same_home_is_refused(data: Path, port: int):
    with prepared("127.0.0.1", port), pytest.raises(UsageError, match="another dev or serve works on"), prepared("127.0.0.1", port):
        pass


def test_a_taken_port_is_one_line_with_the_way_out(data: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = CliRunner().invoke(main, ["dev", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert "address already in use; choose another with --port" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_host_that_is_none_is_one_line():
    result = CliRunner().invoke(main, ["serve", "--host", "no such host"])
    assert result.exit_code == 2
    assert "there is no such address; choose another with --host" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_database_that_does_not_answer_is_one_line_without_its_password(data: Path, port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAB_DAGSTER_POSTGRES", f"postgres://fab:geheim@127.0.0.1:{port}/dagster")
    with pytest.raises(FabError, match=r"FAB_DAGSTER_POSTGRES does not answer: .*refused") as error, prepared("127.0.0.1", port):
        pass
    assert "geheim" not in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_without_the_extra_that_reaches_a_database_it_is_named(data: Path, port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAB_DAGSTER_POSTGRES", f"postgresql://fab@127.0.0.1:{port}/dagster")
    monkeypatch.setitem(sys.modules, "psycopg2", None)
    with pytest.raises(UsageError, match=r"pip install 'fab-pipeline\[postgres\]'"), prepared("127.0.0.1", port):
        pass


def test_a_run_that_a_crash_left_open_is_closed_so_that_the_queue_goes_on(data: Path, port: int):
    @dg.job
    def left_open(): ...

    with prepared("127.0.0.1", port) as home, dg.DagsterInstance.from_config(str(home)) as instance:
        run = instance.create_run_for_job(left_open, status=dg.DagsterRunStatus.STARTED)
        finished = instance.create_run_for_job(left_open, status=dg.DagsterRunStatus.SUCCESS)
    with prepared("127.0.0.1", port), dg.DagsterInstance.from_config(str(home)) as instance:
        assert instance.get_run_by_id(run.run_id).status == dg.DagsterRunStatus.FAILURE
        assert instance.get_run_by_id(finished.run_id).status == dg.DagsterRunStatus.SUCCESS
