"""Unit, period and currency of a price: what the declaration says and what the page prints, brought together.

Belongs here: the arithmetic from a printed amount to the price of the whole instance per hour, and the refusal where page and declaration
disagree. Does not belong here: reading the printed text (see `money`).
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.declared.fields import Row, needed_text, text_at
from fab_pipeline.sources.prices.declared.money import Printed, currencies_in, period_in, unit_in
from fab_pipeline.sources.prices.declared.schema import PER_WORDS, PERIODS, PriceSpec

HOURS: Final = {
    "second": Decimal(1) / 3600,
    "minute": Decimal(1) / 60,
    "hour": Decimal(1),
    "day": Decimal(24),
    "week": Decimal(168),
    "month": Decimal(730),
    "year": Decimal(8760),
}
"""Hours of a period. A month has 730 = 8760 / 12 hours, as clouds count it."""
_PERIOD_CODES: Final = {"HUR": "hour", "DAY": "day", "WEE": "week", "MON": "month", "ANN": "year"}
"""Unit codes of schema.org offers: UN/CEFACT Recommendation 20, https://schema.org/unitCode."""


@dataclass(frozen=True)
class Holder:
    """Whose price it is: unit, accelerators of the instance, and months of the commitment."""

    per: str
    count: int
    term_months: int | None


def unit_of(row: Row, spec: PriceSpec, printed: Printed, heading: str) -> str:
    """Whether a price is for one accelerator or for the instance.

    Raises:
        CellError: per_missing, unit_not_stated or unit_mismatch.
    """
    text = needed_text(row, spec, "per")
    declared = text if text in PER_WORDS else unit_in(text) or unit_in(f"per {text}")
    on_page = printed.per or unit_in(heading)
    if declared is None or (declared == "printed" and on_page is None and printed.kind != "contact"):
        raise CellError("unit_not_stated", "neither the price nor its heading says whether it is for one accelerator or for the instance")
    if declared == "printed":
        return on_page or "instance"
    if on_page not in {None, declared}:
        raise CellError("unit_mismatch", f"the page prints a price per {on_page}, the declaration says per {declared}")
    return declared


def currency_of(row: Row, spec: PriceSpec, printed: Printed, heading: str) -> str:
    """ISO 4217 code of a price.

    Raises:
        CellError: currency_missing or currency_mismatch.
    """
    currency = needed_text(row, spec, "currency").upper()
    for on_page in (printed.currencies, currencies_in(heading)):
        if on_page and currency not in on_page:
            meant = " or ".join(sorted(on_page)[:4])
            raise CellError("currency_mismatch", f"the page prints a price in {meant}, the declaration says {currency}")
    return currency


def price_of(row: Row, spec: PriceSpec, printed: Printed, heading: str, holder: Holder) -> float:
    """Price of the whole instance per hour, in the currency of the price, to six decimals.

    Raises:
        CellError: period_mismatch or term_missing.
    """
    text = text_at(row, spec, "period") or "hour"
    declared = text if text in PERIODS else _PERIOD_CODES.get(text.upper()) or period_in(text) or period_in(f"per {text}")
    on_page = printed.period or period_in(heading)
    if declared is None or (declared != "term" and on_page not in {None, declared}):
        raise CellError("period_mismatch", f"the page prints a price per {on_page or shown(text)}, the declaration says per {declared}")
    if declared == "term" and holder.term_months is None:
        raise CellError("term_missing", "the price is for the whole commitment, and nothing says how long that is")
    hours = HOURS["month"] * (holder.term_months or 0) if declared == "term" else HOURS[declared]
    price = (printed.amount or Decimal(0)) * Decimal(str(spec.scale)) / hours
    return round(float(price * holder.count if holder.per == "accelerator" else price), 6)
