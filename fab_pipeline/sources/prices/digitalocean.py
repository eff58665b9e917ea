"""DigitalOcean's sizes: GET https://api.digitalocean.com/v2/sizes, with a key.

Belongs here: what a size prices. Does not belong here: what holds for all sources (`quotes`).

`price_hourly` is USD per hour for the whole Droplet; `gpu_info` has the number of GPUs and their memory in all ("vram"). `regions` lists
where a size is sold, `available` whether it can be had. Sizes that end in "-contracted" are prices under a contract, those in "-devcloud"
for members of a programme. Sizes without GPU stand in the same list; further pages are named in `links.pages.next`.
Reference: https://docs.digitalocean.com/reference/api/digitalocean/#tag/Sizes. Payload as in (read 2026-11-30)
https://github.com/dstackai/gpuhunt/blob/10755df86b2163139f57950cb7a102e4978e23fd/src/tests/providers/test_digitalocean.py.
"""

from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Answer, Fetching, Integrity, KeyRule, Request
from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.feeds import counted, known, nested, offer_of, only, parse_plans, texts
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.sources.prices.paging import note_missing_pages, text_at

PARSER_VERSION: Final = "digitalocean/1"


def _next(body: bytes) -> str | None:
    return text_at(body, "links", "pages", "next")


def _following(answer: Answer) -> tuple[Request, ...]:
    link = _next(answer.body)
    return (Request(link),) if link else ()


FETCHING: Final = Fetching(
    first=(Request("https://api.digitalocean.com/v2/sizes?per_page=200"),),
    hosts=frozenset({"api.digitalocean.com"}),
    following=_following,
    key=KeyRule("FAB_KEY_DIGITALOCEAN"),
    integrity=Integrity(min_quotes=3, known_names=("H100", "MI300X")),
)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer.

    Args:
        body: JSON: {"sizes": […]}.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no size; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    note_missing_pages(_next(body), gathering)
    return parse_plans(body, gathering, "sizes", _read, ("slug",))


def _read(item: Item, gathering: Gathering) -> None:
    info = nested(item, "gpu_info")
    count = counted(info, "count")
    slug = only((item.text("slug"),), "instance_type")
    if slug.endswith("-devcloud"):
        raise CellError("restricted_offer", f"{slug!r} is sold to members of a programme only")
    vendor, _, model = only((info.text("model"),), "accelerator_model").partition("_")
    regions = texts(item, "regions")
    if not regions:
        raise CellError("not_offered", "regions is empty: the size is sold nowhere")
    contracted = slug.endswith("-contracted")
    offer = known(
        replace(
            offer_of(item, gathering, provider="DigitalOcean", accelerator=model.replace("_", " "), count=count),
            price_per_instance_hour=item.price("price_hourly"),
            purchase_option="reserved" if contracted else "on_demand",
            accelerator_vendor=vendor,
            accelerator_memory_gb=_memory(info, count),
            instance_type=slug,
            available=item.flag("available"),
        )
    )
    for region in dict.fromkeys(regions):
        gathering.add(replace(offer, region=region, part=region))


def _memory(info: Item, count: int) -> float | None:
    vram = nested(info, "vram")
    amount, unit = vram.figure("amount"), (vram.text("unit") or "gib").lower()
    if not amount:
        return None
    if unit not in {"gib", "gb"}:
        raise CellError("unknown_unit", f"vram is in {unit!r}, not in GiB")
    return amount / count
