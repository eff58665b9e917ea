"""Files as people and programs hand them in: formats that are read, and one clear line for each that is not."""

import pytest

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.prices.price_table import REQUIRED, parse
from fab_pipeline.sources.prices.table_bytes import MAX_LINE_BYTES, read_table
from fab_pipeline_tests.sources.prices.tables import capture, csv_table, json_lines, parquet_table, row

HEADER = ",".join(REQUIRED).encode()
GOOD_PARQUET = parquet_table([row()])


def unreadable(body: bytes, filename: str | None = None) -> UnreadableCaptureError:
    with pytest.raises(UnreadableCaptureError) as caught:
        parse(body, capture(body, filename))
    assert "\n" not in caught.value.detail
    return caught.value


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_comma_semicolon_and_tab(delimiter: str) -> None:
    body = csv_table([row()], delimiter=delimiter)
    assert len(parse(body, capture(body)).rows["price_quotes"]) == 1


def test_a_sheet_as_excel_saves_it() -> None:
    body = b"\xef\xbb\xbfsep=;\r\n" + csv_table([row()], delimiter=";")
    result = parse(body, capture(body))
    assert len(result.rows["price_quotes"]) == 1
    assert result.rejected == []


@pytest.mark.parametrize(("bom", "encoding"), [(b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")])
def test_a_byte_order_mark_tells_the_encoding(bom: bytes, encoding: str) -> None:
    body = bom + csv_table([row(region="München")], encoding=encoding)
    (quote,) = parse(body, capture(body)).rows["price_quotes"]
    assert quote["region"] == "München"


def test_quotation_marks_commas_and_line_breaks_inside_a_cell() -> None:
    body = csv_table([row(locator='table "GPU", row 3\nsecond line'), row(region="b")])
    first, second = parse(body, capture(body)).rows["price_quotes"]
    assert first["locator"] == 'table "GPU", row 3 second line'
    assert second["locator"] == "line 4"


def test_blank_lines_and_blank_rows_do_not_count() -> None:
    body = b"\n" + HEADER + b"\n\n,,,,,,,,\n" + csv_table([row()]).split(b"\r\n")[1] + b"\n\n"
    (quote,) = parse(body, capture(body)).rows["price_quotes"]
    assert quote["row_number"] == 1
    assert quote["locator"] == "line 5"


@pytest.mark.parametrize("cells", [3, 8, 10, 15])
def test_a_row_of_another_length_is_rejected(cells: int) -> None:
    good = csv_table([row()])
    body = good + b",".join([b"x"] * cells) + b"\r\n"
    result = parse(body, capture(body))
    assert len(result.rows["price_quotes"]) == 1
    assert [(item.row_number, item.reason, item.detail) for item in result.rejected] == [
        (2, "ragged_row", f"the row has {cells} cells, the header has 9")
    ]


def test_trailing_empty_cells_are_no_fault() -> None:
    header, line, _ = csv_table([row()]).split(b"\r\n")
    body = header + b",,\r\n" + line + b",,\r\n" + line + b",,x\r\n"
    result = parse(body, capture(body))
    assert len(result.rows["price_quotes"]) == 1
    assert [item.reason for item in result.rejected] == ["ragged_row"]


def test_a_broken_line_of_json_is_one_rejected_row() -> None:
    good = json_lines([row()])
    deep = b"[" * 100_000
    body = good + b'{"source": \n' + b"[1, 2]\n" + b"null\n" + deep + b"\n" + b'{"source": "a", "Source": "b"}\n'
    result = parse(body, capture(body))
    assert len(result.rows["price_quotes"]) == 1
    assert [(item.row_number, item.reason, item.locator) for item in result.rejected] == [
        (2, "broken_json", "line 2"),
        (3, "not_an_object", "line 3"),
        (4, "not_an_object", "line 4"),
        (5, "broken_json", "line 5"),
        (6, "duplicate_column", "line 6"),
    ]


@pytest.mark.parametrize(
    ("body", "reason", "says"),
    [
        (b"", "empty_file", "empty"),
        (b" \n\t\r\n", "empty_file", "empty"),
        (b"\x00" * 100, "empty_file", "empty"),
        (HEADER, "no_rows", "no row"),
        (HEADER + b"\n,,,,,,,,\n", "no_rows", "no row"),
        (HEADER.replace(b",currency", b""), "missing_columns", "column currency"),
        (b"a,b\n1,2\n", "not_a_price_table", "found: a, b"),
        (b"hello world\nthis is a letter\n", "not_a_price_table", "required: source"),
        (b"<!doctype html><html><body>Just a moment...</body></html>", "not_a_price_table", "required"),
        (HEADER + b",currency\n1\n", "duplicate_column", "currency more than once"),
        (HEADER + b"\nM\xfcnchen\n", "wrong_encoding", "line 2"),
        ("source,provider\n价格\n".encode("gbk"), "wrong_encoding", "UTF-8"),
        (HEADER + b"\na\x00b\n", "nul_characters", "line 2"),
        (b'"source,provider\nx', "broken_csv", "quotation mark"),
        (b'[{"source": "a"}]', "json_array", "one JSON object per line"),
        (b'{\n  "source": "a"\n}\n', "broken_json", "line 1"),
        (b'{"source": ' + b"9" * 5000 + b"}", "broken_json", "one per line"),
        (b"{}\n{}\n", "not_an_object", "an empty object"),
        (b",".join(b"c%d" % number for number in range(100_000)) + b"\n1\n", "too_many_columns", "100,000 columns"),
        (b"\x1f\x8b\x08\x00rest", "packed_file", "gzip"),
        (b"PK\x03\x04rest", "packed_file", "Excel"),
        (b"PAR1", "truncated_parquet", "cut short"),
        (GOOD_PARQUET[: len(GOOD_PARQUET) // 2], "truncated_parquet", "cut short"),
        (GOOD_PARQUET[:-1], "truncated_parquet", "cut short"),
        (b"PAR1" + b"\x07" * 200 + b"PAR1", "damaged_parquet", "damaged"),
        (GOOD_PARQUET[:40] + b"\xff" * 30 + GOOD_PARQUET[70:], "damaged_parquet", "damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(body: bytes, reason: str, says: str) -> None:
    if reason == "missing_columns":
        body += b"\n1,2\n"
    error = unreadable(body)
    assert error.reason == reason
    assert says in error.detail


def test_missing_columns_are_all_named() -> None:
    body = json_lines([{"source": "a", "provider": "AWS"}])
    detail = unreadable(body).detail
    assert "observed_at, accelerator_model, accelerator_count, price_per_instance_hour, currency, purchase_option, price_kind" in detail


def test_a_file_named_parquet_must_be_one() -> None:
    assert unreadable(csv_table([row()]), "prices.parquet").reason == "not_parquet"


def test_a_line_longer_than_any_row() -> None:
    error = unreadable(HEADER + b"\n" + b"x" * (MAX_LINE_BYTES + 1))
    assert error.reason == "line_too_long"
    assert "line 2" in error.detail


def test_an_empty_parquet_table() -> None:
    assert unreadable(parquet_table([])).reason in {"not_a_price_table", "no_rows"}


def test_parquet_times_with_nanoseconds_and_dates() -> None:
    from datetime import UTC, date, datetime

    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({name: [value] for name, value in row().items() if name != "observed_at"})
    moment = pa.array([datetime(2026, 10, 10, 12, tzinfo=UTC)], pa.timestamp("ns", "UTC"))
    table = table.append_column("observed_at", moment).append_column("effective_from", pa.array([date(2026, 10, 1)]))
    target = pa.BufferOutputStream()
    pq.write_table(table, target)
    body = target.getvalue().to_pybytes()
    (quote,) = parse(body, capture(body)).rows["price_quotes"]
    assert quote["observed_at"] == datetime(2026, 10, 10, 12, tzinfo=UTC)
    assert quote["effective_from"] == date(2026, 10, 1)


def test_records_keep_their_printed_text() -> None:
    table = read_table(b"a,b\n1,2\n", capture(b""))
    assert (table.columns, table.records[0].text, table.records[0].cells) == (("a", "b"), "1,2", {"a": "1", "b": "2"})
