"""Dated histories of list prices: one row per instance type, region and pull of the provider's own price list.

Belongs here: what such a row says, and until when. Does not belong here: where each history lives and what its columns are called
(`aws_history`, `azure_history`), which accelerators an instance type has (`vocabulary/instance_types.yaml`).

Every row is a dated fact: the price held on the day of its pull and holds until the offer's next pull. An offer that is missing from the
next pull of its part of the cloud ended somewhere between the two: the last day on which it is known to hold (`valid_to`) is that of the
last pull that has it. The newest pull of a history ends nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.prices.cells import CellError, moment_cell, number_cell, text_cell
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import printable
from fab_pipeline.sources.prices.listed_types import listed_type
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.refusals import refused_record
from fab_pipeline.sources.prices.table_bytes import Record, read_table
from fab_pipeline.vocabulary.markets import market_of

PRICE: Final = "price_per_instance_hour"
PULLED: Final = "generated_at"

Cells = Mapping[str, object]


@dataclass(frozen=True)
class History:
    """Where a history comes from and what its columns are called.

    Attributes:
        provider: seller, as in the list of providers.
        cloud: table of instance types.
        region: column of the region.
        instance_type: column of the instance type.
        source_url: address of the file that a row was taken from, from the row's cells; None where the row does not say.
        parser_version: of the parser.
    """

    provider: str
    cloud: str
    region: str
    instance_type: str
    source_url: Callable[[Cells], str | None]
    parser_version: str


def parse_history(body: bytes, capture: Capture, history: History) -> Parsed:
    """Quotes of a history.

    Args:
        body: CSV.
        capture: of the whole history.
        history: what it is.

    Raises:
        UnreadableCaptureError: no CSV, columns missing, or no row; one line.
    """
    table = read_table(body, capture)
    missing = [name for name in (PULLED, history.region, history.instance_type, PRICE, "currency") if name not in table.columns]
    if missing:
        raise UnreadableCaptureError("missing_columns", f"the history lacks the columns {', '.join(missing)}")
    if not table.records:
        raise UnreadableCaptureError("no_rows", "the history has a header and no row")
    gathering = Gathering(capture, history.parser_version)
    offers: list[Offer] = []
    for record in table.records:
        try:
            offers.append(_offer(record, gathering, history))
        except CellError as error:
            gathering.rejected.append(refused_record(record, error, history.instance_type))
    for offer in _ended(offers):
        gathering.add(offer)
    return gathering.parsed(without_duplicates)


def _offer(record: Record, gathering: Gathering, history: History) -> Offer:
    if record.fault is not None:
        raise CellError(*record.fault)
    cells = record.cells
    pulled = moment_cell(PULLED, cells.get(PULLED))
    if pulled is None:
        raise CellError("observed_at_missing", f"{PULLED} is empty: the price has no date")
    currency = text_cell("currency", cells.get("currency"))
    if currency is None:
        raise CellError("currency_missing", "currency is empty")
    listed = listed_type(history.cloud, text_cell("instance_type", cells.get(history.instance_type)))
    return Offer(
        row_number=record.number,
        source=gathering.capture.source,
        observed_at=pulled,
        provider=history.provider,
        accelerator_model=listed.accelerator,
        accelerator_count=listed.count,
        price_per_instance_hour=number_cell(PRICE, cells.get(PRICE)),
        currency=currency.upper(),
        purchase_option="on_demand",
        price_kind="list",
        text=printable(record.text),
        accelerator_memory_gb=listed.memory_gb,
        form_factor=listed.form,
        partition=listed.partition,
        region=text_cell("region", cells.get(history.region)),
        instance_type=text_cell("instance_type", cells.get(history.instance_type)),
        dated_fact=True,
        source_status=gathering.source_status,
        source_url=history.source_url(cells),
        locator=record.locator,
    )


def _ended(offers: list[Offer]) -> list[Offer]:
    """Offers with the last day on which they are known to hold, where the next pull lacks them."""
    pulls: dict[str, set[datetime]] = defaultdict(set)
    listed: set[tuple[datetime, str | None, str | None]] = set()
    for offer in offers:
        pulls[market_of(offer.provider, offer.region)].add(offer.observed_at)
        listed.add((offer.observed_at, offer.region, offer.instance_type))
    following: dict[tuple[str, datetime], datetime] = {}
    for market, moments in pulls.items():
        ordered = sorted(moments)
        following |= {(market, earlier): later for earlier, later in pairwise(ordered)}
    found: list[Offer] = []
    for offer in offers:
        later = following.get((market_of(offer.provider, offer.region), offer.observed_at))
        goes_on = later is None or (later, offer.region, offer.instance_type) in listed
        found.append(offer if goes_on else replace(offer, valid_to=offer.observed_at.date()))
    return found
