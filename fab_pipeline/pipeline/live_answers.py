"""What an answer says: read, and found to be a price list, a bot wall, nothing, or half of what there was.

Belongs here: from bytes to the outcome of an observation. Does not belong here: asking and recording (`collect_live`), and what a good
answer keeps (`integrity`).
"""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Final

import polars as pl

from fab_pipeline.collecting.manifest import Entry, Facts, LiveCheck
from fab_pipeline.pipeline.integrity import check_claims, check_quotes, check_vendor_claims
from fab_pipeline.pipeline.parsing import TABLE_OF_KIND, Frames, parse_capture
from fab_pipeline.sources.base import Capture, Source
from fab_pipeline.sources.fetching import HTML, Integrity

CARRIED_DAYS: Final = 3
"""For how many days after its own a capture speaks for its source; a smaller list is doubted only while the larger one still would."""

SHRUNKEN: Final = 0.5
"""Of the quotes that the source had: fewer are no price list but half of one. Between this and 70 % is a finding (`provider_shrunk`)."""


def judged(source: Source, body: bytes, facts: Facts, before: Entry | None, elsewhere: Mapping[str, float]) -> Facts:
    """Outcome and check of an answer, by what its rows say.

    Args:
        source: that was asked.
        body: its answer.
        facts: what is known of the answer without reading it.
        before: the newest observation of the source whose rows count.
        elsewhere: prices of other sources, to compare with.
    """
    told = facts.get("media_type")
    moment, url = facts["observed_at"], facts.get("url")
    capture = Capture(source.name, moment, sha256(body).hexdigest(), "fetched", url, facts.get("locator"), told)
    frames = parse_capture(body, capture, source)
    quotes = frames[TABLE_OF_KIND[source.kind]]
    found: Facts = {"source": source.name, "observed_at": moment, "origin": "fetched"}
    unreadable = _unreadable(frames)
    if quotes.is_empty() and unreadable:
        reason, detail = unreadable
        word = {"blocked_page": "blocked", "empty_file": "empty"}.get(reason) or (
            "empty" if reason == "no_rows" and told not in HTML else "ok"
        )
        said = f"{reason}: {detail}"
        # A page that cannot be read has changed, and can be read when its reader has: it stays an observation like any other.
        return {**found, "outcome": word, "reason": said} if word != "ok" else {**found, "check": LiveCheck(False, 0, said)}
    if source.kind == "vendors" and (said := _says_nothing(frames["vendor_pages"])):
        return {**found, "outcome": "blocked", "reason": f"blocked_page: {said}"}
    integrity = source.fetching.integrity if source.fetching else None
    check = _check(source, frames, integrity, elsewhere) if integrity else None
    had = before.check.quotes if before and before.check and (moment.date() - before.observed_at.date()).days <= CARRIED_DAYS else 0
    if quotes.height < SHRUNKEN * had:
        detail = f"{quotes.height} quotes, where {had} were on {before.observed_at:%Y-%m-%d}" if before else ""
        return {**found, "outcome": "shrunken", "reason": f"answer_shrunken: {detail}", "check": check and replace(check, passed=False)}
    return {**found, "check": check}


def _check(source: Source, frames: Frames, integrity: Integrity, elsewhere: Mapping[str, float]) -> LiveCheck:
    if source.kind == "vendors":
        return check_vendor_claims(frames["vendor_claims"], frames["quarantine"], integrity)
    if source.kind == "disclosures":
        return check_claims(frames["training_claims"], integrity)
    return check_quotes(frames["price_quotes"], integrity, elsewhere)


def _says_nothing(pages: pl.DataFrame) -> str | None:
    """Why a page about a vendor keeps robots out; None for any other."""
    kept_out = pages.filter(pl.col("outcome") == "blocked")
    return None if kept_out.is_empty() else str(kept_out["detail"][0])


def _unreadable(frames: Frames) -> tuple[str, str] | None:
    """Why the capture as a whole gave nothing; None where it has rows, good or rejected."""
    quarantine = frames["quarantine"]
    if quarantine.height != 1 or quarantine["row_number"][0] != 0:
        return None
    return str(quarantine["reason"][0]), str(quarantine["detail"][0])
