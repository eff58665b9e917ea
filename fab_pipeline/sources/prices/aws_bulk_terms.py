"""Terms of AWS's price list: the lines of one SKU that are paid together, and what they come to per hour.

Belongs here: length and payment of a reservation, and the arithmetic. Does not belong here: which lines are read (`aws_bulk`).
"""

import re
from dataclasses import dataclass, field
from typing import Final

from fab_pipeline.sources.prices.aws_bulk_lines import Line
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.json_body import Item

HOURS_PER_YEAR: Final = 8760
"""What is paid at once is for 365 days, as in Azure's reservations (`azure`)."""

_YEARS: Final = re.compile(r"([13]) ?yrs?", re.I)


@dataclass
class Term:
    """The lines of one SKU under one term."""

    first: Line
    hourly: list[float | None] = field(default_factory=list[float | None])
    upfront: list[float | None] = field(default_factory=list[float | None])


def years_of(item: Item) -> int:
    """Length of a reservation; CellError unknown_term."""
    printed = _YEARS.fullmatch(item.text("LeaseContractLength") or "")
    if printed is None:
        raise CellError("unknown_term", f"LeaseContractLength is {shown(item.fields.get('LeaseContractLength'))}, neither 1yr nor 3yr")
    return int(printed[1])


def payment_of(item: Item) -> str:
    """How a reservation is paid and whether it can be changed: each is an offer of its own."""
    return ", ".join((item.text(name) or "unknown").lower() for name in ("OfferingClass", "PurchaseOption"))


def per_hour(item: Item, term: Term, years: int | None) -> float | None:
    """Price of one hour: what is paid by the hour, and the part of what is paid at once that falls on an hour.

    Args:
        item: the first line of the term.
        term: its lines.
        years: length of the reservation; None = on demand.

    Raises:
        CellError: conflicting_duplicate, unit_not_hourly, upfront_missing, hourly_missing.
    """
    if len(term.hourly) > 1 or len(term.upfront) > 1:
        raise CellError("conflicting_duplicate", "one SKU has several prices under one term; none of them can be trusted")
    hourly = term.hourly[0] if term.hourly else None
    if years is None:
        if term.upfront:
            raise CellError("unit_not_hourly", "Unit is 'Quantity', but the price is on demand")
        return hourly
    option = (item.text("PurchaseOption") or "").casefold()
    if option != "no upfront" and (not term.upfront or not term.upfront[0]):
        raise CellError(
            "upfront_missing", f"{shown(item.fields.get('PurchaseOption'))} without what is paid at once: the hour alone is no price"
        )
    if option == "partial upfront" and not hourly:
        raise CellError("hourly_missing", "Partial Upfront without what is paid by the hour: what is paid at once is no whole price")
    if not term.upfront:
        return hourly
    return (hourly or 0) + (term.upfront[0] or 0) / (HOURS_PER_YEAR * years)
