"""Cells of a price table as typed values, or the reason why not.

Belongs here: numbers, counts, times, words and texts as a person or a program writes them into a table. Nothing is guessed: "$2.50",
"2,50" and a time without a zone are not values. Does not belong here: which column means what (see `price_table`).
"""

import math
import re
from collections.abc import Collection
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Final

TEXT_LIMIT: Final = 2_000
"""Longest text of a cell, in code points; addresses of price pages are far shorter."""
MAX_COUNT: Final = 1_000_000
"""More accelerators than any single offer can have: the largest announced sites have a few hundred thousand."""

_SHORT: Final = {"price_per_instance_hour": "price", "accelerator_count": "count"}
"""How reasons name the columns that are wrong most often."""

_NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_NOT_FINITE: Final = frozenset({"nan", "inf", "infinity"})
_TRUE: Final = frozenset({"true", "yes", "1"})
_FALSE: Final = frozenset({"false", "no", "0"})
_NOT_PRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_EMPTY_WORDS: Final = frozenset({"", "null", "none", "n/a", "-"})


class CellError(ValueError):
    """A cell that is not what its column holds: a reason in snake_case and one line for people."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


def is_blank(value: object) -> bool:
    """Whether a cell says nothing."""
    return value is None or (isinstance(value, str) and value.strip().lower() in _EMPTY_WORDS)


def text_cell(column: str, value: object) -> str | None:
    """A text without surplus space; None for a blank cell. Numbers are accepted as their digits, nested values are not."""
    if isinstance(value, str):
        return _text(column, value)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise CellError(f"{column}_not_a_text", f"{column} is {shown(value)}, not a text")
    return _text(column, str(value))


@lru_cache(maxsize=1 << 13)  # the same names, regions and addresses come in every row of a list, and on every day
def _text(column: str, value: str) -> str | None:
    if is_blank(value):
        return None
    text = " ".join(value.split())
    if len(text) > TEXT_LIMIT:
        raise CellError("text_too_long", f"{column} has {len(text):,} characters, more than {TEXT_LIMIT:,}")
    if _NOT_PRINTABLE.search(text):
        raise CellError("text_not_printable", f"{column} has control characters or half a character pair: {shown(text)}")
    return text


def word_cell(column: str, value: object, words: Collection[str]) -> str | None:
    """One of the words of the contract; case, spaces and hyphens do not matter ("On-Demand")."""
    text = text_cell(column, value)
    if text is None:
        return None
    word = "_".join(text.lower().replace("-", " ").split())
    if word not in words:
        raise CellError(f"unknown_{column}", f"{column} is {shown(text)}; it must be one of {', '.join(words)}")
    return word


def number_cell(column: str, value: object) -> float | None:
    """A finite number written with digits and a point; None for a blank cell.

    Raises:
        CellError: `<column>_not_a_number` or `<column>_not_finite`; the price column is called price, the count column count.
    """
    if is_blank(value):
        return None
    if isinstance(value, str):
        text = value.strip()
        if text.lower().lstrip("+-") in _NOT_FINITE:
            raise CellError(f"{_code(column)}_not_finite", f"{column} is {shown(text)}, not a finite number")
        if not _NUMBER.fullmatch(text):
            raise CellError(
                f"{_code(column)}_not_a_number", f"{column} is {shown(text)}; write digits and a point, without currency sign or comma"
            )
        return _finite(column, float(text), text)
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise CellError(f"{_code(column)}_not_a_number", f"{column} is {shown(value)}, not a number")
    try:
        return _finite(column, float(value), value)
    except OverflowError:
        raise CellError(f"{_code(column)}_not_finite", f"{column} is too large to be a number") from None


def count_cell(column: str, value: object) -> int | None:
    """A whole number from 1; "8.0" is 8."""
    number = number_cell(column, value)
    if number is None:
        return None
    if number != int(number):
        raise CellError(f"{_code(column)}_not_whole", f"{column} is {shown(value)}, not a whole number")
    if number < 1:
        raise CellError(f"{_code(column)}_not_positive", f"{column} is {shown(value)}; it must be at least 1")
    if number > MAX_COUNT:
        raise CellError(f"{_code(column)}_implausible", f"{column} is {shown(value)}, more than {MAX_COUNT:,}")
    return int(number)


def flag_cell(column: str, value: object) -> bool | None:
    """True or false."""
    if is_blank(value):
        return None
    if isinstance(value, bool):
        return value
    text = str(value).strip().lower()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise CellError(f"{column}_not_a_flag", f"{column} is {shown(value)}; it must be true or false")


def moment_cell(column: str, value: object) -> datetime | None:
    """A time in UTC. A date alone is the start of that UTC day; a time must carry its zone (a zone is never assumed)."""
    parsed = _date_or_time(column, value)
    if parsed is None:
        return None
    if not isinstance(parsed, datetime):
        return datetime.combine(parsed, time(), UTC)
    if parsed.tzinfo is None or parsed.utcoffset() is None:
        raise CellError(f"{column}_without_zone", f"{column} is {shown(value)}; add the zone, e.g. {parsed.isoformat()}Z for UTC")
    try:
        return parsed.astimezone(UTC)
    except OverflowError:
        raise CellError(f"{column}_unreadable", f"{column} is {shown(value)}, outside the calendar") from None


def day_cell(column: str, value: object) -> date | None:
    """A date. A time that carries its zone counts as its UTC day."""
    parsed = _date_or_time(column, value)
    if isinstance(parsed, datetime):
        moment = moment_cell(column, parsed)
        return moment.date() if moment else None
    return parsed


def shown(value: object) -> str:
    """A value for a message: quoted, at most 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _date_or_time(column: str, value: object) -> date | datetime | None:
    if is_blank(value):
        return None
    if isinstance(value, date):
        return value
    text = value.strip() if isinstance(value, str) else ""
    for kind in (date, datetime):
        try:
            return kind.fromisoformat(text)
        except ValueError:
            continue
    raise CellError(f"{column}_unreadable", f"{column} is {shown(value)}; write 2026-10-10 or 2026-10-10T12:33:53Z")


def _code(column: str) -> str:
    return _SHORT.get(column, column)


def _finite(column: str, number: float, printed: object) -> float:
    if not math.isfinite(number):
        raise CellError(f"{_code(column)}_not_finite", f"{column} is {shown(printed)}, not a finite number")
    return number
