"""Quarantine entries: why a quote of a capture does not count, and why a row of a table is none.

Belongs here: turning a quote or a record into such an entry, printable and with its own name. Does not belong here: deciding it.
"""

from fab_pipeline.sources.base import Rejected, Row
from fab_pipeline.sources.prices.cells import CellError, is_blank
from fab_pipeline.sources.prices.json_body import printable
from fab_pipeline.sources.prices.table_bytes import Record


def refused_quote(row: Row, reason: str, detail: str) -> Rejected:
    """Entry of a row of price_quotes that is left out after all."""
    number, locator = row["row_number"], row["locator"]
    return Rejected(
        number if isinstance(number, int) else 0,
        reason,
        detail,
        name=str(row["instance_type"] or row["accelerator_model"]),
        text=str(row["offer_key"]),
        locator=locator if isinstance(locator, str) else None,
    )


def refused_record(record: Record, error: CellError, *names: str) -> Rejected:
    """Entry of a row of a table.

    Args:
        record: the row.
        error: what is wrong with it.
        names: columns that name it, the first that says something counts.
    """
    said = next((str(record.cells[name]) for name in names if not is_blank(record.cells.get(name))), None)
    return Rejected(
        record.number,
        error.reason,
        printable(error.detail),
        name=None if said is None else printable(said),
        text=printable(record.text),
        locator=record.locator,
    )
