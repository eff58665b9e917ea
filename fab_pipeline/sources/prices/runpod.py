"""RunPod's GraphQL interface: the answer of https://api.runpod.io/graphql to `gpuTypes { … }`.

Belongs here: which prices a GPU type states and what each is. Does not belong here: what holds for all sources (`quotes`; RunPod's
placeholder 0.5 stands with the provider in `vocabulary/providers.yaml`), RunPod's price page.

All prices are USD per GPU-hour. Secure Cloud (RunPod's data centres) and Community Cloud (other people's machines) are two offers of two
kinds of seller. `0` and null mean not offered. `secureCloud`, `communityCloud` and the numbers that one pod can have say whether a cloud
has the type at all, and a null `stockStatus` that nothing can be rented now; where the answer lacks those fields, nothing is concluded
from that. Prices for a week to six months are a commitment on Secure Cloud; `clusterPrice` is for several nodes with a network between
them; `minimumBidPrice` is where bids begin. Fields: type GpuType of RunPod's GraphQL specification.
"""

import re
from dataclasses import replace
from typing import Any, Final, NamedTuple

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.fetching import Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, is_blank, shown
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.feeds import offer_of
from fab_pipeline.sources.prices.forms import form_in
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.identity import identify
from fab_pipeline.sources.prices.json_body import Item, items_of, json_values
from fab_pipeline.sources.prices.offer import Offer

PARSER_VERSION: Final = "runpod/2"

SECURE: Final = "RunPod Secure Cloud"
COMMUNITY: Final = "RunPod Community Cloud"
EITHER: Final = "RunPod"
CLOUD_FLAGS: Final = {SECURE: "secureCloud", COMMUNITY: "communityCloud"}
CLOUD_LIMITS: Final = {SECURE: "maxGpuCountSecureCloud", COMMUNITY: "maxGpuCountCommunityCloud"}

QUERY: Final = """query GpuTypes { gpuTypes {
 id displayName memoryInGb secureCloud communityCloud securePrice communityPrice secureSpotPrice communitySpotPrice
 oneWeekPrice oneMonthPrice threeMonthPrice sixMonthPrice clusterPrice maxGpuCount maxGpuCountSecureCloud maxGpuCountCommunityCloud
 lowestPrice(input: {gpuCount: 1}) { minimumBidPrice uninterruptablePrice stockStatus }
} }"""
FETCHING: Final = Fetching(
    first=(Request("https://api.runpod.io/graphql", "POST", json={"query": QUERY}),),
    hosts=frozenset({"api.runpod.io"}),
    integrity=Integrity(min_quotes=20, known_names=("H100", "A100")),
)


class _Price(NamedTuple):
    """One price field of a GPU type."""

    field: str
    seller: str
    option: str
    kind: str = "list"
    months: int | None = None
    suffix: str = ""


PRICES: Final = (
    _Price("securePrice", SECURE, "on_demand"),
    _Price("communityPrice", COMMUNITY, "on_demand"),
    _Price("secureSpotPrice", SECURE, "spot"),
    _Price("communitySpotPrice", COMMUNITY, "spot"),
    _Price("oneWeekPrice", SECURE, "reserved"),
    _Price("oneMonthPrice", SECURE, "reserved", months=1),
    _Price("threeMonthPrice", SECURE, "reserved", months=3),
    _Price("sixMonthPrice", SECURE, "reserved", months=6),
    _Price("oneYearPrice", SECURE, "reserved", months=12),
    _Price("clusterPrice", SECURE, "on_demand", suffix=", cluster"),
)
"""Fields that state a price. A week is no number of months: the term of that commitment stays unsaid, its locator names it."""


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer of the interface.

    Args:
        body: JSON: {"data": {"gpuTypes": […]}}, {"gpuTypes": […]} or the bare list.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no GPU type; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    values = json_values(body)
    entries = items_of(_gpu_types(values[0], gathering), "data.gpuTypes")
    gathering.remark_unread(name for entry in entries if isinstance(entry, Item) for name in entry.fields if _is_unread_price(name, entry))
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Item):
            _add(entry, gathering)
        else:
            gathering.reject_value(number, entry)
    return gathering.parsed(without_duplicates, without_idle_discounts)


def _gpu_types(value: object, gathering: Gathering) -> object:
    if not isinstance(value, dict):
        return value
    errors: Any = value.get("errors")
    data: Any = value.get("data") if isinstance(value.get("data"), dict) else value
    types: Any = data.get("gpuTypes")
    if types is None:
        said = f"RunPod answered with an error: {shown(errors)}" if errors else "the answer has no data.gpuTypes"
        raise UnreadableCaptureError("source_error" if errors else "not_runpod_types", said)
    if errors:
        gathering.remark("source_error", f"RunPod answered with an error beside the data: {shown(errors)}")
    return types


