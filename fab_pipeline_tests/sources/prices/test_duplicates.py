"""One offer that a capture speaks of several times: which rows count."""

import time
from collections import Counter

from fab_pipeline.sources.base import Row
from fab_pipeline.sources.prices.duplicates import without_duplicates

OFFER: Row = {
    "offer_key": "acme|h100|1",
    "price_kind": "list",
    "observed_at": None,
    "effective_from": None,
    "available": None,
    "instance_type": "h100.1",
    "accelerator_model": "H100",
    "locator": None,
}


def offers(*prices: float) -> list[Row]:
    """The offer with each price, numbered from 1."""
    return [{**OFFER, "row_number": number, "price_per_instance_hour": price} for number, price in enumerate(prices, 1)]


def test_the_first_of_equal_rows_counts() -> None:
    kept, rejected = without_duplicates(offers(2.5, 2.5, 2.5))
    assert [row["row_number"] for row in kept] == [1]
    assert [(entry.row_number, entry.reason, entry.detail) for entry in rejected] == [
        (2, "duplicate_row", "says the same as row 1"),
        (3, "duplicate_row", "says the same as row 1"),
    ]


def test_of_rows_that_contradict_each_other_none_counts() -> None:
    kept, rejected = without_duplicates(offers(2.5, 2.5, 3.0))
    assert kept == []
    assert {entry.reason for entry in rejected} == {"conflicting_duplicate"}
    assert rejected[0].detail == "rows 1, 2, 3 state 2.5 and 3.0 for one offer at one time; none of them can be trusted"


def test_thousands_of_contradictions_are_looked_at_once() -> None:
    """Looked at anew for each row, they take minutes."""
    rows, started = offers(*range(1, 20_001)), time.process_time()
    kept, rejected = without_duplicates(rows)
    assert (kept, Counter(entry.reason for entry in rejected)) == ([], {"conflicting_duplicate": 20_000})
    assert time.process_time() - started < 5
