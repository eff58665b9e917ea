"""One offer as a source states it, before it becomes a quote.

Belongs here: the type that every price source hands to the funnel (`quotes.to_quote`). Does not belong here: checks and arithmetic.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True)
class Offer:
    """One priced offer, typed but not yet checked against vocabulary and contract.

    Attributes:
        row_number: row in the capture, counted from 1.
        source: source name of the row.
        observed_at: when the price was seen (UTC); for a dated fact the day from which it held.
        provider: seller, as printed.
        accelerator_model: accelerator, as printed.
        accelerator_count: accelerators of the instance that the price is for.
        price_per_instance_hour: price of the whole instance per hour; None only for price_kind contact.
        currency: ISO 4217 code.
        purchase_option: on_demand, spot or reserved.
        price_kind: word of the contract.
        text: the row as read, for the quarantine: a text, or an object, which becomes one only where the row is rejected.
        stated_per_accelerator: price per accelerator-hour, where the source prints it too; must agree.
        market: word of the contract; told from seller and region where the source does not say.
        part: which of several prices of the row, e.g. "spot"; keeps their quote_ids apart.

    The others are as in the table price_quotes; None = not said.
    """

    row_number: int
    source: str
    observed_at: datetime
    provider: str
    accelerator_model: str
    accelerator_count: int
    price_per_instance_hour: float | None
    currency: str
    purchase_option: str
    price_kind: str
    text: str | Mapping[str, object] = ""
    accelerator: str | None = None
    accelerator_vendor: str | None = None
    accelerator_memory_gb: float | None = None
    form_factor: str | None = None
    partition: str | None = None
    provider_kind: str | None = None
    reseller_of: str | None = None
    region: str | None = None
    country: str | None = None
    instance_type: str | None = None
    node_accelerators: int | None = None
    interconnect: str | None = None
    operating_system: str | None = None
    term_months: int | None = None
    available: bool | None = None
    effective_from: date | None = None
    valid_to: date | None = None
    dated_fact: bool | None = None
    source_status: str | None = None
    source_url: str | None = None
    locator: str | None = None
    stated_per_accelerator: float | None = None
    market: str | None = None
    part: str | None = None
