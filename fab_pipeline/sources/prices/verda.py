"""Verda's (formerly DataCrunch's) instance types: GET https://api.datacrunch.io/v1/instance-types, a bare list.

Belongs here: what an entry of that list prices. Does not belong here: what holds for all sources (`quotes`).

`price_per_hour` and `spot_price` are texts, per hour for the whole instance, in the `currency` of the entry. `gpu_memory` is that of all
GPUs of the instance together. The prices move by demand, and hold in every location. An entry without a spot price has none: SkyPilot's
catalogue fills in the on-demand price. CPU instances stand in the same list, with 0 GPUs. Verda's terms do not allow automatic
collection, so the list is never asked for by itself; an answer that somebody hands in is read.
Reference: https://api.datacrunch.io/v1/docs. Fields as in (read 2026-11-30)
https://github.com/dstackai/gpuhunt/blob/4149df93a3b1bea25e3a89a2a9c7244ac799ef33/src/tests/providers/test_verda.py.
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.prices.cells import is_blank
from fab_pipeline.sources.prices.feeds import attempt, counted, known, nested, offer_of, only, parse_plans
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item

PARSER_VERSION: Final = "verda/1"
_CONFIDENTIAL: Final = re.compile(r"\s+CC\b")
"""Instances for confidential computing have the same accelerators; the instance type tells their price apart."""
_NAMES: Final = ("instance_type", "name")


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer.

    Args:
        body: JSON: the list of instance types.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no instance type; one line.
    """
    return parse_plans(body, Gathering(capture, PARSER_VERSION), "instance_types", _read, _NAMES)


def _read(item: Item, gathering: Gathering) -> None:
    count = counted(nested(item, "gpu"), "number_of_gpus")
    memory = nested(item, "gpu_memory").figure("size_in_gigabytes")
    base = known(
        replace(
            offer_of(
                item,
                gathering,
                provider="Verda",
                accelerator=_CONFIDENTIAL.sub("", only((item.text("name"), item.text("model")), "accelerator_model")),
                count=count,
                currency=(item.text("currency") or "").upper(),
            ),
            price_kind="dynamic",
            accelerator_memory_gb=memory / count if memory else None,
            instance_type=item.text("instance_type"),
        )
    )
    name = item.name(*_NAMES)
    attempt(item, gathering, name, lambda: replace(base, price_per_instance_hour=item.price("price_per_hour")))
    if not is_blank(item.fields.get("spot_price")):
        spot = replace(base, purchase_option="spot", part="spot", locator=f"{item.locator}.spot_price")
        attempt(item, gathering, name, lambda: replace(spot, price_per_instance_hour=item.price("spot_price")), spot.locator)
