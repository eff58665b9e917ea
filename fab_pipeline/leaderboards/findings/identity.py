"""Accelerator-hours = accelerators x days x 24, with bounds and scopes.

Belongs here: comparing the stated hours of a run with its own count and duration. Every duration that the source states is a candidate
(the run's figure, and the sum of its phases); a candidate of the hours' own scope is the only one that counts, and hours that do not say
what they cover pass if they match any. Does not belong here: figures from outside the source.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding, percent
from fab_pipeline.leaderboards.findings.evidence import SCOPE_EN, SCOPE_ZH, Evidence, ends, ends_zh, hours_effect
from fab_pipeline.leaderboards.findings.likely_slips import in_words, of_identity
from fab_pipeline.leaderboards.quantities import (
    HOURS_PER_DAY,
    UNKNOWN_SCOPE,
    Interval,
    accelerator_hours_in,
    duration_interval,
    interval,
    scope_status,
    single,
)
from fab_pipeline.reading.quantity import Quantity

OK_FROM: Final = 0.9
OK_TO: Final = 1.1
SCOPE_FROM: Final = 0.4
"""Stated / product: 0.9 to 1.1 is agreement (rounded figures, restarts), 0.4 to 0.9 is usual where hours are net of idle time or cover
one phase, anything else is a fault. Our own choice, tried on Epoch AI's notable models (CC BY 4.0, https://epoch.ai/data, copy of
2026-01): of 117 rows with hours, count and duration ten fall outside, among them real slips of unit (chip-days held as chip-hours)."""

_WIDER: Final[tuple[str, ...]] = ("all", "project")


@dataclass(frozen=True)
class Product:
    """What a count and one duration of the source would give."""

    scope: str
    days: Interval
    hours: Interval

    def ratio(self, stated: Interval) -> float | None:
        """Stated / product where they disagree, at the ends nearest to each other; 1 inside the product's interval."""
        if stated.low is not None and self.hours.high and stated.low > self.hours.high:
            return stated.low / self.hours.high
        if stated.high is not None and self.hours.low and stated.high < self.hours.low:
            return stated.high / self.hours.low
        return 1.0 if self.hours.known and stated.known else None


def identity(evidence: Evidence) -> Iterator[FindingRow]:
    """Findings on the hours of one run; none where they agree with the run's own count and duration."""
    hours = evidence.quantity("accelerator_hours")
    if hours is None:
        return
    products = {product.scope: product for product in _products(evidence)}
    if not products:
        yield from _not_checkable(evidence, hours)
        return
    yield from _judged(evidence, hours, list(_that_count(hours, products)))
    for scope, part in evidence.phases.get("accelerator_hours", {}).items():
        if scope in products and scope != hours.scope:
            yield from _judged(evidence, part, [products[scope]], detail=scope)


def _products(evidence: Evidence) -> Iterator[Product]:
    count, days = evidence.quantity("accelerator_count"), evidence.quantity("duration_days")
    if count is None:
        return
    durations: dict[str, Interval] = {} if days is None else {days.scope: duration_interval(days)}
    phases = evidence.phases.get("duration_days", {})
    for scope, part in phases.items():
        durations.setdefault(scope, duration_interval(part))
    if len(phases) > 1:
        durations.setdefault("all", _sum(phases))
    for scope, span in durations.items():
        product = accelerator_hours_in(count, span)
        together = count.scope == "cluster" or scope_status(count.scope, scope) != "scope_mismatch"
        if product.known and together:
            yield Product(scope, span, product)


def _that_count(hours: Quantity, products: Mapping[str, Product]) -> Iterator[Product]:
    """Products that the hours can be held against; across known scopes only as the bound that the wider one gives."""
    if hours.scope != UNKNOWN_SCOPE and hours.scope in products:
        yield products[hours.scope]
        return
    for product in products.values():
        if UNKNOWN_SCOPE in (hours.scope, product.scope):
            yield product
        elif hours.scope in _WIDER and product.hours.low is not None:
            yield Product(product.scope, product.days, Interval(product.hours.low, None))
        elif product.scope in _WIDER and product.hours.high is not None:
            yield Product(product.scope, product.days, Interval(None, product.hours.high))


