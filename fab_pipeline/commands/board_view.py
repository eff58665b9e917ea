"""The training-cost board as a person reads it in a terminal: short headings, short figures, one line a run.

Belongs here: the choice and shape of what fits a screen. Every figure stands in the table under its own name; `show training_cost
--columns all` prints that.
"""

from typing import Final

import polars as pl

from fab_pipeline.commands.output import print_table, screen_width

_HEADINGS: Final[tuple[tuple[str, bool], ...]] = (
    ("#", True),
    ("run", False),
    ("released", False),
    ("accelerators", False),
    ("count", True),
    ("hours", True),
    ("disclosed USD", True),
    ("rent USD/h", True),
    ("by", False),
    ("recomputed USD", True),
    ("ratio", True),
    ("status", False),
    ("findings", False),
)
_NARROW: Final[tuple[int, ...]] = (0, 1, 5, 7, 9, 10, 12)
"""Places of the columns that a narrow terminal shows."""
_WIDE: Final = 210
_MARKS: Final[dict[str | None, str]] = {"approx": "~", "lower_bound": "≥", "upper_bound": "≤", "vague": "~"}
_NULL: Final = "—"


def print_board(board: pl.DataFrame, findings: pl.DataFrame, title: str) -> None:
    """Print the board.

    Args:
        board: frame of TRAINING_COST.
        findings: frame of FINDINGS; counted per run by severity.
        title: line above.
    """
    counted = _counted(findings)
    rows = [_row(run, counted.get(run["run_id"], "")) for run in board.sort("rank").to_dicts()]
    shown = range(len(_HEADINGS)) if screen_width() >= _WIDE else _NARROW
    headings = [_HEADINGS[place] for place in shown]
    print_table([name for name, _ in headings], [[row[place] for place in shown] for row in rows], [right for _, right in headings], title)


def _row(run: dict[str, object], findings: str) -> list[str]:
    recomputed = run["recompute_status"] == "recomputed"
    return [
        str(run["rank"]),
        f"{run['model']} ({run['organization'] or _NULL})".replace("[", r"\["),
        _released(run),
        str(run["accelerators"] or _NULL),
        _stated(run, "accelerator_count"),
        _stated(run, "accelerator_hours"),
        _stated(run, "disclosed_cost_usd") + ("*" if run["disclosed_cost_estimated"] else ""),
        _number(run["rent_usd_per_accelerator_hour"], 2),
        str(run["rent_statistic"] or _NULL),
        _number(run["recomputed_cost_usd"], 0),
        _number(run["recomputed_to_disclosed_ratio"], 2),
        "" if recomputed else str(run["recompute_reasons"] or run["recompute_status"]),
        findings,
    ]


def _released(run: dict[str, object]) -> str:
    length = {"year": 4, "month": 7}.get(str(run["released_precision"]), 10)
    return str(run["released"])[:length] if run["released"] else _NULL


def _stated(run: dict[str, object], column: str) -> str:
    value = run[column]
    if isinstance(value, float):
        return f"{_MARKS.get(_text(run[f'{column}_qualifier']), '')}{_number(value, 0)}"
    low, high = run[f"{column}_min"], run[f"{column}_max"]
    return f"{_number(low, 0)}–{_number(high, 0)}" if low is not None or high is not None else _NULL


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: object, decimals: int) -> str:
    return f"{value:,.{decimals}f}" if isinstance(value, float) else _NULL


def _counted(findings: pl.DataFrame) -> dict[object, str]:
    about_runs = findings.filter(pl.col("subject_table") == "training_cost")
    counts: dict[object, list[str]] = {}
    for severity in ("error", "warning", "info"):
        for key, number in about_runs.filter(pl.col("severity") == severity).group_by("subject_key").len().iter_rows():
            counts.setdefault(key, []).append(f"{number} {severity}")
    return {key: ", ".join(parts) for key, parts in counts.items()}
