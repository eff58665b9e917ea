"""Vast.ai's offers: the answer of https://console.vast.ai/api/v0/bundles/ to a search.

Belongs here: what an offer of that market is and which offers are one machine. Does not belong here: what holds for all sources
(`quotes`), the search that was asked.

`dph_total` is USD per hour for the whole offer of `num_gpus`, with the disk that the search asked for. `gpu_ram` is MiB of one GPU and
tells the 40 from the 80 GB card of one name. A host's machine is listed several times, as chunks of one, two, four … of its GPUs: they
overlap, so a chunk counts only while no chunk of the machine that is as large or larger costs no more per GPU (`overlapping_chunk`);
what is left out can set no lowest price. With a search for bids `dph_total` is the bid; `min_bid` is where bids begin to be taken.
An offer is what this project's search would find: rentable, not rented, on a verified machine
(defaults of https://docs.vast.ai/sdk/python/reference/search-offers, read 2026-11-30, and dstackai/gpuhunt providers/vastai.py).
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row, UnreadableCaptureError
from fab_pipeline.sources.fetching import Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, is_blank, shown
from fab_pipeline.sources.prices.feeds import offer_of
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.identity import identify
from fab_pipeline.sources.prices.json_body import Item, items_of, json_values
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.refusals import refused_quote
from fab_pipeline.sources.prices.vast_names import spelled

PARSER_VERSION: Final = "vast/2"

MIB_PER_GB: Final = 1024.0
"""`gpu_ram` 81920 is the card sold as 80 GB: MiB over 1024, then to the nearest size that is sold (`identity`). The command line of Vast
prints GB in its place; no card has less than a gigabyte, so that a figure below 1024 can be nothing else."""

SEARCH: Final[dict[str, object]] = {
    "verified": {"eq": True},
    "rentable": {"eq": True},
    "rented": {"eq": False},
    "type": "on-demand",
    "order": [["dph_total", "asc"]],
    "limit": 5000,
}
"""Without `limit` the answer is a sample of about 64 offers, and a lowest price is that of the sample."""
FETCHING: Final = Fetching(
    first=(Request("https://console.vast.ai/api/v0/bundles/", "POST", json=SEARCH),),
    hosts=frozenset({"console.vast.ai"}),
    integrity=Integrity(min_quotes=50, known_names=("H100", "A100")),
)

_COUNTRY: Final = re.compile(r"(?:^|,)\s*([A-Z]{2})(?:,\s*(?:AF|AN|AS|EU|NA|OC|SA))?\s*$")
"""The country, and behind it the continent in some answers ("Quebec, CA, NA")."""
_UNVERIFIED: Final = frozenset({"unverified", "deverified", "de-verified"})

_SMALLEST_SHARE: Final = 1 / 128
"""Of a machine: none has more GPUs; a share of 5e-324 is damage, and its inverse has no end."""


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer of the search.

    Args:
        body: JSON: {"offers": […]}, {"bundles": […]} or the bare list.
        capture: time and source of the offers.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no offer; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    entries = items_of(_offers(json_values(body)[0]), "offers")
    twins = _twins([entry for entry in entries if isinstance(entry, Item)])
    machines: dict[int, str] = {}
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, Item):
            gathering.reject_value(number, entry)
        elif number in twins:
            gathering.reject(entry, twins[number], entry.name("gpu_name"))
        else:
            machine = entry.name("machine_id")
            if machine is not None:
                machines[number] = machine
            _add(entry, machine, gathering)
    return gathering.parsed(lambda rows: _without_overlaps(rows, machines))


def _offers(value: object) -> object:
    if not isinstance(value, dict):
        return value
    for name in ("offers", "bundles", "results"):
        if name in value:
            found: Any = value[name]
            return [found] if isinstance(found, dict) else found
    error: Any = value.get("msg") or value.get("error") or value.get("detail")
    said = f"Vast.ai answered with an error: {shown(error)}" if error else "the answer has no offers"
    raise UnreadableCaptureError("source_error" if error else "not_vast_offers", said)


def _twins(items: Sequence[Item]) -> dict[int, CellError]:
    """Why items that repeat an offer's id do not count: the later of equal ones, and all that contradict each other."""
    by_id: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        offer_id = item.name("id", "ask_contract_id")
        if offer_id is not None:
            by_id[offer_id].append(item)
    found: dict[int, CellError] = {}
    for offer_id, same in by_id.items():
        contradict = len({shown([item.fields.get(name) for name in ("dph_total", "num_gpus", "gpu_name", "gpu_ram")]) for item in same}) > 1
        for item in same if contradict else same[1:]:
            if contradict:
                found[item.number] = CellError("conflicting_duplicate", f"offer {offer_id} is there {len(same)} times and not the same")
            else:
                found[item.number] = CellError("duplicate_row", f"offer {offer_id} is row {same[0].number} already")
    return found


