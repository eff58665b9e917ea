"""Lines of one of AWS's price list files, one after the other.

Belongs here: finding the heading behind the lines about the file, and cells by its names, without holding the file as a table: a region's
file has hundreds of thousands of lines. Does not belong here: what a line means (`aws_bulk`).
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.prices.json_body import printable

NEEDED: Final = ("SKU", "TermType", "Unit", "PricePerUnit", "Currency", "Instance Type", "Operating System", "Tenancy")
"""Columns without which a line says nothing that can be trusted."""
LINES_ABOUT: Final = 20
"""The heading stands on the sixth line; a file whose first twenty lines have none is another file."""
_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04")


@dataclass(frozen=True)
class Line:
    """One line behind the heading.

    Attributes:
        number: counted from 1.
        cells: by the names of the heading.
        line: in the file.
        fault: what is wrong with a line that cannot be taken apart; it has no cells.
    """

    number: int
    cells: dict[str, str]
    line: int
    fault: str | None = None

    def cell(self, name: str) -> str:
        """A cell without surplus space; empty where the file has no such column."""
        return self.cells.get(name, "").strip()

    @property
    def locator(self) -> str:
        """Where in the file."""
        return f"line {self.line}"

    @property
    def shown(self) -> str:
        """What the line is about, for messages."""
        names = ("SKU", "Product Family", "Instance Type", "Operating System", "Tenancy", "CapacityStatus", "TermType")
        return printable(", ".join(filter(None, map(self.cell, names))))[:200]


def lines_of(body: bytes) -> Iterator[Line]:
    """All lines behind the heading.

    Raises:
        UnreadableCaptureError: empty, packed, not text, no such file, or cut off within a line; one line.
    """
    if not body.strip():
        raise UnreadableCaptureError("empty_file", "the file is empty; a region that offers nothing has no file")
    if body.startswith(_PACKED):
        raise UnreadableCaptureError("packed_file", "the file is packed; hand in the plain CSV")
    reader = csv.reader(io.TextIOWrapper(io.BytesIO(body), "utf-8-sig", newline=""))
    try:
        names = _heading(reader)
        number, fault = 0, None
        for cells in reader:
            if not cells:
                continue
            number += 1
            fault = None if len(cells) == len(names) else f"the line has {len(cells)} cells, the heading {len(names)}"
            yield Line(number, {} if fault else dict(zip(names, cells, strict=True)), reader.line_num, fault)
        if fault is not None:
            raise UnreadableCaptureError("file_cut_off", f"the file ends within line {reader.line_num}: it was not received or saved whole")
    except UnicodeDecodeError:
        raise UnreadableCaptureError("wrong_encoding", f"line {reader.line_num + 1} is not UTF-8; AWS's files are") from None
    except csv.Error as error:
        raise UnreadableCaptureError("broken_csv", f"line {reader.line_num} is not CSV: {printable(str(error))}") from None


def _heading(reader: Iterator[list[str]]) -> list[str]:
    for _, cells in zip(range(LINES_ABOUT), reader, strict=False):
        if "SKU" in cells and "PricePerUnit" in cells:
            missing = [name for name in NEEDED if name not in cells]
            if missing or len(set(cells)) != len(cells):
                said = f"lacks {', '.join(missing)}" if missing else "has one column twice"
                raise UnreadableCaptureError("missing_columns", f"the heading {said}")
            return cells
    raise UnreadableCaptureError("not_aws_price_list", f"no heading of an AWS price list within the first {LINES_ABOUT} lines")
