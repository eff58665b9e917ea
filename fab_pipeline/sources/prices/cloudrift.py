"""CloudRift's instance types: POST https://api.cloudrift.ai/api/v1/instance-types/list.

Belongs here: what a variant of an instance type prices. Does not belong here: what holds for all sources (`quotes`).

Each type has variants of 1, 2, 4 … GPUs. `cost_per_hour` is US cents per hour for the whole variant, `vram` the memory of one GPU in
bytes, `nodes_per_dc` the nodes by data centre, `available_nodes_per_dc` those that are free.
Read 2026-11-30: https://github.com/dstackai/gpuhunt/blob/189eaa443b5d70b69a7e9afeb3a94ba3f3b61cc1/src/gpuhunt/providers/cloudrift.py
and src/integrity_tests/test_cloudrift.py there.
"""

from dataclasses import replace
from typing import Any, Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, count_cell, is_blank, number_cell, shown
from fab_pipeline.sources.prices.feeds import attempt, cents, counted, elements, known, nested, offer_of, only, parse_plans
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.sources.prices.offer import Offer

PARSER_VERSION: Final = "cloudrift/1"
QUESTION: Final = {"version": "2025-03-21", "data": {"selector": {"ByServiceAndLocation": {"services": ["vm"]}}}}
FETCHING: Final = Fetching(
    first=(Request("https://api.cloudrift.ai/api/v1/instance-types/list", method="POST", json=QUESTION),),
    hosts=frozenset({"api.cloudrift.ai"}),
    integrity=Integrity(min_quotes=2, known_names=("RTX 4090",)),
)
_BYTES_PER_GB: Final = 2**30
_NAMES: Final = ("name", "brand_short")


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer.

    Args:
        body: JSON: {"data": {"instance_types": […]}}.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no instance type; one line.
    """
    return parse_plans(body, Gathering(capture, PARSER_VERSION), "data.instance_types", _read, _NAMES)


def _read(item: Item, gathering: Gathering) -> None:
    brand = only((item.text("brand_short"), item.text("brand")), "accelerator_model")
    variants = elements(item, "variants")
    if not variants:
        raise CellError("not_offered", "the instance type has no variant")
    for position, fields in enumerate(variants):
        locator = f"{item.locator}.variants[{position}]"
        try:
            if not isinstance(fields, dict):
                raise CellError("not_an_object", f"a variant is {shown(fields)}, not an object with fields")
            variant = Item(item.number, fields, locator)
            _add_locations(variant, _offer(variant, brand, gathering), str(position), gathering)
        except CellError as error:
            gathering.reject(item, error, item.name(*_NAMES), locator)


def _offer(variant: Item, brand: str, gathering: Gathering) -> Offer:
    memory = variant.figure("vram")
    return known(
        replace(
            offer_of(variant, gathering, provider="CloudRift", accelerator=brand, count=counted(variant, "gpu_count")),
            price_per_instance_hour=cents(variant, "cost_per_hour"),
            accelerator_memory_gb=memory / _BYTES_PER_GB if memory else None,
            instance_type=only((variant.text("name"),), "instance_type"),
        )
    )


def _add_locations(variant: Item, offer: Offer, position: str, gathering: Gathering) -> None:
    nodes = nested(variant, "nodes_per_dc").fields
    free = nested(variant, "available_nodes_per_dc").fields
    if not nodes:
        raise CellError("not_offered", "nodes_per_dc names no data centre")
    for region, number in nodes.items():
        attempt(
            variant,
            gathering,
            offer.instance_type,
            lambda region=region, number=number: replace(
                offer, region=_placed(region, number), available=_is_free(free, region), part=f"{position}:{region}"
            ),
        )


def _placed(region: str, nodes: Any) -> str:
    if not number_cell("nodes", nodes):
        raise CellError("not_offered", f"{shown(region)} has no node of this variant")
    count_cell("nodes", nodes)
    return only((region.strip(),), "region")


def _is_free(free: Any, region: str) -> bool | None:
    return None if is_blank(free.get(region)) else bool(number_cell("available_nodes", free[region]))
