"""Dagster's state in a real PostgreSQL by one setting: the service works, history is pruned there, and the password stands nowhere."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import psycopg2
import pytest

from fab_pipeline.defs.housekeeping import prune_runs
from fab_pipeline_tests.slow.postgres import PASSWORD, Postgres, postgres
from fab_pipeline_tests.slow.services import FAB_PIPELINE, START_SECONDS, alive, free_port, pointed_at, service, until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

SETTING = "FAB_DAGSTER_POSTGRES"


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture(scope="module")
def folder(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a service left that made its first release with that database; `home` is the data folder."""
    folder = tmp_path_factory.mktemp("served")
    home = folder / "home"
    with service([*FAB_PIPELINE, "serve"], home, folder, {SETTING: database.url(scheme="postgres"), "FAB_CONTACT": ""}) as serve:
        serve.wait_until_up()
        until((home / "latest.json").is_file, START_SECONDS, "the first release", serve.log)
        run = serve.wait_for_run(lambda _: True, 60, "the end of the first run")
        assert run["status"] == "SUCCESS", serve.log.read_text()[-5000:]
        assert run["tags"]["fab_pipeline/release_id"] == pointed_at(home)
        info = serve.query("{ instance { info } }")["instance"]["info"]
        assert "Postgres" in info
        assert PASSWORD not in info
        assert database.url() not in info
        assert serve.stop() == 0, serve.log.read_text()[-5000:]
        assert alive(home) == []
    return folder


def rows(database: Postgres, table: str) -> int:
    with closing(psycopg2.connect(database.url())) as connection, connection.cursor() as cursor:
        cursor.execute(f"select count(*) from {table}")  # noqa: S608 - the names below
        (found,) = cursor.fetchone() or (0,)
        return found


def test_runs_events_and_ticks_are_in_the_database_and_in_no_file(folder: Path, database: Postgres):
    assert rows(database, "runs") >= 1
    assert rows(database, "event_logs") > 50
    assert rows(database, "job_ticks") >= 1
    assert not list((folder / "dagster").rglob("*.db"))


def test_the_password_stands_in_no_file_and_in_no_output(folder: Path, database: Postgres):
    forms = [form.encode() for form in (PASSWORD, database.url().split(":")[2].split("@")[0])]
    files = [path for path in folder.rglob("*") if path.is_file() and path.stat().st_size < 50_000_000]
    assert len(files) > 20
    assert [path for path in files if any(form in path.read_bytes() for form in forms)] == []


def test_old_runs_are_pruned_there(folder: Path, database: Postgres, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(SETTING, database.url(scheme="postgresql+psycopg2"))
    with dg.DagsterInstance.from_config(str(folder / "dagster")) as instance:
        runs = instance.get_runs_count()
        assert prune_runs(instance, datetime.now(UTC) - timedelta(days=1), newest_kept=0) == 0
        assert prune_runs(instance, datetime.now(UTC) + timedelta(days=1), newest_kept=0) == runs
    # What is left belongs to no run: the freshness of each asset, written when it changes.
    assert (rows(database, "runs"), rows(database, "event_logs where run_id <> ''")) == (0, 0)


@pytest.mark.parametrize("wrong", ["password", "port"])
def test_a_wrong_address_is_one_line_at_once(wrong: str, database: Postgres, tmp_path: Path):
    url = database.url("not-this-one") if wrong == "password" else database.url().replace(str(database.port), str(free_port()))
    environment = {**os.environ, "FAB_HOME": str(tmp_path / "home"), "DAGSTER_HOME": "", SETTING: url}
    command = [*FAB_PIPELINE, "serve", "--port", str(free_port())]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"fab-pipeline: the database of {SETTING} does not answer: ")
    assert "not-this-one" not in line
    assert PASSWORD not in line
    assert alive(tmp_path / "home") == []
