"""What the form of a page damaged: glued parts, lines of a card torn apart, unbalanced brackets, links without an address.

Belongs here: faults that only the raw text shows. An HTML page has element boundaries, so glued parts are looked for in flattened text
only. Does not belong here: what the damage means for a figure.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fab_pipeline.sources.disclosures.page_pieces import PageStatement, Piece, table_end, table_start
from fab_pipeline.sources.disclosures.training_page import Cell, PageRow, TrainingPage
from fab_pipeline.vocabulary.accelerators import find_accelerators

_FREE: Final = frozenset(" \t\n　·|,，;；:：、/（(「“\"'~～≈$＄")
"""Characters after which a part may begin."""
_PART_STARTS: Final[dict[str, str]] = {
    "size": r"训练\s*token|(?i:training\s+tokens)",
    "hardware": r"\d[\d,]*\s*(?:卡|(?i:gpus?|cards|chips)\b)|工期|训练时长|(?i:duration)",
    "compute": r"每百万|(?i:per\s+million)",
    "recompute": r"约为|(?i:about)|≈",
}
"""Words with which a further part of a cell begins, by role of the cell."""
_SHOWN: Final = 12
_OPENING: Final = "(（[【"
_CLOSING: Final = ")）]】"
_CUT: Final = re.compile(r"(?:…|\.\.\.)\s*$")
_LINK_WORD: Final = re.compile(r"[^\s|→↗»]{1,16}\s*[→↗»]|来源|出处|链接|(?i:\b(?:source|link)s?\b)")
_LINK_WITHIN: Final = 60
_CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
_ENGLISH_WORD: Final = re.compile(r"[A-Za-z]{3,}")


class _Joint(NamedTuple):
    """A place where two parts meet without a boundary."""

    text: str
    at: int


def rendering_statements(
    page: TrainingPage, run_ids: Sequence[str], lines: Sequence[Piece], others: Sequence[PageStatement]
) -> list[PageStatement]:
    """All faults; `others` are the statements read so far (tiles and groups are judged by their surroundings)."""
    faults = [*_displaced_groups(page, others), *_cut_cells(page, run_ids), *_links(page), *_languages(page, lines)]
    return [*_glued(page, lines, others), *faults] if page.form == "text" else faults


def _glued(page: TrainingPage, lines: Sequence[Piece], others: Sequence[PageStatement]) -> list[PageStatement]:
    found: list[PageStatement] = []
    roles = dict.fromkeys(role for row in page.rows for role in row.cells)
    for role in roles:
        cells = [(row, row.cells[role]) for row in page.rows if role in row.cells]
        found += _one_role(role, [(cell, at) for row, cell in cells for at in _joints(role, row, cell)])
    tiles = [
        (Cell(line.text, line.start, line.end), at)
        for line in lines
        for at in sorted({joint.at for tile in others if tile.kind == "tile" for joint in _around(tile, line)})
    ]
    return [*found, *_one_role("tile", tiles)]


def _one_role(role: str, places: Sequence[tuple[Cell, int]]) -> list[PageStatement]:
    if not places:
        return []
    shown = [f"{cell.text[max(0, at - _SHOWN) : at]}|{cell.text[at : at + _SHOWN]}" for cell, at in places]
    first = places[0][0]
    return [
        PageStatement(
            "rendering", "glued_parts", first.text, first.start, first.end, float(len(places)), words="; ".join(shown), subject=role
        )
    ]


def _joints(role: str, row: PageRow, cell: Cell) -> list[int]:
    starts = {match.start() for match in re.finditer(_PART_STARTS[role], cell.text)} if role in _PART_STARTS else set[int]()
    note = {"model": row.organization, "cost": row.disclosed_cost_note}.get(role)
    if note:
        starts.add(cell.text.rfind(note))
    glued = {start for start in starts if start > 0 and cell.text[start - 1] not in _FREE}
    if role == "hardware":
        mentions = find_accelerators(cell.text)
        place = cell.text.find(row.hardware_detail) if row.hardware_detail else 0
        glued |= {place} if place > 0 and cell.text[place - 1] not in _FREE else set()
        glued = {start for start in glued if not any(mention.start < start < mention.end for mention in mentions)}
        glued |= {mention.end for mention in mentions if cell.text[mention.end : mention.end + 1].isalnum()}
    return sorted(glued)


def _around(tile: PageStatement, line: Piece) -> Iterator[_Joint]:
    if tile.start is None or tile.end is None or not (line.start <= tile.start and tile.end <= line.end):
        return
    begin, end = tile.start - line.start, tile.end - line.start
    if begin > 0 and line.text[begin - 1] not in _FREE:
        yield _Joint(line.text, begin)
    if end < len(line.text) and line.text[end].isalnum():
        yield _Joint(line.text, end)
    digits = re.search(r"(?<=[^\s\d.,:：|·])\d", line.text[begin:end])
    if digits:
        yield _Joint(line.text, begin + digits.start())


def _displaced_groups(page: TrainingPage, others: Sequence[PageStatement]) -> list[PageStatement]:
    """Cards above the table while the other cards stand below it."""
    cards = [statement for statement in others if statement.code == "group_runs" and statement.start is not None]
    above = [card for card in cards if (card.start or 0) < table_start(page)]
    below = [card for card in cards if (card.start or 0) >= table_end(page)]
    if not below:
        return []
    return [
        PageStatement("rendering", "group_displaced", card.text, card.start, card.end, card.value, subject=card.subject) for card in above
    ]


def _cut_cells(page: TrainingPage, run_ids: Sequence[str]) -> Iterator[PageStatement]:
    for row, run_id in zip(page.rows, run_ids, strict=True):
        for role, cell in row.cells.items():
            opened, closed = (sum(character in brackets for character in cell.text) for brackets in (_OPENING, _CLOSING))
            if opened != closed:
                yield PageStatement(
                    "rendering", "unbalanced_brackets", cell.text, cell.start, cell.end, float(opened - closed), subject=role, run_id=run_id
                )
            elif _CUT.search(cell.text):
                yield PageStatement("rendering", "text_cut", cell.text, cell.start, cell.end, subject=role, run_id=run_id)


def _links(page: TrainingPage) -> list[PageStatement]:
    """Rows that print a word for their source but no address; the word may stand in a column without a heading."""
    starts = sorted([cell.start for row in page.rows for cell in row.cells.values()] + [block.start for block in page.blocks])
    lost = [(row, word) for row in page.rows if row.source_url is None and (word := _link_word(page.text, row, starts))]
    if not lost:
        return []
    first = lost[0][1]
    models = "; ".join(row.model for row, _ in lost)
    return [PageStatement("rendering", "links_without_address", first.text, first.start, first.end, float(len(lost)), words=models)]


def _link_word(text: str, row: PageRow, starts: Sequence[int]) -> Cell | None:
    """The word in the link cell, else behind the row's last cell and before whatever comes next."""
    cell = row.cells.get("link")
    if cell and cell.text.strip():
        return cell
    begin = max((cell.end for cell in row.cells.values()), default=0)
    following = bisect_left(starts, begin)
    end = min([begin + _LINK_WITHIN, *starts[following : following + 1]])
    match = _LINK_WORD.search(text, begin, end) if begin else None
    return Cell(match.group(), match.start(), match.end()) if match else None


def _languages(page: TrainingPage, lines: Sequence[Piece]) -> list[PageStatement]:
    """Durations in English words on a page whose own text is Chinese."""
    around = "".join(line.text for line in lines)
    if len(_CHINESE.findall(around)) < len(_ENGLISH_WORD.findall(around)):
        return []
    english = [row for row in page.rows if row.duration_text and _ENGLISH_WORD.search(row.duration_text)]
    if not english:
        return []
    texts = "; ".join(row.duration_text or "" for row in english)
    return [
        PageStatement(
            "rendering", "mixed_language", english[0].duration_text or "", value=float(len(english)), words=texts, subject="duration_days"
        )
    ]
