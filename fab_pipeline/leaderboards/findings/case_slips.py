"""Which slip lies between two figures of one quantity: the same digits under two words for a power of ten (70 亿 and 70B).

Belongs here: the powers of ten as they are written, and the comparison. A slip is named as likely, never applied. Does not belong here:
deciding that two figures disagree, and slips that a run's own arithmetic shows (see `likely_slips`).
"""

import re
from typing import Final, NamedTuple

from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.traditional import plain

_POWERS: Final[dict[int, re.Pattern[str]]] = {
    12: re.compile(r"(?P<word>万亿|trillion|T)(?![A-Za-z])", re.I),
    9: re.compile(r"(?P<word>十亿|billion|B)(?![A-Za-z])", re.I),
    8: re.compile(r"(?P<word>亿)"),
    6: re.compile(r"(?P<word>百万|million|M)(?![A-Za-z])", re.I),
    4: re.compile(r"(?P<word>万)"),
    3: re.compile(r"(?P<word>千|thousand|K)(?![A-Za-z])", re.I),
}
"""Power of ten → the words for it, the longest first: 万亿 holds 亿, 百万 holds 万."""
_FIGURE: Final = re.compile(r"(?P<digits>\d[\d,]*(?:\.\d+)?)\s*(?P<rest>.{0,10})", re.S)


class UnitSlip(NamedTuple):
    """A slip in words."""

    en: str
    zh: str


def slip_between(one: Quantity, other: Quantity) -> UnitSlip | None:
    """The slip by which one figure became the other; None where none explains it.

    Args:
        one: a figure with its printed words.
        other: another figure of the same quantity.
    """
    first, second = _parts(one.text), _parts(other.text)
    if first is None or second is None or first[0] != second[0] or first[1] == second[1]:
        return None
    (_, power, word), (_, other_power, other_word) = sorted((first, second), key=lambda part: part[1])
    return UnitSlip(
        f"{word} is 10^{power} and {other_word} is 10^{other_power}: the digits were kept and the unit was not",
        f"{word} 是 10^{power}，{other_word} 是 10^{other_power}：数字照抄，单位没有换算",
    )


def _parts(words: str) -> tuple[float, int, str] | None:
    """Digits, power of ten and its word; None for a figure without such a word."""
    figure = _FIGURE.search(plain(words))
    if figure is None:
        return None
    for power, pattern in _POWERS.items():
        if hit := pattern.match(figure["rest"]):
            return float(figure["digits"].replace(",", "")), power, hit["word"]
    return None
