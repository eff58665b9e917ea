"""A grid → training runs: which column holds what, which rows are runs, and what becomes of those that are not.

Belongs here: columns by heading, else by what stands in their cells; rows that repeat the headings, sum up, or are broken. Does not belong
here: finding grids and reading single cells.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.reading.accelerator_hours import read_accelerator_hours
from fab_pipeline.reading.dates import read_date
from fab_pipeline.reading.disclosure import undisclosed_lead
from fab_pipeline.reading.durations import read_durations
from fab_pipeline.reading.hardware import read_count
from fab_pipeline.reading.money import leading_amount
from fab_pipeline.reading.run_groups import read_group_count
from fab_pipeline.sources.disclosures.column_roles import FIGURES, Column, column_of, table_score
from fab_pipeline.sources.disclosures.page_grid import LONGEST_CELL, Grid, GridCell
from fab_pipeline.sources.disclosures.training_page import Cell, PageRow, UnreadRow
from fab_pipeline.sources.disclosures.training_page_cells import TableRow, read_row
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.characters import fold
from fab_pipeline.vocabulary.organizations import is_organization

_ROLE_ORDER: Final = (
    "model", "size", "hardware", "compute", "cost", "recompute", "link", "organization", "released", "open_weights", "license",
    "parameters", "parameters_active", "tokens", "count", "duration", "cost_per_tokens", "ratio", "rank", "note",
)  # fmt: skip
"""A merged cell is kept under the first of its roles in this order."""
_SUMMARY: Final = re.compile(r"\s*(?:合计|总计|小计|平均|中位数?|total|sum|average|mean|median)\s*(?:[(（:：].*)?", re.I | re.S)
_MAJORITY: Final = 0.6
_SAMPLE: Final = 200
"""Cells of a column from which its role is judged."""
_RATE: Final = re.compile(
    r"[^\d]*\d[\d,.]*\s*(?:[/每]\s*[A-Z0-9]+\s*)?(?:/|每|\b(?:per|an?)\b)\s*(?:GPU|card|卡)?[\s·/-]*"
    r"(?:h|hr|hour|小?时|month|月)(?![a-z])",
    re.I,
)


@dataclass(frozen=True)
class Table:
    """The runs of a grid, and its rows that are none."""

    columns: tuple[Column, ...]
    rows: tuple[PageRow, ...]
    unread: tuple[UnreadRow, ...]


def grid_score(grid: Grid) -> tuple[int, int]:
    """How much a grid looks like the table of training runs, and how many rows it has; (0, 0) where it is none.

    A table whose "models" are accelerators, or whose costs are rates per hour, is a price list.
    """
    columns = _columns(grid) if grid.rows else ()
    score = table_score(columns)
    return (score, len(grid.rows)) if score and not _is_price_list(grid, columns) else (0, 0)


def _is_price_list(grid: Grid, columns: Sequence[Column]) -> bool:
    return any(
        role in column.roles and (cells := _told(_filled(grid, index))) and _mostly(cells, fits)
        for role, fits in (("model", _is_accelerator), ("cost", lambda cell: bool(_RATE.match(fold(cell.text)))))
        for index, column in enumerate(columns)
    )


def _is_accelerator(cell: GridCell) -> bool:
    named = sum(mention.end - mention.start for mention in find_accelerators(cell.text, families=True))
    return named >= _MAJORITY * len(cell.text)


def _filled(grid: Grid, index: int) -> list[GridCell]:
    return [row[index] for row in grid.rows if index < len(row) and row[index].text]


def _told(cells: Sequence[GridCell]) -> list[GridCell]:
    return [cell for cell in cells if undisclosed_lead(cell.text) is None]


def read_table(grid: Grid, elsewhere: str, *, glued: bool) -> Table:
    """Read all rows of a grid.

    Args:
        grid: the table of training runs.
        elsewhere: text of the page outside it.
        glued: whether parts of a cell may touch (flattened text).
    """
    columns = _columns(grid)
    rows: list[PageRow] = []
    unread = [_broken(reason, cell, len(grid.rows) + index) for index, (reason, cell) in enumerate(grid.broken, 1)]
    for position, cells in enumerate(grid.rows, 1):
        problem = _problem(cells, columns, grid)
        row = None if problem else read_row(_table_row(position, cells, columns, elsewhere, glued=glued))
        if row and row.model and not _SUMMARY.fullmatch(row.model):
            rows.append(row)
        elif any(cell.text for cell in cells) and problem != "headings_repeated":
            reason = problem or ("summary_row" if row and row.model else "model_missing")
            unread.append(_unread(position, reason, cells))
    return Table(columns, tuple(rows), tuple(unread))


def _columns(grid: Grid) -> tuple[Column, ...]:
    columns = [_completed(column_of(heading.text)) for heading in grid.headings]
    taken = {role for column in columns for role in column.roles}
    for index, column in enumerate(columns):
        if not column.roles:
            cells = _told(_filled(grid, index))
            role = next((role for role, fits in _BY_CONTENT if role not in taken and cells and _mostly(cells, fits)), None)
            if role:
                columns[index] = replace(column, roles=frozenset({role}))
                taken.add(role)
        elif column.roles == frozenset({"hardware"}) and "count" not in taken and _holds_numbers(_filled(grid, index)):
            columns[index] = replace(column, roles=frozenset({"count"}))
    return tuple(columns)


def _holds_numbers(cells: Sequence[GridCell]) -> bool:
    """Whether the cells that disclose anything are counts that name nothing: a column "Accelerators" then holds counts."""
    told = _told(cells)
    return bool(told) and _mostly(told, lambda cell: read_count(cell.text) is not None and not find_accelerators(cell.text, families=True))


def _completed(column: Column) -> Column:
    """A heading of parameters and tokens together is a heading of size."""
    return replace(column, roles=column.roles | {"size"}) if {"parameters", "tokens"} <= column.roles else column


def _mostly(cells: Sequence[GridCell], fits: Callable[[GridCell], bool]) -> bool:
    sample = cells[:_SAMPLE]
    return sum(1 for cell in sample if fits(cell)) >= _MAJORITY * len(sample)


def _may_be_a_name(cell: GridCell) -> bool:
    """Whether a cell holds words that nothing else in a table of runs would hold."""
    if not re.search(r"[A-Za-z\u4e00-\u9fff]{2}", cell.text) or undisclosed_lead(cell.text) is not None or read_group_count(cell.text):
        return False
    return not any(fits(cell) for role, fits in _BY_CONTENT if role not in {"model", "released", "link"})


_BY_CONTENT: Final[tuple[tuple[str, Callable[[GridCell], bool]], ...]] = (
    ("rank", lambda cell: bool(re.fullmatch(r"#?\d{1,3}[.)]?", cell.text))),
    ("hardware", lambda cell: bool(find_accelerators(cell.text, families=True))),
    ("compute", lambda cell: read_accelerator_hours(cell.text).quantity is not None),
    ("duration", lambda cell: read_durations(cell.text).quantity is not None),
    ("organization", lambda cell: is_organization(cell.text)),
    ("released", lambda cell: (printed := read_date(cell.text)) is not None and printed.end - printed.start == len(cell.text)),
    ("tokens", lambda cell: bool(re.fullmatch(r"[~≈约<>≥≤]?\s?\d+(?:\.\d+)?\s?(?:T|万亿)\+?\s*(?:tokens?)?", cell.text, re.I))),
    ("parameters", lambda cell: bool(re.fullmatch(r"[~≈约<>≥≤]?\s?\d+(?:\.\d+)?\s?(?:B|亿)\b.*", cell.text, re.I | re.S))),
    ("cost", lambda cell: (money := leading_amount(cell.text)) is not None and money.currency is not None),
    ("link", lambda cell: bool(cell.href) or cell.text.startswith("http")),
    ("model", _may_be_a_name),
)
"""Roles of columns whose heading says nothing, by what stands in most of their cells; a role is given once."""


def _table_row(position: int, cells: Sequence[GridCell], columns: Sequence[Column], elsewhere: str, *, glued: bool) -> TableRow:
    by_role: dict[str, GridCell] = {}
    column_by_role: dict[str, Column] = {}
    for role in _ROLE_ORDER:
        for index, column in enumerate(columns):
            if role in column.roles and index < len(cells) and role not in column_by_role:
                by_role[role], column_by_role[role] = cells[index], column
    return TableRow(position, by_role, column_by_role, elsewhere, glued)


def _problem(cells: Sequence[GridCell], columns: Sequence[Column], grid: Grid) -> str | None:
    filled = [cell for cell in cells if cell.text]
    if [cell.text for cell in cells] == [heading.text for heading in grid.headings]:
        return "headings_repeated"
    if len(cells) > len(columns) and any(cell.text for cell in cells[len(columns) :]):
        return "cells_exceed_columns"
    figures = [index for index, column in enumerate(columns) if column.roles & FIGURES]
    silent = not any(index < len(cells) and cells[index].text for index in figures)
    if len({cell.text for cell in filled}) == 1 or (silent and not _is_named_run(cells, columns)):
        return "no_figures"
    return None


def _is_named_run(cells: Sequence[GridCell], columns: Sequence[Column]) -> bool:
    """Whether a row names a model and whose or when: a run that discloses nothing, not a heading between rows."""
    told = [roles for column, cell in zip(columns, cells, strict=False) if cell.text for roles in (column.roles,)]
    return any("model" in roles for roles in told) and any(roles & {"organization", "released"} for roles in told if "model" not in roles)


_DETAILS: Final[dict[str, str]] = {
    "cells_exceed_columns": "the row has more cells than the table has columns",
    "no_figures": "the row has no cell about size, hardware, compute or cost",
    "summary_row": "the row sums up other rows",
    "model_missing": "no cell of the row names a model",
    "row_cut_off": "the row ends before its last column",
    "cell_too_long": f"a cell of the row has more than {LONGEST_CELL:,} characters",
}


def _unread(position: int, reason: str, cells: Sequence[GridCell]) -> UnreadRow:
    filled = [cell for cell in cells if cell.text]
    words = Cell(" | ".join(dict.fromkeys(cell.text for cell in filled)), filled[0].start, filled[-1].end)
    return UnreadRow(position, reason, _DETAILS[reason], words)


def _broken(reason: str, cell: GridCell, position: int) -> UnreadRow:
    return UnreadRow(position, reason, _DETAILS[reason], Cell(cell.text, cell.start, cell.end))
