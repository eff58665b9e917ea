"""Units that were taken for each other, told by the figures of several claims of one run.

Belongs here: days of accelerators held as hours (a factor of 24 between two claims), wall clock held as accelerator-hours (a factor of the
count), and one printed number under two units. Each compares two figures that contradict each other; the smaller of a pair is the slip.
Does not belong here: what hours, count and duration of one source say together (`identity`).
"""

import math
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.findings.disagreement import effect_of, ratio_of, whose
from fab_pipeline.leaderboards.findings.evidence import QUANTITY_EN, QUANTITY_ZH, Evidence
from fab_pipeline.leaderboards.findings.figures import Figure
from fab_pipeline.leaderboards.quantities import HOURS_PER_DAY, scope_status, single

NEAR: Final = 0.05
"""How far a ratio may be from the factor: figures that one slip parts differ by their rounding only. Our own choice."""
_LEAST_COUNT: Final = 4.0
"""Accelerators from which a factor of the count tells of wall clock; two figures differ by a factor of two for many reasons."""
_TELLING_DIGITS: Final = 2
_TIMES: Final[tuple[str, ...]] = ("accelerator_hours", "duration_days")
_CONFUSED: Final[tuple[tuple[str, str], ...]] = (
    ("training_tokens", "parameters_total"),
    ("training_tokens", "parameters_active"),
    ("accelerator_hours", "disclosed_cost_usd"),
    ("accelerator_hours", "training_tokens"),
)
"""Quantities of which one number cannot be both."""
_UNIT: Final = re.compile(
    r"(?P<number>\d[\d,.]*\s*[KMB万亿]*|millions of|数百万)\W{0,6}(?:[\w\-]+\W){0,3}?(?P<unit>hours?|days?|小时|天|日|h\b|卡时|卡日)", re.I
)
_DAYS: Final = frozenset({"day", "days", "天", "日", "卡日"})


def days_for_hours(evidence: Evidence) -> Iterator[FindingRow]:
    """Two claims of a time that differ by 24."""
    for quantity in _TIMES:
        for large, small in _apart(evidence.figures.get(quantity, ()), HOURS_PER_DAY):
            name, name_zh = QUANTITY_EN[quantity], QUANTITY_ZH[quantity]
            message = Message(
                f"Two claims on {name} differ by 24: {large.shown} ({whose(large)}) and {small.shown} ({whose(small)}). Likely slip: ×24,"
                " days held as hours in the smaller one.",
                f"{name_zh}的两处数值相差 24 倍：{large.shown}（{whose(large)}）与 {small.shown}（{whose(small)}）。"
                "可能的错误：×24，较小的一处把天当成了小时。",
            )
            yield _finding(evidence, "days_for_hours", quantity, message, (large, small))
            if (printed := _one_number(large, small)) is not None:
                yield _two_units(evidence, quantity, printed, (large, small))


def wall_clock(evidence: Evidence) -> Iterator[FindingRow]:
    """Accelerator-hours that another claim, or the run's own duration, shows to be hours of the clock."""
    count = single(evidence.quantity("accelerator_count"))
    hours = evidence.figures.get("accelerator_hours", ())
    if count is None or count < _LEAST_COUNT:
        return
    partner: dict[str, tuple[Figure, Figure]] = {}
    for stated in hours:
        for clock in evidence.figures.get("duration_days", ()):
            alike = _near(stated.magnitude or 0.0, (clock.quantity.value or 0.0) * HOURS_PER_DAY)
            if alike and scope_status(stated.quantity.scope, clock.quantity.scope) != "scope_mismatch":
                partner[stated.claim["claim_id"]] = (clock, stated)
    partner |= {small.claim["claim_id"]: (large, small) for large, small in _apart(hours, count)}
    for pair in partner.values():
        yield _finding(evidence, "wall_clock_taken_for_accelerator_hours", "accelerator_hours", _on_wall_clock(count, pair[1]), pair)


