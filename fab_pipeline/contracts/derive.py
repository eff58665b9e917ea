"""What derives from a table declaration: polars schema, empty and typed frames, datapackage schema, data dictionary.

Belongs here: pure functions Table → something else. Dagster's column schema is built in `defs/` from `describe`. Does not belong here:
checking a frame (see `validate`) and writing a file.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import words as vocabulary
from fab_pipeline.contracts.table import TIMESTAMP, Table

_HALF: Final = re.compile(r"[\ud800-\udfff]")
_FRICTIONLESS: Final[dict[pl.DataType, str]] = {
    pl.String(): "string",
    pl.Float64(): "number",
    pl.Int64(): "integer",
    pl.Boolean(): "boolean",
    pl.Date(): "date",
    TIMESTAMP: "datetime",
}
"""Field types of the Table Schema standard, https://specs.frictionlessdata.io/table-schema/ (read 2026-11-30)."""


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
    for name, dtype in table.without_rows.schema.items():
        column = table.schema.columns[name]
        metadata: dict[str, Any] = column.metadata or {}
        facts.append(ColumnFacts(name, dtype, column.description or "", metadata.get("unit"), metadata.get("words"), column.nullable))
    return facts


def polars_schema(table: Table) -> pl.Schema:
    """Schema with which every frame of the table is built: polars would infer from the first rows and turn 1.5 into 1."""
    return table.without_rows.schema


def empty(table: Table) -> pl.DataFrame:
    """Frame with the table's columns and no row."""
    return table.without_rows.clone()


def typed(table: Table, rows: Iterable[Mapping[str, object]]) -> pl.DataFrame:
    """Frame of the table from dictionaries; missing columns are null, unknown ones are an error (ValueError).

    Half a character (a lone surrogate, as JSON of others may have it) becomes U+FFFD: no file can hold it.
    """
    schema = polars_schema(table)
    records = list(rows)
    unknown = sorted(set[str]().union(*records) - set(schema))
    if unknown:
        raise ValueError(f"table {table.name} has no columns {', '.join(unknown)}")
    if not records:
        return empty(table)
    try:
        return pl.DataFrame(records, schema=schema, strict=True)
    except UnicodeEncodeError:
        whole = [{name: _whole(cell) for name, cell in record.items()} for record in records]
        return pl.DataFrame(whole, schema=schema, strict=True)


def _whole(cell: object) -> object:
    return _HALF.sub("\ufffd", cell) if isinstance(cell, str) else cell


def resource_schema(table: Table) -> dict[str, Any]:
    """Table Schema of the table, as `datapackage.json` carries it: fields with type, unit and constraints, and the primary key."""
    return {"fields": [_field(column, table) for column in describe(table)], "primaryKey": list(table.key)}


def data_dictionary(tables: Iterable[Table]) -> str:
    """Markdown that describes every column of every table, and every word that a column may take."""
    sections = [_DICTIONARY_HEAD, *(_table_section(table) for table in tables), _words_section()]
    return "\n\n".join(sections) + "\n"


_DICTIONARY_HEAD: Final = """\
# Data dictionary

Generated from `fab_pipeline/contracts/`; do not edit. Times are UTC, money is in the currency named and never converted, ratios that
we compute are fractions. A null has its reasons in `null_reasons` of the same row, where the table has that column."""


def _field(column: ColumnFacts, table: Table) -> dict[str, Any]:
    constraints: dict[str, Any] = {}
    if not column.nullable:
        constraints["required"] = True
    if column.words:
        constraints["enum"] = column.words
    for check in table.schema.columns[column.name].checks:
        if check.name == "greater_than_or_equal_to":
            constraints["minimum"] = (check.statistics or {})["min_value"]
    field: dict[str, Any] = {"name": column.name, "type": _FRICTIONLESS[column.dtype], "description": column.description}
    if column.unit:
        field["unit"] = column.unit
    if constraints:
        field["constraints"] = constraints
    return field


def _table_section(table: Table) -> str:
    place = f"`data/latest/{table.name}.parquet`" if table.published else f"`data/history/{table.name}/`"
    lines = [
        f"## {table.name}",
        "",
        f"One row is {table.row}. Key: {', '.join(f'`{column}`' for column in table.key)}. File: {place}.",
        "",
        "| column | type | unit | null | description |",
        "|---|---|---|---|---|",
    ]
    for column in describe(table):
        words = f"; one of: {', '.join(column.words)}" if column.words else ""
        cells = (f"`{column.name}`", _FRICTIONLESS[column.dtype], column.unit or "", "yes" if column.nullable else "no")
        lines.append(f"| {' | '.join(cells)} | {_escaped(column.description + words)} |")
    return "\n".join(lines)


def _words_section() -> str:
    lists = {name: value for name, value in vars(vocabulary).items() if name.isupper() and isinstance(value, dict)}
    lines = ["## Words", "", "What each word of a closed list means."]
    for name, words in lists.items():
        lines += ["", f"### {name.lower().replace('_', ' ')}", "", "| word | meaning |", "|---|---|"]
        lines += [f"| {word} | {_escaped(meaning)} |" for word, meaning in words.items()]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
