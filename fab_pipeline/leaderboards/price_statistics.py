"""The named statistics over quotes: per day, and from the first of the month.

Belongs here: the definition of every statistic of the contract and the two transforms over quotes and their daily statistics, written
against narwhals (lazy): on polars that costs nothing, and the same functions run where the history outgrows a machine. Does not belong
here: which quotes hold on a day (`quotes_in_force`), the table of the release (`accelerator_prices`).

Definitions
- A quote can win if it is a price somebody can pay (`words.WINNING_PRICE_KINDS`), from a source whose reading is proven
  (`words.WINNING_SOURCE_STATUS`), in USD, for a whole accelerator, under Linux, open to every customer (`words.WINNING_MARKETS`), and
  is not said to be unavailable; and is not held back (`price_holds`).
- An eight-accelerator node is an offer of eight accelerators; what node a smaller offer lives on does not count.
- Resold offers (`reseller_of`) compete for every lowest price that admits resellers. `providers` counts the capacity once, under its
  owner, and `median_of_provider_lowest` leaves resold offers out: they are not their seller's own price, nor their owner's.
- Percentiles are linear between the two nearest quotes (numpy's default, Hyndman and Fan type 7).
- Equal lowest prices: the newest observation wins, then provider, region and quote_id in alphabetical order.
- Month to date: lowest_* is the lowest daily value so far, with the quote of that day (the newest such day); the others are the median
  of the daily values so far. Days without a statistic are not invented.
"""

from collections.abc import Iterable
from datetime import date
from typing import Final

import narwhals.stable.v2 as nw
import polars as pl

from fab_pipeline.contracts import ACCELERATOR_PRICES, words
from fab_pipeline.contracts.derive import polars_schema
from fab_pipeline.leaderboards.quotes_in_force import COMPARABLE, Frame, days_frame, held_within_reach, without_held_back

ACCELERATOR: Final = ("accelerator", "form_factor", "accelerator_memory_gb")
SERIES: Final = (*ACCELERATOR, "statistic")
DAILY_COLUMNS: Final = (
    "as_of_date",
    *SERIES,
    "price_per_accelerator_hour_usd",
    "winning_quote_id",
    "provider",
    "region",
    "instance_type",
    "observed_at",
    "quotes",
    "providers",
)

CAN_WIN: Final = (
    COMPARABLE
    & nw.col("price_kind").is_in(words.WINNING_PRICE_KINDS)
    & ~nw.col("price_per_accelerator_hour_usd").is_null()
    & nw.col("available").fill_null(True)
)

_ON_DEMAND: Final = nw.col("purchase_option") == "on_demand"
_RESERVED: Final = nw.col("purchase_option") == "reserved"
_NO_MARKETPLACE: Final = nw.col("provider_kind") != "marketplace"
_NOT_RESOLD: Final = nw.col("reseller_of").is_null()
_NO_RESELLER: Final = _NOT_RESOLD & (nw.col("provider_kind") != "reseller")
_NODE_OF_8: Final = nw.col("accelerator_count") == 8

LOWEST: Final[dict[str, nw.Expr]] = {
    "lowest_on_demand": _ON_DEMAND,
    "lowest_no_marketplace": _ON_DEMAND & _NO_MARKETPLACE,
    "lowest_8_accelerator_node": _ON_DEMAND & _NODE_OF_8,
    "lowest_cluster": _ON_DEMAND & _NODE_OF_8 & _NO_MARKETPLACE & _NO_RESELLER,
    "lowest_hyperscaler": _ON_DEMAND & (nw.col("provider_kind") == "hyperscaler"),
    "lowest_spot": nw.col("purchase_option") == "spot",
    "lowest_reserved_12_months": _RESERVED & (nw.col("term_months") == 12),
    "lowest_reserved_36_months": _RESERVED & (nw.col("term_months") == 36),
}
"""Which quotes compete for each lowest price."""

PERCENTILES: Final[dict[str, float]] = {"p10_on_demand": 0.1, "p90_on_demand": 0.9}
MEDIAN: Final = "median_of_provider_lowest"

