"""One row of the table as cells by role, and what the row does not disclose or says unreadably.

Belongs here: the types that reading a row shares. Does not belong here: reading (see `training_page_cells`, `row_figures`, `row_cost`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fab_pipeline.sources.disclosures.column_roles import Column
from fab_pipeline.sources.disclosures.page_grid import GridCell


@dataclass(frozen=True)
class TableRow:
    """Cells of one row by role, with their columns.

    Attributes:
        position: row of the table, counted from 1.
        cells: role (one of a merged cell's roles) → cell.
        columns: role → column.
        elsewhere: text of the page outside the table.
        glued: whether cell parts may touch (flattened text).
    """

    position: int
    cells: Mapping[str, GridCell]
    columns: Mapping[str, Column]
    elsewhere: str = ""
    glued: bool = True

    def text(self, role: str) -> str | None:
        """Words of the cell with a role, None where the table has no such column or the cell is empty."""
        cell = self.cells.get(role)
        return cell.text if cell and cell.text else None

    def merged(self, role: str, other: str) -> bool:
        """Whether two roles share one column."""
        return role in self.columns and self.columns[role] is self.columns.get(other)


@dataclass
class Silence:
    """What the row does not disclose, and the words that stand where a figure should."""

    undisclosed: set[str] = field(default_factory=set[str])
    unreadable: dict[str, str] = field(default_factory=dict[str, str])
