"""Training-cost pages for tests, written line by line: what a reader would give, with places in the text."""

from dataclasses import replace
from datetime import UTC, date, datetime

from fab_pipeline.reading.quantity import Quantity, exact
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.disclosures.training_page import Block, Cell, PageRow, TrainingPage

CAPTURE = Capture("training_cost_page", datetime(2026, 11, 1, tzinfo=UTC), "ab" * 32, "ingested")

EMPTY = PageRow(
    position=1,
    model="",
    organization=None,
    released=None,
    released_precision=None,
    open_weights=False,
    license=None,
    parameters_total=None,
    parameters_active=None,
    training_tokens=None,
    training_tokens_estimated=False,
    training_tokens_phases=(),
    accelerators=(),
    accelerator_labels=(),
    hardware_detail=None,
    hardware_disclosed=True,
    accelerator_count=None,
    duration_days=None,
    duration_text=None,
    duration_phases=(),
    accelerator_hours=None,
    disclosed_cost_usd=None,
    disclosed_cost_estimated=None,
    disclosed_cost_note=None,
    printed_cost_per_million_tokens_usd=None,
    printed_recomputed_cost_usd=None,
    printed_ratio=None,
    printed_no_recompute_reason=None,
    source_url=None,
)


def row(model: str, cells: dict[str, str], **fields: object) -> PageRow:
    """A row whose cells print these texts; places are set when the page is put together."""
    printed = {role: Cell(text, 0, 0) for role, text in cells.items()}
    hours = fields.pop("hours", None)
    quantities: dict[str, Quantity] = {"accelerator_hours": exact(float(str(hours)))} if hours is not None else {}
    labels = tuple(str(label) for label in (fields["accelerators"] if isinstance(fields.get("accelerators"), tuple) else ()))
    more: dict[str, object] = {"accelerator_labels": labels, "released": date(2026, 1, 1), "released_precision": "month"}
    return replace(EMPTY, model=model, cells=printed, **(more | quantities | fields))  # pyright: ignore[reportArgumentType]


def page(
    above: list[str], rows: list[PageRow], below: list[str], *, form: str = "html", columns: tuple[str, ...] = (), title: str = "Costs"
) -> TrainingPage:
    """A page of lines, rows and lines; every line is a block."""
    text = ""
    blocks: list[Block] = []
    placed: list[PageRow] = []
    for line in above:
        blocks.append(Block(line, len(text), len(text) + len(line)))
        text += f"{line}\n"
    text += " | ".join(columns) + "\n"
    for position, item in enumerate(rows, start=1):
        cells: dict[str, Cell] = {}
        for role, cell in item.cells.items():
            cells[role] = Cell(cell.text, len(text), len(text) + len(cell.text))
            text += f"{cell.text}\n"
        placed.append(replace(item, position=position, cells=cells))
    for line in below:
        blocks.append(Block(line, len(text), len(text) + len(line)))
        text += f"{line}\n"
    return TrainingPage(form, text, title, tuple(placed), tuple(blocks), columns)
