"""Figures of the board that rest on a bound, and are therefore bounds themselves.

Belongs here: saying so beside the run. Does not belong here: what other pages print without saying so (see the statement checks).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.findings.evidence import Evidence
from fab_pipeline.leaderboards.quantities import combined, scope_status
from fab_pipeline.reading.quantity import Quantity


class _Use(NamedTuple):
    """One figure of the board and its operands: factors multiply, divisors divide."""

    result: str
    factors: tuple[str, ...]
    divisors: tuple[str, ...] = ()


_USES: Final[tuple[_Use, ...]] = (
    _Use("cost_per_million_tokens_usd", ("disclosed_cost_usd",), ("training_tokens",)),
    _Use("usd_per_accelerator_hour", ("disclosed_cost_usd",), ("accelerator_hours",)),
    _Use("recomputed_cost_usd", ("accelerator_hours",)),
    _Use("implied_accelerator_hours", ("accelerator_count", "duration_days")),
)
_BOUNDS: Final = {"lower_bound": ("a lower bound", "下限"), "upper_bound": ("an upper bound", "上限")}


def bound_used(evidence: Evidence) -> Iterator[FindingRow]:
    """One finding for each figure of the board with a bound among its operands."""
    for use in _USES:
        operands = {name: evidence.quantity(name) for name in (*use.factors, *use.divisors)}
        stated = {name: quantity for name, quantity in operands.items() if quantity is not None}
        bounds = {name: quantity for name, quantity in stated.items() if quantity.qualifier in _BOUNDS}
        if bounds and len(stated) == len(operands) and _may_meet(stated) and _computed(use, evidence):
            yield _finding(evidence, use, stated, bounds)


def _computed(use: _Use, evidence: Evidence) -> bool:
    return use.result != "recomputed_cost_usd" or evidence.rent is not None


def _may_meet(stated: dict[str, Quantity]) -> bool:
    scopes = [quantity.scope for quantity in stated.values()]
    return all(scope_status(scopes[0], scope) != "scope_mismatch" for scope in scopes)


def _finding(evidence: Evidence, use: _Use, stated: dict[str, Quantity], bounds: dict[str, Quantity]) -> FindingRow:
    result = combined([stated[name].qualifier for name in use.factors], [stated[name].qualifier for name in use.divisors])
    what, what_zh = _BOUNDS.get(result or "", ("a figure without a known side", "方向不定的数值"))
    printed = {name: bound.text.strip() or figure(bound.value or 0.0) for name, bound in bounds.items()}
    listed = ", ".join(f"{name} is {_BOUNDS[bound.qualifier][0]} ({printed[name]})" for name, bound in bounds.items())
    listed_zh = "、".join(f"{name} 是{_BOUNDS[bound.qualifier][1]}（{printed[name]}）" for name, bound in bounds.items())
    first = next(iter(bounds))
    return finding(
        "bound_used_as_value",
        "info",
        evidence.subject,
        Message(f"{listed}: {use.result} is {what}, no exact value.", f"{listed_zh}：{use.result} 因而是{what_zh}，不是确值。"),
        evidence.claims(*stated),
        detail=use.result,
        quantity=first,
        stated=bounds[first].value,
        expected_low=bounds[first].minimum,
        expected_high=bounds[first].maximum,
        effect=_effect(use, result),
    )


def _effect(use: _Use, result: str | None) -> str:
    if result is None:
        return f"{use.result} is null"
    if use.result == "implied_accelerator_hours":
        return f"{use.result}_{'high' if result == 'lower_bound' else 'low'} is null"
    return f"{use.result} carries the qualifier {result}"
