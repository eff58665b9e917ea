"""The generic price table: anybody's prices as CSV, JSON lines or Parquet with columns of price_quotes.

Belongs here: which columns such a table must and may have, and how a row becomes an offer. The table is taken from anybody, so every
cell is checked; a row that does not hold is rejected with its reason, and the others go on. Does not belong here: file formats
(`table_bytes`), cells (`cells`), what makes a quote (`quotes`).

A date without a time is the start of that UTC day. Columns of price_quotes that this project computes itself (ids, labels, shares) may
stand in the table, so that exported quotes can be handed in again: they are computed anew. A column that is not known at all is
reported once per file, as a rejected row number 0 with the reason `columns_ignored`.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from fab_pipeline.contracts import words
from fab_pipeline.contracts.prices import PRICE_QUOTES
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row, UnreadableCaptureError
from fab_pipeline.sources.prices.cells import (
    CellError,
    count_cell,
    day_cell,
    flag_cell,
    is_blank,
    moment_cell,
    number_cell,
    text_cell,
    word_cell,
)
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.quotes import to_quote
from fab_pipeline.sources.prices.table_bytes import Record, TableFile, read_table

PARSER_VERSION: Final = "price_table/1"

REQUIRED: Final = (
    "source",
    "provider",
    "observed_at",
    "accelerator_model",
    "accelerator_count",
    "price_per_instance_hour",
    "currency",
    "purchase_option",
    "price_kind",
)
OPTIONAL: Final = (
    "accelerator",
    "accelerator_vendor",
    "accelerator_memory_gb",
    "form_factor",
    "partition",
    "provider_kind",
    "reseller_of",
    "region",
    "country",
    "market",
    "instance_type",
    "node_accelerators",
    "interconnect",
    "operating_system",
    "term_months",
    "available",
    "effective_from",
    "valid_to",
    "dated_fact",
    "source_status",
    "source_url",
    "locator",
    "price_per_accelerator_hour",
)
_KNOWN: Final = frozenset({*REQUIRED, *OPTIONAL, *PRICE_QUOTES.columns})

T = TypeVar("T")


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of a price table.

    Args:
        body: CSV, JSON lines or Parquet.
        capture: origin, time and hash of the bytes; source and time of each quote come from its row.

    Returns:
        Rows of price_quotes, and what was rejected, in the order of the file.

    Raises:
        UnreadableCaptureError: the file as a whole is no price table; one line.
    """
    table = read_table(body, capture)
    _check_columns(table)
    rows: list[Row] = []
    rejected: list[Rejected] = _ignored(table)
    for record in table.records:
        result = _quote(record, capture)
        if isinstance(result, Rejected):
            rejected.append(result)
        else:
            rows.append(result)
    kept, twins = without_duplicates(rows)
    return Parsed({"price_quotes": kept}, sorted([*rejected, *twins], key=lambda item: item.row_number))


def _check_columns(table: TableFile) -> None:
    missing = [name for name in REQUIRED if name not in table.columns]
    if len(missing) == len(REQUIRED):
        found = ", ".join(table.columns[:5])[:100]
        required = ", ".join(REQUIRED)
        raise UnreadableCaptureError("not_a_price_table", f"none of the required columns is there (found: {found}); required: {required}")
    if missing:
        plural = "s" if len(missing) > 1 else ""
        raise UnreadableCaptureError("missing_columns", f"the price table lacks the required column{plural} {', '.join(missing)}")
    if not table.records:
        raise UnreadableCaptureError("no_rows", "the price table has a header and no row; a source that offers nothing must say so")


def _ignored(table: TableFile) -> list[Rejected]:
    unknown = [name for name in table.columns if name not in _KNOWN]
    if not unknown:
        return []
    return [Rejected(0, "columns_ignored", f"not columns of a price table, not read: {', '.join(unknown)[:400]}")]


def _quote(record: Record, capture: Capture) -> Row | Rejected:
    cells = record.cells
    if record.fault is not None:
        return Rejected(record.number, *record.fault, text=record.text, locator=record.locator)
    try:
        offer = _offer(record)
    except CellError as error:
        name = next((str(cells[column]) for column in ("instance_type", "accelerator_model") if not is_blank(cells.get(column))), None)
        return Rejected(record.number, error.reason, error.detail, name=name, text=record.text, locator=record.locator)
    return to_quote(offer, capture, PARSER_VERSION)


def _offer(record: Record) -> Offer:
    cells = record.cells

    def text(column: str) -> str | None:
        return text_cell(column, cells.get(column))

    price = number_cell("price_per_instance_hour", cells.get("price_per_instance_hour"))
    return Offer(
        row_number=record.number,
        source=_snake(_said(cells, "source", text("source"))),
        observed_at=_said(cells, "observed_at", moment_cell("observed_at", cells.get("observed_at"))),
        provider=_said(cells, "provider", text("provider")),
        accelerator_model=_said(cells, "accelerator_model", text("accelerator_model")),
        accelerator_count=_said(cells, "accelerator_count", count_cell("accelerator_count", cells.get("accelerator_count"))),
        price_per_instance_hour=price,
        currency=_said(cells, "currency", text("currency")).upper(),
        purchase_option=_said(cells, "purchase_option", _word(cells, "purchase_option", words.PURCHASE_OPTIONS)),
        price_kind=_said(cells, "price_kind", _word(cells, "price_kind", words.PRICE_KINDS)),
        text=record.text,
        accelerator=text("accelerator"),
        accelerator_vendor=text("accelerator_vendor"),
        accelerator_memory_gb=_memory(cells),
        form_factor=_word(cells, "form_factor", words.FORM_FACTORS),
        partition=text("partition"),
        provider_kind=_word(cells, "provider_kind", words.PROVIDER_KINDS),
        reseller_of=text("reseller_of"),
        region=text("region"),
        country=(text("country") or "").upper() or None,
        market=_word(cells, "market", words.MARKETS),
        instance_type=text("instance_type"),
        node_accelerators=count_cell("node_accelerators", cells.get("node_accelerators")),
        interconnect=text("interconnect"),
        operating_system=text("operating_system"),
        term_months=_term(cells),
        available=flag_cell("available", cells.get("available")),
        effective_from=day_cell("effective_from", cells.get("effective_from")),
        valid_to=day_cell("valid_to", cells.get("valid_to")),
        dated_fact=flag_cell("dated_fact", cells.get("dated_fact")),
        source_status=_word(cells, "source_status", words.SOURCE_STATUS),
        source_url=text("source_url"),
        locator=text("locator") or record.locator,
        stated_per_accelerator=number_cell("price_per_accelerator_hour", cells.get("price_per_accelerator_hour")),
    )


def _said(cells: Mapping[str, object], column: str, value: T | None) -> T:
    if value is None:
        raise CellError(f"{column}_missing", f"{column} is empty")
    return value


def _snake(name: str) -> str:
    return "_".join(name.lower().replace("-", " ").split())


def _word(cells: Mapping[str, object], column: str, allowed: words.Words) -> str | None:
    return word_cell(column, cells.get(column), allowed)


def _memory(cells: Mapping[str, object]) -> float | None:
    memory = number_cell("accelerator_memory_gb", cells.get("accelerator_memory_gb"))
    if memory is not None and memory < 0:
        raise CellError("memory_mismatch", f"accelerator_memory_gb is {memory:g}")
    return memory


def _term(cells: Mapping[str, object]) -> int | None:
    """Months; 0 says that there is no commitment."""
    if number_cell("term_months", cells.get("term_months")) == 0:
        return None
    return count_cell("term_months", cells.get("term_months"))
