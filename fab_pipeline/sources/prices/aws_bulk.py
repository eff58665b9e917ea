"""AWS's price list as files, one per region.

https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonEC2/current/<region>/index.csv.

Belongs here: which lines of that file are prices of instances that everybody can rent. Does not belong here: lines (`aws_bulk_lines`), what
a reservation comes to per hour (`aws_bulk_terms`), which accelerators an instance type has (`vocabulary/instance_types.yaml`), what holds
for all sources (`quotes`).

Five lines precede the heading. A file has hundreds of thousands of lines, and one instance type dozens of prices: read are those of
shared Linux machines in use, without further software, on demand or reserved for one or three years. What is reserved may be paid at once
(a line with unit "Quantity"), by the hour, or both; the lines of one SKU and one term belong together and are brought to the hour. Blocks
of capacity are other offers (`MarketOption`). China's files are in CNY, which only the column `Currency` says. Lines of other products,
systems and tenancies are counted, not listed one by one. The files of large regions have hundreds of MB, more than a capture may have, so
they are read when handed in and never asked for by themselves. Under a higher FAB_MAX_CAPTURE_BYTES a file of 150 MB takes 420 MB of
memory; the first six lines and the lines of accelerated types alone (`head -6`, then `grep '"p5'` and so on) give the same prices.
Reference: https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-an-offer.html. Read 2026-11-30:
https://github.com/dstackai/gpuhunt/blob/0641ff4c24ba060d4a558d308d516742bb42acd5/src/gpuhunt/providers/aws.py (row filter).
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.prices.aws_bulk_lines import Line, lines_of
from fab_pipeline.sources.prices.aws_bulk_terms import Term, payment_of, per_hour, years_of
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.feeds import offer_of
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.sources.prices.listed_types import listed_type
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.vocabulary.aws_regions import region_of

PARSER_VERSION: Final = "aws_bulk/1"
_WANTED: Final = {
    "Tenancy": ("other_tenancy", "shared"),
    "Operating System": ("other_operating_system", "linux"),
    "CapacityStatus": ("capacity_reservation", "used"),
    "Pre Installed S/W": ("software_in_price", "na"),
    "MarketOption": ("capacity_block_price", "ondemand"),
}
"""Columns of a line that is read, with the reason for which another one is not; a column that is missing or empty says nothing."""


@dataclass
class _Others:
    """Lines that are no offers, for one reason."""

    first: Line
    lines: int = 0


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the file of a region.

    Args:
        body: CSV as AWS publishes it.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not such a file, cut off within a line, or without a line; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    others: dict[str, _Others] = {}
    terms: dict[tuple[str, str], Term] = {}
    last = 0
    for line in lines_of(body):
        last = line.number
        reason = _other(line)
        if reason is None:
            _sort_in(line, terms, gathering)
        else:
            others.setdefault(reason, _Others(line)).lines += 1
    if not last:
        raise UnreadableCaptureError("no_rows", "the file has a heading and no line; a region that offers nothing has no file")
    for term in terms.values():
        _add(term, gathering)
    for reason, other in others.items():
        gathering.remark(reason, f"{other.lines:,} lines are not read; the first is {other.first.locator}: {other.first.shown}")
    return gathering.parsed(without_duplicates, without_idle_discounts)


def _other(line: Line) -> str | None:
    """Why a line is not the price of an instance with accelerators that everybody can rent; None: it is one."""
    name = line.cell("Instance Type")
    if line.fault is not None:
        return None
    if not name:
        return "other_product"
    if not _may_have_accelerators(name):
        return "no_accelerator"
    for column, (reason, wanted) in _WANTED.items():
        cell = line.cell(column).casefold()
        if cell and cell != wanted:
            return reason
    return "capacity_block_price" if "capacity block" in line.cell("PriceDescription").casefold() else None


@lru_cache(maxsize=4096)
def _may_have_accelerators(name: str) -> bool:
    """Whether an instance type has accelerators, or is not known; asked for hundreds of thousands of lines of some hundred types."""
    try:
        listed_type("aws", name)
    except CellError as error:
        return error.reason != "no_accelerator"
    return True


def _sort_in(line: Line, terms: dict[tuple[str, str], Term], gathering: Gathering) -> None:
    item = Item(line.number, line.cells, line.locator)
    try:
        if line.fault is not None:
            raise CellError("ragged_row", line.fault)
        unit = line.cell("Unit").casefold()
        if unit not in {"hrs", "hours", "quantity"}:
            raise CellError("unit_not_hourly", f"Unit is {shown(line.cell('Unit'))}, neither Hrs nor Quantity")
        if item.figure("StartingRange"):
            raise CellError("volume_tier", f"the price begins at {item.figure('StartingRange'):g} units; only the first hour is comparable")
        price = item.price("PricePerUnit")
    except CellError as error:
        gathering.reject(item, error, line.cell("Instance Type"))
        return
    term = terms.setdefault((line.cell("SKU") or str(line.number), line.cell("OfferTermCode")), Term(line))
    (term.upfront if unit == "quantity" else term.hourly).append(price)


def _add(term: Term, gathering: Gathering) -> None:
    item = Item(term.first.number, term.first.cells, term.first.locator)
    try:
        gathering.add(_offer(item, term, gathering))
    except CellError as error:
        gathering.reject(item, error, item.name("Instance Type"))


def _offer(item: Item, term: Term, gathering: Gathering) -> Offer:
    size = listed_type("aws", item.text("Instance Type"))
    kind = (item.text("TermType") or "").casefold()
    if kind not in {"ondemand", "reserved"}:
        raise CellError("unknown_price_type", f"TermType is {shown(item.fields.get('TermType'))}, neither OnDemand nor Reserved")
    years = years_of(item) if kind == "reserved" else None
    name = size.name if years is None else f"{size.name} ({payment_of(item)})"
    start = item.moment("EffectiveDate")
    return replace(
        offer_of(item, gathering, provider="AWS", accelerator=size.accelerator, count=size.count, currency=item.text("Currency") or ""),
        price_per_instance_hour=per_hour(item, term, years),
        purchase_option="reserved" if years else "on_demand",
        term_months=years and years * 12,
        accelerator_memory_gb=size.memory_gb,
        form_factor=size.form,
        partition=size.partition,
        region=item.text("Region Code") or region_of(item.text("Location") or "") or item.text("Location"),
        instance_type=name,
        effective_from=start.date() if start else None,
        part=item.text("OfferTermCode"),
    )
