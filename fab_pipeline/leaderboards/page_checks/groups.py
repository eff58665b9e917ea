"""Counts and members of a page's hardware groups, held against the hardware of its rows, and whether every row stands in exactly one.

Belongs here: these verdicts. Does not belong here: reading headings (`printed_groups`), durations (`group_durations`), and the boards' own
grouping.
"""

from collections import Counter
from collections.abc import Iterator

from fab_pipeline.leaderboards.findings.common import Message, figure, finding
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Statement
from fab_pipeline.leaderboards.page_checks.group_durations import duration_verdicts
from fab_pipeline.leaderboards.page_checks.printed_groups import Group, contradiction, group_runs, groups_of
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, HOLDS, Verdict, judged


def group_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """Verdicts on every group, then one on all of them together."""
    groups = groups_of(page)
    for group in groups:
        if group.counted:
            yield _count(page, group, group.counted)
        if group.members:
            yield _members(page, group, group.members)
        yield from duration_verdicts(page, group)
    if groups:
        yield _together(page, groups)


def _count(page: PageFacts, group: Group, statement: Statement) -> Verdict:
    sure, possible = (group.by_hardware, group.possible) if group.unique else (group_runs(page, group),) * 2
    listed = len(group.members.listed) if group.members else None
    arithmetic = f"rows of this hardware: {len(sure)} ({page.models(list(sure))})" + (
        "" if listed is None else f"; members listed: {listed}"
    )
    ok = len(sure) <= (statement.value or 0.0) <= len(possible) and listed in {None, statement.value}
    expected = float(len(sure) if listed in {None, statement.value} else listed or 0)
    said = (f"counts {figure(statement.value or 0.0)} runs", f"写明 {figure(statement.value or 0.0)} 条")
    row = contradiction(
        group, statement, said, (f"its rows: {arithmetic}", f"对应的行有 {len(sure)} 条，列出 {listed} 条"), arithmetic, expected
    )
    return judged(statement, ok, float(len(sure)), arithmetic, finding=row)


def _members(page: PageFacts, group: Group, statement: Statement) -> Verdict:
    sure, possible = (group.by_hardware, group.possible) if group.unique else (group_runs(page, group),) * 2
    models, allowed, listed = [run["model"] for run in sure], {run["model"] for run in possible}, Counter(statement.listed)
    missing = [model for model in models if model not in listed]
    foreign = [member for member in listed if member not in allowed]
    twice = sorted(member for member, times in listed.items() if times > 1)
    arithmetic = f"rows of this hardware: {'; '.join(models) or 'none'}"
    problems = {"missing": missing, "of other hardware or no row": foreign, "listed twice": twice}
    problem = "; ".join(f"{what}: {', '.join(names)}" for what, names in problems.items() if names)
    said = (f"lists {', '.join(listed)}", f"列出 {', '.join(listed)}")
    row = contradiction(group, statement, said, (f"by the rows' hardware, {problem}", f"按各行硬件核对，{problem}"), arithmetic, None)
    verdict, findings = (FAILS, (row,)) if problem else (HOLDS, ())
    return Verdict(statement, verdict, float(len(models)), "; ".join(models), arithmetic, findings)


def _together(page: PageFacts, groups: list[Group]) -> Verdict:
    counted = [group.counted for group in groups if group.counted]
    total = sum(statement.value or 0.0 for statement in counted)
    listed = Counter(member for group in groups if group.members for member in group.members.listed)
    complete = all(group.members for group in groups)
    missing = [run for run in page.runs if complete and run["model"] not in listed]
    twice = sorted(member for member, times in listed.items() if times > 1)
    statement = Statement(
        f"{page.capture[:12]}:group:groups_cover_runs", "group", "groups_cover_runs", None, None, total, None, f"{len(groups)} groups"
    )
    arithmetic = f"{' + '.join(figure(item.value or 0.0) for item in counted)} = {figure(total)} of {len(page.runs)} rows"
    ok = total == len(page.runs) and not missing and not twice
    left, repeated = page.models(missing), ", ".join(twice)
    problem = f"in no group: {left or 'none'}; in several: {repeated or 'none'}"
    row = finding(
        "statement_contradicted_by_data",
        "warning",
        groups[0].counted.about if groups[0].counted else groups[0].members.about if groups[0].members else statement.about,
        Message(
            f"The groups hold {figure(total)} runs, the table has {len(page.runs)} ({problem}).",
            f"各组合计 {figure(total)} 条，而表中有 {len(page.runs)} 行（不在任何组：{left or '无'}；重复：{repeated or '无'}）。",
        ),
        [item.statement_id for item in counted] or [statement.statement_id],
        detail="groups_cover_runs",
        stated=total,
        expected_low=float(len(page.runs)),
        expected_high=float(len(page.runs)),
        arithmetic=arithmetic,
        effect="none on the boards: they group the rows themselves",
    )
    return judged(statement, ok, float(len(page.runs)), arithmetic, finding=row)
