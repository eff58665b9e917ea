"""From the bytes of a price table to records: which format it is, and its rows as cells by column name.

Belongs here: telling CSV, JSON lines and Parquet apart, decoding, column names, limits. The bytes may come from anybody: whatever is
wrong with the file as a whole is one `UnreadableCaptureError` line, whatever is wrong with one record is its `fault`. Does not belong
here: what the cells mean (see `price_table`). Parquet is read in `table_parquet`.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from fab_pipeline.sources.base import MOST_ROWS, Capture, UnreadableCaptureError
from fab_pipeline.sources.prices.table_parquet import MAX_COLUMNS, PARQUET_MAGIC, read_parquet

MAX_LINE_BYTES: Final = 1024 * 1024
"""A line of a price table is a few hundred bytes; one of more than 1 MiB is not a row of anything we read."""

_BOMS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_PACKED: Final = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "a ZIP file or an Excel workbook", b"(\xb5/\xfd": "Zstandard", b"BZh": "bzip2"}
_DELIMITERS: Final = (",", ";", "\t")


@dataclass(frozen=True)
class Record:
    """One row of the file.

    Attributes:
        number: counted from 1 among the rows (the header is not a row, blank lines do not count).
        cells: by normalised column name; empty where `fault` is set.
        text: the row as printed.
        fault: reason and detail of a row that cannot be taken apart.
        locator: where in the file.
    """

    number: int
    cells: dict[str, object]
    text: str
    fault: tuple[str, str] | None = None
    locator: str | None = None


@dataclass(frozen=True)
class TableFile:
    """A file taken apart: its column names (normalised, in order) and its records."""

    columns: tuple[str, ...]
    records: list[Record] = field(default_factory=list[Record])


def read_table(body: bytes, capture: Capture) -> TableFile:
    """Take a price table apart.

    Args:
        body: CSV (comma, semicolon or tab), JSON lines or Parquet. Text is UTF-8, or UTF-16 with a byte order mark.
        capture: for the file name.

    Raises:
        UnreadableCaptureError: the file as a whole cannot be read; one line.
    """
    if not body.strip(b"\x00 \t\r\n"):
        raise UnreadableCaptureError("empty_file", "the file is empty; a source that offers nothing must say so, an empty file does not")
    if body.startswith(PARQUET_MAGIC):
        columns, rows = read_parquet(body, MOST_ROWS)
        names = column_names(columns)
        records = [Record(number, dict(zip(names, row, strict=True)), _shown(columns, row)) for number, row in enumerate(rows, 1)]
        return TableFile(names, records)
    for magic, what in _PACKED.items():
        if body.startswith(magic):
            raise UnreadableCaptureError("packed_file", f"the file is {what}; hand in plain CSV, JSON lines or Parquet")
    if (capture.filename or "").lower().endswith((".parquet", ".pq")):
        raise UnreadableCaptureError("not_parquet", "the file is named as Parquet but does not begin with PAR1")
    text = _decoded(body)
    start = text.lstrip()
    if start.startswith("["):
        raise UnreadableCaptureError("json_array", "the file is one JSON array; write one JSON object per line instead")
    return _json_lines(text) if start.startswith("{") else _csv(text)


def column_names(printed: Sequence[str]) -> tuple[str, ...]:
    """Column names as this project writes them: without surplus spaces, lower case, words joined by "_".

    Raises:
        UnreadableCaptureError: two columns have the same name, or there are too many.
    """
    names = tuple("_".join(name.strip().strip("\ufeff").lower().replace("-", " ").split()) for name in printed)
    if len(names) > MAX_COLUMNS:
        raise UnreadableCaptureError("too_many_columns", f"the table has {len(names):,} columns, more than {MAX_COLUMNS}")
    twice = sorted(name for name, times in Counter(names).items() if name and times > 1)
    if twice:
        raise UnreadableCaptureError("duplicate_column", f"the table has the column {', '.join(twice)} more than once")
    return names


def _decoded(body: bytes) -> str:
    encoding, skip = next(((name, len(bom)) for bom, name in _BOMS if body.startswith(bom)), ("utf-8", 0))
    try:
        text = body[skip:].decode(encoding)
    except UnicodeDecodeError as error:
        at = skip + error.start
        line = body.count(b"\n", 0, at) + 1
        raise UnreadableCaptureError(
            "wrong_encoding", f"byte {at + 1} (line {line}) is not {encoding.upper()}; save the file as UTF-8"
        ) from error
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise UnreadableCaptureError("nul_characters", f"line {line} has a NUL character; this is not a text file")
    _check_lines(text)
    return text


def _check_lines(text: str) -> None:
    start, number = 0, 0
    while start < len(text):
        number += 1
        if number > MOST_ROWS:
            raise UnreadableCaptureError("too_many_rows", f"the file has more than {MOST_ROWS:,} lines; hand it in in parts")
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end - start > MAX_LINE_BYTES:
            raise UnreadableCaptureError(
                "line_too_long", f"line {number} has {end - start:,} characters; a row has at most {MAX_LINE_BYTES:,}"
            )
        start = end + 1


def _json_lines(text: str) -> TableFile:
    names: dict[str, None] = {}
    records: list[Record] = []
    for line_number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        number, locator = len(records) + 1, f"line {line_number}"
        cells, fault = _json_object(line)
        names.update(dict.fromkeys(cells))
        records.append(Record(number, cells, line.strip(), fault, locator))
    if records and not names:
        reason, detail = records[0].fault or ("not_an_object", "the line is an empty object")
        raise UnreadableCaptureError(reason, f"no line is a JSON object with columns ({records[0].locator}: {detail}); write one per line")
    return TableFile(tuple(names), records)


def _json_object(line: str) -> tuple[dict[str, object], tuple[str, str] | None]:
    try:
        value: object = json.loads(line)
    except RecursionError:
        return {}, ("broken_json", "the line is nested too deeply to be a row")
    except ValueError as error:
        return {}, ("broken_json", f"the line is not a JSON object: {error}")
    if not isinstance(value, dict):
        return {}, ("not_an_object", "the line is JSON but not an object with columns")
    printed = [str(name) for name in value]
    try:
        return dict(zip(column_names(printed), value.values(), strict=True)), None
    except UnreadableCaptureError as error:
        return {}, (error.reason, error.detail)


def _csv(text: str) -> TableFile:
    delimiter, text = _delimiter(text)
    rows = _csv_rows(text, delimiter)
    header = next(rows, None)
    if header is None:
        raise UnreadableCaptureError("empty_file", "the file has no header and no row")
    names = column_names(header[1])
    records: list[Record] = []
    for line_number, cells in rows:
        if any(cell.strip() for cell in cells):
            records.append(_csv_record(len(records) + 1, names, cells, f"line {line_number}", delimiter))
    return TableFile(tuple(name for name in names if name), records)


def _csv_rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the number of their first line; blank lines are passed over."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line_number = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise UnreadableCaptureError(
                "broken_csv", f"line {reader.line_num}: {error}; look for a quotation mark that is not closed or not doubled"
            ) from error
        if cells:
            yield line_number, cells


def _csv_record(number: int, names: tuple[str, ...], cells: list[str], locator: str, delimiter: str) -> Record:
    text = delimiter.join(cells)
    surplus = any(cell.strip() for cell in cells[len(names) :])
    if len(cells) < len(names) or surplus:
        return Record(number, {}, text, ("ragged_row", f"the row has {len(cells)} cells, the header has {len(names)}"), locator)
    unnamed = [cell for name, cell in zip(names, cells, strict=False) if not name and cell.strip()]
    if unnamed:
        return Record(number, {}, text, ("ragged_row", f"the cell {unnamed[0]!r} stands under no column name"), locator)
    return Record(number, {name: cell for name, cell in zip(names, cells, strict=False) if name}, text, None, locator)


def _delimiter(text: str) -> tuple[str, str]:
    """Delimiter of a CSV text, and the text without Excel's "sep=" line: the one that cuts the header into most columns."""
    first, _, rest = text.lstrip().partition("\n")
    if first.lower().startswith("sep=") and first[4:].rstrip("\r") in _DELIMITERS:
        return first[4:].rstrip("\r"), "\n" + rest
    return max(_DELIMITERS, key=first.count), text


def _shown(columns: Sequence[str], row: Sequence[object]) -> str:
    return "; ".join(f"{name}={value}" for name, value in zip(columns, row, strict=True) if value is not None)