def _judged(evidence: Evidence, hours: Quantity, products: list[Product], detail: str | None = None) -> Iterator[FindingRow]:
    stated = interval(hours)
    ratios = [(ratio, product) for product in products if (ratio := product.ratio(stated)) is not None]
    if not ratios:
        return
    ratio, nearest = min(ratios, key=lambda pair: max(pair[0], 1 / pair[0]))
    if ratio > OK_TO:
        yield _exceed(evidence, stated, nearest, detail)
    elif ratio < OK_FROM:
        yield _below(evidence, stated, nearest, _severity_below(evidence, ratio), detail)
    elif hours.scope == UNKNOWN_SCOPE:
        yield from _one_phase_only(evidence, stated, nearest, products)


def _severity_below(evidence: Evidence, ratio: float) -> str:
    """An error below SCOPE_FROM; else a warning, or information where the figures are of several texts, which count days differently."""
    if ratio < SCOPE_FROM:
        return "error"
    return "warning" if evidence.of_one_text("accelerator_hours", "accelerator_count", "duration_days") else "info"


def _exceed(evidence: Evidence, stated: Interval, product: Product, detail: str | None) -> FindingRow:
    hours, count = Interval(stated.low, stated.low), _count(evidence)
    times = hours.over(product.hours)
    shown = figure(stated.low or 0.0)
    message = Message(
        f"{shown} accelerator-hours are {ends(times, decimals=2)} times what {ends(count)} accelerators can give in"
        f" {ends(product.days)} days ({ends(product.hours)}); at least one of the three figures is wrong.",
        f"{shown} 卡时是 {ends_zh(count)} 卡 × {ends_zh(product.days)} 天所能给出的 {ends_zh(product.hours)} 卡时的"
        f" {ends_zh(times, decimals=2)} 倍；三个数中至少有一个有误。",
    )
    return _row(evidence, "hours_exceed_count_times_duration", "error", message, stated, product, detail)


def _below(evidence: Evidence, stated: Interval, product: Product, severity: str, detail: str | None) -> FindingRow:
    count, shown = _count(evidence), figure(stated.high or 0.0)
    share = percent((stated.high or 0.0) / (product.hours.low or 1.0))
    days = Interval(stated.high, stated.high).over(count, 1 / HOURS_PER_DAY)
    reading = f"; they would last {ends(days, decimals=1)} days on that many" if days.known else ""
    reading_zh = f"；按此卡数只够 {ends_zh(days, decimals=1)} 天" if days.known else ""
    message = Message(
        f"{shown} accelerator-hours are {share} of what {ends(count)} accelerators give in {ends(product.days)} days"
        f" ({ends(product.hours)}){reading}: fewer accelerators on average, one phase only, or net of idle time.",
        f"{shown} 卡时只有 {ends_zh(count)} 卡 × {ends_zh(product.days)} 天（{ends_zh(product.hours)} 卡时）的 {share}{reading_zh}："
        f"平均卡数更少、只含一个阶段，或已扣除空闲。",
    )
    return _row(evidence, "hours_below_count_times_duration", severity, message, stated, product, detail)


def _one_phase_only(evidence: Evidence, stated: Interval, matched: Product, products: list[Product]) -> Iterator[FindingRow]:
    """The hours fit one phase, and the source states phases that they do not contain."""
    whole = next((product for product in products if product.scope == "all"), None)
    if whole is None or matched.scope in (*_WIDER, UNKNOWN_SCOPE) or whole.hours.low is None or stated.high is None:
        return
    if stated.high >= OK_FROM * whole.hours.low:
        return
    share = percent(stated.high / (matched.hours.high or stated.high))
    more = percent(whole.hours.low / stated.high - 1)
    message = Message(
        f"The accelerator-hours match {SCOPE_EN[matched.scope]} only (stated / product {share}); all stated phases would be"
        f" {ends(whole.hours)} accelerator-hours, {more} more.",
        f"卡时只与{SCOPE_ZH[matched.scope]}相符（披露值 / 乘积 = {share}）；全部已披露阶段合计为 {ends_zh(whole.hours)} 卡时，多 {more}。",
    )
    yield _row(evidence, "scope_mismatch", "info", message, stated, whole, "accelerator_hours")


