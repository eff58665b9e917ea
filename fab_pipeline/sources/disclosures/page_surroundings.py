"""The text around the table of runs: its lines with their places and the heading they stand under, and the title of a flattened page.

Belongs here: cutting the rest of a page into blocks. Does not belong here: what the blocks say (see `page_statements`).
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from fab_pipeline.sources.disclosures.html_text import HtmlText
from fab_pipeline.sources.disclosures.page_grid import Grid, outside
from fab_pipeline.sources.disclosures.training_page import Block, Cell, UnreadRow
from fab_pipeline.sources.page_limits import is_endless_line

_TITLE: Final = re.compile(r"训练成本|成本榜|training[- ]costs?|cost of training|leaderboard|排行榜", re.I)
_MARKDOWN_HEADING: Final = re.compile(r"#{1,6}\s+")
_LONGEST_TITLE: Final = 60
_LONGEST_HEADING: Final = 24
_EDGE: Final = " \t|│｜"


def blocks_of_html(html: HtmlText, grid: Grid, headings: Sequence[tuple[int, int]], tables: Sequence[tuple[int, int]]) -> tuple[Block, ...]:
    """Lines outside the table of runs, each under the last heading element before it, with the other table that it stands in."""
    places = sorted(headings, key=lambda place: place[1])
    ends = [end for _, end in places]
    blocks: list[Block] = []
    for start, end in _lines(html.text, grid):
        before = bisect_right(ends, start)
        section = html.text[places[before - 1][0] : places[before - 1][1]].strip() if before else None
        table = next((index for index, span in enumerate(tables) if span[0] <= start < span[1]), None)
        blocks.append(Block(html.text[start:end], start, end, section, table))
    return tuple(blocks)


def blocks_of_text(text: str, grid: Grid) -> tuple[Block, ...]:
    """Lines outside the table; a short line without figures and without an end of sentence is the heading of the lines below it."""
    blocks: list[Block] = []
    section: str | None = None
    for start, end in _lines(text, grid):
        line = text[start:end]
        heading = _MARKDOWN_HEADING.sub("", line) if _MARKDOWN_HEADING.match(line) else line if _is_heading(line) else None
        blocks.append(Block(line, start, end, None if heading else section))
        section = heading or section
    return tuple(blocks)


def text_title(text: str, grid: Grid) -> str | None:
    """Title of a flattened page: its first first-level heading, else the first short line before the table that names its subject."""
    lines = [text[start:end] for start, end in _lines(text, grid) if start < grid.spans[0][0]]
    marked = next((line for line in lines if line.startswith("# ")), None)
    named = next((line for line in lines if len(line) <= _LONGEST_TITLE and _TITLE.search(line) and not re.search(r"\d", line)), None)
    found = marked or named
    return _MARKDOWN_HEADING.sub("", found).strip() if found else None


def endless_lines(text: str, grid: Grid) -> list[UnreadRow]:
    """Lines outside the table that have no end: they are not read, and told."""
    detail = "a line beside the table has no end: it is damaged, and not read"
    spans = [span for span in _all_lines(text, grid) if is_endless_line(text[span[0] : span[1]])]
    return [UnreadRow(0, "line_without_end", detail, Cell(text[start:end][:_LONGEST_TITLE], start, end)) for start, end in spans]


def _lines(text: str, grid: Grid) -> list[tuple[int, int]]:
    return [span for span in _all_lines(text, grid) if not is_endless_line(text[span[0] : span[1]])]


def _all_lines(text: str, grid: Grid) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for begin, stop in outside(len(text), grid):
        start = begin
        for line in text[begin:stop].splitlines(keepends=True):
            words = line.strip().strip(_EDGE)
            if words and not re.fullmatch(r"[\s|｜│:\-=+—]+", words):
                lead = line.index(words)
                found.append((start + lead, start + lead + len(words)))
            start += len(line)
    return found


def _is_heading(line: str) -> bool:
    return line.endswith(("？", "?")) or (len(line) <= _LONGEST_HEADING and not re.search(r"\d|[。.!！；;，,]$", line))
