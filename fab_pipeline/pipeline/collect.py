"""Bringing captures into the archive: what ships with the project, and what was dropped into the inbox.

Belongs here: which source reads a file, and when it counts as observed. Recording and moving are done by `collecting`; parsing comes
later, from the archive alone.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import yaml

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.inbox import InboxFile, Refused, refuse, scan, take
from fab_pipeline.collecting.limits import RefusedFileError, read_within
from fab_pipeline.collecting.manifest import Entry, Facts
from fab_pipeline.errors import FabError, UsageError
from fab_pipeline.files import one_line
from fab_pipeline.settings import Settings
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline.vocabulary.documents import parse_yaml

DEFAULT_SOURCE: Final[dict[str, str]] = {"prices": "price_table", "pages": "training_cost_page"}
"""Source that reads a file of the inbox which names none."""


@dataclass(frozen=True)
class Collected:
    """What one collection brought: observations, and files that were refused with their reasons."""

    entries: list[Entry] = field(default_factory=list[Entry])
    refused: list[Refused] = field(default_factory=list[Refused])


def collect_bundled(archive: Archive, settings: Settings) -> Collected:
    """Record every bundled capture; those that the archive has already change nothing.

    Raises:
        FabError: the bundle is incomplete or its manifest is damaged: the installation is broken.
    """
    manifest = settings.bundled / "manifest.yaml"
    try:
        listed: list[dict[str, Any]] = parse_yaml(manifest.read_text("utf-8"))["captures"]
        return Collected([_bundled(archive, settings.bundled, item) for item in listed])
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        raise FabError(f"the bundled captures cannot be read ({manifest}): {error}; install the project again") from error


def collect_inbox(archive: Archive, settings: Settings) -> Collected:
    """Take every settled file of the inbox, oldest first; makes its folders where they are missing."""
    collected = Collected()
    for kind in DEFAULT_SOURCE:
        (settings.inbox / kind).mkdir(parents=True, exist_ok=True)
    for file in scan(settings.inbox):
        source = file.source or DEFAULT_SOURCE[file.kind]
        if source not in SOURCES:
            detail = f"{one_line(file.path.name)}: {unknown_source(source)}"
            recorded_as = DEFAULT_SOURCE[file.kind]
            collected.refused.append(refuse(file, archive, settings, "unknown_source", detail, source=recorded_as))
            continue
        _sort_in(take(file, archive, settings, source=source), collected)
    return collected


def ingest(path: Path, archive: Archive, settings: Settings, *, source: str | None, observed_at: datetime | None) -> Entry:
    """Record one file where it lies; it is not moved.

    Args:
        path: the file.
        archive: where it is recorded.
        settings: limits.
        source: who reads it; a page by its ending, else the generic price table, unless told.
        observed_at: when its content was seen; now unless told.

    Returns:
        The observation; a file that is refused (too large, empty, unreadable) gives one with that outcome and no bytes.

    Raises:
        UsageError: no such source.
        FabError: the file has gone.
    """
    is_page = path.suffix.lower() in {".html", ".htm", ".txt"}
    name = source or ("training_cost_page" if is_page else "price_table")
    if name not in SOURCES:
        raise UsageError(unknown_source(name))
    facts: Facts = {"source": name, "observed_at": observed_at or datetime.now(UTC), "origin": "ingested", "filename": one_line(path.name)}
    try:
        return archive.record(read_within(path, settings), **facts)
    except FileNotFoundError as error:
        raise FabError(f"{one_line(path.name)}: the file has gone while another command was at work") from error
    except RefusedFileError as refusal:
        outcome = "empty" if refusal.reason == "empty_file" else "rejected"
        return _refusal(archive, facts, outcome, f"{refusal.reason}: {refusal.detail}")


def _refusal(archive: Archive, facts: Facts, outcome: str, reason: str) -> Entry:
    """Record a refused file, a microsecond later where another refusal of its source has that moment: none has bytes to tell them apart."""
    facts["outcome"], facts["reason"] = outcome, reason
    while (entry := archive.record(b"", **facts)).reason != reason:
        facts["observed_at"] += timedelta(microseconds=1)
    return entry


def unknown_source(name: str) -> str:
    """One line for a name that no source has: those that look like it, or where all are listed."""
    alike = get_close_matches(name.lower(), SOURCES, n=3)
    advice = f"did you mean {' or '.join(alike)}?" if alike else "all names: docs/sources.md; a table of prices needs no source"
    return f"there is no source {one_line(name)!r} that reads files; {advice}"


def waiting(settings: Settings) -> list[InboxFile]:
    """Files of the inbox that the next collection will take."""
    return scan(settings.inbox)


def _sort_in(taken: Entry | Refused | None, collected: Collected) -> None:
    if isinstance(taken, Entry):
        collected.entries.append(taken)
    elif isinstance(taken, Refused):
        collected.refused.append(taken)


def _bundled(archive: Archive, folder: Path, item: dict[str, Any]) -> Entry:
    path = folder / item["file"]
    return archive.record(
        path.read_bytes(),
        source=item["source"],
        observed_at=_utc(item["observed_at"]),
        origin=item["origin"],
        url=item["url"],
        locator=item["locator"],
        media_type=item["media_type"],
        filename=path.name,
        terms=item["license"],
        copied_from=item.get("copied_from"),
    )


def _utc(moment: date | datetime) -> datetime:
    """YAML gives a date, or a time in UTC; a date is the start of that UTC day."""
    if isinstance(moment, datetime):
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return datetime(moment.year, moment.month, moment.day, tzinfo=UTC)
