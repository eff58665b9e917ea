"""Source: Epoch AI's tables of models (notable models, all systems), CSV. Data: Epoch AI, CC BY 4.0, https://epoch.ai/data/ai-models.

Belongs here: one row → one claim per populated figure, with Epoch's class of confidence and its method. All figures are a third party's.
Does not belong here: judging them (see `leaderboards/findings`).

Three columns hold money by three methods (amortised hardware and energy, cloud rent, purchase of the hardware); they are three
quantities, none of them a cost that a developer disclosed. A row that names a base model is a fine-tune: its time, count and chip-hours
are those of the fine-tuning, its training compute counts the base model too (https://epoch.ai/data/ai-models-documentation).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from fab_pipeline.contracts.training import TRAINING_QUANTITIES
from fab_pipeline.reading.identity import run_slug
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row, UnreadableCaptureError
from fab_pipeline.sources.fetching import TEXT, Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, day_cell, is_blank, number_cell, shown
from fab_pipeline.sources.prices.table_bytes import Record, read_table
from fab_pipeline.vocabulary.accelerators import find_accelerators

PARSER_VERSION: Final = "epoch_models/2"
FETCHING: Final = Fetching(
    first=(Request("https://epoch.ai/data/notable_ai_models.csv"),),
    hosts=frozenset({"epoch.ai"}),
    media=TEXT,
    integrity=Integrity(min_quotes=3000, known_names=("GPT-4", "Llama 3.1-405B")),
)
"""The file behind https://epoch.ai/data/notable-ai-models ("available for download as a daily-updated CSV file")."""

_HOURS_PER_DAY: Final = 24.0
_MODEL: Final = "model"
_NEEDED: Final = (_MODEL, "organization", "publication_date", "confidence", "training_compute_(flop)", "training_hardware")
_WORDS_LIMIT: Final = 300


class _Column(NamedTuple):
    """What a column states: quantity, divisor to its unit, column of the method, and the method that the column itself names."""

    quantity: str
    divisor: float = 1.0
    method_column: str | None = None
    method: str | None = None
    of_tuning: bool = False


_COMPUTE: Final = "training_compute_(flop)"
_COLUMNS: Final[dict[str, _Column]] = {
    "parameters": _Column("parameters_total"),
    _COMPUTE: _Column("training_compute_flop", method_column="training_compute_estimation_method"),
    "finetune_compute_(flop)": _Column("finetune_compute_flop"),
    "training_dataset_size_(gradients)": _Column("dataset_size", method="datapoints of the training set, as gradients"),
    "training_dataset_size_(datapoints)": _Column("dataset_size", method="datapoints of the training set"),
    "training_dataset_size_(total)": _Column("dataset_size", method="datapoints of the training set"),
    "epochs": _Column("epochs"),
    "training_time_(hours)": _Column("duration_days", _HOURS_PER_DAY, of_tuning=True),
    "hardware_quantity": _Column("accelerator_count", of_tuning=True),
    "training_chip_hours": _Column("accelerator_hours", of_tuning=True),
    "hardware_utilization_(mfu)": _Column("hardware_utilization", method="MFU: operations of the model over the peak"),
    "hardware_utilization_(hfu)": _Column("hardware_utilization", method="HFU: operations of the hardware over the peak"),
    "training_power_draw_(w)": _Column("training_power_w"),
    "training_compute_cost_(2023_usd)": _Column(
        "estimated_cost_amortized_usd", method="amortised hardware, interconnect and energy, in USD of 2023"
    ),
    "training_compute_cost_(cloud)": _Column("estimated_cost_cloud_usd", method="rent of the hardware from a cloud, in USD of 2023"),
    "training_compute_cost_(upfront)": _Column("estimated_cost_upfront_usd", method="purchase of the hardware, in USD of 2023"),
}
"""Figures by normalised column. Columns of both files; "dataset size" counts words, tokens, images or games, so it is no token count."""
_ZERO_IS_EMPTY: Final = frozenset({"estimated_cost_amortized_usd", "estimated_cost_cloud_usd", "estimated_cost_upfront_usd"})
_UNSURE: Final = frozenset({"likely", "speculative"})
_OPEN: Final = {"open weights": "true", "unreleased": "false", "api access": "false", "hosted access": "false"}


@dataclass
class _Table:
    """What all rows share."""

    capture: Capture
    claims: list[Row] = field(default_factory=list[Row])
    rejected: list[Rejected] = field(default_factory=list[Rejected])
    first: dict[str, int] = field(default_factory=dict[str, int])


def parse(body: bytes, capture: Capture) -> Parsed:
    """Claims of the table.

    Args:
        body: CSV, UTF-8.
        capture: of the whole table.

    Raises:
        UnreadableCaptureError: no CSV, columns missing, or no row; one line.
    """
    file = read_table(body, capture)
    missing = [name for name in _NEEDED if name not in file.columns]
    if missing:
        raise UnreadableCaptureError("missing_columns", f"the table lacks Epoch's columns {', '.join(missing)}")
    if not file.records:
        raise UnreadableCaptureError("no_rows", "the table has a header and no row")
    table = _Table(capture)
    for record in file.records:
        _read(record, table)
    return Parsed({"training_claims": table.claims}, table.rejected)


