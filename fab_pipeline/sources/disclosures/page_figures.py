"""What a row of the table prints beside its disclosures: results of the page's own arithmetic, reasons and labels.

Belongs here: `PageRow.printed_*`, notes and labels as statements with their place in the text. Does not belong here: disclosures, which
become claims, and checking.
"""

from typing import Final

from fab_pipeline.reading.figures import figure_of_value
from fab_pipeline.reading.recompute_reasons import read_reason
from fab_pipeline.sources.disclosures.page_pieces import PageStatement
from fab_pipeline.sources.disclosures.training_page import PageRow

_FIGURES: Final[tuple[tuple[str, str, str], ...]] = (
    ("recomputed_cost_usd", "printed_recomputed_cost_usd", "recompute"),
    ("recomputed_to_disclosed_ratio", "printed_ratio", "recompute"),
    ("cost_per_million_tokens_usd", "printed_cost_per_million_tokens_usd", "compute"),
)
"""Code of the statement, attribute of the row, cell in which it is looked for first."""


def row_figure_statements(row: PageRow, run_id: str) -> list[PageStatement]:
    """Printed results, the reason for a missing one, the note beside the cost, and the hardware labels of one row."""
    found = [_figure(row, run_id, *figure) for figure in _FIGURES]
    reason = row.printed_no_recompute_reason
    if reason:
        said = read_reason(reason)
        found.append(_words(row, run_id, "no_recompute_reason", reason, "recompute", words=said.words, subject=said.subject))
    if row.disclosed_cost_note:
        found.append(_words(row, run_id, "disclosed_cost_note", row.disclosed_cost_note, "cost", words=row.disclosed_cost_note))
    labels = [label for label in row.accelerator_labels if label.strip()]
    if labels:
        found.append(_words(row, run_id, "accelerator_labels", labels[0], "hardware", words="; ".join(labels)))
    return [statement for statement in found if statement]


def _figure(row: PageRow, run_id: str, code: str, attribute: str, role: str) -> PageStatement | None:
    value: float | None = getattr(row, attribute)
    if value is None:
        return None
    cells = [cell for name, cell in row.cells.items() if name == role] + list(row.cells.values())
    for cell in cells:
        printed = figure_of_value(cell.text, value)
        if printed:
            dollar = cell.text[: printed.start].endswith(("$", "＄"))
            start = printed.start - 1 if dollar else printed.start
            text = cell.text[start : printed.end]
            return PageStatement(
                "row_figure", code, text, cell.start + start, cell.start + printed.end, value, subject=row.model, run_id=run_id
            )
    return PageStatement("row_figure", code, f"{value:g}", value=value, subject=row.model, run_id=run_id)


def _words(row: PageRow, run_id: str, code: str, text: str, role: str, *, words: str | None, subject: str | None = None) -> PageStatement:
    cell = row.cells.get(role)
    place = cell.text.find(text) if cell else -1
    start = cell.start + place if cell and place >= 0 else None
    end = None if start is None else start + len(text)
    return PageStatement("row_figure", code, text, start, end, words=words, subject=subject or row.model, run_id=run_id)
