"""What differs from the previous release, cell by cell: the table `release_changes`.

Belongs here: comparing frames of the same contracts. Does not belong here: reading releases, and judging a change.
"""

from collections.abc import Mapping
from typing import Final

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty
from fab_pipeline.contracts.table import Table

WHOLE_ROW: Final = "*"
"""Stands in `column` where a row came or went."""

_BEFORE: Final = "before:"
_Frames = Mapping[str, pl.DataFrame]


def diff(before: _Frames, after: _Frames, previous_release_id: str) -> pl.DataFrame:
    """Cells that differ, sorted by table, key and column.

    Args:
        before: tables of the previous release by name; one that it did not have may be absent.
        after: tables of this release by name.
        previous_release_id: release that `before` is of.

    Returns:
        A frame of `release_changes`: one row per changed cell, and one per row that came or went (column '*').
    """
    parts = [_table_changes(TABLES[name], before.get(name), frame) for name, frame in after.items()]
    target = TABLES["release_changes"]
    if not parts:
        return empty(target)
    changes = pl.concat(parts).with_columns(previous_release_id=pl.lit(previous_release_id))
    return changes.select(target.columns).sort(target.key)


def _table_changes(table: Table, old: pl.DataFrame | None, new: pl.DataFrame) -> pl.DataFrame:
    key = list(table.key)
    then, now = _as_text(old if old is not None else empty(table), table), _as_text(new, table)
    both = now.join(then.rename({name: f"{_BEFORE}{name}" for name in then.columns if name not in key}), on=key, how="inner")
    parts = [
        _rows(table, now.join(then, on=key, how="anti"), WHOLE_ROW, "added"),
        _rows(table, then.join(now, on=key, how="anti"), WHOLE_ROW, "removed"),
    ]
    for column in table.columns:
        if column not in key:
            differing = both.filter(pl.col(column).ne_missing(pl.col(f"{_BEFORE}{column}")))
            parts.append(_rows(table, differing, column, "changed"))
    return pl.concat(parts)


def _as_text(frame: pl.DataFrame, table: Table) -> pl.DataFrame:
    """The table's columns as text, so that releases of other contract versions compare; a column that was not there is null."""
    return frame.select(
        pl.col(name).cast(pl.String) if name in frame.columns else pl.lit(None, dtype=pl.String).alias(name) for name in table.columns
    )


def _rows(table: Table, differing: pl.DataFrame, column: str, change: str) -> pl.DataFrame:
    cell = column != WHOLE_ROW
    return differing.select(
        table=pl.lit(table.name),
        key=pl.concat_str(table.key, separator=" | "),
        column=pl.lit(column),
        change=pl.lit(change),
        before=pl.col(f"{_BEFORE}{column}") if cell else pl.lit(None, dtype=pl.String),
        after=pl.col(column) if cell else pl.lit(None, dtype=pl.String),
    )
