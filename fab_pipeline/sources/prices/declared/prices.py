"""Which rows of a page hold which prices, and what holds prices and is not declared.

Belongs here: containers and blocks brought together, prices found in rows, and the parts that nobody reads. Does not belong here: reading
a price (see `offer`).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bs4 import Tag

from fab_pipeline.sources.prices.cells import shown
from fab_pipeline.sources.prices.declared.fields import ANY_COLUMN, Found, Row, look_at, look_up
from fab_pipeline.sources.prices.declared.grid import Grid, GridRow, read_grid, title_of
from fab_pipeline.sources.prices.declared.money import amount_starts, holds_money
from fab_pipeline.sources.prices.declared.order import Order
from fab_pipeline.sources.prices.declared.records import records_of
from fab_pipeline.sources.prices.declared.schema import Block, Condition, Declaration, PriceSpec
from fab_pipeline.sources.prices.declared.words import validity_of

_TEXT_LIMIT: Final = 500


@dataclass(frozen=True)
class PricedRow:
    """One row and the prices found in it."""

    row: Row
    prices: tuple[tuple[PriceSpec, Found], ...]


@dataclass(frozen=True)
class Unread:
    """A row, column or container that holds something and is not read: why, and what it says."""

    reason: str
    detail: str
    where: str
    text: str
    name: str | None = None


def rows_of(declaration: Declaration, order: Order) -> Iterator[PricedRow | Unread]:
    """Rows of all containers of the page, in printed order."""
    blocks = [block for block in declaration.blocks if block.kind == "html"]
    offered: dict[int, tuple[Tag, list[Block]]] = {}
    for block in blocks:
        for tag in order.select(block.within):
            offered.setdefault(id(tag), (tag, []))[1].append(block)
    containers = frozenset(offered)
    for tag, candidates in sorted(offered.values(), key=lambda entry: order.places[id(entry[0])]):
        yield from _container(declaration, tag, candidates, order, containers)


def record_rows(block: Block, texts: Sequence[str]) -> Iterator[PricedRow | Unread]:
    """Records of the scripts of a page."""
    for number, record in enumerate(records_of(block, list(texts)), start=1):
        text = json.dumps(record, ensure_ascii=False, default=str)
        if not (block.skip and block.skip.search(text)):
            yield from _priced(block, Row(f"{block.name}, record {number}", text[:_TEXT_LIMIT], record=record), set())


def _container(
    declaration: Declaration, tag: Tag, candidates: Sequence[Block], order: Order, containers: frozenset[int]
) -> Iterator[PricedRow | Unread]:
    unclaimed: Grid | None = None
    for block in candidates:
        title = title_of(tag, block, order, containers)
        if title and any(pattern.search(title) for pattern in declaration.drop_titles):
            return
        grid = read_grid(tag, block, title, order, containers)
        if grid.rows and _holds(block.when, grid):
            yield from _read(block, grid, order)
            return
        unclaimed = unclaimed or grid
    if unclaimed and any(row.has_money for row in unclaimed.rows):
        what = (
            f"the part titled {shown(unclaimed.title)}"
            if unclaimed.title
            else f"a part without title ({shown(_text(unclaimed.rows[0]))} …)"
        )
        detail = f"{what} holds prices, and no block of the declaration reads it; declare it, or name its title under drop_titles"
        yield Unread("section_not_read", detail, f"<{tag.name}>", _text(unclaimed.rows[0]), unclaimed.title or None)


def _holds(conditions: Sequence[Condition], grid: Grid) -> bool:
    lines = {id(row.headings): row.headings for row in grid.rows}  # rows share theirs
    headings = dict.fromkeys(heading for line in lines.values() for heading in line)
    return not conditions or any(
        (not condition.title or bool(condition.title.search(grid.title)))
        and (not condition.column or any(condition.column.search(heading) for heading in headings))
        for condition in conditions
    )


def _read(block: Block, grid: Grid, order: Order) -> Iterator[PricedRow | Unread]:
    read: set[int] = set()
    unread: dict[int, GridRow] = {}
    for line in grid.rows:
        text = _text(line)
        if not text or (block.skip and block.skip.search(text)):
            continue
        where = f"{block.name}, {grid.title!r}, row {line.number}" if grid.title else f"{block.name}, row {line.number}"
        row = Row(where, text, grid.title, block.titled, line, order)
        if line.cells and (line.ragged or line.is_group):
            if line.has_money or not line.is_group:
                yield _misshapen(row, line)
            continue
        claimed: set[int] = set()
        yield from _priced(block, row, claimed)
        read |= claimed
        for column, cell in enumerate(line.cells):
            if column not in claimed and holds_money(cell.printed):
                unread.setdefault(column, line)
    for column, line in unread.items():
        heading = line.heading(column)
        if read - {ANY_COLUMN} and column not in read and not any(pattern.search(heading) for pattern in block.skip_columns):
            detail = f"the column {shown(heading)} holds prices, and no price of the declaration names it"
            yield Unread("column_not_read", detail, f"{block.name}, column {column + 1}", _text(line), heading or None)


def _priced(block: Block, row: Row, claimed: set[int]) -> Iterator[PricedRow | Unread]:
    """The prices of a row. A column is read by the first price that names it; `claimed` gathers the columns that were read."""
    prices: list[tuple[PriceSpec, Found]] = []
    shut = 0
    for spec in block.prices:
        found = _at(spec, row, claimed)
        claimed |= {each.column for each in found}
        if found and spec.only_if and look_up(spec.only_if, row) is None:
            shut += 1
            where = f"{row.where}, {shown(found[0].printed)}"
            yield Unread("not_offered", "the page says that this price is not offered", where, row.text, _name(block, row))
            continue
        prices += [(spec, part) for each in found for part in _by_day(each)]
    if prices:
        yield PricedRow(row, tuple(prices))
    elif not shut and (name := _name(block, row)):
        yield Unread("price_missing", "there is no price where the declaration looks for one", row.where, row.text, name)
    elif not shut and row.grid is not None and row.grid.has_money:
        yield Unread("row_not_read", "the row holds a price, and nothing that the declaration names", row.where, row.text)


def _at(spec: PriceSpec, row: Row, claimed: set[int]) -> list[Found]:
    """What stands at the first place that exists."""
    for place in spec.places:
        found = [each for each in look_at(place, row) if each.column == ANY_COLUMN or place.match or each.column not in claimed]
        if found:
            return found
    return []


def _by_day(found: Found) -> tuple[Found, ...]:
    """Today's price and an announced one that stand in one cell, apart: "$3.99 (until November 15, 2026), $4.29 from November 16, 2026".

    Only where the day stands behind the last of two amounts; anything else is left to be read, or refused, as a whole.
    """
    starts = amount_starts(found.printed)
    if len(starts) != 2:
        return (found,)
    head = found.printed[: starts[0]]
    parts = (found.printed[starts[0] : starts[1]], found.printed[starts[1] :])
    first, last = (validity_of(part) for part in parts)
    if first.begins or last.begins is None or last.unclear or last.ends:
        return (found,)
    return tuple(replace(found, words=f"{head}{part}".rstrip(" ;,("), printed=f"{head}{part}".rstrip(" ;,(")) for part in parts)


def _name(block: Block, row: Row) -> str | None:
    found = next((found for spec in block.prices if (found := look_up(spec.fields["accelerator"], row))), None)
    return found.words if found else None


def _misshapen(row: Row, line: GridRow) -> Unread:
    name = line.cells[0].words or None
    if line.is_group:
        return Unread("row_not_understood", "one cell fills the whole row and holds a price", row.where, row.text, name)
    detail = f"the row has {len(line.cells)} cells and the head {len(line.headings)}, so that nobody can say which stands under which"
    return Unread("ragged_row", detail, row.where, row.text, name)


def _text(row: GridRow) -> str:
    return row.words[:_TEXT_LIMIT]
