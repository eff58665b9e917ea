"""The limits of a file that somebody hands in: looked at before it is read, so that a huge one costs nothing.

Belongs here: reading a file within `Settings.max_capture_bytes` and `max_line_bytes`, or the reason why not. Does not belong here:
what becomes of the file (see `inbox`) and what its content means.
"""

import io
import stat
from pathlib import Path
from typing import Final

from fab_pipeline.collecting.manifest import media_type_of
from fab_pipeline.errors import FabError
from fab_pipeline.files import one_line, os_reason
from fab_pipeline.settings import Settings

_READ_BY_LINE: Final = frozenset({"text/csv", "text/tab-separated-values", "application/x-ndjson"})


class RefusedFileError(FabError):
    """A file that is not read. `reason` is the code, the message one line for people."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


def read_within(path: Path, settings: Settings) -> bytes:
    """The bytes of a file, if it keeps the limits. The size is looked at before anything is read.

    Raises:
        FileNotFoundError: there is no such file.
        RefusedFileError: it is no file, empty or too large, has too long a line (only for files that are read by line) or cannot be read.
    """
    name, limit = one_line(path.name), settings.max_capture_bytes
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise RefusedFileError("not_a_file", f"{name}: neither a file nor a link to one; put the file itself there")
        if facts.st_size > limit:
            found = f"{name}: {facts.st_size:,} bytes are more than the {limit:,} that are read"
            raise RefusedFileError("file_too_large", f"{found}; split it, or raise FAB_MAX_CAPTURE_BYTES")
        if facts.st_size == 0:
            raise RefusedFileError("empty_file", f"{name}: the file is empty")
        body = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise RefusedFileError("unreadable_file", f"{name}: cannot be read: {os_reason(error)}") from error
    if media_type_of(path.name) in _READ_BY_LINE:
        _require_short_lines(name, body, settings.max_line_bytes)
    return body


def _require_short_lines(name: str, body: bytes, limit: int) -> None:
    for number, line in enumerate(io.BytesIO(body), start=1):
        if len(line) > limit:
            raise RefusedFileError("line_too_long", f"{name}: line {number} has {len(line):,} bytes, more than the {limit:,} that are read")
