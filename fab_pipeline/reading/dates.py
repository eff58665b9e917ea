"""Calendar dates, as exact as they are printed: "2023-03", "2023年3月", "March 2023", "14 Mar 2023".

Belongs here: reading one date with its precision, and finding dates so that other readers leave their digits alone. Does not belong here:
time stamps and what a date means.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from fab_pipeline.vocabulary.characters import fold

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(?P<{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)\.?"
)
_HAS_DATE: Final = ("20", "19", "月", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME_STARTS: Final = r"(?:(?<![A-Za-z])|(?=(?-i:[A-Z][a-z])))"
"""A month begins a word, or its capital follows another word without a boundary ("GoogleDec 2024")."""
_YEAR: Final = r"(?<!\d)(?P<{0}>(?:19|20)\d\d)"
_PATTERNS: Final[tuple[re.Pattern[str], ...]] = tuple(
    re.compile(source, re.I)
    for source in (
        _YEAR.format("y") + r"\s?[-/.]\s?(?P<m>\d{1,2})(?:\s?[-/.]\s?(?P<d>\d{1,2}))?(?![\d,])",
        _YEAR.format("y") + r"\s?年(?:\s?(?P<m>\d{1,2})\s?月(?:\s?(?P<d>\d{1,2})\s?[日号])?)?",
        _NAME_STARTS + _MONTH.format("n") + r"\s(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s" + _YEAR.format("y") + r"(?!\d)",
        r"(?<!\d)(?P<d>\d{1,2})(?:st|nd|rd|th)?\s" + _MONTH.format("n") + r",?\s" + _YEAR.format("y") + r"(?!\d)",
        _NAME_STARTS + _MONTH.format("n") + r",?\s" + _YEAR.format("y") + r"(?!\d)",
        _YEAR.format("y") + r"(?:\s?[-/ ]?\s?(?:Q[1-4]|H[12]))?(?!\d|,\d|\s?[-/.]\s?\d|\s?年)",
    )
)
_PARTIAL: Final = re.compile(
    r"(?<![A-Za-z])" + _MONTH.format("n") + r"\s\d{1,2}(?!\d)(?:st|nd|rd|th)?|\d{1,2}\s?月\s?\d{1,2}\s?[日号]", re.I
)


@dataclass(frozen=True)
class PrintedDate:
    """A date as printed.

    Attributes:
        day: the date; the first of the month or year where no more is printed.
        precision: day, month or year.
        start: place in the text.
        end: its end.
    """

    day: date
    precision: str
    start: int
    end: int

    @property
    def iso(self) -> str:
        """ISO form as long as the precision: 2023, 2023-03 or 2023-03-14."""
        return self.day.isoformat()[: {"year": 4, "month": 7, "day": 10}[self.precision]]


def read_date(text: str) -> PrintedDate | None:
    """The first date of a text, None where there is none or it is no day of the calendar."""
    return next(iter(dates(text)), None)


def dates(text: str) -> list[PrintedDate]:
    """All dates of a text that name at least a year, in printed order."""
    folded = fold(text)
    found: list[PrintedDate] = []
    if not _has_date(folded):
        return found
    for pattern in _PATTERNS:
        for hit in pattern.finditer(folded):
            printed = _date(hit)
            if printed and not any(other.start < printed.end and printed.start < other.end for other in found):
                found.append(printed)
    return sorted(found, key=lambda printed: printed.start)


def date_spans(text: str) -> list[tuple[int, int]]:
    """Where dates stand, also those without a year ("March 24")."""
    if not _has_date(fold(text)):
        return []
    full = [(printed.start, printed.end) for printed in dates(text)]
    return full + [
        hit.span() for hit in _PARTIAL.finditer(fold(text)) if not any(start < hit.end() and hit.start() < end for start, end in full)
    ]


def _has_date(folded: str) -> bool:
    """Whether anything of a date stands in a text; most texts have none, and the patterns are dear."""
    small = folded.lower()
    return any(part in small for part in _HAS_DATE)


def _date(hit: re.Match[str]) -> PrintedDate | None:
    parts = hit.groupdict()
    name = parts.get("n")
    month = _MONTHS.index(name[:3].lower()) + 1 if name else int(parts.get("m") or 0)
    day = int(parts.get("d") or 0)
    try:
        printed = date(int(parts["y"]), month or 1, day or 1)
    except ValueError:
        return None
    return PrintedDate(printed, "day" if day else "month" if month else "year", *hit.span())
