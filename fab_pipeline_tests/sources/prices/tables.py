"""Helpers of the price-source tests: captures and small tables written on the spot."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256

import pyarrow as pa
import pyarrow.parquet as pq

from fab_pipeline.sources.base import Capture

SEEN = datetime(2026, 10, 10, 18, 0, tzinfo=UTC)

ROW: dict[str, object] = {
    "source": "my_price_list",
    "provider": "Nebius",
    "observed_at": "2026-10-10T12:00:00Z",
    "accelerator_model": "H100",
    "accelerator_count": 8,
    "price_per_instance_hour": 24.0,
    "currency": "USD",
    "purchase_option": "on_demand",
    "price_kind": "list",
}
"""A row with the required columns only."""


def capture(body: bytes, filename: str | None = None) -> Capture:
    return Capture("price_table", SEEN, sha256(body).hexdigest(), "ingested", filename=filename)


def row(**changes: object) -> dict[str, object]:
    return {**ROW, **changes}


def csv_table(rows: Iterable[Mapping[str, object]], delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    rows = list(rows)
    columns = list(dict.fromkeys(name for entry in rows for name in entry))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, delimiter=delimiter, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode(encoding)


def json_lines(rows: Iterable[Mapping[str, object]]) -> bytes:
    return "".join(json.dumps(entry) + "\n" for entry in rows).encode()


def parquet_table(rows: Iterable[Mapping[str, object]]) -> bytes:
    rows = list(rows)
    columns = list(dict.fromkeys(name for entry in rows for name in entry))
    target = pa.BufferOutputStream()
    pq.write_table(pa.table({name: [entry.get(name) for entry in rows] for name in columns}), target)
    return target.getvalue().to_pybytes()
