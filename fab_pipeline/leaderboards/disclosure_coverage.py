"""The board `disclosure_coverage`: how many runs disclose what, alone and together.

Belongs here: the four dimensions and their combinations. A dimension counts as disclosed where the source states a figure, a bound or a
range; an order of magnitude or words in place of a figure do not count. Does not belong here: judging a disclosure.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import DISCLOSURE_COVERAGE
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.claims_to_runs import quantity_of
from fab_pipeline.leaderboards.null_reasons import BoardRow

DIMENSIONS: Final[Mapping[str, str]] = {
    "cost": "disclosed_cost_usd",
    "hours": "accelerator_hours",
    "count": "accelerator_count",
    "duration": "duration_days",
}
"""Short name in a combined measure → column; combinations name dimensions in this order, joined by '+'."""

Run = Mapping[str, Any]


def disclosed_dimensions(run: Run) -> frozenset[str]:
    """Short names of the dimensions that a row of TRAINING_COST or of runs discloses."""
    quantities = {name: quantity_of(run, column) for name, column in DIMENSIONS.items()}
    return frozenset(name for name, quantity in quantities.items() if quantity and quantity.qualifier != "vague")


def disclosure_coverage(board: pl.DataFrame) -> pl.DataFrame:
    """Coverage figures.

    Args:
        board: frame of TRAINING_COST.

    Returns:
        Frame of DISCLOSURE_COVERAGE: 'runs', 'open_weights', each dimension by its column name, 'only:…' for every combination of
        dimensions ('only:nothing' for none) and 'with:…' for every combination of two or more.
    """
    runs = board.sort("rank").to_dicts()
    return typed(DISCLOSURE_COVERAGE, [_row(measure, meets, runs) for measure, meets in _measures().items()])


def _measures() -> dict[str, Callable[[Run], bool]]:
    measures: dict[str, Callable[[Run], bool]] = {
        "runs": lambda _: True,
        "open_weights": lambda run: run["open_weights"] is True,
    }
    for name, column in DIMENSIONS.items():
        measures[column] = _at_least(frozenset((name,)))
    for size in range(len(DIMENSIONS) + 1):
        for names in combinations(DIMENSIONS, size):
            measures[f"only:{'+'.join(names) or 'nothing'}"] = _exactly(frozenset(names))
    for size in range(2, len(DIMENSIONS) + 1):
        for names in combinations(DIMENSIONS, size):
            measures[f"with:{'+'.join(names)}"] = _at_least(frozenset(names))
    return measures


def _exactly(names: frozenset[str]) -> Callable[[Run], bool]:
    return lambda run: disclosed_dimensions(run) == names


def _at_least(names: frozenset[str]) -> Callable[[Run], bool]:
    return lambda run: disclosed_dimensions(run) >= names


def _row(measure: str, meets: Callable[[Run], bool], runs: list[dict[str, Any]]) -> dict[str, Any]:
    members = [run["model"] for run in runs if meets(run)]
    row = BoardRow()
    row.put("measure", measure)
    row.put("runs", len(members))
    row.put("runs_total", len(runs))
    row.put("share", len(members) / len(runs) if runs else None, "division_by_zero")
    row.put("members", "; ".join(members) or None, "no_run")
    return row.finished(DISCLOSURE_COVERAGE)
