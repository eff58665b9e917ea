"""The table `price_index`: how prices moved from one date to the next, over offers whose price is known on both.

Belongs here: matching offers between dates, the mean of their price changes, and chaining it. Does not belong here: which quotes hold
(`quotes_in_force`), which can win (`price_statistics`). An index moves only when prices move: an offer that comes or goes changes a lowest
price or a median, and nothing here; it is counted beside the change.

Rules
- Quotes that can win, on demand or spot, not resold, not held back. An offer that states several prices on one date is not matched.
- An offer is compared with its own price on the date before, or on the newest of the EXPECTED_DAYS days before: a source that was away
  for some days loses no move.
- Within a provider the geometric mean of the offers' ratios, then the geometric mean over providers (two stages, matched providers: as
  ewyluda/gpu-price-index docs/methodology.md; the geometric mean of price ratios is the Jevons index): a provider with many regions does
  not outvote the others, and a price that goes A → B → A leaves the index where it was.
- Chained from 100 on its first date. A date on which nothing matches starts a new index at 100, under a new `index_base_date`.
"""

from datetime import date, timedelta
from typing import Final

import narwhals.stable.v2 as nw
import polars as pl

from fab_pipeline.contracts import PRICE_INDEX
from fab_pipeline.contracts.derive import polars_schema
from fab_pipeline.contracts.words import ANY_FORM
from fab_pipeline.leaderboards.null_reasons import expression
from fab_pipeline.leaderboards.price_statistics import CAN_WIN
from fab_pipeline.leaderboards.quotes_in_force import EXPECTED_DAYS, as_of_days, held_within_reach, without_held_back

BASE: Final = 100.0

_DAY: Final = "as_of_date"
_SERIES: Final = ("accelerator", "form_factor", "accelerator_memory_gb", "purchase_option")
_PRICE: Final = "price_per_accelerator_hour_usd"


def price_index(quotes: pl.DataFrame, board_date: date, held_back: pl.DataFrame | None = None) -> pl.DataFrame:
    """Matched changes and their chain for every accelerator and form, and for every accelerator in any form.

    Args:
        quotes: PRICE_QUOTES.
        board_date: last date of the table.
        held_back: quotes that win nothing on some days (`price_holds.held_back`).

    Returns:
        Frame of PRICE_INDEX, sorted by key; a series has a row on each date on which one of its offers holds.
    """
    days = as_of_days(quotes, board_date)
    held = held_within_reach(quotes, days)
    if held_back is not None:
        held = without_held_back(held, nw.from_native(held_back.lazy()))
    winning = held.filter(CAN_WIN & nw.col("reseller_of").is_null() & nw.col("purchase_option").is_in(("on_demand", "spot")))
    native: pl.LazyFrame = winning.select(_DAY, *_SERIES, "provider", "offer_key", _PRICE).to_native()
    offers = native.collect()
    in_any_form = offers.with_columns(form_factor=pl.lit(ANY_FORM), accelerator_memory_gb=pl.lit(0.0))
    compared = _compared(pl.concat([offers, in_any_form]), days)
    rows = _chained(_summed(compared)).with_columns(_reasons())
    schema = polars_schema(PRICE_INDEX)
    return rows.select(pl.col(name).cast(dtype) for name, dtype in schema.items()).sort(PRICE_INDEX.key)


def _compared(offers: pl.DataFrame, days: list[date]) -> pl.DataFrame:
    """One row per offer and date: its price (null where it states several), the ratio to its earlier price, and whether it stays."""
    each = offers.group_by(_DAY, *_SERIES, "provider", "offer_key").agg(
        pl.when(pl.col(_PRICE).n_unique() == 1).then(pl.col(_PRICE).first()).alias(_PRICE)
    )
    beside = {_DAY: days, "day_before": [None, *days[:-1]], "next_day": [*days[1:], None]}
    lane = (*_SERIES, "offer_key")
    ordered = each.join(pl.DataFrame(beside, schema=dict.fromkeys(beside, pl.Date)), on=_DAY).sort(_DAY)
    earlier = pl.col(_DAY).shift(1).over(lane)
    recent = (earlier == pl.col("day_before")) | (pl.col(_DAY) - earlier <= timedelta(days=EXPECTED_DAYS))
    return ordered.with_columns(
        ratio=pl.when(recent).then(pl.col(_PRICE) / pl.col(_PRICE).shift(1).over(lane)),
        entered=~recent.fill_null(False),
        leaves=pl.col(_DAY).shift(-1).over(lane).fill_null(date.max) != pl.col("next_day"),
    )


def _summed(compared: pl.DataFrame) -> pl.DataFrame:
    by_provider = compared.group_by(_DAY, *_SERIES, "provider").agg(
        log_ratio=pl.col("ratio").log().mean(),
        matched=pl.col("ratio").count(),
        moved=(pl.col("ratio") != 1.0).sum(),
        entered=pl.col("entered").sum(),
        leaves=pl.col("leaves").sum(),
    )
    return by_provider.group_by(_DAY, *_SERIES).agg(
        change_ratio=pl.col("log_ratio").mean().exp(),
        matched_offers=pl.col("matched").sum(),
        matched_providers=(pl.col("matched") > 0).sum(),
        moved_offers=pl.col("moved").sum(),
        entered_offers=pl.col("entered").sum(),
        leaves=pl.col("leaves").sum(),
    )


def _chained(changes: pl.DataFrame) -> pl.DataFrame:
    ordered = changes.sort(_DAY).with_columns(
        previous_date=pl.col(_DAY).shift(1).over(_SERIES),
        left_offers=pl.col("leaves").shift(1).over(_SERIES).fill_null(0),
        base=pl.col("change_ratio").is_null().cum_sum().over(_SERIES),
    )
    return ordered.with_columns(
        index=BASE * pl.col("change_ratio").fill_null(1.0).cum_prod().over(*_SERIES, "base"),
        index_base_date=pl.col(_DAY).first().over(*_SERIES, "base"),
    )


def _reasons() -> pl.Expr:
    return expression(PRICE_INDEX, {"previous_date": "no_earlier_date", "change_ratio": "no_matched_offer"})
