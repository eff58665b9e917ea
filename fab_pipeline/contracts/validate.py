"""The gate: a frame is checked against its contract before anything is written.

Belongs here: turning pandera's verdict into reasons per row (`check`), or into one error for tables that must be whole (`require`).
Frames are eager: pandera lets a LazyFrame through with its values unchecked. Nothing is dropped: every row is either good or rejected
with a reason. Does not belong here: the rules themselves (they are declared with the tables) and where rejected rows go.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pandera.polars as pa
import polars as pl

from fab_pipeline.contracts.derive import polars_schema
from fab_pipeline.contracts.sound import is_sound
from fab_pipeline.contracts.table import Table
from fab_pipeline.errors import FabError

REJECTED_SCHEMA: Final = pl.Schema({"row_index": pl.Int64, "reason": pl.String, "detail": pl.String})

_UNIQUENESS: Final = "multiple_fields_uniqueness"

_Explain = Callable[[dict[str, Any]], str]

_REASONS: Final[dict[str, tuple[str, _Explain]]] = {
    "word": ("unknown_word", lambda facts: f"is not one of {', '.join(map(str, facts['allowed_values']))}"),
    "finite": ("not_finite", lambda _: "is not a finite number"),
    "greater_than_or_equal_to": ("below_minimum", lambda facts: f"is below {facts['min_value']}"),
    "greater_than": ("not_above_minimum", lambda facts: f"is not above {facts['min_value']}"),
}
"""Reason code and words by the name of the check; any other check gives its own name and error text."""


class ContractError(FabError):
    """A frame breaks its contract. The message is one line that names table, column, row and value."""


@dataclass(frozen=True)
class Checked:
    """A frame, parted by its contract.

    Attributes:
        good: rows that keep the contract, in the declared order of columns and the given order of rows.
        rejected: row_index (position in the given frame, from 0), reason (code), detail (one line); one row per row and reason.
    """

    good: pl.DataFrame
    rejected: pl.DataFrame


def check(frame: pl.DataFrame, table: Table) -> Checked:
    """Part a frame into rows that keep the contract and rows that do not.

    A row is first judged by its own values; then, among those left, of identical rows the first stays, and rows that share a key but
    differ are all rejected: nobody can say which is right.

    Args:
        frame: rows of the table; columns in any order.
        table: its declaration.

    Raises:
        TypeError: the frame is not eager.
        ContractError: a column is missing, unknown or of another type: no row can be judged.
    """
    shaped = _shaped(frame, table)
    if is_sound(shaped, table):
        return Checked(shaped, pl.DataFrame(schema=REJECTED_SCHEMA))
    broken = _value_failures(shaped, table)
    numbered = shaped.with_row_index("row_index").with_columns(pl.col("row_index").cast(pl.Int64))
    sound = numbered.join(broken, on="row_index", how="anti", maintain_order="left")
    repeated = _key_failures(sound, table)
    good = sound.join(repeated, on="row_index", how="anti", maintain_order="left").drop("row_index")
    rejected = pl.concat([broken, repeated]).sort("row_index", "reason")
    if not rejected.is_empty():
        _require_pandera(good, table)
    return Checked(good, rejected)


def require(frame: pl.DataFrame, table: Table) -> pl.DataFrame:
    """The frame with its columns in declared order, if every row keeps the contract.

    Args:
        frame: rows of the table; columns in any order.
        table: its declaration.

    Raises:
        TypeError: the frame is not eager.
        ContractError: it does not; the message names the first row that fails.
    """
    checked = check(frame, table)
    if checked.rejected.is_empty():
        return checked.good
    index, reason, detail = checked.rejected.row(0)
    key = ", ".join(f"{column}={frame[column][index]}" for column in table.key)
    failing = checked.rejected["row_index"].n_unique()
    more = f" (and {failing - 1} more rows)" if failing > 1 else ""
    raise ContractError(f"table {table.name}: row {index + 1} ({key}): {reason}: {detail}{more}")


def _shaped(frame: pl.DataFrame, table: Table) -> pl.DataFrame:
    if not isinstance(frame, pl.DataFrame):  # pyright: ignore[reportUnnecessaryIsInstance] -- a LazyFrame would pass pandera unchecked
        raise TypeError(f"table {table.name}: an eager polars DataFrame is needed, not {type(frame).__name__}")
    declared = polars_schema(table)
    if missing := [name for name in declared if name not in frame.columns]:
        raise ContractError(f"table {table.name}: missing columns: {', '.join(missing)}")
    if unknown := [name for name in frame.columns if name not in declared]:
        raise ContractError(f"table {table.name}: unknown columns: {', '.join(unknown)}")
    schema = frame.schema
    if wrong := [f"{name} is {schema[name]}, not {dtype}" for name, dtype in declared.items() if schema[name] != dtype]:
        raise ContractError(f"table {table.name}: wrong types: {', '.join(wrong)}")
    return frame if frame.columns == list(declared) else frame.select(list(declared))


def _value_failures(shaped: pl.DataFrame, table: Table) -> pl.DataFrame:
    """Rows whose own values break a rule, one row per row and reason. Repeated keys are left to `_key_failures`."""
    if shaped.is_empty():
        return pl.DataFrame(schema=REJECTED_SCHEMA)
    try:
        table.schema.validate(shaped, lazy=True)
    except pa.errors.SchemaErrors as error:
        cases = error.failure_cases.filter(pl.col("check") != _UNIQUENESS)
    else:
        return pl.DataFrame(schema=REJECTED_SCHEMA)
    if unplaced := cases.filter(pl.col("index").is_null()).to_dicts():
        raise ContractError(f"table {table.name}: {unplaced[0]['column']}: {unplaced[0]['check']}: {unplaced[0]['failure_case']}")
    failures = [(case["index"], *_explained(case, table)) for case in cases.iter_rows(named=True)]
    frame = pl.DataFrame(failures, schema=REJECTED_SCHEMA, orient="row")
    return frame.group_by("row_index", "reason", maintain_order=True).agg(pl.col("detail").str.join("; "))


def _explained(case: dict[str, Any], table: Table) -> tuple[str, str]:
    """Reason code and one line of one failure case of pandera."""
    if case["check"] == "not_nullable":
        return "null_value", f"{case['column']} is null"
    number = case["check_number"]
    if case["schema_context"] == "DataFrameSchema":
        rule: pa.Check = (table.schema.checks or [])[number]
        return str(rule.name), str(rule.error)
    rule = table.schema.columns[case["column"]].checks[number]
    if rule.name not in _REASONS:
        return str(rule.name), f"{case['column']} {case['failure_case']}: {rule.error}"
    reason, explain = _REASONS[rule.name]
    return reason, f"{case['column']} {case['failure_case']} {explain(rule.statistics or {})}"


def _key_failures(sound: pl.DataFrame, table: Table) -> pl.DataFrame:
    """Rows that repeat a key: copies after the first, and all rows of a key whose rows differ."""
    repeated = sound.filter(pl.struct(table.key).is_duplicated())
    if repeated.is_empty():
        return pl.DataFrame(schema=REJECTED_SCHEMA)
    content = pl.struct(table.columns)
    conflicting = content.n_unique().over(table.key) > 1
    key = pl.format(", ".join(f"{column}={{}}" for column in table.key), *(pl.col(column).cast(pl.String) for column in table.key))
    judged = repeated.with_columns(
        reason=pl.when(conflicting)
        .then(pl.lit("duplicate_key"))
        .when(~content.is_first_distinct())
        .then(pl.lit("duplicate_row"))
        .otherwise(None),
        detail=pl.format("{}: {}", key, pl.when(conflicting).then(pl.lit("rows that differ share this key")).otherwise(pl.lit("repeated"))),
    )
    return judged.filter(pl.col("reason").is_not_null()).select(REJECTED_SCHEMA.names())


def _require_pandera(good: pl.DataFrame, table: Table) -> None:
    """What is left must pass as a whole: a rule whose failures could not be placed must not slip through."""
    try:
        table.schema.validate(good, lazy=True)
    except pa.errors.SchemaErrors as error:
        case = error.failure_cases.row(0, named=True)
        raise ContractError(f"table {table.name}: {case['column']}: {case['check']}: {case['failure_case']}") from error
