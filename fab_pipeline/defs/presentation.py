"""How tables are shown in Dagster: descriptions, column schemas, owners, and what a materialization says about itself.

Belongs here: pure functions from a table declaration, or from what was built, to Dagster's objects. Does not belong here: assets.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import dagster as dg
import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import ColumnFacts, describe

if TYPE_CHECKING:
    from fab_pipeline.pipeline.pipeline import Built

OWNERS: Final[Mapping[str, Sequence[str]]] = {
    "captures": ["team:collecting"],
    "quotes": ["team:collecting"],
    "boards": ["team:leaderboards"],
    "release": ["team:publishing"],
}
"""Who answers for a group of assets: the rooms of the house; people change."""

LOOKED_FOR: Final = dg.FreshnessPolicy.time_window(warn_window=timedelta(hours=36), fail_window=timedelta(days=3))
"""Boards and releases are made each day; after three days without, carried-forward prices are no longer used either."""

Materialized = dg.MaterializeResult[Any]
"""Assets hand nothing to each other in memory: each reads what the one before has written."""

CONTRACT_CHECK: Final = "keeps_contract"


def table_spec(table: str, group: str, deps: Sequence[dg.AssetKey | str]) -> dg.AssetSpec:
    """Spec of the asset that fills a table: what a row is, its columns, who answers for it.

    Args:
        table: name of a contract table; it is the asset's key.
        group: one of `OWNERS`.
        deps: assets it is made from.
    """
    declared = TABLES[table]
    key = ", ".join(f"`{column}`" for column in declared.key)
    return dg.AssetSpec(
        table,
        deps=deps,
        group_name=group,
        description=f"One row is {declared.row}.\n\nKey: {key}.",
        owners=OWNERS[group],
        kinds={"polars", "parquet"},
        tags={"published": "yes" if declared.published else "no"},
        metadata={"dagster/column_schema": column_schema(table), "dagster/table_name": table},
        freshness_policy=LOOKED_FOR if group == "boards" else None,
    )


def column_schema(table: str) -> dg.TableSchema:
    """Columns of a table with types, units, closed word lists and constraints, all from its contract."""
    declared = TABLES[table]
    columns = [_column(facts, alone_in_key=declared.key == (facts.name,)) for facts in describe(declared)]
    together = [f"unique together: {', '.join(declared.key)}"] if len(declared.key) > 1 else []
    return dg.TableSchema(columns=columns, constraints=dg.TableConstraints(other=together))


def contract_check_spec(table: str) -> dg.AssetCheckSpec:
    """Spec of the check that reads a table's file back and holds it against its contract."""
    description = "The file as written, read back: columns, types, words, bounds and the key are those of the contract."
    return dg.AssetCheckSpec(CONTRACT_CHECK, asset=table, description=description, blocking=True)


def result(built: "Built", more: Mapping[str, dg.MetadataValue] | None = None, checks: Sequence[dg.AssetCheckResult] = ()) -> Materialized:
    """What a built table says about itself. An unchanged table keeps its data version, so that nothing after it looks stale.

    Args:
        built: from `Pipeline.build`.
        more: further metadata.
        checks: results of further checks.
    """
    metadata: dict[str, dg.MetadataValue] = {
        "dagster/row_count": dg.MetadataValue.int(built.frame.height),
        "path": dg.MetadataValue.path(built.path),
        "changed": dg.MetadataValue.bool(built.written.changed),
        "bytes": dg.MetadataValue.int(built.written.bytes),
        **(more or {}),
    }
    return dg.MaterializeResult(
        asset_key=built.table,
        metadata=metadata,
        data_version=dg.DataVersion(built.written.content_hash),
        check_results=[contract_result(built), *checks],
    )


def contract_result(built: "Built") -> dg.AssetCheckResult:
    """The contract, held against the file rather than against the frame that was meant to be written."""
    from fab_pipeline.contracts.validate import check

    frame = pl.read_parquet(built.path) if TABLES[built.table].published else built.frame
    rejected = check(frame, TABLES[built.table]).rejected
    return dg.AssetCheckResult(
        check_name=CONTRACT_CHECK,
        asset_key=built.table,
        passed=rejected.is_empty(),
        description=lines(f"row {row['row_index'] + 1}: {row['reason']}: {row['detail']}" for row in rejected.head(5).to_dicts()) or None,
        metadata={"rows": frame.height},
    )


def lines(texts: Iterable[str]) -> str:
    """Texts, one a line."""
    return "\n".join(texts)


def _column(facts: ColumnFacts, *, alone_in_key: bool) -> dg.TableColumn:
    allowed = [f"one of: {', '.join(facts.words)}"] if facts.words else []
    return dg.TableColumn(
        name=facts.name,
        type=str(facts.dtype),
        description=f"{facts.description} [{facts.unit}]" if facts.unit else facts.description,
        constraints=dg.TableColumnConstraints(nullable=facts.nullable, unique=alone_in_key, other=allowed),
        tags={"unit": facts.unit} if facts.unit else {},
    )
