"""Commands that read one file and print what it says, without keeping anything: `read page`, `read prices`."""

import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import click

from fab_pipeline.collecting.limits import read_within
from fab_pipeline.commands.output import one_line_errors, print_json_lines
from fab_pipeline.errors import UsageError
from fab_pipeline.settings import Settings

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def read() -> None:
    """Read one file and print what it says as JSON lines; nothing is kept."""


@read.command("page")
@click.argument("file", type=_FILE)
@one_line_errors
def read_page(file: Path) -> None:
    """A training-cost page (HTML or flattened text): one JSON line per run, as the page states it.

    Example: fab-pipeline read page saved_page.html
    """
    from fab_pipeline.sources.disclosures.training_cost_page import page_rows_json, read_training_page

    body = read_within(file, Settings.from_environment())
    print_json_lines(page_rows_json(read_training_page(body)))


@read.command("prices")
@click.option("--source", default="price_table", show_default=True, help="Source whose capture the file is.")
@click.option("--observed-at", "observed_at", help="When it was observed (ISO 8601 with zone); now unless told.")
@click.argument("file", type=_FILE)
@one_line_errors
def read_prices(source: str, observed_at: str | None, file: Path) -> None:
    """One price capture: a JSON line per quote; rejected rows on stderr with reason and row number.

    Example: fab-pipeline read prices --observed-at 2026-10-10T12:00:00Z snapshot.csv
    """
    from fab_pipeline.pipeline.parsing import parse_capture
    from fab_pipeline.sources.base import Capture
    from fab_pipeline.sources.registry import SOURCES

    if source not in SOURCES or SOURCES[source].kind != "prices":
        known = ", ".join(name for name, entry in SOURCES.items() if entry.kind == "prices")
        raise UsageError(f"there is no price source {source!r}; sources are {known}")
    body = read_within(file, Settings.from_environment())
    capture = Capture(source, moment(observed_at), sha256(body).hexdigest(), origin="ingested", filename=file.name)
    frames = parse_capture(body, capture)
    print_json_lines(frames["price_quotes"].to_dicts())
    print_json_lines(frames["quarantine"].to_dicts(), err=True)
    if frames["price_quotes"].is_empty():
        sys.exit(1)


def moment(text: str | None) -> datetime:
    """A moment in UTC from ISO 8601 with zone; now where nothing is told.

    Raises:
        UsageError: not a time, or without a zone.
    """
    if text is None:
        return datetime.now(UTC)
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is not a time; write it like 2026-10-10T12:00:00Z") from None
    if when.tzinfo is None:
        raise UsageError(f"{text!r} has no time zone; write it like 2026-10-10T12:00:00Z")
    return when.astimezone(UTC)
