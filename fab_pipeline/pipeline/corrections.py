"""One moment of one offer recorded again: which of the captures speaks.

Belongs here: the rule for quotes of different captures about the same source, offer and time of observation. Does not belong here: rows of
one capture that contradict each other (`sources.prices.duplicates`), observations that follow each other (`quotes_in_force`).

A price table handed in again with another figure for the same moment is a correction: the capture recorded last speaks, upwards as well as
downwards. What it contradicts goes to quarantine as `superseded`; where both say the same, the offer counts once. A correction is known
from the time at which it was recorded: a build with `known_at` before that sees what had been recorded by then, or else what was recorded
first.
"""

from datetime import datetime
from typing import Final

import polars as pl

from fab_pipeline.contracts import QUARANTINE
from fab_pipeline.contracts.derive import polars_schema

RECORDINGS_SCHEMA: Final = pl.Schema({"capture_sha256": pl.String(), "recorded_at": pl.Datetime("us", "UTC")})
"""When the archive learned of which bytes; several rows where it learned of them several times."""

_MOMENT: Final = ("source", "offer_key", "observed_at")
_STATEMENT: Final = ("price_per_instance_hour", "available")
"""Columns in which two statements about one moment contradict each other; the offer key holds the others, currency included."""


def without_superseded(quotes: pl.DataFrame, recordings: pl.DataFrame, known_at: datetime | None) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Quotes of the capture that speaks for each moment of each offer, and quarantine rows for those it contradicts.

    Args:
        quotes: PRICE_QUOTES.
        recordings: frame of RECORDINGS_SCHEMA.
        known_at: only what had been recorded by then corrects anything.

    Returns:
        PRICE_QUOTES in the same order, and QUARANTINE.
    """
    several = quotes.group_by(_MOMENT).agg(pl.col("capture_sha256").n_unique()).filter(pl.col("capture_sha256") > 1)
    contested = quotes.join(several.select(_MOMENT), on=_MOMENT, how="semi").join(
        _order(recordings, known_at), "capture_sha256", how="left"
    )
    if contested.is_empty():
        return quotes, pl.DataFrame(schema=polars_schema(QUARANTINE))
    newest = pl.struct("order", "capture_sha256").rank("dense").over(_MOMENT)
    ranked = contested.with_columns(speaks=newest == newest.max().over(_MOMENT))
    standing, others = ranked.filter("speaks"), ranked.filter(~pl.col("speaks"))
    against = others.join(standing.select(*_MOMENT, *_STATEMENT), on=[*_MOMENT, *_STATEMENT], how="anti", nulls_equal=True)
    kept = quotes.join(others.select("quote_id", "capture_sha256"), on=["quote_id", "capture_sha256"], how="anti", maintain_order="left")
    return kept, _quarantined(against, standing)


def _order(recordings: pl.DataFrame, known_at: datetime | None) -> pl.DataFrame:
    """Captures with a number that grows with the right to speak: the newest recording known by then; below zero, the first one after."""
    moment = pl.col("recorded_at").dt.timestamp("us")
    known = pl.lit(value=True) if known_at is None else pl.col("recorded_at") <= known_at
    by_then = pl.when(known).then(moment).max()
    return recordings.group_by("capture_sha256").agg(order=pl.coalesce(by_then, -moment.min()))


def _quarantined(against: pl.DataFrame, standing: pl.DataFrame) -> pl.DataFrame:
    price = pl.col("price_per_instance_hour")
    said = pl.when(price.is_null()).then(pl.lit("no price")).otherwise(pl.format("{} {}", price, "currency"))
    speaks = standing.group_by(_MOMENT).agg(now=said.unique().sort().str.join(" and "), by=pl.col("capture_sha256").first().str.head(12))
    detail = pl.format("{} for the same offer and time; the capture {}, recorded later, says {}", said, "by", "now")
    rows = against.join(speaks, on=_MOMENT).select(
        "source",
        "capture_sha256",
        "row_number",
        "locator",
        "snapshot_id",
        "observed_at",
        reason=pl.lit("superseded"),
        detail=detail,
        row_name=pl.coalesce("instance_type", "accelerator_model"),
        row_text=pl.col("offer_key"),
        table=pl.lit("price_quotes"),
    )
    schema = polars_schema(QUARANTINE)
    return rows.select(pl.col(name).cast(dtype) for name, dtype in schema.items()).unique(QUARANTINE.key, keep="first", maintain_order=True)
