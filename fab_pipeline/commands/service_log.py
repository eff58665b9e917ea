"""What webserver and daemon say: on the console as it comes, and as JSON lines in `data/logs/service.jsonl`.

Belongs here: from a printed line to a record. Does not belong here: the processes, and the log of the data (`pipeline.at_work`).
"""

import logging
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Final

import click

from fab_pipeline.logs import facts, logged
from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline.settings import Settings

LOG_FILE: Final = "service.jsonl"

CONSOLE_CHARACTERS: Final = 400
"""Of a longer line the console shows the beginning: Dagster lists a hundred names where sources gave nothing."""

INTENDED: Final = "dagster._core.definitions.events.Failure: "
"""How Dagster prints the one line of a failed step; the stack trace that it puts below says nothing of the failure and is left out."""

_LEVEL: Final = re.compile(r" - (DEBUG|INFO|WARNING|ERROR|CRITICAL) - ")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
_STAMP: Final = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: [+-]\d{4})? - ")


@contextmanager
def service_log(settings: Settings, service: ServiceSettings) -> Generator[Callable[[str, str], None]]:
    """Open the log of the service.

    Args:
        settings: of this installation.
        service: whose secrets are hidden, on the console as well.

    Yields:
        What is to be called with the name of a process and a line that it printed.
    """
    with logged(settings.logs / LOG_FILE, service.secrets):
        log = logging.getLogger("fab_pipeline.service")
        failed: set[str] = set()

        def heard(process: str, printed: str) -> None:
            line = _COLOUR.sub("", printed)
            if process in failed and line.startswith(("Stack Trace:", "  ")):
                return
            failed.discard(process)
            if line.startswith(INTENDED):
                failed.add(process)
                line = line.removeprefix(INTENDED)
            with suppress(OSError):  # nobody reads the console any more: the log goes on, and so does the service
                click.echo(service.redacted(line if len(line) <= CONSOLE_CHARACTERS else f"{line[:CONSOLE_CHARACTERS]} …"))
            found = _LEVEL.search(line)
            level = logging.getLevelNamesMapping()[found[1]] if found else logging.INFO
            log.log(level, "%s", _STAMP.sub("", line), extra=facts(process=process))

        log.info("the service starts")
        yield heard
        log.info("the service has stopped")
