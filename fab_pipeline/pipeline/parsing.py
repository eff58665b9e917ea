"""From one capture to typed frames: the source's parser, then the contract, and every rejected row with its reason.

Belongs here: the funnel that all captures pass, whatever their source. It reads no file: bytes in, frames out. A capture that cannot be
read at all gives one quarantine row with row number 0, and no other row.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.contracts.validate import check
from fab_pipeline.files import one_line
from fab_pipeline.sources.base import MOST_ROWS, Capture, Parsed, Rejected, Row, Source, UnreadableCaptureError
from fab_pipeline.sources.registry import SOURCES

PARSED_TABLES: Final[tuple[str, ...]] = (
    "price_quotes",
    "training_claims",
    "page_statements",
    "vendor_claims",
    "vendor_pages",
    "specification_facts",
    "quarantine",
)
TABLE_OF_KIND: Final = {"prices": "price_quotes", "disclosures": "training_claims", "vendors": "vendor_claims"}
"""The table that a source of each kind is there for; quarantine names it."""
_TABLE_OF_SOURCE: Final = {"specifications": "specification_facts"}
"""Sources that fill another table than others of their kind."""
_ROW_TEXT_LIMIT: Final = 500

Frames = dict[str, pl.DataFrame]


def parse_capture(body: bytes, capture: Capture, source: Source | None = None) -> Frames:
    """Frames of `PARSED_TABLES` of one capture, each valid by its contract; `source` reads it where the registry has none of that name."""
    source = source or SOURCES[capture.source]
    table = _table_of(source)
    try:
        parsed = source.parse(body, capture)
    except UnreadableCaptureError as error:
        parsed = Parsed(rejected=[Rejected(0, error.reason, error.detail, name=capture.filename)])
    frames: Frames = {}
    rejected = [_quarantine_row(item, capture, table) for item in _bounded(parsed.rejected)]
    for name in PARSED_TABLES[:-1]:
        rows = parsed.rows.get(name, [])
        if not rows:
            frames[name] = empty(TABLES[name])
            continue
        checked = check(typed(TABLES[name], rows), TABLES[name])
        frames[name] = checked.good
        rejected += [
            _quarantine_row(_broken(rows[row["row_index"]], row["reason"], row["detail"]), capture, name)
            for row in checked.rejected.to_dicts()
        ]
    frames["quarantine"] = one_row_per_reason(typed(TABLES["quarantine"], rejected))
    return frames


def refused_capture(capture: Capture, reason: str | None) -> Frames:
    """Frames of a capture that was refused before it was read: one quarantine row. `reason` is 'code: one line'."""
    code, _, detail = (reason or "refused: no reason recorded").partition(": ")
    table = _table_of(SOURCES[capture.source])
    frames: Frames = {name: empty(TABLES[name]) for name in PARSED_TABLES[:-1]}
    frames["quarantine"] = typed(TABLES["quarantine"], [_quarantine_row(Rejected(0, code, detail, name=capture.filename), capture, table)])
    return frames


def _table_of(source: Source) -> str:
    return _TABLE_OF_SOURCE.get(source.name, TABLE_OF_KIND[source.kind])


def _bounded(rejected: list[Rejected]) -> Iterable[Rejected]:
    """The rejected rows, each by itself up to `MOST_ROWS`; how many more there are is one entry for the capture."""
    further = len(rejected) - MOST_ROWS
    yield from islice(rejected, MOST_ROWS)
    if further > 0:
        yield Rejected(0, "further_rows_rejected", f"{further:,} further rows were rejected; the first {MOST_ROWS:,} are listed one by one")


def _quarantine_row(item: Rejected, capture: Capture, table: str) -> Row:
    return {
        "source": capture.source,
        "capture_sha256": capture.sha256,
        "row_number": item.row_number,
        "reason": item.reason,
        "detail": one_line(item.detail),
        "row_name": item.name,
        "row_text": item.text[:_ROW_TEXT_LIMIT] if item.text else None,
        "locator": item.locator,
        "snapshot_id": capture.snapshot_id,
        "observed_at": capture.observed_at,
        "table": table,
    }


def _broken(row: Row, reason: str, detail: str) -> Rejected:
    number = row.get("row_number")
    name = row.get("instance_type") or row.get("model")
    return Rejected(number if isinstance(number, int) else 0, reason, detail, name=str(name) if name else None, text=str(row))


def one_row_per_reason(quarantine: pl.DataFrame) -> pl.DataFrame:
    """One row per (capture, row, reason): the newest observation speaks, and differing details are joined, so that nothing is lost.

    Unchanged bytes are observed many times, and two refused files share the sha256 of the empty body that stands for them.
    """
    if quarantine.is_empty():
        return quarantine
    key = list(TABLES["quarantine"].key)
    others = [pl.col(name).last() for name in quarantine.columns if name not in {*key, "detail"}]
    details = pl.col("detail").unique(maintain_order=True).str.join("; ")
    return (
        quarantine.sort("observed_at", maintain_order=True)
        .group_by(key, maintain_order=True)
        .agg(details, *others)
        .select(quarantine.columns)
    )
