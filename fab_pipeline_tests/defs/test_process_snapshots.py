"""The job `refresh`, run in this process over the bundled captures: what it makes, what it says, and what it leaves alone."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
import polars as pl
import pytest

import fab_pipeline
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.manifest import Entry
from fab_pipeline.contracts import TABLES
from fab_pipeline.defs.quotes import SNAPSHOT_TAG
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer, settings_at


def refresh(definitions: dg.Definitions, home: Path, day: str, **options) -> dg.ExecuteInProcessResult:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAB_HOME", str(home))
        return definitions.resolve_job_def("process_snapshots").execute_in_process(partition_key=day, **options)


@pytest.fixture(scope="module")
def first(definitions: dg.Definitions, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dg.ExecuteInProcessResult]:
    """A home after its first run, and what the run said."""
    home = tmp_path_factory.mktemp("home")
    return home, refresh(definitions, home, "2026-10-10")


@pytest.fixture
def home(first: tuple[Path, dg.ExecuteInProcessResult], tmp_path: Path) -> Path:
    return shutil.copytree(first[0], tmp_path / "home", symlinks=True)


def record(home: Path, body: bytes, day: int) -> Entry:
    moment = datetime(2026, 10, day, 9, tzinfo=UTC)
    return Archive(settings_at(home).captures).record(body, source="price_table", observed_at=moment, origin="ingested", filename="in.csv")


def materialized(result: dg.ExecuteInProcessResult, partition: str | None = None) -> dict[str, dg.AssetMaterialization]:
    events = [event.materialization for event in result.get_asset_materialization_events()]
    return {event.asset_key.to_user_string(): event for event in events if event.partition in (None, partition)}


def versions(result: dg.ExecuteInProcessResult) -> dict[str, str]:
    return {key: (event.tags or {})["dagster/data_version"] for key, event in materialized(result, "2026-10-10").items()}


def test_it_makes_a_release_of_every_table(first, definitions: dg.Definitions):
    home, result = first
    assert result.success
    release = fab_pipeline.open_release(home=home)
    events = materialized(result, "2026-10-10")
    assert set(events) == {spec.key.to_user_string() for spec in definitions.resolve_all_asset_specs() if spec.group_name != "live"}
    assert events["release"].metadata["release_id"].value == release.release_id
    for table in set(events) & set(release.tables):
        assert events[table].metadata["dagster/row_count"].value == release.read(table).height, table
        assert pl.read_parquet(events[table].metadata["path"].value).columns == list(TABLES[table].columns), table


def test_every_check_is_evaluated(first, definitions: dg.Definitions):
    evaluated = {evaluation.asset_check_key for evaluation in first[1].get_asset_check_evaluations()}
    assert evaluated == {key for key in definitions.resolve_asset_graph().asset_check_keys if key.asset_key.path[0] != "raw"}
    assert all(evaluation.passed for evaluation in first[1].get_asset_check_evaluations() if evaluation.blocking)


def test_every_day_on_which_something_was_observed_is_reported_for_its_own_partition(first):
    home, result = first
    events = [event.materialization for event in result.get_asset_materialization_events()]
    rows = {event.partition: event.metadata["dagster/partition_row_count"].value for event in events if event.partition}
    quotes = fab_pipeline.load("price_quotes", home=home)
    assert sum(rows.values()) == quotes.height
    assert set(rows) == {entry.observed_at.date().isoformat() for entry in Archive(home / "captures").entries() if "price" in entry.source}


def test_a_second_run_changes_no_data_version_and_makes_no_release(first, home: Path, definitions: dg.Definitions):
    again = refresh(definitions, home, "2026-10-10")
    assert versions(again) == versions(first[1])
    assert materialized(again)["release"].metadata["changed"].value is False
    assert materialized(again)["training_cost"].metadata["changed"].value is False


def test_a_new_observation_changes_its_own_day_and_the_release(home: Path, definitions: dg.Definitions):
    before = fab_pipeline.open_release(home=home).release_id
    entry = record(home, csv_bytes(offer(price_per_instance_hour=16.0)), 12)
    result = refresh(definitions, home, "2026-10-12", tags={SNAPSHOT_TAG: entry.snapshot_id})
    assert materialized(result, "2026-10-12")["price_quotes"].metadata["dagster/partition_row_count"].value == 1
    release = fab_pipeline.open_release(home=home)
    assert release.release_id != before
    assert release.board_date.isoformat() == "2026-10-12"


def test_a_file_without_a_usable_row_leaves_the_release_and_says_why(home: Path, definitions: dg.Definitions):
    before = fab_pipeline.open_release(home=home).release_id
    entry = record(home, b"hello\nworld\n", 12)
    result = refresh(definitions, home, "2026-10-12", tags={SNAPSHOT_TAG: entry.snapshot_id}, raise_on_error=False)

    assert not result.success
    assert fab_pipeline.open_release(home=home).release_id == before
    (usable,) = [item for item in result.get_asset_check_evaluations() if item.check_name == "new_capture_is_usable"]
    assert not usable.passed
    assert "in.csv" in (usable.description or "")
    assert pl.read_parquet(home / "tables" / "quarantine.parquet")["snapshot_id"].to_list() == [entry.snapshot_id]

    later = refresh(definitions, home, "2026-10-12")
    assert later.success
    assert materialized(later)["release"].metadata["changed"].value is True


def test_rebuild_boards_reads_what_is_there(home: Path, definitions: dg.Definitions, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAB_HOME", str(home))
    result = definitions.resolve_job_def("rebuild_boards").execute_in_process()
    assert result.success
    assert "price_quotes" not in materialized(result)
    assert materialized(result)["release"].metadata["changed"].value is False
