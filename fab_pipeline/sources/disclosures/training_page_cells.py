"""One row of the table → one training run, as the page states it.

Belongs here: which cell each quantity is read from, and what becomes of a cell that says "undisclosed" or something that is no figure.
Does not belong here: finding the table (`training_page_html`, `training_page_text`), cutting merged cells (`cell_parts`), the grammar of
figures (`reading`). Nothing is filled in from elsewhere and nothing is corrected.
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.dates import read_date
from fab_pipeline.reading.disclosure import is_estimated, undisclosed_lead
from fab_pipeline.reading.hardware import Hardware, read_count, read_hardware
from fab_pipeline.reading.parameters import read_parameters
from fab_pipeline.reading.phases import Phased
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.tokens import read_tokens
from fab_pipeline.sources.disclosures.cell_parts import Size, read_ratio, read_recompute, split_compute, split_hardware, split_size
from fab_pipeline.sources.disclosures.model_cell import CLOSED_BADGE, OPEN_BADGE, ModelCell, read_model_cell
from fab_pipeline.sources.disclosures.row_cost import cost_of, unit_cost
from fab_pipeline.sources.disclosures.row_figures import durations_of, figure_of, hours_of, kept, scaled
from fab_pipeline.sources.disclosures.table_row import Silence, TableRow
from fab_pipeline.sources.disclosures.training_page import Cell, PageRow, Phase
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.characters import fold

_YES: Final = re.compile(r"\s*(?:是|有|已?开(?:放|源).*|yes|true|y|open.*|✓|✔|✅|√|●|1)\s*", re.I | re.S)
_ADDRESS: Final = re.compile(r"https?://[^\s|<>\"'，。）)]+")
_TOKENS_FIRST: Final = re.compile(r"(?:token|词元|data|数据)[^|]*(?:param|参数)", re.I | re.S)
_TOTAL_FIRST: Final = re.compile(r"(?:总|total|param|参数)[^|]*(?:激活|activ)", re.I)


def read_row(row: TableRow) -> PageRow:
    """Read one row; its model is "" where no cell names one."""
    silence = Silence()
    named = _named(row)
    parameters, tokens_text = _sizes(row)
    total, active = _parameters(row, parameters, silence)
    tokens = figure_of("training_tokens", tokens_text, lambda text: read_tokens(scaled(text, row.columns.get("tokens"))), silence)
    hardware, hardware_text, duration_text = _hardware(row, silence)
    duration = figure_of("duration_days", duration_text, lambda text: durations_of(text, row.columns.get("duration")), silence)
    compute = split_compute(row.text("compute") or "")
    hours = figure_of("accelerator_hours", compute.hours, lambda text: hours_of(text, row.columns.get("compute")), silence)
    cost = cost_of(row, silence)
    recompute = read_recompute(row.text("recompute") or "")
    ratio_text, unit_text = row.text("ratio"), row.text("cost_per_tokens")
    separate_ratio = ratio_text is not None and not row.merged("ratio", "recompute")
    return PageRow(
        position=row.position,
        model=named.model,
        organization=named.organization,
        released=named.released.day if named.released else None,
        released_precision=named.released.precision if named.released else None,
        open_weights=bool(named.open_weights),
        license=row.text("license") or named.license,
        parameters_total=total,
        parameters_active=active,
        training_tokens=tokens.quantity,
        training_tokens_estimated=tokens.quantity is not None and is_estimated(tokens_text or ""),
        training_tokens_phases=_phases(tokens),
        accelerators=hardware.labels,
        accelerator_labels=tuple(mention.text for mention in hardware.mentions),
        hardware_detail=hardware.detail,
        hardware_disclosed=hardware.disclosed and hardware_text is not None,
        accelerator_count=_count(row, hardware, hardware_text, silence),
        duration_days=duration.quantity,
        duration_text=duration_text,
        duration_phases=_phases(duration),
        accelerator_hours=hours.quantity,
        disclosed_cost_usd=cost.usd,
        disclosed_cost_estimated=cost.estimated,
        disclosed_cost_note=cost.note,
        printed_cost_per_million_tokens_usd=unit_cost(unit_text)
        if unit_text and not row.merged("compute", "cost_per_tokens")
        else compute.cost_per_million_tokens_usd,
        printed_recomputed_cost_usd=recompute.cost_usd,
        printed_ratio=read_ratio(ratio_text or "") if separate_ratio else recompute.ratio,
        printed_no_recompute_reason=recompute.reason,
        source_url=_address(row),
        undisclosed=frozenset(silence.undisclosed),
        unreadable=silence.unreadable,
        cells=_printed(row),
        accelerator_hours_phases=_phases(hours),
    )


def _named(row: TableRow) -> ModelCell:
    cell = row.cells.get("model")
    separate = "organization" in row.columns and not row.merged("model", "organization")
    text = "\n".join(cell.parts) if cell and not row.glued else cell.text if cell else ""
    named = read_model_cell(
        text, elsewhere=row.elsewhere, has_organization_column=separate, may_be_glued=row.glued or len(cell.parts if cell else ()) == 1
    )
    if separate:
        organization = row.text("organization")
        named = replace(
            named,
            organization=None if organization is None or undisclosed_lead(organization) is not None else " ".join(organization.split()),
        )
    if (released := row.text("released")) and not row.merged("model", "released"):
        named = replace(named, released=read_date(released) or named.released)
    if (stated := row.text("open_weights")) and not row.merged("model", "open_weights"):
        is_open = bool(_YES.fullmatch(stated) or OPEN_BADGE.search(fold(stated))) and not CLOSED_BADGE.search(fold(stated))
        named = replace(named, open_weights=is_open)
    return named


def _sizes(row: TableRow) -> tuple[str | None, str | None]:
    """Words about parameters and about tokens, from their own columns or a merged one."""
    own_tokens = row.text("tokens") if not (row.merged("tokens", "parameters") or row.merged("tokens", "size")) else None
    merged = row.text("size") or row.text("parameters")
    if merged is None:
        return None, own_tokens
    size = split_size(merged)
    if size.tokens is None and own_tokens is None and row.merged("parameters", "tokens"):
        size = _in_order_of_heading(merged, row.columns["tokens"].heading) or size
    return size.parameters, own_tokens or size.tokens


def _in_order_of_heading(text: str, heading: str) -> Size | None:
    """Both lines of a cell without labels, as the heading orders them ("Params / tokens": "70B / 2T"); None where there are not two."""
    sides = [side.strip() for side in re.split(r"\n|\s/\s", text) if side.strip()]
    tokens_first = _TOKENS_FIRST.search(fold(heading))
    if len(sides) != len(Size._fields):
        return None
    return Size(sides[1], sides[0]) if tokens_first else Size(sides[0], sides[1])


def _parameters(row: TableRow, text: str | None, silence: Silence) -> tuple[Quantity | None, Quantity | None]:
    column = row.columns.get("parameters") or row.columns.get("size")
    total = active = None
    if text and undisclosed_lead(text) is not None:
        silence.undisclosed.add("parameters_total")
    if text and (sides := _total_and_active(row, text)):
        total, active = (None if undisclosed_lead(side) is not None else read_parameters(scaled(side, column)).total for side in sides)
    elif text and undisclosed_lead(text) is None:
        read = read_parameters(scaled(text, column))
        total, active = read.total, read.active
        if total is None and active is None:
            silence.unreadable["parameters_total"] = text
    own = row.text("parameters_active") if not row.merged("parameters_active", "parameters") else None
    if own and undisclosed_lead(own) is not None:
        silence.undisclosed.add("parameters_active")
        active = None
    elif own:
        read = read_parameters(scaled(own, row.columns.get("parameters_active")))
        active = read.active or read.total
        if active is None:
            silence.unreadable["parameters_active"] = own
    return total, active


def _total_and_active(row: TableRow, text: str) -> list[str] | None:
    """Both sides of "57B / 14B" under a heading that names the total first and the active parameters second."""
    column = row.columns.get("parameters")
    sides = re.split(r"\s*[/|]\s*", fold(text))
    if column is None or not row.merged("parameters", "parameters_active") or not _TOTAL_FIRST.search(fold(column.heading)):
        return None
    return sides if len(sides) == 2 and not re.search("[()]", fold(text)) else None


def _hardware(row: TableRow, silence: Silence) -> tuple[Hardware, str | None, str | None]:
    """Hardware, the words it was read from, and the words about duration."""
    text, own_duration = row.text("hardware"), row.text("duration")
    separate_duration = "duration" in row.columns and not (row.merged("duration", "hardware") or row.merged("duration", "count"))
    if text is None and (counted := row.text("count")) and (find_accelerators(counted) or row.merged("count", "duration")):
        text = counted
    hardware_text, duration_text = (text, own_duration) if separate_duration else split_hardware(text or "")
    hardware = read_hardware(hardware_text or "")
    if not hardware.disclosed:
        silence.undisclosed.add("accelerators")
    elif hardware_text and not hardware.labels and hardware.detail and row.text("hardware"):
        silence.unreadable["accelerators"] = hardware_text
    return hardware, hardware_text, duration_text


def _count(row: TableRow, hardware: Hardware, hardware_text: str | None, silence: Silence) -> Quantity | None:
    """The count of its own column, where the table has one; else the count in the hardware cell."""
    own = row.text("count") if not (row.merged("count", "hardware") or row.merged("count", "duration")) else None
    if own is None:
        if hardware.count is None and hardware.count_undisclosed:
            silence.undisclosed.add("accelerator_count")
        return kept("accelerator_count", hardware.count, hardware_text or "", silence)
    if undisclosed_lead(own) is not None:
        silence.undisclosed.add("accelerator_count")
        return None
    counted = read_count(scaled(own, row.columns.get("count")))
    if counted is None:
        silence.unreadable["accelerator_count"] = own
        return None
    return kept("accelerator_count", replace(counted, text=own), own, silence)


def _phases(phased: Phased) -> tuple[Phase, ...]:
    return tuple(Phase(quantity.scope, quantity) for quantity in phased.phases)


def _address(row: TableRow) -> str | None:
    """Address of the row's source: of its link cell, else the first that any cell links to or prints."""
    cells = [cell for role in ("link", "model", *row.cells) if (cell := row.cells.get(role))]
    for cell in cells:
        printed = _ADDRESS.search(cell.text)
        if cell.href or printed:
            return cell.href or (printed[0] if printed else None)
    return None


def _printed(row: TableRow) -> dict[str, Cell]:
    """Cells by role; a merged cell stands under the role that names the whole of it."""
    printed: dict[str, Cell] = {}
    taken: set[tuple[int, int]] = set()
    for role, cell in row.cells.items():
        if cell.text and (cell.start, cell.end) not in taken:
            printed[role] = Cell(cell.text, cell.start, cell.end)
            taken.add((cell.start, cell.end))
    return printed
