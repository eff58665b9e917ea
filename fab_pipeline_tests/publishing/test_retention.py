"""Pruning: what is old and unneeded goes, what a reader or a release may still need stays."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fab_pipeline.publishing.history import QuoteHistory
from fab_pipeline.publishing.parquet import PublishError
from fab_pipeline.publishing.pointer import pin
from fab_pipeline.publishing.release import publish
from fab_pipeline.publishing.releases import release_ids, resolve
from fab_pipeline.publishing.retention import prune
from fab_pipeline.settings import Settings
from fab_pipeline_tests.publishing.boards import DAY, boards, publish_coverage
from fab_pipeline_tests.publishing.quotes import SNAPSHOT, quotes

TOMORROW = timedelta(days=1, hours=1)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, shipped=tmp_path)


def later(by: timedelta = TOMORROW) -> datetime:
    return datetime.now(UTC) + by


def test_nothing_to_prune_is_no_error(settings: Settings) -> None:
    assert prune(settings).releases == ()


def test_the_newest_releases_stay(settings: Settings) -> None:
    names = [publish_coverage(settings, runs=figure).release_id for figure in range(4)]
    assert prune(settings, keep=2, now=later()).releases == tuple(names[:2])
    assert release_ids(settings) == names[2:]
    assert sorted(path.name for path in settings.releases.iterdir()) == names[2:]


def test_a_reader_has_a_day_of_grace_from_the_moment_a_release_was_replaced(settings: Settings) -> None:
    for figure in range(3):
        publish_coverage(settings, runs=figure)
    assert prune(settings, keep=1, now=later(timedelta(hours=23))).releases == ()
    assert len(prune(settings, keep=1, now=later()).releases) == 2


def test_the_current_release_stays_however_old(settings: Settings) -> None:
    names = [publish_coverage(settings, runs=figure).release_id for figure in range(4)]
    pin(settings, names[0])
    assert prune(settings, keep=1, now=later()).releases == (names[1], names[2])
    assert resolve(settings).release_id == names[0]


def test_the_release_that_was_current_before_a_pin_has_its_grace(settings: Settings) -> None:
    names = [publish_coverage(settings, runs=figure).release_id for figure in range(4)]
    pin(settings, names[1])
    pin(settings, names[0])
    pointer = json.loads(settings.latest_json.read_text())
    settings.latest_json.write_text(json.dumps(pointer | {"pointed_at": later().isoformat()}))
    assert prune(settings, keep=1, now=later()).releases == (names[2],)
    assert prune(settings, keep=1, now=later(2 * TOMORROW)).releases == (names[1],)


def test_quote_files_go_with_the_last_release_that_names_them(settings: Settings) -> None:
    history = QuoteHistory(settings)
    [old] = history.write(SNAPSHOT, quotes(2.0))
    publish(boards(), [old], [SNAPSHOT], settings, "1.0", DAY)
    [new] = history.write(SNAPSHOT, quotes(2.5))
    publish(boards(), [new], [SNAPSHOT], settings, "1.0", DAY)
    assert prune(settings, keep=2, now=later()).quote_files == ()
    assert prune(settings, keep=1, now=later()).quote_files == (old,)
    assert new.exists()


def test_a_young_quote_file_stays_even_if_nothing_names_it_yet(settings: Settings) -> None:
    history = QuoteHistory(settings)
    [old] = history.write(SNAPSHOT, quotes(2.0))
    history.write(SNAPSHOT, quotes(2.5))
    publish(boards(), [], [], settings, "1.0", DAY)
    assert prune(settings).quote_files == ()
    assert prune(settings, now=later()).quote_files == (old,)


def test_leftovers_of_killed_processes_go(settings: Settings) -> None:
    (settings.releases / ".removing-x").mkdir(parents=True)
    part = settings.captures / "blobs" / ".x.gz.1-a.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"")
    assert prune(settings).parts == 0
    assert prune(settings, now=later()).parts == 1
    assert list(settings.releases.iterdir()) == []


def test_at_least_one_release_is_kept(settings: Settings) -> None:
    with pytest.raises(PublishError, match="at least one"):
        prune(settings, keep=0)
