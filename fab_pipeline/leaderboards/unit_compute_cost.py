"""The board `unit_compute_cost`: disclosed cost per disclosed accelerator-hour.

Belongs here: the runs that disclose both as one figure, their quotient and whether runs may be compared by it. Does not belong here: the
quotient's rule (it is the one of training_cost) and rents.
"""

from collections.abc import Mapping
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import UNIT_COMPUTE_COST
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.claims_to_runs import quantity_of
from fab_pipeline.leaderboards.null_reasons import BoardRow, read
from fab_pipeline.leaderboards.quantities import UNKNOWN_SCOPE, scope_status, single

_COST: Final = "disclosed_cost_usd"
_HOURS: Final = "accelerator_hours"
_QUOTIENT: Final = "usd_per_accelerator_hour"
_COPIED: Final[tuple[str, ...]] = (
    "run_id",
    "model",
    "organization",
    "accelerators",
    _COST,
    f"{_COST}_qualifier",
    "disclosed_cost_by",
    "disclosed_cost_estimated",
    _HOURS,
    f"{_HOURS}_qualifier",
    _QUOTIENT,
    f"{_QUOTIENT}_qualifier",
    "finding_codes",
)
_COMPARABLE: Final = ("exact", "approx")


def unit_compute_cost(board: pl.DataFrame) -> pl.DataFrame:
    """Runs with a cost and accelerator-hours, cheapest hour first.

    A run whose cost or hours are a range or an order of magnitude has no single figure and no row here; training_cost shows its bounds.

    Args:
        board: frame of TRAINING_COST.

    Returns:
        Frame of UNIT_COMPUTE_COST, ordered by rank; runs whose scopes differ have no quotient and come last. `comparable` needs one known
        scope for both figures: two figures of unknown scope may still cover different things.
    """
    both = [row for row in board.to_dicts() if single(quantity_of(row, _COST)) is not None and single(quantity_of(row, _HOURS)) is not None]
    rows = sorted((_row(row) for row in both), key=_order)
    return typed(UNIT_COMPUTE_COST, (dict(row, rank=rank) for rank, row in enumerate(rows, start=1)))


def _order(row: Mapping[str, Any]) -> tuple[float, str]:
    quotient = row[_QUOTIENT]
    return (float("inf") if quotient is None else quotient, row["run_id"])


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    result = BoardRow()
    known = read(row["null_reasons"])
    for column in _COPIED:
        result.put(column, row[column], *known.get(column, ()))
    scopes = {name: row[f"{name}_scope"] or UNKNOWN_SCOPE for name in (_COST, _HOURS)}
    for name, scope in scopes.items():
        result.put(f"{name}_scope", scope)
    status = scope_status(scopes[_COST], scopes[_HOURS])
    figures = (row[f"{_COST}_qualifier"], row[f"{_HOURS}_qualifier"])
    result.put("scope_status", status)
    result.put("comparable", status == "same" and all(qualifier in _COMPARABLE for qualifier in figures))
    return result.finished(UNIT_COMPUTE_COST)
