"""Counts that a page prints of its own rows: tiles, counts in sentences, coverage, and the largest figure.

Belongs here: what each count counts. Does not belong here: counts of groups.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from fab_pipeline.leaderboards.findings.common import Message, figure, finding
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, Statement, claims_of, number, stated
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, HOLDS, Verdict, judged, not_checkable


class _Count(NamedTuple):
    """What is counted, in words, and which rows count."""

    what: str
    what_zh: str
    counts: Callable[[PageFacts, Run], bool]


def _has(*names: str) -> Callable[[PageFacts, Run], bool]:
    return lambda _, run: all(stated(run, name) is not None for name in names)


def _only(name: str, without: str) -> Callable[[PageFacts, Run], bool]:
    return lambda _, run: stated(run, name) is not None and stated(run, without) is None


_HOURS: Final = "accelerator_hours"
_COST: Final = "disclosed_cost_usd"
_BOTH: Final = _Count("rows with cost and accelerator-hours", "成本与卡时都有的行", _has(_COST, _HOURS))

COUNTS: Final[Mapping[str, _Count]] = {
    "runs_total": _Count("rows", "行", lambda _page, _run: True),
    "open_weights": _Count("rows marked open-weight", "标为开放权重的行", lambda _, run: run["open_weights"] is True),
    "accelerator_hours_disclosed": _Count("rows with accelerator-hours", "有卡时的行", _has(_HOURS)),
    "cost_disclosed": _Count("rows with a cost", "有成本的行", _has(_COST)),
    "accelerator_count_disclosed": _Count("rows with an accelerator count", "有卡数的行", _has("accelerator_count")),
    "duration_disclosed": _Count("rows with a duration", "有工期的行", _has("duration_days")),
    "recomputable": _Count(
        "rows with a recomputed cost", "有重算值的行", lambda page, run: page.of_run(run["run_id"], "recomputed_cost_usd") is not None
    ),
    "unit_cost_comparable": _BOTH,
    "coverage_both": _BOTH,
    "coverage_hours_only": _Count("rows with accelerator-hours and no cost", "只有卡时的行", _only(_HOURS, _COST)),
    "coverage_cost_only": _Count("rows with a cost and no accelerator-hours", "只有成本的行", _only(_COST, _HOURS)),
    "coverage_neither": _Count(
        "rows with neither", "两者都没有的行", lambda _, run: stated(run, _HOURS) is None and stated(run, _COST) is None
    ),
}


def count_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """One verdict per printed count, number of organisations and largest figure."""
    for statement in page.statements:
        if statement.code in COUNTS and statement.value is not None:
            yield _count(page, statement, COUNTS[statement.code])
        elif statement.code == "organizations_total" and statement.value is not None:
            yield _organizations(page, statement)
        elif statement.code == "largest_accelerator_hours" and statement.value is not None:
            yield _largest(page, statement)


def _count(page: PageFacts, statement: Statement, count: _Count) -> Verdict:
    runs = [run for run in page.runs if count.counts(page, run)]
    listed = f" ({page.models(runs)})" if statement.code != "runs_total" and runs else ""
    return _differs(page, statement, float(len(runs)), f"{count.what}: {len(runs)}{listed}", (count.what, count.what_zh))


def _organizations(page: PageFacts, statement: Statement) -> Verdict:
    names = sorted({run["organization"] for run in page.runs if run["organization"]})
    words = ("different organisations", "家机构")
    return _differs(page, statement, float(len(names)), f"organisations: {len(names)} ({', '.join(names)})", words)


def _differs(page: PageFacts, statement: Statement, counted: float, arithmetic: str, words: tuple[str, str]) -> Verdict:
    row = finding(
        "statement_contradicted_by_data",
        "error",
        statement.about,
        Message(
            f"The page prints {figure(statement.value or 0.0)} (“{statement.text}”), its table has {figure(counted)} {words[0]}.",
            f"页面写的是 {figure(statement.value or 0.0)}（“{statement.text}”），而表中{words[1]}为 {figure(counted)}。",
        ),
        [statement.statement_id],
        quantity=statement.code,
        stated=statement.value,
        expected_low=counted,
        expected_high=counted,
        arithmetic=arithmetic,
        effect="none on the boards: they count the rows",
    )
    return judged(statement, statement.value == counted, counted, arithmetic, finding=row)


def _largest(page: PageFacts, statement: Statement) -> Verdict:
    hours = [(value, run) for run in page.runs if (value := number(run, _HOURS)) is not None]
    if not hours:
        return not_checkable(statement, "no row has a single figure of accelerator-hours")
    most, run = max(hours, key=lambda item: item[0])
    same_run = statement.run_id in {None, run["run_id"]}
    arithmetic = f"largest of {len(hours)}: {figure(most)} ({run['model']})"
    if statement.printed.agrees_with(most) and same_run:
        return Verdict(statement, HOLDS, most, run["model"], arithmetic)
    row = finding(
        "statement_contradicted_by_data",
        "error",
        statement.about,
        Message(
            f"The page prints {figure(statement.value or 0.0)} ({statement.subject or 'no model named'}) as the largest accelerator-hours,"
            f" its table's largest are {figure(most)} ({run['model']}).",
            f"页面称最大卡时为 {figure(statement.value or 0.0)}（{statement.subject or '未写模型'}），"
            f"而表中最大的是 {figure(most)}（{run['model']}）。",
        ),
        [statement.statement_id, *claims_of(run, _HOURS)],
        quantity=_HOURS,
        stated=statement.value,
        expected_low=most,
        expected_high=most,
        arithmetic=arithmetic,
    )
    return Verdict(statement, FAILS, most, run["model"], arithmetic, (row,))