def _not_checkable(evidence: Evidence, hours: Quantity) -> Iterator[FindingRow]:
    names = {"accelerator_count": ("the accelerator count", "卡数"), "duration_days": ("the duration", "工期")}
    missing = [words for name, words in names.items() if evidence.quantity(name) is None]
    missing = missing or [("a count and a duration that go together", "口径一致的卡数与工期")]
    verb = "is" if len(missing) == 1 else "are"
    message = Message(
        f"Accelerator-hours = count × duration × 24 cannot be checked, which does not make them right:"
        f" {' and '.join(en for en, _ in missing)} {verb} not disclosed.",
        f"无法核对“卡时 = 卡数 × 天数 × 24”（这不等于正确）：未披露{'与'.join(zh for _, zh in missing)}。",
    )
    sources = evidence.claims("accelerator_hours", *names)
    yield finding("identity_not_checkable", "info", evidence.subject, message, sources, quantity="accelerator_hours", stated=hours.value)
    count, figures = evidence.quantity("accelerator_count"), single(hours)
    if count is None or figures is None or evidence.quantity("duration_days") is not None:
        return
    days = interval(hours).over(interval(count), 1 / HOURS_PER_DAY)
    if days.known:
        yield _implied_duration(evidence, interval(hours), interval(count), days)


def _implied_duration(evidence: Evidence, hours: Interval, count: Interval, days: Interval) -> FindingRow:
    message = Message(
        f"The duration is not disclosed; {ends(hours)} hours on {ends(count)} accelerators would last {ends(days, decimals=1)} days.",
        f"工期未披露；{ends_zh(hours)} 卡时在 {ends_zh(count)} 卡上相当于 {ends_zh(days, decimals=1)} 天。",
    )
    return finding(
        "duration_implied_by_hours",
        "info",
        evidence.subject,
        message,
        evidence.claims("accelerator_hours", "accelerator_count", "duration_days"),
        quantity="duration_days",
        expected_low=days.low,
        expected_high=days.high,
        arithmetic=f"{ends(hours)} h / {ends(count)} / 24 = {ends(days, decimals=2)} d",
        effect="derived: duration_days stays null",
    )


def _row(
    evidence: Evidence, code: str, severity: str, message: Message, stated: Interval, product: Product, detail: str | None
) -> FindingRow:
    shown = stated.low if stated.low is not None else stated.high
    ratio = stated.over(product.hours)
    slip = _likely_slip(evidence, product.ratio(stated))
    message = Message(message.en + slip["en"], message.zh + slip["zh"])
    compared = (
        f"; stated {ends(stated)} / product = {ends(Interval(*(end and end * 100 for end in ratio)), decimals=1)} %" if ratio.known else ""
    )
    facts = {} if detail is None else {"detail": detail}
    return finding(
        code,
        severity,
        evidence.subject,
        message,
        evidence.claims("accelerator_hours", "accelerator_count", "duration_days"),
        **facts,
        quantity="accelerator_hours",
        stated=shown,
        expected_low=product.hours.low,
        expected_high=product.hours.high,
        arithmetic=f"{ends(_count(evidence))} × {ends(product.days)} d × 24 h = {ends(product.hours)} h{compared}",
        effect=hours_effect(evidence, product.hours),
    )


def _count(evidence: Evidence) -> Interval:
    count = evidence.quantity("accelerator_count")
    return Interval(None, None) if count is None else interval(count)


def _sum(parts: Mapping[str, Quantity]) -> Interval:
    spans = [duration_interval(part) for part in parts.values()]
    lows, highs = [span.low for span in spans], [span.high for span in spans]
    low = sum(low for low in lows if low is not None) if any(low is not None for low in lows) else None
    high = None if any(high is None for high in highs) else sum(high for high in highs if high is not None)
    return Interval(low, high)


def _likely_slip(evidence: Evidence, ratio: float | None) -> Mapping[str, str]:
    """The slip that stated / product tells of, in words."""
    return in_words(of_identity(ratio, single(evidence.quantity("accelerator_count"))) if ratio else [])
