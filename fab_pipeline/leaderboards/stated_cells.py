"""The cells of a training-cost row that only repeat what the winning claims state, with the reason for each blank.

Belongs here: the translation claim status → null reason. Does not belong here: anything computed from two figures.
"""

from collections.abc import Mapping
from typing import Any, Final

from fab_pipeline.leaderboards.claims_to_runs import NUMBERS
from fab_pipeline.leaderboards.null_reasons import BoardRow, needs

SCOPED: Final[tuple[str, ...]] = ("training_tokens", "accelerator_count", "duration_days", "accelerator_hours", "disclosed_cost_usd")
_OF_STATUS: Final = {"undisclosed": "undisclosed", "unreadable": "unreadable_text", None: "not_stated"}
_OF_QUALIFIER: Final = {"range": "range_has_no_value", "vague": "vague_has_no_value"}


def put_stated(board: BoardRow, run: Mapping[str, Any]) -> None:
    """Fill identity, quantities and texts of a run.

    Args:
        board: the row of TRAINING_COST to fill.
        run: a row of `claims_to_runs.RUNS_SCHEMA`.
    """
    for column in ("run_id", "model", "source"):
        board.put(column, run[column])
    for column in ("organization", "source_url"):
        board.put(column, run[column], "not_stated")
    for column in ("released", "open_weights", "license", "accelerators"):
        board.put(column, run[column], blank_reason(run, column))
    board.put("released_precision", run["released_precision"], needs("released"))
    board.put("accelerator_group", run["accelerator_group"])
    for column in ("accelerator_form_factor", "accelerator_memory_gb"):
        board.put(column, run[column], needs("accelerators") if run["accelerators"] is None else "not_stated")
    for name in NUMBERS:
        board.put(name, run[name], blank_reason(run, name))
        for suffix in ("_min", "_max", "_qualifier", *(("_scope",) if name in SCOPED else ())):
            board.put(f"{name}{suffix}", run[f"{name}{suffix}"])
    board.put("duration_text", run["duration_days_text"], "not_stated")
    _put_whose_cost(board, run)


def blank_reason(run: Mapping[str, Any], column: str) -> str:
    """Why a disclosed column of a run is blank."""
    status = run[f"{column}_status"]
    if status == "disclosed":
        return _OF_QUALIFIER.get(run.get(f"{column}_qualifier") or "", "unreadable_text")
    return _OF_STATUS[status]


def _put_whose_cost(board: BoardRow, run: Mapping[str, Any]) -> None:
    disclosed = run["disclosed_cost_usd_status"] == "disclosed"
    missing = "not_stated" if disclosed else needs("disclosed_cost_usd")
    board.put("disclosed_cost_by", run["disclosed_cost_usd_stated_by"] if disclosed else None, missing)
    board.put("disclosed_cost_estimated", run["disclosed_cost_usd_estimated"] if disclosed else None, missing)
