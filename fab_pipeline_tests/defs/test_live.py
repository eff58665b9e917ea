"""Group `live` against a server on loopback: one good source, one that is not there, one without its key; one collection, one release."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import dagster as dg
import polars as pl
import pytest

import fab_pipeline
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.sealing import newest_collection
from fab_pipeline.defs.live import ANSWERS, ASKED, COLLECTION, COLLECTION_TAG, GROUP
from fab_pipeline.defs.release import RELEASE_TAG
from fab_pipeline.pipeline.collect_live import fetchable
from fab_pipeline.settings import Settings
from fab_pipeline_tests.collecting.vendor_server import VendorServer, bytes_answer, json_answer, serving
from fab_pipeline_tests.pipeline.live import lab
from fab_pipeline_tests.sources.disclosures.captures import EPOCH_ROW, epoch_table
from fab_pipeline_tests.sources.prices.look_alikes import runpod_answer, runpod_type

SOURCES = ["epoch_models", "lambda_api", "oracle", "runpod"]
RUN = EPOCH_ROW | {"Training time (hours)": "120", "Hardware quantity": "64", "Training chip-hours": "7680"}


@pytest.fixture(scope="module")
def server() -> Iterator[VendorServer]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module", autouse=True)
def world(server: VendorServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home, and a mirror that has RunPod and Epoch's table of models and nothing else."""
    home = tmp_path_factory.mktemp("home")
    at_lab = lab(server, home)
    server.routes[at_lab.path("runpod")] = json_answer(runpod_answer(runpod_type()))
    server.routes[at_lab.path("epoch_models")] = bytes_answer(epoch_table(RUN), "text/csv")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAB_HOME", str(home))
        patch.setenv("FAB_CONTACT", "ops@lab.example")
        patch.setenv("FAB_MIRROR", server.base)
        patch.delenv("FAB_KEY_LAMBDA", raising=False)
        yield home


def ask(definitions: dg.Definitions, sources: list[str], **options) -> dg.ExecuteInProcessResult:
    """The daily job as it is, but for the sources that are asked."""
    job = definitions.resolve_job_def("refresh_prices")
    others = {key for key, name in ASKED.items() if name not in sources}
    selection = job.asset_layer.selected_asset_keys - others
    return job.execute_in_process(raise_on_error=False, partition_key="2026-10-10", asset_selection=list(selection), **options)


@dataclass
class Asked:
    """The daily job over a few sources, the tags that its run has in the end, and whether the newest materialization of an asset is its."""

    result: dg.ExecuteInProcessResult
    tags: dict[str, str]
    made_here: dict[str, bool]


