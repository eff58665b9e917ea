"""A snapshot that lands recomputes its own days and month only, and gives the same table as computing everything."""

import shutil
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices, update_accelerator_prices
from fab_pipeline.leaderboards.price_holds import OVERRIDES_SCHEMA, held_back
from fab_pipeline.pipeline import increment
from fab_pipeline.pipeline.collect import ingest
from fab_pipeline.pipeline.overrides import write_overrides
from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer, settings_at


class Home:
    """A data folder into which price tables land, and what each build recomputed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.changed_days: set[date] | None = None
        monkeypatch.setattr(increment, "update_accelerator_prices", self._update)
        monkeypatch.setattr(increment, "accelerator_prices", self._whole)

    def _update(self, previous: pl.DataFrame, quotes: pl.DataFrame, changed: Iterable[date], *rest) -> pl.DataFrame:
        self.changed_days = set(changed)
        return update_accelerator_prices(previous, quotes, self.changed_days, *rest)

    def _whole(self, *arguments) -> pl.DataFrame:
        self.changed_days = None
        return accelerator_prices(*arguments)

    def land(self, *rows: dict[str, object]) -> Pipeline:
        pipeline = Pipeline(settings_at(self.folder))
        table = self.folder / "table.csv"
        table.write_bytes(csv_bytes(*rows))
        ingest(table, pipeline.archive, pipeline.settings, source=None, observed_at=None)
        return self.build()

    def build(self, **horizon) -> Pipeline:
        pipeline = Pipeline(settings_at(self.folder), **horizon)
        pipeline.parse_prices()
        pipeline.build_all()
        return pipeline


@pytest.fixture(scope="module")
def nine_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which nine days have landed; every test works on a copy."""
    folder = tmp_path_factory.mktemp("nine_days")
    days = [f"2026-{month}-{number:02}" for month in ("08", "09", "10") for number in (1, 9, 20)]
    with pytest.MonkeyPatch.context() as patched:
        rows = (offer(observed_at=f"{seen}T08:00:00Z", price_per_instance_hour=20.0 + place) for place, seen in enumerate(days))
        Home(folder, patched).land(*rows)
    return folder


@pytest.fixture
def home(nine_days: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    shutil.copytree(nine_days, tmp_path, dirs_exist_ok=True)
    return Home(tmp_path, monkeypatch)


def equals_everything_computed(pipeline: Pipeline) -> bool:
    quotes, barred = pipeline.evidence["price_quotes"], held_back(pipeline.read("held_prices"))
    return pipeline.read("accelerator_prices").equals(accelerator_prices(quotes, pipeline.board_date(), barred))


def test_a_snapshot_that_lands_recomputes_its_own_day(home: Home):
    pipeline = home.land(offer(observed_at="2026-10-21T08:00:00Z", price_per_instance_hour=8.0))
    assert home.changed_days == {date(2026, 10, 21)}
    assert equals_everything_computed(pipeline)


def test_a_late_snapshot_repairs_its_day_and_the_rest_of_its_month(home: Home):
    before = pl.read_parquet(home.folder / "tables" / "accelerator_prices.parquet")
    pipeline = home.land(offer(observed_at="2026-09-09T20:00:00Z", provider="Beta", source="beta_prices", price_per_instance_hour=8.0))
    assert home.changed_days == {date(2026, 9, 9)}
    assert equals_everything_computed(pipeline)
    after = pipeline.read("accelerator_prices").filter(statistic="lowest_on_demand", form_factor="sxm", price_window="month_to_date")
    lowest = {str(row["as_of_date"]): row["price_per_accelerator_hour_usd"] for row in after.to_dicts()}
    assert (lowest["2026-08-20"], lowest["2026-09-09"], lowest["2026-09-20"]) == (2.5, 1.0, 1.0)
    assert (
        lowest["2026-10-01"]
        == before.filter(as_of_date=date(2026, 10, 1), statistic="lowest_on_demand")[0, "price_per_accelerator_hour_usd"]
    )


def test_nothing_landed_recomputes_nothing(home: Home):
    pipeline = home.build()
    assert home.changed_days == set()
    assert equals_everything_computed(pipeline)


def test_another_day_for_the_board_keeps_what_is_known(home: Home):
    pipeline = home.build(as_of=date(2026, 9, 9))
    assert home.changed_days == set()
    assert equals_everything_computed(pipeline)
    assert equals_everything_computed(home.build())


@pytest.mark.parametrize("damage", ["note", "table", "held", "code", "gone"])
def test_where_the_last_state_is_not_known_everything_is_computed(home: Home, damage: str, monkeypatch: pytest.MonkeyPatch):
    state = home.folder / "state" / "accelerator_prices"
    if damage == "note":
        (state / "basis.json").write_bytes(b"{")
    elif damage == "held":
        (state / "held_back.parquet").write_bytes(b"PAR1")
    elif damage == "table":
        (home.folder / "tables" / "accelerator_prices.parquet").unlink()
    elif damage == "code":
        monkeypatch.setattr(increment, "computing_fingerprint", lambda: "other")
    else:
        note = state / "basis.json"
        note.write_bytes(note.read_bytes().replace(b'"files": [', b'"files": ["history/price_quotes/gone.parquet", '))
    home.changed_days = {date.min}
    pipeline = home.build()
    assert home.changed_days is None
    assert equals_everything_computed(pipeline)


def test_a_price_known_by_then_only_is_a_build_of_its_own(home: Home):
    home.build(known_at=datetime(2026, 9, 10, tzinfo=UTC))
    assert home.changed_days is None
    assert equals_everything_computed(home.build())
    assert home.changed_days is None


def test_a_price_that_a_person_holds_back_is_recomputed_on_its_days(home: Home):
    held = pl.read_parquet(home.folder / "tables" / "accelerator_prices.parquet").filter(
        as_of_date=date(2026, 9, 9), statistic="lowest_on_demand", form_factor="sxm", price_window="day"
    )
    decision = [(held[0, "winning_quote_id"], "held", "read wrongly", None, date(2026, 11, 30))]
    write_overrides(settings_at(home.folder), pl.DataFrame(decision, schema=OVERRIDES_SCHEMA, orient="row"))
    pipeline = home.build()
    assert home.changed_days
    assert date(2026, 9, 9) in home.changed_days
    assert equals_everything_computed(pipeline)
