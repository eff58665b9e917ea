"""gpuhunt's table of Google TPU prices: src/gpuhunt/resources/tpu_pricing.json, kept by hand from Google's price pages.

Belongs here: that table. Does not belong here: gpuhunt's catalogue (`gpuhunt`), what holds for all sources (`quotes`).

product → region → {"Location", "On Demand (USD)", "1-year Commitment (USD)", "3-year Commitment (USD)", "Spot (USD)"}. All are USD per
chip-hour, as Google's page prints them (https://cloud.google.com/tpu/pricing; a v3 device in europe-west4 at 2.20 is the 8.80 of its four
chips), also for v2 and v3, whose billing units are eight cores. Pods and single devices of one generation are different offers. The table
carries no date of its own: each price is a fact of the day on which the table was captured, and holds until a later one says otherwise.
Location names are free text and are not used.
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.prices.cells import CellError, is_blank, number_cell
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.feeds import offer_of
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.identity import identify
from fab_pipeline.sources.prices.json_body import Item, json_values, printable, shown_json
from fab_pipeline.sources.prices.offer import Offer

PARSER_VERSION: Final = "gpuhunt_tpu/1"

_PRICE: Final = re.compile(r"(on[- ]demand|spot|(\d+)[- ]year commitment) \(([A-Z]{3})\)", re.I)
_MONEY: Final = re.compile(r"\([A-Z]{3}\)")
_LAYOUT: Final = re.compile(r"\s+(?:pod|device)s?$", re.I)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the table; one row is one product in one region, counted in printed order.

    Args:
        body: JSON.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, or not such a table; one line.
    """
    table = json_values(body)[0]
    if not isinstance(table, dict) or not table:
        raise UnreadableCaptureError("not_a_tpu_table", "the file is JSON but no table of TPU products")
    gathering = Gathering(capture, PARSER_VERSION)
    number = 0
    unread: list[str] = []
    for product, regions in table.items():
        if not isinstance(regions, dict) or not regions:
            number += 1
            gathering.reject_value(number, {product: regions})
            continue
        for region, prices in regions.items():
            number += 1
            if isinstance(prices, dict):
                unread += [column for column in prices if _MONEY.search(column) and not _PRICE.fullmatch(" ".join(column.split()))]
                _add(Item(number, prices, f"{product}, {region}"), str(product), str(region), gathering)
            else:
                gathering.reject_value(number, {product: {region: prices}})
    if not gathering.rows and not any(entry.reason != "not_an_object" for entry in gathering.rejected):
        raise UnreadableCaptureError("not_a_tpu_table", f"the file is JSON but no table of TPU products: {shown_json(list(table)[:5])}")
    gathering.remark_unread(unread)
    return gathering.parsed(without_idle_discounts)


def _add(item: Item, product: str, region: str, gathering: Gathering) -> None:
    name = printable(product)
    try:
        identify(_LAYOUT.sub("", product))
        columns = [(column, hit) for column in item.fields if (hit := _PRICE.fullmatch(" ".join(column.split())))]
        stated = [(column, hit) for column, hit in columns if not is_blank(item.fields[column])]
        if not stated:
            raise CellError("no_price", "no price is stated: not offered in that region")
    except CellError as error:
        gathering.reject(item, error, name)
        return
    for column, hit in stated:
        locator = printable(f"{item.locator}, {column}")
        try:
            price = number_cell("price_per_instance_hour", item.fields[column])
        except CellError as error:
            gathering.reject(item, error, name, locator)
            continue
        gathering.add(_offer(item, (product, region), (hit, price, locator), gathering))


def _offer(item: Item, place: tuple[str, str], stated: tuple[re.Match[str], float | None, str], gathering: Gathering) -> Offer:
    (product, region), (hit, price, locator) = place, stated
    years = int(hit[2]) if hit[2] else None
    option = "reserved" if years else "spot" if hit[1].lower() == "spot" else "on_demand"
    name = " ".join(product.split())
    return replace(
        offer_of(item, gathering, provider="Google Cloud", accelerator=_LAYOUT.sub("", name), count=1, currency=hit[3].upper()),
        price_per_instance_hour=price,
        purchase_option=option,
        region=" ".join(region.split()) or None,
        instance_type=f"{name}, per chip",
        term_months=years * 12 if years else None,
        locator=locator,
        part="_".join(filter(None, (f"{years}_years" if years else option, "" if hit[3].upper() == "USD" else hit[3].lower()))),
    )
