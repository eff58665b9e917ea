"""What the Dagster UI shows: every asset with its group, inputs, owner, kinds and columns; checks, jobs, the schedule."""

from datetime import UTC, datetime, timedelta

import dagster as dg
import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.defs.housekeeping import Housekeeping
from fab_pipeline.defs.live import Collecting
from fab_pipeline.defs.quotes import Reading
from fab_pipeline.defs.resources import PipelineResource
from fab_pipeline.leaderboards.release_checks import RELEASE_CHECKS
from fab_pipeline.pipeline.boards import RELEASE_TABLES, STEPS
from fab_pipeline_tests.defs.snapshot import SNAPSHOT, described

CAPTURES = {"captures/bundled", "captures/inbox"}
COLLECTION = "captures/collection"

EVIDENCE_DEPS = {
    "price_quotes": {*CAPTURES, COLLECTION},
    "training_claims": {*CAPTURES, COLLECTION},
    "page_statements": {*CAPTURES, COLLECTION},
    "vendor_claims": {*CAPTURES, COLLECTION},
    "vendor_pages": {*CAPTURES, COLLECTION},
    "specification_facts": {*CAPTURES, COLLECTION},
    "quarantine": {"price_quotes", "training_claims", "vendor_claims", "specification_facts"},
    "sources": {"price_quotes", "training_claims", "vendor_claims", "specification_facts", "quarantine"},
}
GROUPS = (
    dict.fromkeys(CAPTURES, "captures")
    | dict.fromkeys(EVIDENCE_DEPS, "quotes")
    | {step.table: "boards" for step in STEPS}
    | {"release": "release"}
)
OWNERS = {
    "captures": ["team:collecting"],
    "quotes": ["team:collecting"],
    "boards": ["team:leaderboards"],
    "release": ["team:publishing"],
}
TABLE_ASSETS = sorted(set(GROUPS) & set(TABLES))


@pytest.fixture(scope="module")
def specs(definitions: dg.Definitions) -> dict[str, dg.AssetSpec]:
    """All but those of group `live`, which has tests of its own."""
    return {spec.key.to_user_string(): spec for spec in definitions.resolve_all_asset_specs() if spec.group_name != "live"}


def test_everything_resolves_into_one_repository(definitions: dg.Definitions):
    dg.Definitions.validate_loadable(definitions)


def test_the_assets_and_their_groups(specs):
    assert {key: spec.group_name for key, spec in specs.items()} == GROUPS


def test_every_asset_has_an_owner_kinds_and_a_description(specs):
    for key, spec in specs.items():
        assert list(spec.owners) == OWNERS[GROUPS[key]], key
        assert spec.kinds, key
        assert spec.description, key


def test_evidence_comes_from_captures_alone(specs):
    assert {key: dependencies(specs[key]) for key in EVIDENCE_DEPS} == EVIDENCE_DEPS


def test_boards_depend_on_what_their_step_reads(specs):
    assert {step.table: dependencies(specs[step.table]) for step in STEPS} == {step.table: set(step.inputs) for step in STEPS}


def test_the_release_depends_on_every_table_it_carries(specs):
    assert dependencies(specs["release"]) == set(RELEASE_TABLES)


@pytest.mark.parametrize("table", TABLE_ASSETS)
def test_a_table_says_what_a_row_is_and_shows_the_columns_of_its_contract(specs, table: str):
    assert TABLES[table].row in specs[table].description
    schema = specs[table].metadata["dagster/column_schema"]
    assert [column.name for column in schema.columns] == list(TABLES[table].columns)
    assert all(column.description for column in schema.columns)


def test_columns_show_units_words_and_constraints(specs):
    columns = {column.name: column for column in specs["accelerator_prices"].metadata["dagster/column_schema"].columns}
    price = columns["price_per_accelerator_hour_usd"]
    assert price.type == "Float64"
    assert price.tags == {"unit": "USD/{accelerator}.h"}
    assert price.constraints.nullable
    assert not columns["statistic"].constraints.nullable
    assert columns["price_window"].constraints.other == ["one of: day, month_to_date"]
    assert specs["training_cost"].metadata["dagster/column_schema"].columns[1].constraints.unique


def test_every_table_is_checked_against_its_contract_and_every_release_check_is_shown_at_its_table(definitions: dg.Definitions):
    keys = definitions.resolve_asset_graph().asset_check_keys
    shown = {(key.asset_key.to_user_string(), key.name) for key in keys if key.name != "source_answers"}
    assert shown == {
        *((table, "keeps_contract") for table in TABLE_ASSETS),
        *((check.table, check.name) for check in RELEASE_CHECKS),
        ("captures/inbox", "files_are_taken"),
        ("quarantine", "new_capture_is_usable"),
        ("quarantine", "captures_are_readable"),
        ("findings", "no_impossible_figures"),
    }


def test_only_price_quotes_is_partitioned_by_utc_day(definitions: dg.Definitions):
    graph = definitions.resolve_asset_graph()
    partitioned = {key.to_user_string() for key in graph.get_all_asset_keys() if graph.get(key).is_partitioned}
    assert partitioned == {"price_quotes"}
    days = graph.get(dg.AssetKey("price_quotes")).partitions_def
    assert isinstance(days, dg.DailyPartitionsDefinition)
    assert days.timezone == "UTC"
    assert days.get_first_partition_key() == "2023-01-01"
    with dg.partition_loading_context(effective_dt=datetime(2026, 10, 10, 0, 1, tzinfo=UTC)):
        assert days.get_last_partition_key() == "2026-10-10"


def test_a_backfill_of_many_days_is_one_run(definitions: dg.Definitions):
    policy = definitions.resolve_asset_graph().get(dg.AssetKey("price_quotes")).backfill_policy
    assert policy == dg.BackfillPolicy.single_run()


def test_jobs_run_in_one_process(definitions: dg.Definitions):
    for name in ("refresh_prices", "process_snapshots", "reparse_archive", "rebuild_boards"):
        assert definitions.resolve_job_def(name).executor_def.name == "in_process"


def test_nothing_was_renamed_added_or_lost_unnoticed(definitions: dg.Definitions):
    assert described(definitions) == SNAPSHOT.read_text("utf-8"), "if that is meant: python -m fab_pipeline_tests.defs.snapshot"


def test_boards_and_the_release_are_late_after_a_missed_day_and_stale_after_three(specs):
    policies = {key: spec.freshness_policy for key, spec in specs.items() if spec.freshness_policy}
    assert set(policies) == {key for key, group in GROUPS.items() if group in {"boards", "release"}}
    assert {(policy.warn_window.to_timedelta(), policy.fail_window.to_timedelta()) for policy in policies.values()} == {
        (timedelta(hours=36), timedelta(days=3))
    }


def test_the_sensor_is_on_and_looks_often(definitions: dg.Definitions):
    sensor = definitions.resolve_sensor_def("new_observations")
    assert sensor.default_status == dg.DefaultSensorStatus.RUNNING
    assert sensor.job_name == "process_snapshots"
    assert sensor.minimum_interval_seconds <= 5


@pytest.mark.parametrize("config", [Collecting, Reading, Housekeeping, PipelineResource])
def test_every_field_of_a_configuration_is_explained(config: type):
    assert config.model_fields
    assert all(field.description for field in config.model_fields.values())


def dependencies(spec: dg.AssetSpec) -> set[str]:
    return {dep.asset_key.to_user_string() for dep in spec.deps}
