"""One duration stated twice: "21 days (511 hours)", "~7 weeks (March 24 to May 13, 2026)".

Belongs here: finding such pairs and whether they agree. Does not belong here: which of the two is the duration (the reader of durations
decides that).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

_UNITS: Final[tuple[tuple[str, float], ...]] = (
    (r"个?小时|hours?|hrs?", 1 / 24),
    (r"天|日|days?", 1.0),
    (r"周|星期|weeks?", 7.0),
    (r"个?月|months?", 30.4375),
)
_UNIT: Final = "|".join(pattern for pattern, _ in _UNITS)
_AMOUNT: Final = rf"(?P<{{name}}>\d[\d,]*(?:\.\d+)?)\s*-?(?P<{{name}}_unit>{_UNIT})(?![a-z])"
_FIRST: Final = _AMOUNT.format(name="first")
_BRACKET: Final = r"\s*[（(]\s*(?:即|约|合|about|approximately|~|≈|=|i\.e\.,?)?\s*"
_TWICE: Final = re.compile(rf"(?i){_FIRST}{_BRACKET}{_AMOUNT.format(name='second')}\s*[）)]")
_DATED: Final = re.compile(rf"(?i){_FIRST}{_BRACKET}(?P<dates>[^（()）]{{6,60}})[）)]")
_AMOUNT_ONLY: Final = re.compile(rf"(?i){_FIRST}")

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE_FORMS: Final[tuple[str, ...]] = (
    rf"(?i)(?P<name>{_NAME})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s*(?P<year>20\d\d))?",
    rf"(?i)(?P<day>\d{{1,2}})\s+(?P<name>{_NAME})(?:,?\s*(?P<year>20\d\d))?",
    r"(?P<year>20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})",
    r"(?:(?P<year>20\d\d)\s*年)?\s*(?P<month>\d{1,2})\s*月\s*(?P<day>\d{1,2})\s*日",
)


@dataclass(frozen=True)
class Restatement:
    """A duration and its other statement.

    Attributes:
        first: the words of the first statement, with its days and the days of its unit.
        second: the words of the other; from `low` to `high` days (dates: without and with the last day).
        agrees: whether the other rounds or cuts to the first; for dates, whether the first lies between `low` and `high`.
        rounding: whether the difference is smaller than half the first's unit.
    """

    first: str
    days: float
    unit_days: float
    second: str
    low: float
    high: float
    dated: bool

    @property
    def agrees(self) -> bool:
        """Dates fix a length to the day; an amount in a finer unit agrees if it rounds or cuts to the first."""
        if self.dated:
            return self.low <= self.days <= self.high
        return self.rounding or self.days <= self.low < self.days + self.unit_days

    @property
    def rounding(self) -> bool:
        """Whether rounding to the first's unit explains the difference."""
        nearest = min(max(self.days, self.low), self.high)
        return abs(nearest - self.days) <= self.unit_days / 2


def restatements(text: str) -> Iterator[Restatement]:
    """Pairs of statements of one duration in a text, in order."""
    for match in _TWICE.finditer(text):
        days, unit = _days(match, "first")
        other, _ = _days(match, "second")
        second = f"{match['second']} {match['second_unit']}"
        yield Restatement(f"{match['first']} {match['first_unit']}", days, unit, second, other, other, dated=False)
    for match in _DATED.finditer(text):
        window = _window(match["dates"])
        if window:
            days, unit = _days(match, "first")
            length = float((window[1] - window[0]).days)
            yield Restatement(f"{match['first']} {match['first_unit']}", days, unit, match["dates"], length, length + 1, dated=True)


def first_amount(text: str) -> tuple[str, float] | None:
    """The first amount of time in a text: its words and its days."""
    match = _AMOUNT_ONLY.search(text)
    return (match.group(), _days(match, "first")[0]) if match else None


def _days(match: re.Match[str], name: str) -> tuple[float, float]:
    unit = next(days for pattern, days in _UNITS if re.fullmatch(pattern, match[f"{name}_unit"], re.I))
    return float(match[name].replace(",", "")) * unit, unit


def _window(text: str) -> tuple[date, date] | None:
    """First and last day of "March 24 to May 13, 2026"; None unless the text names exactly two dates of known year, in order."""
    for form in _DATE_FORMS:
        hits = list(re.finditer(form, text))
        if len(hits) != 2:
            continue
        year = hits[1]["year"] or hits[0]["year"]
        if year is None:
            return None
        try:
            first, last = (date(int(hit["year"] or year), _month(hit), int(hit["day"])) for hit in hits)
        except ValueError:
            return None
        return (first, last) if first < last else None
    return None


def _month(hit: re.Match[str]) -> int:
    groups = hit.groupdict()
    return _MONTHS.index(groups["name"][:3].lower()) + 1 if groups.get("name") else int(groups["month"])
