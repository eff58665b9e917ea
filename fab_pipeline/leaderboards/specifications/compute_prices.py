"""The board `compute_prices`: what 10^15 dense 16-bit operations cost at each price statistic if an accelerator ran at its peak.

A lower bound, as its name says: price per hour over operations per hour at 100 % of peak. Sparse peaks never enter. Belongs here: finding
the peak that belongs to a statistic. Does not belong here: the statistics and the peaks themselves.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import COMPUTE_PRICES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.words import ANY_FORM
from fab_pipeline.leaderboards.null_reasons import BoardRow, needs, read
from fab_pipeline.leaderboards.specifications.judging import same
from fab_pipeline.leaderboards.specifications.rates import Rate, Rates, rates_of
from fab_pipeline.vocabulary.accelerators import by_label

PFLOP_PER_HOUR: Final = 3600 / 1000
"""A TFLOP/s is 3.6 PFLOP, 3.6 × 10^15 operations, an hour."""

Row = Mapping[str, Any]

_COST: Final = "usd_per_1e15_dense_bf16_flop_at_peak"
_PRICE: Final = "price_per_accelerator_hour_usd"
_PEAK: Final = "peak_dense_tflops"
_KEY: Final = ("as_of_date", "accelerator", "form_factor", "accelerator_memory_gb", "statistic", "price_window")
_NO_FORM: Final = (ANY_FORM, "unknown")


def compute_prices(prices: pl.DataFrame, specs: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """The board on one date.

    Args:
        prices: frame of ACCELERATOR_PRICES; rows of `board_date` are used, both windows.
        specs: frame of ACCELERATOR_SPECS.
        board_date: UTC date of the prices.

    Returns:
        Frame of COMPUTE_PRICES, sorted by key. A statistic over offers of several forms has the peak of the form of its winning quote; a
        median or percentile of them has none, unless all forms have the same peak.
    """
    today = prices.filter(pl.col("as_of_date") == board_date)
    rates = rates_of(specs)
    formed = today.filter(~pl.col("form_factor").is_in(_NO_FORM) & pl.col("winning_quote_id").is_not_null())
    form_of_quote = dict(zip(formed["winning_quote_id"], formed["form_factor"], strict=True))
    rows = [_row(row, rates, form_of_quote.get(row["winning_quote_id"])) for row in today.to_dicts()]
    return typed(COMPUTE_PRICES, rows).sort(*_KEY)


def _row(price: Row, rates: Rates, winner_form: str | None) -> dict[str, Any]:
    form = winner_form if price["form_factor"] in _NO_FORM and winner_form else price["form_factor"]
    peak, peak_form, why = _peak(rates, price["accelerator"], form)
    board = BoardRow()
    for column in _KEY:
        board.put(column, price[column])
    known = read(price["null_reasons"])
    for column in (_PRICE, "winning_quote_id"):
        board.put(column, price[column], *known.get(column, ()))
    board.put(_PEAK, peak.value if peak else None, why)
    board.put("peak_precision", peak.precision if peak else None, needs(_PEAK))
    board.put("peak_form_factor", peak_form if peak else None, needs(_PEAK))
    board.put("peak_source_url", peak.source_url if peak else None, needs(_PEAK))
    cost = price[_PRICE] / (peak.value * PFLOP_PER_HOUR) if peak and price[_PRICE] is not None else None
    blank = [needs(column) for column, value in ((_PRICE, price[_PRICE]), (_PEAK, peak)) if value is None]
    board.put(_COST, cost, *blank)
    return board.finished(COMPUTE_PRICES)


def _peak(rates: Rates, accelerator: str, form: str) -> tuple[Rate | None, str, str]:
    """Peak of a form; of no one form, the peak that all forms it is sold in share; else why there is none."""
    if form not in _NO_FORM:
        return rates.sixteen_bit(accelerator, form), form, "no_peak"
    entry = by_label(accelerator)
    sold = (entry.forms if entry else ()) or ("unknown",)
    peaks = [rates.sixteen_bit(accelerator, each) for each in sold]
    known = [peak for peak in peaks if peak]
    if not known or len(known) < len(peaks):
        return None, form, "no_peak"
    alike = all(same(peak.value, known[0].value) for peak in known)
    only = sold[0] if len(sold) == 1 else ANY_FORM
    return (known[0], only, "") if alike else (None, form, "forms_have_different_peaks")
