"""Disclosed cost per disclosed accelerator-hour: is it a price that anybody pays, and whose figure is the cost?

Belongs here: checks on the disclosed cost. Does not belong here: today's rent, which says nothing about what was paid then.
"""

from collections.abc import Iterator
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding, money
from fab_pipeline.leaderboards.findings.evidence import Evidence, ends, ends_zh
from fab_pipeline.leaderboards.quantities import Interval, interval, scope_status
from fab_pipeline.leaderboards.recompute import implied_hours
from fab_pipeline.reading.quantity import Quantity

BAND_FROM_USD: Final = 0.5
BAND_TO_USD: Final = 10.0
"""USD per accelerator-hour. Our own choice: public rents of one H100 spread from 0.52 to 14.90, the upper end for single cards
(https://www.gmicloud.ai/en/blog/h100-price-range-comparison, read 2026-11-30), and costs published with their hours come to 2.00
(DeepSeek-V3, arXiv 2412.19437, table 1) and 4.43 (GLM-130B)."""
_ROUND_STEP_USD: Final = 0.05
_SAME: Final = 1e-9
_TELLING_DIGITS: Final = 3


def unit_cost(evidence: Evidence) -> Iterator[FindingRow]:
    """The quotient lies outside the band, whichever way the bounds are taken."""
    cost, hours = evidence.quantity("disclosed_cost_usd"), evidence.quantity("accelerator_hours")
    if cost is None or hours is None or scope_status(cost.scope, hours.scope) == "scope_mismatch":
        return
    quotient = interval(cost).over(interval(hours))
    below = quotient.high is not None and quotient.high < BAND_FROM_USD
    above = quotient.low is not None and quotient.low > BAND_TO_USD
    if not (below or above):
        return
    side, side_zh = ("below", "低于") if below else ("above", "高于")
    band = f"{money(BAND_FROM_USD)}–{money(BAND_TO_USD)}"
    message = Message(
        f"The disclosed cost is {ends(quotient, '$', 3)} per disclosed accelerator-hour, {side} the usual {band}: cost or hours are"
        " wrong, or they do not belong together.",
        f"披露成本除以披露卡时为每卡时 {ends_zh(quotient, '$', 3)}，{side_zh}通常的 {band}：成本或卡时有误，或两者口径不同。",
    )
    yield finding(
        "unit_cost_out_of_band",
        "warning",
        evidence.subject,
        message,
        evidence.claims("disclosed_cost_usd", "accelerator_hours"),
        quantity="usd_per_accelerator_hour",
        stated=quotient.low if above else quotient.high,
        expected_low=BAND_FROM_USD,
        expected_high=BAND_TO_USD,
        arithmetic=f"{ends(interval(cost), '$')} / {ends(interval(hours))} h = {ends(quotient, '$', 4)} per hour",
        effect=_with_implied_hours(evidence, interval(cost)),
    )


def cost_not_by_developer(evidence: Evidence) -> Iterator[FindingRow]:
    """A cost that its own source marks as an estimate, or that somebody else states, is no disclosure of the developer."""
    cost = evidence.quantity("disclosed_cost_usd")
    estimated = evidence.run["disclosed_cost_usd_estimated"] is True
    third_party = evidence.run["disclosed_cost_usd_stated_by"] == "third_party"
    if cost is None or not (estimated or third_party):
        return
    if evidence.run["disclosed_cost_usd_stated_by"] == "developer":
        yield _own_estimate(evidence, cost)
        return
    why, why_zh = ("its source marks it as an estimate", "来源自己标注为估算") if estimated else ("somebody else states it", "由第三方给出")
    shown = ends(interval(cost), "$", 0) if interval(cost).known else "the cost"
    yield finding(
        "cost_not_disclosed_by_developer",
        "warning",
        evidence.subject,
        Message(
            f"The cost ({shown}) is not a disclosure of the developer: {why}.",
            f"成本（{shown}）不是开发者的披露：{why_zh}。",
        ),
        evidence.claims("disclosed_cost_usd"),
        quantity="disclosed_cost_usd",
        stated=cost.value,
        effect="disclosed_cost_estimated and disclosed_cost_by say so beside the figure; quotients with it are estimates",
    )


def _own_estimate(evidence: Evidence, cost: Quantity) -> FindingRow:
    shown = ends(interval(cost), "$", 0) if interval(cost).known else "the cost"
    return finding(
        "cost_is_an_estimate",
        "info",
        evidence.subject,
        Message(
            f"The cost ({shown}) is the developer's own estimate, not money that was paid.",
            f"成本（{shown}）是开发者自己的估算，而不是实际支出。",
        ),
        evidence.claims("disclosed_cost_usd"),
        quantity="disclosed_cost_usd",
        stated=cost.value,
        effect="disclosed_cost_estimated says so beside the figure; quotients with it are estimates",
    )


def cost_at_round_price(evidence: Evidence) -> Iterator[FindingRow]:
    """A cost that is the hours times a round price was computed from them: it is one disclosure, not two.

    Round is a multiple of 5 cents, met to 1e-9; hours with fewer than three significant digits are too round themselves to tell.
    """
    cost, hours = evidence.quantity("disclosed_cost_usd"), evidence.quantity("accelerator_hours")
    if cost is None or hours is None or not cost.value or not hours.value:
        return
    price = cost.value / hours.value
    steps = round(price / _ROUND_STEP_USD)
    if not steps or abs(price / _ROUND_STEP_USD - steps) > _SAME * steps or _digits(hours.value) < _TELLING_DIGITS:
        return
    message = Message(
        f"The cost is the accelerator-hours times {money(price)} exactly: an assumed price, not money that was paid.",
        f"成本恰好等于卡时 × {money(price)}：这是假定的单价，而不是实际支出。",
    )
    yield finding(
        "cost_is_hours_times_round_price",
        "info",
        evidence.subject,
        message,
        evidence.claims("disclosed_cost_usd", "accelerator_hours"),
        quantity="disclosed_cost_usd",
        stated=cost.value,
        arithmetic=f"{figure(hours.value)} h × {money(price)} = {money(cost.value)}",
        effect="usd_per_accelerator_hour repeats the assumption",
    )


def _with_implied_hours(evidence: Evidence, cost: Interval) -> str:
    hours = implied_hours(evidence.run)
    if not hours.known:
        return "usd_per_accelerator_hour shows the quotient as it is"
    instead = ends(cost.over(hours), "$", 3)
    return f"with the hours of its own count and duration usd_per_accelerator_hour would be {instead}; the stated figures stay"


def _digits(value: float) -> int:
    """Significant digits of a whole number as printed: 2,788,000 has four."""
    return len(f"{value:.0f}".rstrip("0"))
