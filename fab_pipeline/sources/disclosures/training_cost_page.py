"""A training-cost page, HTML or flattened text → its runs, its claims and what it says about itself.

Belongs here: choosing the reader and the table, the text around the table, the JSON form of rows, and the source's `parse`. Does not
belong here: the steps (see the sibling modules). A page that cannot be read raises `UnreadableCaptureError` with one line for people.
"""

from collections.abc import Sequence
from typing import Final

from fab_pipeline.contracts.words import RUN_NUMBERS
from fab_pipeline.reading.identity import run_slug
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.sources.base import Capture, Parsed, Rejected, UnreadableCaptureError
from fab_pipeline.sources.disclosures.page_decoding import decode_page, garbled, is_html
from fab_pipeline.sources.disclosures.page_grid import Grid, bounded, joined, outside
from fab_pipeline.sources.disclosures.page_statements import page_statements
from fab_pipeline.sources.disclosures.page_surroundings import blocks_of_html, blocks_of_text, endless_lines, text_title
from fab_pipeline.sources.disclosures.page_table import grid_score, read_table
from fab_pipeline.sources.disclosures.training_claims import PARSER_VERSION, claims_of_page, training_claims
from fab_pipeline.sources.disclosures.training_page import PageRow, Phase, TrainingPage
from fab_pipeline.sources.disclosures.training_page_html import read_html
from fab_pipeline.sources.disclosures.training_page_text import text_grids

__all__ = ["PARSER_VERSION", "page_rows_json", "parse", "read_training_page", "training_claims"]

Json = dict[str, object]
_TEXTS: Final = ("license", "duration_text", "hardware_detail", "disclosed_cost_note", "source_url")


def read_training_page(body: bytes, media_type: str | None = None) -> TrainingPage:
    """Read a page.

    Args:
        body: its bytes.
        media_type: as declared with them; only a hint.

    Raises:
        UnreadableCaptureError: empty_file, file_too_large, not_text, wrong_encoding, no_table_found or no_rows_found.
    """
    text = decode_page(body, media_type)
    page = _from_html(text) if is_html(text, media_type) else None
    page = page or _from_text(text)
    if page is None:
        if garbled(text):
            raise UnreadableCaptureError("wrong_encoding", "the text is garbled: UTF-8 read as another encoding and saved again")
        raise UnreadableCaptureError(
            "no_table_found", "no table of training runs was found: no row of headings names models and their compute or cost"
        )
    if not page.rows:
        reasons = f"; {len(page.unread)} rows could not be read, the first because {page.unread[0].detail}" if page.unread else ""
        raise UnreadableCaptureError("no_rows_found", f"the table of training runs has headings but no run{reasons}")
    return page


def page_rows_json(page: TrainingPage) -> list[Json]:
    """One dictionary per run, under the names of the contract table training_cost; what the page does not disclose is null."""
    return [_row_json(row) for row in page.rows]


def parse(body: bytes, capture: Capture) -> Parsed:
    """Rows of `training_claims` and `page_statements` of a captured page."""
    page = read_training_page(body, capture.media_type)
    claims, rejected = claims_of_page(page, capture)
    rejected = [*rejected, *(Rejected(row.position, row.reason, row.detail, text=row.cell.text) for row in page.unread)]
    return Parsed({"training_claims": claims, "page_statements": page_statements(page, capture)}, rejected)


def _from_html(source: str) -> TrainingPage | None:
    html = read_html(source)
    grid = _best([bounded(grid) for grid in html.grids])
    if grid is None:
        return _from_text(html.text.text, form="html")
    text = html.text.text
    table = read_table(grid, _around(text, grid), glued=False)
    blocks = blocks_of_html(html.text, grid, html.headings, html.tables)
    unread = (*table.unread, *endless_lines(text, grid))
    return TrainingPage("html", text, html.title, table.rows, blocks, _headings(grid), unread)


def _from_text(text: str, form: str = "text") -> TrainingPage | None:
    grid = _best([bounded(grid) for grid in text_grids(text)])
    if grid is None:
        return None
    table = read_table(grid, _around(text, grid), glued=True)
    unread = (*table.unread, *endless_lines(text, grid))
    return TrainingPage(form, text, text_title(text, grid), table.rows, blocks_of_text(text, grid), _headings(grid), unread)


def _best(grids: Sequence[Grid]) -> Grid | None:
    """The grid that most looks like the table of runs; of equals the one with more rows, then the first.

    Tables that repeat its headings (one per year, one per kind of licence) continue it.
    """
    scored = [(grid_score(grid), -index, grid) for index, grid in enumerate(grids)]
    best = max(scored, key=lambda entry: entry[:2], default=None)
    if best is None or best[0] == (0, 0):
        return None
    headings = _headings(best[2])
    parts: list[Grid] = []
    for grid in grids:
        if _headings(grid) == headings and not any(grid.overlaps(part) for part in parts):
            parts.append(grid)
    return joined(parts)


def _around(text: str, grid: Grid) -> str:
    return "\n".join(text[start:end] for start, end in outside(len(text), grid))


def _headings(grid: Grid) -> tuple[str, ...]:
    return tuple(cell.text for cell in grid.headings)


def _row_json(row: PageRow) -> Json:
    figures: Json = {name: _quantity_json(getattr(row, name)) for name in RUN_NUMBERS}
    return {
        "row_number": row.position,
        "run_id": run_slug(row.organization, row.model),
        "model": row.model,
        "organization": row.organization,
        "released": row.released.isoformat() if row.released else None,
        "released_precision": row.released_precision,
        "open_weights": row.open_weights,
        "accelerators": " + ".join(row.accelerators) or None,
        "accelerator_labels": list(row.accelerator_labels),
        "hardware_disclosed": row.hardware_disclosed,
        **figures,
        **{name: getattr(row, name) for name in _TEXTS},
        "training_tokens_estimated": row.training_tokens_estimated,
        "training_tokens_phases": _phases_json(row.training_tokens_phases),
        "duration_phases": _phases_json(row.duration_phases),
        "accelerator_hours_phases": _phases_json(row.accelerator_hours_phases),
        "disclosed_cost_estimated": row.disclosed_cost_estimated,
        "cost_per_million_tokens_usd": row.printed_cost_per_million_tokens_usd,
        "recomputed_cost_usd": row.printed_recomputed_cost_usd,
        "recomputed_to_disclosed_ratio": row.printed_ratio,
        "recompute_note": row.printed_no_recompute_reason,
        "undisclosed": sorted(row.undisclosed),
        "unreadable": row.unreadable,
    }


def _quantity_json(quantity: Quantity | None) -> Json | None:
    return dict(quantity.as_json()) if quantity else None


def _phases_json(phases: Sequence[Phase]) -> list[Json] | None:
    return [{"phase": phase.scope, **phase.quantity.as_json(), "text": phase.quantity.text} for phase in phases] or None
