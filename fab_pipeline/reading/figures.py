"""A printed figure and how finely it is printed: "270.0M" is 270,000,000 give or take 50,000.

Belongs here: plain figures with thousands separators and scale words as pages print them in tiles and results, also where the next
words are glued to them ("6其余只披露卡数", "270.0MGPT-4"). Does not belong here: quantities with units, bounds and qualifiers.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

_SCALES: Final[dict[str, float]] = {
    "k": 1e3,
    "thousand": 1e3,
    "千": 1e3,
    "万": 1e4,
    "m": 1e6,
    "million": 1e6,
    "百万": 1e6,
    "亿": 1e8,
    "b": 1e9,
    "bn": 1e9,
    "billion": 1e9,
    "t": 1e12,
    "trillion": 1e12,
    "万亿": 1e12,
}
_FIGURE: Final = re.compile(
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?:\s?(?P<scale>万亿|百万|千|万|亿|(?i:thousand|million|billion|trillion|bn)|[kKmMbBtT]))?"
)


@dataclass(frozen=True)
class PrintedFigure:
    """One figure as printed.

    Attributes:
        value: the figure, scale applied.
        step: one unit of its last printed digit: 0.01 for 7.69, 100,000 for 270.0M, 1 for 270,000,000.
        decimals: digits after the decimal point.
        start: place in the text, in code points.
        end: its end, scale included.
    """

    value: float
    step: float
    decimals: int
    start: int
    end: int

    def agrees_with(self, computed: float) -> bool:
        """Whether `computed` gives this figure when rounded to the printed digits (half a step, and a hair for binary fractions)."""
        return abs(self.value - computed) <= self.step / 2 * (1 + 1e-9) + abs(self.value) * 1e-12


def figures(text: str, names: Iterable[str] = ()) -> Iterator[PrintedFigure]:
    """All figures of a text, from left to right.

    Args:
        text: printed words.
        names: names that may follow a figure without a space; they decide whether a letter is a scale ("270.0MGPT-4") or the start of a
            word ("5Models").
    """
    known = tuple(names)
    position = 0
    while found := _FIGURE.search(text, position):
        scale, end = found["scale"], found.end()
        if scale and scale.isascii() and not _ends_a_word(text, end, known):
            scale, end = None, found.end("digits")
        factor = _SCALES[scale.lower()] if scale else 1.0
        digits = found["digits"].replace(",", "")
        decimals = len(digits.partition(".")[2])
        yield PrintedFigure(float(digits) * factor, factor / 10**decimals, decimals, found.start(), end)
        position = end


def leading_figure(text: str, names: Iterable[str] = ()) -> PrintedFigure | None:
    """The figure a text starts with, after at most a colon, a currency sign or a sign for 'about'."""
    first = next(figures(text, names), None)
    return first if first and re.fullmatch(r"[\s:：=|·~～≈约$＄]*", text[: first.start]) else None


def figure_of_value(text: str, value: float, names: Iterable[str] = ()) -> PrintedFigure | None:
    """The figure in a text that has this value: how finely a figure already read was printed."""
    return next((found for found in figures(text, names) if abs(found.value - value) <= abs(value) * 1e-9), None)


def _ends_a_word(text: str, end: int, names: tuple[str, ...]) -> bool:
    rest = text[end:]
    return not rest or not (rest[0].isascii() and rest[0].isalnum()) or any(rest.startswith(name) for name in names)
