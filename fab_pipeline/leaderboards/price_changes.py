"""The table `price_changes`: since when, and until when, each offer had which price, in its own currency.

Belongs here: turning dated facts and snapshots into intervals. Does not belong here: which quotes hold on a day (`quotes_in_force`),
judging a change (`price_findings`).

Rules
- A dated fact holds from its effective day until the day before the offer's next fact, or until `valid_to`.
- A snapshot price holds from the day it was first seen (or from the announced `effective_from`, if that is later) until the day before
  its source is next seen with another price or without the offer. While a source is not seen, nothing is known to have changed.
- An announced price counts only if its source was not seen again, by the day it takes effect, without it.
- Of several statements for one starting day the newest observation counts, then the lowest price.
- Equal prices that follow each other without a gap are one interval. "Contact us" ends an interval and starts none.
- A bid, a teaser or an estimate beside a price has intervals of its own; where both start on one day, the price is kept.
"""

from datetime import timedelta
from typing import Final

import narwhals.stable.v2 as nw
import polars as pl

from fab_pipeline.contracts import PRICE_CHANGES
from fab_pipeline.contracts.derive import polars_schema
from fab_pipeline.leaderboards.null_reasons import expression, needs
from fab_pipeline.leaderboards.quotes_in_force import speaking

_DAY: Final = timedelta(days=1)
_LANE: Final = ("offer_key", "lane")
_PRICE: Final = "price_per_accelerator_hour"
_PREVIOUS: Final = "previous_price_per_accelerator_hour"


def price_changes(quotes: pl.DataFrame) -> pl.DataFrame:
    """Effective-dated prices of every offer that has one.

    Args:
        quotes: PRICE_QUOTES.

    Returns:
        Frame of PRICE_CHANGES, sorted by key. `valid_to` null: nothing has ended the price, as far as its source was seen.
    """
    priced = _intervals(_statements(quotes)).filter(pl.col(_PRICE).is_not_null())
    before = pl.col(_PRICE).shift(1).over(_LANE, order_by="valid_from")
    same_currency = pl.col("currency") == pl.col("currency").shift(1).over(_LANE, order_by="valid_from")
    compared = priced.with_columns(
        pl.when(same_currency).then(before).alias(_PREVIOUS), in_other_currency=before.is_not_null() & ~same_currency
    )
    reasoned = compared.with_columns(change_ratio=pl.col(_PRICE) / pl.col(_PREVIOUS)).with_columns(_reasons())
    kept = reasoned.sort("offer_key", "valid_from", pl.col("lane") != "price", "lane").unique(PRICE_CHANGES.key, keep="first")
    schema = polars_schema(PRICE_CHANGES)
    return kept.select(pl.col(name).cast(dtype) for name, dtype in schema.items()).sort(PRICE_CHANGES.key)


def _statements(quotes: pl.DataFrame) -> pl.DataFrame:
    """One statement per lane and `valid_from`; `vouched_to` is the last day its own source vouches for, null where there is no end."""
    stated: pl.DataFrame = speaking(nw.from_native(quotes.lazy())).to_native().collect()
    until_seen_again = pl.col("next_seen") - _DAY
    vouched_to = pl.when("dated_fact").then("valid_to").otherwise(until_seen_again)
    statements = stated.with_columns(valid_from="start", vouched_to=vouched_to)
    standing = pl.col("vouched_to").is_null() | (pl.col("vouched_to") >= pl.col("valid_from"))
    newest_first = statements.filter(standing).sort("observed_at", _PRICE, "quote_id", descending=[True, False, False], nulls_last=True)
    return newest_first.unique([*_LANE, "valid_from"], keep="first", maintain_order=True)


def _intervals(statements: pl.DataFrame) -> pl.DataFrame:
    """Statements of a lane joined where price and currency stay and no day is missing; `valid_to` added."""

    def _over(expression: pl.Expr) -> pl.Expr:
        return expression.over(_LANE, order_by="valid_from")

    next_from = _over(pl.col("valid_from").shift(-1))
    ended = statements.with_columns(valid_to=pl.min_horizontal("vouched_to", next_from - _DAY))
    same = [pl.col(column) == _over(pl.col(column).shift(1)) for column in (_PRICE, "currency")]
    adjacent = pl.col("valid_from") == _over(pl.col("valid_to").shift(1)) + _DAY
    starts = ~pl.all_horizontal(*same, adjacent).fill_null(False)
    runs = ended.with_columns(starts=starts).with_columns(run=_over(pl.col("starts").cum_sum()))
    return (
        runs.sort("valid_from")
        .group_by(*_LANE, "run", maintain_order=True)
        .agg(pl.all().exclude("valid_to").first(), pl.col("valid_to").last())
    )


def _reasons() -> pl.Expr:
    no_commitment = pl.when(pl.col("purchase_option") == "reserved").then(pl.lit("not_stated")).otherwise(pl.lit("no_commitment"))
    no_previous = pl.when("in_other_currency").then(pl.lit("currency_changed")).otherwise(pl.lit("no_earlier_price"))
    return expression(
        PRICE_CHANGES,
        {
            "valid_to": "still_in_force",
            "region": "not_stated",
            "instance_type": "not_stated",
            "term_months": no_commitment,
            _PREVIOUS: no_previous,
            "change_ratio": needs(_PREVIOUS),
        },
    )
