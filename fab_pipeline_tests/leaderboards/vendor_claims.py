"""Claims of made-up vendors, as rows of vendor_claims."""

from datetime import UTC, datetime
from hashlib import sha256
from zlib import crc32

import polars as pl

from fab_pipeline.contracts import VENDOR_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.reading.claims.base_units import si_value
from fab_pipeline.vocabulary.metrics import metrics

MOMENT = datetime(2026, 11, 30, tzinfo=UTC)

Row = dict[str, object]


def claim(
    vendor: str, metric: str | None, value: float | None = None, *, unit: str | None = None, page: str | None = None, **cells: object
) -> Row:
    """One claim; `cells` are columns of vendor_claims, `page` names the page it stands on (the vendor's own unless told)."""
    known = metrics().get(metric or "")
    printed = unit or (known.units[0] if known and known.units and value is not None else None)
    most = cells.get("value_max")
    base, base_max, base_unit = si_value(value, most if isinstance(most, float) else None, printed)
    place = crc32(f"{vendor} {metric} {value}".encode())
    kind = "number" if value is not None else "boolean"
    row: Row = {
        **dict.fromkeys(VENDOR_CLAIMS.columns),
        "entity_kind": "vendor",
        "vendor": vendor,
        "vendor_en": vendor.title(),
        "metric": metric,
        "value_kind": kind,
        "raw": f"{value:g}" if value is not None else None,
        "value": value,
        "value_bool": True if kind == "boolean" else None,
        "unit": printed,
        "si_value": base,
        "si_value_max": base_max,
        "si_unit": base_unit,
        "comparator": "eq" if value is not None else None,
        "magnitude_class": False,
        "is_baseline": False,
        "modality": "capability",
        "dimension": known.dimension if known else None,
        "evidence_class": "vendor_claim",
        "ambiguous": False,
        "span": f"{metric} {value}",
        "char_start": place,
        "char_end": place + 1,
        "line": 1,
        "source": "vendor_page",
        "origin": "ingested",
        "observed_at": MOMENT,
        "capture_sha256": sha256((page or vendor).encode()).hexdigest(),
        "parser_version": "1",
        **cells,
    }
    known_id = repr(sorted((name, str(cell)) for name, cell in row.items()))
    return {**row, "claim_id": sha256(known_id.encode()).hexdigest()[:16]}


def frame(*rows: Row) -> pl.DataFrame:
    """Frame of vendor_claims; rows that are equal to the letter get ids of their own."""
    seen: dict[object, int] = {}
    numbered: list[Row] = []
    for row in rows:
        seen[row["claim_id"]] = seen.get(row["claim_id"], 0) + 1
        numbered.append(dict(row, claim_id=f"{row['claim_id']}:{seen[row['claim_id']]}"))
    return typed(VENDOR_CLAIMS, numbered)
