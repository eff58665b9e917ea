"""Flattened text → grids: tables whose cells are parted by bars or tabs, each row on one line or over several.

Belongs here: finding a row of headings, cutting rows by counting cells, and what is broken. The words before the first bar of the heading
line ("15 条| # | 模型 |") belong to the text around the table. Does not belong here: what columns and cells mean.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fab_pipeline.sources.disclosures.column_roles import column_of, table_score
from fab_pipeline.sources.disclosures.page_grid import Grid, GridCell, cell_of
from fab_pipeline.vocabulary.characters import fold

_BARS: Final = "|│┃¦"
_RULE: Final = re.compile(r"[\s|│┃¦+\-:=─━┼]+")
_FEWEST_COLUMNS: Final = 3
_LONGEST_ROW: Final = 40
"""Lines that one row may stretch over: a row that never closes must not swallow the rest of the page."""
_LONGEST_HEADINGS: Final = 2000
"""Characters of a heading line; a longer line holds no headings and is not cut."""
_LONGEST_LAST_CELL: Final = 6
"""Further lines that the last cell of a row without outer bars may have."""


@dataclass(frozen=True)
class _Line:
    start: int
    end: int


@dataclass(frozen=True)
class _Cut:
    """One row as cut: its cells as (start, end), where the row ends, and the line behind it."""

    cells: list[tuple[int, int]]
    end: int
    next_line: int
    complete: bool


def text_grids(text: str) -> list[Grid]:
    """All tables of a text that have a row of headings, in printed order."""
    folded = _plain_bars(text)
    lines = list(_lines(text))
    grids: list[Grid] = []
    index = 0
    while index < len(lines):
        grid, after = _grid_at(text, folded, lines, index)
        if grid:
            grids.append(grid)
        index = after
    return grids


def _grid_at(text: str, folded: str, lines: Sequence[_Line], index: int) -> tuple[Grid | None, int]:
    line = lines[index]
    if line.end - line.start > _LONGEST_HEADINGS:
        return None, index + 1
    for bar in ("|", "\t"):
        if folded.count(bar, line.start, line.end) < _FEWEST_COLUMNS - 1:
            continue
        headings = _headings(text, folded, line, bar, ruled=_is_rule(folded, lines, index + 1))
        if headings and table_score([column_of(cell.text) for cell in headings]):
            return _body(text, folded, lines, index, bar, headings)
    return None, index + 1


def _headings(text: str, folded: str, line: _Line, bar: str, *, ruled: int) -> list[GridCell]:
    """Cells of a heading line; words before its first bar are a heading only where the line has no outer bars."""
    pieces = [cell_of(text, start, end) for start, end in _split(folded, line.start, line.end, bar)]
    if bar == "\t":
        return pieces
    outer = folded[line.start : line.end].rstrip().endswith("|")
    if outer:
        pieces = pieces[1:-1]
    elif not pieces[0].text:
        pieces = pieces[1:]
    return pieces if not ruled or len(pieces) == ruled or not outer else pieces[-ruled:]


def _body(text: str, folded: str, lines: Sequence[_Line], index: int, bar: str, headings: Sequence[GridCell]) -> tuple[Grid, int]:
    width = len(headings)
    at = index + 1 + (1 if _is_rule(folded, lines, index + 1) else 0)
    outer = bar == "|" and folded[lines[index].start : lines[index].end].rstrip().endswith("|")
    rows: list[tuple[GridCell, ...]] = []
    broken: list[tuple[str, GridCell]] = []
    last = lines[at - 1].end
    while at < len(lines):
        cut = _row(folded, lines, at, bar, width, outer=outer)
        if cut is None:
            break
        if cut.complete:
            rows.append(tuple(cell_of(text, start, end) for start, end in cut.cells))
        else:
            broken.append(("row_cut_off", cell_of(text, lines[at].start, cut.end)))
        last, at = cut.end, cut.next_line
    while at < len(lines) and not text[lines[at].start : lines[at].end].strip():
        at += 1
    return Grid(tuple(headings), tuple(rows), ((headings[0].start, last),), tuple(broken)), max(at, index + 1)


def _row(folded: str, lines: Sequence[_Line], at: int, bar: str, width: int, *, outer: bool) -> _Cut | None:
    """The row that starts at a line, None where the line starts none."""
    first = folded[lines[at].start : lines[at].end]
    if not first.strip() or bar not in first or (outer and not first.lstrip().startswith(bar)):
        return None
    needed = width + 1 if outer else width - 1
    end_line = at
    while end_line < len(lines) and end_line - at < _LONGEST_ROW:
        start, end = lines[at].start, lines[end_line].end
        bars = folded.count(bar, start, end)
        closed = folded[start:end].rstrip().endswith(bar) if outer else bars >= needed
        if bars >= needed and closed:
            last = end_line if outer else _last_cell_line(folded, lines, end_line, bar)
            return _Cut(_cells(folded, start, lines[last].end, bar, outer=outer), lines[last].end, last + 1, True)
        if outer and closed and end_line > at and _is_next_row(folded, lines, end_line + 1):
            break
        if end_line == at and outer and closed and bars >= _FEWEST_COLUMNS and _row_or_end(folded, lines, at + 1, width):
            return _Cut(_cells(folded, start, end, bar, outer=outer), end, end_line + 1, True)
        end_line += 1
    stop = min(end_line, len(lines) - 1)
    return _Cut([], lines[stop].end, stop + 1, False)


def _last_cell_line(folded: str, lines: Sequence[_Line], at: int, bar: str) -> int:
    """Line in which the last cell of a row ends: lines without bars belong to it where a further row follows them soon."""
    for line in range(at + 1, min(at + 2 + _LONGEST_LAST_CELL, len(lines))):
        words = folded[lines[line].start : lines[line].end]
        if bar in words:
            return line - 1
        if not words.strip():
            break
    return at


def _is_next_row(folded: str, lines: Sequence[_Line], at: int) -> bool:
    return at < len(lines) and bool(re.match(r"\s*\|\s*\d{1,4}\s*\|", folded[lines[at].start : lines[at].end]))


def _row_or_end(folded: str, lines: Sequence[_Line], at: int, width: int) -> bool:
    """Whether a short line with outer bars is a whole row: what follows is a row of its own, or no table any more."""
    if at >= len(lines):
        return False
    following = folded[lines[at].start : lines[at].end]
    return not following.strip() or (following.lstrip().startswith("|") and following.count("|") >= min(width + 1, _FEWEST_COLUMNS + 1))


def _cells(folded: str, start: int, end: int, bar: str, *, outer: bool) -> list[tuple[int, int]]:
    pieces = list(_split(folded, start, end, bar))
    return pieces[1:-1] if outer else pieces


def _split(folded: str, start: int, end: int, bar: str) -> Iterator[tuple[int, int]]:
    """Spans between bars; a bar behind a backslash is text."""
    begin = start
    for position in range(start, end):
        if folded[position] == bar and folded[position - 1 : position] != "\\":
            yield begin, position
            begin = position + 1
    yield begin, end


def _is_rule(folded: str, lines: Sequence[_Line], at: int) -> int:
    """Columns of the line of dashes below the headings; 0 where there is none."""
    if at >= len(lines):
        return 0
    line = folded[lines[at].start : lines[at].end].strip()
    return len(line.strip("|").split("|")) if _RULE.fullmatch(line) and "-" in line.replace("─", "-").replace("━", "-") else 0


def _plain_bars(text: str) -> str:
    return re.sub(f"[{_BARS}]", "|", fold(text))


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield _Line(start, start + len(line.rstrip("\r\n")))
        start += len(line)
