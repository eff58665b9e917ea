"""Lium's public list of nodes that can be rented now: GET https://lium.io/api/public/v1/nodes.

Belongs here: what a node offers. Does not belong here: what holds for all sources (`quotes`).

Anybody offers machines there. `price_per_gpu_hour` is USD; a node is rented whole or in part, from `min_rentable_gpu_count` to
`available_gpu_count` of its `gpu_count` GPUs at one price per GPU, so a node is one offer: the most that can be rented of it now.
`tier` says whether a renter can be put out ("spot") or not ("secure"); another word is not understood and no price. Fields may be null.
`gpu_memory_gb` is that of one GPU.
Reference: https://docs.lium.io/developers/public-nodes-feed (fields are only ever added under v1). Fields as in (read 2026-11-30)
https://github.com/dstackai/gpuhunt/blob/168f678a944647ed73850333a5f1f1fbd155fc35/src/tests/providers/test_lium.py.
"""

from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.feeds import counted, offer_of, only, parse_plans
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item

PARSER_VERSION: Final = "lium/1"
FETCHING: Final = Fetching(
    first=(Request("https://lium.io/api/public/v1/nodes"),),
    hosts=frozenset({"lium.io"}),
    integrity=Integrity(min_quotes=10, known_names=("RTX",)),
)
TIERS: Final = {"secure": "on_demand", "spot": "spot"}
_TOLERANCE: Final = 0.005
"""Price of the node and price per GPU may differ by rounding only."""


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer.

    Args:
        body: JSON: {"nodes": […]}.
        capture: time and source of the offers.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no node; one line.
    """
    return parse_plans(body, Gathering(capture, PARSER_VERSION), "nodes", _read, ("gpu_model", "id"))


def _read(item: Item, gathering: Gathering) -> None:
    node = counted(item, "gpu_count")
    count = _rentable(item, node)
    each = item.price("price_per_gpu_hour")
    if each is None:
        raise CellError("price_missing", "price_per_gpu_hour is empty")
    whole = item.price("price_per_node_hour")
    if whole is not None and abs(whole - each * node) > _TOLERANCE * abs(whole):
        raise CellError("price_mismatch", f"{each:g} per GPU and {node} GPUs, but {whole:g} for the node")
    gathering.add(
        replace(
            offer_of(item, gathering, provider="Lium", accelerator=only((item.text("gpu_model"),), "accelerator_model"), count=count),
            price_per_instance_hour=each * count,
            purchase_option=_option(item),
            price_kind="live_offer",
            accelerator_memory_gb=item.figure("gpu_memory_gb") or None,
            node_accelerators=node,
            region="-".join(filter(None, (item.text("country_code"), item.text("region")))) or None,
            country=item.text("country_code"),
            instance_type=item.text("id"),
            available=True,
        )
    )


def _rentable(item: Item, node: int) -> int:
    """The most GPUs of a node that can be rented now."""
    free = item.figure("available_gpu_count")
    least = item.figure("min_rentable_gpu_count") or 1
    if not free or free < least:
        said = shown(item.fields.get("available_gpu_count"))
        raise CellError("not_offered", f"available_gpu_count is {said}, at least {least:g} must be rented")
    count = item.count("available_gpu_count") or 0
    if count > node:
        raise CellError("count_mismatch", f"{count} GPUs are free on a node of {node}")
    return count


def _option(item: Item) -> str:
    tier = (item.text("tier") or "").casefold()
    if tier not in TIERS:
        raise CellError("unknown_purchase_option", f"tier is {shown(item.fields.get('tier'))}, neither secure nor spot")
    return TIERS[tier]