def _read(record: Record, table: _Table) -> None:
    name = _words(record, _MODEL)
    if record.fault is not None:
        table.rejected.append(Rejected(record.number, *record.fault, name=name, text=record.text, locator=record.locator))
        return
    if name is None:
        _reject(record, table, "model_missing", "the row names no model")
        return
    organization = _words(record, "organization")
    run_id = run_slug(organization, name)
    earlier = table.first.setdefault(run_id, record.number)
    if earlier != record.number:
        _reject(record, table, "duplicate_run", f"row {record.number} names the run {run_id}, which row {earlier} named already")
        return
    shared = _shared(record, table.capture, run_id, name, organization)
    for column in _COLUMNS:
        try:
            table.claims += _figure(record, column, shared)
        except CellError as error:
            _reject(record, table, error.reason, f"column {column}: {error.detail}")
    table.claims += _texts(record, table, shared)


def _reject(record: Record, table: _Table, reason: str, detail: str) -> None:
    table.rejected.append(
        Rejected(record.number, reason, detail, name=_words(record, _MODEL), text=record.text[:_WORDS_LIMIT], locator=record.locator)
    )


def _shared(record: Record, capture: Capture, run_id: str, model: str, organization: str | None) -> Row:
    return {
        "run_id": run_id,
        "model": model,
        "organization": organization,
        "status": "disclosed",
        "derived": False,
        "stated_by": "third_party",
        "confidence": _words(record, "confidence"),
        "source": capture.source,
        "source_url": capture.url or FETCHING.address,
        "origin": capture.origin,
        "observed_at": capture.observed_at,
        "capture_sha256": capture.sha256,
        "row_number": record.number,
        "parser_version": PARSER_VERSION,
    }


def _figure(record: Record, column: str, shared: Row) -> Iterator[Row]:
    """The claim of a cell; none for an empty one. Bounds of the compute belong to its claim."""
    value, what = _number(record, column), _COLUMNS[column]
    if value is None or (value == 0 and what.quantity in _ZERO_IS_EMPTY):
        return
    if value < 0:
        raise CellError(f"{what.quantity}_negative", f"{shown(record.cells.get(column))} is negative")
    low, high = (_number(record, f"training_compute_{end}_bound") for end in ("lower", "upper")) if column == _COMPUTE else (None, None)
    confidence = str(shared["confidence"] or "").lower()
    tuned = _words(record, "base_model") is not None
    yield _claim(shared, what.quantity, record, column) | {
        "value": value / what.divisor,
        "value_min": low,
        "value_max": high,
        "qualifier": "approx" if confidence in _UNSURE else "exact",
        "scope": ("post_training" if what.of_tuning or what.quantity.startswith("finetune") else "all") if tuned else "unknown",
        "estimated": confidence in _UNSURE or what.quantity.startswith("estimated_"),
        "method": (_words(record, what.method_column) if what.method_column else None) or what.method,
    }


def _number(record: Record, column: str) -> float | None:
    cell = record.cells.get(column)
    return None if is_blank(cell) else number_cell(column, str(cell).strip().removeprefix("$").replace(",", ""))


def _texts(record: Record, table: _Table, shared: Row) -> Iterator[Row]:
    hardware = _words(record, "training_hardware")
    if hardware:
        labels = list(dict.fromkeys(mention.accelerator.label for mention in find_accelerators(hardware)))
        claim = _claim(shared, "accelerators", record, "training_hardware")
        yield claim | ({"value_text": " + ".join(labels)} if labels else {"status": "unreadable"})
    try:
        published: date | None = day_cell("publication_date", record.cells.get("publication_date"))
    except CellError as error:
        published = None
        _reject(record, table, error.reason, error.detail)
    if published:
        yield _claim(shared, "released", record, "publication_date") | {"value_text": published.isoformat()}
    access = _words(record, "model_accessibility")
    is_open = next((answer for words, answer in _OPEN.items() if access and access.lower().startswith(words)), None)
    if is_open:
        yield _claim(shared, "open_weights", record, "model_accessibility") | {"value_text": is_open}
    base = _words(record, "base_model")
    if base:
        yield _claim(shared, "base_model", record, "base_model") | {"value_text": base}


def _claim(shared: Row, quantity: str, record: Record, column: str) -> Row:
    where = record.locator or f"row {record.number}"
    return shared | {
        "claim_id": f"{str(shared['capture_sha256'])[:12]}:{record.number}:{quantity}:{column}",
        "quantity": quantity,
        "unit": TRAINING_QUANTITIES[quantity],
        "text_as_printed": _words(record, column) or "",
        "locator": f"{where}, column {column}",
    }


def _words(record: Record, column: str | None) -> str | None:
    """A cell without surplus space, shortened; None for an empty one."""
    cell = record.cells.get(column or "")
    text = "" if is_blank(cell) else "".join(c if c.isprintable() else " " for c in str(cell))
    return " ".join(text.split())[:_WORDS_LIMIT] or None
