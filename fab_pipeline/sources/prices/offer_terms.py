"""Terms of an offer that make it another thing than the hour of a whole accelerator, and terms that contradict each other.

Belongs here: partitions, licences, prices for some customers only, commitments, and what the name of the instance says against the row.
Does not belong here: times, identity and arithmetic (`quotes`), terms that only one source prints.
"""

import re
from functools import lru_cache
from typing import Final

from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.listed_types import agreeing
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.vocabulary.currencies import is_currency
from fab_pipeline.vocabulary.instance_types import instance_type

_NOT_AN_OFFER: Final = (
    ("low_priority_price", re.compile(r"\blow[ _-]?priority\b", re.I)),
    ("dev_test_price", re.compile(r"\bdev[ _/-]?test\b", re.I)),
)
_WINDOWS: Final = re.compile(r"\bwin(?:dows)?\b", re.I)
_OPTIONS_IN_NAMES: Final = {
    "spot": re.compile(r"(?<![^\W_])(?:spot|preemptible|interruptible)(?![^\W_])", re.I),
    "reserved": re.compile(r"(?<![^\W_])(?:reserved|reservation)(?![^\W_])", re.I),
}
_URL: Final = re.compile(r"https?://[^\s<>\"]+", re.I)
_COUNTRY: Final = re.compile(r"[A-Z]{2}")
_TABLES: Final = {"AWS": "aws", "Azure": "azure", "Oracle Cloud": "oci"}
"""Sellers whose instance types are listed in `vocabulary/instance_types.yaml`."""


def check_terms(offer: Offer) -> None:
    """Hold the terms of an offer against what can be compared, and against each other.

    Raises:
        CellError: the first term that does not hold.
    """
    _check_comparable(offer)
    if offer.term_months and offer.purchase_option != "reserved":
        raise CellError("term_without_commitment", f"term_months is {offer.term_months} but purchase_option is {offer.purchase_option}")
    for option in _options_named(offer.instance_type or ""):
        if offer.purchase_option != option:
            raise CellError("purchase_option_mismatch", f"{shown(offer.instance_type)} says {option}, the row {offer.purchase_option}")
    if offer.node_accelerators and offer.node_accelerators < offer.accelerator_count:
        count, node = offer.accelerator_count, offer.node_accelerators
        raise CellError("node_smaller_than_instance", f"{count} accelerators cannot live on a node of {node}")
    if not is_currency(offer.currency):
        raise CellError("unknown_currency", f"currency is {shown(offer.currency)}, not an ISO 4217 code such as USD")
    if offer.country and not _COUNTRY.fullmatch(offer.country):
        raise CellError("unknown_country", f"country is {shown(offer.country)}, not an ISO 3166-1 alpha-2 code such as DE")
    if offer.source_url and not _URL.fullmatch(offer.source_url):
        raise CellError("source_url_not_http", "source_url is not an http or https address")


def check_instance_type(offer: Offer, seller: str | None) -> None:
    """Hold an offer against the table of instance types of its seller; types that are not listed say nothing.

    Raises:
        CellError: the listed type has other accelerators, another number of them, or a share of one.
    """
    cloud = _TABLES.get(seller or "")
    listed = instance_type(cloud, offer.instance_type) if cloud and offer.instance_type else None
    if listed:
        agreeing(
            listed,
            offer.accelerator_model,
            count=offer.accelerator_count,
            memory_gb=offer.accelerator_memory_gb,
            form=offer.form_factor,
        )


def operating_system(offer: Offer) -> str:
    """As the row says, in lower case; Linux where it says nothing."""
    return (offer.operating_system or "linux").lower()


def _check_comparable(offer: Offer) -> None:
    if offer.partition not in {None, "full"}:
        raise CellError(
            "partition_not_full", f"partition is {shown(offer.partition)}; the price of a part is not that of a whole accelerator"
        )
    if operating_system(offer).startswith("win") or _is_windows(f"{offer.operating_system or ''} {offer.instance_type or ''}"):
        raise CellError("windows_price", "the price includes a Windows licence; only the price without it is comparable")
    if reason := _no_offer(offer.instance_type or ""):
        raise CellError(reason, f"{shown(offer.instance_type)} is not offered to everybody under that price")


# Names come again in every capture: each is searched once.
@lru_cache(maxsize=1 << 12)
def _options_named(name: str) -> tuple[str, ...]:
    return tuple(option for option, pattern in _OPTIONS_IN_NAMES.items() if pattern.search(name))


@lru_cache(maxsize=1 << 12)
def _is_windows(names: str) -> bool:
    return _WINDOWS.search(names) is not None


@lru_cache(maxsize=1 << 12)
def _no_offer(name: str) -> str | None:
    return next((reason for reason, pattern in _NOT_AN_OFFER if pattern.search(name)), None)
