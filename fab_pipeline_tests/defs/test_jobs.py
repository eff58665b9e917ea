"""Jobs that take a configuration: which captures are read again, and for which day boards are built."""

import json
import shutil
from datetime import date
from pathlib import Path

import dagster as dg
import pytest
from click.testing import CliRunner

import fab_pipeline
from fab_pipeline.cli import main
from fab_pipeline.defs.quotes import Reading
from fab_pipeline.errors import UsageError
from fab_pipeline_tests.pipeline.snapshots import released

PARTITIONS = {"2026-10-10"}


class TestWhichDaysAreReadAgain:
    """The rule alone."""

    @pytest.mark.parametrize(
        ("reading", "days"),
        [
            (Reading(), []),
            (Reading(from_day="2026-10-01"), []),
            (Reading(again=True), [10]),
            (Reading(again=True, from_day="2026-10-10"), [10, 11]),
            (Reading(again=True, to_day="2026-10-10"), [9, 10]),
            (Reading(again=True, from_day="2026-10-09", to_day="2026-10-09"), [9]),
        ],
    )
    def test_the_days_given_else_those_of_the_partitions(self, reading: Reading, days: list[int]):
        assert [day for day in (9, 10, 11) if reading.wants(date(2026, 10, day), PARTITIONS)] == days

    def test_a_day_that_is_none_is_one_line(self):
        with pytest.raises(UsageError, match="from_day is 'soon'; write a day like 2026-10-04"):
            Reading(again=True, from_day="soon").wants(date(2026, 10, 9), PARTITIONS)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released(tmp_path_factory.mktemp("built") / "home")


@pytest.fixture
def home(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = shutil.copytree(built, tmp_path / "home", symlinks=True)
    monkeypatch.setenv("FAB_HOME", str(home))
    return home


def read_again(result: dg.ExecuteInProcessResult) -> int:
    found = [event.materialization.metadata for event in result.get_asset_materialization_events()]
    return max(int(metadata["captures_read_now"].value) for metadata in found if "captures_read_now" in metadata)


def test_the_whole_archive_is_read_again_in_one_run(definitions: dg.Definitions, home: Path):
    before = fab_pipeline.open_release(home=home).release_id
    captures = len({path.name for path in (home / "captures" / "observations" / "price_table").rglob("*.json")})
    config = {"ops": {"price_quotes": {"config": {"again": True, "from_day": "2023-01-01"}}}}
    result = definitions.resolve_job_def("reparse_archive").execute_in_process(run_config=config, partition_key="2026-10-10")
    assert read_again(result) >= captures > 0
    assert fab_pipeline.open_release(home=home).release_id == before, "the same code reads the same bytes in the same way"


DAYS = ["2026-09-28", "2026-09-29", "2026-09-30", "2026-10-01"]
RANGE = {"dagster/asset_partition_range_start": DAYS[0], "dagster/asset_partition_range_end": DAYS[-1]}
"""Tags with which Dagster starts the one run of a backfill."""


def captures_of_those_days(home: Path) -> int:
    return sum(1 for day in DAYS for _ in (home / "captures" / "observations").glob(f"*/{day}/*.json"))


def days_read(result: dg.ExecuteInProcessResult) -> list[str]:
    """Partitions of price_quotes that a run materialized."""
    found = [event.materialization for event in result.get_asset_materialization_events()]
    return sorted(item.partition for item in found if item.asset_key.to_user_string() == "price_quotes" and item.partition)


def test_a_backfill_of_the_job_is_one_run_that_gives_what_the_command_gives(definitions: dg.Definitions, home: Path):
    job = definitions.resolve_job_def("reparse_archive")
    assert job.backfill_policy == dg.BackfillPolicy.single_run()
    result = job.execute_in_process(run_config={"ops": {"price_quotes": {"config": {"again": True}}}}, tags=RANGE)
    assert days_read(result) == DAYS
    assert read_again(result) == captures_of_those_days(home) > 0
    released = fab_pipeline.open_release(home=home).release_id
    ran = CliRunner().invoke(main, ["backfill", "--from", DAYS[0], "--to", DAYS[-1], "--format", "json"])
    told = json.loads(ran.stdout)
    assert (told["captures"], told["release_id"]) == (captures_of_those_days(home), released)


def test_a_backfill_of_the_asset_reads_its_days_again_too(definitions: dg.Definitions, home: Path):
    """Nothing in the configuration says `again` there."""
    job = definitions.resolve_job_def("process_snapshots")
    result = job.execute_in_process(tags={**RANGE, "dagster/backfill": "abcdefgh"}, asset_selection=[dg.AssetKey("price_quotes")])
    assert (days_read(result), read_again(result)) == (DAYS, captures_of_those_days(home))


def test_boards_are_built_for_the_day_asked_for(definitions: dg.Definitions, home: Path):
    config = {"resources": {"pipeline": {"config": {"as_of": "2026-10-04"}}}}
    assert definitions.resolve_job_def("rebuild_boards").execute_in_process(run_config=config).success
    assert fab_pipeline.open_release(home=home).board_date == date(2026, 10, 4)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("as_of", "soon", "as_of is 'soon'"),
        ("known_at", "soon", "known_at is 'soon'"),
        ("known_at", "2026-10-04T12:00:00", "add the time zone"),
    ],
)
def test_a_time_that_cannot_be_fails_the_run_with_one_line(definitions: dg.Definitions, home: Path, field: str, value: str, says: str):
    config = {"resources": {"pipeline": {"config": {field: value}}}}
    with pytest.raises((dg.Failure, dg.DagsterResourceFunctionError)) as error:
        definitions.resolve_job_def("rebuild_boards").execute_in_process(run_config=config)
    assert says in f"{error.value} {error.value.__cause__}"
