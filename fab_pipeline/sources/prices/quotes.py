"""The one funnel through which every price source makes quotes: identity, arithmetic, and what is not a price.

Belongs here: `to_quote`, with the rules that hold for all sources, whoever wrote the row. Does not belong here: the terms of an offer
(`offer_terms`), how a source prints its offers, and anything that compares offers with each other (see `duplicates`, and the findings of
`leaderboards`).
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from fab_pipeline.contracts.words import PROVIDER_KINDS, WINNING_PRICE_KINDS
from fab_pipeline.sources.base import Capture, Rejected, Row
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.identity import Identity, check_count_in_name, identify
from fab_pipeline.sources.prices.json_body import shown_json
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.offer_terms import check_instance_type, check_terms, operating_system
from fab_pipeline.sources.prices.price_bounds import check_plausible
from fab_pipeline.vocabulary.markets import market_of
from fab_pipeline.vocabulary.providers import Provider, provider
from fab_pipeline.vocabulary.sources import SourceFacts, is_source_name, source_facts

FIRST_OBSERVATION: Final = datetime(2006, 8, 25, tzinfo=UTC)
"""Before that day nobody sold compute by the hour in public: https://aws.amazon.com/about-aws/whats-new/2006/08/24/"""
CLOCK_TOLERANCE: Final = timedelta(days=1)
"""How far a row may be ahead of the capture it came with: clocks and time zones, not prophecy."""
AGREEMENT: Final = 0.005
"""Instance price and price per accelerator may differ by rounding only: sources print four digits."""


def to_quote(offer: Offer, capture: Capture, parser_version: str) -> Row | Rejected:
    """A row of price_quotes, or why the offer is none.

    Args:
        offer: as the source states it.
        capture: the bytes it came with; its source and time give way to those of the row.
        parser_version: of the parser that read the row.
    """
    try:
        facts = _source(offer)
        _check_times(offer, capture)
        check_terms(offer)
        identity = identify(
            offer.accelerator_model, vendor=offer.accelerator_vendor, memory_gb=offer.accelerator_memory_gb, form=offer.form_factor
        )
        check_count_in_name(offer.accelerator_model, offer.accelerator_count)
        if offer.accelerator not in {None, identity.label}:
            raise CellError("accelerator_mismatch", f"accelerator says {shown(offer.accelerator)}, the model is {identity.label!r}")
        seller, kind = _seller(offer)
        check_instance_type(offer, seller.name if seller else None)
        per_accelerator = _price(offer, seller, identity)
        return _row(offer, capture, parser_version, facts, identity, (seller.name if seller else offer.provider, kind), per_accelerator)
    except CellError as error:
        return rejected(offer, error)


def market_with_known_currency(seller: str, region: str | None) -> str:
    """Market of a region, for catalogues that do not say in which currency their prices are.

    Raises:
        CellError: currency_not_stated: it is a market with a currency of its own (AWS and Azure in China price in CNY).
    """
    market = market_of(seller, region)
    if market == "china":
        raise CellError("currency_not_stated", f"{region} has a currency of its own, and the catalogue does not say which it prints")
    return market


def rejected(offer: Offer, error: CellError) -> Rejected:
    """Quarantine entry of an offer."""
    name = offer.instance_type or offer.accelerator_model
    text = offer.text if isinstance(offer.text, str) else shown_json(offer.text)
    return Rejected(offer.row_number, error.reason, error.detail, name=name, text=text, locator=offer.locator)


_KIND_OF_STATEMENT: Final = dict.fromkeys((*WINNING_PRICE_KINDS, "contact"), "price")
"""A list price that becomes "contact us" or moves by demand is still that offer; a bid or a "from" price is another statement."""


def offer_key(offer: Offer, seller: str, identity: Identity) -> str:
    """What is the same offer from one day to the next, readable; "-" where the source says nothing."""
    parts = (
        offer.source,
        seller,
        offer.region,
        offer.instance_type,
        identity.label,
        f"{identity.memory_gb:g}GB",
        identity.form,
        f"{offer.accelerator_count}x",
        operating_system(offer),
        offer.purchase_option,
        f"{offer.term_months}mo" if offer.term_months else None,
        _KIND_OF_STATEMENT.get(offer.price_kind, offer.price_kind),
        offer.currency,
    )
    return "|".join((part or "-").replace("|", "/") for part in parts)


def _source(offer: Offer) -> SourceFacts:
    if not is_source_name(offer.source):
        raise CellError("source_not_a_name", f"source is {shown(offer.source)}; write a snake_case name, e.g. my_price_list")
    facts = source_facts(offer.source)
    if facts.kind != "prices":
        raise CellError("source_not_of_prices", f"{offer.source} is a source of {facts.kind}, not of prices")
    return facts


