"""What a training-cost page says, once read: typed rows and the text around them.

Belongs here: the result types of the two readers (HTML by element boundaries, flattened text) and their JSON form. Does not belong
here: reading, judging or correcting. Everything is as the page states it; a cell that says "undisclosed" gives None.
"""

from dataclasses import dataclass, field
from datetime import date

from fab_pipeline.reading.quantity import Quantity


@dataclass(frozen=True)
class Phase:
    """One phase of a quantity that the page states in phases."""

    scope: str
    quantity: Quantity


@dataclass(frozen=True)
class Cell:
    """One cell as printed, with its place in the extracted text (code points)."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class PageRow:
    """One training run as the page states it.

    `cells` keeps the printed text by role: model, size, hardware, compute, cost, recompute, link. `hardware_disclosed` is False where
    the page says that the hardware is undisclosed. `undisclosed` names the quantities that the page says are not disclosed, and
    `unreadable` maps a quantity to words that stand in its place and are not a figure ("millions of accelerator-days").
    Printed results of the page's own arithmetic keep their names with `printed_`.
    """

    position: int
    model: str
    organization: str | None
    released: date | None
    released_precision: str | None
    open_weights: bool
    license: str | None
    parameters_total: Quantity | None
    parameters_active: Quantity | None
    training_tokens: Quantity | None
    training_tokens_estimated: bool
    training_tokens_phases: tuple[Phase, ...]
    accelerators: tuple[str, ...]
    accelerator_labels: tuple[str, ...]
    hardware_detail: str | None
    hardware_disclosed: bool
    accelerator_count: Quantity | None
    duration_days: Quantity | None
    duration_text: str | None
    duration_phases: tuple[Phase, ...]
    accelerator_hours: Quantity | None
    disclosed_cost_usd: Quantity | None
    disclosed_cost_estimated: bool | None
    disclosed_cost_note: str | None
    printed_cost_per_million_tokens_usd: float | None
    printed_recomputed_cost_usd: float | None
    printed_ratio: float | None
    printed_no_recompute_reason: str | None
    source_url: str | None
    undisclosed: frozenset[str] = frozenset()
    unreadable: dict[str, str] = field(default_factory=dict[str, str])
    cells: dict[str, Cell] = field(default_factory=dict[str, Cell])
    accelerator_hours_phases: tuple[Phase, ...] = ()


@dataclass(frozen=True)
class UnreadRow:
    """A row of the table that is no training run or could not be read.

    Attributes:
        position: row of the table, counted from 1.
        reason: code in snake_case, e.g. row_cut_off, model_missing.
        detail: one line: what is wrong.
        cell: its words and their place.
    """

    position: int
    reason: str
    detail: str
    cell: Cell


@dataclass(frozen=True)
class Block:
    """One line or paragraph of the page that is not a row of the table: tiles, groups, notes, questions and answers.

    `table` tells the table elements of an HTML page apart that it stands in; None outside of any, and in flattened text.
    """

    text: str
    start: int
    end: int
    section: str | None = None
    table: int | None = None


@dataclass(frozen=True)
class TrainingPage:
    """A training-cost page as read.

    Attributes:
        form: "html" or "text".
        text: the extracted text that all offsets refer to.
        title: heading of the page, where one was found.
        rows: one per run, in printed order.
        blocks: everything outside the table, in printed order.
        columns: the printed column headings, in order.
        unread: rows that are not among `rows`, with the reason.
    """

    form: str
    text: str
    title: str | None
    rows: tuple[PageRow, ...]
    blocks: tuple[Block, ...]
    columns: tuple[str, ...]
    unread: tuple[UnreadRow, ...] = ()
