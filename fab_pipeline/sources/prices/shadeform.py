"""Shadeform's instance types: GET https://api.shadeform.ai/v1/instances/types, with a key.

Belongs here: what an instance type prices. Does not belong here: what holds for all sources (`quotes`).

Shadeform sells other clouds' machines; `cloud` says whose. `hourly_price` is US cents per hour for the whole instance, on demand. Each
entry of `availability` is a region, free or not; one with `rental_type` "spot" carries its own `hourly_price`, and without one it has no
price (never that of on-demand). One type may be sold as machine, bare metal and container at several prices.
`vram_per_gpu_in_gb` is the memory of one GPU, `interconnect` its form ("pcie", "sxm5").
Read 2026-11-30: https://docs.shadeform.ai/api-reference/instances/instances-types and
https://github.com/skypilot-org/skypilot/blob/0b83a4eafc2697c3057cd7b3ebf4146ae1114a18/sky/catalog/data_fetchers/fetch_shadeform.py;
`rental_type` and prices of regions from tests of a public client.
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Fetching, Integrity, KeyRule, Request
from fab_pipeline.sources.prices.cells import CellError, is_blank, shown
from fab_pipeline.sources.prices.feeds import attempt, cents, counted, elements, known, nested, offer_of, only, parse_plans
from fab_pipeline.sources.prices.forms import form_in
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.sources.prices.offer import Offer

PARSER_VERSION: Final = "shadeform/1"
FETCHING: Final = Fetching(
    first=(Request("https://api.shadeform.ai/v1/instances/types"),),
    hosts=frozenset({"api.shadeform.ai"}),
    key=KeyRule("FAB_KEY_SHADEFORM", "header", "X-API-KEY"),
    integrity=Integrity(min_quotes=20, known_names=("H100", "A100")),
)
_MEMORY: Final = re.compile(r"(?<=\d)G$")
_COUNTRY: Final = re.compile(r"([A-Z]{2}), ")
"""Regions are shown as "US, Wichita, KS"."""
_RENTALS: Final = {"": "on_demand", "on_demand": "on_demand", "spot": "spot"}
_NAMES: Final = ("cloud_instance_type", "shade_instance_type")


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer.

    Args:
        body: JSON: {"instance_types": […]}.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no type; one line.
    """
    return parse_plans(body, Gathering(capture, PARSER_VERSION), "instance_types", _read, _NAMES)


def _read(item: Item, gathering: Gathering) -> None:
    about = nested(item, "configuration")
    count = counted(about, "num_gpus")
    cloud = only((item.text("cloud"),), "cloud")
    plan = only((item.text(name) for name in _NAMES), "instance_type")
    regions = elements(item, "availability")
    if not regions:
        raise CellError("not_offered", "availability is empty: the type is sold nowhere")
    model = only((about.text("gpu_type"),), "accelerator_model").replace("_", " ")
    kind = (item.text("deployment_type") or "vm").lower()
    offer = known(
        replace(
            offer_of(item, gathering, provider="Shadeform", accelerator=_MEMORY.sub("GB", model), count=count),
            accelerator_vendor=about.text("gpu_manufacturer"),
            accelerator_memory_gb=about.figure("vram_per_gpu_in_gb") or None,
            form_factor=form_in(about.text("interconnect") or ""),
            provider_kind="reseller",
            reseller_of=cloud,
            instance_type=f"{cloud} {plan}" if kind == "vm" else f"{cloud} {plan} ({kind})",
        )
    )
    for position, entry in enumerate(regions):
        locator = f"{item.locator}.availability[{position}]"
        make = lambda entry=entry, locator=locator: _regional(item, offer, entry, locator)  # noqa: E731
        attempt(item, gathering, offer.instance_type, make, locator)


def _regional(item: Item, offer: Offer, entry: object, locator: str) -> Offer:
    if not isinstance(entry, dict):
        raise CellError("not_an_object", f"a region is {shown(entry)}, not an object with fields")
    place = Item(item.number, entry, locator)
    rental = (place.text("rental_type") or "").casefold()
    if rental not in _RENTALS:
        raise CellError("unknown_purchase_option", f"rental_type is {shown(entry.get('rental_type'))}, neither on_demand nor spot")
    own = not is_blank(entry.get("hourly_price")) or rental == "spot"
    region = only((place.text("region"),), "region")
    country = _COUNTRY.match(place.text("display_name") or "")
    return replace(
        offer,
        price_per_instance_hour=cents(place if own else item, "hourly_price"),
        purchase_option=_RENTALS[rental],
        region=region,
        country=country and country[1],
        available=place.flag("available"),
        part=f"{region}:{rental}" if rental == "spot" else region,
        locator=locator,
    )