def one_number_two_quantities(evidence: Evidence) -> Iterator[FindingRow]:
    """The same number as tokens and as parameters, as hours and as dollars."""
    for first, second in _CONFUSED:
        pairs = [(one, other) for one in evidence.figures.get(first, ()) for other in evidence.figures.get(second, ())]
        alike = [
            (one, other)
            for one, other in pairs
            if one.quantity.value and one.quantity.value == other.quantity.value and _printed_digits(one.quantity.value) >= _TELLING_DIGITS
        ]
        for one, other in alike[:1]:
            message = Message(
                f"One number stands as {QUANTITY_EN[first]} and as {QUANTITY_EN[second]}: {one.shown} ({whose(one)}; {whose(other)}); it"
                " cannot be both.",
                f"同一个数既是{QUANTITY_ZH[first]}又是{QUANTITY_ZH[second]}：{one.shown}（{whose(one)}；{whose(other)}）；不可能都对。",
            )
            yield _finding(evidence, "one_number_two_units", first, message, (one, other), detail=second)


def _printed_digits(value: float) -> int:
    """Digits of a number as it is printed with its thousands in a word: 70 billion has two, 1 trillion one."""
    thousands = math.floor(math.log10(value) / 3)
    return len(f"{value / 1000.0**thousands:.6g}".replace(".", ""))


def _apart(stated: tuple[Figure, ...], factor: float) -> Iterator[tuple[Figure, Figure]]:
    """Pairs (larger, smaller) of figures that differ by a factor, whose scopes may meet; each smaller figure once."""
    told: set[str] = set()
    for one, other in combinations(stated, 2):
        ratio = ratio_of(one, other)
        if ratio is None or not _near(ratio, factor) or scope_status(one.quantity.scope, other.quantity.scope) == "scope_mismatch":
            continue
        large, small = (one, other) if (one.magnitude or 0.0) > (other.magnitude or 0.0) else (other, one)
        if small.claim["claim_id"] not in told:
            told.add(small.claim["claim_id"])
            yield large, small


def _near(value: float, expected: float) -> bool:
    return bool(expected) and abs(value / expected - 1) <= NEAR


def _one_number(large: Figure, small: Figure) -> str | None:
    """The number that both claims print, the larger one under days and the smaller one under hours."""
    first, second = _UNIT.search(large.quantity.text), _UNIT.search(small.quantity.text)
    if first is None or second is None:
        return None
    numbers = {"".join(hit["number"].lower().split()) for hit in (first, second)}
    units = first["unit"].lower() in _DAYS, second["unit"].lower() in _DAYS
    return first["number"].strip() if len(numbers) == 1 and units == (True, False) else None


def _two_units(evidence: Evidence, quantity: str, printed: str, pair: tuple[Figure, Figure]) -> FindingRow:
    name, name_zh = QUANTITY_EN[quantity], QUANTITY_ZH[quantity]
    message = Message(
        f"One number stands under two units for {name}: “{printed}” as days ({whose(pair[0])}) and as hours ({whose(pair[1])}); the unit"
        " decides by a factor of 24.",
        f"同一个数用于{name_zh}却有两种单位：“{printed}”，一处为天（{whose(pair[0])}），一处为小时（{whose(pair[1])}）；单位之差为 24 倍。",
    )
    return _finding(evidence, "one_number_two_units", quantity, message, pair)


def _on_wall_clock(count: float, small: Figure) -> Message:
    return Message(
        f"{small.shown} accelerator-hours ({whose(small)}) are hours of the clock: times {figure(count)} accelerators they are what the"
        f" others say. Likely slip: ×{figure(count)}, wall clock held as accelerator-hours.",
        f"{small.shown} 卡时（{whose(small)}）其实是墙钟小时：乘以 {figure(count)} 卡才与其他数值相符。"
        f"可能的错误：×{figure(count)}，把墙钟时间当成卡时。",
    )


def _finding(
    evidence: Evidence, code: str, quantity: str, message: Message, pair: tuple[Figure, Figure], detail: str | None = None
) -> FindingRow:
    large, small = pair
    ratio = ratio_of(large, small)
    days = large.claim["quantity"] == "duration_days" and quantity != "duration_days"
    arithmetic = (
        f"{large.shown} d × 24 = {figure((large.magnitude or 0.0) * HOURS_PER_DAY)} h, stated {small.shown}"
        if days
        else f"{large.shown} / {small.shown} = {figure(ratio or 0.0, 3)}"
    )
    return finding(
        code,
        "warning",
        evidence.subject,
        message,
        [large.claim["claim_id"], small.claim["claim_id"]],
        detail=f"{quantity}:{detail or small.claim['claim_id']}",
        quantity=quantity,
        stated=small.magnitude,
        expected_low=None if days else large.printed.low,
        expected_high=None if days else large.printed.high,
        arithmetic=arithmetic,
        effect=effect_of(evidence, quantity, large if not days else small),
    )
