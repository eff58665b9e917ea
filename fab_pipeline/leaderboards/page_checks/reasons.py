"""Why a row has no recomputed cost, as the page prints it, held against what the row discloses.

Belongs here: reasons that the row itself contradicts, and notes that are no reason. Does not belong here: reasons on our own boards.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from fab_pipeline.leaderboards.findings.common import Message, Subject, finding
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, Statement, claims_of, number
from fab_pipeline.leaderboards.page_checks.implied_prices import implied_prices
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, HOLDS, Verdict, not_checkable
from fab_pipeline.vocabulary.accelerators import by_label

_SEPARATOR: Final = " + "


class _Problem(NamedTuple):
    """What is wrong with a reason: finding code, severity, and the second half of a sentence."""

    code: str
    severity: str
    en: str
    zh: str


def reason_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """One verdict per printed reason."""
    priced = {implied.accelerator for implied in implied_prices(page)}
    for statement in page.having("no_recompute_reason"):
        run = page.by_id.get(statement.run_id or "")
        if run is None:
            continue
        if "other" in statement.listed:
            yield not_checkable(statement, "the words name no reason that a row could be held against")
            continue
        problem = _problem(page, run, statement, priced)
        facts = f"accelerators: {run['accelerators'] or 'none named'}; accelerator-hours: {run['accelerator_hours_text'] or 'none'}"
        if problem is None:
            yield Verdict(statement, HOLDS, arithmetic=facts)
        else:
            yield _failing(page, run, statement, problem, facts)


def _problem(page: PageFacts, run: Run, statement: Statement, priced: set[str]) -> _Problem | None:
    reasons = statement.listed
    if "price_basis_note" in reasons and page.of_run(run["run_id"], "recomputed_cost_usd") is None:
        return _Problem(
            "status_text_misplaced",
            "warning",
            "is a note on prices, not a reason, in a row without a recomputed cost: it reads as if priced",
            "是租价口径说明而非原因，且该行没有重算值：读起来像已经折算",
        )
    if "no_accelerator_hours" in reasons and number(run, "accelerator_hours") is not None:
        return _Problem(
            "statement_contradicted_by_data", "warning", "says that hours are missing, but the row has them", "称缺少卡时，但该行有卡时"
        )
    if "accelerator_undisclosed" in reasons and run["accelerators"]:
        return _Problem(
            "statement_contradicted_by_data",
            "warning",
            f"says that the hardware is not named, but the row names {run['accelerators']}",
            f"称硬件未指明，但该行写明 {run['accelerators']}",
        )
    return _named(run, statement, priced) if "no_live_quote" in reasons else None


def _named(run: Run, statement: Statement, priced: set[str]) -> _Problem | None:
    """The accelerators that the reason names, against those of the row."""
    own = [label for label in (run["accelerators"] or "").split(_SEPARATOR) if label]
    named = [] if by_label((statement.subject or "").split(_SEPARATOR)[0]) is None else (statement.subject or "").split(_SEPARATOR)
    foreign = [label for label in named if not any(_same(label, other) for other in own)]
    if foreign:
        names = ", ".join(foreign)
        return _Problem(
            "statement_contradicted_by_data", "warning", f"names {names}, which the row does not", f"提到 {names}，而该行没有该硬件"
        )
    left_out = [label for label in own if named and not any(_same(other, label) for other in named)]
    if left_out:
        names = ", ".join(left_out)
        return _Problem(
            "reason_names_part",
            "info",
            f"leaves out {names}: the first name found stands for all",
            f"漏掉了 {names}：只取了第一个匹配的名称",
        )
    if run["accelerators"] in priced:
        return _Problem(
            "statement_contradicted_by_data",
            "warning",
            f"says that {run['accelerators']} has no quote, but other rows are priced with one",
            f"称 {run['accelerators']} 没有报价，但其他行用了它的租价",
        )
    return None


def _same(first: str, second: str) -> bool:
    """Equal labels, or a family name and one of its members ("Google TPU", "Google TPU v5p")."""
    one, other = by_label(first), by_label(second)
    if first == second:
        return True
    return bool(one and other and one.group == other.group and (one.family or other.family))


def _failing(page: PageFacts, run: Run, statement: Statement, problem: _Problem, facts: str) -> Verdict:
    row = finding(
        problem.code,
        problem.severity,
        Subject("training_cost", run["run_id"]),
        Message(
            f"In the row of {run['model']}, “{statement.text}” {problem.en}.", f"{run['model']} 一行中，“{statement.text}”{problem.zh}。"
        ),
        [statement.statement_id, *claims_of(run, "accelerators", "accelerator_hours")],
        detail=page.capture[:12],
        quantity="recompute_status",
        arithmetic=facts,
        effect="none on the boards: recompute_reasons are computed from the row",
    )
    return Verdict(statement, FAILS, arithmetic=facts, findings=(row,))
