"""The chain of one cell: what it is, how it came about, which claims or quotes stand behind it, and where their bytes are.

Belongs here: turning rows of a release into lines for people. It reads only the release, so that it explains what was published. Does
not belong here: the claims and their verdicts (`explain_claims`).
"""

from collections.abc import Iterator
from typing import Final

import polars as pl

from fab_pipeline.commands.explain_claims import claim_address, claim_lines
from fab_pipeline.commands.specification_chain import CHAINED_TABLES, specification_chain
from fab_pipeline.commands.vendor_chain import VENDOR_TABLES, vendor_chain
from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import describe
from fab_pipeline.contracts.table import Table
from fab_pipeline.contracts.training import TRAINING_QUANTITIES
from fab_pipeline.errors import UsageError
from fab_pipeline.figures import number_text
from fab_pipeline.publishing.releases import Release

RENT_COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "recomputed_cost_usd": ("accelerator_hours", "accelerators"),
    "recomputed_cost_low_usd": ("accelerator_hours", "accelerators"),
    "recomputed_cost_median_usd": ("accelerator_hours", "accelerators"),
    "recomputed_cost_high_usd": ("accelerator_hours", "accelerators"),
    "rent_usd_per_accelerator_hour": ("accelerators",),
    "proxy_recomputed_cost_usd": ("accelerator_hours", "accelerators"),
    "recomputed_cost_at_release_usd": ("accelerator_hours", "released"),
    "rent_at_release_usd_per_accelerator_hour": ("accelerators", "released"),
    "recomputed_to_disclosed_ratio": ("accelerator_hours", "accelerators", "disclosed_cost_usd"),
    "usd_per_accelerator_hour": ("disclosed_cost_usd", "accelerator_hours"),
    "break_even_usd_per_accelerator_hour": ("disclosed_cost_usd", "accelerator_hours"),
    "cost_per_million_tokens_usd": ("disclosed_cost_usd", "training_tokens"),
    "implied_accelerator_hours_low": ("accelerator_count", "duration_days"),
    "implied_accelerator_hours_high": ("accelerator_count", "duration_days"),
    "implied_recomputed_cost_low_usd": ("accelerator_count", "duration_days", "accelerators"),
    "implied_recomputed_cost_high_usd": ("accelerator_count", "duration_days", "accelerators"),
}
"""Computed columns of training_cost and the disclosed quantities they come from."""


def explain_cell(release: Release, table_name: str, key: str, column: str | None) -> list[str]:
    """Lines that explain one cell, or one row where no column is named.

    Args:
        release: the release to read.
        table_name: a table of the release.
        key: key values joined by '|'; a table with one key column takes its value.
        column: a column of the table.

    Raises:
        UsageError: no such table, row or column; says which there are.
    """
    table = TABLES.get(table_name)
    if table is None:
        raise UsageError(f"there is no table {table_name!r}; tables are {', '.join(TABLES)}")
    row = _row(release.read(table_name), table, key)
    if column is not None and column not in row:
        raise UsageError(f"{table_name} has no column {column!r}; it has {', '.join(table.columns)}")
    return list(_lines(release, table, row, column))


def _row(frame: pl.DataFrame, table: Table, key: str) -> dict[str, object]:
    wanted = _parts(key)
    rows = frame.select(table.key).iter_rows()
    found = next((index for index, values in enumerate(rows) if _is_key(values, wanted)), None)
    if found is not None:
        return frame.row(found, named=True)
    examples = [" | ".join(map(str, values)) for values in frame.select(table.key).head(8).iter_rows()]
    has = f"it has, for example, {'; '.join(examples)}" if examples else "it is empty"
    raise UsageError(f"{table.name} has no row {key!r}; {has}; its key is {' | '.join(table.key)}")


def _parts(key: str) -> list[str]:
    return [part.strip() for part in key.split("|")]


