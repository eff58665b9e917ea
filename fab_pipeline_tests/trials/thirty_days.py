"""Thirty days in a row over a leap day and a month's end: a collection and a release each day, a source that is down, a late snapshot.

Belongs here: living through the days, and what must hold of them. The clock is set by time-machine; the bytes are those of `world`. Four
sources are asked live, side by side, of a server on loopback; one table is handed in.

Day 6: a snapshot of runpod, whose server was down on day 4, comes in. Days 10 to 14: the server of vast is down.
"""

import json
import shutil
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

import polars as pl
import time_machine

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.session import LiveSession
from fab_pipeline.contracts import TABLES
from fab_pipeline.leaderboards.quotes_in_force import CARRY_DAYS
from fab_pipeline.network import Network
from fab_pipeline.pipeline.boards import RELEASE_TABLES
from fab_pipeline.pipeline.collect_live import collect_live
from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline.publishing.releases import Release, resolve
from fab_pipeline_tests.pipeline.live import CONTACT
from fab_pipeline_tests.pipeline.snapshots import settings_at
from fab_pipeline_tests.trials.hurried import hurried
from fab_pipeline_tests.trials.trial import Figures, Stopwatch, whole_release
from fab_pipeline_tests.trials.vendors import ASKED, world_serving
from fab_pipeline_tests.trials.world import World
from fab_pipeline_tests.trials.year import name_of

FIRST: Final = date(2028, 2, 12)
DAYS: Final = 30
MISSED, ARRIVES = 4, 6
DOWN: Final = range(10, 15)
HOUR: Final = 7


@dataclass
class Life:
    """What was lived: the world, the data folder, and the release of each day."""

    home: Path
    world: World
    releases: dict[date, Release] = field(default_factory=dict[date, Release])

    def board(self, day: date) -> pl.DataFrame:
        """accelerator_prices as released on a day."""
        return self.releases[day].read("accelerator_prices")


def day_of(number: int) -> date:
    """The day of that number, from 0."""
    return FIRST + timedelta(days=number)


def live(home: Path, seed: int, size: int = 1) -> Life:
    """Live through all days: every source is asked or handed in, the collection is sealed, built once, and released."""
    life = Life(home, World(seed, size))
    with hurried(), world_serving(life.world, _is_up) as server:
        for number in range(DAYS):
            day = day_of(number)
            with time_machine.travel(datetime(day.year, day.month, day.day, HOUR, 30, tzinfo=UTC), tick=True):
                life.releases[day] = _lived(life, number, server.base)
    return life


def _lived(life: Life, number: int, mirror: str) -> Release:
    """One day: its one collection and its one release."""
    day, network = day_of(number), Network(contact=CONTACT, mirror=mirror)
    settings = replace(settings_at(life.home), network=network)
    pipeline = Pipeline(settings)
    pipeline.collect_bundled()
    _record(pipeline.archive, life.world, "price_table", day)
    if number == ARRIVES:
        _record(pipeline.archive, life.world, "runpod", day_of(MISSED))
    with LiveSession(network, retry_backoff=0.01) as session:
        collection = collect_live(settings, pipeline.archive, session, ASKED)
    assert {item.source for item in collection.outcomes if item.outcome == "ok"} == {name for name in ASKED if _is_up(name)}
    assert len(collection.outcomes) == len(ASKED)
    release = _released(pipeline)
    assert whole_release(life.home) == release.release_id
    assert release.changed, f"{day} gave no release"
    assert (release.board_date, release.built_at.date()) == (day, day)
    return release


def _is_up(source: str) -> bool:
    """Whether the server of a source answers today."""
    number = (datetime.now(UTC).date() - FIRST).days
    return not (source == "vast" and number in DOWN) and not (source == "runpod" and number == MISSED)


def rebuilt(life: Life, folder: Path, day: date, *, known_only: bool) -> dict[str, pl.DataFrame]:
    """Every table for a day, from the captures alone: a fresh home that holds nothing else.

    Args:
        life: what was lived.
        folder: for the fresh home.
        day: for which the boards speak.
        known_only: leave out what the archive learned only after that day.
    """
    captures = folder / "captures"
    shutil.copytree(life.home / "captures", captures)
    if known_only:
        for manifest in captures.glob("observations/*/*/*.json"):
            if datetime.fromisoformat(json.loads(manifest.read_bytes())["recorded_at"]).date() > day:
                manifest.unlink()
    pipeline = Pipeline(settings_at(folder), as_of=None if known_only else day)
    release = _released(pipeline)
    return _tables(release)


def as_of(life: Life, day: date) -> dict[str, pl.DataFrame]:
    """Every table for a day, from the data folder that was lived in."""
    return _tables(_released(Pipeline(settings_at(life.home), as_of=day)))


def released_tables(life: Life, day: date) -> dict[str, pl.DataFrame]:
    """Every table as released on a day."""
    return _tables(life.releases[day])


def require_equal(ours: dict[str, pl.DataFrame], theirs: dict[str, pl.DataFrame], what: str) -> None:
    """Compare all tables, cell by cell.

    Raises:
        AssertionError: the first table that differs, with its first rows that do.
    """
    for name, frame in ours.items():
        if not frame.equals(theirs[name]):
            only_ours = frame.join(theirs[name], on=frame.columns, how="anti", nulls_equal=True)
            only_theirs = theirs[name].join(frame, on=frame.columns, how="anti", nulls_equal=True)
            raise AssertionError(f"{what}: {name} differs: {only_ours.head(2).to_dicts()} / {only_theirs.head(2).to_dicts()}")


def thirty_days(home: Path, folder: Path, seed: int, size: int = DAYS) -> Figures:
    """The whole trial; `size` days are rebuilt from the archive alone, evenly spread, the last one among them."""
    figures = Figures("Thirty simulated days", seed)
    with Stopwatch(figures):
        life = live(home, seed)
        chosen = sorted({DAYS - 1 - number * DAYS // size for number in range(size)})
        for number in chosen:
            day = day_of(number)
            require_equal(released_tables(life, day), rebuilt(life, folder / f"known_{number}", day, known_only=True), f"release of {day}")
        for number in chosen:
            day = day_of(number)
            require_equal(as_of(life, day), rebuilt(life, folder / f"all_{number}", day, known_only=False), f"as of {day}")
    figures.counts = {
        "days and releases": len(life.releases),
        "live collections": sum(1 for _ in home.glob("captures/collections/*/*.json")),
        "captures": sum(1 for _ in home.glob("captures/observations/*/*/*.json")),
        "days rebuilt from the archive": len(chosen),
        "tables compared": 2 * len(chosen) * len(RELEASE_TABLES),
    }
    return figures


def carried_until() -> int:
    """Number of the last day on which the last snapshot of vast still stands in."""
    return DOWN.start - 1 + CARRY_DAYS


def _record(archive: Archive, world: World, source: str, day: date) -> None:
    seen = datetime(day.year, day.month, day.day, HOUR, tzinfo=UTC)
    archive.record(world.answer(source, day), source=source, observed_at=seen, origin="ingested", filename=name_of(source, day))


def _released(pipeline: Pipeline) -> Release:
    pipeline.parse_all()
    pipeline.build_all()
    return pipeline.release()


def _tables(release: Release) -> dict[str, pl.DataFrame]:
    return {name: release.read(name).sort(TABLES[name].key) for name in RELEASE_TABLES}


def current(life: Life) -> Release:
    """The release that readers have now."""
    return resolve(settings_at(life.home))