def _add(item: Item, machine: str | None, gathering: Gathering) -> None:
    try:
        offer = _offer(item, machine, gathering)
        bid = item.price("min_bid")
    except CellError as error:
        gathering.reject(item, error, item.name("gpu_name", "id"))
        return
    gathering.add(offer)
    if bid is not None and offer.price_kind != "bid":
        gathering.add(
            replace(
                offer,
                price_per_instance_hour=bid,
                purchase_option="spot",
                price_kind="bid",
                part="min_bid",
                locator=f"{item.locator}.min_bid",
            )
        )


def _offer(item: Item, machine: str | None, gathering: Gathering) -> Offer:
    _check_on_offer(item)
    printed = item.text("gpu_name")
    if printed is None:
        raise CellError("accelerator_model_missing", "gpu_name is empty")
    name = spelled(printed)
    memory = item.figure("gpu_ram")
    if memory is not None and memory <= 0:
        raise CellError("memory_mismatch", f"gpu_ram is {memory:g}")
    gigabytes = memory if memory is None or memory < MIB_PER_GB else memory / MIB_PER_GB
    identify(name, memory_gb=gigabytes)
    count = item.count("num_gpus")
    if count is None:
        raise CellError("accelerator_count_missing", "num_gpus is empty")
    kind, option = _kind(item)
    place = item.text("geolocation")
    country = _COUNTRY.search(place or "")
    return replace(
        offer_of(item, gathering, provider="Vast.ai", accelerator=name, count=count),
        price_per_instance_hour=item.price("dph_total"),
        purchase_option=option,
        price_kind=kind,
        accelerator_memory_gb=gigabytes,
        region=place,
        country=country[1] if country else None,
        instance_type=f"{printed} x{count}" + (f", machine {machine}" if machine else ""),
        node_accelerators=_node(item, count),
        available=True if item.flag("rentable") else None,
    )


def _check_on_offer(item: Item) -> None:
    if item.flag("rentable") is False or item.flag("rented") is True:
        raise CellError("not_on_offer", "rentable is false or rented is true: nobody else can take it")
    word = (item.text("verification") or "").casefold()
    if word in _UNVERIFIED or (not isinstance(item.fields.get("verified"), dict) and item.flag("verified") is False):
        raise CellError("unverified_machine", "the machine is not verified: this project's search leaves such machines out")


def _kind(item: Item) -> tuple[str, str]:
    """Kind and purchase option of `dph_total`."""
    search = (item.text("type") or "").casefold()
    if item.flag("is_bid") or search in {"bid", "interruptible"}:
        return "bid", "spot"
    if search == "reserved":
        return "live_offer", "reserved"
    return "live_offer", "on_demand"


def _node(item: Item, count: int) -> int | None:
    """GPUs of the machine, from the share of them that the offer has (`gpu_frac`)."""
    share = item.fields.get("gpu_frac")
    if is_blank(share) or isinstance(share, bool) or not isinstance(share, int | float) or not _SMALLEST_SHARE <= share <= 1:
        return None
    whole = round(count / share)
    return whole if count <= whole <= 64 and abs(count / share - whole) < 0.05 * whole else None


def _without_overlaps(rows: Sequence[Row], machines: dict[int, str]) -> tuple[list[Row], list[Rejected]]:
    """Chunks of one machine that another one covers: at least as many GPUs for no more per GPU."""
    chunks: dict[tuple[object, ...], list[tuple[float, int, int]]] = defaultdict(list)
    for position, row in enumerate(rows):
        group = _machine(row, machines)
        if group:
            chunks[group].append(_size(row, position))
    kept: list[Row] = []
    rejected: list[Rejected] = []
    for position, row in enumerate(rows):
        price, count, _ = size = _size(row, position)
        others = chunks.get(_machine(row, machines) or (), [])
        covering = next((other for other in others if _covers(other, size)), None)
        if covering is None:
            kept.append(row)
            continue
        covered = f"{count} of the same GPUs are offered as {covering[1]} at {covering[0]:.4g} each"
        detail = f"at {price:.4g} each, {covered} (row {rows[covering[2]]['row_number']})"
        rejected.append(refused_quote(row, "overlapping_chunk", detail))
    return kept, rejected


def _covers(other: tuple[float, int, int], size: tuple[float, int, int]) -> bool:
    """Whether another chunk is as large for no more; of equal ones the first stays."""
    (price, count, position), (own_price, own_count, own_position) = other, size
    if position == own_position or count < own_count or price > own_price:
        return False
    return (count, price) != (own_count, own_price) or position < own_position


def _size(row: Row, position: int) -> tuple[float, int, int]:
    price, count = row["price_per_accelerator_hour"], row["accelerator_count"]
    return (price if isinstance(price, float) else 0.0, count if isinstance(count, int) else 1, position)


def _machine(row: Row, machines: dict[int, str]) -> tuple[object, ...] | None:
    number = row["row_number"]
    machine = machines.get(number) if isinstance(number, int) else None
    same = ("accelerator", "accelerator_memory_gb", "form_factor", "purchase_option", "price_kind")
    return (machine, *(row[column] for column in same)) if machine else None
