"""Cells of a table that reach over several columns or rows, repeated where they reach.

Belongs here: the geometry of tables as HTML forms them. Does not
belong here: which elements are rows and cells, and what a cell says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bs4 import Tag

Cell = TypeVar("Cell")


@dataclass(frozen=True)
class Spanning(Generic[Cell]):
    """A cell, and how many columns and rows it fills."""

    cell: Cell
    across: int
    down: int


def spread_row(row: Sequence[Spanning[Cell]], reaching: dict[int, tuple[Cell, int]]) -> list[Cell]:
    """Cells of one row by column.

    Args:
        row: the cells that begin in it, in order.
        reaching: column → cell of a row above, and how many rows it still fills; brought up to date for the next row.
    """
    line: list[Cell] = []
    for spanning in row:
        _fill(line, reaching)
        for _ in range(spanning.across):
            if spanning.down > 1:
                reaching[len(line)] = (spanning.cell, spanning.down - 1)
            line.append(spanning.cell)
    _fill(line, reaching)
    return line


def span_of(tag: Tag, name: str, most: int) -> int:
    """How many columns ("colspan") or rows ("rowspan") a cell claims, from 1 to `most`; 1 where it says nothing readable."""
    text = str(tag.get(name, "")).strip()
    return min(max(int(text), 1), most) if text.isascii() and text.isdigit() else 1


def _fill(line: list[Cell], reaching: dict[int, tuple[Cell, int]]) -> None:
    while len(line) in reaching:
        cell, left = reaching.pop(len(line))
        if left > 1:
            reaching[len(line)] = (cell, left - 1)
        line.append(cell)
