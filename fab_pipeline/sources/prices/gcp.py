"""Google Cloud's billing catalogue, with a key: GET https://cloudbilling.googleapis.com/v1/services/6F81-5844-456A/skus.

Belongs here: adding up the parts of a machine. Does not belong here: which part a SKU is (`gcp_parts`), what machines are made of
(`gcp_shapes`), what holds for all sources (`quotes`).

No machine has a price of its own: it is cores × vCPUs + memory × GiB + accelerators + the local disk that always comes with it, all in
one region and all on demand or all spot. If one part has no price, or two, the machine has none there. The catalogue also has on-demand
prices for machines that cannot be had on demand (A4, A3 Ultra, the smaller A3): those are no offers. TPUs, commitments, DWS and
reservations are not read. `price` = units + nanos × 1e-9, in the currency of the SKU. Pages are named by `nextPageToken`; all pages of a
snapshot are read together.
Reference: https://cloud.google.com/billing/docs/reference/rest/v1/services.skus/list. Read 2026-11-30:
https://github.com/skypilot-org/skypilot/blob/21fd55418804a41d20fe7563db9c808763159722/sky/catalog/data_fetchers/fetch_gcp.py.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.sources.answers import Part as AnswerPart
from fab_pipeline.sources.answers import is_packed, unpack
from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.fetching import Answer, Fetching, Integrity, KeyRule, Request
from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.feeds import offer_of, plans_at
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.gcp_parts import Part, part_of
from fab_pipeline.sources.prices.gcp_shapes import CARDS, MACHINES, Machine
from fab_pipeline.sources.prices.json_body import Item, json_values
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.paging import text_at, with_parameter

PARSER_VERSION: Final = "gcp/1"
ADDRESS: Final = "https://cloudbilling.googleapis.com/v1/services/6F81-5844-456A/skus?pageSize=5000"
_COUNTED: Final = frozenset({"other_product", "special_price", "component_price"})


def next_token(body: bytes) -> str | None:
    """Token of the page that follows an answer."""
    return text_at(body, "nextPageToken")


def _following(answer: Answer) -> tuple[Request, ...]:
    token = next_token(answer.body)
    return (Request(with_parameter(answer.request.url, "pageToken", token)),) if token else ()


FETCHING: Final = Fetching(
    first=(Request(ADDRESS),),
    hosts=frozenset({"cloudbilling.googleapis.com"}),
    following=_following,
    key=KeyRule("FAB_KEY_GCP", "query", "key"),
    requests_per_second=2,
    integrity=Integrity(min_quotes=100, known_names=("a3-highgpu-8g", "a2-highgpu-1g", "g2-standard-4")),
)


@dataclass(frozen=True)
class _Priced:
    item: Item
    part: Part


_Parts = dict[tuple[str, bool, str], list[_Priced]]
"""Prices by part, spot and region."""


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the catalogue.

    Args:
        body: JSON: {"skus": […]}, or several such answers of one snapshot.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no SKU; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    counted: dict[str, list[str]] = defaultdict(list)
    parts: _Parts = defaultdict(list)
    for number, entry in enumerate(_skus(body, capture, gathering), 1):
        if not isinstance(entry, Item):
            gathering.reject_value(number, entry)
            continue
        item = replace(entry, number=number)
        try:
            part = part_of(item)
        except CellError as error:
            if error.reason in _COUNTED:
                counted[error.reason].append(error.detail)
            else:
                gathering.reject(item, error, item.name("description", "skuId"))
            continue
        for region in part.regions:
            parts[part.kind, part.spot, region].append(_Priced(item, part))
    for machine in MACHINES:
        _add(machine, parts, gathering)
    for reason, details in counted.items():
        gathering.remark(reason, f"{len(details):,} SKUs are not read, e.g.: {details[0]}")
    return gathering.parsed(without_duplicates, without_idle_discounts)


def _skus(body: bytes, capture: Capture, gathering: Gathering) -> Iterator[Item | object]:
    answers = unpack(body) if is_packed(body, capture.media_type) else [AnswerPart(body, capture.url or "")]
    faults: list[UnreadableCaptureError] = []
    for number, answer in enumerate(answers, 1):
        where = f"answer {number}, skus" if len(answers) > 1 else "skus"
        try:
            found = plans_at(json_values(answer.body)[0], "skus", capture)
        except UnreadableCaptureError as fault:
            faults.append(fault)
            gathering.remark(fault.reason, f"answer {number}: {fault.detail}; machines with parts that stand there have no price")
            continue
        yield from (replace(entry, locator=f"{where}[{place}]") if isinstance(entry, Item) else entry for place, entry in enumerate(found))
    if len(faults) == len(answers):
        raise faults[0]
    if next_token(answers[-1].body):
        gathering.remark("pages_missing", f"the catalogue goes on behind the {len(answers)} page(s) that are here")


def _add(machine: Machine, parts: _Parts, gathering: Gathering) -> None:
    """A machine in every region that has its card, on demand and spot."""
    card = f"gpu {machine.card}"
    for (kind, spot, region), cards in list(parts.items()):
        if kind != card:
            continue
        item = cards[0].item
        try:
            gathering.add(_offer(machine, spot, region, parts, gathering))
        except CellError as error:
            gathering.reject(item, error, f"{machine.name} in {region}{' (spot)' if spot else ''}")


def _offer(machine: Machine, spot: bool, region: str, parts: _Parts, gathering: Gathering) -> Offer:
    if not spot and not machine.on_demand:
        raise CellError("not_sold_on_demand", f"{machine.name} cannot be had on demand, though its parts have prices")
    card = CARDS[machine.card]
    wanted: list[tuple[str, float]] = [(f"gpu {machine.card}", machine.count)]
    if not card.whole:
        family = machine.family.upper()
        wanted += [(f"core {family}", machine.vcpus), (f"ram {family}", machine.memory_gib)]
        wanted += [("ssd", machine.ssd_gib)] if machine.ssd_gib else []
    found = [(_only(parts, kind, spot, region), amount) for kind, amount in wanted]
    currencies = sorted({priced.part.currency for priced, _ in found})
    if len(currencies) > 1:
        raise CellError("currencies_differ", f"parts of {machine.name} are priced in {' and '.join(currencies)}")
    sku = found[0][0].item
    days = [priced.part.since for priced, _ in found if priced.part.since]
    return replace(
        offer_of(sku, gathering, provider="Google Cloud", accelerator=card.accelerator, count=machine.count, currency=currencies[0]),
        price_per_instance_hour=sum(priced.part.price * amount for priced, amount in found),
        purchase_option="spot" if spot else "on_demand",
        accelerator_memory_gb=card.memory_gb,
        form_factor=card.form,
        region=region,
        instance_type=machine.name,
        effective_from=max(days, default=None),
        part=f"{machine.name}:{region}{':spot' if spot else ''}",
    )


def _only(parts: _Parts, kind: str, spot: bool, region: str) -> _Priced:
    found = parts.get((kind, spot, region), [])
    prices = sorted({priced.part.price for priced in found})
    if not found:
        raise CellError("component_missing", f"{kind} has no {'spot ' if spot else ''}price in {region}: without it the sum is no price")
    if len(prices) > 1:
        raise CellError(
            "component_conflicting", f"{kind} has several prices in {region}: {', '.join(f'{price:g}' for price in prices[:4])}"
        )
    return found[0]
