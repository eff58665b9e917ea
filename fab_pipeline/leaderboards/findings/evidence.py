"""What a numeric check looks at: one run with its quantities, its phases, today's rent, and the ids of the claims behind them.

Belongs here: reading a run for the checks, and the words that several of them share. Does not belong here: any check, any threshold.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.claims_to_runs import quantity_of, run_phases
from fab_pipeline.leaderboards.findings.common import Subject, figure, money
from fab_pipeline.leaderboards.findings.figures import Figure, figures
from fab_pipeline.leaderboards.quantities import Interval, combined, single
from fab_pipeline.leaderboards.recompute import priced_configuration
from fab_pipeline.leaderboards.rent import Rent, rents_on
from fab_pipeline.reading.quantity import Quantity

TABLE: Final = "training_cost"

SCOPE_ZH: Final[Mapping[str, str]] = {
    "pretraining": "预训练",
    "mid_training": "中期训练",
    "long_context": "长上下文阶段",
    "post_training": "后训练",
    "all": "全部阶段",
    "cluster": "集群",
    "project": "整个项目",
    "unknown": "未说明",
}
SCOPE_EN: Final[Mapping[str, str]] = {
    "pretraining": "pre-training",
    "mid_training": "mid-training",
    "long_context": "the long-context phase",
    "post_training": "post-training",
    "all": "all phases",
    "cluster": "the cluster",
    "project": "the whole project",
    "unknown": "something it does not name",
}

QUANTITY_ZH: Final[Mapping[str, str]] = {
    "parameters_total": "参数量",
    "parameters_active": "激活参数量",
    "training_tokens": "训练 token 数",
    "accelerator_count": "卡数",
    "duration_days": "工期",
    "accelerator_hours": "卡时",
    "disclosed_cost_usd": "成本",
}
QUANTITY_EN: Final[Mapping[str, str]] = {
    "parameters_total": "the parameters",
    "parameters_active": "the active parameters",
    "training_tokens": "the training tokens",
    "accelerator_count": "the accelerator count",
    "duration_days": "the duration",
    "accelerator_hours": "the accelerator-hours",
    "disclosed_cost_usd": "the cost",
}


@dataclass(frozen=True)
class Evidence:
    """One run as the checks see it.

    Attributes:
        run: row of `claims_to_runs.RUNS_SCHEMA`.
        phases: quantity → scope → figure of that phase.
        phase_claims: quantity → ids of the claims about its phases.
        figures: quantity → every figure that any claim states for it, the winner's among them.
        rent: headline rent on the board's date; None where the run cannot be priced.
        table: table whose row the run is.
    """

    run: Mapping[str, Any]
    phases: Mapping[str, Mapping[str, Quantity]]
    phase_claims: Mapping[str, tuple[str, ...]]
    figures: Mapping[str, tuple[Figure, ...]]
    rent: Rent | None
    table: str = TABLE

    @property
    def subject(self) -> Subject:
        """The run, as the subject of a finding."""
        return Subject(self.table, self.run["run_id"])

    def quantity(self, name: str) -> Quantity | None:
        """Disclosed quantity of the run, None where there is none."""
        return quantity_of(self.run, name)

    def of_one_text(self, *names: str) -> bool:
        """Whether the figures that the run has for these quantities stand in one text; the capture of a claim begins its id."""
        winners = {name: self.run[f"{name}_claim_id"] for name in names if self.run[f"{name}_claim_id"]}
        figures = [one for name, winner in winners.items() for one in self.figures.get(name, ()) if one.claim["claim_id"] == winner]
        captures = {winner.partition(":")[0] for winner in winners.values()}
        return max(len(captures), len({one.text for one in figures})) <= 1

    def claims(self, *names: str) -> list[str]:
        """Claim ids behind the quantities, phases included; a quantity without a claim is left out."""
        ids: list[str] = []
        for name in names:
            winner = self.run[f"{name}_claim_id"]
            ids += [*([winner] if winner else []), *self.phase_claims.get(name, ())]
        return ids


def evidence_of(claims: pl.DataFrame, runs: pl.DataFrame, prices: pl.DataFrame, board_date: date) -> list[Evidence]:
    """The evidence of every run, in the order of `runs`."""
    rents = rents_on(prices, board_date)
    phases: dict[str, dict[str, dict[str, Quantity]]] = {}
    ids: dict[str, dict[str, tuple[str, ...]]] = {}
    for row in run_phases(claims).to_dicts():
        quantity = Quantity(
            row["value"], row["value_min"], row["value_max"], row["qualifier"] or "exact", row["scope"], row["text_as_printed"]
        )
        of_quantity = phases.setdefault(row["run_id"], {}).setdefault(row["quantity"], {})
        of_quantity[row["scope"]] = _together(of_quantity.get(row["scope"]), quantity)
        of_run = ids.setdefault(row["run_id"], {})
        of_run[row["quantity"]] = (*of_run.get(row["quantity"], ()), row["claim_id"])
    stated = figures(claims)
    result: list[Evidence] = []
    for run in runs.to_dicts():
        configuration = priced_configuration(run, rents)
        rent = rents.headline(configuration) if configuration else None
        run_id = run["run_id"]
        result.append(Evidence(run, phases.get(run_id, {}), ids.get(run_id, {}), stated.get(run_id, {}), rent))
    return result


def _together(earlier: Quantity | None, part: Quantity) -> Quantity:
    """Two stages of one phase (fine-tuning and preference training) as one figure; without a figure of each there is none."""
    if earlier is None:
        return part
    ends = ((earlier.value, part.value), (earlier.minimum, part.minimum), (earlier.maximum, part.maximum))
    value, low, high = (None if one is None or other is None else one + other for one, other in ends)
    qualifier = combined([earlier.qualifier, part.qualifier]) or "vague"
    return Quantity(value, low, high, qualifier, part.scope, f"{earlier.text} + {part.text}")


def hours_effect(evidence: Evidence, hours: Interval) -> str:
    """What the board would show with other accelerator-hours, in one line; the stated figure is never replaced."""
    stated, rent = single(evidence.quantity("accelerator_hours")), evidence.rent
    if rent is None:
        return f"accelerator_hours would be {ends(hours)}; there is no rent to show the cost of that; the stated figure stays"
    per_hour = Interval(rent.usd_per_hour, rent.usd_per_hour)
    costs = hours.times(per_hour)
    instead = f" instead of {money(stated * rent.usd_per_hour, 0)}" if stated is not None else ""
    text = f"recomputed_cost_usd would be {ends(costs, '$', 0)}{instead} at {money(rent.usd_per_hour)} per accelerator-hour"
    cost = single(evidence.quantity("disclosed_cost_usd"))
    if cost:
        instead = f" instead of {figure(stated * rent.usd_per_hour / cost, 2)}" if stated is not None else ""
        text += f", {ends(costs.over(Interval(cost, cost)), '', 2)} times the disclosed cost{instead}"
    return f"{text}; the stated figure stays"


def ends(interval: Interval, unit: str = "", decimals: int = 4) -> str:
    """'54,000,000–54,787,500', 'at most $60', 'at least 15'; one figure where both ends are written alike."""
    low, high = _written(interval, unit, decimals)
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return low if low == high else f"{low}–{high}"


def ends_zh(interval: Interval, unit: str = "", decimals: int = 4) -> str:
    """`ends` in Chinese."""
    low, high = _written(interval, unit, decimals)
    if low is None or high is None:
        return f"至多 {high}" if low is None else f"至少 {low}"
    return low if low == high else f"{low}–{high}"


def _written(interval: Interval, unit: str, decimals: int) -> tuple[str | None, str | None]:
    low, high = (None if end is None else f"{unit}{figure(end, decimals)}" for end in interval)
    return low, high
