"""What a row says that the run cost, as printed.

Belongs here: amounts of money in the cells of a row. Does not belong here: what compute would cost at a rent (`leaderboards`).
"""

from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.reading.disclosure import is_estimated, undisclosed_lead
from fab_pipeline.reading.money import Money, amounts, leading_amount
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import scope_of
from fab_pipeline.sources.disclosures.row_figures import kept, scaled
from fab_pipeline.sources.disclosures.table_row import Silence, TableRow

_EDGE: Final = " \t\n·•|,，;；:：、/-–—"


@dataclass(frozen=True)
class Cost:
    """What was paid in USD, whether that is an estimate, and what else the cell says."""

    usd: Quantity | None = None
    estimated: bool | None = None
    note: str | None = None


def cost_of(row: TableRow, silence: Silence) -> Cost:
    """The cost of a run as the row prints it; other currencies are noted in `silence`, never converted."""
    text = row.text("cost")
    if text is None:
        return Cost()
    if undisclosed_lead(text) is not None:
        silence.undisclosed.add("disclosed_cost_usd")
        return Cost()
    column = row.columns.get("cost")
    money = _money(scaled(text, column))
    dollars = money is not None and (money.currency == "USD" or (money.currency is None and bool(column and column.dollars)))
    if money is None or not dollars:
        silence.unreadable["disclosed_cost_usd"] = text
        return Cost()
    printed = _money(text) or money
    amount = replace(money.amount, scope=scope_of(text), text=text[printed.start : printed.end])
    quantity = kept("disclosed_cost_usd", amount, text, silence)
    estimated = is_estimated(text) or bool(column and column.estimated)
    note = (text[: printed.start] + " " + text[printed.end :]).strip(_EDGE)
    return Cost(quantity, estimated if quantity else None, note or None)


def _money(text: str) -> Money | None:
    """The amount that a text begins with, else the only one it prints with a currency."""
    leading = leading_amount(text)
    printed = amounts(text)
    return leading or (printed[0] if len(printed) == 1 else None)


def unit_cost(text: str) -> float | None:
    """USD per million tokens that a cell prints."""
    money = _money(text)
    return money.amount.value if money else None