def _is_unread_price(name: str, item: Item) -> bool:
    known = {price.field for price in PRICES} | {"lowestPrice"}
    return name.endswith("Price") and name not in known and not is_blank(item.fields[name])


def _add(item: Item, gathering: Gathering) -> None:
    try:
        base = _offer(item, gathering)
    except CellError as error:
        gathering.reject(item, error, item.name("id", "displayName"))
        return
    stated = [price for price in PRICES if not is_blank(item.fields.get(price.field))]
    for price in stated:
        _add_price(item, base, price, gathering)
    added = _add_lowest(item, base, gathering, alone=not any(price.field in {"securePrice", "communityPrice"} for price in stated))
    if not stated and not added:
        gathering.reject(item, CellError("no_price", "no price is stated in any field: not offered"), base.instance_type)


def _add_price(item: Item, base: Offer, price: _Price, gathering: Gathering) -> None:
    locator = f"{item.locator}.{price.field}"
    try:
        offer = replace(
            base,
            provider=price.seller,
            price_per_instance_hour=item.price(price.field),
            purchase_option=price.option,
            price_kind=price.kind,
            term_months=price.months,
            instance_type=f"{base.instance_type}{price.suffix}",
            interconnect="cluster network" if price.field == "clusterPrice" else None,
            part=price.field,
            locator=locator,
        )
        flag, limit = CLOUD_FLAGS[price.seller], CLOUD_LIMITS[price.seller]
        if (flag in item.fields and not item.flag(flag)) or item.figure(limit) == 0:
            raise CellError("not_offered", f"{flag} is not true or {limit} is 0: {price.seller} does not have this type")
        if price.field != "clusterPrice" and _out_of_stock(item):
            raise CellError("not_in_stock", "stockStatus is null: nothing of this type can be rented now")
    except CellError as error:
        gathering.reject(item, error, base.instance_type, locator)
        return
    gathering.add(offer)


def _add_lowest(item: Item, base: Offer, gathering: Gathering, *, alone: bool) -> bool:
    """Prices of `lowestPrice`: where bids begin, and, if the type states no other, the lowest price of either cloud."""
    lowest = item.fields.get("lowestPrice")
    if not isinstance(lowest, dict):
        return False
    entry = Item(item.number, lowest, f"{item.locator}.lowestPrice")
    added = False
    for field, option, kind in (("minimumBidPrice", "spot", "bid_floor"), ("uninterruptablePrice", "on_demand", "list")):
        if is_blank(lowest.get(field)) or (kind == "list" and not alone):
            continue
        added = True
        locator = f"{entry.locator}.{field}"
        try:
            price = entry.price(field)
            if _out_of_stock(item):
                raise CellError("not_in_stock", "stockStatus is null: nothing of this type can be rented now")
        except CellError as error:
            gathering.reject(item, error, base.instance_type, locator)
            continue
        offer = replace(base, provider=EITHER, price_per_instance_hour=price, purchase_option=option, price_kind=kind)
        gathering.add(replace(offer, part=field, locator=locator))
    return added


def _offer(item: Item, gathering: Gathering) -> Offer:
    """What all prices of a GPU type share."""
    name, display = item.text("id"), item.text("displayName")
    printed = name or display
    if printed is None:
        raise CellError("accelerator_model_missing", "the type has neither id nor displayName")
    memory = item.figure("memoryInGb") or None
    if memory is not None and memory < 0:
        raise CellError("memory_mismatch", f"memoryInGb is {memory:g}")
    form = None if form_in(printed) else form_in(display or "")
    identity = identify(printed, memory_gb=memory, form=form)
    _check_display_name(display, identity.label)
    return replace(
        offer_of(item, gathering, provider=EITHER, accelerator=printed, count=1),
        accelerator_memory_gb=memory,
        form_factor=form,
        instance_type=printed,
        available=None if _stock(item) is None else True,
    )


def _check_display_name(display: str | None, label: str) -> None:
    """The display name may be shorter than the id; it must not be a slice or another accelerator."""
    if display is None:
        return
    try:
        shown_as = identify(display).label
    except CellError as error:
        if error.reason == "partition_not_full":
            raise
        return
    if shown_as != label:
        raise CellError("name_mismatch", f"the id is {label}, displayName {display!r} is {shown_as}")


def _stock(item: Item) -> tuple[object] | None:
    """The stated stock, in a tuple of one; None where the answer was not asked for it."""
    lowest = item.fields.get("lowestPrice")
    for fields in (lowest if isinstance(lowest, dict) else {}, item.fields):
        if "stockStatus" in fields:
            return (fields["stockStatus"],)
    return None


def _out_of_stock(item: Item) -> bool:
    stock = _stock(item)
    return stock is not None and (is_blank(stock[0]) or bool(re.fullmatch(r"(?:out of stock|unavailable)", str(stock[0]), re.I)))
