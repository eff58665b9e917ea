"""Runs of a training-cost page → rows of `training_claims`: one per quantity and phase, also where the page discloses nothing.

Belongs here: the columns of a claim, and whose figure it is. Does not belong here: reading cells. Nothing is derived: every claim is
stated by the page, in the words that it keeps with their place.
"""

import re
from dataclasses import dataclass
from typing import Final

from fab_pipeline.contracts.training import TRAINING_QUANTITIES
from fab_pipeline.contracts.words import RUN_NUMBERS
from fab_pipeline.reading.dates import dates
from fab_pipeline.reading.disclosure import is_estimated, stated_by
from fab_pipeline.reading.identity import run_slug
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.sources.base import Capture, Rejected, Row
from fab_pipeline.sources.disclosures.training_page import Cell, PageRow, Phase, TrainingPage

PARSER_VERSION: Final = "training_cost_page/2"

_CELLS: Final[dict[str, tuple[str, ...]]] = {
    "parameters_total": ("size", "parameters"),
    "parameters_active": ("parameters_active", "size", "parameters"),
    "training_tokens": ("tokens", "size"),
    "accelerators": ("hardware", "count"),
    "accelerator_count": ("count", "hardware"),
    "duration_days": ("duration", "hardware", "count"),
    "accelerator_hours": ("compute",),
    "disclosed_cost_usd": ("cost", "compute"),
    "released": ("released", "model"),
    "open_weights": ("open_weights", "model"),
    "license": ("license", "model"),
}
"""Roles of the cells in which the words of a quantity are looked for, in order."""
_PHASED: Final[dict[str, str]] = {
    "training_tokens": "training_tokens_phases",
    "duration_days": "duration_phases",
    "accelerator_hours": "accelerator_hours_phases",
}
_DISCLOSED_HEADING: Final = re.compile(r"(?:披露|公布|公开)[^|]{0,4}(?:成本|费用)|\bdisclosed\b[^|]{0,12}\bcost", re.I)
_UNMARKED_IS_DEVELOPERS: Final = re.compile(
    r"disclosed[^\n]{0,20}按?厂商披露|(?:其余|未标注|没有标注)[^\n]{0,20}厂商(?:披露|公布)"
    r"|(?:unmarked|other|disclosed)[^\n]{0,40}\b(?:vendor|developer)s?['’]?\b",
    re.I,
)


@dataclass(frozen=True)
class _Words:
    """Words on the page and their place; no place where they do not stand there as one."""

    text: str
    start: int | None
    end: int | None


@dataclass(frozen=True)
class _Context:
    """What all claims of one run share."""

    page: TrainingPage
    row: PageRow
    run_id: str
    capture: Capture


def training_claims(page: TrainingPage, capture: Capture) -> list[Row]:
    """Rows of TRAINING_CLAIMS of all runs of a page."""
    return claims_of_page(page, capture)[0]


def claims_of_page(page: TrainingPage, capture: Capture) -> tuple[list[Row], list[Rejected]]:
    """Claims, and the rows that name a run that an earlier row named already."""
    claims: list[Row] = []
    rejected: list[Rejected] = []
    first: dict[str, int] = {}
    for row in page.rows:
        run_id = run_slug(row.organization, row.model)
        earlier = first.setdefault(run_id, row.position)
        if earlier != row.position:
            detail = f"row {row.position} names the run {run_id}, which row {earlier} named already"
            rejected.append(Rejected(row.position, "duplicate_run", detail, name=row.model))
            continue
        claims += _claims(_Context(page, row, run_id, capture))
    return claims, rejected


def _claims(context: _Context) -> list[Row]:
    row = context.row
    claims: list[Row] = []
    for name in RUN_NUMBERS:
        quantity: Quantity | None = getattr(row, name)
        if quantity is not None:
            claims.append(_figure(context, name, quantity))
        phases: tuple[Phase, ...] = getattr(row, _PHASED[name]) if name in _PHASED else ()
        claims += [_figure(context, name, phase.quantity, part=phase.scope) for phase in phases]
    claims += _texts(context)
    claims += [
        _silent(context, name, "undisclosed", row.duration_text if name == "duration_days" else None) for name in sorted(row.undisclosed)
    ]
    claims += [_silent(context, name, "unreadable", words) for name, words in row.unreadable.items()]
    return claims


def _figure(context: _Context, name: str, quantity: Quantity, part: str | None = None) -> Row:
    row = context.row
    words = _place(row, name, quantity.text)
    return _claim(context, name, "disclosed", words, part=part) | {
        "value": quantity.value,
        "value_min": quantity.minimum,
        "value_max": quantity.maximum,
        "qualifier": quantity.qualifier,
        "scope": quantity.scope,
        "estimated": _estimated(row, name, words),
        "stated_by": _by(context, name, words),
    }


