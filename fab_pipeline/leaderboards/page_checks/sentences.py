"""Sentences about what "most", "the rest" or "the disclosed" rows do, held against the rows.

Belongs here: sentences about disclosure. Does not belong here: sentences that explain prices and gaps (`explanations`) and counts.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from fab_pipeline.leaderboards.findings.common import Facts, Message, finding, percent
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, Statement, claims_of, stated
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, HOLDS, Verdict, not_checkable

_HOURS: Final = "accelerator_hours"
_COST: Final = "disclosed_cost_usd"
_COUNTED: Final = "none on the boards: they count the rows"
_RECORDS: Final[Mapping[str, tuple[str, str]]] = {
    "accelerator_count": ("a card count", "卡数"),
    "duration_days": ("a duration", "工期"),
    _COST: ("a cost", "成本"),
}
"""What a row without accelerator-hours may disclose of its compute and cost."""


def sentence_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """One verdict per sentence that `_CHECKS` knows."""
    for statement in page.statements:
        check = _CHECKS.get(statement.code)
        if check and page.runs:
            yield check(page, statement)


def contradicted(
    statement: Statement, message: Message, sources: list[str], arithmetic: str, *, effect: str = _COUNTED, share: float | None = None
) -> Verdict:
    """A sentence that the rows contradict; `share` is the fraction of rows for which it holds, where it is about one."""
    facts: Facts = {"arithmetic": arithmetic, "effect": effect, "expected_low": share, "expected_high": share}
    row = finding("statement_contradicted_by_data", "warning", statement.about, message, [statement.statement_id, *sources], **facts)
    return Verdict(statement, FAILS, share, None, arithmetic, (row,))


def _rest(page: PageFacts, statement: Statement) -> Verdict:
    """The rest disclose only card counts or nothing: the rest are the rows without accelerator-hours."""
    rest = [run for run in page.runs if stated(run, _HOURS) is None]
    others = [(run, record, zh) for run in rest for record, zh in _other_records(run, statement.listed)]
    arithmetic = f"{len(rest)} rows without accelerator-hours; other records: {len(others)}"
    if not others:
        return Verdict(statement, HOLDS, 0.0, arithmetic=arithmetic)
    listed = "; ".join(f"{run['model']} {record}" for run, record, _ in others)
    listed_zh = "；".join(f"{run['model']} {zh}" for run, _, zh in others)
    return contradicted(
        statement,
        Message(f"The page says of the rest “{statement.text}”, but {listed}.", f"页面称“{statement.text}”，但 {listed_zh}。"),
        [claim for run, _, _ in others for claim in claims_of(run, _HOURS, *_RECORDS)],
        arithmetic,
    )


def _other_records(run: Run, allowed: list[str]) -> Iterator[tuple[str, str]]:
    if run[f"{_HOURS}_status"] == "unreadable" and _HOURS not in allowed:
        words = run[f"{_HOURS}_text"]
        yield f"states compute in other words (“{words}”)", f"以其他方式披露了算力（“{words}”）"
    for name, (record, record_zh) in _RECORDS.items():
        if name not in allowed and stated(run, name) is not None:
            yield f"discloses {record}", f"披露了{record_zh}"


def _one_dimension(page: PageFacts, statement: Statement) -> Verdict:
    """Most disclose only one of the two: cost and accelerator-hours."""
    one = [run for run in page.runs if (stated(run, _COST) is None) != (stated(run, _HOURS) is None)]
    both = [run for run in page.runs if stated(run, _COST) is not None and stated(run, _HOURS) is not None]
    neither = len(page.runs) - len(one) - len(both)
    arithmetic = f"exactly one of cost and accelerator-hours: {len(one)} of {len(page.runs)}; both: {len(both)}; neither: {neither}"
    return _share(page, statement, one, arithmetic, ("disclose exactly one of the two", "恰好只披露其中一项"))


def _compute_not_money(page: PageFacts, statement: Statement) -> Verdict:
    """Most disclose compute but not money: compute is accelerator-hours or a card count."""
    compute = [run for run in page.runs if (stated(run, _HOURS) or stated(run, "accelerator_count")) and stated(run, _COST) is None]
    silent = [run for run in page.runs if not any(stated(run, name) for name in (_HOURS, "accelerator_count", _COST))]
    arithmetic = f"hours or a card count, and no cost: {len(compute)} of {len(page.runs)}; none of the three: {len(silent)}"
    return _share(page, statement, compute, arithmetic, ("disclose compute and no cost", "披露了算力而未披露成本"))


def _share(page: PageFacts, statement: Statement, runs: list[Run], arithmetic: str, words: tuple[str, str]) -> Verdict:
    share = len(runs) / len(page.runs)
    if share > 0.5:
        return Verdict(statement, HOLDS, share, arithmetic=arithmetic)
    total = len(page.runs)
    message = Message(
        f"The page says “{statement.text}”, but {len(runs)} of {total} rows ({percent(share, 0)}) {words[0]}.",
        f"页面称“{statement.text}”，而 {total} 行中{words[1]}的只有 {len(runs)} 行（{percent(share, 0)}）。",
    )
    return contradicted(statement, message, [claim for run in runs for claim in claims_of(run, _HOURS, _COST)], arithmetic, share=share)


def _estimate_marker(page: PageFacts, statement: Statement) -> Verdict:
    """Estimates are written in some way: the notes of the rows must carry those words."""
    marker = _plain(statement.words or "")
    estimated = _estimated(page)
    if not estimated:
        return not_checkable(statement, "no cost is marked as an estimate")
    notes = {run["run_id"]: page.of_run(run["run_id"], "disclosed_cost_note") for run in estimated}
    unlike = [run for run in estimated if marker not in _plain(note.text if (note := notes[run["run_id"]]) else run[f"{_COST}_text"] or "")]
    arithmetic = f"estimated costs: {len(estimated)}; without “{statement.words}”: {len(unlike)}"
    if not unlike:
        return Verdict(statement, HOLDS, 0.0, arithmetic=arithmetic)
    printed = sorted({note.text for run in unlike if (note := notes[run["run_id"]])})
    shown = ", ".join(f"“{text}”" for text in printed) or "nothing of the kind"
    message = Message(
        f"The page says that estimates are written “{statement.words}”, but the rows of {page.models(unlike)} print {shown}.",
        f"页面称估算值写作“{statement.words}”，而 {page.models(unlike)} 的行里写的是{shown}。",
    )
    sources = [note.statement_id for run in unlike if (note := notes[run["run_id"]])]
    return contradicted(statement, message, [*sources, *(c for run in unlike for c in claims_of(run, _COST))], arithmetic)


def _called_disclosed(page: PageFacts, statement: Statement) -> Verdict:
    """A heading that calls costs disclosed, over costs that the page itself marks as estimates."""
    costs = [run for run in page.runs if stated(run, _COST) is not None]
    estimated = _estimated(page)
    arithmetic = f"costs: {len(costs)}; marked as estimates: {len(estimated)}"
    if not costs:
        return not_checkable(statement, "no row has a cost")
    if not estimated:
        return Verdict(statement, HOLDS, 0.0, arithmetic=arithmetic)
    message = Message(
        f"Under “{statement.text}” stand {len(costs)} costs, of which the page itself marks {len(estimated)} as estimates"
        f" ({page.models(estimated)}).",
        f"“{statement.text}”一栏有 {len(costs)} 个成本，其中 {len(estimated)} 个被页面自己标为估算（{page.models(estimated)}）。",
    )
    effect = "disclosed_cost_by and disclosed_cost_estimated say whose figure each cost is"
    return contradicted(statement, message, [c for run in estimated for c in claims_of(run, _COST)], arithmetic, effect=effect)


def _estimated(page: PageFacts) -> list[Run]:
    return [run for run in page.runs if stated(run, _COST) is not None and run[f"{_COST}_estimated"]]


def _plain(text: str) -> str:
    return text.replace("（", "(").replace("）", ")").replace(" ", "").lower()


_CHECKS: Final[Mapping[str, Callable[[PageFacts, Statement], Verdict]]] = {
    "rest_disclose_only": _rest,
    "most_disclose_one_dimension": _one_dimension,
    "most_disclose_compute_not_money": _compute_not_money,
    "estimate_marker": _estimate_marker,
    "costs_called_disclosed": _called_disclosed,
    "disclosed_marker": lambda _, statement: not_checkable(statement, "the page does not say which rows it means"),
}
