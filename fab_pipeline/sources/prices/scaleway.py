"""Scaleway's instance products: GET https://api.scaleway.com/instance/v1/zones/<zone>/products/servers, one zone per answer.

Belongs here: what a server type prices. Does not belong here: what holds for all sources (`quotes`).

`servers` is an object with one field per commercial type ("H100-SXM-8-80G"). `hourly_price` is for the whole instance, before tax, in
euros: the answer carries no currency, the reference says "in Euro", and nothing is converted. `gpu_info.gpu_memory` is the memory of one
GPU in bytes. The zone stands only in the address. Whether a type is in stock is another call. CPU types stand in the same object.
Read 2026-11-30: https://docs.rs/crate/scaleway_api_rs/latest/source/docs/ScalewayPeriodInstancePeriodV1PeriodServerType.md (prices in
Euro), https://github.com/scaleway/scaleway-sdk-js/pull/1897 (gpu_info) and
https://github.com/scaleway/docs-content/blob/main/pages/instances/reference-content/instances-datasheet.mdx (types).
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.feeds import KEY, counted, nested, offer_of, parse_plans
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item

PARSER_VERSION: Final = "scaleway/1"
CURRENCY: Final = "EUR"
ZONES: Final = ("fr-par-1", "fr-par-2", "nl-ams-1", "pl-waw-2")
"""Zones that offer types with GPUs (the datasheet above; nl-ams-1 in case it begins to)."""
FETCHING: Final = Fetching(
    first=tuple(Request(f"https://api.scaleway.com/instance/v1/zones/{zone}/products/servers?per_page=100") for zone in ZONES),
    hosts=frozenset({"api.scaleway.com"}),
    integrity=Integrity(min_quotes=8, known_names=("H100", "L40S", "L4")),
)

_ZONE: Final = re.compile(r"/zones/([a-z]{2}-[a-z]{3}-\d)/")
_TYPE: Final = re.compile(r"(?P<gpu>[A-Z]+\d+[A-Z]*(?:-SXM)?)-(?P<count>\d+)-(?P<memory>\d+)G(?:B)?")
_BYTES_PER_GB: Final = 2**30
"""A card sold as 80 GB answers with a little less than 80 GiB; `identity` brings it to the nearest size that is sold."""
_ELDER_TYPES: Final = {"RENDER-S": "P100", "GPU-3070-S": "RTX 3070"}
"""Types whose name gives no count and memory (the datasheet above)."""


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the answer of one zone.

    Args:
        body: JSON: {"servers": {type: {…}}}.
        capture: time, source and address of the prices; the zone is in the address.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no type; one line.
    """
    return parse_plans(body, Gathering(capture, PARSER_VERSION), "servers", _read, ())


def _read(item: Item, gathering: Gathering) -> None:
    count = counted(item, "gpu")
    name = item.text(KEY) or ""
    accelerator, memory = _accelerator(item, name, count)
    if item.flag("end_of_service"):
        raise CellError("not_offered", f"{name} is at its end of service: no new instance can be had")
    zone = _ZONE.search(gathering.capture.url or "")
    gathering.add(
        replace(
            offer_of(item, gathering, provider="Scaleway", accelerator=accelerator, count=count, currency=CURRENCY),
            price_per_instance_hour=item.price("hourly_price"),
            accelerator_memory_gb=memory,
            region=zone[1] if zone else None,
            instance_type=name,
        )
    )


def _accelerator(item: Item, name: str, count: int) -> tuple[str, float | None]:
    """Name and memory of one GPU: as the answer says, else by the name of the type; both must agree on the number."""
    info = nested(item, "gpu_info")
    size = info.figure("gpu_memory")
    printed = _TYPE.fullmatch(name)
    if printed is not None and int(printed["count"]) != count:
        raise CellError("count_mismatch", f"gpu is {count}, the type is {name!r}")
    named = info.text("gpu_name") or _ELDER_TYPES.get(name) or (printed["gpu"] if printed else name)
    if printed is not None and printed["gpu"].endswith("SXM") and "SXM" not in named.upper():
        named = f"{named} SXM"
    if size:
        return named, size / _BYTES_PER_GB
    return named, float(printed["memory"]) if printed else None
