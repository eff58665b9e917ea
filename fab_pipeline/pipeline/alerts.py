"""What is worth telling somebody: a failed check, a source that failed or is stale, a price held back or moved far, a budget nearly spent.

Belongs here: pure rules from the tables of a release to alerts, each with a key under which it is told once. Does not belong here:
telling (see `alerting` and `alert_hook`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal, get_args

import polars as pl

from fab_pipeline.leaderboards.price_moves import price_moves
from fab_pipeline.service_settings import ServiceSettings

Kind = Literal["check_failed", "disk_budget", "source_failed", "source_stale", "price_held_back", "price_moved"]
"""The most severe first: what stops everything, what will stop a source, what has, what waits for a person, and what is news."""

TABLES_NEEDED: Final = ("accelerator_prices", "held_prices", "price_quotes")

TOLD_STATISTICS: Final = ("lowest_on_demand", "lowest_no_marketplace", "lowest_cluster", "median_of_provider_lowest")
"""Of the named statistics those that move by themselves; the others move with one of these or are of few quotes."""


@dataclass(frozen=True)
class Alert:
    """One thing to tell.

    Attributes:
        kind: what kind of thing.
        subject: what it is about; with the kind it is the key under which it is told once, until it is over.
        message: one line for people.
    """

    kind: Kind
    subject: str
    message: str

    @property
    def key(self) -> str:
        """Told once under this name."""
        return f"{self.kind}: {self.subject}"

    @property
    def rank(self) -> int:
        """Place of its kind by severity, 0 the most severe."""
        return get_args(Kind).index(self.kind)


def alerts_of(frames: Mapping[str, pl.DataFrame], board_date: date, now: datetime, service: ServiceSettings) -> list[Alert]:
    """Everything that is worth telling about a build.

    Args:
        frames: `TABLES_NEEDED`.
        board_date: day of the boards.
        now: time against which a source is stale.
        service: thresholds.
    """
    return [
        *_moved(price_moves(frames["accelerator_prices"], board_date), board_date, service.alert_price_move),
        *_held_back(frames["held_prices"]),
        *stale(frames["price_quotes"].lazy(), now, service),
    ]


def _moved(moves: pl.DataFrame, board_date: date, threshold: float) -> list[Alert]:
    far = moves.filter(pl.col("statistic").is_in(TOLD_STATISTICS) & (pl.col("change").abs() >= threshold))
    return [
        Alert(
            "price_moved",
            f"{row['accelerator']} {row['statistic']} {board_date}",
            f"{row['statistic']} of {row['accelerator']} moved {row['change']:+.0%}: {row['previous_usd']:.4g} USD per hour on "
            f"{row['previous_date']}, {row['price_usd']:.4g} on {board_date}{f' ({provider})' if (provider := row['provider']) else ''}",
        )
        for row in far.to_dicts()
    ]


def _held_back(held: pl.DataFrame) -> list[Alert]:
    """Prices in doubt on the board's date about which nobody has decided; a later snapshot with the same price is the same doubt."""
    undecided = held.filter(pl.col("held_to").is_null() & pl.col("override").is_null())
    subjects = undecided.with_columns(subject=pl.format("{} {} {}", "offer_key", pl.col("price_per_accelerator_hour"), "reason"))
    return [
        Alert("price_held_back", row["subject"], f"held back: {row['accelerator']} at {row['provider']}: {row['detail']}")
        for row in subjects.unique("subject", keep="last", maintain_order=True).to_dicts()
    ]


def stale(quotes: pl.LazyFrame, now: datetime, service: ServiceSettings) -> list[Alert]:
    """Sources that were fetched at some time, and lately not; a file that somebody handed in once is not waited for.

    Args:
        quotes: PRICE_QUOTES.
        now: time against which a source is stale.
        service: from which age on it is.
    """
    fetched = quotes.filter((pl.col("origin") == "fetched") & ~pl.col("dated_fact"))
    newest = fetched.group_by("source").agg(pl.col("observed_at").max()).sort("source")
    late = newest.filter(pl.col("observed_at") < now - service.stale_after).collect()
    return [
        Alert("source_stale", row["source"], f"{row['source']} was last read on {row['observed_at']:%Y-%m-%d %H:%M} UTC")
        for row in late.to_dicts()
    ]
