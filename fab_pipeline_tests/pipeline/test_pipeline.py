"""The whole path over the bundled captures: collect, parse, build, check, release."""

from datetime import date, datetime
from pathlib import Path

import polars as pl
import pytest

import fab_pipeline
from fab_pipeline.pipeline import boards
from fab_pipeline.pipeline.collect import ingest
from fab_pipeline.pipeline.pipeline import CheckFailedError, Pipeline
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer, settings_at


def run(home: Path, **horizon) -> Pipeline:
    pipeline = Pipeline(settings_at(home), **horizon)
    pipeline.collect_bundled()
    pipeline.collect_inbox()
    pipeline.parse_all()
    pipeline.build_all()
    return pipeline


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    run(folder).release()
    return folder


def test_the_bundled_captures_give_a_release_of_all_runs_and_no_rejected_row(home: Path):
    release = fab_pipeline.open_release(home=home)
    assert release.read("training_cost").height == 52
    assert release.read("quarantine").is_empty()
    assert set(release.tables) == {*boards.RELEASE_TABLES, "release_changes"}


def test_the_board_speaks_for_the_newest_bundled_day_of_prices(home: Path):
    release = fab_pipeline.open_release(home=home)
    quotes = release.read("price_quotes").filter(~pl.col("dated_fact"))
    assert release.board_date == quotes["observed_at"].dt.date().max()


def test_a_run_without_news_makes_no_new_release(home: Path):
    before = fab_pipeline.open_release(home=home).release_id
    again = run(home).release()
    assert (again.release_id, again.changed) == (before, False)


def test_where_nothing_was_parsed_nothing_waits_for_a_release(tmp_path: Path):
    assert Pipeline(settings_at(tmp_path)).parsed.unreleased() is None


def test_a_cheaper_cluster_changes_rent_and_recompute_and_the_change_is_listed(tmp_path: Path):
    first = run(tmp_path).release()
    pipeline = Pipeline(settings_at(tmp_path))
    table = tmp_path / "alpha.csv"
    table.write_bytes(csv_bytes(offer(price_per_instance_hour=24.0, observed_at="2026-10-11T08:00:00Z")))
    ingest(table, pipeline.archive, pipeline.settings, source=None, observed_at=None)
    assert pipeline.parsed.unreleased() is None
    pipeline.parse_prices()
    pipeline.build_all()
    assert pipeline.parsed.unreleased(), "parsed and built: a release that does not come any more must be made by somebody else"
    second = pipeline.release()
    assert pipeline.parsed.unreleased() is None

    llama = second.read("training_cost").filter(pl.col("run_id") == "meta-llama-3.1-405b").to_dicts()[0]
    assert second.board_date == date(2026, 10, 11)
    assert (llama["rent_statistic"], llama["rent_usd_per_accelerator_hour"]) == ("lowest_cluster", 3.0)
    assert llama["recomputed_cost_usd"] == 30_840_000 * 3.0
    changes = second.read("release_changes").filter(pl.col("table") == "training_cost", pl.col("key") == "meta-llama-3.1-405b")
    assert "recomputed_cost_usd" in changes["column"].to_list()
    assert changes["previous_release_id"].unique().to_list() == [first.release_id]


def test_a_price_that_goes_up_and_back_is_three_observations(tmp_path: Path):
    pipeline = run(tmp_path)
    settings = pipeline.settings
    rents = []
    for day, price in ((11, 24.0), (12, 32.0), (13, 24.0)):
        table = tmp_path / f"{day}.csv"
        table.write_bytes(csv_bytes(offer(price_per_instance_hour=price, observed_at=f"2026-10-{day}T08:00:00Z")))
        ingest(table, pipeline.archive, settings, source=None, observed_at=None)
        pipeline = Pipeline(settings)
        pipeline.parse_prices()
        pipeline.build_all()
        board = pipeline.release().read("training_cost")
        rents.append(board.filter(pl.col("run_id") == "meta-llama-3.1-405b")["rent_usd_per_accelerator_hour"][0])
    assert rents[0] == rents[2] == 3.0
    assert rents[1] > 3.0


def test_a_correction_upwards_takes_effect_from_the_time_at_which_it_was_recorded(tmp_path: Path):
    pipeline = run(tmp_path)
    settings = pipeline.settings
    recorded = []
    for name, price in (("wrong", 16.0), ("right", 24.0)):
        table = tmp_path / f"{name}.csv"
        table.write_bytes(csv_bytes(offer(price_per_instance_hour=price, observed_at="2026-10-11T08:00:00Z")))
        taken = ingest(table, pipeline.archive, settings, source=None, observed_at=None)
        recorded.append(taken.recorded_at)
    pipeline.parse_prices()

    def rent(known_at: datetime | None) -> list[float]:
        known = Pipeline(settings, known_at=known_at).evidence
        return known["price_quotes"].filter(source="alpha_prices")["price_per_accelerator_hour"].to_list()

    assert (rent(recorded[0]), rent(recorded[1]), rent(None)) == ([2.0], [3.0], [3.0])
    superseded = Pipeline(settings).evidence["quarantine"].filter(reason="superseded")
    assert superseded["source"].to_list() == ["alpha_prices"]
    corrected = Pipeline(settings)
    corrected.build_all()
    published = corrected.release().read("price_quotes").filter(source="alpha_prices")
    assert published["price_per_accelerator_hour"].to_list() == [3.0]


def test_as_of_and_known_at_speak_for_an_earlier_day(tmp_path: Path):
    pipeline = run(tmp_path, as_of=date(2026, 10, 4))
    assert pipeline.release().board_date == date(2026, 10, 4)
    prices = pipeline.read("accelerator_prices")
    assert prices["as_of_date"].max() == date(2026, 10, 4)


def test_a_failed_check_keeps_the_last_release(home: Path, monkeypatch: pytest.MonkeyPatch):
    before = fab_pipeline.open_release(home=home).release_id
    pipeline = Pipeline(settings_at(home))
    monkeypatch.setattr("fab_pipeline.pipeline.pipeline.failures", lambda frames: ["board_has_runs: training_cost has no run"])
    with pytest.raises(CheckFailedError, match="the last release stays: board_has_runs"):
        pipeline.release()
    assert fab_pipeline.open_release(home=home).release_id == before


def test_a_table_of_another_build_is_built_again_before_it_is_released(tmp_path: Path):
    earlier = run(tmp_path, as_of=date(2026, 10, 4))
    now = Pipeline(settings_at(tmp_path))
    assert now.read("accelerator_prices")["as_of_date"].max() > date(2026, 10, 4)
    assert earlier.build_key != now.build_key
