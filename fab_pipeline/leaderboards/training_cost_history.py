"""The board `training_cost_history`: what each run would have cost at the rent of each day, under every statistic and window.

Belongs here: the product of a run's accelerator-hours with every row of `accelerator_prices` that prices its accelerator. Does not belong
here: statistics, proxies and runs that cannot be priced (training_cost says why).
"""

from typing import Final

import polars as pl

from fab_pipeline.contracts import TRAINING_COST_HISTORY
from fab_pipeline.contracts.derive import polars_schema
from fab_pipeline.contracts.words import ANY_FORM
from fab_pipeline.leaderboards.quantities import SINGLE_FIGURES
from fab_pipeline.leaderboards.rent import ANY_MEMORY, HEADLINE_STATISTICS, RENT_WINDOW

_RENT: Final = "price_per_accelerator_hour_usd"
_CONFIGURATION: Final = ("accelerator", "form_factor", "accelerator_memory_gb")


def training_cost_history(board: pl.DataFrame, prices: pl.DataFrame) -> pl.DataFrame:
    """Recomputed cost by run, date, statistic and window.

    The configuration follows the rule of `rent.Rents.configuration`, day by day: the run's own form and memory on days on which they have
    a headline rent, else the accelerator in any form. A row inherits the qualifier of the run's accelerator-hours.

    Args:
        board: frame of TRAINING_COST; runs with one figure of accelerator-hours take part.
        prices: frame of ACCELERATOR_PRICES.

    Returns:
        Frame of TRAINING_COST_HISTORY, sorted by its key; dates without a value have no row.
    """
    priced = prices.filter(pl.col(_RENT).is_not_null())
    runs = board.filter(pl.col("accelerator_hours").is_not_null() & pl.col("accelerator_hours_qualifier").is_in(SINGLE_FIGURES)).select(
        "run_id",
        "accelerator_hours",
        accelerator=pl.col("accelerators"),
        form_factor=pl.col("accelerator_form_factor"),
        accelerator_memory_gb=pl.col("accelerator_memory_gb"),
    )
    own_days = priced.filter((pl.col("price_window") == RENT_WINDOW) & pl.col("statistic").is_in(HEADLINE_STATISTICS)).select(
        "as_of_date", *_CONFIGURATION
    )
    own = runs.join(priced.join(own_days.unique(), on=["as_of_date", *_CONFIGURATION], how="semi"), on=_CONFIGURATION)
    any_form = runs.drop("form_factor", "accelerator_memory_gb").join(
        priced.filter((pl.col("form_factor") == ANY_FORM) & (pl.col("accelerator_memory_gb") == ANY_MEMORY)), on="accelerator"
    )
    other = any_form.join(own.select("run_id", "as_of_date").unique(), on=["run_id", "as_of_date"], how="anti")
    columns = list(polars_schema(TRAINING_COST_HISTORY))
    rows = pl.concat([own.with_columns(_cost()), other.with_columns(_cost())], how="diagonal")
    return rows.with_columns(rent_usd_per_accelerator_hour=pl.col(_RENT)).select(columns).sort(TRAINING_COST_HISTORY.key)


def _cost() -> pl.Expr:
    return (pl.col("accelerator_hours") * pl.col(_RENT)).alias("recomputed_cost_usd")
