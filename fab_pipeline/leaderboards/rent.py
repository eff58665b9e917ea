"""Today's rent of one accelerator: which row of `accelerator_prices` a run is priced with, and which statistic stands for what.

Belongs here: the choice among named statistics. Does not belong here: how a statistic is computed, and multiplying it by anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

import polars as pl

from fab_pipeline.contracts.words import ANY_FORM

HEADLINE_STATISTICS: Final[tuple[str, ...]] = ("lowest_cluster", "median_of_provider_lowest", "lowest_on_demand")
"""What a run is priced with, first that exists: a training cluster is nearer to a run than a single cheap card."""
LOW_STATISTIC: Final = "lowest_on_demand"
MEDIAN_STATISTIC: Final = "median_of_provider_lowest"
HIGH_STATISTICS: Final[tuple[str, ...]] = ("lowest_hyperscaler", "p90_on_demand")
RENT_WINDOW: Final = "day"
ANY_MEMORY: Final = 0.0


class Configuration(NamedTuple):
    """One priced kind of accelerator: label, form and memory; form "any" and memory 0 = all forms together."""

    accelerator: str
    form_factor: str
    memory_gb: float


@dataclass(frozen=True)
class Rent:
    """One statistic's value.

    Attributes:
        usd_per_hour: USD per accelerator-hour.
        statistic: which statistic.
        as_of_date: date of the row.
        quote_id: winning quote; None for medians and percentiles.
        configuration: the kind priced.
    """

    usd_per_hour: float
    statistic: str
    as_of_date: date
    quote_id: str | None
    configuration: Configuration


@dataclass(frozen=True)
class Rents:
    """All statistics of one date and window."""

    by_key: Mapping[tuple[Configuration, str], Rent]

    def configuration(self, accelerator: str, form_factor: str | None, memory_gb: float | None) -> Configuration:
        """The row to price with: the run's own form and memory where both are stated and quoted, else the accelerator in any form."""
        if form_factor and memory_gb:
            own = Configuration(accelerator, form_factor, memory_gb)
            if self.headline(own):
                return own
        return Configuration(accelerator, ANY_FORM, ANY_MEMORY)

    def get(self, configuration: Configuration, *statistics: str) -> Rent | None:
        """The first of the statistics that has a value."""
        return next((rent for name in statistics if (rent := self.by_key.get((configuration, name)))), None)

    def headline(self, configuration: Configuration) -> Rent | None:
        """The rent behind recomputed_cost_usd."""
        return self.get(configuration, *HEADLINE_STATISTICS)

    def high(self, configuration: Configuration) -> Rent | None:
        """The rent behind recomputed_cost_high_usd."""
        return self.get(configuration, *HIGH_STATISTICS)


def rents_on(prices: pl.DataFrame, day: date) -> Rents:
    """Rents of one date, window "day".

    Args:
        prices: frame of ACCELERATOR_PRICES.
        day: UTC date; a date without rows gives no rents (nothing is carried forward here).
    """
    return _rents(prices.filter(pl.col("as_of_date") == day))


def rents_until(prices: pl.DataFrame, day: date) -> Rents:
    """The newest rent of each kind and statistic on or before a date, window "day"; the row says of which date it is."""
    return _rents(prices.filter(pl.col("as_of_date") <= day).sort("as_of_date"))


def _rents(prices: pl.DataFrame) -> Rents:
    """Rents by kind and statistic; of several dates the last row counts."""
    held = prices.filter((pl.col("price_window") == RENT_WINDOW) & pl.col("price_per_accelerator_hour_usd").is_not_null())
    rents = [_rent(row) for row in held.to_dicts()]
    return Rents({(rent.configuration, rent.statistic): rent for rent in rents})


def _rent(row: Mapping[str, Any]) -> Rent:
    return Rent(
        row["price_per_accelerator_hour_usd"],
        row["statistic"],
        row["as_of_date"],
        row["winning_quote_id"],
        Configuration(row["accelerator"], row["form_factor"], row["accelerator_memory_gb"]),
    )
