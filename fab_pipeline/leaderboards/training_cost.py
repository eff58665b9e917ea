"""The board `training_cost`: one row per training run, what it disclosed and what the same compute costs at today's rent.

Belongs here: putting the row together and ordering the board. Does not belong here: the choice of claims (`claims_to_runs`), of rents
(`rent`), and the products with a rent (`recompute`).
"""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import TRAINING_COST
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.words import WINNING_PRICE_KINDS, WINNING_SOURCE_STATUS
from fab_pipeline.leaderboards.claims_to_runs import quantity_of
from fab_pipeline.leaderboards.null_reasons import BoardRow, needs
from fab_pipeline.leaderboards.quantities import interval, quotient, scope_status
from fab_pipeline.leaderboards.recompute import put_recomputed
from fab_pipeline.leaderboards.release_rent import put_release_rent
from fab_pipeline.leaderboards.rent import Rents, rents_on
from fab_pipeline.leaderboards.stated_cells import put_stated

TABLE: Final = "training_cost"
_MEETING: Final[tuple[tuple[str, str], ...]] = (
    ("disclosed_cost_usd", "training_tokens"),
    ("disclosed_cost_usd", "accelerator_hours"),
    ("accelerator_count", "duration_days"),
)
"""Pairs of a run's own figures that meet in a calculation of this board."""
_WORST_FIRST: Final[tuple[str, ...]] = ("scope_mismatch", "scope_unverified", "same")


def training_cost(
    runs: pl.DataFrame, prices: pl.DataFrame, findings: pl.DataFrame, board_date: date, offers: pl.DataFrame | None = None
) -> pl.DataFrame:
    """The board on one date.

    Args:
        runs: frame of `claims_to_runs.RUNS_SCHEMA`.
        prices: frame of ACCELERATOR_PRICES, window "day": rows of `board_date` for today's rent, earlier ones for that of the release.
        findings: frame of FINDINGS; those on table training_cost are listed beside their run.
        board_date: UTC date of the rents.
        offers: PRICE_QUOTES in force on the date, for `rentable_at_once`; without them it is null.

    Returns:
        Frame of TRAINING_COST, ordered by rank: accelerator_hours descending (none last), released descending, model.
    """
    rents = rents_on(prices, board_date)
    codes = _codes_by_run(findings)
    sizes = _largest_offers(offers)
    rows = [_row(run, rents, prices, codes.get(run["run_id"]), sizes) for run in runs.to_dicts()]
    ranked = (dict(row, rank=rank) for rank, row in enumerate(sorted(rows, key=_order), start=1))
    return typed(TRAINING_COST, ranked)


def _order(row: Mapping[str, Any]) -> tuple[float, int, str, str]:
    hours, released = row["accelerator_hours"], row["released"]
    newest_first = -released.toordinal() if released else 1
    return (float("inf") if hours is None else -hours, newest_first, row["model"], row["run_id"])


def _row(run: Mapping[str, Any], rents: Rents, prices: pl.DataFrame, codes: str | None, sizes: Mapping[str, int]) -> dict[str, Any]:
    board = BoardRow()
    put_stated(board, run)
    _put_quotients(board, run)
    put_recomputed(board, run, rents)
    put_release_rent(board, run, prices)
    _put_rentable(board, run, sizes)
    board.put("finding_codes", codes, "no_finding")
    return board.finished(TRAINING_COST)


def _put_quotients(board: BoardRow, run: Mapping[str, Any]) -> None:
    cost = ("disclosed_cost_usd", quantity_of(run, "disclosed_cost_usd"))
    per_million = quotient(cost, ("training_tokens", quantity_of(run, "training_tokens")), 1e6)
    board.put("cost_per_million_tokens_usd", per_million.value, *per_million.reasons)
    board.put("cost_per_million_tokens_usd_qualifier", per_million.qualifier)
    per_hour = quotient(cost, ("accelerator_hours", quantity_of(run, "accelerator_hours")))
    board.put("usd_per_accelerator_hour", per_hour.value, *per_hour.reasons)
    board.put("usd_per_accelerator_hour_qualifier", per_hour.qualifier)
    board.put("break_even_usd_per_accelerator_hour", per_hour.value, *per_hour.reasons)
    pairs = [(quantity_of(run, first), quantity_of(run, second)) for first, second in _MEETING]
    met = {scope_status(first.scope, second.scope) for first, second in pairs if first and second}
    board.put("scope_status", next((status for status in _WORST_FIRST if status in met), None), "nothing_to_compare")


def _put_rentable(board: BoardRow, run: Mapping[str, Any], sizes: Mapping[str, int]) -> None:
    """True where one offer holds at least the run's accelerators; never false: that no larger offer exists cannot be observed."""
    count = quantity_of(run, "accelerator_count")
    wanted = interval(count).high if count else None
    reasons = [needs("accelerator_count")] if count is None else [] if wanted is not None else ["no_upper_bound"]
    if run["accelerator_problem"]:
        reasons.append(run["accelerator_problem"])
    large_enough = not reasons and wanted is not None and sizes.get(run["accelerators"], 0) >= wanted
    board.put("rentable_at_once", True if large_enough else None, *(reasons or ["offer_size_unknown"]))


def _codes_by_run(findings: pl.DataFrame) -> dict[str, str]:
    """Run → distinct finding codes, sorted, joined by '; '."""
    own = findings.filter(pl.col("subject_table") == TABLE)
    listed = own.group_by("subject_key").agg(pl.col("code").unique().sort().str.join("; "))
    return dict(zip(listed["subject_key"].to_list(), listed["code"].to_list(), strict=True))


def _largest_offers(offers: pl.DataFrame | None) -> dict[str, int]:
    """Accelerator → accelerators of the largest instance that a winning on-demand offer holds, unless it says that it is taken."""
    if offers is None:
        return {}
    winning = pl.col("price_kind").is_in(WINNING_PRICE_KINDS) & pl.col("source_status").is_in(WINNING_SOURCE_STATUS)
    whole = (pl.col("partition") == "full") & (pl.col("purchase_option") == "on_demand") & pl.col("available").fill_null(value=True)
    largest = offers.filter(winning & whole).group_by("accelerator").agg(pl.col("accelerator_count").max())
    return dict(zip(largest["accelerator"].to_list(), largest["accelerator_count"].to_list(), strict=True))