_NEEDED: Final = (
    *("as_of_date", *ACCELERATOR, "price_per_accelerator_hour_usd", "quote_id", "provider", "region", "instance_type", "observed_at"),
    *("provider_kind", "reseller_of", "accelerator_count", "purchase_option", "term_months"),
    *("partition", "source_status", "market", "operating_system", "price_kind", "available"),
)
_GROUP: Final = ("as_of_date", *ACCELERATOR)
_PRICE: Final = nw.col("price")
_OWNERS: Final = nw.col("owner").n_unique()
_WINNER_ORDER: Final = ["provider", "region_order", "quote_id"]


def daily_statistics(quotes: pl.DataFrame, days: Iterable[date], held_back: pl.DataFrame | None = None) -> pl.DataFrame:
    """Every statistic that has a value, per accelerator and form and per accelerator alone, on each of the days.

    Args:
        quotes: PRICE_QUOTES.
        days: UTC days.
        held_back: quotes that win nothing on some days (`price_holds.held_back`).

    Returns:
        DAILY_COLUMNS, in no order. Form 'any' with memory 0 stands for all forms and memories together.
    """
    in_force_on = held_within_reach(quotes, days)
    if held_back is not None:
        in_force_on = without_held_back(in_force_on, nw.from_native(held_back.lazy()))
    held: pl.LazyFrame = in_force_on.select(*_NEEDED).to_native()
    # Collected once here: each statistic would otherwise work out anew which quotes hold.
    return _collected(statistics(nw.from_native(held.collect().lazy())))


def month_to_date(daily: pl.DataFrame, days: Iterable[date]) -> pl.DataFrame:
    """The month-to-date value of each series on each of the days, from the first day of the month on which it has a daily value.

    Args:
        daily: DAILY_COLUMNS without null prices, complete for the months concerned.
        days: days that get a row; days of `daily` that are not among them still count.

    Returns:
        DAILY_COLUMNS, in no order. The details (winner, `quotes`, `providers`, `observed_at`) are those of the day that sets a
        lowest price, or of the newest day used.
    """
    return _collected(running_month(nw.from_native(daily.lazy()), days_frame([*days, *daily["as_of_date"]]))).filter(
        pl.col("as_of_date").is_in(sorted(set(days)))
    )


def statistics(held: Frame) -> Frame:
    """Daily statistics of quotes that hold (`quotes_in_force.held_on`): DAILY_COLUMNS, unsorted.

    `held` is read many times: let it be stored or cached. Other engines agree to the last bit, interpolated percentiles to rounding
    (compared on DuckDB 2.0 and PySpark 4.0).
    """
    quotes = held.filter(CAN_WIN).with_columns(
        price=nw.col("price_per_accelerator_hour_usd"),
        owner=nw.coalesce("reseller_of", "provider"),
        region_order=nw.col("region").fill_null(""),
    )
    any_form = quotes.with_columns(form_factor=nw.lit(words.ANY_FORM), accelerator_memory_gb=nw.lit(0.0))
    both = nw.concat([quotes, any_form], how="vertical")
    on_demand = both.filter(_ON_DEMAND)
    parts = [_lowest(both), *_percentiles(on_demand), _median(on_demand.filter(_NOT_RESOLD))]
    return nw.concat(parts, how="vertical")


def _lowest(quotes: Frame) -> Frame:
    competing = nw.concat([quotes.filter(rule).with_columns(statistic=nw.lit(name)) for name, rule in LOWEST.items()], how="vertical")
    series = ("as_of_date", *SERIES)
    taking_part = competing.group_by(*series).agg(quotes=nw.len(), providers=_OWNERS)
    tied = competing.filter(_PRICE.min().over(*series) == _PRICE)
    tied = tied.filter(nw.col("observed_at").max().over(*series) == nw.col("observed_at"))
    placed = tied.with_columns(place=nw.col("quote_id").cum_count().over(*series, order_by=_WINNER_ORDER)).filter(nw.col("place") == 1)
    return _rows(placed.join(taking_part, on=list(series)).with_columns(winning_quote_id=nw.col("quote_id")))


