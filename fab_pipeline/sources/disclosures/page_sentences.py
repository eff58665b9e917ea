"""Sentences, counts and time stamps of a training-cost page, and its table of unit costs.

Belongs here: where on the page each is looked for. Does not belong here: the grammar (`reading.statements`) and whether it is true.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

from fab_pipeline.reading.figures import PrintedFigure, figures
from fab_pipeline.reading.row_counts import read_counts
from fab_pipeline.reading.statements import read_price_bases, read_sentences
from fab_pipeline.reading.timestamps import read_timestamps
from fab_pipeline.sources.disclosures.page_pieces import PageNames, PageStatement, Piece, stated, table_start
from fab_pipeline.sources.disclosures.training_page import TrainingPage
from fab_pipeline.vocabulary.accelerators import find_accelerators

_IN_PROSE: Final = re.compile(r"[。；？！，]|[a-z]{2}[.?!](?:\s|$)")
_PROSE_LENGTH: Final = 60
_TILE_COUNTS: Final = frozenset({"runs_total", "open_weights", "unit_cost_comparable"})
_ABOVE_ONLY: Final = frozenset({"order_stated"})
"""Said of the table that follows; below it, such a sentence may mean another table."""
_PER_HOUR: Final = re.compile(r"(?i)[/／每]\s*(?:\w+\s*)?(?:小时|卡时|h\b|hr\b|hour|gpu)|\bper\s+\w*[ -]?hour")
_UNIT_LENGTH: Final = 16
_HIGHEST_UNIT_COST: Final = 1000.0
"""US dollars per accelerator-hour; a larger figure in a row of the unit-cost table is a cost or a number of hours."""


def sentence_statements(page: TrainingPage, lines: Sequence[Piece], names: PageNames, skip: Collection[int]) -> list[PageStatement]:
    """What sentences and headings say about the rows.

    Args:
        page: the page; price bases are looked for in its whole text, table included.
        lines: lines outside the table.
        names: models of the page.
        skip: indices of lines that are part of a group card.
    """
    found: list[PageStatement] = []
    above = table_start(page)
    for index, line in enumerate(lines):
        if index in skip:
            continue
        found += [
            stated("sentence", line, said) for said in read_sentences(line.text) if said.code not in _ABOVE_ONLY or line.start < above
        ]
        for said in read_counts(line.text):
            found.append(stated("sentence" if _prose(line.text) and said.code not in _TILE_COUNTS else "tile", line, said))
    whole = Piece(page.text, 0, len(page.text))
    found += [stated("sentence", whole, said) for said in (*read_price_bases(page.text), *read_timestamps(page.text))]
    return [*found, *_headings(page), *_printed_rents(lines, names)]


def unit_cost_statements(lines: Sequence[Piece], names: PageNames, others: Sequence[PageStatement]) -> list[PageStatement]:
    """Rows of the unit-cost table: printed cost per accelerator-hour of each model, and how many rows there are.

    The table stands between its count ("3 条可比") and the next statement that is not about a run.
    """
    counts = [statement for statement in others if statement.code == "unit_cost_comparable" and statement.end is not None]
    if not counts:
        return []
    begin = counts[0].end or 0
    end = min((other.start for other in others if other.start is not None and other.start > begin), default=10**9)
    region = [line for line in lines if begin <= line.start < end]
    rows: dict[str, PageStatement | None] = {}
    model: str | None = None
    for line in region:
        for name, part, offset in _by_model(line, names, model):
            model = name
            cost = _unit_cost(part, offset, name, names)
            rows[name] = cost or rows.get(name)
    table = PageStatement("rendering", "unit_cost_rows_present", counts[0].text, counts[0].start, counts[0].end, float(len(rows)))
    return [table, *(cost for cost in rows.values() if cost)]


def _prose(text: str) -> bool:
    return len(text) > _PROSE_LENGTH or bool(_IN_PROSE.search(text))


def _headings(page: TrainingPage) -> list[PageStatement]:
    """A column whose heading calls its costs disclosed."""
    cost = re.compile(r"(?i)披露(?:的)?(?:美元|训练)?(?:成本|费用)|disclosed\s+(?:\w+\s+)?cost")
    found: list[PageStatement] = []
    for column in page.columns:
        if cost.search(column):
            start = page.text.find(column)
            place = (start, start + len(column)) if start >= 0 else (None, None)
            found.append(PageStatement("sentence", "costs_called_disclosed", column, *place, subject="column"))
    return found


def _printed_rents(lines: Sequence[Piece], names: PageNames) -> list[PageStatement]:
    """Prices per accelerator-hour that the page prints for a named accelerator ("H100 $2.59 / GPU 小时"), outside lines about a run."""
    found: list[PageStatement] = []
    for line in lines:
        mentions = [] if names.first_in(line.text) else find_accelerators(line.text)
        for mention, following in zip(mentions, [*mentions[1:], None], strict=False):
            part = line.text[mention.end : following.start if following else None]
            price = next(figures(part), None)
            if price is None or not _is_money(part, price) or not _PER_HOUR.search(part[price.end : price.end + _UNIT_LENGTH]):
                continue
            start, text = line.start + mention.start, line.text[mention.start : mention.end + price.end]
            label = mention.accelerator.label
            found.append(
                PageStatement("sentence", "rent_usd_per_accelerator_hour", text, start, start + len(text), price.value, subject=label)
            )
    return found


def _by_model(line: Piece, names: PageNames, current: str | None) -> list[tuple[str, str, int]]:
    """Parts of a line by the model they belong to: what stands before the first name belongs to the model of the line above."""
    places = [(match.start(), match.group()) for match in names.pattern.finditer(line.text)]
    bounds = [*(start for start, _ in places), len(line.text)]
    parts = [
        (name, line.text[start + len(name) : stop], line.start + start + len(name))
        for (start, name), stop in zip(places, bounds[1:], strict=True)
    ]
    if current is not None:
        parts.insert(0, (current, line.text[: bounds[0]], line.start))
    return parts


def _unit_cost(part: str, offset: int, model: str, names: PageNames) -> PageStatement | None:
    """The figure per hour, else the only amount of money too small for a total."""
    amounts = [figure for figure in figures(part) if _is_money(part, figure) and figure.value < _HIGHEST_UNIT_COST]
    hourly = [figure for figure in amounts if _PER_HOUR.search(part[figure.end : figure.end + _UNIT_LENGTH])]
    if len(hourly or amounts) != 1:
        return None
    figure = (hourly or amounts)[0]
    start, text = offset + figure.start, part[figure.start : figure.end]
    return PageStatement(
        "row_figure", "usd_per_accelerator_hour", text, start, offset + figure.end, figure.value, subject=model, run_id=names.runs[model]
    )


def _is_money(text: str, figure: PrintedFigure) -> bool:
    return bool(re.search(r"[$＄]\s*$", text[: figure.start]) or re.match(r"\s*(?:美元|USD)", text[figure.end :]))
