"""What the table `accelerator_prices` was last made from, so that a snapshot that lands recomputes its own days and months only.

Belongs here: the note beside the last table, and the days on which it may differ from one made of today's quotes. The note counts only
while the table is the one it was written for, the same code made it, and no quote file has gone; otherwise everything is computed, which
is always right. Does not belong here: the computation (`leaderboards.accelerator_prices`).

    state/accelerator_prices/basis.json        quote files, code, horizon, content hash of the table
    state/accelerator_prices/held_back.parquet the prices that were held back
"""

import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Final

import polars as pl

import fab_pipeline
from fab_pipeline.errors import FabError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices, known_from, update_accelerator_prices
from fab_pipeline.pipeline.parsed import reading_fingerprint
from fab_pipeline.publishing.history import read_quotes
from fab_pipeline.publishing.parquet import stored_hash
from fab_pipeline.publishing.parquet_reading import DamagedFileError, read_own
from fab_pipeline.settings import Settings
from fab_pipeline.stored_facts import stored_object

PRICES: Final = "accelerator_prices"


@dataclass(frozen=True)
class Basis:
    """What one table was made from.

    Attributes:
        files: quote files, relative to the data folder; their names change with their content.
        code: fingerprint of the code that reads and computes.
        known_at: horizon of the build, as text.
    """

    files: tuple[str, ...]
    code: str
    known_at: str


@lru_cache(maxsize=1)
def computing_fingerprint() -> str:
    """Short hash over the code that decides what a statistic is; another one means: compute everything again."""
    folder = Path(fab_pipeline.__file__).parent / "leaderboards"
    code = b"".join(path.read_bytes() for path in sorted(folder.rglob("*.py")))
    return hashlib.sha256(reading_fingerprint().encode() + code).hexdigest()[:16]


class PriceIncrement:
    """The last `accelerator_prices` of one installation and how to bring it up to date."""

    def __init__(self, settings: Settings, known_at: str) -> None:
        self.home = settings.home
        self.table = settings.tables / f"{PRICES}.parquet"
        self.folder = settings.state / PRICES
        self.known_at = known_at

    def prices(self, quotes: pl.DataFrame, files: Sequence[str], board_date: date, held_back: pl.DataFrame) -> pl.DataFrame:
        """The table, brought up to date where that is possible, else computed whole; both give the same rows."""
        previous = self._previous()
        if previous is None:
            return accelerator_prices(quotes, board_date, held_back)
        basis, held_before, table = previous
        same_build = (basis.code, basis.known_at) == (computing_fingerprint(), self.known_at)
        if not same_build or set(basis.files) - set(files):
            return accelerator_prices(quotes, board_date, held_back)
        landed = read_quotes([self.home / name for name in sorted(set(files) - set(basis.files))])
        days = {*landed.select(day=known_from())["day"], *_days_of(_difference(held_before, held_back), board_date)}
        return update_accelerator_prices(table, quotes, days, board_date, held_back)

    def note(self, files: Iterable[str], held_back: pl.DataFrame, content_hash: str) -> None:
        """Write down what the table with this content was made from."""
        note = {"files": sorted(files), "code": computing_fingerprint(), "known_at": self.known_at, "content_hash": content_hash}
        buffer = io.BytesIO()
        held_back.write_parquet(buffer, compression="zstd")
        with explained(FabError, "note what the prices were made from"):
            self._basis_path.unlink(missing_ok=True)  # the two files belong together; without the note nothing counts
            write_whole(self.folder / "held_back.parquet", buffer.getvalue())
            write_whole(self._basis_path, json.dumps(note, indent=0).encode())

    def _previous(self) -> tuple[Basis, pl.DataFrame, pl.DataFrame] | None:
        try:
            note = stored_object(self._basis_path.read_bytes())
            if note.text("content_hash") != stored_hash(self.table):
                return None
            basis = Basis(note.texts("files"), note.text("code"), note.text("known_at"))
            return basis, read_own(self.folder / "held_back.parquet"), read_own(self.table)
        except (OSError, ValueError, DamagedFileError):
            return None  # lost without loss: everything is computed

    @property
    def _basis_path(self) -> Path:
        return self.folder / "basis.json"


def _difference(before: pl.DataFrame, after: pl.DataFrame) -> pl.DataFrame:
    columns = before.columns
    added = after.join(before, on=columns, how="anti", nulls_equal=True)
    removed = before.join(after, on=columns, how="anti", nulls_equal=True)
    return pl.concat([added, removed])


def _days_of(spans: pl.DataFrame, board_date: date) -> Iterable[date]:
    days = spans.select(pl.date_ranges("held_from", pl.max_horizontal("held_from", pl.col("held_to").fill_null(board_date))))
    return days.to_series().explode().drop_nulls().unique()
