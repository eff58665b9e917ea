"""Which sources are `verified`: a live check of theirs passed in this installation, and its manifest says so.

The archive alone decides: `Entry.check` of every fetched observation holds what the integrity tests said when it came. The first that
passed, and compared its prices with those of others, promotes the source, from `documented` or `sampled`, with all its captures: it is the
reading that was proven. Rows of a price table that merely name the source stay as they are. Belongs here: that rule over
manifests, and the word on the quotes of the source's captures.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import polars as pl

from fab_pipeline.collecting.manifest import Entry
from fab_pipeline.vocabulary.sources import source_facts

VERIFIED: Final = "verified"


@dataclass(frozen=True)
class LiveStatus:
    """What the archive knows of live collecting.

    Attributes:
        verified: per source when the archive learned of the first live check that passed.
        asked: observations that were fetched, whatever came of them, in order.
    """

    verified: Mapping[str, datetime] = field(default_factory=dict[str, datetime])
    asked: tuple[Entry, ...] = ()

    def attempts(self, known_at: datetime | None) -> dict[str, Entry]:
        """The last time that each source was asked, as far as it was known by then."""
        return {entry.source: entry for entry in self.asked if known_at is None or entry.recorded_at <= known_at}


def live_status(entries: Iterable[Entry]) -> LiveStatus:
    """What these observations say, in order of observation."""
    asked = tuple(entry for entry in entries if entry.origin == "fetched")
    since: dict[str, datetime] = {}
    for entry in asked:
        if entry.outcome == "ok" and entry.check and entry.check.promotes:
            since[entry.source] = min(since.get(entry.source, entry.recorded_at), entry.recorded_at)
    return LiveStatus(since, asked)


def as_verified(quotes: pl.DataFrame, source: str) -> pl.DataFrame:
    """Quotes of a capture of a verified source, with that word on its own rows."""
    return quotes.with_columns(
        pl.when(pl.col("source") == source).then(pl.lit(VERIFIED)).otherwise(pl.col("source_status")).alias("source_status")
    )


def unverified(quotes: pl.DataFrame, sources: Collection[str]) -> pl.DataFrame:
    """Quotes as they stood before the live check of these sources: with the status of the list."""
    if not sources:
        return quotes
    before = {name: source_facts(name).status for name in sources}
    status = pl.col("source").replace_strict(before, default=pl.col("source_status"), return_dtype=pl.String)
    return quotes.with_columns(
        pl.when(pl.col("source_status") == VERIFIED).then(status).otherwise(pl.col("source_status")).alias("source_status")
    )
