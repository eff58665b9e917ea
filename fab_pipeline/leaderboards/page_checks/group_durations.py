"""What a page says about the durations of a group: how many of its runs have one, and their mean.

Belongs here: both, and the warning that a mean over bounds or over different scopes is none. Does not belong here: members.
"""

from collections.abc import Iterator
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.findings.evidence import SCOPE_ZH
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, Statement, claims_of, number, stated
from fab_pipeline.leaderboards.page_checks.printed_groups import Group, contradiction, group_runs
from fab_pipeline.leaderboards.page_checks.verdict import Verdict, judged, not_checkable
from fab_pipeline.leaderboards.quantities import Interval, duration_interval
from fab_pipeline.reading.durations_twice import restatements
from fab_pipeline.reading.quantity import Quantity

_BOUNDS: Final = {"lower_bound", "upper_bound", "range", "vague"}
_QUALIFIER_ZH: Final = {
    "exact": "确值",
    "approx": "约数",
    "lower_bound": "下限",
    "upper_bound": "上限",
    "range": "区间",
    "vague": "数量级",
}
_NO_MEAN: Final = "training_by_accelerator shows the values and their qualifiers, and no mean"


def duration_verdicts(page: PageFacts, group: Group) -> Iterator[Verdict]:
    """Verdicts on the number of durations of a group and on their mean."""
    for statement in page.having("group_durations"):
        if statement.subject == group.name:
            yield _durations(page, group, statement)
    for statement in page.having("group_mean_days"):
        if statement.subject == group.name:
            yield _mean(page, group, statement)


def _durations(page: PageFacts, group: Group, statement: Statement) -> Verdict:
    runs = [run for run in group_runs(page, group) if stated(run, "duration_days") is not None]
    arithmetic = f"rows with a duration: {len(runs)}" + (f" ({_written(runs)})" if runs else "")
    said = (f"says that {figure(statement.value or 0.0)} records give a duration", f"称有 {figure(statement.value or 0.0)} 条能得出工期")
    row = contradiction(group, statement, said, (f"{len(runs)} do", f"实际为 {len(runs)} 条"), arithmetic, float(len(runs)))
    verdict = judged(statement, statement.value == len(runs), float(len(runs)), arithmetic, finding=row)
    more = () if _has_mean(page, group) else _mixed(page, group, statement, runs)
    return Verdict(statement, verdict.verdict, verdict.recomputed, None, arithmetic, (*verdict.findings, *more))


def _has_mean(page: PageFacts, group: Group) -> bool:
    return any(statement.subject == group.name for statement in page.having("group_mean_days"))


def _mean(page: PageFacts, group: Group, statement: Statement) -> Verdict:
    """The mean over the members, each as long as its words allow; where it is no mean at all, that explains a difference."""
    runs = [run for run in group_runs(page, group) if number(run, "duration_days") is not None]
    values = [number(run, "duration_days") or 0.0 for run in runs]
    if not values:
        return not_checkable(statement, "no member has a single figure of duration")
    mean = sum(values) / len(values)
    low, high = (
        sum(ends) / len(values) for ends in zip(*(_allowed(run, value) for run, value in zip(runs, values, strict=True)), strict=True)
    )
    arithmetic = f"({' + '.join(figure(value) for value in values)}) / {len(values)} = {figure(mean)}"
    if high > low:
        arithmetic += f"; as worded {figure(low, 2)} to {figure(high, 2)}"
    said = (f"prints a mean of {figure(statement.value or 0.0)} days", f"写明平均 {figure(statement.value or 0.0)} 天")
    row = contradiction(group, statement, said, (f"its rows give {figure(mean)}", f"各行平均为 {figure(mean)}"), arithmetic, mean)
    nearest = min(max(statement.value or 0.0, low), high)
    more = _mixed(page, group, statement, runs)
    verdict = judged(statement, statement.printed.agrees_with(nearest), mean, arithmetic, finding=row, explained=bool(more))
    return Verdict(statement, verdict.verdict, mean, None, arithmetic, (*verdict.findings, *more), verdict.explained)


def _allowed(run: Run, value: float) -> tuple[float, float]:
    """Lowest and highest length that the run's words give: months of 30 days, and a second statement of the same duration."""
    quantity = stated(run, "duration_days")
    ends = duration_interval(quantity) if quantity else Interval(None, None)
    twice = [length for pair in restatements(run["duration_days_text"] or "") for length in (pair.days, pair.low, pair.high)]
    lengths = [value, *twice, *(end for end in ends if end is not None)]
    return min(lengths), max(lengths)


def _mixed(page: PageFacts, group: Group, statement: Statement, runs: list[Run]) -> tuple[FindingRow, ...]:
    """A mean of durations must not mix bounds or scopes; a page that averages says nothing of either."""
    quantities = [quantity for run in runs if (quantity := stated(run, "duration_days")) is not None]
    sources = [statement.statement_id, *(claim for run in runs for claim in claims_of(run, "duration_days"))]
    found: list[FindingRow] = []
    if any(quantity.qualifier in _BOUNDS for quantity in quantities):
        message = Message(
            f"The mean duration of “{group.name}” rests on a bound ({_written(runs)}): it is no mean.",
            f"“{group.name}”的平均工期用到了界限值（{_written_zh(runs)}），不能视为平均值。",
        )
        found.append(
            finding("bound_used_as_value", "warning", statement.about, message, sources, quantity="duration_days", effect=_NO_MEAN)
        )
    if len({quantity.scope for quantity in quantities}) > 1:
        message = Message(
            f"The mean duration of “{group.name}” mixes scopes ({_written(runs)}).",
            f"“{group.name}”的平均工期混用了不同口径（{_written_zh(runs)}）。",
        )
        found.append(finding("scope_mismatch", "warning", statement.about, message, sources, quantity="duration_days", effect=_NO_MEAN))
    return tuple(found)


def _written(runs: list[Run]) -> str:
    return "; ".join(f"{run['model']}: {_length(q)} d, {q.qualifier}, {q.scope}" for run in runs if (q := stated(run, "duration_days")))


def _written_zh(runs: list[Run]) -> str:
    described = [(run, q) for run in runs if (q := stated(run, "duration_days"))]
    return "；".join(f"{run['model']}：{_length(q)} 天，{_QUALIFIER_ZH[q.qualifier]}，{SCOPE_ZH[q.scope]}" for run, q in described)


def _length(days: Quantity) -> str:
    if days.value is not None:
        return figure(days.value, 2)
    return f"{'' if days.minimum is None else figure(days.minimum, 2)}–{'' if days.maximum is None else figure(days.maximum, 2)}"
