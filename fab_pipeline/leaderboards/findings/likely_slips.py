"""Which slip would explain a figure that is too large or too small: days held as hours, nodes for accelerators, wall clock for both.

Belongs here: the table of factors and the comparison. Does not belong here: deciding that a figure is wrong (see `identity`,
`utilisation`). A slip is named as likely, never applied.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from fab_pipeline.leaderboards.findings.common import figure

_TOLERANCE: Final = 0.12
"""Rounded operands: a ratio of 7.4 to 8.9 is taken for a factor of 8."""
_EXACT: Final = 0.02
"""A ratio that tells by being a whole number has to be one."""
_BETWEEN_CLAIMS: Final = 0.05
"""Two figures of one slip differ by their rounding only."""
_LEAST: Final = 1.5
"""A smaller factor explains nothing: hours net of idle time differ by as much."""


class Slip(NamedTuple):
    """One way to go wrong: the factor by which the right figure is larger, and the words for it."""

    factor: float
    en: str
    zh: str


DAYS: Final = Slip(24.0, "×24: days held as hours", "×24：把天当成小时")
NODES: Final = Slip(8.0, "×8: nodes of eight counted as accelerators", "×8：把八卡节点当成单卡")
_CARDS_OF_A_NODE: Final = (4.0, 8.0, 16.0)
TENFOLD: Final = Slip(10.0, "×10: one of the figures has a digit too many or too few", "×10：其中一个数多了或少了一位")
_MOST_PARTS: Final = 9
"""More equal parts than these are seldom told together."""
THOUSANDS: Final = Slip(1000.0, "×1000: thousands held as units", "×1000：漏了千位")
ALWAYS: Final[tuple[Slip, ...]] = (
    Slip(24.0, "×24: days of accelerators held as hours", "×24：把卡天当成卡时"),
    NODES,
    THOUSANDS,
)


def slips(count: float | None = None, trillions: float | None = None) -> tuple[Slip, ...]:
    """All slips of a run.

    Args:
        count: its accelerators; wall-clock hours are smaller by that factor.
        trillions: its training tokens in 10^12; a rate per trillion tokens is smaller by that factor.
    """
    own: list[Slip] = []
    if count and count >= _LEAST:
        own.append(Slip(count, f"×{figure(count)}: wall-clock hours held as accelerator-hours", f"×{figure(count)}：把墙钟时间当成卡时"))
    if trillions and trillions >= _LEAST:
        words = f"×{figure(trillions)}"
        own.append(Slip(trillions, f"{words}: a rate per trillion tokens held as the total", f"{words}：把每万亿 token 的用量当成总量"))
    return (*own, *ALWAYS)


def explaining(ratio: float, known: tuple[Slip, ...]) -> list[Slip]:
    """Slips whose factor is the ratio right / stated; for a stated figure that is too large, the inverse slips."""
    found = [slip for slip in known if abs(ratio / slip.factor - 1) <= _TOLERANCE]
    inverse = [_inverse(slip) for slip in known if abs(ratio * slip.factor - 1) <= _TOLERANCE]
    return _distinct([*found, *inverse])


def of_identity(ratio: float, count: float | None) -> list[Slip]:
    """Slips that explain stated hours over count x duration x 24.

    Args:
        ratio: stated / product.
        count: the accelerators in the product.
    """
    times = max(ratio, 1 / ratio)
    whole = round(times) if abs(times / round(times) - 1) <= _EXACT else 0
    if ratio > 1 and count in _CARDS_OF_A_NODE and whole > 1:
        return [_one_node(float(whole), count)]
    if found := explaining(1 / ratio, slips(count)):
        return found
    if whole == TENFOLD.factor:
        return [TENFOLD]
    return [_one_part(whole)] if ratio < 1 and 1 < whole <= _MOST_PARTS else []


def _one_node(nodes: float, cards: float) -> Slip:
    shown, of_one = figure(nodes), figure(cards)
    return Slip(
        nodes,
        f"×{shown}: the {of_one} accelerators of one node counted for {shown} nodes",
        f"×{shown}：把 {shown} 个 {of_one} 卡节点当成一个",
    )


def _one_part(parts: int) -> Slip:
    return Slip(
        float(parts),
        f"×{parts}: hours of one of {parts} equal parts (epochs, runs) beside the duration of all",
        f"×{parts}：卡时只含 {parts} 个等长部分（轮次、实验）之一，工期却是全部",
    )


def bringing_into(low: float, high: float, usual: float, value: float, known: tuple[Slip, ...]) -> list[Slip]:
    """Slips that bring a utilisation into a band, the one nearest to the usual value first (by ratio)."""
    fitting = [slip for slip in known if low <= value / slip.factor <= high]
    return _distinct(sorted(fitting, key=lambda slip: max(value / slip.factor / usual, usual / (value / slip.factor))))


def between_claims(ratio: float, smaller: float, count: float | None, quantity: str) -> list[Slip]:
    """Slips that would part two claims of one quantity by this ratio (larger over smaller); those of its unit only."""
    known: tuple[Slip, ...] = (THOUSANDS,)
    if quantity == "accelerator_hours":
        known = slips(count)
    elif quantity == "duration_days":
        known = (DAYS,)
    elif quantity == "accelerator_count":
        known = (NODES, _one_node(ratio, smaller)) if smaller in _CARDS_OF_A_NODE and ratio == round(ratio) else (NODES,)
    return _distinct([slip for slip in known if abs(ratio / slip.factor - 1) <= _BETWEEN_CLAIMS])


def in_words(found: list[Slip]) -> Mapping[str, str]:
    """The slips as a sentence in both languages ("en", "zh"); empty where nothing explains the figure."""
    if not found:
        return {"en": "", "zh": ""}
    return {"en": f" Likely slip: {' or '.join(s.en for s in found)}.", "zh": f"可能的错误：{'，或 '.join(s.zh for s in found)}。"}


def _inverse(slip: Slip) -> Slip:
    sign = slip.en.partition(":")[0]
    return Slip(
        1 / slip.factor,
        f"÷{sign[1:]}: the reverse of{slip.en.partition(':')[2]}",
        f"÷{sign[1:]}：与“{slip.zh.partition('：')[2]}”相反",
    )


def _distinct(found: list[Slip]) -> list[Slip]:
    """Each factor once: a run on eight accelerators has its wall clock and its node in one factor."""
    return list({round(slip.factor, 6): slip for slip in reversed(found)}.values())[::-1]
