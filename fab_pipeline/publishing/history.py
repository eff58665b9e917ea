"""All quotes of all time: immutable Parquet files, one per snapshot, day and content.

    history/price_quotes/observed_date=YYYY-MM-DD/<hash16>.parquet     the rows of one snapshot that were observed on that day
    state/price_quotes/<source>/<snapshot_id>.json                     which files hold the snapshot now

A file is named by its content and never overwritten: a re-parse that gives other rows writes other files, and only then does the
snapshot's note name them instead of the old ones, which stay for the releases that used them until `prune`. The notes can be rebuilt by
parsing the archive again. Most snapshots are of one day; a list of dated facts spreads over many. Does not belong here: parsing, and
any statistic over quotes.
"""

import json
from collections.abc import Collection, Iterable
from datetime import date
from pathlib import Path
from typing import Final

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty, polars_schema
from fab_pipeline.contracts.validate import ContractError, require
from fab_pipeline.contracts.words import ORIGINS_BY_PROVENANCE
from fab_pipeline.files import explained, write_whole
from fab_pipeline.publishing.parquet import Prepared, PublishError, content_hash, store
from fab_pipeline.publishing.parquet_reading import DAMAGE, broken_file
from fab_pipeline.settings import Settings
from fab_pipeline.stored_facts import stored_object

QUOTES: Final = TABLES["price_quotes"]


class QuoteHistory:
    """The quote files of one installation."""

    def __init__(self, settings: Settings) -> None:
        self.home = settings.home
        self.root = settings.history / QUOTES.name
        self.notes = settings.state / QUOTES.name

    def write(self, snapshot_id: str, frame: pl.DataFrame) -> list[Path]:
        """Write the rows of one snapshot and make them its current ones. Rows that are there already are not written again.

        Args:
            snapshot_id: `<source>-<observed_at>-<sha12>`; needed where a snapshot gave no row.
            frame: price_quotes rows, all of that snapshot.

        Returns:
            The files that hold the snapshot now, in order.

        Raises:
            ContractError: a row breaks the contract or belongs to another snapshot; nothing is written.
            PublishError: a file cannot be written.
        """
        rows = require(frame, QUOTES)
        if strangers := set(rows["snapshot_id"]) - {snapshot_id}:
            raise ContractError(f"table {QUOTES.name}: a row of snapshot {min(strangers)} was handed in as one of {snapshot_id}")
        files = sorted(self._write_day(str(day), part) for day, part in _by_day(rows))
        note = {"snapshot_id": snapshot_id, "rows": rows.height, "files": [self.relative(path) for path in files]}
        with explained(PublishError, f"note the quote files of {snapshot_id}"):
            write_whole(self._note_path(snapshot_id), json.dumps(note, indent=1).encode() + b"\n")
        return files

    def current(self, snapshot_ids: Collection[str] | None = None) -> dict[str, list[Path]]:
        """The files that hold each snapshot now.

        Args:
            snapshot_ids: only these; one that was never written is left out.

        Raises:
            PublishError: a note is damaged; parsing the archive again writes it anew.
        """
        if snapshot_ids is None:
            paths = sorted(self.notes.glob("*/*.json"))
        else:
            paths = [path for path in map(self._note_path, sorted(snapshot_ids)) if path.is_file()]
        return {snapshot_id: [self.home / name for name in names] for snapshot_id, names in map(_read_note, paths)}

    def relative(self, path: Path) -> str:
        """Name of a quote file within the data folder, as a release notes it."""
        return path.relative_to(self.home).as_posix()

    def _write_day(self, day: str, unordered: pl.DataFrame) -> Path:
        rows = unordered.select(QUOTES.columns).sort(QUOTES.key)
        prepared = Prepared(QUOTES, rows, content_hash(rows))
        path = self.root / f"observed_date={day}" / f"{prepared.content_hash[:16]}.parquet"
        store(prepared, path, {"fab_snapshot_id": rows["snapshot_id"][0]})
        return path

    def _note_path(self, snapshot_id: str) -> Path:
        source = snapshot_id.rsplit("-", 2)[0]
        return self.notes / source / f"{snapshot_id}.json"


def _by_day(rows: pl.DataFrame) -> Iterable[tuple[date, pl.DataFrame]]:
    """Rows of each UTC day of observation; most snapshots are of one moment, and need not be parted."""
    if rows["observed_at"].n_unique() == 1:
        return [(rows["observed_at"][0].date(), rows)]
    return ((day, part) for (day,), part in rows.group_by(pl.col("observed_at").dt.date()))


def scan_quotes(files: Iterable[Path]) -> pl.LazyFrame:
    """Rows of quote files, in the columns of today's contract, for a question about few columns; a quote may be there twice.

    Collecting raises one of `DAMAGE` where a file is missing or damaged.
    """
    paths = list(files)
    if not paths:
        return empty(QUOTES).lazy()
    return pl.scan_parquet(
        paths, schema=polars_schema(QUOTES), missing_columns="insert", extra_columns="ignore", hive_partitioning=False, glob=False
    )


def read_quotes(files: Iterable[Path]) -> pl.DataFrame:
    """Rows of quote files, sorted by quote_id, in the columns of today's contract; a file older than a column has nulls there.

    A price table may have come in twice, as bundled and by hand: its rows are the same quotes, and count once, as they came in first by
    `ORIGINS_BY_PROVENANCE`.

    Raises:
        PublishError: a file is missing or damaged.
    """
    paths = list(files)
    try:
        return _each_once(scan_quotes(paths).collect())
    except DAMAGE as error:
        raise PublishError(f"{broken_file(paths)}; put it back from a copy, or remove it and run again") from error


def _each_once(quotes: pl.DataFrame) -> pl.DataFrame:
    key = list(QUOTES.key)
    if quotes.select(key).is_duplicated().any():
        rank = {origin: place for place, origin in enumerate(ORIGINS_BY_PROVENANCE)}
        ranked = quotes.sort(*key, pl.col("origin").replace_strict(rank, return_dtype=pl.Int64), *quotes.columns)
        quotes = ranked.unique(key, keep="first", maintain_order=True)
    return quotes.sort(key)


def _read_note(path: Path) -> tuple[str, tuple[str, ...]]:
    """Snapshot and names of its files."""
    try:
        note = stored_object(path.read_bytes())
        return note.text("snapshot_id"), note.texts("files")
    except (OSError, ValueError) as error:
        raise PublishError(f"{path} is damaged ({error}); remove it and run again") from error
