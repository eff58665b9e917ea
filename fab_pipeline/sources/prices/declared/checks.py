"""Prices of one page that contradict each other.

Belongs here: the check that a price was not read in the wrong unit. Does not belong here: prices of other days and sources (see the
findings of `leaderboards`).
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from fab_pipeline.contracts.words import WINNING_PRICE_KINDS
from fab_pipeline.sources.base import Rejected, Row
from fab_pipeline.sources.prices.refusals import refused_quote

TOLERANCE: Final = math.log(1.15)
"""How near to proportional prices must be to count as being in the wrong unit. Real discounts by size seen so far are below 15 % in all:
Lambda B200 6.69 in a node of eight, 6.99 alone (https://lambda.ai/pricing, 2026-10)."""
SMALLEST_RATIO: Final = 2.0

_SAME_OFFER: Final = (
    "provider",
    "region",
    "accelerator",
    "accelerator_memory_gb",
    "form_factor",
    "purchase_option",
    "term_months",
    "currency",
    "effective_from",
)


def without_wrong_units(rows: Sequence[Row]) -> tuple[list[Row], list[Rejected]]:
    """Rows of price_quotes without those whose price per accelerator grows or shrinks in proportion to the count.

    Eight accelerators for eight times the price per accelerator of one: the price was for the instance. An eighth of it: it was for one
    accelerator. Either way the declaration has the wrong unit, and all prices of the accelerator are rejected as unit_contradicts_counts.
    """
    groups: dict[tuple[object, ...], list[Row]] = defaultdict(list)
    for row in rows:
        if row["price_kind"] in WINNING_PRICE_KINDS:
            groups[tuple(row[column] for column in _SAME_OFFER)].append(row)
    wrong = {id(row): fault for group in groups.values() if (fault := _fault(group)) for row in group}
    kept = [row for row in rows if id(row) not in wrong]
    return kept, [refused_quote(row, "unit_contradicts_counts", wrong[id(row)]) for row in rows if id(row) in wrong]


def _fault(group: Sequence[Row]) -> str | None:
    lowest: dict[int, float] = {}
    for row in group:
        count, price = row["accelerator_count"], row["price_per_accelerator_hour"]
        if isinstance(count, int) and isinstance(price, float):
            lowest[count] = min(price, lowest.get(count, math.inf))
    counts = sorted(lowest)
    if len(counts) < 2 or counts[-1] < SMALLEST_RATIO * counts[0]:
        return None
    first = counts[0]
    for power, read_as in ((1, "accelerator"), (-1, "instance")):
        off = [math.log(lowest[count] / lowest[first]) - power * math.log(count / first) for count in counts]
        if all(abs(each) < TOLERANCE for each in off):
            other = "instance" if read_as == "accelerator" else "accelerator"
            prices = ", ".join(f"{count}x {lowest[count]:g}" for count in counts)
            return f"per accelerator-hour {prices}: these are prices per {other}, the declaration reads them per {read_as}"
    return None
