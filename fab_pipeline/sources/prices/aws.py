"""The data behind AWS's price page, one location per answer.

GET https://b0.p.awsstatic.com/pricing/2.0/meteredUnitMaps/ec2/USD/current/ec2-ondemand-without-sec-sel/<location>/Linux/index.json.

Belongs here: what an entry of that document prices. Does not belong here: which accelerators an instance type has
(`vocabulary/instance_types.yaml`), AWS's price list as files (`aws_bulk`), what holds for all sources (`quotes`).

`regions` → location name → entry name → {"price", "Instance Type", …}: USD per hour for the whole instance, on demand, Linux, shared
tenancy. Nothing names the accelerator; p4d and p4de differ by the memory of the same card. Types that are sold in blocks only (p5e) are
missing, and a block that appears beside the ordinary price contradicts it: then neither counts. An address of AWS's own page, not
documented: it may end. Location names become region codes; a location that the list has no code for, such as a local zone, keeps its name.
Read 2026-11-30: https://github.com/ewyluda/gpu-price-index/blob/d789fed5946ca8be74259a201f147c75480066b6/src/gpu_index/sources/aws.py and
tests/fixtures/aws.json there.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.fetching import Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.feeds import KEY, offer_of, plans_at
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item, json_values
from fab_pipeline.sources.prices.listed_types import listed_type
from fab_pipeline.vocabulary.aws_regions import REGIONS, region_of

PARSER_VERSION: Final = "aws/1"
_ADDRESS: Final = "https://b0.p.awsstatic.com/pricing/2.0/meteredUnitMaps/ec2/USD/current/ec2-ondemand-without-sec-sel/{}/Linux/index.json"
ASKED: Final = (
    *("us-east-1", "us-east-2", "us-west-2", "eu-central-1", "eu-north-1", "eu-west-2"),
    *("ap-northeast-1", "ap-south-1", "ap-southeast-2", "sa-east-1"),
)
"""Regions whose document others read daily (ewyluda's list). A snapshot is whole or none, and a region without such a document would leave
none; the other regions are in the price list files (`aws_bulk`)."""
FETCHING: Final = Fetching(
    first=tuple(Request(_ADDRESS.format(quote(REGIONS[code]))) for code in ASKED),
    hosts=frozenset({"b0.p.awsstatic.com"}),
    requests_per_second=2,
    integrity=Integrity(min_quotes=50, known_names=("p5.48xlarge", "p4d.24xlarge", "g6e.xlarge")),
)
_BLOCK: Final = re.compile(r"capacity ?block", re.I)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the answer for a location.

    Args:
        body: JSON: {"regions": {location: {entry: {…}}}}.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no entry; one line.
    """
    gathering = Gathering(capture, PARSER_VERSION)
    empty = True
    for number, (location, entry) in enumerate(_entries(json_values(body)[0], capture), 1):
        empty = False
        if not isinstance(entry, dict):
            gathering.reject_value(number, entry)
            continue
        item = Item(number, entry, f"regions[{shown(location)}].{entry[KEY]}")
        try:
            _read(item, location, gathering)
        except CellError as error:
            gathering.reject(item, error, item.name("Instance Type", KEY))
    if empty:
        raise UnreadableCaptureError("no_rows", "the answer has no instance type; a source that offers nothing must say so")
    return gathering.parsed(without_duplicates)


def _entries(answer: object, capture: Capture) -> Iterator[tuple[str, Any]]:
    for place in plans_at({} if isinstance(answer, list) else answer, "regions", capture):
        if not isinstance(place, Item) or KEY not in place.fields:  # a list where a region's name should lead to its entries
            yield "", place.shown if isinstance(place, Item) else place
            continue
        location = str(place.fields[KEY])
        for name, entry in place.fields.items():
            if name != KEY:
                yield location, {KEY: name, **entry} if isinstance(entry, dict) else entry


def _read(item: Item, location: str, gathering: Gathering) -> None:
    size = listed_type("aws", item.text("Instance Type"))
    if _BLOCK.search(item.shown):
        raise CellError("capacity_block_price", "the price is of capacity booked for given days, not of an instance on demand")
    system, software = item.text("Operating System"), item.text("Pre Installed S/W")
    if (system or "Linux").casefold() != "linux" or (software or "NA").upper() != "NA":
        raise CellError(
            "licence_in_price", f"the price includes {system} with {software or 'nothing'} installed; only Linux alone is comparable"
        )
    place = item.text("Location") or location
    gathering.add(
        replace(
            offer_of(item, gathering, provider="AWS", accelerator=size.accelerator, count=size.count),
            price_per_instance_hour=item.price("price"),
            accelerator_memory_gb=size.memory_gb,
            form_factor=size.form,
            partition=size.partition,
            region=region_of(place) or place or None,
            instance_type=size.name,
        )
    )
