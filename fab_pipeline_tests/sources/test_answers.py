"""Several answers as one capture: packed byte for byte, read back through the ordinary parser of the source."""

import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.sources.answers import MEDIA_TYPE, Part, is_packed, pack, reading_answers, unpack
from fab_pipeline.sources.base import Capture, UnreadableCaptureError
from fab_pipeline.sources.prices import azure

SEEN = datetime(2026, 10, 4, 12, tzinfo=UTC)
CAPTURE = Capture("azure", SEEN, "f" * 64, "fetched", url="https://prices.azure.com/api/retail/prices?page=1", media_type=MEDIA_TYPE)
READ = reading_answers(azure.parse)


def item(region: str, price: float) -> dict[str, object]:
    return {
        "armSkuName": "Standard_ND96isr_H100_v5",
        "armRegionName": region,
        "retailPrice": price,
        "unitOfMeasure": "1 Hour",
        "type": "Consumption",
        "meterName": "ND96isr H100 v5",
        "skuName": "ND96isr H100 v5",
        "productName": "Virtual Machines NDsr H100 v5 Series",
    }


def page(*items: dict[str, object], following: str | None = None) -> bytes:
    return json.dumps({"BillingCurrency": "USD", "Items": list(items), "NextPageLink": following}).encode()


def url(number: int) -> str:
    return f"https://prices.azure.com/api/retail/prices?page={number}"


def parts(*bodies: bytes) -> list[Part]:
    return [Part(body, url(number), "application/json") for number, body in enumerate(bodies, 1)]


@given(st.lists(st.tuples(st.binary(max_size=50), st.text(max_size=30), st.none() | st.just("text/csv")), min_size=1, max_size=5))
def test_answers_come_back_byte_for_byte_and_equal_answers_are_equal_bytes(answers: list[tuple[bytes, str, str | None]]) -> None:
    given_parts = [Part(body, address, kind) for body, address, kind in answers]
    assert unpack(pack(given_parts)) == given_parts
    assert pack(given_parts) == pack(given_parts)
    assert is_packed(pack(given_parts))


def test_pages_of_a_snapshot_are_read_one_after_the_other_and_row_numbers_run_on() -> None:
    body = pack(parts(page(item("eastus", 98.32), item("westus", 0), following=url(2)), page(item("uksouth", 106.0))))
    parsed = READ(body, CAPTURE)
    quotes = parsed.rows["price_quotes"]
    assert [(row["region"], row["row_number"], row["locator"]) for row in quotes] == [
        ("eastus", 1, "answer 1, Items[0]"),
        ("uksouth", 3, "answer 2, Items[0]"),
    ]
    assert [row["source_url"] for row in quotes] == [url(1), url(2)]
    assert {row["capture_sha256"] for row in quotes} == {CAPTURE.sha256}
    assert [row["quote_id"] for row in quotes] == [f"{CAPTURE.snapshot_id}:1", f"{CAPTURE.snapshot_id}:3"]
    assert [(entry.row_number, entry.reason, entry.locator) for entry in parsed.rejected] == [
        (2, "price_not_positive", "answer 1, Items[1]")
    ]


def test_a_page_whose_next_page_is_not_there_says_so() -> None:
    parsed = READ(pack(parts(page(item("eastus", 98.32), following=url(2)), page(item("uksouth", 106.0), following=url(3)))), CAPTURE)
    assert [(entry.row_number, entry.reason) for entry in parsed.rejected] == [(0, "pages_missing")]
    assert url(3) in parsed.rejected[0].detail


def test_an_offer_that_stands_on_two_pages_counts_once() -> None:
    parsed = READ(pack(parts(page(item("eastus", 98.32)), page(item("eastus", 98.32), item("uksouth", 106.0)))), CAPTURE)
    assert [row["region"] for row in parsed.rows["price_quotes"]] == ["eastus", "uksouth"]
    assert [(entry.row_number, entry.reason) for entry in parsed.rejected] == [(2, "duplicate_row")]


def test_an_answer_that_cannot_be_read_is_named_and_the_others_are_read() -> None:
    parsed = READ(pack(parts(b"<html>Just a moment...</html>", page(item("eastus", 98.32)))), CAPTURE)
    assert [row["region"] for row in parsed.rows["price_quotes"]] == ["eastus"]
    [fault] = parsed.rejected
    assert (fault.row_number, fault.reason, fault.name) == (0, "broken_json", url(1))


def test_a_snapshot_of_which_no_answer_can_be_read_is_unreadable() -> None:
    with pytest.raises(UnreadableCaptureError, match="none of 2 answers can be read; the first: the answer is a page"):
        READ(pack(parts(b"<html>", b"<html>")), CAPTURE)


def test_one_bare_answer_is_read_as_before() -> None:
    alone = READ(page(item("eastus", 98.32)), replace(CAPTURE, media_type="application/json"))
    assert [(row["region"], row["locator"]) for row in alone.rows["price_quotes"]] == [("eastus", "Items[0]")]


def zipped(members: dict[str, bytes], kind: int = zipfile.ZIP_STORED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", kind) as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return target.getvalue()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "damaged_answers"),
        (b"PK\x03\x04 addresses.json", "damaged_answers"),
        (pack(parts(b"{}"))[:-30], "damaged_answers"),
        (zipped({"0001.json": b"{}"}), "damaged_answers"),
        (zipped({"addresses.json": b"{}"}), "no_rows"),
        (zipped({"addresses.json": b"[1]"}), "damaged_answers"),
        (zipped({"addresses.json": b'[{"file": "absent", "url": "", "media_type": null, "method": "GET"}]'}), "damaged_answers"),
        (zipped({"addresses.json": b"[" * 100_000}), "damaged_answers"),
        (zipped({"addresses.json": b"[]", "0001.json": b"0" * 10_000_000}, zipfile.ZIP_DEFLATED), "not_stored_answers"),
    ],
)
def test_a_damaged_file_of_answers_is_one_line(body: bytes, reason: str) -> None:
    with pytest.raises(UnreadableCaptureError) as caught:
        READ(body, CAPTURE)
    assert caught.value.reason == reason
    assert "\n" not in caught.value.detail
