"""The pipeline: collect, parse, build, release, one method each, over one data folder.

Belongs here: the order of the steps and what each hands to the next. The command line calls them one after the other; Dagster calls the
same methods, one asset each. Tables in the making lie in `data/tables`; `state/builds.json` says to which build each
belongs, so that a release never mixes two builds. Does not belong here: how anything is read, computed or written.
"""

import hashlib
import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Final

import polars as pl

from fab_pipeline import __version__
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.contracts import TABLES
from fab_pipeline.errors import FabError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.leaderboards.declared_corrections import with_corrections
from fab_pipeline.leaderboards.price_holds import held_back
from fab_pipeline.leaderboards.release_checks import failures
from fab_pipeline.logs import facts
from fab_pipeline.pipeline.boards import EVIDENCE, OVERRIDES, RELEASE_TABLES, STEPS
from fab_pipeline.pipeline.claim_corrections import read_corrections
from fab_pipeline.pipeline.collect import Collected, collect_bundled, collect_inbox
from fab_pipeline.pipeline.evidence import USABLE, Horizon, board_date, select
from fab_pipeline.pipeline.increment import PRICES, PriceIncrement
from fab_pipeline.pipeline.overrides import read_overrides
from fab_pipeline.pipeline.parsed import ParsedArchive, ParseReport, reading_fingerprint
from fab_pipeline.publishing.parquet import WriteResult, write_table
from fab_pipeline.publishing.parquet_reading import DamagedFileError, read_own
from fab_pipeline.publishing.release import clock_fault, publish
from fab_pipeline.publishing.releases import Release
from fab_pipeline.settings import Settings
from fab_pipeline.stored_facts import stored_object

_log: Final = logging.getLogger(__name__)


class CheckFailedError(FabError):
    """The tables failed a release check; the last release stays."""


@dataclass(frozen=True)
class Built:
    """One table as built: the frame, and what became of its file."""

    table: str
    frame: pl.DataFrame
    path: Path
    written: WriteResult


