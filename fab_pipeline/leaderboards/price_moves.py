"""How the named statistics moved since the day before: what alerts and the Dagster UI tell.

Belongs here: one pure comparison inside `accelerator_prices`. Does not belong here: moves of single offers (`price_changes`), and doubts
about them (`price_holds`). No table of a release: everything it says follows from one.
"""

from datetime import date
from typing import Final

import polars as pl

from fab_pipeline.contracts.words import ANY_FORM

_VALUE: Final = "price_per_accelerator_hour_usd"
_SERIES: Final = ("accelerator", "statistic")

MOVES_SCHEMA: Final[dict[str, pl.DataType]] = {
    "accelerator": pl.String(),
    "statistic": pl.String(),
    "previous_date": pl.Date(),
    "previous_usd": pl.Float64(),
    "price_usd": pl.Float64(),
    "change": pl.Float64(),
    "provider": pl.String(),
}
"""One row is one statistic whose value on the board's date differs from the one before. `change` is a fraction: 0.2 = up by a fifth."""


def price_moves(prices: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """Statistics of the day window, all forms together, that moved; the largest move first.

    Args:
        prices: ACCELERATOR_PRICES.
        board_date: day whose values are compared with the newest ones before it. A statistic without a value on either is left out.

    Returns:
        Frame of MOVES_SCHEMA, money in USD per accelerator-hour.
    """
    known = day_values(prices).filter(pl.col("as_of_date") <= board_date)
    now = known.filter(pl.col("as_of_date") == board_date)
    earlier = known.filter(pl.col("as_of_date") < board_date).sort("as_of_date")
    before = earlier.unique(_SERIES, keep="last").select(*_SERIES, previous_date="as_of_date", previous_usd=_VALUE)
    compared = now.join(before, on=_SERIES).with_columns(price_usd=_VALUE, change=pl.col(_VALUE) / pl.col("previous_usd") - 1)
    moved = compared.filter(pl.col("price_usd") != pl.col("previous_usd"))
    order = moved.sort(pl.col("change").abs(), "accelerator", "statistic", descending=[True, False, False])
    return order.select(pl.col(name).cast(dtype) for name, dtype in MOVES_SCHEMA.items())


def day_values(prices: pl.DataFrame) -> pl.DataFrame:
    """Rows of ACCELERATOR_PRICES of the day window, all forms and memories together, that have a value."""
    whole = (pl.col("form_factor") == ANY_FORM) & (pl.col("accelerator_memory_gb") == 0) & (pl.col("price_window") == "day")
    return prices.filter(whole & pl.col(_VALUE).is_not_null())
