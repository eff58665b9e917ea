"""Claims → runs: one row per training run with the claim that speaks for each quantity.

Belongs here: turning the winners of `claim_precedence` into one wide row, and reading quantities back out of such a row. The frame is
between tables: it keeps per quantity the status, the words and the claim id that boards turn into reasons and sources. Does not belong
here: the rule of choice, prices and anything computed from two figures.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import TRAINING_CLAIMS
from fab_pipeline.contracts.words import RUN_NUMBERS, SCOPES
from fab_pipeline.leaderboards.claim_precedence import claim_choices, of_families
from fab_pipeline.leaderboards.quantities import UNKNOWN_SCOPE
from fab_pipeline.leaderboards.run_hardware import SEPARATOR, hardware
from fab_pipeline.reading.quantity import Quantity

NUMBERS: Final = RUN_NUMBERS
TEXTS: Final[tuple[str, ...]] = ("accelerators", "released", "open_weights", "license")
NUMBERS_BESIDE: Final[tuple[str, ...]] = ("training_compute_flop", "dataset_size")
TEXTS_BESIDE: Final[tuple[str, ...]] = ("base_model",)
"""Quantities that checks look at and no board shows."""
SOURCE_OF_ROW: Final[tuple[str, ...]] = ("accelerator_hours", "disclosed_cost_usd", "accelerators")
"""Quantities whose claim gives the row its names, source and address; the first disclosed one counts, else any claim of the run."""

_NUMBER_PARTS: Final[dict[str, tuple[str, pl.DataType]]] = {
    "": ("value", pl.Float64()),
    "_min": ("value_min", pl.Float64()),
    "_max": ("value_max", pl.Float64()),
    "_qualifier": ("qualifier", pl.String()),
    "_scope": ("scope", pl.String()),
}
_BESIDE: Final[dict[str, tuple[str, pl.DataType]]] = {
    "_status": ("status", pl.String()),
    "_text": ("text_as_printed", pl.String()),
    "_claim_id": ("claim_id", pl.String()),
    "_stated_by": ("stated_by", pl.String()),
    "_estimated": ("estimated", pl.Boolean()),
}
_PRECISIONS: Final = {4: "year", 7: "month", 10: "day"}
_PRINTED_MONTH: Final = re.compile(r"\s*\d{4}\s*[-/.年]\s*\d{1,2}\s*月?\s*")
_PRINTED_YEAR: Final = re.compile(r"\s*\d{4}\s*年?\s*")

RUNS_SCHEMA: Final = pl.Schema(
    {
        "run_id": pl.String(),
        "model": pl.String(),
        "organization": pl.String(),
        "source": pl.String(),
        "source_url": pl.String(),
        **{f"{name}{suffix}": dtype for name in (*NUMBERS, *NUMBERS_BESIDE) for suffix, (_, dtype) in (_NUMBER_PARTS | _BESIDE).items()},
        **{f"{name}{suffix}": dtype for name in (*TEXTS, *TEXTS_BESIDE) for suffix, (_, dtype) in _BESIDE.items()},
        "accelerators": pl.String(),
        "accelerator_group": pl.String(),
        "accelerator_form_factor": pl.String(),
        "accelerator_memory_gb": pl.Float64(),
        "accelerator_problem": pl.String(),
        "released": pl.Date(),
        "released_precision": pl.String(),
        "open_weights": pl.Boolean(),
        "license": pl.String(),
        "base_model": pl.String(),
    }
)
"""Columns of the frame of runs: per quantity the winning claim's figure, status, words, id and whose it is."""

PHASES_SCHEMA: Final = pl.Schema(
    {
        "run_id": pl.String(),
        "quantity": pl.String(),
        "scope": pl.String(),
        "value": pl.Float64(),
        "value_min": pl.Float64(),
        "value_max": pl.Float64(),
        "qualifier": pl.String(),
        "text_as_printed": pl.String(),
        "claim_id": pl.String(),
    }
)

RunRow = dict[str, Any]


def training_runs(claims: pl.DataFrame) -> pl.DataFrame:
    """One row per run_id, by the precedence rules.

    Args:
        claims: frame of TRAINING_CLAIMS; totals of several models make no run.

    Returns:
        Frame of RUNS_SCHEMA, sorted by run_id. A quantity without a disclosed figure is null; its `_status` and `_text` say why.
    """
    claims = claims.filter(~of_families())
    if claims.is_empty():
        return pl.DataFrame(schema=RUNS_SCHEMA)
    winners = _chosen(claims).filter(pl.col("part").is_null())
    by_run: dict[str, dict[str, RunRow]] = {}
    for claim in winners.to_dicts():
        by_run.setdefault(claim["run_id"], {})[claim["quantity"]] = claim
    any_claim = claims.sort("observed_at", "source", "claim_id", descending=[True, False, False]).unique("run_id", keep="first")
    rows = [_run(newest, by_run.get(newest["run_id"], {})) for newest in any_claim.sort("run_id").to_dicts()]
    return pl.DataFrame(rows, schema=RUNS_SCHEMA, strict=True)


