"""The rent per accelerator-hour that a page's own recomputed costs imply: printed cost / hours, one price per accelerator.

A printed cost is only as exact as its last digit, so each row gives an interval. The price of an accelerator is the decimal number that
lies in the intervals of most of its rows; between equals, one in cents before one with more decimals, because rents are quoted in cents.
Belongs here: finding it. Does not belong here: judging the rows, rents from outside the page.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Statement, number

QUOTED_DECIMALS: Final = 3
"""Most decimals of a rent that one row alone can vouch for. Price lists quote cents, a few tenths of a cent; our own choice."""
_CENTS: Final = 2
_MOST_DECIMALS: Final = 9


@dataclass(frozen=True)
class Product:
    """One row's product: printed cost, hours, and the prices that could lie behind it."""

    statement: Statement
    run_id: str
    model: str
    hours: float
    low: float
    high: float

    def contains(self, price: float) -> bool:
        """Whether a price gives the printed cost at its printed digits (and a hair for binary fractions)."""
        hair = price * 1e-12
        return self.low - hair <= price <= self.high + hair


@dataclass(frozen=True)
class ImpliedPrice:
    """The price of one accelerator.

    Attributes:
        accelerator: labels of the runs, joined by " + ".
        price: USD per accelerator-hour; None where no price explains the rows or two explain them equally well.
        printed: whether the page prints it itself.
        products: all its rows.
        candidates: prices that the rows suggest, best first.
    """

    accelerator: str
    price: float | None
    printed: Statement | None
    products: tuple[Product, ...]
    candidates: tuple[float, ...]


def products(page: PageFacts) -> list[Product]:
    """Rows with a printed recomputed cost and a single figure of hours."""
    found: list[Product] = []
    for statement in page.having("recomputed_cost_usd"):
        run = page.by_id.get(statement.run_id or "")
        hours = number(run, "accelerator_hours") if run else None
        if run and hours and statement.value is not None:
            half = statement.printed.step / 2
            low, high = (statement.value - half) / hours, (statement.value + half) / hours
            found.append(Product(statement, run["run_id"], run["model"], hours, low, high))
    return found


def implied_prices(page: PageFacts) -> list[ImpliedPrice]:
    """One implied price per accelerator, by label."""
    by_accelerator: dict[str, list[Product]] = {}
    for product in products(page):
        label = page.by_id[product.run_id]["accelerators"] or "accelerator not named"
        by_accelerator.setdefault(label, []).append(product)
    printed = {statement.subject: statement for statement in reversed(page.having("rent_usd_per_accelerator_hour"))}
    return [_implied(label, rows, printed) for label, rows in sorted(by_accelerator.items())]


def decimals_of(price: float) -> int:
    """Decimals with which a price is written shortest."""
    return next((places for places in range(_MOST_DECIMALS) if abs(round(price, places) - price) <= abs(price) * 1e-12), _MOST_DECIMALS)


def _implied(label: str, rows: list[Product], printed: Mapping[str | None, Statement]) -> ImpliedPrice:
    stated = printed.get(label)
    if stated is not None and stated.value:
        return ImpliedPrice(label, stated.value, stated, tuple(rows), (stated.value,))
    ranked = sorted({_shortest(row) for row in rows}, key=lambda price: (*_rank(price, rows), price))
    best = ranked[0]
    rivals = [price for price in ranked[1:] if _rank(price, rows) == _rank(best, rows)]
    vouched = _support(best, rows) > 1 or decimals_of(best) <= QUOTED_DECIMALS
    return ImpliedPrice(label, best if vouched and not rivals else None, None, tuple(rows), tuple(ranked))


def _support(price: float, rows: Iterable[Product]) -> int:
    return sum(row.contains(price) for row in rows)


def _rank(price: float, rows: Iterable[Product]) -> tuple[int, int]:
    """Best first: rows that a price explains, then decimals beyond cents."""
    return -_support(price, rows), max(decimals_of(price), _CENTS)


def _shortest(row: Product) -> float:
    """The decimal number with fewest digits in the row's interval, nearest to its middle."""
    middle = (row.low + row.high) / 2
    for places in range(_MOST_DECIMALS):
        nearest = round(middle, places)
        if row.contains(nearest):
            return nearest
    return round(middle, _MOST_DECIMALS) if math.isfinite(middle) else 0.0
