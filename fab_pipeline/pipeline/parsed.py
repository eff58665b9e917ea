"""Every capture parsed once, and again when the code that reads it has changed.

Belongs here: which captures need parsing, where their rows are kept, and putting the rows of the whole archive together. The rows of one
capture are immutable Parquet files under `data/history/<table>/observed_date=<day>/`; `state/parsed.json` says which files are
current, and can be lost without loss: the archive is then parsed anew. Does not belong here: what parsing means (see `parsing`).
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Final

import polars as pl

import fab_pipeline
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.manifest import Entry
from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty
from fab_pipeline.errors import FabError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.pipeline.corrections import RECORDINGS_SCHEMA
from fab_pipeline.pipeline.live_status import LiveStatus, as_verified, live_status
from fab_pipeline.pipeline.parsing import PARSED_TABLES, Frames, one_row_per_reason, parse_capture, refused_capture
from fab_pipeline.publishing.history import QuoteHistory, read_quotes
from fab_pipeline.publishing.parquet import PublishError, prepare, store
from fab_pipeline.publishing.parquet_reading import DamagedFileError, read_own
from fab_pipeline.settings import Settings
from fab_pipeline.stored_facts import StoredFacts, stored_objects

_READING_ROOMS: Final[tuple[str, ...]] = ("contracts", "vocabulary", "reading", "sources")
"""Packages whose code decides what a capture says."""


@dataclass(frozen=True)
class ParsedCapture:
    """One capture as parsed: by which code, into which files, how many rows."""

    snapshot_id: str
    source: str
    observed_date: str
    fingerprint: str
    files: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    rows: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True)
class ParseReport:
    """What one parsing did: captures parsed now, captures known already, and rows of those parsed now."""

    parsed: list[ParsedCapture]
    unchanged: int

    @property
    def rows(self) -> int:
        """Good rows of what was parsed now."""
        return sum(count for capture in self.parsed for table, count in capture.rows.items() if table != "quarantine")

    @property
    def quarantined(self) -> int:
        """Rejected rows of what was parsed now."""
        return sum(capture.rows.get("quarantine", 0) for capture in self.parsed)


@lru_cache(maxsize=1)
def reading_fingerprint() -> str:
    """Short hash over the code and lists that decide what a capture says; another one means: parse again."""
    package = Path(fab_pipeline.__file__).parent
    digest = hashlib.sha256()
    for room in _READING_ROOMS:
        for path in sorted((package / room).rglob("*")):
            if path.suffix in {".py", ".yaml"}:
                digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


class ParsedArchive:
    """The parsed rows of the archive."""

    def __init__(self, settings: Settings, archive: Archive) -> None:
        self.settings = settings
        self.archive = archive
        self.quotes = QuoteHistory(settings)
        self._listed: list[Entry] | None = None

    def parse(self, kind: str | None = None, days: set[date] | None = None, *, again: bool = False) -> ParseReport:
        """Parse what is new or was read by other code.

        Args:
            kind: only captures of sources of this kind (prices, disclosures); all unless told.
            days: only captures observed on these UTC days; all unless told.
            again: parse also what the same code has parsed already.
        """
        index = self._index()
        parsed: list[ParsedCapture] = []
        unchanged = 0
        entries = self._listed = self.archive.entries()
        verified = live_status(entries).verified
        for entry in self._wanted(entries, kind, days):
            known = index.get(entry.snapshot_id)
            fingerprint = f"{reading_fingerprint()}{'+verified' if entry.source in verified else ''}"
            if known and not again and known.fingerprint == fingerprint and self._complete(known):
                unchanged += 1
                continue
            index[entry.snapshot_id] = self._parse(entry, fingerprint, verified=entry.source in verified)
            parsed.append(index[entry.snapshot_id])
        if parsed:
            self._write_index(index)
        return ParseReport(parsed, unchanged)

    def live(self) -> LiveStatus:
        """What the archive knows of live collecting."""
        return live_status(self._entries())

    def _entries(self) -> list[Entry]:
        """Observations as of the last parsing, like the rows; a year of them is not opened anew for every question."""
        if self._listed is None:
            self._listed = self.archive.entries()
        return self._listed

    def captures(self) -> list[ParsedCapture]:
        """Captures as parsed so far."""
        return list(self._index().values())

    def unparsed(self) -> list[Entry]:
        """Observations of known sources that no code has parsed yet, in order of observation."""
        from fab_pipeline.sources.registry import SOURCES

        return [entry for entry in self.archive.entries(skip=self._index()) if entry.source in SOURCES]

    def note_released(self) -> None:
        """Note that everything parsed so far is in a release."""
        with explained(FabError, "note what was released"):
            write_whole(self._released_path, self._state().encode())

    def unreleased(self) -> str | None:
        """A word for the state of parsing, where that state is in no release yet: who parsed it did not come to publishing."""
        if not self._index_path.is_file():
            return None  # nothing was parsed
        state = self._state()
        try:
            return None if self._released_path.read_text("utf-8") == state else state
        except (OSError, ValueError):
            return state

    def frames(self) -> Frames:
        """Rows of the whole archive by table."""
        captures = self.captures()
        frames = {name: self._read(name, captures) for name in PARSED_TABLES}
        return frames | {"quarantine": one_row_per_reason(frames["quarantine"])}

    def recordings(self) -> pl.DataFrame:
        """When the archive learned of each capture."""
        rows = [(entry.sha256, entry.recorded_at) for entry in self._entries()]
        return pl.DataFrame(rows, schema=RECORDINGS_SCHEMA, orient="row")

    def capture_frames(self, snapshot_id: str) -> Frames:
        """Rows of one observation by table, as they were parsed."""
        captures = [capture for capture in self.captures() if capture.snapshot_id == snapshot_id]
        return {name: self._read(name, captures) for name in PARSED_TABLES}

    def files(self, table: str) -> list[str]:
        """Current files of a table, relative to the data folder."""
        return sorted({file for capture in self.captures() for file in capture.files.get(table, [])})

    def _wanted(self, entries: Iterable[Entry], kind: str | None, days: set[date] | None) -> Iterable[Entry]:
        from fab_pipeline.sources.registry import SOURCES

        for entry in entries:
            wanted = entry.source in SOURCES and kind in (None, SOURCES[entry.source].kind)
            if wanted and (days is None or entry.observed_at.date() in days):
                yield entry

    def _parse(self, entry: Entry, fingerprint: str, *, verified: bool) -> ParsedCapture:
        if entry.outcome == "ok":
            frames = parse_capture(self.archive.body(entry), entry.capture)
        elif entry.outcome == "failed" or (entry.origin == "fetched" and not entry.bytes):
            frames = {}  # nothing came; the table `sources` says why
        else:
            frames = refused_capture(entry.capture, entry.reason)
        if verified and frames:
            frames |= {"price_quotes": as_verified(frames["price_quotes"], entry.source)}
        parsed = ParsedCapture(entry.snapshot_id, entry.source, entry.observed_at.date().isoformat(), fingerprint)
        for name, frame in frames.items():
            if frame.height:
                parsed.files[name] = [path.relative_to(self.settings.home).as_posix() for path in self._write(parsed, name, frame)]
                parsed.rows[name] = frame.height
        return parsed

    def _write(self, capture: ParsedCapture, table: str, frame: pl.DataFrame) -> list[Path]:
        if table == "price_quotes":
            # A price table may hold offers of several sources: each is a snapshot of its own.
            parts = [frame] if frame["snapshot_id"].n_unique() == 1 else frame.partition_by("snapshot_id")
            return [path for rows in parts for path in self.quotes.write(str(rows["snapshot_id"][0]), rows)]
        prepared = prepare(frame, TABLES[table])
        folder = self.settings.history / table / f"observed_date={capture.observed_date}"
        path = folder / f"{capture.snapshot_id}-{prepared.content_hash[:8]}.parquet"
        store(prepared, path, {})
        return [path]

    def _read(self, table: str, captures: list[ParsedCapture]) -> pl.DataFrame:
        # Each file once: the same price table handed in twice gives the same rows, in the same file.
        paths = list(dict.fromkeys(self.settings.home / file for capture in captures for file in capture.files.get(table, [])))
        if table == "price_quotes":
            return read_quotes(paths)
        try:
            return pl.concat([empty(TABLES[table]), *map(read_own, paths)])
        except DamagedFileError as error:
            raise PublishError(f"{error}; put it back from a copy, or remove it and run again") from error

    def _complete(self, capture: ParsedCapture) -> bool:
        return all((self.settings.home / file).is_file() for files in capture.files.values() for file in files)

    @property
    def _index_path(self) -> Path:
        return self.settings.state / "parsed.json"

    @property
    def _released_path(self) -> Path:
        return self.settings.state / "released.txt"

    def _state(self) -> str:
        return hashlib.sha256(self._index_path.read_bytes() if self._index_path.is_file() else b"").hexdigest()[:16]

    def _index(self) -> dict[str, ParsedCapture]:
        try:
            return {(capture := _from_index(item)).snapshot_id: capture for item in stored_objects(self._index_path.read_bytes())}
        except (OSError, ValueError):
            return {}  # lost without loss: everything is parsed again

    def _write_index(self, index: dict[str, ParsedCapture]) -> None:
        ordered = sorted(index.values(), key=lambda item: (item.observed_date, item.snapshot_id))
        with explained(FabError, "note what was parsed"):
            write_whole(self._index_path, json.dumps([asdict(item) for item in ordered], indent=0).encode())


def _from_index(item: StoredFacts) -> ParsedCapture:
    files, rows = item.inner("files"), item.inner("rows")
    return ParsedCapture(
        item.text("snapshot_id"),
        item.text("source"),
        item.text("observed_date"),
        item.text("fingerprint"),
        {table: list(files.texts(table)) for table in files.values},
        {table: rows.count(table) for table in rows.values},
    )