def run_phases(claims: pl.DataFrame) -> pl.DataFrame:
    """Figures for single phases that stand beside a winning claim, as PHASES_SCHEMA by run, quantity and course of training."""
    if claims.is_empty():
        return pl.DataFrame(schema=PHASES_SCHEMA)
    phases = _chosen(claims).filter(pl.col("part").is_not_null() & (pl.col("status") == "disclosed"))
    course = pl.col("part").replace_strict({scope: place for place, scope in enumerate(SCOPES)}, return_dtype=pl.Int64)
    return phases.sort("run_id", "quantity", course, "claim_id").with_columns(scope=pl.col("part")).select(*PHASES_SCHEMA)


def quantity_of(row: Mapping[str, Any], name: str) -> Quantity | None:
    """The quantity `name` of a row of runs or of TRAINING_COST; None where nothing is disclosed. A missing scope is unknown."""
    qualifier = row.get(f"{name}_qualifier")
    bounds = (row.get(name), row.get(f"{name}_min"), row.get(f"{name}_max"))
    if qualifier is None or all(bound is None for bound in bounds):
        return None
    return Quantity(*bounds, qualifier=qualifier, scope=row.get(f"{name}_scope") or UNKNOWN_SCOPE, text=row.get(f"{name}_text") or "")


def _chosen(claims: pl.DataFrame) -> pl.DataFrame:
    verdicts = claim_choices(claims).filter(pl.col("chosen")).select("run_id", "quantity", "claim_id")
    return claims.select(*TRAINING_CLAIMS.columns).join(verdicts, on=["run_id", "quantity", "claim_id"], how="semi")


def _run(newest: RunRow, winners: Mapping[str, RunRow]) -> RunRow:
    disclosed = {name: claim for name, claim in winners.items() if claim["status"] == "disclosed"}
    origin = next((disclosed[name] for name in SOURCE_OF_ROW if name in disclosed), newest)
    named = next((claim for claim in (origin, newest, *disclosed.values()) if claim["organization"]), origin)
    row: RunRow = {"run_id": newest["run_id"], "model": origin["model"], "organization": named["organization"]}
    for name in (*NUMBERS, *NUMBERS_BESIDE, *TEXTS, *TEXTS_BESIDE):
        claim = winners.get(name, {})
        row |= {f"{name}{suffix}": claim.get(column) for suffix, (column, _) in _BESIDE.items()}
    for name in (*NUMBERS, *NUMBERS_BESIDE):
        claim = disclosed.get(name, {})
        row |= {f"{name}{suffix}": claim.get(column) for suffix, (column, _) in _NUMBER_PARTS.items()}
    released, precision = _released(disclosed.get("released", {}))
    labels = _text(disclosed, "accelerators")
    machine = hardware(labels, row["accelerators_text"], row["accelerators_status"])
    return row | {
        "source": origin["source"],
        "source_url": origin["source_url"],
        "accelerators": SEPARATOR.join(machine.labels) or None,
        "accelerator_group": machine.group,
        "accelerator_form_factor": machine.form_factor,
        "accelerator_memory_gb": machine.memory_gb,
        "accelerator_problem": machine.problem,
        "released": released,
        "released_precision": precision,
        "open_weights": {"true": True, "false": False}.get(_text(disclosed, "open_weights") or ""),
        "license": _text(disclosed, "license"),
        "base_model": _text(disclosed, "base_model"),
    }


def _text(disclosed: Mapping[str, RunRow], name: str) -> str | None:
    return disclosed.get(name, {}).get("value_text")


def _released(claim: Mapping[str, Any]) -> tuple[date | None, str | None]:
    """Date and precision of an ISO date; a first of the month whose printed words stop at the month or year is no more exact than they."""
    text: str = claim.get("value_text") or ""
    precision = _PRECISIONS.get(len(text))
    if precision is None:
        return None, None
    printed: str = claim.get("text_as_printed") or ""
    if precision == "day" and _PRINTED_MONTH.fullmatch(printed):
        precision = "month"
    if precision == "day" and _PRINTED_YEAR.fullmatch(printed):
        precision = "year"
    try:
        return date.fromisoformat(text + "-01-01"[len(text) - 4 :] if len(text) < 10 else text), precision
    except ValueError:
        return None, None
