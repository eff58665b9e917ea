"""A case as a run: the same shape as a row of `claims_to_runs`, so that the same rules price and check it.

Belongs here: the accelerator of a case, counts that follow from systems and nodes, and the row. Does not belong here: which figure
speaks (see `case_figures`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.case_claims import RUN_METRICS, Case
from fab_pipeline.leaderboards.case_figures import Figures, Stated, figures_of
from fab_pipeline.leaderboards.run_hardware import SEPARATOR, Hardware, hardware
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.accelerators import find_accelerators

QUANTITIES: Final = (
    "accelerator_count",
    "duration_days",
    "accelerator_hours",
    "training_tokens",
    "parameters_total",
    "parameters_active",
    "disclosed_cost_usd",
    "training_compute_flop",
    "dataset_size",
)
"""Quantities that pricing and checks of runs look at; those of which cases tell nothing are blank."""


@dataclass(frozen=True)
class CaseRun:
    """A case with its figures, its accelerator and the row that rules for runs take."""

    case: Case
    figures: Figures
    machine: Hardware
    row: dict[str, Any]
    derived_count: float | None
    derivation: str | None

    @property
    def is_told_of(self) -> bool:
        """Whether a training itself is told of: its time, hours or tokens."""
        return any(self.figures[name].claim_ids for name in ("duration_days", "accelerator_hours", "training_tokens"))

    @property
    def installs_only(self) -> bool:
        """Whether the setting up of a cluster is told and nothing of a training on it: "trained on 5,000 GPUs" is its size."""
        return bool(self.figures["installation_days"].claim_ids) and not self.is_told_of


def case_runs(cases: Iterable[Case], claims: pl.DataFrame) -> list[CaseRun]:
    """Every case as a run.

    Args:
        cases: from `case_claims.cases_of`.
        claims: frame of VENDOR_CLAIMS, for how many accelerators a system has.
    """
    per_system = _per_system(claims)
    return [_run(case, per_system) for case in cases]


def _run(case: Case, per_system: dict[str, float]) -> CaseRun:
    figures = figures_of(case)
    machine = _hardware(case)
    row: dict[str, Any] = {
        "run_id": case.case_id,
        "accelerators": SEPARATOR.join(machine.labels) or None,
        "accelerator_group": machine.group,
        "accelerator_form_factor": machine.form_factor,
        "accelerator_memory_gb": machine.memory_gb,
        "accelerator_problem": machine.problem,
        "accelerators_claim_id": None,
        "base_model": None,
    }
    for name in QUANTITIES:
        row |= _cells(name, figures[name])
    count, words = _derived_count(figures, machine, per_system)
    return CaseRun(case, figures, machine, row, count, words)


def _cells(name: str, stated: Stated) -> dict[str, Any]:
    quantity = stated.quantity
    return {
        name: quantity and quantity.value,
        f"{name}_min": quantity and quantity.minimum,
        f"{name}_max": quantity and quantity.maximum,
        f"{name}_qualifier": quantity and quantity.qualifier,
        f"{name}_scope": quantity and quantity.scope,
        f"{name}_text": quantity and quantity.text,
        f"{name}_status": "disclosed" if quantity else None,
        f"{name}_claim_id": stated.claim_ids[0] if quantity else None,
    }


def _hardware(case: Case) -> Hardware:
    """The accelerators of the sentences that tell of counts, else of any sentence of the case, else of what stands around them."""
    of_counts = dict.fromkeys(claim.sentence for claim in case.claims if claim.row["metric"] in RUN_METRICS)
    of_all = dict.fromkeys(claim.sentence for claim in case.claims)
    for words in ("\n".join(of_counts), "\n".join(of_all), case.context):
        labels = list(dict.fromkeys(mention.accelerator.label for mention in find_accelerators(words)))
        if labels:
            return hardware(SEPARATOR.join(labels), words, "disclosed")
    return hardware(None, None, None)


def _per_system(claims: pl.DataFrame) -> dict[str, float]:
    """Accelerator → accelerators in one system of it, where all texts agree."""
    found: dict[str, set[float]] = {}
    stated = claims.filter((pl.col("metric") == "accelerators_per_system") & pl.col("value").is_not_null())
    for row in stated.to_dicts():
        for label in _labels(row["span"]):
            found.setdefault(label, set()).add(row["value"])
    return {label: next(iter(values)) for label, values in found.items() if len(values) == 1}


def _labels(words: str) -> Iterator[str]:
    yield from dict.fromkeys(mention.accelerator.label for mention in find_accelerators(words))


def _derived_count(figures: Figures, machine: Hardware, per_system: dict[str, float]) -> tuple[float | None, str | None]:
    each = _single(figures["per_node"].quantity)
    own = per_system.get(machine.labels[0]) if len(machine.labels) == 1 else None
    for name, size in (("nodes", each), ("systems", each or own)):
        units = _single(figures[name].quantity)
        if units is not None and size is not None:
            return units * size, f"{units:,.0f} {name} x {size:,.0f} accelerators = {units * size:,.0f}"
    return None, None


def _single(quantity: Quantity | None) -> float | None:
    return quantity.value if quantity is not None else None
