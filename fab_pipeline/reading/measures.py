"""Numbers with a unit: "~3 months", "270,000,000 GPU 小时", "90 至 100 天".

Belongs here: joining number phrases with a table of units, ranges whose ends carry their own units, and figures that are rates. Does not
belong here: which units a quantity has (see `durations`, `accelerator_hours`, `hardware`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from fab_pipeline.reading import number_words
from fab_pipeline.reading.comparators import qualified, qualifier_after
from fab_pipeline.reading.numbers import NumberPhrase, number_phrases
from fab_pipeline.reading.quantity import Quantity, between
from fab_pipeline.vocabulary.characters import fold

MASK: Final = "\ue000"
"""Stands for each code point of a name that was already read, so that its digits are not read again."""

_RATE_AFTER: Final = re.compile(r"\s*(?:/|每|\bper\b)", re.I)
_RATE_BEFORE: Final = re.compile(r"(?:每\s?|\bper\s|\bevery\s|/\s?)\Z", re.I)
_FACTOR: Final = re.compile(r"\d\s?[x×*]\s?\Z", re.I)
_BETWEEN: Final = re.compile(number_words.BETWEEN + r"\Z", re.I)


@dataclass(frozen=True)
class Unit:
    """One unit.

    Attributes:
        pattern: the words for it, on folded text.
        factor: length in the base unit.
        inexact: whether its length is not fixed (a month): every figure in it is approx.
        parts: units in one base unit (24 hours in a day), so that 511 hours are 511 / 24 days and not 511 times a rounded 1 / 24.
    """

    pattern: str
    factor: float
    inexact: bool = False
    parts: int = 1

    @property
    def size(self) -> float:
        """Length in the base unit."""
        return self.factor / self.parts

    def convert(self, quantity: Quantity) -> Quantity:
        """The quantity in the base unit."""
        value, low, high = (
            None if number is None else number * self.factor / self.parts for number in (quantity.value, quantity.minimum, quantity.maximum)
        )
        return replace(quantity, value=value, minimum=low, maximum=high)


@dataclass(frozen=True)
class Measure:
    """One number with its unit, in the base unit of the table.

    Attributes:
        quantity: value, bounds and qualifier after conversion.
        unit: the unit it was stated in.
        start: first code point, qualifying words included.
        end: behind the last one.
        hyphenated: "54-day", "8,960-chip": it describes a thing rather than counting it.
    """

    quantity: Quantity
    unit: Unit
    start: int
    end: int
    hyphenated: bool


def measures(text: str, units: Sequence[Unit], *, gap: str = r"\s*") -> list[Measure]:
    """All numbers of a text that carry one of the units; rates ("3 days per trillion tokens") and factors of products are left out.

    Args:
        text: any text; masked names are `MASK`.
        units: the table, of which the first fitting one counts.
        gap: pattern of what may stand between number and unit.
    """
    folded = fold(text)
    pattern = _pattern(tuple(units), gap)
    found: list[Measure] = []
    for phrase in number_phrases(text):
        hit = pattern.match(folded, phrase.end)
        if hit is None or hit.lastgroup is None:
            continue
        unit = units[int(hit.lastgroup[1:])]
        measure = _measure(text, folded, phrase, unit, hit)
        if (
            _RATE_AFTER.match(folded, measure.end)
            or _RATE_BEFORE.search(folded, 0, measure.start)
            or is_factor(folded, phrase.figure_start)
        ):
            continue
        earlier = found[-1] if found and _BETWEEN.match(folded[found[-1].end : measure.start]) else None
        if earlier and (joined := _range(text, earlier, measure)):
            found[-1] = joined
        else:
            found.append(measure)
    return found


def is_factor(folded: str, start: int) -> bool:
    """Whether the number at `start` is a factor of a product ("5 x 24 x 8 GPU hours"), which alone states nothing."""
    return bool(_FACTOR.search(folded, 0, start))


def masked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with the spans replaced by `MASK`, same length."""
    return blanked(text, spans, MASK)


def blanked(text: str, spans: Sequence[tuple[int, int]], sign: str) -> str:
    """The text with each code point of the spans replaced by `sign`."""
    if not spans:
        return text
    characters = list(text)
    for start, end in spans:
        characters[start:end] = sign * (end - start)
    return "".join(characters)


@lru_cache(maxsize=64)
def _pattern(units: tuple[Unit, ...], gap: str) -> re.Pattern[str]:
    words = "|".join(f"(?P<u{index}>{unit.pattern})" for index, unit in enumerate(units))
    return re.compile(rf"(?P<gap>{gap}|\s?-\s?)(?:{words})", re.I)


def _measure(text: str, folded: str, phrase: NumberPhrase, unit: Unit, hit: re.Match[str]) -> Measure:
    after = qualifier_after(folded, hit.end())
    end = after[1] if after else hit.end()
    quantity = unit.convert(phrase.quantity)
    quantity = qualified(quantity, after[0] if after else None)
    quantity = qualified(quantity, "approx" if unit.inexact else None)
    return Measure(replace(quantity, text=text[phrase.start : end]), unit, phrase.start, end, "-" in hit["gap"])


def _range(text: str, first: Measure, second: Measure) -> Measure | None:
    low, high = first.quantity.value, second.quantity.value
    if low is None or high is None or low >= high or second.quantity.qualifier not in {"exact", "approx"}:
        return None
    return Measure(between(low, high, text[first.start : second.end]), second.unit, first.start, second.end, second.hyphenated)
