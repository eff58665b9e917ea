"""Containers of a page, their headings, and their rows as cells under headings.

Belongs here: tables with merged cells, grids of div elements, heading rows, and which container belongs to which block. Does not belong
here: what a cell means.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from bs4 import Tag

from fab_pipeline.sources.prices.declared.html import price_text, spaced_text
from fab_pipeline.sources.prices.declared.money import holds_money
from fab_pipeline.sources.prices.declared.order import Order
from fab_pipeline.sources.prices.declared.schema import Block, Pattern
from fab_pipeline.sources.spread_cells import Spanning, span_of, spread_row
from fab_pipeline.vocabulary.accelerators import find_accelerators

_TABLE_CELLS: Final = ("td", "th")
MAX_SPAN: Final = 1000
"""Largest row or column span that is followed; the limit of the HTML standard for columns."""


@dataclass(frozen=True)
class Cell:
    """One cell: its words, its text as printed, and whether it fills several columns."""

    element: Tag
    words: str
    printed: str
    wide: bool = False


@dataclass(frozen=True)
class GridRow:
    """One row: its element, its cells in columns, and the headings above them."""

    element: Tag
    cells: tuple[Cell, ...]
    headings: tuple[str, ...]
    number: int
    beside: frozenset[int]
    """Ids of all rows of the container: what stands in another row is not of this one."""

    @property
    def words(self) -> str:
        """Words of the whole row."""
        return spaced_text(self.element, self.beside)

    @property
    def has_money(self) -> bool:
        """Whether a price stands in the row, in a cell or between them."""
        return any(holds_money(cell.printed) for cell in self.cells) or holds_money(price_text(self.element, self.beside))

    @property
    def ragged(self) -> bool:
        """Whether cells and headings do not fit together, so that nobody can say which stands under which.

        Surplus cells at the end that hold no price (a button) need no heading.
        """
        surplus = self.cells[len(self.headings) :] if self.headings else ()
        return len(self.cells) < len(self.headings) or any(holds_money(cell.printed) for cell in surplus)

    @property
    def is_group(self) -> bool:
        """Whether the row is one cell over all columns: a heading of the rows below, no offer."""
        return len({id(cell.element) for cell in self.cells}) == 1 and (len(self.headings) > 1 or self.cells[0].wide)

    def heading(self, column: int) -> str:
        """Heading of a column; "" where there is none."""
        return self.headings[column] if column < len(self.headings) else ""


@dataclass(frozen=True)
class Grid:
    """One container as read for one block."""

    title: str
    rows: tuple[GridRow, ...]


def title_of(container: Tag, block: Block, order: Order, containers: frozenset[int]) -> str:
    """Title of a container: the nearest title element before its first row that is not in a cell; "" where there is none."""
    first = next(iter(_held(container, block.row, order, containers)), container)
    found = order.before(first, block.title, outside=_TABLE_CELLS)
    return spaced_text(found) if found else ""


def read_grid(container: Tag, block: Block, title: str, order: Order, containers: frozenset[int]) -> Grid:
    """Rows of a container.

    Args:
        container: the element.
        block: how its rows, cells and headings are found.
        title: its title.
        order: of the page.
        containers: ids of all containers: rows of a container inside this one belong to that one, and cells to the nearest row.
    """
    elements = _held(container, block.row, order, containers)
    if not elements and container.css.match(block.row):
        elements = [container]
    beside = frozenset(id(row) for row in elements)
    held = [_held(row, block.cell, order, beside) for row in elements] if block.cell else []
    heads_held = _held(container, block.header, order, containers) if block.header else ()
    apart = beside.union(*({id(part) for part in parts} for parts in (heads_held, *held)))
    lines = [_cells(parts, apart) for parts in held] if block.cell else _table_lines(elements)
    declared = tuple(cell.words for cell in _cells(heads_held, apart))
    patterns = heading_patterns(block)
    rows: list[GridRow] = []
    heads: list[Sequence[Cell]] = []
    headings = declared
    for element, line in zip(elements, lines, strict=True):
        if _is_heading_row(element, line, patterns):
            heads.append(line)
            continue
        if heads:
            headings, heads = _joined(heads) or declared, []
        rows.append(GridRow(element, tuple(line), headings, len(rows) + 1, beside))
    return Grid(title, tuple(rows))


def heading_patterns(block: Block) -> tuple[Pattern, ...]:
    """All patterns of column headings that a block declares."""
    fields = [field for price in block.prices for field in (price.places, price.only_if, *price.fields.values())]
    found = [place.heading for field in fields for place in field if place.heading is not None]
    return tuple(dict.fromkeys(pattern for pattern in found if not pattern.search("")))


def _is_heading_row(row: Tag, line: Sequence[Cell], patterns: Sequence[Pattern]) -> bool:
    """A row of thead; and one without price and accelerator that has only heading cells or holds a declared heading."""
    if row.find_parent("thead") is not None:
        return True
    if len(line) < 2 or any(holds_money(cell.printed) or find_accelerators(cell.words) for cell in line):
        return False
    return all(cell.element.name == "th" for cell in line) or any(pattern.search(cell.words) for pattern in patterns for cell in line)


def _joined(heads: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """Headings of several heading rows, joined from top to bottom; a heading over several columns counts for each."""
    width = max((len(line) for line in heads), default=0)
    columns = [[line[column].words for line in heads if column < len(line)] for column in range(width)]
    return tuple(" ".join(dict.fromkeys(word for word in column if word)) for column in columns)


def _table_lines(rows: Sequence[Tag]) -> list[list[Cell]]:
    """Cells of table rows; no cell reaches out of its group of rows (tbody)."""
    lines: list[list[Cell]] = []
    reaching: dict[int, tuple[Cell, int]] = {}
    group: Tag | None = None
    for row in rows:
        if row.parent is not group:
            reaching, group = {}, row.parent
        own = [child for child in row.find_all(_TABLE_CELLS) if child.find_parent("tr") is row]
        cells = _cells(own, {id(cell) for cell in own})
        lines.append(spread_row([_spanning(cell) for cell in cells], reaching))
    return lines


def _spanning(cell: Cell) -> Spanning[Cell]:
    across, down = (span_of(cell.element, name, MAX_SPAN) for name in ("colspan", "rowspan"))
    return Spanning(replace(cell, wide=across > 1), across, down)


def _cells(elements: Sequence[Tag], apart: Set[int]) -> list[Cell]:
    """Cells with what stands in them and in no element of `apart`."""
    return [Cell(element, spaced_text(element, apart), price_text(element, apart)) for element in elements]


def _held(holder: Tag, selector: str, order: Order, holders: frozenset[int]) -> Sequence[Tag]:
    return order.held_by(holders, selector).get(id(holder), ())
