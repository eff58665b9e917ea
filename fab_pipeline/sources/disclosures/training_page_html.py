"""HTML → grids by element boundaries: tables, and what looks like one (roles, repeated blocks, lists of labelled cards).

Belongs here: finding rows and cells. Every way of building a grid gives the same shape; which grid holds the runs is decided by its
headings. Does not belong here: what columns and cells mean.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Tag

from fab_pipeline.sources.disclosures.column_roles import column_of
from fab_pipeline.sources.disclosures.html_text import HEADINGS, HtmlText, is_hidden, visible_text
from fab_pipeline.sources.disclosures.page_grid import Grid, GridCell, cell_of, grid_of
from fab_pipeline.sources.page_limits import require_content, require_shallow
from fab_pipeline.sources.spread_cells import Spanning, span_of, spread_row

_TABLE_ROLES: Final = frozenset({"table", "grid", "treegrid"})
_CELL_ROLES: Final = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
_LARGEST_SPAN: Final = 50
"""Columns or rows that one cell may claim; more is a mistake of the page."""
_MUST_CLOSE: Final = ("table", "div", "section", "article", "main", "ul", "ol", "dl")
"""Elements whose end tag is never left out: one that is not closed tells that the file was cut off."""
_BLOCKS: Final = ["div", "section", "ul", "ol", "main", "article", "body", "form", "figure", "center", "aside"]
"""Elements whose children may be the rows of a table that does not say so."""
_FEWEST_COLUMNS: Final = 3
_MOST_CANDIDATES: Final = 2000
_HEADINGS_WITHIN: Final = 4
_LONGEST_HEADING: Final = 60


@dataclass(frozen=True)
class HtmlPage:
    """A page as parsed: its text, its grids, and where headings and table elements stand."""

    text: HtmlText
    grids: tuple[Grid, ...]
    headings: tuple[tuple[int, int], ...]
    tables: tuple[tuple[int, int], ...]
    title: str | None


def read_html(source: str) -> HtmlPage:
    """Parse a page; a page without any table-like part has no grids.

    Raises:
        UnreadableCaptureError: too_many_elements or nested_too_deeply.
    """
    require_content(source)
    soup = BeautifulSoup(source, "lxml")
    require_shallow(soup)
    text = visible_text(soup)
    cut_off = any(len(re.findall(rf"<{name}\b", source, re.I)) > len(re.findall(rf"</{name}\b", source, re.I)) for name in _MUST_CLOSE)
    reader = _Reader(soup, text)
    grids = tuple(_without_cut_row(grid, text.text) if cut_off else grid for grid in reader.grids())
    headings, tables = (
        tuple(text.spans[id(tag)] for tag in soup.find_all(names) if id(tag) in text.spans) for names in (sorted(HEADINGS), ["table"])
    )
    return HtmlPage(text, grids, headings, tables, _title(soup, text))


def _title(soup: BeautifulSoup, text: HtmlText) -> str | None:
    first = soup.find("h1")
    span = text.spans.get(id(first)) if isinstance(first, Tag) else None
    shown = text.text[span[0] : span[1]].strip() if span else ""
    title = soup.find("title")
    return shown or (" ".join(title.get_text().split()) if isinstance(title, Tag) else "") or None


def _without_cut_row(grid: Grid, text: str) -> Grid:
    """The grid of a page that ends too early: a last row with which the text ends may have lost its end, so it is not read."""
    filled = [cell for cell in grid.rows[-1] if cell.text] if grid.rows else []
    if not filled or text[filled[-1].end :].strip():
        return grid
    row = cell_of(text, filled[0].start, filled[-1].end)
    return replace(grid, rows=grid.rows[:-1], broken=(*grid.broken, ("row_cut_off", row)))


class _Reader:
    """Builds grids from the elements of one page."""

    def __init__(self, soup: BeautifulSoup, text: HtmlText) -> None:
        self._soup = soup
        self._text = text
        base = soup.find("base", href=True) or soup.find("link", rel="canonical", href=True)
        self._base = str(base["href"]) if isinstance(base, Tag) else ""

    def grids(self) -> list[Grid]:
        tables = [self._grid(*self._table_rows(table)) for table in self._shown("table")]
        roles = [self._grid(self._role_rows(table)) for table in _with_role(self._soup, _TABLE_ROLES)]
        return [grid for grid in (*tables, *roles, *self._repeated(), *self._cards()) if grid]

    def _shown(self, name: str) -> list[Tag]:
        return [tag for tag in self._soup.find_all(name) if id(tag) in self._text.spans]

    def _cell(self, tag: Tag | None) -> GridCell:
        span = self._text.spans.get(id(tag)) if tag else None
        if tag is None or span is None:
            return GridCell("", 0, 0)
        start, end = span
        return cell_of(self._text.text, start, end, self._href(tag), self._text.parts(start, end))

    def _href(self, tag: Tag) -> str | None:
        links = [tag, *tag.find_all("a", href=True)] if tag.get("href") else tag.find_all("a", href=True)
        for link in links:
            address = urljoin(self._base, str(link["href"]).strip())
            if address.startswith(("http://", "https://")):
                return address
        return None

    def _table_rows(self, table: Tag) -> tuple[list[list[GridCell]], int]:
        """Rows of a table, and how many of the first ones are headings by their elements."""
        rows = [row for row in table.find_all("tr") if row.find_parent("table") is table and not is_hidden(row)]
        tags = [[cell for cell in row.find_all(["td", "th"]) if cell.find_parent("tr") is row and not is_hidden(cell)] for row in rows]
        filled = [(row, cells) for row, cells in zip(rows, tags, strict=True) if cells]
        heads = 0
        while heads < len(filled) and (filled[heads][0].find_parent("thead") or all(cell.name == "th" for cell in filled[heads][1])):
            heads += 1
        return self._spread([cells for _, cells in filled]), heads

    def _role_rows(self, table: Tag) -> list[list[GridCell]]:
        rows = [row for row in _with_role(table, {"row"}) if not is_hidden(row)]
        return self._spread([[cell for cell in _with_role(row, _CELL_ROLES) if not is_hidden(cell)] for row in rows])

    def _spread(self, rows: Sequence[Sequence[Tag]]) -> list[list[GridCell]]:
        """Cells by row and column; rows without any are left out."""
        reaching: dict[int, tuple[GridCell, int]] = {}
        spread = [spread_row([self._spanning(tag) for tag in tags], reaching) for tags in rows]
        return [row for row in spread if row]

    def _spanning(self, tag: Tag) -> Spanning[GridCell]:
        across, down = (span_of(tag, name, _LARGEST_SPAN) for name in ("colspan", "rowspan"))
        return Spanning(self._cell(tag), across, down)

    def _grid(self, rows: Sequence[Sequence[GridCell]], heads: int = 0) -> Grid | None:
        """The grid of rows whose headings are the first row that has roles; turned where the headings stand in the first column.

        Several rows of heading elements are one row of headings.
        """
        if len(rows) < 2 or len(rows[0]) < 2:
            return None
        if 1 < heads < len(rows):
            return grid_of([_joined_headings(rows[:heads]), *rows[heads:]], 0)
        down = _known([row[0] for row in rows if row])
        across = max((_known(row), -index) for index, row in enumerate(rows[:_HEADINGS_WITHIN]))
        if heads == 0 and down > across[0] and down >= _FEWEST_COLUMNS:
            return grid_of([[row[index] for row in rows] for index in range(min(len(row) for row in rows))], 0)
        return grid_of(rows, -across[1])

    def _repeated(self) -> list[Grid | None]:
        """Grids of blocks that repeat one structure without saying so: a parent whose children have equally many children."""
        found: list[Grid | None] = []
        for parent in self._soup.find_all(_BLOCKS, limit=_MOST_CANDIDATES):
            rows = [child for child in _children(parent) if id(child) in self._text.spans]
            if len(rows) < 2 or parent.find_parent("table"):
                continue
            widths = Counter(len(_children(row)) for row in rows)
            width, repeats = widths.most_common(1)[0]
            if width < _FEWEST_COLUMNS or repeats < 2:
                continue
            blocks = self._with_headings(rows, width)
            if max(_known([self._cell(cell) for cell in _children(row)]) for row in blocks[:_HEADINGS_WITHIN]) < _FEWEST_COLUMNS - 1:
                continue
            found.append(self._grid([[self._cell(cell) for cell in _children(row)] for row in blocks]))
        return found

    def _with_headings(self, rows: Sequence[Tag], width: int) -> list[Tag]:
        """Rows of one width; where the headings stand in a block of their own before them, that block comes first."""
        same = [row for row in rows if len(_children(row)) == width]
        before = same[0].parent.find_previous_sibling() if same[0].parent else None
        if isinstance(before, Tag):
            header = (
                before
                if len(_children(before)) == width
                else next((child for child in _children(before) if len(_children(child)) == width), None)
            )
            if header and _known([self._cell(cell) for cell in _children(header)]) >= _FEWEST_COLUMNS:
                return [header, *same]
        return same

    def _cards(self) -> list[Grid | None]:
        """Grids of cards: blocks side by side, each with a heading and a list of labels and values."""
        lists = [tag for tag in self._shown("dl") if len(tag.find_all("dt")) >= 2]
        holders: dict[int, list[tuple[Tag, Tag]]] = {}
        for labels in lists:
            card = (
                labels.parent
                if labels.parent and labels.parent.find(sorted(HEADINGS))
                else labels.find_parent(["article", "section", "li", "div"])
            )
            if isinstance(card, Tag) and card.parent and isinstance(card.find(sorted(HEADINGS)), Tag):
                holders.setdefault(id(card.parent), []).append((card, labels))
        return [self._card_grid(cards) for cards in holders.values()]

    def _card_grid(self, cards: Sequence[tuple[Tag, Tag]]) -> Grid | None:
        names: list[GridCell] = []
        rows: list[dict[str, GridCell]] = []
        for card, labels in cards:
            heading = card.find(sorted(HEADINGS))
            row = {"": self._cell(heading if isinstance(heading, Tag) else None)}
            for label in labels.find_all("dt"):
                value = label.find_next_sibling("dd")
                name = self._cell(label)
                row[name.text] = self._cell(value if isinstance(value, Tag) else None)
                if name.text not in {known.text for known in names}:
                    names.append(name)
            rows.append(row)
        model = GridCell("Model", rows[0][""].start, rows[0][""].start) if rows else GridCell("", 0, 0)
        table = [
            [model, *names],
            *([row.get("", GridCell("", 0, 0)), *(row.get(name.text, GridCell("", 0, 0)) for name in names)] for row in rows),
        ]
        grid = grid_of(table, 0)
        return replace(grid, spans=tuple(sorted(self._text.spans[id(card)] for card, _ in cards))) if grid else None


def _with_role(within: Tag, roles: Collection[str]) -> list[Tag]:
    return [tag for tag in within.find_all(role=True) if str(tag["role"]) in roles]


def _children(tag: Tag) -> list[Tag]:
    return [child for child in tag.contents if isinstance(child, Tag) and not is_hidden(child)]


def _joined_headings(rows: Sequence[Sequence[GridCell]]) -> list[GridCell]:
    """One heading per column of several rows of headings: the lowest, with the one above where it means nothing without it."""
    joined: list[GridCell] = []
    for index in range(max(len(row) for row in rows)):
        above = [row[index] for row in rows if index < len(row) and row[index].text]
        lowest = above[-1] if above else GridCell("", 0, 0)
        texts = list(dict.fromkeys(cell.text for cell in above))
        known = column_of(lowest.text).roles - {"link", "note"}
        joined.append(lowest if known else replace(lowest, text=" ".join(texts)))
    return joined


def _known(cells: Sequence[GridCell]) -> int:
    """How many different headings that mean something the cells hold; a badge that each name of a column has is one."""
    roles = {column_of(cell.text).roles for cell in cells if cell.text and len(cell.text) <= _LONGEST_HEADING}
    return len(roles - {frozenset[str]()})
