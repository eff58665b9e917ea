"""Helpers of the tests of vendors' answers: from bytes to quotes by name of the source, always held against the contract."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256

import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.validate import check
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row, UnreadableCaptureError
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.prices.tables import SEEN, csv_table

Quote = Row


def about(source: str, body: bytes, at: datetime = SEEN, url: str | None = None) -> Capture:
    return Capture(source, at, sha256(body).hexdigest(), "ingested", url=url)


def read(source: str, body: bytes, at: datetime = SEEN) -> Parsed:
    """What the source's parser makes of the bytes; every quote must keep the contract and every rejected row must be fit to print."""
    capture = about(source, body, at)
    parsed = SOURCES[source].parse(body, capture)
    assert_contract(parsed)
    return parsed


def read_json(source: str, value: object, at: datetime = SEEN) -> Parsed:
    return read(source, json.dumps(value).encode(), at)


def read_rows(source: str, *rows: Mapping[str, object]) -> Parsed:
    return read(source, csv_table(rows))


def quotes(parsed: Parsed) -> list[Quote]:
    return parsed.rows["price_quotes"]


def only_quote(parsed: Parsed) -> Quote:
    assert parsed.rejected == []
    (quote,) = quotes(parsed)
    return quote


def only_rejection(parsed: Parsed) -> Rejected:
    assert quotes(parsed) == []
    (entry,) = parsed.rejected
    return entry


def reasons(parsed: Parsed) -> list[tuple[int, str]]:
    return [(entry.row_number, entry.reason) for entry in parsed.rejected]


def columns(parsed: Parsed, *names: str) -> list[tuple[object, ...]]:
    return [tuple(quote[name] for name in names) for quote in quotes(parsed)]


def refusal(source: str, body: bytes) -> str:
    """Reason for which a capture as a whole is refused; the words for people are one line."""
    with pytest.raises(UnreadableCaptureError) as caught:
        SOURCES[source].parse(body, about(source, body))
    assert 0 < len(caught.value.detail) < 400
    assert caught.value.detail.isprintable()
    return caught.value.reason


def assert_contract(parsed: Parsed) -> None:
    rows = quotes(parsed)
    checked = check(typed(TABLES["price_quotes"], rows), TABLES["price_quotes"])
    assert checked.rejected.to_dicts() == []
    assert_printable(parsed.rejected)


def assert_printable(rejected: Sequence[Rejected]) -> None:
    for entry in rejected:
        assert entry.reason.isidentifier()
        assert entry.detail
        assert "\n" not in entry.detail
        for text in (entry.detail, entry.name or "", entry.text or "", entry.locator or ""):
            text.encode("utf-8")
