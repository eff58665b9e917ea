"""Rows of a Parquet price table as plain Python values.

Belongs here: the one place where pyarrow reads bytes of unknown origin, with its limits and its many ways to fail. Does not belong
here: column names and what the cells mean.
"""

from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from fab_pipeline.sources.base import UnreadableCaptureError

PARQUET_MAGIC: Final = b"PAR1"
MAX_COLUMNS: Final = 500
MAX_UNPACKED_BYTES: Final = 2 * 1024**3
"""Unpacked size that a file may declare: a small file can unpack to far more than a machine has."""

# What pyarrow raises on damaged bytes, and what Python raises on values it cannot hold (years past 9999, unknown time zones).
_DAMAGE: Final = (pa.ArrowException, OSError, ValueError, OverflowError, KeyError, NotImplementedError)


def read_parquet(body: bytes, max_rows: int) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Column names as printed, and the rows.

    Args:
        body: the file; it begins with PAR1.
        max_rows: most rows that are taken.

    Raises:
        UnreadableCaptureError: cut short, damaged or too large; one line.
    """
    if not body.endswith(PARQUET_MAGIC) or len(body) < 12:
        raise UnreadableCaptureError("truncated_parquet", f"the Parquet file is cut short: its {len(body):,} bytes do not end with PAR1")
    try:
        file = pq.ParquetFile(pa.BufferReader(body))
        _check_size(file.metadata, max_rows)
        table = file.read(use_threads=False)
        columns = [_values(column) for column in table.columns]
    except UnreadableCaptureError:
        raise
    except _DAMAGE as error:
        reason = "".join(sign for sign in " ".join(str(error).split())[:200] if sign.isprintable())  # it quotes bytes of the file
        raise UnreadableCaptureError("damaged_parquet", f"the Parquet file is damaged: {reason}") from error
    return tuple(table.column_names), list(zip(*columns, strict=True))


def _check_size(metadata: Any, max_rows: int) -> None:
    if metadata.num_rows > max_rows:
        raise UnreadableCaptureError("too_many_rows", f"the Parquet file has {metadata.num_rows:,} rows, more than {max_rows:,}")
    if metadata.num_columns > MAX_COLUMNS:
        raise UnreadableCaptureError("too_many_columns", f"the Parquet file has {metadata.num_columns:,} columns, more than {MAX_COLUMNS}")
    unpacked = sum(metadata.row_group(index).total_byte_size for index in range(metadata.num_row_groups))
    if unpacked > MAX_UNPACKED_BYTES:
        raise UnreadableCaptureError("too_large", f"the Parquet file unpacks to {unpacked:,} bytes, more than {MAX_UNPACKED_BYTES:,}")


def _values(column: Any) -> list[object]:
    """Python values; nanoseconds are cut to microseconds, which is all that a Python timestamp holds."""
    if pa.types.is_timestamp(column.type) and column.type.unit == "ns":
        column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
    values: list[object] = column.to_pylist()
    return values
