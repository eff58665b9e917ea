"""Tables as Parquet files: validated before the write, written whole, left alone where nothing changed.

Every file is in the table's order, zstd-compressed with statistics, in types that every reader understands (the contracts have no
others), and carries `fab_table`, `fab_content_hash` and what the caller adds as key-value metadata. Does not belong here: which files
exist and where (see `history` and `release`).
"""

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts.table import Table
from fab_pipeline.contracts.validate import require
from fab_pipeline.errors import FabError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.publishing.parquet_reading import DAMAGE

CONTENT_HASH: Final = "fab_content_hash"
TABLE_NAME: Final = "fab_table"

_HASHED_ROWS: Final = 50_000
"""Rows hashed at a time: bounds the memory, does not change the hash."""


class PublishError(FabError):
    """A table or a release cannot be written."""


@dataclass(frozen=True)
class Prepared:
    """A valid frame, ready to be written: columns in declared order, rows in the table's order, and the hash of its data."""

    table: Table
    frame: pl.DataFrame
    content_hash: str


@dataclass(frozen=True)
class WriteResult:
    """What became of a write.

    Attributes:
        changed: False where the file already held the same data and was left alone.
        content_hash: of the data.
        rows: of the table.
        bytes: of the file.
    """

    changed: bool
    content_hash: str
    rows: int
    bytes: int


def write_table(frame: pl.DataFrame, table: Table, path: Path, metadata: Mapping[str, str]) -> WriteResult:
    """Validate a frame and write it, unless the file already holds the same data.

    Args:
        frame: rows of the table.
        table: its contract.
        path: the file; it appears at once, or the old one stays.
        metadata: further key-value metadata, e.g. fab_release_id.

    Raises:
        ContractError: a row breaks the contract; nothing is written.
        PublishError: the file cannot be written (full disk, no permission), or what was written cannot be read back.
    """
    return store(prepare(frame, table), path, metadata)


def prepare(frame: pl.DataFrame, table: Table) -> Prepared:
    """Validate, sort and hash a frame.

    Raises:
        ContractError: a row breaks the contract.
    """
    ordered = require(frame, table).sort(table.order)
    return Prepared(table, ordered, content_hash(ordered))


def store(prepared: Prepared, path: Path, metadata: Mapping[str, str]) -> WriteResult:
    """Write a prepared table, unless the file already holds the same data; see `write_table`."""
    rows = prepared.frame.height
    if stored_hash(path) == prepared.content_hash:
        return WriteResult(False, prepared.content_hash, rows, path.stat().st_size)
    facts = {**metadata, TABLE_NAME: prepared.table.name, CONTENT_HASH: prepared.content_hash}
    # In the file's own metadata and in that of its Arrow schema: pyarrow shows only the latter on a schema or a table that it has read.
    arrow_schema = _arrow_schema(prepared.table).with_metadata(facts)
    buffer = io.BytesIO()
    prepared.frame.write_parquet(buffer, compression="zstd", statistics=True, metadata=facts, arrow_schema=arrow_schema)
    data = buffer.getvalue()
    with explained(PublishError, f"write table {prepared.table.name}"):
        write_whole(path, data, verify=lambda written: _require_readable(written, prepared))
    return WriteResult(True, prepared.content_hash, rows, len(data))


@lru_cache(maxsize=128)
def _arrow_schema(table: Table) -> Any:
    return table.without_rows.to_arrow().schema


def content_hash(frame: pl.DataFrame) -> str:
    """Hash of a frame's columns, types and values, the same in every process and on every machine.

    The frame is hashed as JSON lines: Arrow buffers of equal frames differ (padding, values under nulls, string views).
    """
    digest = hashlib.sha256(json.dumps([(name, str(dtype)) for name, dtype in frame.schema.items()]).encode())
    for part in frame.iter_slices(_HASHED_ROWS):
        digest.update(part.write_ndjson().encode())
    return digest.hexdigest()


def stored_hash(path: Path) -> str | None:
    """Content hash that a file carries; None where there is no such file, or its footer cannot be read."""
    try:
        return pl.read_parquet_metadata(path).get(CONTENT_HASH)
    except DAMAGE:
        return None


def _require_readable(written: Path, prepared: Prepared) -> None:
    """The footer, which ends the file and says what it holds, can be read back."""
    if stored_hash(written) != prepared.content_hash:
        raise PublishError(f"table {prepared.table.name}: the file just written cannot be read back")
