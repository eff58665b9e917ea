"""Vultr's plans: GET https://api.vultr.com/v2/plans?type=all&per_page=500 (instances) and /v2/plans-metal (whole machines).

Belongs here: what a plan prices. Does not belong here: what its name says of its accelerators (`vultr_plans`), what holds for all sources
(`quotes`).

`hourly_cost` is USD per hour for the whole plan, `hourly_cost_preemptible` the same while it can be taken back; a month is never billed
beyond 672 hours, which no hour's price shows. The fields about GPUs are missing from many plans and wrong in some, so a plan is read by
its name: "vcg-a100-12c-120g-80vram" has 80 GB of A100 in all, "vbm-112c-2048gb-8-h100-gpu" eight H100. Vultr also sells parts of a card
(4 GB of an A100): those are shares, not accelerators. `locations` lists where a plan is sold; a plan with none, or with `deploy_ondemand`
false, is not. Plans without GPU, and one for nothing, stand in the same list.
Reference: https://www.vultr.com/api/#tag/plans. Payloads as in (read 2026-11-30)
https://github.com/dstackai/gpuhunt/blob/3b389574a62dd0036b41169921beaba81f7dd369/src/tests/providers/test_vultr.py.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Answer, Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, is_blank
from fab_pipeline.sources.prices.feeds import attempt, known, offer_of, only, parse_plans, texts
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.paging import note_missing_pages, text_at, with_parameter
from fab_pipeline.sources.prices.vultr_plans import instance_accelerators, machine_accelerators

PARSER_VERSION: Final = "vultr/1"
_HOSTS: Final = frozenset({"api.vultr.com"})
ADDRESS: Final = "https://api.vultr.com/v2/plans?type=all&per_page=500"
ADDRESS_METAL: Final = "https://api.vultr.com/v2/plans-metal?per_page=500"


def _next(body: bytes) -> str | None:
    return text_at(body, "meta", "links", "next")


def _following(answer: Answer) -> tuple[Request, ...]:
    cursor = _next(answer.body)
    return (Request(with_parameter(answer.request.url, "cursor", cursor)),) if cursor else ()


FETCHING: Final = Fetching(
    first=(Request(ADDRESS),),
    hosts=_HOSTS,
    following=_following,
    integrity=Integrity(min_quotes=5, known_names=("A40", "L40S")),
)
FETCHING_METAL: Final = Fetching(
    first=(Request(ADDRESS_METAL),),
    hosts=_HOSTS,
    following=_following,
    integrity=Integrity(min_quotes=2, known_names=("H100",)),
)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer with instances.

    Args:
        body: JSON: {"plans": […]}.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no plan; one line.
    """
    return _parse(body, capture, "plans", instance_accelerators)


def parse_metal(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer with whole machines: {"plans_metal": […]}; arguments and errors as of `parse`."""
    return _parse(body, capture, "plans_metal", machine_accelerators)


_Accelerators = Callable[[Item, str], tuple[str, int, float | None]]
"""Model, number and memory of one card, from a plan and its name."""


def _parse(body: bytes, capture: Capture, place: str, accelerators: _Accelerators) -> Parsed:
    gathering = Gathering(capture, PARSER_VERSION)
    note_missing_pages(_next(body), gathering)
    return parse_plans(body, gathering, place, _reader(accelerators), ("id",))


def _reader(accelerators: _Accelerators) -> Callable[[Item, Gathering], None]:
    def read(item: Item, gathering: Gathering) -> None:
        plan = only((item.text("id"),), "instance_type")
        model, count, memory = accelerators(item, plan)
        locations = texts(item, "locations")
        if not locations:
            raise CellError("not_offered", "locations is empty: the plan is sold nowhere")
        offer = known(
            replace(
                offer_of(item, gathering, provider="Vultr", accelerator=model, count=count),
                accelerator_memory_gb=memory,
                instance_type=plan,
            )
        )
        for region in dict.fromkeys(locations):
            _add(item, replace(offer, region=region, part=region), gathering)

    return read


def _add(item: Item, offer: Offer, gathering: Gathering) -> None:
    name = offer.instance_type
    attempt(
        item,
        gathering,
        name,
        lambda: replace(
            offer, price_per_instance_hour=_price(item, "hourly_cost", "deploy_ondemand"), available=item.flag("deploy_ondemand")
        ),
    )
    if not is_blank(item.fields.get("hourly_cost_preemptible")):
        spot = replace(offer, purchase_option="spot", part=f"{offer.part}:spot", available=item.flag("deploy_preemptible"))
        attempt(
            item,
            gathering,
            name,
            lambda: replace(spot, price_per_instance_hour=_price(item, "hourly_cost_preemptible", "deploy_preemptible")),
        )


def _price(item: Item, cost: str, sold: str) -> float | None:
    if item.flag(sold) is False:
        raise CellError("not_offered", f"{sold} is false: the plan is not sold that way")
    return item.price(cost)
