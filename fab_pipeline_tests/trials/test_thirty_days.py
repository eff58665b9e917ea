"""Thirty days in a row: what readers saw on each of them, and that the archive alone gives the same."""

from datetime import date, timedelta
from pathlib import Path

import polars as pl
import pytest

from fab_pipeline_tests.trials import thirty_days as trial
from fab_pipeline_tests.trials.thirty_days import Life, day_of
from fab_pipeline_tests.trials.trial import SEED
from fab_pipeline_tests.trials.world import SOURCES

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

LEAP_DAY = date(2028, 2, 29)
CARD = "RTX A6000"
"""Rented out by runpod alone."""


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    return trial.live(tmp_path_factory.mktemp("life"), SEED)


def on(board: pl.DataFrame, day: date, window: str = "day") -> pl.DataFrame:
    return board.filter(pl.col("as_of_date") == day, pl.col("price_window") == window)


def sources(life: Life, day: date, column: str) -> set[str]:
    (listed,) = on(life.board(day), day)[column].unique()
    return set(listed.split("; ")) & {*SOURCES, "alpha_prices"}


def test_every_day_has_one_release_and_its_board(life: Life) -> None:
    assert list(life.releases) == [day_of(number) for number in range(trial.DAYS)]
    assert len({release.release_id for release in life.releases.values()}) == trial.DAYS
    assert LEAP_DAY in life.releases
    everyone = (set(SOURCES) - {"price_table"}) | {"alpha_prices"}
    assert sources(life, LEAP_DAY, "sources_expected") == sources(life, LEAP_DAY, "sources_present") == everyone


def test_a_source_that_is_down_is_carried_three_days_and_then_absent_and_marked(life: Life) -> None:
    for number in range(trial.DOWN.start - 1, trial.DOWN.stop + 1):
        day = day_of(number)
        assert "vast" in sources(life, day, "sources_expected")
        gone = trial.carried_until() < number < trial.DOWN.stop
        assert ("vast" in sources(life, day, "sources_present")) is not gone, day
        sold = on(life.board(day), day).filter(accelerator="NVIDIA RTX 4090", statistic="lowest_on_demand", form_factor="any")
        assert sold["price_per_accelerator_hour_usd"].is_null().all() is gone, day  # nobody else rents that card out
        if not gone:
            last_seen = day_of(trial.DOWN.start - 1) if number in trial.DOWN else day
            assert sold["observed_at"].dt.date().to_list() == [last_seen]


def test_a_late_snapshot_repairs_its_day(life: Life) -> None:
    missed, before, after = day_of(trial.MISSED), day_of(trial.ARRIVES - 1), day_of(trial.ARRIVES)

    def winner(known_on: date) -> list[date]:
        rows = on(life.board(known_on), missed).filter(accelerator=f"NVIDIA {CARD}", statistic="lowest_on_demand", form_factor="any")
        return rows["observed_at"].dt.date().to_list()

    assert winner(missed) == winner(before) == [missed - timedelta(days=1)]
    assert winner(after) == [missed]


def test_a_month_to_date_value_begins_anew_on_the_first(life: Life) -> None:
    first = LEAP_DAY + timedelta(days=1)
    series = ["accelerator", "form_factor", "accelerator_memory_gb", "statistic"]
    price = "price_per_accelerator_hour_usd"

    def values(day: date, window: str) -> pl.DataFrame:
        return on(life.board(day), day, window).filter(pl.col(price).is_not_null()).select(*series, price).sort(series)

    assert values(first, "month_to_date").equals(values(first, "day"))
    assert not values(LEAP_DAY, "month_to_date").equals(values(LEAP_DAY, "day"))


def test_a_price_that_goes_from_a_to_b_to_a_is_three_changes_on_the_right_days(life: Life) -> None:
    days = [day_of(number) for number in range(trial.DAYS)]
    prices = [life.world.price("oracleH100", 10.0, day) for day in days]
    expected = [(day, price) for day, price, before in zip(days, prices, [None, *prices], strict=False) if price != before]
    ours = (pl.col("source") == "oracle") & (pl.col("accelerator") == "NVIDIA H100") & (pl.col("valid_from") >= trial.FIRST)
    changes = trial.current(life).read("price_changes").filter(ours).sort("valid_from")
    assert changes.select("valid_from", "price_per_accelerator_hour").rows() == expected
    assert [price for _, price in expected[:3]] == [expected[0][1], expected[1][1], expected[0][1]]
    assert len(expected) >= 3


@pytest.mark.parametrize("number", [0, trial.MISSED, trial.ARRIVES, trial.carried_until() + 1, trial.DAYS - 1])
def test_the_archive_alone_gives_the_same_release(life: Life, tmp_path: Path, number: int) -> None:
    day = day_of(number)
    trial.require_equal(trial.released_tables(life, day), trial.rebuilt(life, tmp_path, day, known_only=True), f"release of {day}")


@pytest.mark.parametrize("number", [trial.MISSED, trial.carried_until(), trial.DAYS - 2])
def test_the_archive_alone_gives_the_same_board_as_of_an_earlier_day(life: Life, tmp_path: Path, number: int) -> None:
    day = day_of(number)
    trial.require_equal(trial.as_of(life, day), trial.rebuilt(life, tmp_path, day, known_only=False), f"as of {day}")