@pytest.fixture(scope="module")
def asked(definitions: dg.Definitions, world: Path, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    with dg.instance_for_test(temp_dir=str(tmp_path_factory.mktemp("dagster"))) as instance:
        result = ask(definitions, SOURCES, instance=instance)
        run = instance.get_run_by_id(result.run_id)
        assert run is not None
        assert run.status == dg.DagsterRunStatus.FAILURE
        keys = [dg.AssetKey(["raw", name]) for name in SOURCES] + [dg.AssetKey("release"), dg.AssetKey("training_cost")]
        newest = {key.path[-1]: instance.get_latest_materialization_event(key) for key in keys}
        return Asked(result, dict(run.tags), {name: bool(event and event.run_id == run.run_id) for name, event in newest.items()})


def materialized(result: dg.ExecuteInProcessResult) -> dict[str, dg.AssetMaterialization]:
    return {event.materialization.asset_key.to_user_string(): event.materialization for event in result.get_asset_materialization_events()}


def test_there_is_one_asset_per_source_that_can_be_asked(definitions: dg.Definitions):
    assert sorted(ASKED.values()) == fetchable()
    specs = {spec.key: spec for spec in definitions.resolve_all_asset_specs()}
    assert {key for key, spec in specs.items() if spec.group_name == GROUP} == {*ASKED, COLLECTION}
    assert specs[dg.AssetKey(["raw", "lambda_api"])].tags["key"] == "needed"
    assert all("Terms: " in (specs[key].description or "") for key in ASKED)
    checks = {(key.asset_key, key.name) for key in definitions.resolve_asset_graph().asset_check_keys}
    assert {(key, ANSWERS) for key in ASKED} <= checks


def test_a_good_source_shows_its_quotes_its_address_and_its_observation(asked, world: Path):
    found = materialized(asked.result)["raw/runpod"].metadata
    (entry,) = Archive(world / "captures").entries("runpod")
    assert found["snapshot_id"].value == entry.snapshot_id
    assert found["dagster/row_count"].value == 2
    assert found["http_status"].value == 200
    assert found["address"].value == entry.url


def test_a_source_that_fails_is_a_failed_step_with_one_line(asked: Asked):
    (failed,) = [event for event in asked.result.all_events if event.is_step_failure]
    failure = failed.step_failure_data.user_failure_data
    assert failed.step_key == "raw__oracle"
    assert "raw/oracle" not in materialized(asked.result)
    assert failure is not None
    assert (failure.description or "").startswith("oracle: failed: http_404: ")
    assert len((failure.description or "").splitlines()) == 1
    assert not [event for event in asked.result.all_events if event.is_step_up_for_retry]


def test_in_a_run_that_dagster_shows_as_failed_only_that_source_is_red(asked: Asked):
    """The UI colours an asset red where its newest run failed and the asset has no materialization of that run."""
    assert [name for name, made in asked.made_here.items() if not made] == ["oracle"]


def test_its_check_is_red_too_and_stops_no_other(asked: Asked):
    checks = {item.asset_key.to_user_string(): item for item in asked.result.get_asset_check_evaluations() if item.check_name == ANSWERS}
    assert {key: item.passed for key, item in checks.items()} == {"raw/epoch_models": True, "raw/runpod": True, "raw/oracle": False}
    assert checks["raw/oracle"].severity == dg.AssetCheckSeverity.ERROR


def test_a_source_without_its_key_is_not_red_and_says_what_to_set(asked: Asked):
    found = materialized(asked.result)["raw/lambda_api"].metadata
    assert (found["live"].value, found["dagster/row_count"].value) == ("skipped: it needs a key: set FAB_KEY_LAMBDA", 0)
    assert not [item for item in asked.result.get_asset_check_evaluations() if item.asset_key.path[-1] == "lambda_api"]


def test_nothing_waits_for_a_source_that_failed(asked: Asked):
    done = [event.step_key for event in asked.result.all_events if event.is_step_success]
    assert not [event for event in asked.result.all_events if event.is_step_skipped]
    assert done.index("release") < done.index("raw__runpod"), "readers get their release first"


def test_the_collection_is_sealed_and_the_boards_are_built_once(asked: Asked, world: Path):
    result, tags = asked.result, asked.tags
    collection = newest_collection(Archive(world / "captures"))
    assert collection is not None
    shown = materialized(result)["captures/collection"].metadata
    assert shown["collection_id"].value == tags[COLLECTION_TAG] == collection.collection_id
    assert [line.split(" | ")[1] for line in shown["sources"].value.splitlines()[2:]] == ["ok", "skipped", "failed", "ok"]
    events = [event.materialization.asset_key.to_user_string() for event in result.get_asset_materialization_events()]
    assert events.count("training_cost") == events.count("release") == 1
    release = fab_pipeline.open_release(home=world)
    assert tags[RELEASE_TAG] == release.release_id
    assert "runpod" in set(release.read("price_quotes")["source"])


def test_a_training_run_that_came_live_is_on_the_board_of_the_same_run(asked: Asked, world: Path):
    done = [event.step_key for event in asked.result.all_events if event.is_step_success]
    assert done.index("ask_sources") < done.index("training_pages") < done.index("training_cost")
    board = fab_pipeline.open_release(home=world).read("training_cost")
    (row,) = board.filter(pl.col("run_id") == "acme-labs-willow-9b").to_dicts()
    assert row["recomputed_cost_usd"] > 0


def test_an_answer_that_changed_recomputes_the_board_in_the_run_that_brought_it(
    definitions: dg.Definitions, asked: Asked, world: Path, server: VendorServer
):
    def cost() -> float:
        board = fab_pipeline.open_release(home=world).read("training_cost")
        return board.filter(pl.col("run_id") == "acme-labs-willow-9b")["recomputed_cost_usd"].item()

    before = cost()
    doubled = RUN | {"Hardware quantity": "128", "Training chip-hours": "15360"}
    server.routes[lab(server, world).path("epoch_models")] = bytes_answer(epoch_table(doubled), "text/csv")
    assert ask(definitions, ["epoch_models"]).success
    assert cost() == pytest.approx(2 * before)


def only(definitions: dg.Definitions, *keys: str, config: dict | None = None) -> dg.ExecuteInProcessResult:
    """A run of some assets alone, as a click on them starts it."""
    selection = [dg.AssetKey(key.split("/")) for key in keys]
    job = definitions.resolve_implicit_global_asset_job_def()
    return job.execute_in_process(run_config=config or {}, raise_on_error=False, asset_selection=selection)


def test_one_source_can_be_asked_alone(definitions: dg.Definitions, asked, world: Path):
    result = only(definitions, "raw/runpod")
    assert result.success
    assert set(materialized(result)) == {"raw/runpod"}
    assert len(Archive(world / "captures").entries("runpod")) == 2


def test_sources_that_are_chosen_together_are_asked_together(definitions: dg.Definitions, asked, world: Path):
    before = len(list(world.glob("captures/collections/*/*.json")))
    result = only(definitions, "raw/runpod", "raw/oracle")
    assert [event.step_key for event in result.all_events if event.is_step_failure] == ["raw__oracle"]
    assert set(materialized(result)) == {"raw/runpod"}
    assert len(list(world.glob("captures/collections/*/*.json"))) == before + 1


def test_its_check_alone_asks_it_too(definitions: dg.Definitions, asked):
    checks = {dg.AssetCheckKey(dg.AssetKey(["raw", "runpod"]), ANSWERS)}
    job = definitions.resolve_implicit_global_asset_job_def().get_subset(asset_selection=set(), asset_check_selection=checks)
    result = job.execute_in_process()
    (check,) = result.get_asset_check_evaluations()
    assert (check.passed, materialized(result)) == (True, {})


class TestWithoutAContact:
    """Nobody is asked."""

    @pytest.fixture(autouse=True)
    def no_contact(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("FAB_CONTACT")

    def test_everything_together_is_made_from_what_is_there(self, definitions: dg.Definitions, asked, server: VendorServer):
        before = len(server.asked)
        result = ask(definitions, [])
        assert result.success
        assert "FAB_CONTACT" in materialized(result)["captures/collection"].metadata["live"].value
        assert not [key for key in materialized(result) if key.startswith("raw/")]
        assert len(server.asked) == before

    def test_a_click_on_one_source_fails_and_says_what_to_set(self, definitions: dg.Definitions, asked):
        result = only(definitions, "raw/runpod")
        assert not result.success
        (event,) = [event for event in result.all_events if event.is_step_failure]
        failure = event.step_failure_data.user_failure_data
        assert failure is not None
        assert "FAB_CONTACT" in (failure.description or "")


def test_a_source_whose_disk_budget_is_spent_is_refused_and_the_others_go_on(
    definitions: dg.Definitions, asked, world: Path, server: VendorServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FAB_SOURCE_BUDGET_BYTES", "1000")
    server.routes[lab(server, world).path("runpod")] = json_answer(runpod_answer(runpod_type(), runpod_type(id="another card")))
    result = only(definitions, "raw/runpod", "captures/collection")
    assert not result.success
    (check,) = result.get_asset_check_evaluations()
    assert "budget_spent: the disk budget is spent: the captures of runpod take" in (check.description or "")
    newest = Archive(Settings.from_environment().captures).entries("runpod")[-1]
    assert (newest.outcome, newest.bytes) == ("rejected", 0)


def test_a_name_that_is_no_source_is_one_line(definitions: dg.Definitions):
    config = {"ops": {"ask_sources": {"config": {"sources": ["runpot"]}}}}
    result = only(definitions, "raw/runpod", "captures/collection", config=config)
    (event, *_) = [event for event in result.all_events if event.is_step_failure]
    assert "'runpot' is no source of this run that can be asked" in str(event.step_failure_data.user_failure_data)