def _texts(context: _Context) -> list[Row]:
    row, page = context.row, context.page
    claims: list[Row] = []
    if row.accelerators:
        words = _labels(row)
        claims.append(_claim(context, "accelerators", "disclosed", words) | {"value_text": " + ".join(row.accelerators)})
    if row.released and row.released_precision:
        iso = row.released.isoformat()[: {"year": 4, "month": 7, "day": 10}[row.released_precision]]
        claims.append(_claim(context, "released", "disclosed", _released(row)) | {"value_text": iso})
    if "open_weights" in row.cells or any(other.open_weights for other in page.rows):
        words = _place(row, "open_weights", "")
        claims.append(_claim(context, "open_weights", "disclosed", words) | {"value_text": "true" if row.open_weights else "false"})
    if row.license:
        claims.append(_claim(context, "license", "disclosed", _place(row, "license", row.license)) | {"value_text": row.license})
    return claims


def _silent(context: _Context, name: str, status: str, words: str | None) -> Row:
    return _claim(context, name, status, _place(context.row, name, words or ""))


def _claim(context: _Context, name: str, status: str, words: _Words, part: str | None = None) -> Row:
    row, capture = context.row, context.capture
    parts = [capture.sha256[:12], str(row.position), name, *([part] if part else [])]
    return {
        "claim_id": ":".join(parts),
        "run_id": context.run_id,
        "model": row.model,
        "organization": row.organization,
        "quantity": name,
        "part": part,
        "status": status,
        "unit": TRAINING_QUANTITIES[name],
        "text_as_printed": words.text,
        "derived": False,
        "stated_by": "unknown",
        "source": capture.source,
        "source_url": row.source_url or capture.url,
        "origin": capture.origin,
        "observed_at": capture.observed_at,
        "capture_sha256": capture.sha256,
        "row_number": row.position,
        "char_start": words.start,
        "char_end": words.end,
        "locator": capture.locator or f"table row {row.position}",
        "parser_version": PARSER_VERSION,
    }


def _place(row: PageRow, name: str, words: str) -> _Words:
    """Where words stand in the cells of a quantity; the whole cell where they do not stand there as one, or none are given."""
    cells = [cell for role in _CELLS[name] if (cell := row.cells.get(role))]
    for cell in cells if words else []:
        at = cell.text.find(words)
        if at >= 0:
            return _Words(words, cell.start + at, cell.start + at + len(words))
    if cells:
        return _Words(cells[0].text, cells[0].start, cells[0].end)
    return _Words(words or row.model, None, None)


def _labels(row: PageRow) -> _Words:
    """The printed names: the one with the most words for a single accelerator, else from the first to the last."""
    if len(row.accelerators) == 1:
        return _place(row, "accelerators", max(row.accelerator_labels, key=len))
    first = _place(row, "accelerators", row.accelerator_labels[0])
    last = _place(row, "accelerators", row.accelerator_labels[-1])
    cell = next((cell for role in _CELLS["accelerators"] if (cell := row.cells.get(role))), None)
    if cell is None or first.start is None or last.end is None or last.end <= first.start:
        return _Words(" + ".join(row.accelerator_labels), None, None)
    return _Words(cell.text[first.start - cell.start : last.end - cell.start], first.start, last.end)


def _released(row: PageRow) -> _Words:
    for role in _CELLS["released"]:
        cell = row.cells.get(role)
        for printed in reversed(dates(cell.text)) if cell else []:
            if cell and printed.day == row.released and printed.precision == row.released_precision:
                return _Words(cell.text[printed.start : printed.end], cell.start + printed.start, cell.start + printed.end)
    return _place(row, "released", "")


def _estimated(row: PageRow, name: str, words: _Words) -> bool:
    if name == "disclosed_cost_usd":
        return bool(row.disclosed_cost_estimated)
    if name == "training_tokens":
        return row.training_tokens_estimated
    cell = _cell_at(row, words)
    remark = re.match(r"\s*[(（][^()（）]*[)）]", cell.text[(words.end or 0) - cell.start :]) if cell else None
    return is_estimated(words.text) or bool(remark and is_estimated(remark[0]))


def _cell_at(row: PageRow, words: _Words) -> Cell | None:
    return next((cell for cell in row.cells.values() if words.start is not None and cell.start <= words.start < cell.end), None)


def _by(context: _Context, name: str, words: _Words) -> str:
    """Whose figure it is: as the words beside it say; an unmarked cost is the developer's where the page says so."""
    row, page = context.row, context.page
    if row.organization and re.search(rf"(?:\bper|according to|据)\s*{re.escape(row.organization)}", words.text, re.I):
        return "developer"
    if name != "disclosed_cost_usd":
        return stated_by(words.text)
    noted = stated_by(row.disclosed_cost_note or "")
    if noted != "unknown" or row.disclosed_cost_estimated:
        return noted
    said = any(_DISCLOSED_HEADING.search(heading) for heading in page.columns) or _UNMARKED_IS_DEVELOPERS.search(
        "\n".join(block.text for block in page.blocks)
    )
    return "developer" if said else "unknown"
