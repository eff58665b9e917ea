"""Amounts: numbers with their unit, comparator and place, in any prose: "支持最大 16 万卡", "300Pflops", "$2.99/GPU-hr", "15T+ tokens".

Belongs here: joining number phrases with units, currencies and rates; scale words alone (万卡) and classes (毫秒级). Does not belong here:
fixed phrases without a numeral (see `idioms`), what an amount is a figure of (see `sentences`), the tables (see `units`, `money`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from fab_pipeline.reading.amount import Amount, AmountsOf
from fab_pipeline.reading.comparators import Comparator, comparator_after, comparators_before, qualified, stronger
from fab_pipeline.reading.dates import date_spans
from fab_pipeline.reading.idioms import Idiom, idioms
from fab_pipeline.reading.measures import blanked, masked
from fab_pipeline.reading.money import currency_after, currency_before
from fab_pipeline.reading.names import expert_spans, names
from fab_pipeline.reading.number_words import BETWEEN, QUALIFIER_OF
from fab_pipeline.reading.numbers import NumberPhrase, phrases_among
from fab_pipeline.reading.numerals import language_of, numeral_exactly_at
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.rates import rate_at
from fab_pipeline.reading.unit_context import unit_around
from fab_pipeline.reading.units import UnitOf, unit_at
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.characters import fold

_CLASS_BEHIND: Final = re.compile(r"\s*[\u4e00-\u9fff]{0,2}?(?:级别|量级|级|級)")
_JOIN_RANGE: Final = re.compile(BETWEEN, re.I)
_BETWEEN_BEFORE: Final = re.compile(r"(?:(?<![A-Za-z])between|介于)\s*\Z", re.I)
_AND: Final = re.compile(r"\s*(?:and|与|和)\s*", re.I)
_HALF_BEHIND: Final = re.compile(r"半(?![年个天日周小径导])|\s+and\s+a\s+half(?![a-z])", re.I)
_HALF_INSIDE: Final = re.compile(r"\s?[个個]半")
_MORE_INSIDE: Final = re.compile(r"\s?[个個](?:(?P<more>多)|来)")
_FIXED: Final = frozenset({"range", "several"})
_WHOLE: Final = frozenset({"accelerator", "accelerator_time", "node", "count", "core"})
"""Dimensions of which there are no thousandths."""
_LAST_YEAR: Final = 2040.0
_YEAR_LIKE: Final = re.compile(r"\d{4}(?:\.\d+)?")
_PARAMETERS: Final = UnitOf("{parameter}", "parameter", "")
_SMALLEST_SIZE: Final = 1e6
"""A "101B model" is a size, "101 models" are many."""
_LONGEST_CELL: Final = 400


def amounts(text: str) -> list[Amount]:
    """All amounts of a text, in printed order; offsets are code points of `text`.

    Model and SKU names, footnotes and calendar dates are masked first. A number without any unit is an amount with unit "".
    """
    return list(read_amounts(text).amounts)


def read_amounts(text: str) -> AmountsOf:
    """The amounts of a text together with what was masked on the way."""
    return _of_cell(text) if len(text) <= _LONGEST_CELL else _read_amounts(text)


def _read_amounts(text: str) -> AmountsOf:
    folded = fold(text)
    mentions = tuple(find_accelerators(text, families=True))
    hidden = masked(folded, [(mention.start, mention.end) for mention in mentions])
    dates = [span for span in date_spans(folded) if not _is_count(hidden, *span)]
    named = tuple(names(hidden))
    hidden = blanked(hidden, [(name.start, name.end) for name in named] + expert_spans(hidden) + dates, _HOLE)
    fixed = idioms(hidden)
    hidden_of_idioms = blanked(hidden, [(idiom.start, idiom.end) for idiom in fixed], _HOLE)
    language = language_of(folded)
    before = comparators_before(hidden, language)
    found = [_of_idiom(idiom, hidden, before) for idiom in fixed]
    for phrase in phrases_among(hidden_of_idioms, hidden_of_idioms, language, before, scales_alone=True):
        amount = _amount(hidden, phrase, before)
        if amount is not None:
            found.append(amount)
    found.sort(key=lambda amount: amount.figure_start)
    return AmountsOf(folded, hidden, tuple(_ranges(hidden, found)), mentions, named)


def _is_count(hidden: str, start: int, end: int) -> bool:
    """Whether what looks like a year counts something: "2048 TPU v3 cores", 2000张."""
    if not _YEAR_LIKE.fullmatch(hidden, start, end):
        return False
    if currency_before(hidden, start):
        return True
    numeral = numeral_exactly_at(hidden, start)
    return float(hidden[start:end]) > _LAST_YEAR or (numeral is not None and (numeral.scaled or unit_at(hidden, end) is not None))


_of_cell = lru_cache(maxsize=1024)(_read_amounts)
_HOLE: Final = "\ue001"
"""Stands for what no pattern knows."""


def _of_idiom(idiom: Idiom, hidden: str, before: dict[int, Comparator]) -> Amount:
    ahead, after = before.get(idiom.start), comparator_after(hidden, idiom.end)
    comparator = idiom.comparator
    for found in (ahead, after):
        comparator = stronger(comparator, found.word) if found and idiom.value is not None else comparator
    comparator = "approx" if comparator == "near" else comparator
    quantity = qualified(Quantity(idiom.value), QUALIFIER_OF.get(comparator))
    start, end = ahead.start if ahead else idiom.start, after.end if after else idiom.end
    return Amount(
        idiom.value, None, idiom.unit, comparator, idiom.kind, start, end, idiom.start, idiom.end, quantity, dimension=idiom.dimension
    )


def _amount(hidden: str, phrase: NumberPhrase, before: dict[int, Comparator]) -> Amount | None:
    """The amount of a number phrase; None for a word or scale word that counts nothing ("one", 千 in a name)."""
    found = _money(hidden, phrase, before) or _with_unit(hidden, phrase)
    if found is None:
        return (
            None
            if phrase.kind in {"word", "scale"} and not (phrase.scaled and phrase.kind == "word")
            else _built(hidden, phrase, _bare(phrase))
        )
    return _built(hidden, phrase, found)


class _Unit(NamedTuple):
    """The unit of one phrase, the place of both, and the comparator before the phrase."""

    unit: UnitOf
    start: int
    end: int
    comparator: str
    hyphenated: bool = False


def _bare(phrase: NumberPhrase) -> _Unit:
    return _Unit(UnitOf("", "", ""), phrase.start, phrase.end, phrase.comparator)


def _money(hidden: str, phrase: NumberPhrase, before: dict[int, Comparator]) -> _Unit | None:
    sign, word = currency_before(hidden, phrase.figure_start), currency_after(hidden, phrase.end)
    if sign is None:
        return _Unit(UnitOf(word.code, "money", ""), phrase.start, word.end, phrase.comparator) if word else None
    ahead, comparator = before.get(sign.start), phrase.comparator
    if ahead and comparator not in _FIXED:
        comparator = stronger(comparator, ahead.word)
    start = min(phrase.start, ahead.start if ahead else sign.start)
    other = word if word and word.code != sign.code and hidden[sign.start : sign.end].strip(" ~≈") == "$" else None
    own_end = word.end if word and word.code == sign.code else phrase.end
    return _Unit(UnitOf(other.code if other else sign.code, "money", ""), start, other.end if other else own_end, comparator)


def _with_unit(hidden: str, phrase: NumberPhrase) -> _Unit | None:
    if behind := unit_at(hidden, phrase.end):
        unit, end, hyphenated = behind
        if unit.code == "{model}" and phrase.factor >= _SMALLEST_SIZE:
            unit = _PARAMETERS
        return _Unit(unit, phrase.start, end, phrase.comparator, hyphenated)
    around = unit_around(hidden, phrase)
    return _Unit(around[0], phrase.start, around[1], phrase.comparator) if around else None


def _built(hidden: str, phrase: NumberPhrase, found: _Unit) -> Amount:
    unit = found.unit
    quantity, end = _with_half(hidden, phrase, unit, found.end)
    per, end = rate_at(hidden, found.start, end) if unit.code else (None, end)
    after = comparator_after(hidden, end) if unit.code else None
    end = after.end if after else end
    of_class = bool(unit.code) and _is_class(hidden, end)
    comparator = found.comparator
    if comparator not in _FIXED:
        inside = _MORE_INSIDE.match(hidden, phrase.figure_end, end) if unit.dimension == "time" else None
        more = ["gt" if inside["more"] else "approx"] if inside else []
        for word in more + ([after.word] if after else []) + (["approx"] if of_class or phrase.kind == "scale" else []):
            comparator = stronger(comparator, word)
    base = qualified(qualified(_in_base(quantity, unit), QUALIFIER_OF.get(comparator)), "approx" if unit.inexact else None)
    several, ranged = comparator == "several", comparator == "range"
    return Amount(
        value=None if several else quantity.minimum if ranged else quantity.value,
        value_max=quantity.maximum if ranged else None,
        unit=f"{unit.code}/{per}" if per else unit.code,
        comparator="approx" if comparator == "near" else comparator,
        kind="several" if several else "scale" if phrase.kind == "scale" else "class" if of_class else "number",
        start=found.start,
        end=end,
        figure_start=phrase.figure_start,
        figure_end=phrase.figure_end,
        quantity=base,
        dimension=unit.dimension,
        per=per,
        hyphenated=found.hyphenated,
        scaled=phrase.scaled,
    )


def _with_half(hidden: str, phrase: NumberPhrase, unit: UnitOf, end: int) -> tuple[Quantity, int]:
    """The figure in its unit, with the half that words add ("两年半", "3 个半月"), and where the amount ends.

    A T of bandwidth is no scale, and "14.000" of whole things is fourteen thousand.
    """
    quantity = phrase.quantity
    if unit.dimension == "bit_rate" and unit.pattern == "" and phrase.scaled:
        return quantity.scaled(1 / phrase.factor), end
    if phrase.dotted and unit.dimension in _WHOLE and not phrase.scaled:
        return quantity.scaled(1000.0), end
    behind = _HALF_BEHIND.match(hidden, end)
    if unit.dimension != "time" or quantity.value is None or not (behind or _HALF_INSIDE.match(hidden, phrase.figure_end, end)):
        return quantity, end
    half = quantity.value + 0.5
    low, high = (None if bound is None else half for bound in (quantity.minimum, quantity.maximum))
    return Quantity(half, low, high, quantity.qualifier), behind.end() if behind else end


def _is_class(hidden: str, end: int) -> bool:
    return bool(_CLASS_BEHIND.match(hidden, end)) or hidden[max(0, end - 2) : end].endswith(("级", "级别", "量级"))


def _in_base(quantity: Quantity, unit: UnitOf) -> Quantity:
    value, low, high = (None if number is None else unit.to_base(number) for number in (quantity.value, quantity.minimum, quantity.maximum))
    return Quantity(value, low, high, quantity.qualifier)


def _ranges(hidden: str, found: Sequence[Amount]) -> list[Amount]:
    """Two amounts of one unit that a dash or "to" joins are one: "30% 到 60%", "1.2x-3.5x"."""
    joined: list[Amount] = []
    for amount in found:
        first = joined[-1] if joined else None
        hit = _JOIN_RANGE.fullmatch(hidden, first.end, amount.start) if first else None
        if first and hit is None and _BETWEEN_BEFORE.search(hidden, max(0, first.start - 12), first.start):
            hit = _AND.fullmatch(hidden, first.end, amount.start)
        if first is None or hit is None or first.unit != amount.unit or not _plain(first, amount):
            joined.append(amount)
            continue
        low, high = first.quantity.value, amount.quantity.value
        quantity = Quantity(None, low, high, "range")
        joined[-1] = replace(
            amount,
            value=first.value,
            value_max=amount.value,
            comparator="range",
            start=first.start,
            figure_start=first.figure_start,
            quantity=quantity,
        )
    return joined


def _plain(first: Amount, second: Amount) -> bool:
    known = first.value is not None and second.value is not None and first.unit != ""
    return known and (first.value or 0.0) < (second.value or 0.0) and {first.comparator, second.comparator} <= {"eq", "approx"}
