"""Reading the look-alike pages of this folder, and showing claims compactly."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.validate import require
from fab_pipeline.contracts.vendors import VENDOR_CLAIMS, VENDOR_PAGES
from fab_pipeline.sources.base import Capture, Row
from fab_pipeline.sources.vendors.claims_page import parse

PAGES = Path(__file__).parent / "pages"


def read(body: bytes | str, *, media_type: str | None = None, filename: str | None = None) -> tuple[list[Row], Row]:
    """Rows of the claims of some bytes, and the row of the page; both hold to their contracts."""
    raw = body.encode() if isinstance(body, str) else body
    observed_at = datetime(2026, 11, 30, tzinfo=UTC)
    capture = Capture("vendor_page", observed_at, sha256(raw).hexdigest(), origin="ingested", media_type=media_type, filename=filename)
    parsed = parse(raw, capture)
    claims, pages = parsed.rows["vendor_claims"], parsed.rows["vendor_pages"]
    require(typed(VENDOR_CLAIMS, claims), VENDOR_CLAIMS)
    require(typed(VENDOR_PAGES, pages), VENDOR_PAGES)
    text = str(pages[0]["extracted_text"])
    for row in claims:
        start, end = row["char_start"], row["char_end"]
        assert isinstance(start, int)
        assert isinstance(end, int)
        assert text[start:end] == row["span"]
        assert len(str(row["span"])) <= 80
    return claims, pages[0]


def page(name: str) -> tuple[list[Row], Row]:
    """Claims and page row of a look-alike page."""
    return read((PAGES / name).read_bytes(), filename=name.rsplit("/", maxsplit=1)[-1])


def numbers(rows: list[Row]) -> list[tuple[object, ...]]:
    """(metric, value, unit, comparator) of the claims with a number."""
    return [(row["metric"], row["value"], row["unit"], row["comparator"]) for row in rows if row["value"] is not None]


def stated(rows: list[Row]) -> set[tuple[object, ...]]:
    """(metric, yes or no) of the yes/no claims."""
    return {(row["metric"], row["value_bool"]) for row in rows if row["value_kind"] == "boolean"}
