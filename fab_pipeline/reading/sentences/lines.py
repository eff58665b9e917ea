"""Lines of JSON with texts → lines with readings: {"id", "text"} → {"id", "reading"}.

Belongs here: what such a line is and what is wrong with one. Does not belong here: streams (see `commands.read`) and reading itself.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, cast

from fab_pipeline.reading.sentences.reader import read_disclosure

LONGEST_TEXT: Final = 20_000
"""A longer text is a page, which has readers of its own."""


@dataclass(frozen=True, slots=True)
class LineResult:
    """The outcome of one line: a row to print, and whether the line was read."""

    row: dict[str, object]
    read: bool


def read_lines(lines: Iterable[str]) -> Iterator[LineResult]:
    """One result per line that is not blank, as they come; a line that cannot be read gives reason, row_number and what was wrong."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _result(line, number)


def _result(line: str, number: int) -> LineResult:
    try:
        row = json.loads(line)
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


def _rejected(reason: str, number: int, name: object, detail: str) -> LineResult:
    return LineResult({"reason": reason, "row_number": number, "id": name, "detail": detail}, read=False)
