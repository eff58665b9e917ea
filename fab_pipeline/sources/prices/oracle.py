"""Oracle Cloud's price list: https://apexapps.oracle.com/pls/apex/cetools/api/v1/products/.

Belongs here: which products of that list are accelerator-hours, and what their opaque names mean. Does not belong here: what holds for
all sources (`quotes`).

A product counts if its metric is "GPU Per Hour" and its category is exactly "Compute - GPU": other categories hold the same words for
Cloud@Customer, VMware, Roving Edge and parts that are not on general sale. Prices are per GPU-hour, the same in every region, in one or
several currencies; only PAY_AS_YOU_GO without a range is what one hour costs. Display names have varying spaces.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.fetching import Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, is_blank, shown
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.feeds import offer_of
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.identity import identify
from fab_pipeline.sources.prices.json_body import Item, items_of, json_values
from fab_pipeline.sources.prices.offer import Offer

PARSER_VERSION: Final = "oracle/2"

METRIC: Final = "gpu per hour"
CATEGORY: Final = "compute - gpu"
PAY_AS_YOU_GO: Final = "PAY_AS_YOU_GO"

FETCHING: Final = Fetching(
    first=(Request("https://apexapps.oracle.com/pls/apex/cetools/api/v1/products/?currencyCode=USD"),),
    hosts=frozenset({"apexapps.oracle.com"}),
    integrity=Integrity(min_quotes=8, known_names=("H100", "A100")),
)
"""One answer without pages, of about 650 parts; the currency keeps the prices of all the others out of it."""


@dataclass(frozen=True)
class _Part:
    """What a part of the price list is: accelerator, memory in GB, form, accelerators of the shape it lives on (None: several shapes)."""

    accelerator: str
    memory_gb: float | None = None
    form: str | None = None
    node: int | None = None


PARTS: Final[dict[str, _Part]] = {
    "x7": _Part("P100", 16),
    "v2": _Part("V100", 16, "sxm"),
    "e3": _Part("A100", 40, "sxm", 8),
    "e4": _Part("A100", 40, "sxm", 8),
    "a100 - v2": _Part("A100", 80, "sxm", 8),
    "a10": _Part("A10", 24),
    "l40s": _Part("L40S", 48, None, 4),
    "h100": _Part("H100", 80, "sxm", 8),
    "h200": _Part("H200", 141, "sxm", 8),
    "b200": _Part("B200", 180, "sxm", 8),
    "b300": _Part("B300", 288, "sxm", 8),
    "gb200": _Part("GB200", 186, "superchip", 4),
    "gb300": _Part("GB300", 288, "superchip", 4),
    "mi300x": _Part("MI300X", 192, "oam", 8),
    "mi355x": _Part("MI355X", 288, "oam", 8),
}
"""Last part of the display name → accelerator, by the shapes that it is the price of (BM.GPU4.8, BM.GPU.A100-v2.8, BM.GPU.H100.8 …:
skypilot-org/skypilot-catalog catalogs/v8/oci/vms.csv @0588751, read 2026-11-30). A part that is not here goes by its own name, in no form
and no node."""

_ELSEWHERE: Final = re.compile(r"Cloud@Customer|VMware|Roving|Dedicated Region|\bCommit\b", re.I)
_HEAD: Final = re.compile(r"^.*?\bCompute\b.*?\bGPU\b(?: Standard\b)?(?: -)? ", re.I)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the price list.

    Args:
        body: JSON: {"items": […]} or the bare list.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no product; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    value = json_values(body)[0]
    if isinstance(value, dict):
        if "items" not in value:
            raise UnreadableCaptureError("not_oracle_products", "the answer has no items")
        value = value["items"]
    for number, entry in enumerate(items_of(value, "items"), 1):
        if isinstance(entry, Item):
            _add(entry, gathering)
        else:
            gathering.reject_value(number, entry)
    return gathering.parsed(without_duplicates)


def _add(item: Item, gathering: Gathering) -> None:
    name = item.name("displayName", "partNumber")
    try:
        part = _part(item)
        prices = _prices(item)
    except CellError as error:
        gathering.reject(item, error, name)
        return
    for locator, currency, price in prices:
        try:
            gathering.add(_offer(item, part, currency, price, locator, gathering))
        except CellError as error:
            gathering.reject(item, error, name, locator)


def _part(item: Item) -> _Part:
    metric, category = item.text("metricName") or "", item.text("serviceCategory") or ""
    if metric.casefold() != METRIC:
        raise CellError("unit_not_gpu_hour", f"metricName is {metric!r}: not a price per GPU-hour")
    if category.casefold() != CATEGORY:
        raise CellError("other_service", f"serviceCategory is {category!r}, not 'Compute - GPU': another service, or not on general sale")
    display = item.text("displayName")
    if display is None:
        raise CellError("accelerator_model_missing", "displayName is empty")
    if elsewhere := _ELSEWHERE.search(display):
        raise CellError("other_service", f"displayName is {display!r}: {elsewhere[0]} is not an instance of the public cloud")
    name = _HEAD.sub("", re.sub(r"\s*[-–—]\s+|\s+[-–—]\s*", " - ", display)).strip(" -")
    part = PARTS.get(name.casefold(), _Part(name))
    identify(part.accelerator, memory_gb=part.memory_gb, form=part.form)
    return part


def _prices(item: Item) -> list[tuple[str, str, Item]]:
    """Locator, currency and entry of every price of a product."""
    localizations: Any = item.fields.get("currencyCodeLocalizations")
    if not isinstance(localizations, list) or not localizations:
        raise CellError("price_missing", "currencyCodeLocalizations has no price")
    found: list[tuple[str, str, Item]] = []
    for index, localization in enumerate(localizations):
        where = f"{item.locator}.currencyCodeLocalizations[{index}]"
        if not isinstance(localization, dict) or not isinstance(localization.get("prices"), list):
            raise CellError("price_missing", f"currencyCodeLocalizations[{index}] has no list of prices")
        currency = Item(item.number, localization, where).text("currencyCode") or ""
        for position, price in enumerate(localization["prices"]):
            fields: dict[str, Any] = price if isinstance(price, dict) else {"value": price}
            found.append((f"{where}.prices[{position}]", currency, Item(item.number, fields, f"{where}.prices[{position}]")))
    if not found:
        raise CellError("price_missing", "no currency has a price")
    return found


def _offer(item: Item, part: _Part, currency: str, price: Item, locator: str, gathering: Gathering) -> Offer:
    model = price.text("model")
    if (model or "").upper() != PAY_AS_YOU_GO:
        raise CellError("not_pay_as_you_go", f"model is {shown(model)}: a price under a contract, not what one hour costs")
    if not is_blank(price.fields.get("rangeMin")) and (price.figure("rangeMin") or 0) > 0:
        raise CellError("volume_tier", f"the price begins at {price.figure('rangeMin'):g} units; only the first hour is comparable")
    return replace(
        offer_of(item, gathering, provider="Oracle Cloud", accelerator=part.accelerator, count=1, currency=currency.upper()),
        price_per_instance_hour=price.price("value"),
        accelerator_memory_gb=part.memory_gb,
        form_factor=part.form,
        instance_type=" ".join(filter(None, (item.text("partNumber"), item.text("displayName")))),
        node_accelerators=part.node,
        locator=locator,
        part=None if currency.upper() == "USD" else currency.lower() or None,
    )
