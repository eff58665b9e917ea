"""What a run would have cost at the rent of its own time: the newest price on or before its release.

Belongs here: the cells `*_at_release_*` of training_cost. The release date stands for the time of training, which few disclose; the date of
the price is shown beside it, and nothing is interpolated. Rule: nearest earlier price, as Epoch AI uses for hardware prices
(https://arxiv.org/abs/2405.21015). Does not belong here: today's rent (`recompute`).
"""

from collections.abc import Mapping
from typing import Any

import polars as pl

from fab_pipeline.leaderboards.claims_to_runs import quantity_of
from fab_pipeline.leaderboards.null_reasons import BoardRow, needs
from fab_pipeline.leaderboards.quantities import single, why_not_single
from fab_pipeline.leaderboards.rent import Rent, rents_until


def put_release_rent(board: BoardRow, run: Mapping[str, Any], prices: pl.DataFrame) -> None:
    """Fill rent and cost at the time of release.

    Args:
        board: the row.
        run: a row of `claims_to_runs.RUNS_SCHEMA`.
        prices: frame of ACCELERATOR_PRICES, of all dates.
    """
    rent = _rent(run, prices)
    missing = [run["accelerator_problem"]] if run["accelerator_problem"] else []
    missing += [needs("released")] if run["released"] is None else []
    missing = missing or ["no_price_until_release"]
    board.put("rent_at_release_usd_per_accelerator_hour", rent and rent.usd_per_hour, *missing)
    board.put("rent_at_release_statistic", rent and rent.statistic, *missing)
    board.put("rent_at_release_as_of_date", rent and rent.as_of_date, *missing)
    hours = quantity_of(run, "accelerator_hours")
    figure = single(hours)
    blanks = [why_not_single("accelerator_hours", hours)] if figure is None else []
    blanks += [needs("rent_at_release_usd_per_accelerator_hour")] if rent is None else []
    board.put("recomputed_cost_at_release_usd", figure * rent.usd_per_hour if figure is not None and rent else None, *blanks)


def _rent(run: Mapping[str, Any], prices: pl.DataFrame) -> Rent | None:
    if run["accelerator_problem"] is not None or run["released"] is None:
        return None
    rents = rents_until(prices.filter(pl.col("accelerator") == run["accelerators"]), run["released"])
    configuration = rents.configuration(run["accelerators"], run["accelerator_form_factor"], run["accelerator_memory_gb"])
    return rents.headline(configuration)
