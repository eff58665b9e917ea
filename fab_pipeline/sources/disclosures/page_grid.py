"""The table of a training-cost page before its cells are read: the same shape for HTML and for flattened text.

Belongs here: the types that both readers build, and cutting a span of text into a cell. Does not belong here: what a column means.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

LONGEST_CELL: Final = 4_000
"""Characters; a longer cell is damage (the longest of the pages read so far has 400), and patterns that look around take minutes on it."""


@dataclass(frozen=True)
class GridCell:
    """One cell.

    Attributes:
        text: its words, stripped.
        start: place in the page's extracted text, in code points.
        end: its end.
        parts: its words by element boundary, or by line where there are no elements.
        href: first address that it links to.
    """

    text: str
    start: int
    end: int
    parts: tuple[str, ...] = ()
    href: str | None = None


@dataclass(frozen=True)
class Grid:
    """One table-like part of a page.

    Attributes:
        headings: one per column.
        rows: cells of each row, in printed order; a row may be shorter than the headings.
        spans: parts of the extracted text that belong to the table, in printed order.
        broken: rows that are cut off or overfull, as printed, with a code.
    """

    headings: tuple[GridCell, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    spans: tuple[tuple[int, int], ...]
    broken: tuple[tuple[str, GridCell], ...] = field(default=())

    def overlaps(self, other: "Grid") -> bool:
        """Whether two grids were built from the same part of the text."""
        return self.spans[0][0] < other.spans[-1][1] and other.spans[0][0] < self.spans[-1][1]


def cell_of(text: str, start: int, end: int, href: str | None = None, parts: tuple[str, ...] | None = None) -> GridCell:
    """The cell that stands at text[start:end], without the white space around it; its lines are its parts unless parts are given."""
    words = text[start:end]
    lead = len(words) - len(words.lstrip())
    stripped = words.strip()
    lines = tuple(line.strip() for line in stripped.splitlines() if line.strip())
    return GridCell(stripped, start + lead, start + lead + len(stripped), lines if parts is None else parts, href)


def grid_of(rows: Sequence[Sequence[GridCell]], heading_row: int) -> Grid | None:
    """The grid under one row of headings; None where no row follows it, or nothing stands in it."""
    if len(rows) <= heading_row + 1:
        return None
    cells = [cell for row in rows[heading_row:] for cell in row if cell.text]
    if not cells:
        return None
    spans = tuple(sorted({(cell.start, cell.end) for cell in cells}))
    return Grid(tuple(rows[heading_row]), tuple(tuple(row) for row in rows[heading_row + 1 :]), spans)


def bounded(grid: Grid) -> Grid:
    """The grid without endless cells: their rows are broken (`cell_too_long`), and a heading that long names no column."""
    long = [next((cell for cell in row if len(cell.text) > LONGEST_CELL), None) for row in grid.rows]
    rows = tuple(row for row, cell in zip(grid.rows, long, strict=True) if cell is None)
    broken = tuple(("cell_too_long", replace(cell, text=cell.text[:LONGEST_CELL])) for cell in long if cell)
    headings = tuple(replace(cell, text="", parts=()) if len(cell.text) > LONGEST_CELL else cell for cell in grid.headings)
    cut = tuple((reason, replace(cell, text=cell.text[:LONGEST_CELL])) for reason, cell in grid.broken)
    return replace(grid, headings=headings, rows=rows, broken=(*cut, *broken))


def joined(grids: Sequence[Grid]) -> Grid:
    """One grid of several with the same headings, in printed order."""
    ordered = sorted(grids, key=lambda grid: grid.spans[0])
    rows = tuple(row for grid in ordered for row in grid.rows)
    spans = tuple(span for grid in ordered for span in grid.spans)
    return Grid(ordered[0].headings, rows, spans, tuple(entry for grid in ordered for entry in grid.broken))


def outside(length: int, grid: Grid) -> Iterator[tuple[int, int]]:
    """Parts of a text of some length that are not part of the grid, in printed order."""
    position = 0
    for start, end in grid.spans:
        if start > position:
            yield position, start
        position = max(position, end)
    if position < length:
        yield position, length
