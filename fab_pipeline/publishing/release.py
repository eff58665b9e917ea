"""Publishing: all tables at once, as one immutable folder, or nothing.

The folder is built beside its final place under a name that no reader takes for a release, every file is synced to disk, the folder is
renamed, then the pointer is swapped. A process killed at any moment leaves the old release current and readable; what it left behind is
removed, or finished, by the next `publish`. Called under the lock (`collecting.lock`).
"""

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty
from fab_pipeline.files import PART_SUFFIX, explained, sync_folder, write_whole
from fab_pipeline.publishing.changes import diff
from fab_pipeline.publishing.datapackage import described, descriptor
from fab_pipeline.publishing.parquet import Prepared, PublishError, prepare, store
from fab_pipeline.publishing.pointer import point, pointer_if_whole
from fab_pipeline.publishing.releases import DESCRIPTOR, Pointer, Release, release_ids, releases
from fab_pipeline.settings import Settings

CHANGES: Final = "release_changes"
BUILDING: Final = ".building-"
REMOVING: Final = ".removing-"
_ID_TIME: Final = "%Y%m%dT%H%M%S%fZ"


@dataclass(frozen=True)
class _Content:
    """What a release is made of; equal content has an equal hash."""

    tables: dict[str, Prepared]
    quote_files: tuple[str, ...]
    board_date: date

    @property
    def hash(self) -> str:
        tables = {name: prepared.content_hash for name, prepared in self.tables.items()}
        facts = [tables, self.quote_files, self.board_date.isoformat()]
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def publish(
    boards: Mapping[str, pl.DataFrame],
    quote_files: Iterable[Path],
    capture_ids: Iterable[str],
    settings: Settings,
    code_version: str,
    board_date: date,
) -> Release:
    """Publish all tables as a new release and make it the current one, unless the current one holds the same.

    Args:
        boards: every published table by name, `release_changes` excepted: that one is computed here.
        quote_files: quote files that the boards rest on, within the data folder.
        capture_ids: snapshot ids that the boards rest on.
        settings: of this installation.
        code_version: version of the code.
        board_date: day for which the boards speak.

    Returns:
        The current release; `changed` is False where it was current before.

    Raises:
        ContractError: a row breaks its contract; the old release stays.
        PublishError: a table is missing or too many, or a file cannot be written; the old release stays.
    """
    content = _content(boards, quote_files, settings, board_date)
    with explained(PublishError, "publish a release"):
        settings.releases.mkdir(parents=True, exist_ok=True)
        remove_leftovers(settings)
        pointer = pointer_if_whole(settings)
        if existing := _existing(settings, content.hash, pointer):
            point(settings, existing, pinned=pointer is not None and pointer.pinned)
            return replace(existing, changed=pointer is None or pointer.release_id != existing.release_id)
        try:
            release = _build(settings, content, _base(settings, pointer), tuple(sorted(set(capture_ids))), code_version)
        except BaseException:
            remove_leftovers(settings)  # at once: on a full disk the half-made folder is the space that is missing
            raise
        point(settings, release)
        return release


def remove_leftovers(settings: Settings) -> None:
    """Remove what a killed process left half made or half removed."""
    for path in settings.releases.glob(".*"):
        if path.name.startswith((BUILDING, REMOVING)):
            shutil.rmtree(path)
    for path in settings.home.glob(f".{settings.latest.name}*{PART_SUFFIX}"):
        path.unlink(missing_ok=True)


def clock_fault(settings: Settings, now: datetime | None = None) -> str | None:
    """One line where the clock is behind the newest release: it has been set back, or had been set forward; None where it is not.

    Releases keep their order all the same (`next_moment`); but what is observed meanwhile gets the clock's time.

    Args:
        settings: of this installation.
        now: for tests.
    """
    newest, moment = (release_ids(settings) or [None])[-1], now or datetime.now(UTC)
    if newest is None or next_moment(newest, moment) == moment:
        return None
    return f"the clock says {moment:%Y-%m-%d %H:%M} UTC, before the last release ({newest}) was built; set the clock right"


