"""Azure Retail Prices: https://prices.azure.com/api/retail/prices, one page, several pages, or the bare list of items.

Belongs here: what an item of that interface prices. Does not belong here: the items of an answer (`azure_pages`), which size an item is
the price of (`azure_skus`), what holds for all sources (`quotes`).

An item is the price of one meter: operating system only in `productName`, spot and Low Priority only in the names of meter and SKU. A
reservation says "1 Hour" and prints the total of the whole term. One meter may come several times with windows in which its price holds.
Prices are USD unless `currencyCode` or the page's `BillingCurrency` says otherwise
(https://learn.microsoft.com/rest/api/cost-management/retail-prices/azure-retail-prices, read 2026-11-30).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final
from urllib.parse import quote

from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row, UnreadableCaptureError
from fab_pipeline.sources.fetching import Answer, Fetching, Integrity, Request
from fab_pipeline.sources.prices.azure_pages import pages_in
from fab_pipeline.sources.prices.azure_skus import is_spot, size_of
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.feeds import offer_of
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item, json_values
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.paging import value_at
from fab_pipeline.sources.prices.refusals import refused_quote
from fab_pipeline.vocabulary.instance_types import InstanceType

PARSER_VERSION: Final = "azure/2"

HOURS_PER_YEAR: Final = 8760
"""365 days: the totals of one and three years are for 8,760 and 26,280 hours (551,221 USD for a year of eight H100: 7.87 each)."""

ADDRESS: Final = "https://prices.azure.com/api/retail/prices"
FAMILIES: Final = ("Standard_NC", "Standard_ND", "Standard_NV")
"""Beginnings of the names of sizes with accelerators (https://learn.microsoft.com/azure/virtual-machines/sizes/overview, N family). One
query each: pages of a list that changes while it is read overlap or leave gaps, and shorter lists do so less often
(dstackai/gpuhunt PR#255)."""

_UNIT: Final = re.compile(r"(\d+)\s*/?\s*Hours?", re.I)
_TERM: Final = re.compile(r"(\d+)\s*Years?", re.I)
_ITEM_NAMES: Final = ("armSkuName", "skuName", "meterName", "productName")


def _query(family: str) -> Request:
    wanted = f"serviceName eq 'Virtual Machines' and startswith(armSkuName,'{family}')"
    return Request(f"{ADDRESS}?api-version=2023-01-01-preview&$filter={quote(wanted)}")


def next_page(answer: Answer) -> tuple[Request, ...]:
    """The page that `NextPageLink` names; an answer that is no page has none, and the parser says what it is."""
    link = value_at(answer.body, "NextPageLink")
    return (Request(link),) if isinstance(link, str) and link else ()


FETCHING: Final = Fetching(
    first=tuple(_query(family) for family in FAMILIES),
    hosts=frozenset({"prices.azure.com"}),
    following=next_page,
    max_pages=150,
    requests_per_second=2,
    integrity=Integrity(min_quotes=200, known_names=("H100", "A100", "T4")),
)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer of the interface.

    Args:
        body: JSON: a page {"Items": […]}, a list of pages or items, or one of them per line.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no item; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    pages = [page for value in json_values(body) for page in pages_in(value)]
    if not any(page.items for page in pages):
        raise UnreadableCaptureError("no_rows", "the answer has no item; a source that offers nothing must say so")
    secondary: set[int] = set()
    number = 0
    for page in pages:
        for position, value in enumerate(page.items):
            number += 1
            if not isinstance(value, dict):
                gathering.reject_value(number, value)
                continue
            item = Item(number, value, f"{page.locator}[{position}]")
            if value.get("isPrimaryMeterRegion") is False:
                secondary.add(number)
            _add(item, page.currency, gathering)
    if pages[-1].next_page and pages[-1].next_page not in capture.other_answers:
        gathering.remark("pages_missing", f"the answer goes on at {shown(pages[-1].next_page)}; only {len(pages)} page(s) of it are here")
    return gathering.parsed(lambda rows: _without_secondary(rows, secondary), without_duplicates, without_idle_discounts)


def _add(item: Item, currency: str, gathering: Gathering) -> None:
    try:
        size = size_of(item)
        offer = _offer(item, size, currency, gathering)
    except CellError as error:
        gathering.reject(item, error, item.name(*_ITEM_NAMES))
        return
    gathering.add(offer)
    if offer.purchase_option == "on_demand":
        _add_savings_plans(item, offer, gathering)


def _offer(item: Item, size: InstanceType, currency: str, gathering: Gathering) -> Offer:
    kind = (item.text("type") or "").casefold()
    if kind == "devtestconsumption":
        raise CellError("dev_test_price", "the price needs a Dev/Test subscription")
    if kind not in {"consumption", "reservation"}:
        raise CellError("unknown_price_type", f"type is {shown(item.fields.get('type'))}, neither Consumption nor Reservation")
    if item.figure("tierMinimumUnits"):
        raise CellError("volume_tier", f"the price begins at {item.figure('tierMinimumUnits'):g} units; only the first hour is comparable")
    hours, term = _hours(item, kind)
    price = item.price("retailPrice")
    price = item.price("unitPrice") if price is None else price
    option = "reserved" if term else "spot" if is_spot(item) else "on_demand"
    stated = (item.text("currencyCode") or currency).upper()
    return replace(
        offer_of(item, gathering, provider="Azure", accelerator=size.accelerator, count=size.count, currency=stated),
        price_per_instance_hour=None if price is None else price / hours,
        purchase_option=option,
        accelerator_memory_gb=size.memory_gb,
        form_factor=size.form,
        partition=size.partition,
        region=_region(item),
        instance_type=size.name,
        term_months=term,
        effective_from=_effective_from(item, gathering.capture.observed_at.date()),
    )


def _hours(item: Item, kind: str) -> tuple[int, int | None]:
    """Hours that the printed price is for, and months of commitment."""
    unit = item.text("unitOfMeasure") or ""
    per = _UNIT.fullmatch(unit)
    if per is None or int(per[1]) == 0:
        raise CellError("unit_not_hourly", f"unitOfMeasure is {shown(item.fields.get('unitOfMeasure'))}, not hours")
    if kind != "reservation":
        return int(per[1]), None
    term = _TERM.fullmatch(item.text("reservationTerm") or "")
    if term is None or not 1 <= int(term[1]) <= 10:
        raise CellError("unknown_term", f"reservationTerm is {shown(item.fields.get('reservationTerm'))}, not a number of years")
    return int(term[1]) * HOURS_PER_YEAR, int(term[1]) * 12


def _region(item: Item) -> str:
    region = item.text("armRegionName") or item.text("location")
    if region is None:
        raise CellError("region_missing", "the item names no region: nobody knows where the price holds, and for whom")
    return region


def _effective_from(item: Item, seen_on: date) -> date | None:
    start, end = item.moment("effectiveStartDate"), item.moment("effectiveEndDate")
    if start and end and end.date() < start.date():
        raise CellError("effective_window_impossible", f"the price begins on {start.date()} and ends on {end.date()}, before that")
    if end and end.date() < seen_on:
        raise CellError("price_expired", f"the price ended on {end.date()}, before it was seen on {seen_on}")
    return start.date() if start else None


def _add_savings_plans(item: Item, offer: Offer, gathering: Gathering) -> None:
    """Savings plans are a discount on consumption, printed per hour inside the item; they commit money, not the instance."""
    plans = item.fields.get("savingsPlan")
    if not isinstance(plans, list):
        return
    for position, plan in enumerate(plans):
        locator = f"{item.locator}.savingsPlan[{position}]"
        try:
            if not isinstance(plan, dict):
                raise CellError("not_an_object", f"savingsPlan[{position}] is not an object")
            entry = Item(item.number, plan, locator)
            term = _TERM.fullmatch(entry.text("term") or "")
            if term is None or not 1 <= int(term[1]) <= 10:
                raise CellError("unknown_term", f"term of a savings plan is {shown(plan.get('term'))}, not a number of years")
            price = entry.price("retailPrice")
            price = entry.price("unitPrice") if price is None else price
            if price is not None and offer.price_per_instance_hour is not None and price > offer.price_per_instance_hour:
                raise CellError("reserved_above_on_demand", f"{price:g} with a savings plan, {offer.price_per_instance_hour:g} without")
        except CellError as error:
            gathering.reject(item, error, offer.instance_type, locator)
            continue
        gathering.add(
            replace(
                offer,
                price_per_instance_hour=price,
                purchase_option="reserved",
                term_months=int(term[1]) * 12,
                instance_type=f"{offer.instance_type} (savings plan)",
                part=f"savings_plan_{position}",
                locator=locator,
            )
        )


def _without_secondary(rows: Sequence[Row], secondary: set[int]) -> tuple[list[Row], list[Rejected]]:
    """A meter that is not the primary one of its region says nothing where the primary one is there too."""
    stated = {(row["offer_key"], row["effective_from"]) for row in rows if row["row_number"] not in secondary}
    kept: list[Row] = []
    rejected: list[Rejected] = []
    for row in rows:
        number = row["row_number"]
        if isinstance(number, int) and number in secondary and (row["offer_key"], row["effective_from"]) in stated:
            detail = "isPrimaryMeterRegion is false, and the primary meter of the same instance and region is there"
            rejected.append(refused_quote(row, "secondary_meter", detail))
        else:
            kept.append(row)
    return kept, rejected
