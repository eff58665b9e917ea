"""Vultr's plans: GET https://api.vultr.com/v2/plans?type=all&per_page=500 (instances) and /v2/plans-metal (whole machines).

Belongs here: what a plan prices. Does not belong here: what holds for all sources (`quotes`).

`hourly_cost` is USD per hour for the whole plan, `hourly_cost_preemptible` the same while it can be taken back; a month is never billed
beyond 672 hours, which no hour's price shows. The fields about GPUs are missing from many plans and wrong in some, so a plan is read by
its name: "vcg-a100-12c-120g-80vram" has 80 GB of A100 in all, "vbm-112c-2048gb-8-h100-gpu" eight H100. Vultr also sells parts of a card
(4 GB of an A100): those are shares, not accelerators. `locations` lists where a plan is sold; a plan with none, or with `deploy_ondemand`
false, is not. Plans without GPU, and one for nothing, stand in the same list.
Reference: https://www.vultr.com/api/#tag/plans. Payloads as in (read 2026-11-30)
https://github.com/dstackai/gpuhunt/blob/3b389574a62dd0036b41169921beaba81f7dd369/src/tests/providers/test_vultr.py.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Answer, Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, is_blank
from fab_pipeline.sources.prices.feeds import attempt, known, offer_of, only, parse_plans, texts
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.identity import SAME_PRODUCT
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.paging import note_missing_pages, text_at, with_parameter
from fab_pipeline.vocabulary.accelerators import find_accelerators

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

_INSTANCE: Final = re.compile(r"vcg-(?P<gpu>[a-z0-9]+)-\d+c-\d+g-(?P<vram>\d+)vram", re.I)
_METAL: Final = re.compile(r"vbm-\d+c-\d+gb-(?:(?P<count>\d{1,2})-)?(?P<gpu>[a-z0-9]+)-gpu", re.I)
_COUNTS: Final = (1, 2, 4, 8, 16)
_CARDS: Final = {"A100": 80.0}
"""Memory of the card that Vultr sells, where the model comes in several (gpuhunt at 3b389574, providers/vultr.py)."""
_METAL_PLANS: Final = {"vbm-64c-2048gb-8-l40-gpu": ("L40S", 8), "vbm-72c-480gb-gh200-gpu": ("GH200", 1)}
"""Plans whose name says less, or another card (gpuhunt at cc01f052, BARE_METAL_GPU_DETAILS)."""


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer with instances.

    Args:
        body: JSON: {"plans": […]}.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no plan; one line.
    """
    return _parse(body, capture, "plans", _instance)


def parse_metal(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer with whole machines: {"plans_metal": […]}; arguments and errors as of `parse`."""
    return _parse(body, capture, "plans_metal", _metal)


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


def _instance(item: Item, plan: str) -> tuple[str, int, float | None]:
    """Model, number and memory of one card of an instance plan."""
    printed = _INSTANCE.fullmatch(plan)
    if printed is None:
        raise _unknown(item, plan, "vcg")
    model, vram = printed["gpu"].upper(), float(printed["vram"])
    found = find_accelerators(f"NVIDIA {model}") or find_accelerators(f"AMD {model}")
    sizes = found[0].accelerator.memories_gb if found else ()
    card = _CARDS.get(model) or (sizes[0] if sizes else None)
    if card is None:
        return model, 1, None
    alike = [size for size in sizes if abs(size - card) <= SAME_PRODUCT * card]
    count = next((number for number in _COUNTS if any(vram == size * number for size in alike)), None)
    if count is None and vram < card:
        raise CellError("partition_not_full", f"{plan!r} has {vram:g} GB of a card with {card:g} GB: a share of one accelerator")
    if count is None:
        raise CellError("count_mismatch", f"{plan!r} has {vram:g} GB in all, which is no usual number of cards with {card:g} GB")
    return _named(model), _agreed(item, count), vram / count


def _metal(item: Item, plan: str) -> tuple[str, int, float | None]:
    """Model, number and memory of one card of a machine."""
    listed, printed = _METAL_PLANS.get(plan), _METAL.fullmatch(plan)
    if listed is not None:
        return listed[0], _agreed(item, listed[1]), None
    if printed is None:
        raise _unknown(item, plan, "gpu")
    if printed["count"] is None:
        raise CellError("accelerator_count_missing", f"{plan!r} does not say how many accelerators it has")
    model, count = printed["gpu"].upper(), _agreed(item, int(printed["count"]))
    memory = item.figure("gpu_vram_gb")
    return _named(model), count, memory / count if memory else _CARDS.get(model)


def _unknown(item: Item, plan: str, mark: str) -> CellError:
    if mark in plan.lower().split("-") or not is_blank(item.fields.get("gpu_type")):
        return CellError("unknown_accelerator", f"{plan!r} is not named as plans with accelerators are")
    return CellError("no_accelerator", f"{plan!r} has no accelerator")


def _named(model: str) -> str:
    """Short model names count only behind a brand in the list of accelerators ("NVIDIA A16")."""
    return model if find_accelerators(model) or not find_accelerators(f"NVIDIA {model}") else f"NVIDIA {model}"


def _agreed(item: Item, count: int) -> int:
    stated = item.figure("gpu_count")
    if stated and stated != count:
        raise CellError("count_mismatch", f"gpu_count is {stated:g}, the plan's name says {count}")
    return count
