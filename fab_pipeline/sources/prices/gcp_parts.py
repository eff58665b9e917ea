"""Parts of machines in Google's billing catalogue: which part a SKU is the price of, and where.

Belongs here: reading one SKU. Does not belong here: what machines are made of (`gcp_shapes`), and adding parts up (`gcp`).

A SKU that is no ordinary price of a part is another product: DWS, calendar mode, reservations, commitments, sole tenancy, premiums. Spot
is told by `usageType` or by the description; that of the B200 says "Spot Preemptible" while its `usageType` is OnDemand.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.feeds import elements, nested, only, texts
from fab_pipeline.sources.prices.json_body import Item

NANO: Final = 1e-9
HOURS_PER_MONTH: Final = 730
"""Google's month; a GiB-month of local disk at 0.08 USD falls on 730 hours (https://cloud.google.com/compute/vm-instance-pricing)."""

_SPECIAL: Final = re.compile(r"\bDWS\b|Calendar Mode|\bReserved\b|Commitment|Sole Tenancy|\bCustom\b|Premium|\bCmtCud", re.I)
_HOST: Final = re.compile(r"(A2|A3|A3Plus|A3Ultra|G2|G4) Instance (Core|Ram) running in .+", re.I)
_SSD: Final = re.compile(r"SSD backed Local Storage(?: in .+)?", re.I)
_GPU: Final = re.compile(r"(.+?) running in .+", re.I)
_SPOT: Final = re.compile(r"^(?:Spot )?Preemptible | attached to (?:Spot )?Preemptible VMs", re.I)
CARD_NAMES: Final[dict[str, str]] = {
    "nvidia tesla a100 gpu": "a100",
    "nvidia tesla a100 80gb gpu": "a100-80gb",
    "nvidia h100 80gb gpu": "h100",
    "nvidia h100 80gb mega gpu": "h100-mega",
    "nvidia h100 80gb plus gpu": "h100-mega",
    "nvidia h100 mega 80gb gpu": "h100-mega",
    "nvidia h200 141gb gpu": "h200",
    "h200 141gb gpu": "h200",
    "a4 nvidia b200 (1 gpu slice)": "b200",
    "nvidia l4 gpu": "l4",
    "rtx 6000 96gb": "rtx-pro-6000",
}
"""Names of accelerators in descriptions → key of CARDS; the card of A3 Mega is "Mega" or "Plus", and G4 is billed as "RTX 6000 96GB"
(skypilot fetch_gcp.py; tests of public readers of the catalogue, read 2026-11-30)."""
HOSTED: Final = re.compile(r"Nvidia Tesla (?:T4|P4|P100|V100|K80) GPU|Virtual Workstation", re.I)
"""Accelerators that are added to a machine of one's own choice: the price of the card alone is the price of no machine."""
_UNITS: Final = {"gpu": "h", "core": "h", "ram": "giby.h", "ssd": "giby.mo"}


@dataclass(frozen=True)
class Part:
    """The price of one unit of one part.

    Attributes:
        kind: card, family and what of it: "gpu a100", "core A2", "ram A2", "ssd".
        spot: while it can be taken back.
        regions: where.
        price: per hour and unit.
        currency: ISO 4217 code.
        since: first day of the price.
    """

    kind: str
    spot: bool
    regions: tuple[str, ...]
    price: float
    currency: str
    since: date | None


def part_of(item: Item) -> Part:
    """The part that a SKU is the price of.

    Raises:
        CellError: other_product (which is counted, not listed), unknown_accelerator, and what is wrong with a price.
    """
    about = nested(item, "category")
    text = only((item.text("description"),), "description")
    usage = (about.text("usageType") or "").casefold()
    if usage not in {"ondemand", "preemptible"} or _SPECIAL.search(text):
        raise CellError("special_price", f"{shown(text)} is no ordinary price of a part")
    kind, unit = _kind(_SPOT.sub("", text), text, (about.text("resourceGroup") or "").casefold())
    price, currency, since = _price(item, _UNITS[unit])
    regions = tuple(dict.fromkeys(texts(item, "serviceRegions")))
    if not regions:
        raise CellError("not_offered", "serviceRegions is empty: the part is sold nowhere")
    return Part(kind, usage == "preemptible" or bool(_SPOT.search(text)), regions, price, currency, since)


def _kind(plain: str, text: str, group: str) -> tuple[str, str]:
    if group == "gpu":
        named = _GPU.fullmatch(plain)
        card = CARD_NAMES.get(named[1].casefold()) if named else None
        if card is not None:
            return f"gpu {card}", "gpu"
        if HOSTED.search(text):
            raise CellError("component_price", f"{shown(text)} is an accelerator without its machine")
        raise CellError("unknown_accelerator", f"{shown(text)} is not in the list of Google's cards (gcp_parts)")
    host = _HOST.fullmatch(plain)
    if host is not None:
        return f"{host[2].lower()} {host[1].upper()}", host[2].lower()
    if _SSD.fullmatch(plain) and group in {"localssd", "ssd"}:
        return "ssd", "ssd"
    raise CellError("other_product", f"{shown(text)} is no part of a machine with accelerators")


def _price(item: Item, unit: str) -> tuple[float, str, date | None]:
    infos = elements(item, "pricingInfo")
    if len(infos) != 1 or not isinstance(infos[0], dict):
        raise CellError("price_missing", f"pricingInfo has {len(infos)} entries, not one")
    info = Item(item.number, infos[0], f"{item.locator}.pricingInfo[0]")
    expression = nested(info, "pricingExpression")
    printed = (expression.text("usageUnit") or "").casefold()
    if printed != unit:
        raise CellError("unit_mismatch", f"usageUnit is {shown(expression.fields.get('usageUnit'))}, not {unit!r}")
    rates: list[Any] = elements(expression, "tieredRates")
    if len(rates) != 1 or not isinstance(rates[0], dict):
        raise CellError("volume_tier", f"tieredRates has {len(rates)} entries, not one; only the first hour is comparable")
    paid = nested(Item(item.number, rates[0], expression.locator), "unitPrice")
    units, nanos = paid.price("units"), paid.price("nanos")
    if units is None and nanos is None:
        raise CellError("price_missing", "unitPrice has neither units nor nanos")
    price = (units or 0) + (nanos or 0) * NANO
    if price <= 0:
        raise CellError("price_not_positive", f"unitPrice is {price:g}; nobody sells a part for that")
    since = info.moment("effectiveTime")
    return price / (HOURS_PER_MONTH if unit == "giby.mo" else 1), (paid.text("currencyCode") or "").upper(), since.date() if since else None
