"""Tiles and counts that stand around the table of a training-cost page.

Belongs here: putting label and figure of a tile together, in one line or in neighbouring lines. Does not belong here: the grammar of
labels (`reading.tiles`) and of counts in sentences (`page_sentences`).
"""

from collections.abc import Sequence
from typing import Final

from fab_pipeline.reading.figures import PrintedFigure
from fab_pipeline.reading.tiles import figure_alone, label_alone, read_tile
from fab_pipeline.sources.disclosures.page_pieces import PageNames, PageStatement, Piece

_NOTE_LINES: Final = 2
_LARGEST: Final = "largest_accelerator_hours"


def tile_statements(lines: Sequence[Piece], names: PageNames, table_start: int) -> list[PageStatement]:
    """Tiles above the table.

    Args:
        lines: lines outside the table.
        names: models of the page; a tile may name one.
        table_start: where the table begins; label and figure on different lines are only put together above it, because headings and
            ranks of other tables look the same.
    """
    above = [line for line in lines if line.start < table_start]
    step = _figure_side(above, names)
    found: list[PageStatement] = []
    for index, line in enumerate(above):
        tile = read_tile(line.text, names.models)
        if tile and _may_be(tile.code, tile.figure):
            text = line.text[: tile.end]
            note = " ".join([line.text[tile.end :], *(later.text for later in above[index + 1 : index + 1 + _NOTE_LINES])])
            found.append(_tile(tile.code, text, line.start, line.start + tile.end, tile.figure, note, names))
            continue
        label, beside = label_alone(line.text), index + step
        if label is None or not 0 <= beside < len(above) or above[beside].table != line.table:
            continue
        figure = figure_alone(above[beside].text, names.models)
        if figure and _may_be(label.code, figure):
            first, second = sorted((line, above[beside]), key=lambda piece: piece.start)
            note = " ".join(later.text for later in above[max(index, beside) + 1 : max(index, beside) + 1 + _NOTE_LINES])
            found.append(_tile(label.code, f"{first.text} {second.text}", first.start, second.end, figure, note, names))
    return found


def _may_be(code: str, figure: PrintedFigure) -> bool:
    """Whether a figure can be what the label names: all but the largest amount of time are counts."""
    return code == _LARGEST or figure.decimals == 0


def _figure_side(lines: Sequence[Piece], names: PageNames) -> int:
    """Whether figures stand on the line after their label (1) or before it (-1): whichever fits more labels of this page."""
    labels = [index for index, line in enumerate(lines) if label_alone(line.text)]
    after = sum(index + 1 < len(lines) and figure_alone(lines[index + 1].text, names.models) is not None for index in labels)
    before = sum(index > 0 and figure_alone(lines[index - 1].text, names.models) is not None for index in labels)
    return 1 if after >= before else -1


def _tile(code: str, text: str, start: int, end: int, figure: PrintedFigure, note: str, names: PageNames) -> PageStatement:
    model = names.first_in(note) if code == _LARGEST else None
    return PageStatement("tile", code, text, start, end, value=figure.value, subject=model, run_id=names.runs[model] if model else None)