def next_moment(newest_release_id: str | None, now: datetime) -> datetime:
    """Build time of the next release: now, or just after the newest release where the clock has gone back."""
    if newest_release_id is None:
        return now
    newest = datetime.strptime(newest_release_id.partition("-")[0], _ID_TIME).replace(tzinfo=UTC)
    return max(now, newest + timedelta(microseconds=1))


def _content(boards: Mapping[str, pl.DataFrame], quote_files: Iterable[Path], settings: Settings, board_date: date) -> _Content:
    expected = {name for name, table in TABLES.items() if table.published} - {CHANGES}
    if missing := sorted(expected - boards.keys()):
        raise PublishError(f"a release carries all tables; missing: {', '.join(missing)}")
    if unknown := sorted(boards.keys() - expected):
        raise PublishError(f"these are no tables of a release: {', '.join(unknown)}")
    prepared = {name: prepare(boards[name], table) for name, table in TABLES.items() if name in expected}
    names = tuple(sorted({path.relative_to(settings.home).as_posix() for path in quote_files}))
    return _Content(prepared, names, board_date)


def _existing(settings: Settings, content_hash: str, pointer: Pointer | None) -> Release | None:
    """A whole release with this content: the current one, or one that a killed process had built but not yet pointed at."""
    for release in reversed(releases(settings)):
        current = pointer is not None and release.release_id == pointer.release_id
        unannounced = pointer is None or (not pointer.pinned and release.release_id > pointer.release_id)
        if (current or unannounced) and release.content_hash == content_hash and release.damage() is None:
            return release
    return None


def _base(settings: Settings, pointer: Pointer | None) -> Release | None:
    """The release to compare with: the current one, or the newest whole one before it where that is damaged."""
    for release in reversed(releases(settings)):
        if (pointer is None or release.release_id <= pointer.release_id) and release.damage() is None:
            return release
    return None


def _build(settings: Settings, content: _Content, base: Release | None, captures: tuple[str, ...], code_version: str) -> Release:
    newest = (release_ids(settings) or [None])[-1]
    built_at = next_moment(newest, datetime.now(UTC))
    release_id = f"{built_at:{_ID_TIME}}-{content.hash[:8]}"
    folder = settings.releases / f"{BUILDING}{release_id}"
    folder.mkdir()
    tables = {**content.tables, CHANGES: prepare(_changes(content, base), TABLES[CHANGES])}
    release = Release(
        release_id=release_id,
        path=settings.releases / release_id,
        built_at=built_at,
        board_date=content.board_date,
        code_version=code_version,
        content_hash=content.hash,
        captures=captures,
        quote_files=content.quote_files,
        tables={},
        previous_release_id=base.release_id if base else None,
    )
    metadata = {"fab_release_id": release_id, "fab_board_date": content.board_date.isoformat(), "fab_code_version": code_version}
    for name, prepared in tables.items():
        path = folder / f"{name}.parquet"
        store(prepared, path, metadata)
        release.tables[name] = described(path, prepared.frame.height, prepared.content_hash)
    write_whole(folder / DESCRIPTOR, json.dumps(descriptor(release), ensure_ascii=False, indent=1).encode() + b"\n")
    folder.rename(release.path)
    sync_folder(settings.releases)
    return release


def _changes(content: _Content, base: Release | None) -> pl.DataFrame:
    """Differences from the base; tables of equal hash are not even read."""
    if base is None:
        return empty(TABLES[CHANGES])
    changed = {
        name: prepared.frame
        for name, prepared in content.tables.items()
        if name not in base.tables or base.tables[name].content_hash != prepared.content_hash
    }
    before = {name: base.read(name) for name in changed if name in base.tables}
    return diff(before, changed, base.release_id)
