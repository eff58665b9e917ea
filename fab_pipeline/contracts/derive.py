"""What derives from a table declaration: polars schema, empty and typed frames, datapackage schema, data dictionary.

Belongs here: pure functions Table → something else. Dagster's column schema is built in `defs/` from `describe`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts.table import TIMESTAMP, Table

_FRICTIONLESS: Final[dict[pl.DataType, str]] = {
    pl.String(): "string",
    pl.Float64(): "number",
    pl.Int64(): "integer",
    pl.Boolean(): "boolean",
    pl.Date(): "date",
    TIMESTAMP: "datetime",
}


@dataclass(frozen=True)
class ColumnFacts:
    """One column, described for people and machines."""

    name: str
    dtype: pl.DataType
    description: str
    unit: str | None
    words: list[str] | None
    nullable: bool


def describe(table: Table) -> list[ColumnFacts]:
    """Columns of a table in declared order."""
    facts: list[ColumnFacts] = []
    for name, column in table.schema.columns.items():
        metadata: dict[str, Any] = column.metadata or {}
        dtype = column.dtype.type
        instance = dtype() if isinstance(dtype, type) else dtype
        facts.append(ColumnFacts(name, instance, column.description or "", metadata.get("unit"), metadata.get("words"), column.nullable))
    return facts


def polars_schema(table: Table) -> pl.Schema:
    """Schema with which every frame of the table is built: polars would infer from the first rows and turn 1.5 into 1."""
    return pl.Schema({column.name: column.dtype for column in describe(table)})


def empty(table: Table) -> pl.DataFrame:
    """Frame with the table's columns and no row."""
    return pl.DataFrame(schema=polars_schema(table))


def typed(table: Table, rows: Iterable[Mapping[str, object]]) -> pl.DataFrame:
    """Frame of the table from dictionaries; missing columns are null, unknown ones are an error (ValueError)."""
    schema = polars_schema(table)
    records = [dict(row) for row in rows]
    unknown = sorted({name for record in records for name in record} - set(schema))
    if unknown:
        raise ValueError(f"table {table.name} has no columns {', '.join(unknown)}")
    return pl.DataFrame(records, schema=schema, strict=True) if records else empty(table)