def _percentiles(on_demand: Frame) -> list[Frame]:
    values = {name: _PRICE.quantile(share, interpolation="linear") for name, share in PERCENTILES.items()}
    found = on_demand.group_by(*_GROUP).agg(**values, observed_at=nw.col("observed_at").max(), quotes=nw.len(), providers=_OWNERS)
    return [_without_winner(found.with_columns(value=nw.col(name)), name) for name in values]


def _median(own: Frame) -> Frame:
    by_provider = own.group_by(*_GROUP, "provider").agg(lowest=_PRICE.min(), offers=nw.len(), newest=nw.col("observed_at").max())
    found = by_provider.group_by(*_GROUP).agg(
        value=nw.col("lowest").median(), observed_at=nw.col("newest").max(), quotes=nw.col("offers").sum(), providers=nw.len()
    )
    return _without_winner(found, MEDIAN)


def _without_winner(found: Frame, statistic: str) -> Frame:
    nothing = nw.lit(None, dtype=nw.String())
    columns = found.with_columns(
        statistic=nw.lit(statistic),
        price_per_accelerator_hour_usd=nw.col("value"),
        winning_quote_id=nothing,
        provider=nothing,
        region=nothing,
        instance_type=nothing,
    )
    return _rows(columns)


def _rows(frame: Frame) -> Frame:
    return frame.with_columns(nw.col("quotes", "providers").cast(nw.Int64)).select(*DAILY_COLUMNS)


def running_month(daily: Frame, days: Frame) -> Frame:
    """Month-to-date rows (DAILY_COLUMNS, unsorted) on each of the days; `days` must hold every day of `daily`."""
    series = [*SERIES, "month"]
    values = _with_month(daily).select(*series, "as_of_date", price=nw.col("price_per_accelerator_hour_usd"))
    is_lowest = nw.col("statistic").is_in(tuple(LOWEST))
    spine = values.select(*series).unique().join(_with_month(days), on="month")
    running = values.with_columns(lowest=_PRICE.cum_min().over(*series, order_by="as_of_date"))
    set_on = nw.when(~is_lowest | (nw.col("lowest") == _PRICE)).then(nw.col("as_of_date"))
    running = running.with_columns(set_on=set_on).select(*series, "as_of_date", "lowest", "set_on")
    filled = spine.join(running, on=[*series, "as_of_date"], how="left").with_columns(
        nw.col("lowest", "set_on").fill_null(strategy="forward").over(*series, order_by="as_of_date")
    )
    used = values.filter(~is_lowest).select(*series, "price", used_on=nw.col("as_of_date"))
    pairs = spine.filter(~is_lowest).join(used, on=series).filter(nw.col("used_on") <= nw.col("as_of_date"))
    medians = pairs.group_by(*series, "as_of_date").agg(median=_PRICE.median())
    valued = filled.filter(~nw.col("set_on").is_null()).join(medians, on=[*series, "as_of_date"], how="left")
    details = daily.drop("price_per_accelerator_hour_usd").rename({"as_of_date": "set_on"})
    chosen = nw.when(is_lowest).then(nw.col("lowest")).otherwise(nw.col("median"))
    return valued.with_columns(price_per_accelerator_hour_usd=chosen).join(details, on=[*SERIES, "set_on"]).select(*DAILY_COLUMNS)


def _with_month(frame: Frame) -> Frame:
    return frame.with_columns(month=_month("as_of_date"))


def _month(day: str) -> nw.Expr:
    return nw.col(day).dt.truncate("1mo").cast(nw.Date)


def _collected(frame: Frame) -> pl.DataFrame:
    schema = polars_schema(ACCELERATOR_PRICES)
    native: pl.LazyFrame = frame.to_native()
    return native.cast({name: schema[name] for name in DAILY_COLUMNS}).collect()
