"""Quotients that a page prints in its rows: recomputed over disclosed cost, cost per million tokens, cost per accelerator-hour.

Belongs here: recomputing each from what the row prints, at its printed digits. Does not belong here: whether the operands are right.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from fab_pipeline.leaderboards.findings.common import Message, figure, finding
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, Statement, claims_of, number
from fab_pipeline.leaderboards.page_checks.printed_bounds import bound_behind
from fab_pipeline.leaderboards.page_checks.verdict import Verdict, judged, not_checkable


class _Quotient(NamedTuple):
    """A printed quotient: operands by quantity; recomputed_cost_usd is itself a printed result."""

    above: str
    below: str
    factor: float
    what: str
    what_zh: str


_QUOTIENTS: Final[Mapping[str, _Quotient]] = {
    "recomputed_to_disclosed_ratio": _Quotient(
        "recomputed_cost_usd", "disclosed_cost_usd", 1.0, "recomputed / disclosed cost", "重算值与披露成本之比"
    ),
    "cost_per_million_tokens_usd": _Quotient("disclosed_cost_usd", "training_tokens", 1e6, "cost per million tokens", "每百万 token 成本"),
    "usd_per_accelerator_hour": _Quotient("disclosed_cost_usd", "accelerator_hours", 1.0, "cost per accelerator-hour", "单位卡时成本"),
}


def quotient_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """One verdict per printed quotient."""
    for code, quotient in _QUOTIENTS.items():
        for statement in page.having(code):
            yield _quotient_verdict(page, statement, quotient)


def _quotient_verdict(page: PageFacts, statement: Statement, quotient: _Quotient) -> Verdict:
    run = page.by_id.get(statement.run_id or "")
    above = _operand(page, run, quotient.above)
    below = _operand(page, run, quotient.below)
    if run is None or above is None or not below:
        missing = [name for name, value in ((quotient.above, above), (quotient.below, below)) if not value]
        return not_checkable(statement, f"the row has no single figure of {' and '.join(missing)}")
    result = above / below * quotient.factor
    factor = f" x {figure(quotient.factor)}" if quotient.factor != 1.0 else ""
    arithmetic = f"{figure(above)} / {figure(below)}{factor} = {figure(result, 6)}"
    row = finding(
        "quotient_differs",
        "error",
        statement.about,
        Message(
            f"The page prints {statement.text} as {quotient.what} of {run['model']}, its own figures give {figure(result)}.",
            f"页面将 {run['model']} 的{quotient.what_zh}写作 {statement.text}，按其自身数字应为 {figure(result)}。",
        ),
        [statement.statement_id, *_sources(page, run, quotient)],
        quantity=statement.code,
        stated=statement.value,
        expected_low=result,
        expected_high=result,
        arithmetic=arithmetic,
        effect="none on the boards: they divide the disclosed figures themselves",
    )
    verdict = judged(statement, statement.printed.agrees_with(result), result, arithmetic, finding=row, explained=False)
    above_of = "accelerator_hours" if quotient.above == "recomputed_cost_usd" else quotient.above
    bound = bound_behind(page, statement, (above_of,), (quotient.below,))
    return Verdict(statement, verdict.verdict, result, None, arithmetic, (*verdict.findings, *bound), verdict.explained)


def _operand(page: PageFacts, run: Run | None, name: str) -> float | None:
    if run is None:
        return None
    if name == "recomputed_cost_usd":
        printed = page.of_run(run["run_id"], name)
        return printed.value if printed else None
    return number(run, name)


def _sources(page: PageFacts, run: Run, quotient: _Quotient) -> list[str]:
    printed = page.of_run(run["run_id"], quotient.above)
    claims = claims_of(run, *(name for name in (quotient.above, quotient.below) if name != "recomputed_cost_usd"))
    return [*([printed.statement_id] if printed else []), *claims]
