"""A sealed collection: which sources were asked together, and what became of each, in `captures/collections/`.

Belongs here: writing the seal when every source has finished or failed, and reading it back. The captures are recorded before, one by one:
a process that is killed loses the seal and no capture. Does not belong here: asking, and what is built from a collection.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.manifest import ArchiveError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.stored_facts import stored_object

GOOD: Final = frozenset({"ok", "skipped"})
"""Outcomes after which nothing is missing that could have been there."""


@dataclass(frozen=True)
class SourceOutcome:
    """What became of one source.

    Attributes:
        source: its name.
        outcome: word of `contracts.words.LIVE_OUTCOMES`; or skipped (no key), or unread (an answer of which no row could be read).
        line: one line for people, without the name.
        snapshot_id: the observation; None where nothing was recorded.
    """

    source: str
    outcome: str
    line: str
    snapshot_id: str | None


@dataclass(frozen=True)
class Collection:
    """Sources that were asked together.

    Attributes:
        collection_id: when it was sealed; sorts by time.
        started_at: when the first source was asked.
        sealed_at: when the last one had finished or failed.
        outcomes: by source name.
    """

    collection_id: str
    started_at: datetime
    sealed_at: datetime
    outcomes: tuple[SourceOutcome, ...]

    @property
    def failed(self) -> list[SourceOutcome]:
        """Sources that should have given rows and did not."""
        return [outcome for outcome in self.outcomes if outcome.outcome not in GOOD]


def seal(archive: Archive, started_at: datetime, outcomes: Iterable[SourceOutcome]) -> Collection:
    """Write down that a collection is complete.

    Raises:
        ArchiveError: it cannot be written.
    """
    sealed_at = datetime.now(UTC)
    ordered = tuple(sorted(outcomes, key=lambda outcome: outcome.source))
    collection = Collection(f"{sealed_at:%Y%m%dT%H%M%S%fZ}", started_at, sealed_at, ordered)
    facts = {
        "version": 1,
        "collection_id": collection.collection_id,
        "started_at": started_at.isoformat(),
        "sealed_at": sealed_at.isoformat(),
        "sources": [asdict(outcome) for outcome in ordered],
    }
    with explained(ArchiveError, "seal the collection"):
        write_whole(_path(archive, collection.collection_id), json.dumps(facts, ensure_ascii=False, indent=1).encode() + b"\n")
    return collection


def newest_collection(archive: Archive) -> Collection | None:
    """The collection that was sealed last.

    Raises:
        ArchiveError: its file is damaged.
    """
    paths = sorted((archive.root / "collections").glob("*/*.json"), key=lambda path: path.name)
    return _read(paths[-1]) if paths else None


def _path(archive: Archive, collection_id: str) -> Path:
    day = f"{collection_id[:4]}-{collection_id[4:6]}-{collection_id[6:8]}"
    return archive.root / "collections" / day / f"{collection_id}.json"


def _read(path: Path) -> Collection:
    try:
        facts = stored_object(path.read_bytes())
        outcomes = [
            SourceOutcome(item.text("source"), item.text("outcome"), item.text("line"), item.optional_text("snapshot_id"))
            for item in facts.each("sources")
        ]
        return Collection(facts.text("collection_id"), facts.moment("started_at"), facts.moment("sealed_at"), tuple(outcomes))
    except (OSError, ValueError) as error:
        raise ArchiveError(f"the seal {path} is damaged ({error}); remove it, the captures are whole") from error
