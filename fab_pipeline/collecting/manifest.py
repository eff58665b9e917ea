"""One observation of the archive: what is known about captured bytes, and its JSON form.

Belongs here: the `Entry`, what makes one valid, and reading and writing its manifest. Does not belong here: where manifests and bytes
are kept (see `captures`).
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Any, Final, Required, TypedDict

from fab_pipeline.contracts.words import LIVE_OUTCOMES, ORIGINS
from fab_pipeline.errors import FabError
from fab_pipeline.sources.base import Capture
from fab_pipeline.stored_facts import StoredFacts, stored_object

KEPT_HEADERS: Final = frozenset({"etag", "last-modified", "content-type"})
"""Response headers that matter later: the first two make the next request conditional."""

_MEDIA_TYPES: Final[dict[str, str]] = {
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".ndjson": "application/x-ndjson",
    ".parquet": "application/vnd.apache.parquet",
    ".html": "text/html",
    ".htm": "text/html",
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}

_SOURCE_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_]*")
_MANIFEST_VERSION: Final = 1


class ArchiveError(FabError):
    """The archive cannot be written, or what it holds is damaged."""


class Facts(TypedDict, total=False):
    """What the collector knows about the bytes; see `Entry` for the meanings."""

    source: Required[str]
    observed_at: Required[datetime]
    origin: Required[str]
    recorded_at: datetime
    url: str | None
    locator: str | None
    media_type: str | None
    filename: str | None
    status: int | None
    headers: Mapping[str, str]
    terms: str | None
    copied_from: str | None
    outcome: str
    reason: str | None
    check: "LiveCheck | None"


@dataclass(frozen=True)
class LiveCheck:
    """What the integrity tests of the source said about fetched bytes, by the code that read them then.

    Attributes:
        passed: whether all of them held.
        quotes: good quotes of the answer.
        detail: one line: what was found, or what failed.
        compared: accelerators whose prices were held against other sources; None for a source without prices.
    """

    passed: bool
    quotes: int
    detail: str
    compared: int | None = None

    @property
    def promotes(self) -> bool:
        """Whether it makes its source verified: without any price of another source to compare with, a test was not made."""
        return self.passed and self.compared != 0


@dataclass(frozen=True)
class Entry:
    """One observation.

    Attributes:
        source: source name of the contract.
        observed_at: when the bytes were seen (UTC, microseconds).
        sha256: of the bytes.
        bytes: how many.
        origin: fetched, ingested or transcribed.
        recorded_at: when the archive learned of it; what had been known by a time follows from this.
        url: address, where there is one.
        locator: where in the source, for transcribed facts.
        media_type: as told, as the server declared, or by the file name.
        filename: name of the file handed in.
        status: HTTP status of a fetched answer.
        headers: those of `KEPT_HEADERS`, names in lower case.
        terms: note on the terms of the data.
        copied_from: text whose figures the bytes repeat, where that is known; copies of one text are one source.
        outcome: one of `words.LIVE_OUTCOMES`.
        reason: why the outcome is not ok.
        check: of a fetched answer that could be read: what its integrity tests said.
    """

    source: str
    observed_at: datetime
    sha256: str
    bytes: int
    origin: str
    recorded_at: datetime
    url: str | None = None
    locator: str | None = None
    media_type: str | None = None
    filename: str | None = None
    status: int | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    terms: str | None = None
    copied_from: str | None = None
    outcome: str = "ok"
    reason: str | None = None
    check: LiveCheck | None = None

    def __post_init__(self) -> None:
        if not _SOURCE_NAME.fullmatch(self.source):
            raise ArchiveError(f"{self.source!r} is no source name; lower-case letters, digits and '_' are")
        if self.origin not in ORIGINS:
            raise ValueError(f"unknown origin {self.origin!r}")
        if self.outcome not in LIVE_OUTCOMES:
            raise ValueError(f"unknown outcome {self.outcome!r}")
        if self.origin != "fetched" and (self.status is not None or self.headers or self.check):
            raise ValueError(f"{self.origin} bytes have no HTTP status, no headers and no live check")

    @property
    def capture(self) -> Capture:
        """What a parser is told about the bytes."""
        return Capture(
            source=self.source,
            observed_at=self.observed_at,
            sha256=self.sha256,
            origin=self.origin,
            url=self.url,
            locator=self.locator,
            media_type=self.media_type,
            filename=self.filename,
            copied_from=self.copied_from,
        )

    @property
    def snapshot_id(self) -> str:
        """The observation's name in every table."""
        return self.capture.snapshot_id


