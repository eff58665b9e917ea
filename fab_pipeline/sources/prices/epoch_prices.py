"""Epoch AI's hardware prices: "Hardware prices.csv" of https://github.com/epoch-research/training-cost-trends, kept by hand.

Belongs here: what a row of that table states. Does not belong here: what the notes say beside the columns (`epoch_notes`), what holds for
all sources (`quotes`).

A row is one price page on one date: USD per chip-hour on demand, with one and with three years' commitment, or the price of buying the
hardware, which is no rent (`hardware_purchase`). The form stands in the name of the hardware ("NVIDIA H100 SXM5 80GB"). A price holds from
its date until the next date of the same offer; the last one of each offer is known to hold on its own date only (`valid_to`).
Data: Epoch AI, CC BY 4.0.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row, UnreadableCaptureError
from fab_pipeline.sources.fetching import TEXT, Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, day_cell, is_blank, number_cell, shown, text_cell
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.epoch_notes import Hardware, hardware_of
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import printable
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.refusals import refused_quote, refused_record
from fab_pipeline.sources.prices.table_bytes import Record, read_table

PARSER_VERSION: Final = "epoch_prices/2"

CURRENCY: Final = "USD"
"""Epoch's documentation of the columns: "Price per chip-hour", in US dollars (https://epoch.ai/data/machine-learning-hardware)."""
MODEL: Final = "hardware_model"
PURCHASE: Final = "price_(hardware_purchase)"
RENTS: Final = (
    ("price_per_chip_hour_(on_demand)", "on_demand", None),
    ("price_per_chip_hour_(1_year_cud)", "reserved", 12),
    ("price_per_chip_hour_(3_year_cud)", "reserved", 36),
)
"""Columns of rents, with purchase option and months of commitment."""
FETCHING: Final = Fetching(
    first=(Request("https://raw.githubusercontent.com/epoch-research/training-cost-trends/main/data/Hardware%20prices.csv"),),
    hosts=frozenset({"raw.githubusercontent.com"}),
    media=TEXT,
    requests_per_second=2,
    integrity=Integrity(min_quotes=300, known_names=("H100", "A100", "TPU v4")),
)
SUMMARIES: Final = frozenset({"vast.ai"})
"""Vendors whose price pages show a figure made of many offers, which nobody can take: the pages under vast.ai/pricing/gpu."""

_URL: Final = re.compile(r"https?://\S+")


@dataclass(frozen=True)
class _Rent:
    """One rent of a row, before it is an offer."""

    record: Record
    day: date
    vendor: str
    hardware: Hardware
    option: str
    months: int | None
    price: float | None
    column: str


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the table.

    Args:
        body: CSV.
        capture: of the whole table.

    Raises:
        UnreadableCaptureError: no CSV, columns missing, or no row; one line.
    """
    table = read_table(body, capture)
    missing = [name for name in ("price_date", MODEL, "vendor", *(column for column, _, _ in RENTS)) if name not in table.columns]
    if missing:
        raise UnreadableCaptureError("missing_columns", f"the table lacks Epoch's columns {', '.join(missing)}")
    if not table.records:
        raise UnreadableCaptureError("no_rows", "the table has a header and no row")
    gathering = Gathering(capture, PARSER_VERSION)
    read = {PURCHASE, *(column for column, _, _ in RENTS)}
    gathering.remark_unread(name for name in table.columns if name.startswith(("price_per", "price_(")) and name not in read)
    for record in table.records:
        _read(record, gathering)
    parsed = gathering.parsed(_without_repeats, without_idle_discounts)
    return Parsed({"price_quotes": _ended(parsed.rows["price_quotes"])}, parsed.rejected)


def _read(record: Record, gathering: Gathering) -> None:
    cells = record.cells
    try:
        if record.fault is not None:
            raise CellError(*record.fault)
        rents = [(column, *terms) for column, *terms in RENTS if not is_blank(cells.get(column))]
        if not is_blank(cells.get(PURCHASE)):
            bought = CellError("hardware_purchase", f"{shown(cells.get(PURCHASE))} is the price of buying the hardware, not of renting it")
            gathering.rejected.append(refused_record(record, bought, MODEL))
            if not rents:
                return
        if not rents:
            raise CellError("no_price", "the row states no price")
        day = day_cell("price_date", cells.get("price_date"))
        if day is None:
            raise CellError("observed_at_missing", "Price date is empty")
        vendor = text_cell("provider", cells.get("vendor"))
        if vendor is None:
            raise CellError("provider_missing", "Vendor is empty: nobody knows whose price it is")
        hardware = hardware_of(cells)
    except CellError as error:
        gathering.rejected.append(refused_record(record, error, MODEL))
        return
    for column, option, months in rents:
        try:
            price = number_cell("price_per_instance_hour", cells.get(str(column)))
            rent = _Rent(record, day, vendor, hardware, str(option), months if isinstance(months, int) else None, price, str(column))
            gathering.add(_offer(rent, gathering))
        except CellError as error:
            gathering.rejected.append(refused_record(record, error, MODEL))


def _offer(rent: _Rent, gathering: Gathering) -> Offer:
    cells, hardware = rent.record.cells, rent.hardware
    return Offer(
        row_number=rent.record.number,
        source=gathering.capture.source,
        observed_at=datetime.combine(rent.day, time(), UTC),
        provider=rent.vendor,
        accelerator_model=hardware.model,
        accelerator_count=hardware.count,
        price_per_instance_hour=None if rent.price is None else rent.price * hardware.count,
        currency=CURRENCY,
        purchase_option=rent.option,
        price_kind="estimated" if rent.vendor.casefold() in SUMMARIES else "list",
        text=printable(rent.record.text),
        accelerator_memory_gb=hardware.memory_gb,
        form_factor=hardware.form,
        region=text_cell("region", cells.get("location")),
        instance_type=hardware.instance,
        term_months=rent.months,
        dated_fact=True,
        source_status=gathering.source_status,
        source_url=_address(cells),
        locator=rent.record.locator,
        part=f"{rent.months}_months" if rent.months else None,
    )


def _address(cells: Mapping[str, object]) -> str | None:
    """Archived page of the price; some cells end in " copy", some say that there is no source."""
    printed = cells.get("price_source")
    found = _URL.match(printed.strip()) if isinstance(printed, str) else None
    return found[0][:2000] if found else None


def _without_repeats(rows: Sequence[Row]) -> tuple[list[Row], list[Rejected]]:
    """Rows without those that say again what another one says; different prices of one kind of offer on one day are all kept.

    A vendor may list several machines that Epoch describes alike (Cudo's hosts with other processors).
    """
    seen: dict[tuple[object, ...], object] = {}
    kept: list[Row] = []
    rejected: list[Rejected] = []
    for row in rows:
        key = (row["offer_key"], row["observed_at"], row["price_per_instance_hour"])
        first, number = seen.setdefault(key, row["row_number"]), row["row_number"]
        if first == number or not isinstance(number, int):
            kept.append(row)
        else:
            rejected.append(refused_quote(row, "duplicate_row", f"says the same as row {first}"))
    return kept, rejected


def _ended(rows: list[Row]) -> list[Row]:
    """Rows with the last day of each offer's last price."""
    last: dict[object, datetime] = defaultdict(lambda: datetime.min.replace(tzinfo=UTC))
    for row in rows:
        observed = row["observed_at"]
        if isinstance(observed, datetime):
            last[row["offer_key"]] = max(last[row["offer_key"]], observed)
    return [
        {**row, "valid_to": observed.date()}
        if isinstance(observed := row["observed_at"], datetime) and observed == last[row["offer_key"]]
        else row
        for row in rows
    ]
