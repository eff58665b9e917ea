"""A figure that a page prints plainly although one of its operands is a bound, which makes it a bound.

Belongs here: that one finding, for products and quotients. Does not belong here: the same on our own boards (`findings.bounds`).
"""

from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Statement, claims_of, stated

_UP: Final = {"lower_bound": 1, "upper_bound": -1}
_SIDES: Final = {1: ("a lower bound", "下限"), -1: ("an upper bound", "上限"), 0: ("a figure of unknown side", "方向不定的数值")}


def bound_behind(page: PageFacts, statement: Statement, factors: tuple[str, ...], divisors: tuple[str, ...] = ()) -> tuple[FindingRow, ...]:
    """The finding, or nothing.

    Args:
        page: the page.
        statement: the printed figure; it names its run.
        factors: quantities of the run that the figure grows with.
        divisors: quantities it falls with.
    """
    run = page.by_id.get(statement.run_id or "")
    if run is None:
        return ()
    quantities = {name: quantity for name in (*factors, *divisors) if (quantity := stated(run, name)) is not None}
    bounds = {name: quantity for name, quantity in quantities.items() if quantity.qualifier in _UP}
    if not bounds:
        return ()
    directions = {_UP[bound.qualifier] * (-1 if name in divisors else 1) for name, bound in bounds.items()}
    direction = next(iter(directions)) if len(directions) == 1 else 0
    side, side_zh = _SIDES[direction]
    listed = ", ".join(f"{name} ({bound.text})" for name, bound in bounds.items())
    row = finding(
        "bound_used_as_value",
        "warning",
        statement.about,
        Message(
            f"{statement.text} of {run['model']} is printed as a value although it rests on a bound, {listed}: it is {side}.",
            f"{run['model']} 的 {statement.text} 按确值列出，但其依据 {listed} 只是界限：它其实是{side_zh}。",
        ),
        [statement.statement_id, *claims_of(run, *bounds)],
        quantity=statement.code,
        stated=statement.value,
        expected_low=statement.value if direction == 1 else None,
        expected_high=statement.value if direction == -1 else None,
        arithmetic="; ".join(f"{name}: {bound.qualifier} {figure(bound.value or 0.0)}" for name, bound in bounds.items()),
        effect=f"the board's {statement.code} carries a qualifier",
    )
    return (row,)
