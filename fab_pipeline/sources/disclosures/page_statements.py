"""A training-cost page's statements about its own rows, as rows of PAGE_STATEMENTS.

Belongs here: collecting them and giving each its id. Does not belong here: reading them (the sibling `page_*` modules and
`reading.statements`, `reading.tiles`, `reading.run_groups`) and judging them (leaderboards).
"""

from collections import Counter
from collections.abc import Sequence

from fab_pipeline.reading.identity import run_slug
from fab_pipeline.sources.base import Capture, Row
from fab_pipeline.sources.disclosures.page_figures import row_figure_statements
from fab_pipeline.sources.disclosures.page_groups import group_statements
from fab_pipeline.sources.disclosures.page_pieces import PageNames, PageStatement, pieces, table_start
from fab_pipeline.sources.disclosures.page_rendering import rendering_statements
from fab_pipeline.sources.disclosures.page_sentences import sentence_statements, unit_cost_statements
from fab_pipeline.sources.disclosures.page_tiles import tile_statements
from fab_pipeline.sources.disclosures.training_page import TrainingPage


def page_statements(page: TrainingPage, capture: Capture) -> list[Row]:
    """Rows of PAGE_STATEMENTS: tiles, figures of rows, groups, order, sentences and rendering faults.

    Args:
        page: the page as read.
        capture: the bytes it was read from.
    """
    run_ids = [run_slug(row.organization, row.model) for row in page.rows]
    lines = pieces(page)
    names = PageNames(dict(zip((row.model for row in page.rows), run_ids, strict=True)))
    groups = group_statements(lines, names)
    free = [line for index, line in enumerate(lines) if index not in groups.lines]
    tiles = tile_statements(free, names, table_start(page))
    sentences = sentence_statements(page, lines, names, groups.lines)
    around = _without_repeats([*tiles, *sentences])
    found = [*around, *groups.statements, *unit_cost_statements(lines, names, [*around, *groups.statements])]
    for row, run_id in zip(page.rows, run_ids, strict=True):
        found += row_figure_statements(row, run_id)
    found += _order(page, run_ids)
    found += rendering_statements(page, run_ids, lines, found)
    return _rows(found, capture)


def _without_repeats(statements: Sequence[PageStatement]) -> list[PageStatement]:
    """One statement per place and code: a tile's figure is not read again as a count."""
    kept: list[PageStatement] = []
    for statement in statements:
        start, end = statement.start, statement.end
        overlaps = (
            start is not None
            and end is not None
            and any(
                other.code == statement.code
                and other.start is not None
                and other.end is not None
                and other.start < end
                and start < other.end
                for other in kept
            )
        )
        if not overlaps:
            kept.append(statement)
    return kept


def _order(page: TrainingPage, run_ids: Sequence[str]) -> list[PageStatement]:
    if len(run_ids) < 2:
        return []
    first = next(iter(page.rows[0].cells.values()), None)
    place = (first.start, first.end) if first else (None, None)
    return [PageStatement("order", "row_order", page.rows[0].model, *place, value=float(len(run_ids)), words="; ".join(run_ids))]


def _rows(statements: Sequence[PageStatement], capture: Capture) -> list[Row]:
    seen: Counter[str] = Counter()
    rows: list[Row] = []
    for statement in statements:
        parts = [capture.sha256[:12], statement.kind, statement.code, statement.run_id or statement.subject]
        name = ":".join(part for part in parts if part)
        seen[name] += 1
        rows.append(
            {
                "statement_id": name if seen[name] == 1 else f"{name}#{seen[name]}",
                "capture_sha256": capture.sha256,
                "kind": statement.kind,
                "code": statement.code,
                "run_id": statement.run_id,
                "subject": statement.subject,
                "value": statement.value,
                "value_text": statement.words,
                "text_as_printed": statement.text,
                "char_start": statement.start,
                "char_end": statement.end,
                "source": capture.source,
                "observed_at": capture.observed_at,
            }
        )
    return rows
