"""Whether a frame keeps its whole contract, asked in one query.

pandera asks rule by rule and copies its schema each time: 45 ms for a capture of 64 quotes, 1 ms here, and a year of captures is asked
some 4,000 times. The rules are pandera's own, as declared; only the asking differs. Where one is broken, or of a kind that is not known
here, the answer is no, and pandera judges row by row (`validate`). Does not belong here: types, and reasons.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts.table import Table

_KEEPS: Final[dict[str, Callable[[pl.Expr, dict[str, Any]], pl.Expr]]] = {
    "word": lambda column, facts: column.is_in(facts["allowed_values"]),
    "finite": lambda column, _: column.is_finite(),
    "greater_than_or_equal_to": lambda column, facts: column >= facts["min_value"],
    "greater_than": lambda column, facts: column > facts["min_value"],
}
"""The rules of single columns by pandera's name (`table` declares no others); null keeps them all."""


def is_sound(shaped: pl.DataFrame, table: Table) -> bool:
    """Whether every value keeps the rules of its column, every row those of the table, and no key comes twice.

    Args:
        shaped: the table's columns in their types.
        table: its declaration.

    Returns:
        False where something is broken, and where a rule is not known here.
    """
    if shaped.is_empty():
        return True
    rules = _rules(table)
    return rules is not None and all(shaped.select(rules).row(0))


@lru_cache(maxsize=128)
def _rules(table: Table) -> list[pl.Expr] | None:
    """Whether each rule holds, one column per rule: folding them into one takes twice as long. None where a rule is not known."""
    columns = table.schema.columns
    named = [(pl.col(name), rule) for name, column in columns.items() for rule in column.checks]
    if any(rule.name not in _KEEPS for _, rule in named):
        return None
    kept = [_KEEPS[str(rule.name)](column, rule.statistics or {}) for column, rule in named]
    kept += [pl.col(name).is_not_null() for name, column in columns.items() if not column.nullable]
    kept += [rule.keeps for rule in table.rules]
    kept.append(pl.struct(table.key).is_unique())
    return [rule.all().alias(str(number)) for number, rule in enumerate(kept)]
