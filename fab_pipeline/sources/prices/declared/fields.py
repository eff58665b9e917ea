"""Looking a place of a declaration up in one row of a page or one record of its data.

Belongs here: `Row` and `look_up`. Does not belong here: what the text found there means.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bs4 import Tag

from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.declared.grid import Cell, GridRow
from fab_pipeline.sources.prices.declared.html import attribute_of, price_text, spaced_text
from fab_pipeline.sources.prices.declared.money import holds_money, without_marks
from fab_pipeline.sources.prices.declared.order import Order
from fab_pipeline.sources.prices.declared.schema import Field, Place, PriceSpec

ANY_COLUMN: Final = -1


@dataclass(frozen=True)
class Row:
    """One row to read an offer from.

    Attributes:
        where: for the locator, e.g. "GPU tables, row 3".
        text: the whole row as printed.
        title: title of its container, "" where there is none.
        titled: whether the declaration names that title.
        grid: its cells; None for a record.
        order: order of the elements of the page; None for a record.
        record: the record; None for a row of the page.
    """

    where: str
    text: str
    title: str = ""
    titled: bool = False
    grid: GridRow | None = None
    order: Order | None = None
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Found:
    """What stands at a place.

    Attributes:
        words: its words, apart.
        printed: its text as printed.
        heading: the heading above it, "" where there is none.
        column: its column, `ANY_COLUMN` where it is in none.
        is_data: whether it was written for programs: an attribute, a value of a record, a constant.
    """

    words: str
    printed: str
    heading: str = ""
    column: int = ANY_COLUMN
    is_data: bool = False


def look_up(field: Field, row: Row) -> Found | None:
    """What the first place that says something says; None where none does."""
    return next((found for place in field for found in look_at(place, row) if found.words), None)


def look_at(place: Place, row: Row) -> Iterator[Found]:
    """Everything that stands at a place: one text per column whose heading fits, else at most one text.

    A place that exists and is empty gives an empty text; a place that does not exist, or does not match, gives nothing.
    """
    nothing = True
    for raw in _raw(place, row):
        found = _matched(place, raw)
        if found is not None and (found.words or place.default is None):
            nothing = False
            yield found
    if nothing and place.default is not None:
        yield Found(place.default, place.default)


def text_at(row: Row, spec: PriceSpec, name: str) -> str | None:
    """What the page says of a field, without footnote marks; None where it says nothing or the field is not declared."""
    field = spec.fields.get(name)
    found = look_up(field, row) if field else None
    return without_marks(found.words) or None if found else None


def needed_text(row: Row, spec: PriceSpec, name: str) -> str:
    """What the page says of a field that every price needs.

    Raises:
        CellError: `<name>_missing`.
    """
    text = text_at(row, spec, name)
    if text is None:
        raise CellError(f"{name}_missing", f"the page does not say {name} where the declaration looks for it, or says an unknown word")
    return text


def json_value(value: object, path: str) -> object:
    """The value at a dotted path of keys and list positions; None where there is none."""
    for key in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def json_text(value: object) -> str | None:
    """A plain value as text; None for null, lists and objects."""
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else None


def _raw(place: Place, row: Row) -> Iterator[Found]:
    if place.kind == "value":
        yield Found(place.what, place.what, is_data=True)
    elif place.kind == "title":
        yield Found(row.title, row.title)
    elif place.kind == "json":
        text = json_text(json_value(row.record, place.what))
        if text is not None:
            yield Found(text, text, is_data=True)
    elif row.grid is not None:
        yield from _on_page(place, row, row.grid)


def _on_page(place: Place, row: Row, grid: GridRow) -> Iterator[Found]:
    if place.kind == "column" and place.heading is not None:
        for column, cell in enumerate(grid.cells):
            if column < len(grid.headings) and place.heading.search(grid.headings[column]):
                yield _of_cell(cell, grid, column)
    elif place.kind == "cell":
        column = place.number - 1 if place.number > 0 else len(grid.cells) + place.number
        if 0 <= column < len(grid.cells):
            yield _of_cell(grid.cells[column], grid, column)
    elif place.kind == "select" and place.attribute is None:
        yield from _selected(_in_row(place.what, row, grid))
    else:
        tag = _element(place, row, grid)
        if tag is not None:
            yield from _of_element(place, tag)


def _selected(tags: Sequence[Tag]) -> Iterator[Found]:
    """The first selected element that says something. Where several hold different amounts, all of them: none is chosen here."""
    ids = {id(tag) for tag in tags}
    outer = [tag for tag in tags if not any(id(parent) in ids for parent in tag.parents)]
    if not outer:
        return
    amounts = list(dict.fromkeys(printed for tag in outer if holds_money(printed := price_text(tag))))
    first = next((tag for tag in outer if price_text(tag)), outer[0])
    yield Found(spaced_text(first), "; ".join(amounts) or price_text(first))


def _in_row(selector: str, row: Row, grid: GridRow) -> Sequence[Tag]:
    """Selected elements of a row; what stands in another row inside it is of that one."""
    return row.order.held_by(grid.beside, selector).get(id(grid.element), ()) if row.order else ()


def _element(place: Place, row: Row, grid: GridRow) -> Tag | None:
    element = grid.element
    match place.kind:
        case "attr":
            return element
        case "select":
            return next(iter(_in_row(place.what, row, grid)), None)
        case "closest":
            return element.css.closest(place.what)
        case "before":
            return row.order.before(element, place.what) if row.order else None
        case "tab":
            return _tab_of(element, row.order) if row.order else None
        case _:
            return None


def _of_element(place: Place, tag: Tag) -> Iterator[Found]:
    name = place.what if place.kind == "attr" else place.attribute
    if name is None:
        yield Found(spaced_text(tag), price_text(tag))
        return
    text = attribute_of(tag, name)
    if text is not None:
        text = " ".join(text.split())
        yield Found(text, text, is_data=True)


def _of_cell(cell: Cell, grid: GridRow, column: int) -> Found:
    return Found(cell.words, cell.printed, grid.heading(column), column)


def _tab_of(element: Tag, order: Order) -> Tag | None:
    """The tab whose panel holds an element: the panel names its tab, or the tab its panel."""
    panel = element.find_parent(attrs={"role": "tabpanel"}) or element.find_parent(attrs={"aria-labelledby": True})
    if panel is None:
        return None
    label, own = attribute_of(panel, "aria-labelledby"), attribute_of(panel, "id")
    tabs = order.select("[role=tab], [aria-controls]")
    by_label = next((tab for tab in tabs if label and attribute_of(tab, "id") == label), None)
    return by_label or next((tab for tab in tabs if own and attribute_of(tab, "aria-controls") == own), None)


def _matched(place: Place, found: Found) -> Found | None:
    if place.match is not None:
        words, printed = _group(place, found.words), _group(place, found.printed)
        if words is None:
            return None
        found = replace(found, words=words, printed=printed if printed is not None else words)
    if place.words and found.words:
        meant = {" ".join(key.casefold().split()): value for key, value in place.words.items()}.get(found.words.casefold())
        if meant is None:
            return None
        found = replace(found, words=meant, printed=meant)
    return found


def _group(place: Place, text: str) -> str | None:
    hit = place.match.search(text) if place.match else None
    if hit is None:
        return None
    return (hit[1] or "" if hit.re.groups else hit[0]).strip()
