"""The inbox: files handed in by hand, taken into the archive once each.

    inbox/prices/FILE            a table of quotes that names its own sources
    inbox/prices/<source>/FILE   a raw capture of one source
    inbox/pages/FILE             a training-cost page
    inbox/pages/<source>/FILE    a page of one source, e.g. vendor_page

A file that was recorded moves to `inbox/done/…`, a refused one to `inbox/rejected/…` beside a `.reason.txt`; names are never
overwritten. A file still being written is left alone: write it under a name that starts with "." or ends in .part, .tmp or ~ and rename
it, or finish it within a second of its last change. A link to a folder is refused and never followed: what is taken is moved, and nothing
outside the inbox may be. Does not belong here: parsing, what a source name means, which folders and
names are looked at (`inbox_places`), and what lies where nothing looks (`overlooked`).
"""

import hashlib
import shutil
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.inbox_places import Kind, children, is_takeable, places
from fab_pipeline.collecting.limits import RefusedFileError, read_within
from fab_pipeline.collecting.manifest import ArchiveError, Entry
from fab_pipeline.files import explained, one_line, write_whole
from fab_pipeline.settings import Settings

SETTLE_SECONDS: Final = 1.0
"""How long a file must have been left alone before it is taken."""


@dataclass(frozen=True)
class InboxFile:
    """A file that waits in the inbox.

    Attributes:
        path: where it is.
        kind: prices or pages.
        source: the folder's source; None for `prices/FILE` and `pages/FILE`.
        modified_at: when its content last changed, by its own time stamp; the order in which files are taken.
        landed_at: when it came to this place (the inode's change time: a copy may keep the modification time of its original).
    """

    path: Path
    kind: Kind
    source: str | None
    modified_at: datetime
    landed_at: datetime


@dataclass(frozen=True)
class Refused:
    """A file that was moved to `rejected/`.

    Attributes:
        file: what it was.
        reason: code, e.g. file_too_large, line_too_long, empty_file, unreadable_file.
        detail: one line for people.
        entry: the observation, recorded with outcome rejected or empty and no bytes.
    """

    file: InboxFile
    reason: str
    detail: str
    entry: Entry


def scan(inbox: Path, now: float | None = None) -> list[InboxFile]:
    """Files that are ready to be taken, by modification time and then by name.

    Args:
        inbox: `Settings.inbox`; may be absent.
        now: seconds since the epoch, for tests.
    """
    moment = time.time() if now is None else now
    files = [
        _described(path, kind, source)
        for kind, source, folder in places(inbox)
        for path in children(folder)
        if is_takeable(path) and settled(path, moment)
    ]
    return sorted(files, key=lambda file: (file.modified_at, file.path.name, str(file.path)))


def settled(path: Path, now: float) -> bool:
    """Whether a file has been left alone for `SETTLE_SECONDS`, by content and by inode; a vanished one has not.

    A time stamp further in the future than that says nothing about how long ago it was, and counts as settled.
    """
    try:
        facts = path.stat()
    except FileNotFoundError:
        return False
    return all(abs(now - moment) >= SETTLE_SECONDS for moment in (facts.st_mtime, facts.st_ctime))


def take(
    file: InboxFile, archive: Archive, settings: Settings, *, source: str, observed_at: datetime | None = None
) -> Entry | Refused | None:
    """Record a file in the archive and move it out of the inbox.

    The archive comes first: a process killed in between finds the file again, and the same observation changes nothing.

    Args:
        file: from `scan`.
        archive: where it is recorded.
        settings: limits and the inbox.
        source: source name under which it is recorded.
        observed_at: when its content was seen; when it landed, unless told.

    Returns:
        The observation; or why it was refused; or None where it changed while being read, or somebody else took it.

    Raises:
        ArchiveError: the archive or the inbox cannot be written.
    """
    try:
        before = _stamp(file.path)
        body = read_within(file.path, settings)
        if _stamp(file.path) != before:
            return None
        entry = _record(file, archive, body, source=source, observed_at=observed_at)
    except FileNotFoundError:
        return None
    except RefusedFileError as error:
        return refuse(file, archive, settings, error.reason, error.detail, source=source, observed_at=observed_at)
    with explained(ArchiveError, f"move {one_line(file.path.name)} to the inbox's done folder"):
        _move(file.path, settings.inbox, "done")
    return entry


def refuse(
    file: InboxFile, archive: Archive, settings: Settings, reason: str, detail: str, *, source: str, observed_at: datetime | None = None
) -> Refused:
    """Record that a file was refused, without its bytes, and move it to `rejected/` beside a `.reason.txt`.

    Args:
        file: from `scan`.
        archive: where the refusal is recorded; from there it comes into quarantine.
        settings: of this installation.
        reason: code, e.g. unknown_source.
        detail: one line for people.
        source: source name under which it is recorded.
        observed_at: when it was seen; when it landed, unless told.

    Raises:
        ArchiveError: the archive or the inbox cannot be written.
    """
    outcome = "empty" if reason == "empty_file" else "rejected"
    entry = _record(file, archive, b"", source=source, observed_at=observed_at, outcome=outcome, reason=f"{reason}: {detail}")
    with explained(ArchiveError, f"move {one_line(file.path.name)} to the inbox's rejected folder"):
        moved = _move(file.path, settings.inbox, "rejected")
        write_whole(moved.with_name(f"{moved.name}.reason.txt"), f"{reason}: {detail}\n".encode())
    return Refused(file, reason, detail, entry)


def _record(
    file: InboxFile,
    archive: Archive,
    body: bytes,
    *,
    source: str,
    observed_at: datetime | None,
    outcome: str = "ok",
    reason: str | None = None,
) -> Entry:
    return archive.record(
        body,
        source=source,
        observed_at=observed_at or _own_moment(file, archive, body, source),
        origin="ingested",
        filename=one_line(file.path.name),
        outcome=outcome,
        reason=reason,
    )


def _own_moment(file: InboxFile, archive: Archive, body: bytes, source: str) -> datetime:
    """When the file landed, moved on by microseconds where another file of the source already has that moment.

    File systems keep times in ticks of some milliseconds: three files dropped at once may share one, and are three observations.
    """
    day, moment = file.landed_at.date(), file.landed_at
    sha256 = hashlib.sha256(body).hexdigest()
    others = {
        entry.observed_at
        for entry in archive.entries(source, since=day, until=day)
        if (entry.sha256, entry.filename) != (sha256, one_line(file.path.name))
    }
    while moment in others:
        moment += timedelta(microseconds=1)
    return moment


def _move(path: Path, inbox: Path, shelf: str) -> Path:
    """Move a file to the same place under `done` or `rejected`, under a name that is free there; the inbox may be on another disk."""
    folder = inbox / shelf / path.parent.relative_to(inbox)
    folder.mkdir(parents=True, exist_ok=True)
    target, number = folder / path.name, 1
    while target.exists() or target.is_symlink():
        number += 1
        target = folder / f"{path.stem}-{number}{path.suffix}"
    shutil.move(path, target)
    return target


def _described(path: Path, kind: Kind, source: str | None) -> InboxFile:
    facts = path.stat()
    return InboxFile(path, kind, source, _moment(facts.st_mtime_ns), _moment(facts.st_ctime_ns))


def _moment(nanoseconds: int) -> datetime:
    # By whole microseconds: a float of seconds would not give the same time twice on every platform.
    seconds, rest = divmod(nanoseconds // 1000, 1_000_000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest)


def _stamp(path: Path) -> tuple[int, int]:
    facts = path.stat()
    return facts.st_size, facts.st_mtime_ns
