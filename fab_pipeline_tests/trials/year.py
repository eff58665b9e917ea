"""A year of archived days, read again in one run."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline_tests.pipeline.snapshots import settings_at
from fab_pipeline_tests.trials.trial import Figures, Stopwatch, call, children_cpu_seconds, whole_release
from fab_pipeline_tests.trials.world import SOURCES, World

FIRST: Final = date(2027, 3, 1)
"""The year holds a leap day."""

YEAR: Final = 365


def backfill_year(home: Path, seed: int, days: int = YEAR) -> Figures:
    """Fill an archive with days of all sources, and read all of them in one `backfill`."""
    figures = Figures("Backfill of archived days in one run", seed)
    last = FIRST + timedelta(days=days - 1)
    fill_archive(home, World(seed), FIRST, days)
    before = children_cpu_seconds()
    with Stopwatch(figures):
        ran = call(home, "backfill", "--from", str(FIRST), "--to", str(last), "--format", "json")
    assert ran.code == 0, ran.err
    facts = json.loads(ran.out)
    assert facts["captures"] == days * len(SOURCES)
    assert facts["quarantined"] == 0
    assert facts["release_id"] == whole_release(home)
    assert [path.name for path in (home / "releases").iterdir()] == [facts["release_id"]]
    figures.counts = {
        "days": days,
        "captures": facts["captures"],
        "quotes": facts["rows"],
        "CPU seconds": round(children_cpu_seconds() - before, 1),
    }
    return figures


def fill_archive(home: Path, world: World, first: date, days: int) -> None:
    """Each source once a day, as if it had been collected then; and the captures that ship."""
    archive = Archive(home / "captures")
    for number in range(days):
        day = first + timedelta(days=number)
        for minute, source in enumerate(SOURCES):
            seen = datetime(day.year, day.month, day.day, 7, minute, tzinfo=UTC)
            archive.record(world.answer(source, day), source=source, observed_at=seen, origin="ingested", filename=name_of(source, day))
    Pipeline(settings_at(home)).collect_bundled()


def name_of(source: str, day: date) -> str:
    """Name under which an answer is handed in."""
    return f"{source}_{day}.{'csv' if source == 'price_table' else 'json'}"
