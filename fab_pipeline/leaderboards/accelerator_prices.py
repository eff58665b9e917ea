"""The table `accelerator_prices`: every named statistic in both windows, with sources and reasons, in full or brought up to date.

Belongs here: assembling the table's rows, which blank rows a reader is owed, and which rows an observation touches. Does not belong
here: the statistics (`price_statistics`), which quotes hold (`quotes_in_force`).

Blank rows: on the board's date, every accelerator and form that has ever been quoted has a row for every statistic and window, null with
the reason `no_quote` where there is nothing. Earlier dates carry values only, which keeps the history small.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

import polars as pl

from fab_pipeline.contracts import ACCELERATOR_PRICES, words
from fab_pipeline.contracts.derive import polars_schema
from fab_pipeline.leaderboards.null_reasons import expression
from fab_pipeline.leaderboards.price_statistics import ACCELERATOR, DAILY_COLUMNS, daily_statistics, month_to_date
from fab_pipeline.leaderboards.quotes_in_force import CARRY_DAYS, as_of_days, sources_on

_PRICE: Final = "price_per_accelerator_hour_usd"
_WINNER: Final = ("winning_quote_id", "provider", "region", "instance_type")
_SOURCES: Final = ("sources_expected", "sources_present")


def accelerator_prices(quotes: pl.DataFrame, board_date: date, held_back: pl.DataFrame | None = None) -> pl.DataFrame:
    """The whole table from all quotes.

    Args:
        quotes: PRICE_QUOTES; what was not yet known at some time is to be filtered out before.
        board_date: last day of the table.
        held_back: quotes that win nothing on some days (`price_holds.held_back`); they still show that their source was there.

    Returns:
        Frame of ACCELERATOR_PRICES, sorted by key.
    """
    days = as_of_days(quotes, board_date)
    daily = daily_statistics(quotes, days, held_back)
    return _assembled(daily, month_to_date(daily, days), quotes, days)


def update_accelerator_prices(
    previous: pl.DataFrame, quotes: pl.DataFrame, changed_days: Iterable[date], board_date: date, held_back: pl.DataFrame | None = None
) -> pl.DataFrame:
    """The table brought up to date after quotes came in; equal, row for row, to `accelerator_prices` of the same quotes and holds.

    A snapshot touches its own day, the CARRY_DAYS days after it, and the month-to-date values of the months they lie in; a dated fact
    touches every day from its effective day on. Everything else is kept.

    Args:
        previous: the table made from the quotes that were known before, for any board date.
        quotes: PRICE_QUOTES, old and new.
        changed_days: days on which new snapshots were observed, from which new dated facts hold, or on which other quotes are held back
            than before. (After facts were taken away only the full computation is right: what they touched can no longer be seen.)
        board_date: last day of the table.
        held_back: as in `accelerator_prices`.
    """
    changed = set(changed_days)
    days = as_of_days(quotes, board_date)
    old_days = set(previous["as_of_date"])
    renewed = _touched(quotes, changed, days) | (set(days) - old_days)
    gone = old_days - set(days)
    months = {_month(day) for day in renewed | gone}
    # Before this month nothing differs. From it on sources, and the blank rows of the former board date, may; values only where touched.
    first = min(_month(day) for day in {board_date, *changed, *renewed, *gone, max(old_days, default=board_date)})
    days = [day for day in days if day >= first]

    known = previous.filter((pl.col("as_of_date") >= first) & pl.col("as_of_date").is_in(days) & pl.col(_PRICE).is_not_null())
    in_months = pl.col("as_of_date").dt.truncate("1mo").is_in(sorted(months))
    daily = known.filter((pl.col("price_window") == "day") & ~pl.col("as_of_date").is_in(sorted(renewed))).select(DAILY_COLUMNS)
    daily = pl.concat([daily, daily_statistics(quotes, renewed, held_back)])
    running = known.filter((pl.col("price_window") == "month_to_date") & ~in_months).select(DAILY_COLUMNS)
    running = pl.concat([running, month_to_date(daily.filter(in_months), [day for day in days if _month(day) in months])])
    return pl.concat([previous.filter(pl.col("as_of_date") < first), _assembled(daily, running, quotes, days)])


def known_from() -> pl.Expr:
    """Day on which a snapshot was seen or a dated fact takes effect."""
    seen_on = pl.col("observed_at").dt.date()
    return pl.when("dated_fact").then(pl.coalesce("effective_from", seen_on)).otherwise(seen_on)


def _touched(quotes: pl.DataFrame, changed: set[date], days: list[date]) -> set[date]:
    carried = {day + timedelta(days=later) for day in changed for later in range(CARRY_DAYS + 1)}
    facts = quotes.filter(pl.col("dated_fact") & known_from().is_in(sorted(changed))).select(day=known_from())
    first = min(facts["day"], default=None)
    return {day for day in days if day in carried or (first is not None and day >= first)}


def _month(day: date) -> date:
    return day.replace(day=1)


def _assembled(daily: pl.DataFrame, running: pl.DataFrame, quotes: pl.DataFrame, days: list[date]) -> pl.DataFrame:
    windows = [frame.with_columns(price_window=pl.lit(window)) for window, frame in (("day", daily), ("month_to_date", running))]
    valued = pl.concat(windows)
    blank = _owed(quotes, days[-1]).join(valued, on=ACCELERATOR_PRICES.key, how="anti", nulls_equal=True)
    rows = pl.concat([valued, blank], how="diagonal").with_columns(pl.col("quotes", "providers").fill_null(0))
    rows = rows.join(sources_on(quotes, days), on="as_of_date", how="left").with_columns(_reasons())
    schema = polars_schema(ACCELERATOR_PRICES)
    return rows.select(pl.col(name).cast(dtype) for name, dtype in schema.items()).sort(ACCELERATOR_PRICES.key)


def _owed(quotes: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """Keys of the rows that the board's date must have: all that was ever quoted by then, times all statistics and windows."""
    quoted = quotes.filter(known_from() <= board_date).select(ACCELERATOR).unique()
    any_form = quoted.select("accelerator", form_factor=pl.lit(words.ANY_FORM), accelerator_memory_gb=pl.lit(0.0)).unique()
    words_frame = pl.DataFrame({"statistic": list(words.STATISTICS)}).join(
        pl.DataFrame({"price_window": list(words.PRICE_WINDOWS)}), how="cross"
    )
    owed = pl.concat([quoted, any_form]).join(words_frame, how="cross")
    return owed.with_columns(as_of_date=pl.lit(board_date, pl.Date))


def _reasons() -> pl.Expr:
    valued = pl.col(_PRICE).is_not_null()
    single = pl.col("statistic").str.starts_with("lowest_")
    not_stated = pl.when(~valued).then(pl.lit("no_quote")).when(single).then(pl.lit("not_stated"))
    codes: dict[str, str | pl.Expr] = {_PRICE: "no_quote", "observed_at": "no_quote"}
    codes |= {column: not_stated.otherwise(pl.lit("statistic_has_no_single_quote")) for column in _WINNER}
    codes |= dict.fromkeys(_SOURCES, "no_source_in_force")
    return expression(ACCELERATOR_PRICES, codes)
