"""Several answers as one capture: a stored (uncompressed) ZIP of them, byte for byte, and reading it back through an ordinary parser.

    0001.json, 0002.json …   the answers in the order in which they were asked for
    addresses.json           [{"file", "url", "media_type", "method"}], one per answer

Equal answers give equal bytes: there is no time in the file. Belongs here: packing, unpacking, and a parser that reads either one bare
answer or such a file. Does not belong here: asking (`fab_pipeline.collecting`), and what an answer says (the source's own parser).
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Final

from fab_pipeline.sources.base import Capture, Parsed, Parser, Rejected, Row, UnreadableCaptureError
from fab_pipeline.sources.prices.duplicates import without_duplicates

MEDIA_TYPE: Final = "application/vnd.fab-pipeline.answers+zip"
ADDRESSES: Final = "addresses.json"

_ENDINGS: Final[dict[str, str]] = {
    "application/json": "json",
    "text/json": "json",
    "text/csv": "csv",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "txt",
    "application/zip": "zip",
}
_FIRST_MOMENT: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP can hold: the same for all, so that equal answers are equal bytes."""
_ZIP: Final = b"PK\x03\x04"
_MEMBERS_LIMIT: Final = 10_000
_DAMAGE: Final = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, KeyError, TypeError)
"""What the standard library raises for a damaged or exotic ZIP, and what an index of the wrong shape gives."""


@dataclass(frozen=True)
class Part:
    """One answer of a snapshot."""

    body: bytes
    url: str
    media_type: str | None = None
    method: str = "GET"


def pack(parts: Sequence[Part]) -> bytes:
    """The answers as one file; equal answers give equal bytes."""
    names = [f"{number:04}.{_ENDINGS.get(part.media_type or '', 'bin')}" for number, part in enumerate(parts, 1)]
    addresses = [
        {"file": name, "url": part.url, "media_type": part.media_type, "method": part.method}
        for name, part in zip(names, parts, strict=True)
    ]
    index = json.dumps(addresses, ensure_ascii=False, indent=1).encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, body in [*zip(names, (part.body for part in parts), strict=True), (ADDRESSES, index)]:
            archive.writestr(zipfile.ZipInfo(name, _FIRST_MOMENT), body)
    return target.getvalue()


def is_packed(body: bytes, media_type: str | None = None) -> bool:
    """Whether bytes are such a file: by their declared type, or a ZIP that holds an index of addresses."""
    return media_type == MEDIA_TYPE or (body.startswith(_ZIP) and ADDRESSES.encode() in body[-65_536:])


def unpack(body: bytes) -> list[Part]:
    """The answers of such a file.

    Raises:
        UnreadableCaptureError: damaged, compressed, or without its index; one line.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            members = archive.infolist()
            # Stored members are as large as the file itself: nothing that is unpacked here can be larger than what was handed in.
            packed = next((member for member in members if member.compress_type != zipfile.ZIP_STORED), None)
            if packed is not None or len(members) > _MEMBERS_LIMIT or sum(member.file_size for member in members) > len(body):
                raise UnreadableCaptureError("not_stored_answers", "a file of several answers holds them uncompressed, each once")
            index: Any = json.loads(archive.read(ADDRESSES))
            parts = [
                Part(archive.read(str(item["file"])), str(item["url"]), _text(item["media_type"]), str(item["method"])) for item in index
            ]
    except RecursionError:
        raise UnreadableCaptureError("damaged_answers", f"{ADDRESSES} is nested too deeply") from None
    except _DAMAGE as error:
        what = " ".join(str(error).split())[:200]
        raise UnreadableCaptureError("damaged_answers", f"the file of several answers cannot be unpacked: {what}") from None
    if not parts:
        raise UnreadableCaptureError("no_rows", "the file of several answers holds none")
    return parts


def reading_answers(parse: Parser) -> Parser:
    """A parser that reads one bare answer as before, and every answer of a packed snapshot as if it had come alone.

    Row numbers run on from answer to answer, and locators say which answer. An answer that cannot be read is one rejected row 0 with its
    address, and the others are read; only if none can be read the capture is unreadable. An offer that stands in several answers counts
    once (pages of a list that changes while it is read overlap).
    """

    @wraps(parse)
    def read(body: bytes, capture: Capture) -> Parsed:
        if not is_packed(body, capture.media_type):
            return parse(body, capture)
        parts = unpack(body)
        addresses = frozenset(part.url for part in parts)
        merged = _Merged()
        for number, part in enumerate(parts, 1):
            told = replace(capture, url=part.url, media_type=part.media_type, other_answers=addresses - {part.url})
            merged.add(number, lambda body=part.body, told=told: parse(body, told), part.url)
        return merged.parsed(len(parts))

    return read


class _Merged:
    """Rows of several answers on their way into one capture."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {}
        self.rejected: list[Rejected] = []
        self.faults: list[UnreadableCaptureError] = []
        self.last = 0

    def add(self, number: int, read: Callable[[], Parsed], url: str) -> None:
        """Read one answer and let its row numbers run on."""
        where = f"answer {number}"
        try:
            parsed = read()
        except UnreadableCaptureError as fault:
            self.faults.append(fault)
            self.rejected.append(Rejected(0, fault.reason, f"{where} ({url}): {fault.detail}", name=url, locator=where))
            return
        offset = self.last
        numbers = [_number(row) for rows in parsed.rows.values() for row in rows] + [entry.row_number for entry in parsed.rejected]
        self.last += max(numbers, default=0)
        for table, rows in parsed.rows.items():
            self.rows.setdefault(table, []).extend(_moved(row, offset, where) for row in rows)
        for entry in parsed.rejected:
            run_on = entry.row_number + offset if entry.row_number else 0
            self.rejected.append(replace(entry, row_number=run_on, locator=_within(where, entry.locator)))

    def parsed(self, answers: int) -> Parsed:
        """All rows.

        Raises:
            UnreadableCaptureError: not one answer could be read; the first one's reason.
        """
        if len(self.faults) == answers:
            raise UnreadableCaptureError(
                self.faults[0].reason, f"none of {answers} answers can be read; the first: {self.faults[0].detail}"
            )
        quotes, twins = without_duplicates(self.rows.get("price_quotes", []))
        rows = self.rows | ({"price_quotes": quotes} if "price_quotes" in self.rows else {})
        return Parsed(rows, _by_number([*self.rejected, *twins]))


def _moved(row: Row, offset: int, where: str) -> Row:
    number, snapshot, quote = _number(row), row.get("snapshot_id"), row.get("quote_id")
    moved = {**row, "row_number": number + offset, "locator": _within(where, row.get("locator"))}
    if isinstance(quote, str) and isinstance(snapshot, str):
        # A quote is named by its snapshot and row ("<snapshot>:<row>[:<part>]"): the name moves with the row.
        moved["quote_id"] = f"{snapshot}:{number + offset}{quote.removeprefix(f'{snapshot}:{number}')}"
    return moved


def _number(row: Row) -> int:
    number = row.get("row_number")
    return number if isinstance(number, int) else 0


def _within(where: str, locator: object) -> str:
    return f"{where}, {locator}" if locator else where


def _by_number(rejected: Iterable[Rejected]) -> list[Rejected]:
    return sorted(rejected, key=lambda entry: entry.row_number)


def _text(value: object) -> str | None:
    return None if value is None else str(value)