def _is_key(values: tuple[object, ...], wanted: list[str]) -> bool:
    """Whether what was written names these key values; a value may hold '|' itself, and a number may be written with fewer digits."""
    own = [(part, value) for value in values for part in _parts(str(value))]
    return len(own) == len(wanted) and all(
        text == part or (isinstance(value, float) and text == f"{value:g}") for (part, value), text in zip(own, wanted, strict=True)
    )


def _lines(release: Release, table: Table, row: dict[str, object], column: str | None) -> Iterator[str]:
    key = " | ".join(str(row[name]) for name in table.key)
    yield f"{table.name} {key}   (release {release.release_id})"
    reasons = _reasons(row)
    for fact in describe(table):
        if fact.name not in (column,) and (column is not None or row[fact.name] is None):
            continue
        unit = f" {fact.unit}" if fact.unit and fact.unit not in ("1", "label") else ""
        yield f"  {fact.name} = {_value(row[fact.name])}{unit if row[fact.name] is not None else ''}"
        if column is not None:
            yield f"  rule: {fact.description}"
            if row[fact.name] is None:
                yield f"  blank because: {reasons.get(fact.name, 'no reason recorded')}"
    if table.name == "training_cost":
        yield from _run_chain(release, row, column)
    if table.name in VENDOR_TABLES:
        yield from vendor_chain(release, table.name, row, column)
    if table.name in CHAINED_TABLES:
        yield from specification_chain(release, table.name, row)
    if table.name != "training_cost" or column is None or "accelerators" in RENT_COLUMNS.get(column, ()):
        yield from _quote_chain(release, row)


def _run_chain(release: Release, row: dict[str, object], column: str | None) -> Iterator[str]:
    quantities = RENT_COLUMNS.get(column, (_base(column),)) if column else tuple(TRAINING_QUANTITIES)
    yield from claim_lines(release.read("training_claims"), str(row["run_id"]), quantities)
    about = release.read("findings").filter((pl.col("subject_table") == "training_cost") & (pl.col("subject_key") == row["run_id"]))
    if column is not None:
        about = about.filter(pl.col("quantity").is_in([*quantities, column]) | pl.col("effect").str.contains(column, literal=True))
    for finding in about.to_dicts():
        yield f"  finding {finding['severity']} {finding['code']}: {finding['message_en']}"
        yield from (f"    {part}" for part in (finding["arithmetic"], finding["effect"]) if part)


def _quote_chain(release: Release, row: dict[str, object]) -> Iterator[str]:
    for name in ("winning_quote_id", "rent_winning_quote_id", "quote_id"):
        if row.get(name) is None:
            continue
        for quote in release.read("price_quotes").filter(pl.col("quote_id") == row[name]).to_dicts():
            yield (
                f"  quote {quote['quote_id']}: {quote['provider']} {quote['instance_type'] or ''} {quote['region'] or ''} "
                f"{quote['price_per_instance_hour']} {quote['currency']} per instance-hour ÷ {quote['accelerator_count']} "
                f"= {_value(quote['price_per_accelerator_hour'])}, {quote['purchase_option']}, {quote['price_kind']}"
            )
            yield f"    source {quote['source']} ({quote['source_status']}), {claim_address(quote)}"


def _base(column: str | None) -> str:
    text = column or ""
    for ending in ("_min", "_max", "_qualifier", "_scope", "_precision", "_text", "_group"):
        text = text.removesuffix(ending)
    return {"duration": "duration_days", "accelerator": "accelerators"}.get(text, text)


def _reasons(row: dict[str, object]) -> dict[str, str]:
    text = str(row.get("null_reasons") or "")
    reasons: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        name, _, code = part.partition(":")
        reasons[name.strip()] = f"{reasons[name.strip()]}, {code.strip()}" if name.strip() in reasons else code.strip()
    return reasons


def _value(value: object) -> str:
    if value is None:
        return "blank"
    return number_text(value) if isinstance(value, float) else str(value)
