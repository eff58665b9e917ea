"""Lines of JSON with texts → lines with readings: {"id", "text"} → {"id", "reading"}.

Belongs here: what such a line is and what is wrong with one. Does not belong here: streams (see `commands.read`) and reading itself.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Final, cast

from fab_pipeline.reading.sentences.reader import read_disclosure

LONGEST_TEXT: Final = 20_000
"""A longer text is a page, which has readers of its own."""


@dataclass(frozen=True, slots=True)
class LineResult:
    """The outcome of one line: a row to print, and whether the line was read."""

    row: dict[str, object]
    read: bool


def read_lines(lines: Iterable[str | bytes]) -> Iterator[LineResult]:
    """One result per line that is not blank, as they come; a line that cannot be read gives reason, row_number and what was wrong.

    Args:
        lines: text, or bytes in UTF-8 with or without a mark of their order; bytes that are no UTF-8 are a line that cannot be read.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _result(line, number)


def _result(line: str | bytes, number: int) -> LineResult:
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8") if isinstance(line, bytes) else line
    except UnicodeDecodeError as error:
        return _rejected("not_utf8", number, None, f"byte {error.start + 1:,} of the line is not UTF-8; save the file as UTF-8")
    try:
        row = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        return _rejected("not_json", number, None, 'the line is not JSON; expected {"id": …, "text": …}')
    if not isinstance(row, dict):
        return _rejected("not_an_object", number, None, 'the line is not a JSON object; expected {"id": …, "text": …}')
    fields = cast("dict[str, object]", row)
    name, text = fields.get("id"), fields.get("text")
    if not isinstance(text, str):
        return _rejected("text_missing", number, name, '"text" is missing or no string')
    if len(text) > LONGEST_TEXT:
        return _rejected("text_too_long", number, name, f"{len(text):,} characters; at most {LONGEST_TEXT:,} are read, hand in passages")
    return LineResult({"id": name, "reading": read_disclosure(text).as_json()}, read=True)


def _no_number(name: str) -> float:
    """NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(name)


def _finite(digits: str) -> float:
    """A number that a float holds: 1e999 would be printed as Infinity, which JSON does not have."""
    number = float(digits)
    if not isfinite(number):
        raise ValueError(digits)
    return number


def _rejected(reason: str, number: int, name: object, detail: str) -> LineResult:
    return LineResult({"reason": reason, "row_number": number, "id": name, "detail": detail}, read=False)
