"""Number phrases: a numeral, its scale and the words that qualify it: "~13T", "15T+", "under two", "5 万以上", "90 至 100".

Belongs here: the grammar of one number phrase. Does not belong here: numerals (see `numerals`), comparators (see `comparators`), units
(see `measures`, `amounts`), the words (see `number_words`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fab_pipeline.reading import number_words as words
from fab_pipeline.reading.comparators import Comparator, comparator_after, comparators_before, qualified, stronger
from fab_pipeline.reading.numerals import Numeral, language_of, numeral_at, numeral_exactly_at
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.characters import fold, lowered

_WORD_BEHIND: Final = re.compile(
    r"\s*(?!(?:est(?:imated)?|approx|total|peak|public|third|per|by|in|as|so|for|used|disclosed|reported)(?![A-Za-z])"
    r"|合计|估算|估计|公开|来源|其中|约|含)[A-Za-z\u4e00-\u9fff%]",
    re.I,
)
_BETWEEN: Final = re.compile(words.BETWEEN, re.I)
_BETWEEN_AND: Final = re.compile(r"\s+(?:and|und|et)\s+", re.I)
_BETWEEN_BEFORE: Final = re.compile(r"\b(?:between|zwischen|entre)\s+\Z|介于\s*\Z", re.I)
_PLUS_MINUS: Final = re.compile(r"\s?(?P<open>\()?\s?(?:±|\+/-)\s?")
_LONGEST_CELL: Final = 400
"""Several readers look for numbers in one cell; longer texts are read once."""


@dataclass(frozen=True, slots=True)
class NumberPhrase:
    """One number as stated, without its unit.

    Attributes:
        quantity: value, bounds and qualifier.
        start: first code point, a qualifying word included.
        figure_start: first code point of the number itself.
        end: behind its last code point; a qualifying word that directly follows is included.
        scaled: whether a scale word or letter stood with it.
        numeral: whether it was written in digits.
        comparator: eq, approx, near, ge, gt, le, lt, up_to, range or several, as its words say.
        kind: digits, word, vague or scale (a scale word alone, found on request).
        figure_end: behind the numeral and its scale.
        dotted: "14.000": fourteen thousand where only whole numbers make sense; the value is fourteen.
        factor: its scale, 1 without one.
    """

    quantity: Quantity
    start: int
    figure_start: int
    end: int
    scaled: bool
    numeral: bool
    comparator: str = "eq"
    kind: str = "digits"
    figure_end: int = 0
    dotted: bool = False
    factor: float = 1.0


def number_phrases(text: str, *, scales_alone: bool = False) -> list[NumberPhrase]:
    """All number phrases of a text, from left to right; offsets are code points of `text`.

    Args:
        text: any text.
        scales_alone: also give scale words that stand alone (万卡), as kind "scale"; whether it counts something shows the unit behind.
    """
    return list(_of_cell(text, scales_alone) if len(text) <= _LONGEST_CELL else _number_phrases(text, scales_alone))


def _number_phrases(text: str, scales_alone: bool) -> tuple[NumberPhrase, ...]:
    folded = fold(text)
    language = language_of(folded)
    return tuple(phrases_among(text, folded, language, comparators_before(folded, language), scales_alone=scales_alone))


def phrases_among(
    text: str, folded: str, language: str, before: dict[int, Comparator], *, scales_alone: bool = False
) -> list[NumberPhrase]:
    """Number phrases of a text whose language and comparators are known; see `number_phrases`."""
    found: list[NumberPhrase] = []
    small = lowered(folded)
    position = 0
    while numeral := numeral_at(folded, small, position, language, scales_alone=scales_alone):
        phrase = _phrase(text, folded, numeral, before.get(numeral.start), language)
        if before.get(phrase.figure_start) and phrase.start < position:
            phrase = _phrase(text, folded, numeral, None, language)
        found.append(phrase)
        position = phrase.end
    return found


_of_cell = lru_cache(maxsize=4096)(_number_phrases)


def is_bare(text: str, phrase: NumberPhrase) -> bool:
    """Whether a number has no unit: nothing, a bracket or a remark follows it, and not a word of its own."""
    return _WORD_BEHIND.match(fold(text), phrase.end) is None


def _phrase(text: str, folded: str, first: Numeral, before: Comparator | None, language: str) -> NumberPhrase:
    begin, digits = before.start if before else first.start, first.kind == "digits"
    second = _range_end(folded, first, begin, language)
    if second is not None:
        low = first.value if first.scaled or not second.scaled else first.value * second.factor
        if low < second.value:
            quantity = Quantity(None, low, second.value, "range", text=text[begin : second.end])
            scaled = first.scaled or second.scaled
            return NumberPhrase(
                quantity, begin, first.start, second.end, scaled, digits, "range", first.kind, second.end, factor=second.factor
            )
    if first.kind == "vague":
        quantity = Quantity(None, first.value, first.high, "vague", text=text[begin : first.end])
        return NumberPhrase(quantity, begin, first.start, first.end, first.scaled, False, "several", "vague", first.end)
    spread = _spread(folded, first, language)
    if spread is not None:
        return spread
    return _single(text, folded, first, before)


def _single(text: str, folded: str, first: Numeral, before: Comparator | None) -> NumberPhrase:
    begin = before.start if before else first.start
    after = comparator_after(folded, first.end)
    end = after.end if after else first.end
    quantity, comparator = Quantity(first.value, text=text[begin:end]), "eq"
    for word in (before.word if before else None, "gt" if first.more else None, after.word if after else None):
        if word:
            quantity, comparator = qualified(quantity, words.QUALIFIER_OF[word]), stronger(comparator, word)
    return NumberPhrase(
        quantity,
        begin,
        first.start,
        end,
        first.scaled,
        first.kind == "digits",
        comparator,
        first.kind,
        first.end,
        first.dotted,
        first.factor,
    )


def _spread(folded: str, first: Numeral, language: str) -> NumberPhrase | None:
    """A figure with its uncertainty: "770±50", "3.1 +/- 0.2 M", "6.5 (±0.5)"."""
    hit = _PLUS_MINUS.match(folded, first.end)
    second = numeral_exactly_at(folded, hit.end(), language) if hit else None
    if hit is None or second is None or (hit["open"] and folded[second.end : second.end + 1] != ")"):
        return None
    end = second.end + 1 if hit["open"] else second.end
    factor = second.factor if second.scaled and not first.scaled else 1.0
    value = first.value * factor
    quantity = Quantity(value, value - second.value, value + second.value, "approx", text=folded[first.start : end])
    return NumberPhrase(quantity, first.start, first.start, end, second.scaled, True, "approx", "digits", end, factor=factor)


def _range_end(folded: str, first: Numeral, begin: int, language: str) -> Numeral | None:
    if first.kind == "vague":
        return None
    hit = _BETWEEN.match(folded, first.end)
    if hit is None and _BETWEEN_BEFORE.search(folded, max(0, begin - 12), begin):
        hit = _BETWEEN_AND.match(folded, first.end)
    second = numeral_exactly_at(folded, hit.end(), language) if hit else None
    return second if second and not second.more and second.kind == first.kind else None
