"""What a page says about its prices and about the gap between recomputed and disclosed cost.

Belongs here: these sentences, held against the printed ratios and the rows behind them. A ratio that rests on hours far above the row's
own count x duration is shown with what that product would give. Does not belong here: that identity itself (`findings.identity`).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from fab_pipeline.leaderboards.findings.common import Message, figure
from fab_pipeline.leaderboards.findings.identity import OK_TO
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, Statement, claims_of, number, stated
from fab_pipeline.leaderboards.page_checks.sentences import contradicted
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, HOLDS, Verdict, not_checkable
from fab_pipeline.leaderboards.quantities import Interval, accelerator_hours_of

_SEVERAL_FROM: Final = 2.0
"""'Several times' is read as at least twice."""


class _Gap(NamedTuple):
    """One printed ratio; `implied` is what it would be with the row's own count x duration, where its hours exceed that."""

    run: Run
    statement: Statement
    ratio: float
    implied: Interval | None


def explanation_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """Verdicts on price bases, on the gap and on active parameters."""
    yield from _price_bases(page)
    gaps = _gaps(page)
    for statement in page.having("recompute_above_disclosed"):
        yield _above(statement, gaps, 1.0, "above the disclosed cost", "高于披露成本")
    for statement in page.having("rent_several_times_disclosed"):
        yield _above(statement, gaps, _SEVERAL_FROM, "twice the disclosed cost or more", "达到披露成本的两倍")
    for statement in page.having("gap_is_margin"):
        yield _margin(statement, gaps)
    for statement in page.having("active_parameters_affect_cost_per_token"):
        yield _active_parameters(page, statement)


def _price_bases(page: PageFacts) -> Iterator[Verdict]:
    bases = page.having("price_basis")
    if len({statement.words for statement in bases}) < 2:
        for statement in bases:
            yield not_checkable(statement, "the page prints no list of rents")
        return
    first, *others = bases
    said = " / ".join(f"“{statement.text}”" for statement in bases)
    message = Message(
        f"The page prices its recompute in two ways that differ whenever the rent moved within the month: {said}.",
        f"页面给出了两种重算口径，月内租价一有变动二者就不一致：{said}。",
    )
    verdict = contradicted(
        first, message, [statement.statement_id for statement in others], "; ".join(str(statement.words) for statement in bases),
        effect="the board names statistic and window beside each rent",
    )  # fmt: skip
    yield verdict
    for statement in others:
        yield Verdict(statement, FAILS, arithmetic=verdict.arithmetic, findings=verdict.findings)


def _gaps(page: PageFacts) -> list[_Gap]:
    found: list[_Gap] = []
    for statement in page.having("recomputed_to_disclosed_ratio"):
        run = page.by_id.get(statement.run_id or "")
        if run is None or statement.value is None:
            continue
        hours, count, days = number(run, "accelerator_hours"), stated(run, "accelerator_count"), stated(run, "duration_days")
        product = accelerator_hours_of(count, days) if count and days else Interval(None, None)
        exceeds = bool(hours and product.high and hours > product.high * OK_TO)
        implied = product.times(Interval(statement.value / hours, statement.value / hours)) if exceeds and hours else None
        found.append(_Gap(run, statement, statement.value, implied))
    return found


def _above(statement: Statement, gaps: list[_Gap], limit: float, words: str, words_zh: str) -> Verdict:
    """A claim about the size of the ratios: it fails where no printed ratio reaches it, or only on hours that the row contradicts."""
    if not gaps:
        return not_checkable(statement, "no row prints the ratio of recomputed to disclosed cost")
    reach = [gap for gap in gaps if gap.ratio >= limit]
    sound = [gap for gap in reach if gap.implied is None]
    arithmetic = "; ".join(_written(gap) for gap in gaps)
    if sound and (limit > 1.0 or len(reach) == len(gaps)):
        return Verdict(statement, HOLDS, float(len(sound)), arithmetic=arithmetic)
    said = f"The page says “{statement.text}”, but of {len(gaps)} printed ratios {len(sound)} are {words} on hours that their row bears out"
    said_zh = f"页面称“{statement.text}”，但 {len(gaps)} 个比值中，卡时与本行相符且{words_zh}的有 {len(sound)} 个"
    return contradicted(
        statement,
        Message(f"{said}: {arithmetic}.", f"{said_zh}：{'；'.join(_written_zh(gap) for gap in gaps)}。"),
        [source for gap in gaps for source in (gap.statement.statement_id, *claims_of(gap.run, "accelerator_hours"))],
        arithmetic,
        effect="the thesis rests on the rows whose hours fail",
    )


def _margin(statement: Statement, gaps: list[_Gap]) -> Verdict:
    """The gap is explained by margin: not where it comes from hours that the row contradicts."""
    wrong = [gap for gap in gaps if gap.implied is not None]
    if not wrong:
        return not_checkable(statement, "the page prints no margin")
    arithmetic = "; ".join(_written(gap) for gap in wrong)
    return contradicted(
        statement,
        Message(
            f"The page explains the gap by margin, but it comes from hours far above the row's own count x duration: {arithmetic}.",
            f"页面用毛利解释差值，但该差值来自远超本行“卡数 × 工期”的卡时：{'；'.join(_written_zh(gap) for gap in wrong)}。",
        ),
        [source for gap in wrong for source in (gap.statement.statement_id, *claims_of(gap.run, *_OPERANDS))],
        arithmetic,
        effect="implied_recomputed_cost_* stand beside the recomputed cost",
    )


_OPERANDS: Final = ("accelerator_hours", "accelerator_count", "duration_days")


def _active_parameters(page: PageFacts, statement: Statement) -> Verdict:
    """No parameter enters cost / tokens: the printed figures come out without any."""
    figures = [printed for printed in page.having("cost_per_million_tokens_usd") if _is_cost_per_token(page, printed)]
    if not figures:
        return not_checkable(statement, "no printed cost per million tokens could be recomputed")
    arithmetic = f"{len(figures)} printed figures equal cost / tokens x 1,000,000; no parameters enter"
    message = Message(
        f"The page says “{statement.text}”, but its cost per million tokens is cost / tokens in {len(figures)} rows:"
        " parameters do not enter.",
        f"页面称“{statement.text}”，但其每百万 token 成本在 {len(figures)} 行里都等于成本 ÷ token 数，与参数量无关。",
    )
    return contradicted(statement, message, [printed.statement_id for printed in figures], arithmetic)


def _is_cost_per_token(page: PageFacts, printed: Statement) -> bool:
    run = page.by_id.get(printed.run_id or "")
    cost, tokens = (number(run, name) if run else None for name in ("disclosed_cost_usd", "training_tokens"))
    return bool(cost and tokens and printed.printed.agrees_with(cost / tokens * 1e6))


def _written(gap: _Gap) -> str:
    base = f"{gap.run['model']} {figure(gap.ratio)}"
    return base if gap.implied is None else f"{base} (with its own count x duration {_interval(gap.implied)})"


def _written_zh(gap: _Gap) -> str:
    base = f"{gap.run['model']} {figure(gap.ratio)}"
    return base if gap.implied is None else f"{base}（按本行卡数 × 工期为 {_interval(gap.implied)}）"


def _interval(interval: Interval) -> str:
    low, high = (None if end is None else figure(end, 2) for end in interval)
    return f"{low}–{high}" if low and high and low != high else low or high or ""
