"""JSON answers: what makes a whole answer unreadable, and fields of one object as typed values."""

import pytest

from fab_pipeline.sources.base import MOST_ROWS, UnreadableCaptureError
from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.json_body import TEXT_LIMIT, Item, items_of, json_values, printable, shown_json


@pytest.mark.parametrize(
    "body",
    [b'{"a": 1}', b'\xef\xbb\xbf{"a": 1}', '{"a": 1}'.encode("utf-16"), b"\xfe\xff" + '{"a": 1}'.encode("utf-16-be"), b'\n {"a": 1}\r\n'],
)
def test_one_value_in_any_unicode_encoding(body: bytes) -> None:
    assert json_values(body) == [{"a": 1}]


def test_one_value_per_line() -> None:
    assert json_values(b'{"a": 1}\n\n{"a": 2}\r\n[3]\n') == [{"a": 1}, {"a": 2}, [3]]


@pytest.mark.parametrize(
    ("body", "reason", "word"),
    [
        (b"", "empty_file", "empty"),
        (b" \r\n\t", "empty_file", "empty"),
        (b"\xef\xbb\xbf", "empty_file", "empty"),
        (b"\x00\x00\x00", "empty_file", "empty"),
        (b'{"price": 1, "na', "broken_json", "breaks off"),
        (b'[{"price": 1},', "broken_json", "breaks off"),
        (b"<!DOCTYPE html><html>Too many requests</html>", "broken_json", "HTML"),
        (b"rate limited, try later", "broken_json", "not JSON"),
        (b'{"a": 1}\n{"a": ', "broken_json", "line 2"),
        (b'{"a": "\xe9"}', "wrong_encoding", "UTF-8"),
        (b"\xff\xfe{", "wrong_encoding", "UTF-16"),
        (b"[" * 200_000, "broken_json", "nested"),
        (b'{"a": ' * 60_000 + b"1" + b"}" * 60_000, "broken_json", "nested"),
        (b"1" * 6_000, "broken_json", "digits"),
    ],
)
def test_an_answer_that_cannot_be_read_is_one_clear_line(body: bytes, reason: str, word: str) -> None:
    with pytest.raises(UnreadableCaptureError) as caught:
        json_values(body)
    assert caught.value.reason == reason
    assert word in caught.value.detail
    assert caught.value.detail.isprintable()


def test_objects_become_items_and_other_elements_pass_through() -> None:
    first, second, third = items_of([{"a": 1}, 7, {"a": 2}], "offers")
    assert first == Item(1, {"a": 1}, "offers[0]")
    assert second == 7
    assert third == Item(3, {"a": 2}, "offers[2]")


@pytest.mark.parametrize(
    ("values", "reason"), [(None, "not_a_price_list"), ({}, "not_a_price_list"), ("x", "not_a_price_list"), ([], "no_rows")]
)
def test_what_is_no_list_is_refused(values: object, reason: str) -> None:
    with pytest.raises(UnreadableCaptureError) as caught:
        items_of(values, "offers")
    assert caught.value.reason == reason


def item(value: object) -> Item:
    return Item(1, {"retailPrice": value}, "Items[0]")


def test_fields_are_typed() -> None:
    assert item(" 1.5 ").price("retailPrice") == 1.5
    assert item("8").count("retailPrice") == 8
    assert item("true").flag("retailPrice") is True
    assert item(None).text("retailPrice") is None
    assert item("x").price("unitPrice") is None


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([1], "price_not_a_number"),
        (True, "price_not_a_number"),
        ("1,5", "price_not_a_number"),
        (10**400, "price_not_finite"),
        ("nan", "price_not_finite"),
    ],
)
def test_a_wrong_type_is_an_error_of_its_item(value: object, reason: str) -> None:
    with pytest.raises(CellError) as caught:
        item(value).price("retailPrice")
    assert caught.value.reason == reason


def test_reasons_name_the_field_in_snake_case() -> None:
    with pytest.raises(CellError) as caught:
        item({}).text("retailPrice")
    assert caught.value.reason == "retail_price_not_a_text"


def test_the_name_of_an_item_is_never_an_error() -> None:
    assert Item(1, {"id": [1, 2], "name": "x"}, "").name("id", "name") == "[1, 2]"
    assert Item(1, {"id": None, "name": "\ud800"}, "").name("id", "name") == "?"
    assert Item(1, {}, "").name("id") is None


def test_texts_for_the_quarantine_are_short_and_fit_for_any_file() -> None:
    assert printable("a" * 2 * TEXT_LIMIT) == "a" * TEXT_LIMIT
    assert printable("half \ud83d") == "half ?"
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert shown_json(nested) == "(nested too deeply to be shown)"
    assert shown_json({"a": "ü"}) == '{"a": "ü"}'


def test_a_list_without_end_is_refused_before_it_takes_gigabytes() -> None:
    assert len(items_of([{}] * MOST_ROWS, "items")) == MOST_ROWS
    with pytest.raises(UnreadableCaptureError, match=r"items has 150,001 entries, more than 150,000"):
        items_of([{}] * (MOST_ROWS + 1), "items")
    with pytest.raises(UnreadableCaptureError, match="values"):
        json_values(b'{"items":[' + b"{}," * 2_000_000 + b"{}]}")
