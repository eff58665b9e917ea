"""The text around a page's table, cut into lines, and the shape of one statement found there.

Belongs here: what the readers of statements share. Does not belong here: any grammar.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from fab_pipeline.reading.run_groups import names_pattern
from fab_pipeline.reading.statements import Said
from fab_pipeline.sources.disclosures.training_page import TrainingPage


@dataclass(frozen=True)
class Piece:
    """One line outside the table of runs, with its place in the extracted text and the other table that it stands in."""

    text: str
    start: int
    end: int
    table: int | None = None


@dataclass(frozen=True)
class PageStatement:
    """One statement of a page; columns of PAGE_STATEMENTS without what the capture adds."""

    kind: str
    code: str
    text: str
    start: int | None = None
    end: int | None = None
    value: float | None = None
    words: str | None = None
    subject: str | None = None
    run_id: str | None = None


@dataclass(frozen=True)
class PageNames:
    """Models of a page and the run each stands for."""

    runs: dict[str, str]

    @cached_property
    def models(self) -> tuple[str, ...]:
        """Names, longest first, so that a name is not read as the shorter one it starts with."""
        return tuple(sorted(self.runs, key=len, reverse=True))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Any of the names."""
        return names_pattern(self.runs)

    def first_in(self, text: str) -> str | None:
        """The model that a text names first."""
        match = self.pattern.search(text)
        return match.group() if match else None


def pieces(page: TrainingPage) -> list[Piece]:
    """Lines of all blocks, stripped, in printed order; empty ones left out."""
    return [piece for block in page.blocks for piece in _lines(page.text[block.start : block.end], block.start, block.table)]


def table_start(page: TrainingPage) -> int:
    """Where the first row of the table begins; the end of the text where no row has a place."""
    return min((cell.start for row in page.rows for cell in row.cells.values()), default=len(page.text))


def table_end(page: TrainingPage) -> int:
    """Where the last row of the table ends; 0 where no row has a place."""
    return max((cell.end for row in page.rows for cell in row.cells.values()), default=0)


def stated(kind: str, piece: Piece, said: Said, run_id: str | None = None) -> PageStatement:
    """A statement read from a line."""
    text = piece.text[said.start : said.end]
    return PageStatement(
        kind, said.code, text, piece.start + said.start, piece.start + said.end, said.value, said.words, said.subject, run_id
    )


def _lines(text: str, offset: int, table: int | None) -> Iterator[Piece]:
    for line in text.splitlines(keepends=True):
        content = line.strip()
        if content:
            start = offset + line.index(content)
            yield Piece(content, start, start + len(content), table)
        offset += len(line)
