"""Rows of one capture that speak about the same offer at the same time.

Belongs here: which of them count. Does not belong here: the same offer on different days, or in different captures.
"""

from collections import defaultdict
from collections.abc import Sequence

from fab_pipeline.sources.base import Rejected, Row
from fab_pipeline.sources.prices.refusals import refused_quote


def without_duplicates(rows: Sequence[Row]) -> tuple[list[Row], list[Rejected]]:
    """Rows of price_quotes, each offer once per time and effective day, and the others.

    A price that is announced for a later day stands beside today's. The same offer with the same price: the first row stays, the others
    are `duplicate_row`. The same offer with different prices, or once available and once not: nobody can say which is right, so all are
    `conflicting_duplicate`.
    """
    groups: dict[tuple[object, ...], list[Row]] = defaultdict(list)
    for row in rows:
        groups[_statement(row)].append(row)
    conflicts = {statement: _conflict(group) for statement, group in groups.items()}
    kept: list[Row] = []
    rejected: list[Rejected] = []
    for row in rows:
        statement = _statement(row)
        first, conflict = groups[statement][0], conflicts[statement]
        if conflict is not None:
            rejected.append(refused_quote(row, "conflicting_duplicate", conflict))
        elif row is first:
            kept.append(row)
        else:
            rejected.append(refused_quote(row, "duplicate_row", f"says the same as row {first['row_number']}"))
    return kept, rejected


def _conflict(group: Sequence[Row]) -> str | None:
    """What contradicts what in statements about one offer; None where they all say the same."""
    prices = sorted({f"{row['price_per_instance_hour']}" for row in group})
    stock = {row["available"] for row in group} - {None}
    if len(prices) == 1 and len(stock) <= 1:
        return None
    numbers = ", ".join(str(row["row_number"]) for row in group[:10])
    stated = " and ".join(prices[:5]) if len(prices) > 1 else "that it is available and that it is not"
    return f"rows {numbers} state {stated} for one offer at one time; none of them can be trusted"


def _statement(row: Row) -> tuple[object, ...]:
    return row["offer_key"], row["price_kind"], row["observed_at"], row["effective_from"]