def _check_times(offer: Offer, capture: Capture) -> None:
    if offer.observed_at < FIRST_OBSERVATION:
        raise CellError("observed_too_early", f"observed_at {offer.observed_at:%Y-%m-%d} is before anybody sold compute by the hour")
    # Subtracted from the row's time, which is known to be sane by now; the sum could leave the calendar.
    if offer.observed_at - CLOCK_TOLERANCE > capture.observed_at:
        raise CellError(
            "observed_in_future",
            f"observed_at {offer.observed_at:%Y-%m-%d %H:%M} UTC is after the file itself ({capture.observed_at:%Y-%m-%d %H:%M} UTC); "
            "a price announced for later goes into effective_from",
        )
    if offer.effective_from and offer.effective_from < FIRST_OBSERVATION.date():
        raise CellError("effective_too_early", f"effective_from {offer.effective_from} is before anybody sold compute by the hour")
    if offer.valid_to and offer.valid_to < (offer.effective_from or offer.observed_at.date()):
        raise CellError("valid_to_before_start", f"valid_to {offer.valid_to} is before the price begins")
    if offer.valid_to and not offer.dated_fact:
        raise CellError("valid_to_of_snapshot", "valid_to ends a dated fact; a row of a snapshot ends when it is seen no more")


def _seller(offer: Offer) -> tuple[Provider | None, str]:
    """The listed seller, and the kind: the row's own word holds, because it may know which of several businesses it means."""
    seller = provider(offer.provider)
    kind = offer.provider_kind or (seller.kind if seller else None)
    if kind is None:
        raise CellError(
            "unknown_provider",
            f"{shown(offer.provider)} is not in the list of providers; add the column provider_kind ({', '.join(PROVIDER_KINDS)})",
        )
    return seller, kind


def _price(offer: Offer, seller: Provider | None, identity: Identity) -> float | None:
    price = offer.price_per_instance_hour
    if price is None:
        if offer.price_kind == "contact":
            return None
        raise CellError("price_missing", "price_per_instance_hour is empty; only price_kind contact has no price")
    if price <= 0:
        raise CellError("price_not_positive", f"price_per_instance_hour is {price:g}; nobody rents accelerators for that")
    each = price / offer.accelerator_count
    stated = offer.stated_per_accelerator
    if stated is not None and abs(stated - each) > AGREEMENT * each:
        raise CellError(
            "price_mismatch", f"{price:g} for {offer.accelerator_count} accelerators is {each:.4g} each, the row says {stated:g}"
        )
    if offer.price_kind in WINNING_PRICE_KINDS and offer.currency == "USD":
        if seller and each in seller.placeholder_prices:
            raise CellError("placeholder_price", f"{seller.name} prints {each:g} where nothing is offered")
        check_plausible(each, offer.price_kind, identity.label)
    return each


def _row(
    offer: Offer,
    capture: Capture,
    parser_version: str,
    facts: SourceFacts,
    identity: Identity,
    seller: tuple[str, str],
    per_accelerator: float | None,
) -> Row:
    snapshot = capture.snapshot_of(offer.source, offer.observed_at)
    listed = provider(offer.reseller_of) if offer.reseller_of else provider(offer.provider)
    owner = offer.reseller_of and (listed.name if listed else offer.reseller_of)
    return {
        "quote_id": f"{snapshot}:{offer.row_number}" + (f":{offer.part}" if offer.part else ""),
        "snapshot_id": snapshot,
        "offer_key": offer_key(offer, seller[0], identity),
        "observed_at": offer.observed_at,
        "origin": capture.origin,
        "source": offer.source,
        "source_status": offer.source_status or "sampled",
        "dated_fact": facts.dated_facts if offer.dated_fact is None else offer.dated_fact,
        "provider": seller[0],
        "provider_kind": seller[1],
        "reseller_of": owner or (listed.reseller_of if listed else None),
        "region": offer.region,
        "country": offer.country,
        "market": offer.market or market_of(seller[0], offer.region),
        "instance_type": offer.instance_type,
        "accelerator": identity.label,
        "accelerator_vendor": identity.vendor,
        "accelerator_model": identity.model,
        "accelerator_memory_gb": identity.memory_gb,
        "form_factor": identity.form,
        "partition": "full",
        "accelerator_count": offer.accelerator_count,
        "node_accelerators": offer.node_accelerators,
        "interconnect": offer.interconnect,
        "operating_system": operating_system(offer),
        "purchase_option": offer.purchase_option,
        "term_months": offer.term_months,
        "price_kind": offer.price_kind,
        "price_per_instance_hour": offer.price_per_instance_hour,
        "price_per_accelerator_hour": per_accelerator,
        "currency": offer.currency,
        "price_per_accelerator_hour_usd": per_accelerator if offer.currency == "USD" else None,
        "available": offer.available,
        "effective_from": offer.effective_from,
        "valid_to": offer.valid_to,
        "carried_forward": False,
        "source_url": offer.source_url,
        "locator": offer.locator,
        "capture_sha256": capture.sha256,
        "row_number": offer.row_number,
        "parser_version": parser_version,
    }
