"""Housekeeping: old runs go with their events and files, the newest stay, and releases keep their day of grace."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest

from fab_pipeline.defs.housekeeping import prune_runs
from fab_pipeline.settings import Settings

TODAY = datetime(2026, 11, 30, tzinfo=UTC)


@dg.asset
def something() -> None: ...


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    with dg.instance_for_test(temp_dir=str(tmp_path)) as found:
        yield found


def run(instance: dg.DagsterInstance, days_ago: int) -> str:
    return made(instance, dg.materialize([something], instance=instance).run_id, days_ago)


def made(instance: dg.DagsterInstance, run_id: str, days_ago: int) -> str:
    """Put a run back in time; its row bears the time of the database."""
    with closing(sqlite3.connect(Path(instance.root_directory) / "history" / "runs.db")) as database, database:
        moment = (TODAY - timedelta(days=days_ago)).replace(tzinfo=None)
        database.execute("update runs set create_timestamp = ? where run_id = ?", (moment.isoformat(" "), run_id))
    return run_id


def test_a_run_older_than_the_history_goes_with_its_events_and_files(instance: dg.DagsterInstance, tmp_path: Path):
    old, young = run(instance, 100), run(instance, 10)
    assert instance.all_logs(old)
    assert prune_runs(instance, TODAY - timedelta(days=90), newest_kept=0) == 1
    assert [found.run_id for found in instance.get_runs()] == [young]
    assert not list(tmp_path.rglob(f"*{old}*"))
    assert instance.all_logs(young)


def test_of_an_asset_made_by_a_run_that_went_the_newest_materialization_is_still_known(instance: dg.DagsterInstance):
    run(instance, 100)
    young = run(instance, 10)
    assert prune_runs(instance, TODAY - timedelta(days=90), newest_kept=0) == 1
    event = instance.get_latest_materialization_event(dg.AssetKey("something"))
    assert event is not None
    assert event.run_id == young


def test_the_newest_runs_stay_however_old(instance: dg.DagsterInstance):
    runs = [run(instance, days) for days in (300, 200, 100)]
    assert prune_runs(instance, TODAY - timedelta(days=90), newest_kept=2) == 1
    assert {found.run_id for found in instance.get_runs()} == set(runs[1:])


def test_a_run_that_is_not_finished_stays(instance: dg.DagsterInstance):
    @dg.job
    def unfinished(): ...

    made(instance, instance.create_run_for_job(unfinished, status=dg.DagsterRunStatus.STARTED).run_id, 100)
    assert prune_runs(instance, TODAY - timedelta(days=90), newest_kept=0) == 0


def test_the_job_takes_its_limits_as_explained_config(definitions: dg.Definitions, settings: Settings, instance: dg.DagsterInstance):
    run(instance, 100)
    config = {"ops": {"remove_what_is_old": {"config": {"run_history_days": 30}}}}
    job = definitions.resolve_job_def("housekeeping")
    result = job.execute_in_process(run_config=config, instance=instance)
    assert result.success
    assert instance.get_runs_count() == 2, "of so few, the newest 25 stay"
    fields = job.get_node_named("remove_what_is_old").definition.config_schema.as_field().config_type.fields
    assert all(field.description for field in fields.values())
