"""Quotes of all time: immutable files, and a note of which hold a snapshot now."""

from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.contracts.validate import ContractError
from fab_pipeline.publishing.history import QuoteHistory, read_quotes
from fab_pipeline.publishing.parquet import PublishError
from fab_pipeline.settings import Settings
from fab_pipeline_tests.publishing.quotes import NOON, SNAPSHOT, quotes

OTHER = "aws_bulk-20261006T120000000000Z-ba9876543210"


@pytest.fixture
def history(tmp_path: Path) -> QuoteHistory:
    return QuoteHistory(Settings(home=tmp_path, shipped=tmp_path))


def stored(history: QuoteHistory) -> list[Path]:
    return sorted(history.root.rglob("*.parquet"))


def test_a_snapshot_comes_back(history: QuoteHistory) -> None:
    files = history.write(SNAPSHOT, quotes(2.0, 3.0))
    assert [history.relative(path).rpartition("/")[0] for path in files] == ["history/price_quotes/observed_date=2026-10-05"]
    assert read_quotes(files).equals(quotes(2.0, 3.0))
    assert history.current() == {SNAPSHOT: files}


def test_dated_facts_lie_under_the_day_they_are_of(history: QuoteHistory) -> None:
    files = history.write(SNAPSHOT, quotes(2.0, 3.0, 4.0, days=2))
    assert [path.parent.name for path in files] == [f"observed_date=2026-10-0{day}" for day in (5, 6, 7)]
    assert read_quotes(files).equals(quotes(2.0, 3.0, 4.0, days=2))


def test_the_folder_is_one_dataset_partitioned_by_day(history: QuoteHistory) -> None:
    history.write(SNAPSHOT, quotes(2.0, 3.0, 4.0, days=2))
    dataset = pl.scan_parquet(history.root / "**/*.parquet", hive_partitioning=True).collect()
    assert (dataset["observed_date"] == dataset["observed_at"].dt.date()).all()


def test_the_same_rows_are_not_written_again(history: QuoteHistory) -> None:
    [path] = history.write(SNAPSHOT, quotes(2.0, 3.0))
    before = path.stat()
    assert history.write(SNAPSHOT, quotes(2.0, 3.0).reverse()) == [path]
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_another_reading_writes_another_file_and_leaves_the_old_one(history: QuoteHistory) -> None:
    [old] = history.write(SNAPSHOT, quotes(2.0))
    [new] = history.write(SNAPSHOT, quotes(2.5))
    assert stored(history) == sorted([old, new])
    assert history.current() == {SNAPSHOT: [new]}
    assert read_quotes([old]).equals(quotes(2.0))


def test_a_snapshot_without_a_row_is_known_and_has_no_file(history: QuoteHistory) -> None:
    history.write(SNAPSHOT, quotes(2.0))
    assert history.write(SNAPSHOT, quotes()) == []
    assert history.current() == {SNAPSHOT: []}
    assert read_quotes([]).is_empty()


def test_snapshots_can_be_asked_for_by_name(history: QuoteHistory) -> None:
    history.write(SNAPSHOT, quotes(2.0))
    history.write(OTHER, quotes(2.0, snapshot=OTHER))
    assert set(history.current()) == {SNAPSHOT, OTHER}
    assert set(history.current([OTHER, "vast-20261006T120000000000Z-000000000000"])) == {OTHER}


def test_rows_of_another_snapshot_are_refused(history: QuoteHistory) -> None:
    with pytest.raises(ContractError, match="a row of snapshot"):
        history.write(SNAPSHOT, quotes(2.0, snapshot=OTHER))
    with pytest.raises(ContractError, match="not_above_minimum"):
        history.write(SNAPSHOT, quotes(-2.0))
    assert stored(history) == []


def test_a_file_older_than_a_column_has_nulls_there(history: QuoteHistory) -> None:
    [path] = history.write(SNAPSHOT, quotes(2.0))
    pl.read_parquet(path, hive_partitioning=False).drop("locator").with_columns(dropped_long_ago=1).write_parquet(path)
    assert read_quotes([path]).equals(quotes(2.0))


def test_a_damaged_file_is_one_line_that_names_it(history: QuoteHistory) -> None:
    [good] = history.write(OTHER, quotes(2.0, snapshot=OTHER))
    [bad] = history.write(SNAPSHOT, quotes(2.0))
    bad.write_bytes(bad.read_bytes()[:100])
    with pytest.raises(PublishError) as error:
        read_quotes([good, bad])
    assert str(bad) in str(error.value)
    assert "\n" not in str(error.value)
    bad.unlink()
    with pytest.raises(PublishError, match=bad.name):
        read_quotes([good, bad])


def test_a_damaged_file_heals_when_its_snapshot_is_written_again(history: QuoteHistory) -> None:
    [path] = history.write(SNAPSHOT, quotes(2.0))
    path.write_bytes(b"torn")
    assert history.write(SNAPSHOT, quotes(2.0)) == [path]
    assert read_quotes([path]).equals(quotes(2.0))


def test_a_damaged_note_is_one_line(history: QuoteHistory) -> None:
    history.write(SNAPSHOT, quotes(2.0))
    next(history.notes.rglob("*.json")).write_text("{")
    with pytest.raises(PublishError, match=r"is damaged .*; remove it and run again"):
        history.current()


def test_times_keep_their_microseconds(history: QuoteHistory) -> None:
    frame = quotes(2.0).with_columns(observed_at=pl.lit(NOON.replace(microsecond=1)).dt.cast_time_unit("us"))
    assert read_quotes(history.write(SNAPSHOT, frame))["observed_at"].to_list() == [NOON.replace(microsecond=1)]


def test_the_same_quotes_that_came_in_twice_count_once_by_their_best_origin(history: QuoteHistory) -> None:
    by_hand = history.write(SNAPSHOT, quotes(2.0, 3.0))
    bundled = history.write(SNAPSHOT, quotes(2.0, 3.0).with_columns(origin=pl.lit("transcribed")))
    for files in ([*by_hand, *bundled], [*bundled, *by_hand]):
        assert read_quotes(files).select("quote_id", "origin").rows() == [
            (f"{SNAPSHOT}:1", "transcribed"),
            (f"{SNAPSHOT}:2", "transcribed"),
        ]
