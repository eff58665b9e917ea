"""Checks of published uses of accelerators: figures that cannot both be right, times and counts that are not those of a training.

Belongs here: what is special to cases. Arithmetic that any run must satisfy is checked by the checks of runs (`identity`, `utilisation`,
`bounds`). Does not belong here: which figure of a case speaks (see `case_figures`).
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import combinations
from typing import Final

import polars as pl

from fab_pipeline.leaderboards.case_claims import cases_of
from fab_pipeline.leaderboards.case_figures import Figure, Stated
from fab_pipeline.leaderboards.case_guidelines import Guideline, guidelines_of
from fab_pipeline.leaderboards.case_runs import CaseRun, case_runs
from fab_pipeline.leaderboards.findings.bounds import bound_used
from fab_pipeline.leaderboards.findings.case_slips import slip_between
from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, figure, finding, findings_frame, percent
from fab_pipeline.leaderboards.findings.evidence import Evidence
from fab_pipeline.leaderboards.findings.figures import ABOUT
from fab_pipeline.leaderboards.findings.identity import identity
from fab_pipeline.leaderboards.findings.utilisation import implied_utilisation, utilisation
from fab_pipeline.leaderboards.quantities import HOURS_PER_DAY
from fab_pipeline.leaderboards.recompute import priced_configuration
from fab_pipeline.leaderboards.rent import Rents, rents_on

TABLE: Final = "industry_cases"
_FORMS: Final = frozenset({"gain", "reduction", "ratio", "speedup"})
"""Last words of metrics that say how much better something got."""
_NAMES_ZH: Final = {
    "accelerator_count": "卡数",
    "cluster_accelerators": "集群卡数",
    "duration_days": "工期",
    "installation_days": "安装时间",
    "accelerator_hours": "卡时",
    "training_tokens": "训练 token 数",
    "parameters_total": "参数量",
    "disclosed_cost_usd": "披露成本",
    "systems": "系统数",
    "nodes": "节点数",
    "per_node": "每节点卡数",
}


def case_findings(claims: pl.DataFrame, pages: pl.DataFrame, prices: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """Findings on every case and guideline.

    Args:
        claims: frame of VENDOR_CLAIMS of the pages in force.
        pages: frame of VENDOR_PAGES of the same captures.
        prices: frame of ACCELERATOR_PRICES, for the effect on the board.
        board_date: UTC date of the rents in the effects.

    Returns:
        Frame of FINDINGS about table industry_cases, sorted by finding_id.
    """
    rents = rents_on(prices, board_date)
    runs = case_runs(cases_of(claims, pages), claims)
    rows = [row for run in runs for row in _of_case(run, rents)]
    rows += [row for one in guidelines_of(claims, pages) for row in _of_guideline(one, runs)]
    return findings_frame(rows)


def _of_case(run: CaseRun, rents: Rents) -> Iterator[FindingRow]:
    configuration = priced_configuration(run.row, rents)
    evidence = Evidence(run.row, {}, {}, {}, rents.headline(configuration) if configuration else None, TABLE)
    yield from identity(evidence)
    yield from utilisation(evidence)
    yield from bound_used(evidence)
    for name, stated in run.figures.by_name.items():
        if stated.disagrees:
            yield _twice(evidence, run, name, stated)
    for one in run.figures["installation_days"].figures:
        yield _installation(evidence, run, one)
    yield from _cluster(evidence, run)
    yield from _one_figure_two_metrics(evidence, run)


def _twice(evidence: Evidence, run: CaseRun, name: str, stated: Stated) -> FindingRow:
    printed = [one.quantity.text.strip() for one in stated.figures]
    values = [one.quantity.value for one in stated.figures if one.quantity.value is not None]
    slip = slip_between(stated.figures[0].quantity, stated.figures[1].quantity)
    en, zh = _plausible(evidence, stated) if name == "parameters_total" else ("", "")
    written = "; ".join(f"{words} = {figure(value, 6)}" for words, value in zip(printed, values, strict=False))
    ratio = f"; ratio {figure(max(values) / min(values), 2)}" if len(values) > 1 and min(values) > 0 else ""
    return finding(
        "stated_twice_differently",
        "error" if slip else "warning",
        evidence.subject,
        Message(
            f"The text states {name} as {' and as '.join(printed)}, which cannot both be right."
            f"{f' Likely slip: {slip.en}.' if slip else ''}{en}",
            f"文中{_NAMES_ZH.get(name, name)}写作 {'，又写作 '.join(printed)}，两者不可能都对。"
            f"{f'可能的错误：{slip.zh}。' if slip else ''}{zh}",
        ),
        stated.claim_ids,
        detail=name,
        quantity=name,
        stated=values[0] if values else None,
        expected_low=min(values, default=None),
        expected_high=max(values, default=None),
        arithmetic=f"{written}{ratio}",
        effect=f"{name} stays null" + ("" if run.figures[name].quantity else "; no figure is chosen for the texts"),
    )


def _plausible(evidence: Evidence, stated: Stated) -> tuple[str, str]:
    """What utilisation each of two sizes would imply, where work and hours are known."""
    parts: list[tuple[str, float]] = []
    for one in stated.figures:
        value = one.quantity.value
        row = dict(evidence.run) | {
            "parameters_total": value,
            "parameters_total_qualifier": "approx",
            "parameters_total_status": "disclosed",
        }
        used = implied_utilisation(replace(evidence, run=row)) if value else None
        if used is not None and used.high is not None:
            parts.append((one.quantity.text.strip(), used.high))
    if len(parts) < 2:
        return "", ""
    return (
        " Tokens and accelerator-hours would imply "
        + ", ".join(f"{percent(share)} of the peak with {words}" for words, share in parts)
        + ".",
        "按 token 数与卡时推算，" + "，".join(f"取 {words} 时利用率为 {percent(share)}" for words, share in parts) + "。",
    )


def _installation(evidence: Evidence, run: CaseRun, one: Figure) -> FindingRow:
    days, count = one.quantity.value, run.figures["accelerator_count"].quantity
    size = count.value if count else None
    wrong = days * size * HOURS_PER_DAY if days is not None and size else None
    shown = one.quantity.text.strip()
    product = f"{figure(size or 0)} accelerators x {figure(days or 0)} d x 24 = {figure(wrong or 0)} accelerator-hours"
    return finding(
        "installation_is_not_training",
        "info",
        evidence.subject,
        Message(
            f"{shown!r} is the time from installation until training could begin; it is no duration of the training.",
            f"“{shown}”是从安装到可以开始训练的时间，不是训练时长。",
        ),
        [one.claim.row["claim_id"]],
        detail=one.claim.row["claim_id"],
        quantity="duration_days",
        stated=days,
        arithmetic=f"as a duration it would give {product}, which nobody claims" if wrong else "none: no count to multiply it with",
        effect="it stands in installation_days and enters no product",
    )


def _cluster(evidence: Evidence, run: CaseRun) -> Iterator[FindingRow]:
    own, cluster = run.figures["accelerator_count"], run.figures["cluster_accelerators"]
    count, size = own.quantity, cluster.quantity.value if cluster.quantity else None
    if count is not None and (count.scope == "cluster" or run.installs_only):
        shown = count.text.strip()
        yield finding(
            "cluster_size_is_not_run_size",
            "info",
            evidence.subject,
            Message(
                f"{shown!r} is what the cluster has; how many of them one training used is not said.",
                f"“{shown}”是集群的规模；一次训练用了多少卡，文中没有说。",
            ),
            own.claim_ids,
            quantity="accelerator_count",
            stated=count.value,
            arithmetic="a run uses between 1 and all of them: count x duration is an upper end only",
            effect="accelerator_count has scope cluster; implied_accelerator_hours_low is null",
        )
    elif count is not None and count.value and size is not None and size > count.value * (1 + ABOUT):
        yield finding(
            "cluster_size_is_not_run_size",
            "info",
            evidence.subject,
            Message(
                f"The run used {figure(count.value)} accelerators, the cluster has {figure(size)}.",
                f"训练用了 {figure(count.value)} 卡，集群有 {figure(size)} 卡。",
            ),
            (*own.claim_ids, *cluster.claim_ids),
            quantity="accelerator_count",
            stated=count.value,
            arithmetic=f"{figure(count.value)} / {figure(size)} = {percent(count.value / size)}",
            effect="accelerator_count is the run's; the cluster stands in cluster_accelerators",
        )


def _one_figure_two_metrics(evidence: Evidence, run: CaseRun) -> Iterator[FindingRow]:
    """One figure that is told as two measures of one thing: a recall that became an accuracy."""
    claims = [claim.row for claim in reversed(run.case.claims) if claim.counts]
    told = {(row["metric"], row["value"], row["unit"]): row for row in claims}
    stated = sorted((row for (metric, value, _), row in told.items() if metric and value is not None), key=lambda row: row["claim_id"])
    for one, other in combinations(stated, 2):
        same = (one["value"], one["unit"]) == (other["value"], other["unit"])
        words, others = one["metric"].split("_"), other["metric"].split("_")
        alike = (words[0], words[-1]) == (others[0], others[-1]) and words[-1] in _FORMS
        if same and alike and words != others:
            shown = (one["raw"] or one["span"]).strip()
            yield finding(
                "one_figure_two_metrics",
                "warning",
                evidence.subject,
                Message(
                    f"{shown} stands for {one['metric']} and for {other['metric']}: two measures of one thing that rarely agree;"
                    " one of them is likely a rewording of the other.",
                    f"{shown} 既写作 {one['metric']}，又写作 {other['metric']}：同一事物的两种指标很少恰好相等，其中一个可能是改写所致。",
                ),
                [one["claim_id"], other["claim_id"]],
                detail=f"{one['metric']}:{other['metric']}",
                quantity="outcomes",
                stated=one["value"],
                arithmetic=f"{one['span'].strip()!r} and {other['span'].strip()!r}",
                effect="both stand in outcomes; neither is chosen",
            )


def _of_guideline(one: Guideline, runs: list[CaseRun]) -> Iterator[FindingRow]:
    """Advice that has the size and the count of one case rests on that case alone."""
    for run in runs:
        counts = {item.quantity.value for item in run.figures["accelerator_count"].figures}
        sizes = {item.quantity.value for item in run.figures["parameters_total"].figures}
        if one.count.value in counts and one.parameters.value in sizes:
            yield finding(
                "guideline_rests_on_one_case",
                "info",
                Subject(TABLE, one.case_id),
                Message(
                    f"The advice of {figure(one.count.value or 0)} accelerators has the figures of one case ({run.case.case_id}): what one"
                    " organisation used is no minimum and no rule.",
                    f"建议的 {figure(one.count.value or 0)} 卡与一个案例（{run.case.case_id}）的数字相同："
                    "一家用了多少，不等于最低需要多少。",
                ),
                [row["claim_id"] for row in one.claims],
                detail=run.case.case_id,
                quantity="accelerator_count",
                stated=one.count.value,
                arithmetic=f"{one.count.text.strip()} and {one.parameters.text.strip()}, as in the case",
                effect="none: a guideline is never priced",
            )
