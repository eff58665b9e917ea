"""Akamai's (Linode's) instance types: GET https://api.linode.com/v4/linode/types.

Belongs here: what an entry of that list prices. Does not belong here: what holds for all sources (`quotes`).

`price.hourly` is USD per hour for the whole instance in every region that `region_prices` does not name; those have their own price. The
accelerator stands only in `label` ("RTX4000 Ada x1 Small"), its number also in `gpus`. Types of class "accelerated" have video chips. A
public answer of 2026-09 printed 0 for the types with GPUs: that is no price.
Reference: https://techdocs.akamai.com/linode-api/reference/get-linode-types. Read 2026-11-30:
https://docs.rs/linode-rs/latest/src/linode_rs/data/linode_types.rs.html (fields) and
https://github.com/api-evangelist/linode/blob/main/plans/linode-plans-pricing.yml (prices of 0).
"""

import re
from dataclasses import replace
from typing import Any, Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Answer, Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.feeds import attempt, counted, elements, known, nested, offer_of, only, parse_plans
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.sources.prices.paging import note_missing_pages, page_after, with_parameter

PARSER_VERSION: Final = "linode/1"
ADDRESS: Final = "https://api.linode.com/v4/linode/types?page_size=500"


def _following(answer: Answer) -> tuple[Request, ...]:
    number = page_after(answer.body)
    return (Request(with_parameter(answer.request.url, "page", f"{number}")),) if number else ()


FETCHING: Final = Fetching(
    first=(Request(ADDRESS),),
    hosts=frozenset({"api.linode.com"}),
    following=_following,
    integrity=Integrity(min_quotes=4, known_names=("RTX 4000 Ada",)),
)
_NAMES: Final = ("id", "label")
_LABEL: Final = re.compile(r"(?:Dedicated \d+ ?GB \+ )?(?P<gpu>.+?)(?: GPU)? x(?P<count>\d+)(?: (?:X-)?(?:Small|Medium|Large))?", re.I)
"""Labels of types with GPUs: "RTX4000 Ada x1 Small", "Dedicated 32GB + RTX6000 GPU x1"; other words stay part of the name."""


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer.

    Args:
        body: JSON: {"data": […]}.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no instance type; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    note_missing_pages(page_after(body), gathering)
    return parse_plans(body, gathering, "data", _read, _NAMES)


def _read(item: Item, gathering: Gathering) -> None:
    count = counted(item, "gpus")
    label = only((item.text("label"),), "accelerator_model")
    printed = _LABEL.fullmatch(label)
    if printed is not None and int(printed["count"]) != count:
        raise CellError("count_mismatch", f"gpus is {count}, the label says {label!r}")
    base = known(
        replace(
            offer_of(item, gathering, provider="Akamai", accelerator=printed["gpu"] if printed else label, count=count),
            instance_type=only((item.text("id"), label), "instance_type"),
        )
    )
    name = item.name(*_NAMES)
    attempt(item, gathering, name, lambda: replace(base, price_per_instance_hour=nested(item, "price").price("hourly")))
    for position, entry in enumerate(elements(item, "region_prices")):
        locator = f"{item.locator}.region_prices[{position}]"
        attempt(item, gathering, name, lambda entry=entry, locator=locator: replace(base, **_regional(item, entry, locator)), locator)


def _regional(item: Item, entry: object, locator: str) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise CellError("not_an_object", f"a price by region is {shown(entry)}, not an object with fields")
    fields = Item(item.number, entry, locator)
    region = fields.text("id")
    if region is None:
        raise CellError("region_missing", "a price by region does not say its region")
    return {"price_per_instance_hour": fields.price("hourly"), "region": region, "part": region, "locator": locator}
