"""The one lock of everything that writes: the command line and Dagster never work at the same time.

The operating system holds the lock (filelock: flock, or LockFileEx on Windows), so a killed holder leaves none behind. A note beside it
says who holds it, for the message only. Not reentrant: take it once, at the top of a command or an asset.
"""

import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from fab_pipeline.errors import FabError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.settings import Settings


class LockError(FabError):
    """Somebody else is at work, or the folder cannot hold a lock."""


@contextmanager
def exclusive(settings: Settings, who: str, timeout: float | None = None) -> Generator[None]:
    """Work alone on the data folder.

    Args:
        settings: of this installation.
        who: what is at work, for the message that others get, e.g. "run".
        timeout: seconds to wait for another; `settings.lock_timeout_seconds` unless told.

    Raises:
        LockError: another is still at work after that time; one line that names it.
    """
    wait = settings.lock_timeout_seconds if timeout is None else timeout
    note = settings.state / "lock.json"
    # Without a fallback to lock files that outlive their holder: where the file system has no locks we would rather say so.
    lock = FileLock(settings.lock_file, timeout=wait, fallback_to_soft=False)
    with explained(LockError, f"lock {settings.home}"):
        settings.home.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout as error:
            raise LockError(f"{_holder(note)} is at work on {settings.home} and was waited for {wait:g} s; try again later") from error
    try:
        _leave_note(note, who)
        yield
    finally:
        lock.release()


def _leave_note(note: Path, who: str) -> None:
    facts = {"who": who, "pid": os.getpid(), "since": datetime.now(UTC).isoformat(timespec="seconds")}
    # For a message only: on a full disk `prune` must still be able to work.
    with suppress(OSError):
        write_whole(note, json.dumps(facts).encode())


def _holder(note: Path) -> str:
    try:
        facts = json.loads(note.read_text(encoding="utf-8"))
        return f"'{facts['who']}' (process {facts['pid']}, since {facts['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another command"