def media_type_of(filename: str) -> str | None:
    """Media type by the ending of a file name; None where the ending says nothing."""
    return _MEDIA_TYPES.get(PurePath(filename).suffix.lower())


def entry_of(body: bytes, facts: Facts) -> Entry:
    """The observation that these bytes and facts make; see `Archive.record` for what is raised."""
    headers = {name.lower(): value for name, value in facts.get("headers", {}).items() if name.lower() in KEPT_HEADERS}
    declared = headers.get("content-type", "").partition(";")[0].strip().lower() or None
    filename = facts.get("filename")
    return Entry(
        source=facts["source"],
        observed_at=_utc(facts["observed_at"]),
        sha256=hashlib.sha256(body).hexdigest(),
        bytes=len(body),
        origin=facts["origin"],
        recorded_at=_utc(facts.get("recorded_at") or datetime.now(UTC)),
        url=facts.get("url"),
        locator=facts.get("locator"),
        media_type=facts.get("media_type") or declared or (media_type_of(filename) if filename else None),
        filename=filename,
        status=facts.get("status"),
        headers=headers,
        terms=facts.get("terms"),
        copied_from=facts.get("copied_from"),
        outcome=facts.get("outcome", "ok"),
        reason=facts.get("reason"),
        check=facts.get("check"),
    )


def _utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC)


def to_manifest(entry: Entry) -> bytes:
    """JSON form of an observation."""
    facts: dict[str, Any] = {"version": _MANIFEST_VERSION} | asdict(entry)
    for name in ("observed_at", "recorded_at"):
        facts[name] = facts[name].isoformat(timespec="microseconds").replace("+00:00", "Z")
    return json.dumps(facts, ensure_ascii=False, indent=1).encode() + b"\n"


def read_manifest(path: Path) -> Entry:
    """An observation from its manifest.

    Raises:
        ArchiveError: the file is missing or damaged.
    """
    try:
        facts = stored_object(path.read_bytes())
        headers = facts.inner("headers")
        return Entry(
            source=facts.text("source"),
            observed_at=facts.moment("observed_at"),
            sha256=facts.text("sha256"),
            bytes=facts.count("bytes"),
            origin=facts.text("origin"),
            recorded_at=facts.moment("recorded_at"),
            url=facts.optional_text("url"),
            locator=facts.optional_text("locator"),
            media_type=facts.optional_text("media_type"),
            filename=facts.optional_text("filename"),
            status=facts.optional_count("status"),
            headers={name: headers.text(name) for name in headers.values},
            terms=facts.optional_text("terms"),
            copied_from=facts.optional_text("copied_from") if "copied_from" in facts.values else None,
            outcome=facts.text("outcome"),
            reason=facts.optional_text("reason"),
            check=_check(facts),
        )
    except (OSError, ValueError, ArchiveError) as error:
        raise ArchiveError(f"the manifest {path} is damaged ({error}); put it back from a copy, or remove it and its capture") from error


def _check(facts: StoredFacts) -> LiveCheck | None:
    if facts.values.get("check") is None:  # manifests of before live collecting have none
        return None
    check = facts.inner("check")
    compared = check.optional_count("compared") if "compared" in check.values else None
    return LiveCheck(check.flag("passed"), check.count("quotes"), check.text("detail"), compared)
