"""Durable files: a file is there whole or not at all, and an operating system's error becomes one line.

Belongs here: the few operations with which `collecting` and `publishing` write, so that a kill or a full disk at any moment leaves
what was there before. Does not belong here: formats, names of folders, and reading.
"""

import errno
import os
import secrets
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fab_pipeline.errors import FabError

PART_SUFFIX: Final = ".part"
"""Ending of every temporary file; no reader and no glob for data matches it."""

_ADVICE: Final[dict[int, str]] = {
    errno.ENOSPC: "; free some space and run again",
    errno.EDQUOT: "; free some space and run again",
    errno.EACCES: "; give this user permission, or set FAB_HOME to another folder",
    errno.EPERM: "; give this user permission, or set FAB_HOME to another folder",
    errno.EROFS: "; set FAB_HOME to a folder that can be written",
}


def write_whole(path: Path, data: bytes, verify: Callable[[Path], None] | None = None) -> None:
    """Write a file so that it appears at once and survives a power cut.

    Args:
        path: where it goes; missing folders are made, an existing file is replaced.
        data: its bytes.
        verify: called with the complete temporary file before it takes its place; what it raises stops the write.

    Raises:
        OSError: it cannot be written. The previous file, if any, is untouched and nothing is left behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}{PART_SUFFIX}")
    try:
        with temporary.open("xb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        if verify is not None:
            verify(temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Windows cannot open folders; there the file system does it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_parts(folder: Path, older_than: float) -> int:
    """Remove temporary files that a killed process left under a folder.

    Args:
        folder: searched in depth; may be absent.
        older_than: seconds since the epoch; a younger file may still be in the making.

    Returns:
        How many were removed.
    """
    parts = [path for path in folder.rglob(f".*{PART_SUFFIX}") if path.stat().st_mtime < older_than]
    for path in parts:
        path.unlink(missing_ok=True)
    return len(parts)


@contextmanager
def explained(kind: type[FabError], doing: str) -> Generator[None]:
    """Turn an `OSError` inside the block into `kind` with one line: what could not be done, why, where, and what helps."""
    try:
        yield
    except OSError as error:
        raise kind(f"cannot {doing}: {os_reason(error)}") from error


def os_reason(error: OSError) -> str:
    """The operating system's reason, the file (of a move: where it should have gone) and advice, in one line."""
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    path = error.filename2 or error.filename
    where = f" ({one_line(os.fsdecode(path))})" if isinstance(path, str | bytes | os.PathLike) else ""
    return f"{reason}{where}{_ADVICE.get(error.errno or 0, '')}"


def one_line(text: str) -> str:
    """A name as text for one line of a message, a table or a manifest.

    File systems hold names with line breaks and with bytes that are no UTF-8; such characters are written as escapes.
    """
    encodable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in encodable)
