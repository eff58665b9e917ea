"""Structured logs: JSON lines in `data/logs`, rotated, each file written by one process at a time.

    pipeline.jsonl   what works on the data: commands and Dagster runs; written by whoever holds the lock of the data folder
    service.jsonl    what webserver and daemon said; written by the service that holds the lock of Dagster's home

One line is one object: `at` (UTC), `level`, `logger`, `message`, and the facts of the event. Belongs here: the form and the files. Does
not belong here: what is worth a line. A log that cannot be written never stops the work: it is said once on stderr.
"""

import json
import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from fab_pipeline.files import os_reason
from fab_pipeline.service_settings import redacted

PROJECT: Final = "fab_pipeline"
"""Name of the logger above all loggers of this project."""

FILE_BYTES: Final = 10 * 1024 * 1024
FILES_KEPT: Final = 9
"""With the one being written: 100 MB, about a year of daily runs."""

MESSAGE_CHARACTERS: Final = 8000
"""Of a longer message the beginning is kept: a page in an error text must not fill the log."""

_FACTS: Final = "facts"


def facts(**values: object) -> dict[str, dict[str, object]]:
    """Facts of an event, for the `extra` of a logging call: `log.info("built", extra=facts(table="findings", rows=3))`."""
    return {_FACTS: values}


class JsonLine(logging.Formatter):
    """One record as one line of JSON, without the secrets.

    Args:
        secrets: texts that may not be written.
    """

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        event: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage()[:MESSAGE_CHARACTERS],
            **getattr(record, _FACTS, {}),
        }
        if record.exc_info:
            event["traceback"] = self.formatException(record.exc_info)[-MESSAGE_CHARACTERS:]
        plain = redacted(json.dumps(event, ensure_ascii=False, default=str), tuple(map(_in_json, self._secrets)))
        return plain.encode("utf-8", "backslashreplace").decode("utf-8")


class JsonLinesFile(RotatingFileHandler):
    """A rotated file of JSON lines. Where it cannot be written that is said once, and the work goes on."""

    def __init__(self, path: Path, secrets: tuple[str, ...] = ()) -> None:
        super().__init__(path, maxBytes=FILE_BYTES, backupCount=FILES_KEPT, encoding="utf-8", delay=True)
        self.setFormatter(JsonLine(secrets))
        self._complained = False

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record; makes the folder where it is missing."""
        try:
            Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            self.handleError(record)
            return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is of the standard library
        """Say once that the log cannot be written."""
        error = sys.exc_info()[1]
        if not self._complained and sys.stderr:
            reason = os_reason(error) if isinstance(error, OSError) else str(error)
            sys.stderr.write(f"fab-pipeline: the log {self.baseFilename} cannot be written: {reason}; the work goes on\n")
        self._complained = True


@contextmanager
def logged(path: Path, secrets: tuple[str, ...] = ()) -> Generator[logging.Logger]:
    """Write what this project's loggers say to a file for as long as the block lasts.

    Args:
        path: the file.
        secrets: texts that may not be written.

    Yields:
        The project's logger.
    """
    handler = JsonLinesFile(path, secrets)
    log = logging.getLogger(PROJECT)
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        yield log
    finally:
        log.removeHandler(handler)
        log.setLevel(before)
        with suppress(OSError):  # a full disk: what could not be written has been complained about
            handler.close()


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
