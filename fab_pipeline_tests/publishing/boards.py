"""Whole sets of boards, made up for the tests of this room: `quarantine` carries rows, every other table is empty."""

from datetime import UTC, date, datetime

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.publishing.release import publish
from fab_pipeline.publishing.releases import Release
from fab_pipeline.settings import Settings

DAY = date(2026, 10, 5)


def coverage(**runs: int) -> pl.DataFrame:
    """disclosure_coverage with one row per measure."""
    rows = [{"measure": name, "runs": figure, "runs_total": 15, "share": figure / 15} for name, figure in runs.items()]
    return typed(TABLES["disclosure_coverage"], rows)


def sources(*names: str) -> pl.DataFrame:
    """The table of sources with one row per name."""
    rows = [
        {
            "source": name,
            "kind": "prices",
            "title": name,
            "source_status": "sampled",
            "last_observed_at": datetime(2026, 10, 5, 12, tzinfo=UTC),
            "captures": 1,
            "rows": 1,
            "quarantined_rows": 0,
            "license": "open",
            "redistribution": True,
        }
        for name in names
    ]
    return typed(TABLES["sources"], rows)


def boards(**frames: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Every table that `publish` asks for: the frames given, the others empty."""
    names = [name for name, table in TABLES.items() if table.published and name != "release_changes"]
    return {name: frames.get(name, empty(TABLES[name])) for name in names}


def publish_coverage(settings: Settings, **runs: int) -> Release:
    """Publish boards that differ in disclosure_coverage only."""
    return publish(boards(disclosure_coverage=coverage(**runs)), [], ["azure-1"], settings, "1.0", DAY)
