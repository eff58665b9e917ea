"""The board `training_by_accelerator`: runs by hardware group, with their durations and a mean where one means something.

Belongs here: membership, durations as stated, and the rule of the mean. A bound or a range is never averaged, and durations of different
scope are never averaged together; several runs of unknown scope give a mean of scope "unknown", which is a flag, not an agreement. Does
not belong here: which group a run belongs to (vocabulary) and what its duration is (claims_to_runs).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import TRAINING_BY_ACCELERATOR
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.claims_to_runs import quantity_of, training_runs
from fab_pipeline.leaderboards.null_reasons import BoardRow
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.accelerators import CUSTOM_ASIC_GROUP, UNDISCLOSED_GROUP, find_accelerators

_LAST_GROUPS: Final[tuple[str, ...]] = (CUSTOM_ASIC_GROUP, UNDISCLOSED_GROUP)
_AVERAGED: Final[tuple[str, ...]] = ("exact", "approx")
_FIGURES: Final[tuple[str, ...]] = ("exact", "approx", "lower_bound", "upper_bound", "range")

Member = Mapping[str, Any]


def training_by_accelerator(board: pl.DataFrame, claims: pl.DataFrame) -> pl.DataFrame:
    """Hardware groups, largest first; hardware that is not named comes last.

    Args:
        board: frame of TRAINING_COST.
        claims: frame of TRAINING_CLAIMS, for the accelerator labels as printed.

    Returns:
        Frame of TRAINING_BY_ACCELERATOR; every run of the board is in exactly one group.
    """
    printed = _printed_labels(claims)
    groups: dict[str, list[Member]] = {}
    for row in board.sort("rank").to_dicts():
        groups.setdefault(row["accelerator_group"], []).append(row)
    ordered = sorted(groups, key=lambda group: (_LAST_GROUPS.index(group) + 1 if group in _LAST_GROUPS else 0, -len(groups[group]), group))
    return typed(TRAINING_BY_ACCELERATOR, (_row(rank, group, groups[group], printed) for rank, group in enumerate(ordered, start=1)))


def _row(rank: int, group: str, members: Sequence[Member], printed: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    durations = [(member["model"], days) for member in members if (days := _duration(member))]
    labels = dict.fromkeys(label for member in members for label in printed.get(member["run_id"], ()))
    row = BoardRow()
    row.put("rank", rank)
    row.put("accelerator_group", group)
    row.put("runs", len(members))
    row.put("members", "; ".join(member["model"] for member in members))
    row.put("member_labels", "; ".join(labels) or None, "no_accelerator_named")
    row.put("runs_with_duration", len(durations))
    row.put("duration_values", "; ".join(f"{model}: {_written(days)}" for model, days in durations) or None, "no_duration")
    _put_mean(row, [days for _, days in durations])
    return row.finished(TRAINING_BY_ACCELERATOR)


def _put_mean(row: BoardRow, durations: Sequence[Quantity]) -> None:
    averaged = [(days.value, days.scope) for days in durations if days.qualifier in _AVERAGED and days.value is not None]
    scopes = {scope for _, scope in averaged}
    reason = "no_duration" if not durations else "only_bounds" if not averaged else "scopes_differ"
    mean = sum(value for value, _ in averaged) / len(averaged) if len(scopes) == 1 else None
    row.put("duration_days_mean", mean, reason)
    row.put("duration_days_mean_runs", None if mean is None else len(averaged), reason)
    row.put("duration_days_mean_scope", None if mean is None else scopes.pop(), reason)


def _duration(member: Member) -> Quantity | None:
    days = quantity_of(member, "duration_days")
    return days if days and days.qualifier in _FIGURES else None


def _written(days: Quantity) -> str:
    """'91.3125 approx unknown', '60.875 upper_bound pretraining', '20-30 range unknown'; days, at most four decimals."""
    ends = [days.value] if days.value is not None else [days.minimum, days.maximum]
    figure = "-".join(f"{round(end, 4):g}" if round(end, 4) < 1e6 else f"{end:.0f}" for end in ends if end is not None)
    return f"{figure} {days.qualifier} {days.scope}"


def _printed_labels(claims: pl.DataFrame) -> dict[str, list[str]]:
    """Run → accelerators as its winning claim prints them, memory included; the label of the vocabulary where the words name none."""
    labels: dict[str, list[str]] = {}
    for run in training_runs(claims).filter(pl.col("accelerators").is_not_null()).to_dicts():
        mentions = find_accelerators(run["accelerators_text"] or "")
        labels[run["run_id"]] = [_labelled(mention.accelerator.label, mention.memory_gb) for mention in mentions] or [run["accelerators"]]
    return labels


def _labelled(label: str, memory_gb: float | None) -> str:
    return f"{label} {memory_gb:g}GB" if memory_gb else label
