"""JSON answers of price interfaces: from bytes to objects, and from objects to items with typed cells.

Belongs here: decoding, what makes a whole answer unreadable, and reading one object field by field. Does not belong here: which field
means what (see the module of each source). The bytes may come from anybody: a wrong type in a field is a `CellError` of that item, never
of the whole answer.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from fab_pipeline.sources.base import MOST_ROWS, UnreadableCaptureError
from fab_pipeline.sources.page_limits import require_few_values
from fab_pipeline.sources.prices.cells import count_cell, flag_cell, is_blank, moment_cell, number_cell, text_cell

TEXT_LIMIT: Final = 500
"""Longest text of an item that the quarantine keeps, in code points."""

_BOMS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_WORD_BEGINS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True)
class Item:
    """One object of an answer.

    Attributes:
        number: counted from 1 among the items of the capture.
        fields: as the source names them.
        locator: where in the answer, e.g. "data.gpuTypes[3]".
    """

    number: int
    fields: Mapping[str, Any]
    locator: str

    def text(self, name: str) -> str | None:
        """A text field; CellError for a nested value."""
        return text_cell(_column(name), self.fields.get(name))

    def price(self, name: str) -> float | None:
        """A price in the currency of the item; CellError price_not_a_number or price_not_finite."""
        return number_cell("price_per_instance_hour", self.fields.get(name))

    def figure(self, name: str) -> float | None:
        """Any other number."""
        return number_cell(_column(name), self.fields.get(name))

    def count(self, name: str) -> int | None:
        """A number of accelerators; CellError count_not_whole, count_not_positive and the like."""
        return count_cell("accelerator_count", self.fields.get(name))

    def flag(self, name: str) -> bool | None:
        """True or false."""
        return flag_cell(_column(name), self.fields.get(name))

    def moment(self, name: str) -> datetime | None:
        """A time in UTC; a date is the start of that UTC day."""
        return moment_cell(_column(name), self.fields.get(name))

    def name(self, *names: str) -> str | None:
        """The first of the fields that says anything, for messages; never an error."""
        found = (self.fields.get(name) for name in names)
        return next((printable(str(value)) for value in found if not is_blank(value)), None)

    @property
    def shown(self) -> str:
        """The item as JSON, for the quarantine."""
        return shown_json(self.fields)


def json_values(body: bytes) -> list[object]:
    """The JSON value of a body; several where it holds one per line.

    Raises:
        UnreadableCaptureError: empty, not text, not JSON, cut off, without end, nested too deeply; one line.
    """
    text = _decoded(body)
    require_few_values(text)
    try:
        return [json.loads(text)]
    except RecursionError:
        raise UnreadableCaptureError("broken_json", "the answer is nested too deeply to be a price list") from None
    except json.JSONDecodeError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if error.msg != "Extra data" or len(lines) < 2:
            raise UnreadableCaptureError("broken_json", _broken(error, text)) from None
    except ValueError:
        raise UnreadableCaptureError("broken_json", "the answer holds a number with thousands of digits; it is not a price list") from None
    return [_line(line, number) for number, line in enumerate(lines, 1)]


def items_of(values: object, locator: str) -> list[Item | object]:
    """Items of a list, counted from 1; what is no object is passed on as it is, for the quarantine.

    Args:
        values: the list, or something else that stands in its place.
        locator: of the list.

    Raises:
        UnreadableCaptureError: it is no list, an empty one, or one without end.
    """
    if not isinstance(values, list):
        raise UnreadableCaptureError("not_a_price_list", f"{locator or 'the answer'} is not a list of prices")
    if not values:
        raise UnreadableCaptureError("no_rows", f"{locator or 'the answer'} is empty; a source that offers nothing must say so")
    if len(values) > MOST_ROWS:
        raise UnreadableCaptureError("too_many_rows", f"{locator or 'the answer'} has {len(values):,} entries, more than {MOST_ROWS:,}")
    return [Item(number, value, f"{locator}[{number - 1}]") if isinstance(value, dict) else value for number, value in enumerate(values, 1)]


def printable(text: str) -> str:
    """A text that any file can hold: half character pairs replaced, at most TEXT_LIMIT code points."""
    return text[:TEXT_LIMIT].encode("utf-8", "replace").decode("utf-8")


def shown_json(value: object) -> str:
    """A value as JSON for the quarantine, shortened."""
    try:
        return printable(json.dumps(value, ensure_ascii=False, default=str))
    except (RecursionError, ValueError):
        return "(nested too deeply to be shown)"


def _decoded(body: bytes) -> str:
    encoding, skip = next(((name, len(bom)) for bom, name in _BOMS if body.startswith(bom)), ("utf-8", 0))
    try:
        text = body[skip:].decode(encoding)
    except UnicodeDecodeError as error:
        detail = f"byte {skip + error.start + 1} is not {encoding.upper()}; a price interface answers in UTF-8"
        raise UnreadableCaptureError("wrong_encoding", detail) from None
    if not text.strip("\x00 \t\r\n"):
        raise UnreadableCaptureError("empty_file", "the answer is empty; a source that offers nothing must say so")
    return text


def _line(line: str, number: int) -> object:
    try:
        return json.loads(line)
    except RecursionError:
        raise UnreadableCaptureError("broken_json", f"line {number} is nested too deeply to be a price list") from None
    except ValueError as error:
        raise UnreadableCaptureError("broken_json", f"line {number} is not JSON: {printable(str(error))}") from None


def _broken(error: json.JSONDecodeError, text: str) -> str:
    if text.lstrip()[:1] == "<":
        return "the answer is a page (HTML), not JSON: the source refused, or an error page was saved"
    if error.pos >= len(text.rstrip()) - 1 or "Unterminated" in error.msg:
        return f"the answer breaks off at character {len(text):,}: it was not received or saved whole"
    return f"the answer is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"


@lru_cache(maxsize=4096)
def _column(name: str) -> str:
    return re.sub(r"\W+", "_", _WORD_BEGINS.sub("_", name)).strip("_").lower()