class Pipeline:
    """The steps over one data folder.

    Args:
        settings: where the data live.
        as_of: day for which the boards speak; the newest day with an observed price unless told.
        known_at: use only what had been observed by then.
    """

    def __init__(self, settings: Settings, as_of: date | None = None, known_at: datetime | None = None) -> None:
        self.settings = settings
        self.horizon = Horizon(as_of, known_at)
        self.archive = Archive(settings.captures)
        self.parsed = ParsedArchive(settings, self.archive)

    def collect_bundled(self) -> Collected:
        """Bundled captures into the archive."""
        collected = collect_bundled(self.archive, self.settings)
        _log.info("collect: %d bundled captures", len(collected.entries), extra=facts(entries=len(collected.entries)))
        return collected

    def collect_inbox(self) -> Collected:
        """Files of the inbox into the archive."""
        collected = collect_inbox(self.archive, self.settings)
        taken = [entry.snapshot_id for entry in collected.entries]
        _log.info("collect: %d files of the inbox, %d refused", len(taken), len(collected.refused), extra=facts(snapshots=taken))
        for refused in collected.refused:
            _log.warning("refused: %s", refused.detail, extra=facts(reason=refused.reason))
        return collected

    def parse_prices(self, days: Iterable[date] | None = None, *, again: bool = False) -> ParseReport:
        """Price captures into quotes; only those observed on the given UTC days, where told; `again`: also what this code has read."""
        return self._parse("prices", days, again)

    def parse_pages(self) -> ParseReport:
        """Disclosure captures into claims and statements."""
        return self._parse("disclosures", None, False)

    def parse_vendor_pages(self) -> ParseReport:
        """Captures of pages about vendors and cases into claims."""
        return self._parse("vendors", None, False)

    def parse_all(self) -> list[ParseReport]:
        """Everything that nobody has read yet, whatever it is about."""
        return [self.parse_prices(), self.parse_pages(), self.parse_vendor_pages()]

    def usable_rows(self, snapshot_id: str) -> int:
        """Good rows of one observation that can take part in a board: quotes with a price in USD, claims, or specifications."""
        frames = self.parsed.capture_frames(snapshot_id)
        told = sum(frames[table].height for table in ("training_claims", "vendor_claims", "specification_facts"))
        return frames["price_quotes"].filter(USABLE).height + told

    @cached_property
    def evidence(self) -> dict[str, pl.DataFrame]:
        """Evidence tables within the horizon, read once; parse again to see new captures."""
        frames = self.parsed.frames() | {OVERRIDES: read_overrides(self.settings)}
        evidence = select(frames, self.horizon, self.parsed.recordings(), self.parsed.live())
        return evidence | {"training_claims": with_corrections(evidence["training_claims"], self.corrections)}

    @cached_property
    def corrections(self) -> pl.DataFrame:
        """Corrections of claims that had been declared within the horizon."""
        declared = read_corrections(self.settings)
        known_at = self.horizon.known_at
        return declared if known_at is None else declared.filter(pl.col("declared_on") <= known_at.date())

    def board_date(self) -> date:
        """Day for which the boards speak."""
        return board_date(self.evidence["price_quotes"], self.horizon)

    def build(self, table: str) -> Built:
        """Build one table from the tables before it and write it, unless nothing changed.

        Raises:
            FabError: a table that it reads has not been built from the same evidence; build that one first.
        """
        if table in EVIDENCE:
            return self._write(table, self.evidence[table])
        if table == PRICES:
            return self._build_prices()
        step = next(step for step in STEPS if step.table == table)
        inputs = {name: self.read(name) for name in step.inputs} | {OVERRIDES: self.evidence[OVERRIDES]}
        return self._write(table, step.build(inputs, self.board_date()))

    def _build_prices(self) -> Built:
        """The one table whose computation grows with the history: brought up to date where its last state is known."""
        increment = PriceIncrement(self.settings, str(self.horizon.known_at))
        files, barred = self.parsed.files("price_quotes"), held_back(self.read("held_prices"))
        built = self._write(PRICES, increment.prices(self.evidence["price_quotes"], files, self.board_date(), barred))
        increment.note(files, barred, built.written.content_hash)
        return built

    def build_all(self) -> list[Built]:
        """Build every table in order."""
        return [self.build(table) for table in (*EVIDENCE, *(step.table for step in STEPS))]

    def read(self, table: str) -> pl.DataFrame:
        """A table of this build; one that belongs to another build, or to none, is built now."""
        if table == "price_quotes":
            return self.evidence[table]
        path = self._path(table)
        if path.is_file() and self._builds().get(table) == self.build_key:
            try:
                return read_own(path)
            except DamagedFileError:
                path.unlink()  # damaged since it was written, and its footer may still claim to hold the right data
        return self.build(table).frame

    @cached_property
    def build_key(self) -> str:
        """What this build is made of: the parsed files, the overrides, the horizon and the code."""
        parts = [__version__, reading_fingerprint(), str(self.horizon.as_of), str(self.horizon.known_at)]
        parts += [self.evidence[OVERRIDES].write_json(), self.corrections.write_json(), self.evidence["sources"].write_json()]
        parts += [file for name in EVIDENCE if name != "sources" for file in self.parsed.files(name)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def check(self) -> list[str]:
        """What keeps these tables from being released, one line each."""
        return failures({name: self.read(name) for name in {*EVIDENCE, *RELEASE_TABLES}})

    def release(self) -> Release:
        """Publish all tables at once, unless nothing changed.

        Raises:
            CheckFailedError: a release check failed; the last release stays.
        """
        faults = self.check()
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise CheckFailedError(f"a release check failed, the last release stays: {faults[0]}{more}")
        if fault := clock_fault(self.settings):
            _log.warning("publish: %s", fault)
        quotes = self.evidence["price_quotes"]
        told = [self.evidence[table] for table in ("training_claims", "vendor_claims", "specification_facts")]
        captures = sorted({sha256 for frame in (quotes, *told) for sha256 in frame["capture_sha256"].unique()})
        release = publish(
            {name: self.read(name) for name in RELEASE_TABLES},
            quote_files=[self.settings.home / file for file in self.parsed.files("price_quotes")],
            capture_ids=captures,
            settings=self.settings,
            code_version=__version__,
            board_date=self.board_date(),
        )
        if self.horizon == Horizon():
            self.parsed.note_released()
        line = "publish: release %s" if release.changed else "publish: nothing changed, release %s stays"
        _log.info(line, release.release_id, extra=facts(release_id=release.release_id, changed=release.changed))
        return release

    def _parse(self, kind: str, days: Iterable[date] | None, again: bool) -> ParseReport:
        for name in ("evidence", "corrections", "build_key"):
            self.__dict__.pop(name, None)
        report = self.parsed.parse(kind, None if days is None else set(days), again=again)
        counts = {"captures": len(report.parsed), "rows": report.rows, "quarantined": report.quarantined, "unchanged": report.unchanged}
        line = "parse: %d captures of %s, %d rows, %d to quarantine, %d known already"
        _log.info(line, counts["captures"], kind, *list(counts.values())[1:], extra=facts(kind=kind, **counts))
        return report

    def _write(self, table: str, frame: pl.DataFrame) -> Built:
        if not TABLES[table].published:
            return Built(table, frame, self.settings.history / table, WriteResult(False, self.build_key, frame.height, 0))
        path = self._path(table)
        written = write_table(frame, TABLES[table], path, {})
        line = "build: %s, %d rows" if written.changed else "build: %s, %d rows, unchanged"
        _log.info(line, table, frame.height, extra=facts(table=table, rows=frame.height, changed=written.changed))
        # Beside the file, not in it: an unchanged table is left alone, and still belongs to the new build.
        with explained(FabError, f"note the build of table {table}"):
            write_whole(self._builds_path, json.dumps(self._builds() | {table: self.build_key}, indent=0).encode())
        return Built(table, frame, path, written)

    def _builds(self) -> dict[str, str]:
        try:
            builds = stored_object(self._builds_path.read_bytes())
            return {table: builds.text(table) for table in builds.values}
        except (OSError, ValueError):
            return {}  # lost without loss: every table is built again

    @property
    def _builds_path(self) -> Path:
        return self.settings.state / "builds.json"

    def _path(self, table: str) -> Path:
        return self.settings.tables / f"{table}.parquet"
