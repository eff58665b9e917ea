"""The limits of a file that somebody hands in: looked at before it is read, so that a huge one costs nothing.

Belongs here: reading a file within `Settings.max_capture_bytes` and `max_line_bytes`, or the reason why not. Does not belong here:
what becomes of the file (see `inbox`) and what its content means.
"""

import io
from pathlib import Path
from typing import Final

from fab_pipeline.collecting.manifest import media_type_of
from fab_pipeline.errors import FabError
from fab_pipeline.files import os_reason
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
        RefusedFileError: it is empty, too large, has too long a line (only for files that are read by line) or cannot be read.
    """
    size, limit = path.stat().st_size, settings.max_capture_bytes
    if size > limit:
        raise RefusedFileError("file_too_large", f"{path.name}: {size:,} bytes are more than the {limit:,} that are read; split it")
    if size == 0:
        raise RefusedFileError("empty_file", f"{path.name}: the file is empty")
    try:
        body = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise RefusedFileError("unreadable_file", f"{path.name}: cannot be read: {os_reason(error)}") from error
    if media_type_of(path.name) in _READ_BY_LINE:
        _require_short_lines(path.name, body, settings.max_line_bytes)
    return body


def _require_short_lines(name: str, body: bytes, limit: int) -> None:
    for number, line in enumerate(io.BytesIO(body), start=1):
        if len(line) > limit:
            raise RefusedFileError("line_too_long", f"{name}: line {number} has {len(line):,} bytes, more than the {limit:,} that are read")
