"""Wall-clock durations in days: "~3 months", "under two months", "21 days (511 hours)", "3 个多月", phases of a training.

Belongs here: units of time and which of several statements of one duration counts. Does not belong here: dates (masked here, because
"March 24 to May 13, 2026" tells when, and how long only by arithmetic).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.dates import date_spans
from fab_pipeline.reading.measures import Measure, Unit, masked, measures
from fab_pipeline.reading.phases import Phased, read_phased
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.characters import fold

DAYS_PER_MONTH: Final = 30.4375
"""Gregorian mean: 365.25 / 12. A duration in months is always approx."""
DAYS_PER_YEAR: Final = 365.25

UNITS: Final[tuple[Unit, ...]] = (
    Unit(r"个多月|个半?月|months?(?-i:(?![a-z]))|mos?\.?(?![A-Za-z])", DAYS_PER_MONTH, inexact=True),
    Unit(r"个?多?(?:星期|礼拜)|周(?!期|年)|weeks?(?-i:(?![a-z]))|wks?\.?(?![A-Za-z])", 7.0),
    Unit(r"多?天|日(?!期|本)|days?(?-i:(?![a-z]))|d(?![A-Za-z0-9])", 1.0),
    Unit(r"个?多?(?:小时|钟头)|hours?(?-i:(?![a-z]))|hrs?\.?(?![A-Za-z])|h(?![A-Za-z0-9])", 1.0, parts=24),
    Unit(r"分钟|minutes?(?-i:(?![a-z]))|mins?(?![A-Za-z])", 1.0, parts=1440),
    Unit(r"年(?!\d|\s?\d{1,2}\s?月)|years?(?-i:(?![a-z]))|yrs?(?![A-Za-z])", DAYS_PER_YEAR),
)
_SINGLE: Final = frozenset({"exact", "approx"})
_MORE: Final = ("个多", "多")
_AND_HALF: Final = re.compile(r"\s+and\s+a\s+half(?![a-z])|半(?![年个天日周小])", re.I)
_HOUR: Final = 1 / 24
_LONGEST_RUN: Final = 3 * DAYS_PER_YEAR
"""Above this an amount of hours is no wall-clock time but accelerator time, whose device is named elsewhere."""
_LONGEST_YEARS: Final = 50
"""Above this a number before 年 is a year of the calendar."""


def read_duration(text: str) -> Quantity | None:
    """The one duration that a text states, in days; None where it states none, or several that do not agree.

    Of two agreeing statements ("21 days (511 hours)") the one in the finer unit counts; adjacent ones in falling units ("2 weeks and 3
    days") are one duration.
    """
    found = _compounds(fold(text), _durations(text))
    if not found:
        return None
    finest = min(found, key=lambda measure: measure.unit.size)
    rest = [measure for measure in found if measure is not finest]
    if all(_agree(measure, finest) for measure in rest):
        return finest.quantity
    first, second = found[0], found[1]
    bracketed = fold(text)[first.end : second.start].strip()[:1] in {"(", "[", "="}
    return first.quantity if bracketed and len(found) == 2 else None


def read_durations(text: str) -> Phased:
    """Duration of a training in days, with its scope, and its phases where the text gives them."""
    return read_phased(text, read_duration)


def first_duration_start(text: str) -> int | None:
    """Where the first duration of a text begins, None where it has none; names of accelerators and their counts are not durations."""
    found = _durations(text)
    return found[0].start if found else None


def _durations(text: str) -> list[Measure]:
    names = [(mention.start, mention.end) for mention in find_accelerators(text, families=True)]
    hidden = masked(text, [*date_spans(text), *names])
    found: list[Measure] = []
    for stated in measures(hidden, UNITS):
        measure = _with_half(text, stated)
        if measure.unit.size == DAYS_PER_YEAR and (measure.quantity.value or 0) > _LONGEST_YEARS * DAYS_PER_YEAR:
            continue
        if measure.unit.size == _HOUR and (measure.quantity.value or measure.quantity.minimum or 0) > _LONGEST_RUN:
            continue
        more = any(word in fold(text[measure.start : measure.end]) for word in _MORE) and measure.quantity.value is not None
        quantity = replace(measure.quantity, text=text[measure.start : measure.end])
        if more and quantity.qualifier in {"exact", "approx"}:
            quantity = replace(quantity, minimum=quantity.value, qualifier="lower_bound")
        found.append(replace(measure, quantity=quantity))
    return found


def _with_half(text: str, measure: Measure) -> Measure:
    """The measure with the half of its unit that its words add: 3 个半月, 两年半, a month and a half."""
    words, behind = fold(text[measure.start : measure.end]), _AND_HALF.match(fold(text), measure.end)
    single = measure.quantity.value is not None and measure.quantity.qualifier in _SINGLE
    if not single or not (behind or "个半" in words):
        return measure
    value = (measure.quantity.value or 0.0) + measure.unit.size / 2
    return replace(measure, quantity=replace(measure.quantity, value=value), end=behind.end() if behind else measure.end)


def _compounds(folded: str, found: Sequence[Measure]) -> list[Measure]:
    joined: list[Measure] = []
    for measure in found:
        before = joined[-1] if joined else None
        gap = folded[before.end : measure.start].strip().lower() if before else "-"
        value = measure.quantity.value
        adjacent = before is not None and gap in {"", "and", "零", "又"} and measure.unit.size < before.unit.size
        if before and adjacent and value is not None and before.quantity.value is not None and measure.quantity.qualifier in _SINGLE:
            joined[-1] = _sum(before, measure, value)
        else:
            joined.append(measure)
    return joined


def _sum(first: Measure, second: Measure, value: float) -> Measure:
    quantity = first.quantity
    total = replace(
        quantity,
        value=(quantity.value or 0.0) + value,
        minimum=None if quantity.minimum is None else quantity.minimum + value,
        maximum=None if quantity.maximum is None else quantity.maximum + value,
    )
    return replace(first, quantity=total, end=second.end)


def _agree(coarse: Measure, fine: Measure) -> bool:
    """Whether two statements are one: they differ by less than one unit of the coarser."""
    a, b = coarse.quantity.value, fine.quantity.value
    return a is not None and b is not None and abs(a - b) <= max(coarse.unit.size, fine.unit.size)
