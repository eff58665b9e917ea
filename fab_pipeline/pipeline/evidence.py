"""Which evidence a build uses: the quotes and claims that had been observed, and the day of the board.

Belongs here: pure rules over frames that hold before any board is built. `known_at` keeps only what had been observed by then; of a page
that was captured several times the newest capture speaks; the board's date is the newest day on which a price in USD was seen. Does not
belong here: which of several statements about one moment of one offer speaks (`corrections`).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

import polars as pl

from fab_pipeline.collecting.manifest import Entry
from fab_pipeline.contracts.words import ORIGINS_BY_PROVENANCE
from fab_pipeline.errors import FabError
from fab_pipeline.leaderboards.price_holds import OVERRIDES_SCHEMA
from fab_pipeline.leaderboards.source_board import source_board
from fab_pipeline.pipeline.boards import OVERRIDES
from fab_pipeline.pipeline.corrections import RECORDINGS_SCHEMA, without_superseded
from fab_pipeline.pipeline.listed_specifications import in_force
from fab_pipeline.pipeline.live_status import VERIFIED, LiveStatus, unverified
from fab_pipeline.vocabulary.sources import source_facts

Frames = dict[str, pl.DataFrame]


USABLE: Final = pl.col("price_per_accelerator_hour_usd").is_not_null()
"""Quotes that can take part in a board; money is never converted, so that one in another currency is kept and shown, and moves nothing."""


@dataclass(frozen=True)
class Horizon:
    """What a build may know and for which day it speaks; None = everything, and the newest day."""

    as_of: date | None = None
    known_at: datetime | None = None


def select(parsed: Frames, horizon: Horizon, recordings: pl.DataFrame | None = None, live: LiveStatus | None = None) -> Frames:
    """Evidence tables within the horizon, `sources` and the overrides included.

    Args:
        parsed: the tables of `parsing.PARSED_TABLES` of the whole archive, and the overrides, if any.
        horizon: what may be known.
        recordings: when the archive learned of which capture (`corrections.RECORDINGS_SCHEMA`); needed where captures correct each other.
        live: what the archive knows of live collecting; nothing unless told.
    """
    overrides = parsed.get(OVERRIDES, pl.DataFrame(schema=OVERRIDES_SCHEMA))
    known = {name: frame for name, frame in parsed.items() if name != OVERRIDES}
    if horizon.known_at is not None:
        known = {name: frame.filter(pl.col("observed_at") <= horizon.known_at) for name, frame in known.items()}
        overrides = overrides.filter(pl.col("overridden_on") <= horizon.known_at.date())
    live = live or LiveStatus()
    passed = {name for name, since in live.verified.items() if horizon.known_at is None or since <= horizon.known_at}
    known["price_quotes"] = unverified(known["price_quotes"], set(live.verified) - passed)
    learned = pl.DataFrame(schema=RECORDINGS_SCHEMA) if recordings is None else recordings
    by_then = learned if horizon.known_at is None else learned.filter(pl.col("recorded_at") <= horizon.known_at)
    pages = _newest_captures(known["training_claims"], by_then)
    claims = known["training_claims"].join(pages, on=["source", "capture_sha256", "observed_at"], how="semi")
    statements = known["page_statements"].join(pages, on=["source", "capture_sha256", "observed_at"], how="semi")
    told = _newest_captures(known["vendor_pages"], by_then)
    vendor_claims = known["vendor_claims"].join(told, on=["source", "capture_sha256", "observed_at"], how="semi")
    vendor_pages = known["vendor_pages"].join(told, on=["source", "capture_sha256", "observed_at"], how="semi")
    quotes, superseded = without_superseded(known["price_quotes"], learned, horizon.known_at)
    quarantine = pl.concat([known["quarantine"], superseded])
    return {
        "price_quotes": quotes,
        "training_claims": claims,
        "page_statements": statements,
        "vendor_claims": vendor_claims,
        "vendor_pages": vendor_pages,
        "specification_facts": in_force(known["specification_facts"], learned),
        "quarantine": quarantine,
        "sources": source_board(_facts(known, passed, live.attempts(horizon.known_at)), quotes, _observed(known), quarantine),
        OVERRIDES: overrides,
    }


def board_date(quotes: pl.DataFrame, horizon: Horizon) -> date:
    """The day for which the boards speak.

    Raises:
        FabError: no price was observed on or before the day asked for.
    """
    days = quotes.filter(~pl.col("dated_fact") & USABLE)["observed_at"].dt.date()
    newest = days.max()
    if horizon.as_of is not None:
        if quotes.filter(pl.col("observed_at").dt.date() <= horizon.as_of).is_empty():
            raise FabError(f"no price was observed on or before {horizon.as_of}; the first is of {quotes['observed_at'].min()}")
        return horizon.as_of
    if not isinstance(newest, date):
        raise FabError("no price snapshot could be read; put one in with: fab-pipeline ingest FILE")
    return newest


def _observed(known: Frames) -> pl.DataFrame:
    """Claims of pages about runs and about vendors, and specifications, together, as far as the table of sources counts them."""
    counted = ("source", "capture_sha256", "observed_at")
    return pl.concat([known[table].select(counted) for table in ("training_claims", "vendor_claims", "specification_facts")])


def _facts(known: Frames, verified: Collection[str], attempts: Mapping[str, Entry]) -> list[dict[str, object]]:
    """Facts of each source that gave a row, good or rejected, or was asked."""
    tables = ("price_quotes", "training_claims", "vendor_pages", "specification_facts", "quarantine")
    seen = {name for table in tables for name in known[table]["source"].unique()}
    return [
        {
            "source": facts.name,
            "kind": facts.kind,
            "title": facts.title,
            "source_status": VERIFIED if facts.name in verified else facts.status,
            "url": facts.url,
            "license": facts.license,
            "redistribution": facts.redistribution,
            "last_asked_at": asked.observed_at if (asked := attempts.get(facts.name)) else None,
            "last_outcome": asked.outcome if asked else None,
            "last_reason": asked and (asked.reason or (asked.check.detail if asked.check else None)),
        }
        for facts in map(source_facts, sorted({*seen, *attempts}))
    ]


def _newest_captures(claims: pl.DataFrame, learned: pl.DataFrame) -> pl.DataFrame:
    """One capture per page: a page is told by its address, else by its locator, else by its bytes.

    Of two with one time of observation (a list that keeps its date while it is mended) the one that the archive learned of last is newer.

    Equal bytes are one page, however often and by whichever way they came: what is known of one of them is known of all, they are as new
    as the last of them, and the one that says most about where it comes from speaks.
    """
    bytes_of = ("source", "capture_sha256")
    address = pl.coalesce("source_url", "locator")
    captures = claims.select(*bytes_of, "observed_at", "origin", address=address).unique()
    pages = captures.with_columns(
        page=pl.coalesce(pl.col("address").min().over(bytes_of), "capture_sha256"),
        seen=pl.col("observed_at").max().over(bytes_of),
        rank=pl.col("origin").replace_strict({origin: place for place, origin in enumerate(ORIGINS_BY_PROVENANCE)}, return_dtype=pl.Int64),
    )
    last = learned.group_by("capture_sha256").agg(pl.col("recorded_at").max())
    order = pages.join(last, on="capture_sha256", how="left").sort(
        "seen", "recorded_at", "capture_sha256", "rank", "observed_at", descending=[True, True, False, False, True], nulls_last=True
    )
    return order.unique(["source", "page"], keep="first", maintain_order=True).select(*bytes_of, "observed_at")
