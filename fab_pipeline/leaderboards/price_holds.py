"""The table `held_prices`: prices that stay in the history and are shown, but win no statistic until a person releases them.

Belongs here: the general checks that hold a price back, and what a person decided about it. None is keyed to a name. Does not belong here:
rows that cannot be quotes (quarantine), quotes that never win by their kind (`price_statistics`), messages (`price_findings`).

Checks, each for every day on which the quote is in force
- price_moved_alone: see `price_moved_alone`.
- spot_not_below_on_demand: a spot price is not below the lowest on-demand price of the same provider, instance type, region and
  accelerator (seen for Azure ND96isr_H200_v5 in uksouth, 106.00 and 106.00, and for RunPod, skypilot-org/skypilot#4914).
- price_far_from_others: a price is outside FAR_BELOW to FAR_ABOVE times the median of provider lowests of the same accelerator and memory
  (all forms), purchase option and term, where at least PROVIDERS_NEEDED providers are there. Prices held back for another reason and
  resold offers do not count for the median. Marketplaces are not judged: their hosts ask what they like, and a true offer may be a sixth
  of what clouds ask (Vast.ai's A100 with 40 GB at 0.294, 2026-09).

Overrides come as a frame of OVERRIDES_SCHEMA, one row per key. A quote id stands for its offer at that price, whenever it is seen; an
offer key for the offer at any price. Of two entries about one quote the quote id speaks before the offer key, then the newer one.
"""

from datetime import date, timedelta
from typing import Final

import narwhals.stable.v2 as nw
import polars as pl

from fab_pipeline.contracts import HELD_PRICES
from fab_pipeline.contracts.derive import empty, polars_schema
from fab_pipeline.leaderboards.null_reasons import expression
from fab_pipeline.leaderboards.price_moved_alone import JUDGED, moved_alone
from fab_pipeline.leaderboards.price_statistics import CAN_WIN
from fab_pipeline.leaderboards.quotes_in_force import as_of_days, held_within_reach

FAR_BELOW: Final = 0.2
FAR_ABOVE: Final = 5.0
PROVIDERS_NEEDED: Final = 5
"""Band around the providers' median, and providers that make one. Both are our own choice: of three providers one alone can move the
median, and the same accelerator costs up to 4 times as much at a hyperscaler as at a small cloud."""

OVERRIDES_SCHEMA: Final = pl.Schema(
    {
        "key": pl.String(),
        "override": pl.String(),
        "override_reason": pl.String(),
        "overridden_by": pl.String(),
        "overridden_on": pl.Date(),
    }
)
"""Decisions of people: `key` is a quote id or an offer key, `override` a word of `words.OVERRIDES`."""

_PRICE: Final = "price_per_accelerator_hour"
_COMPARED: Final = f"compared_{_PRICE}"
_DAY: Final = "as_of_date"
_DECISION: Final = ("override", "override_reason", "overridden_by", "overridden_on")
_SAME_INSTANCE: Final = (
    *("provider", "instance_type", "region", "accelerator", "form_factor", "accelerator_memory_gb", "partition"),
    *("accelerator_count", "currency", _DAY),
)
_SAME_MARKET: Final = ("accelerator", "accelerator_memory_gb", "purchase_option", "term_months", _DAY)
_DOUBT: Final = ("quote_id", "reason", _DAY, "since", "detail", _COMPARED, "compared_quote_id")


def held_prices(quotes: pl.DataFrame, board_date: date, overrides: pl.DataFrame | None = None) -> pl.DataFrame:
    """All prices held back, or released, on the days up to the board's date.

    Args:
        quotes: PRICE_QUOTES.
        board_date: last day that is judged.
        overrides: frame of OVERRIDES_SCHEMA; none unless given.

    Returns:
        Frame of HELD_PRICES, sorted by key.
    """
    if quotes.is_empty():
        return empty(HELD_PRICES)
    days = as_of_days(quotes, board_date)
    decided = _decisions(quotes, pl.DataFrame(schema=OVERRIDES_SCHEMA) if overrides is None else overrides)
    released = decided.filter(override="released").select("quote_id")
    in_force: pl.DataFrame = held_within_reach(quotes, days).to_native().collect()

    moved = _moved_alone(in_force, quotes, set(quotes.join(released, on="quote_id").select("offer_key", _PRICE).iter_rows()))
    winning: pl.DataFrame = nw.from_native(in_force).filter(CAN_WIN).to_native()
    spot = _spot_not_below(winning)
    standing = pl.concat([moved, spot]).join(released, on="quote_id", how="anti")
    far = _far_from_others(winning, standing)
    by_hand = in_force.join(decided.filter(override="held"), on="quote_id").select(
        "quote_id", _DAY, reason=pl.lit("held_by_hand"), detail=pl.format("held by hand: {}", "override_reason")
    )
    doubts = pl.concat([moved, spot, far, by_hand], how="diagonal").select(_DOUBT)
    return _table(_spans(doubts, days), quotes, decided)


def held_back(held: pl.DataFrame) -> pl.DataFrame:
    """Quotes of HELD_PRICES that win nothing, with their days: quote_id, held_from, held_to (null = from then on)."""
    return held.filter(pl.col("override").is_null() | (pl.col("override") == "held")).select("quote_id", "held_from", "held_to")


def _moved_alone(in_force: pl.DataFrame, quotes: pl.DataFrame, released: set[tuple[str, float]]) -> pl.DataFrame:
    spans = moved_alone(quotes, released)
    on_days = pl.col(_DAY).is_between("doubted_from", pl.coalesce("doubted_to", _DAY))
    detail = pl.format(
        "{} → {} {} on {}, while {} other region(s) of the instance type kept theirs",
        *(pl.col("compared_price").round(4), pl.col(_PRICE).round(4), "currency", "since", "other_regions"),
    )
    doubted = in_force.filter(JUDGED).join(spans, on=["offer_key", _PRICE]).filter(on_days)
    return doubted.with_columns(pl.col("compared_price").alias(_COMPARED), reason=pl.lit("price_moved_alone"), detail=detail).select(_DOUBT)


def _spot_not_below(winning: pl.DataFrame) -> pl.DataFrame:
    named = winning.filter(pl.col("instance_type").is_not_null())
    on_demand = named.filter(pl.col("purchase_option") == "on_demand").sort(_PRICE, "quote_id").unique(_SAME_INSTANCE, keep="first")
    compared = on_demand.select(*_SAME_INSTANCE, pl.col(_PRICE).alias(_COMPARED), compared_quote_id="quote_id")
    spot = named.filter(pl.col("purchase_option") == "spot").join(compared, on=_SAME_INSTANCE, nulls_equal=True)
    detail = pl.format("spot {} {}, on demand {}: not below it", pl.col(_PRICE).round(4), "currency", pl.col(_COMPARED).round(4))
    doubted = spot.filter(pl.col(_PRICE) >= pl.col(_COMPARED))
    return doubted.with_columns(reason=pl.lit("spot_not_below_on_demand"), since=pl.col(_DAY), detail=detail).select(_DOUBT)


def _far_from_others(winning: pl.DataFrame, standing: pl.DataFrame) -> pl.DataFrame:
    sound = winning.join(standing, on=["quote_id", _DAY], how="anti").filter(pl.col("reseller_of").is_null())
    lowest = sound.group_by(*_SAME_MARKET, "provider").agg(pl.col(_PRICE).min())
    median = lowest.group_by(_SAME_MARKET).agg(pl.col(_PRICE).median().alias(_COMPARED), providers=pl.len())
    compared = winning.join(median.filter(pl.col("providers") >= PROVIDERS_NEEDED), on=_SAME_MARKET, nulls_equal=True)
    judged = compared.filter(pl.col("provider_kind") != "marketplace")
    doubted = judged.filter(~pl.col(_PRICE).is_between(FAR_BELOW * pl.col(_COMPARED), FAR_ABOVE * pl.col(_COMPARED)))
    detail = pl.format(
        "{} {} is {} times {}, the median of the lowest prices of {} providers",
        *(pl.col(_PRICE).round(4), "currency", (pl.col(_PRICE) / pl.col(_COMPARED)).round(4), pl.col(_COMPARED).round(4), "providers"),
    )
    nothing = pl.lit(None, pl.String)
    return doubted.with_columns(
        reason=pl.lit("price_far_from_others"), since=pl.col(_DAY), detail=detail, compared_quote_id=nothing
    ).select(_DOUBT)


def _spans(doubts: pl.DataFrame, days: list[date]) -> pl.DataFrame:
    """Days that follow each other joined; the first day of a span speaks for it. Nothing changes before the next day of the list."""
    places = pl.DataFrame({_DAY: days, "place": range(len(days))}).with_columns(until=pl.col(_DAY).shift(-1) - timedelta(days=1))
    numbered = doubts.join(places, on=_DAY).sort("place")
    key = ("quote_id", "reason", "run")
    runs = numbered.with_columns(run=pl.col("place") - pl.col("place").rank("dense").over("quote_id", "reason"))
    spans = runs.group_by(key, maintain_order=True).agg(
        pl.col("detail", _COMPARED, "compared_quote_id").first(),
        held_from=pl.col(_DAY).first(),
        held_to=pl.col("until").last(),
        since=pl.col("since").first(),
    )
    return spans.with_columns(since=pl.coalesce("since", "held_from"))


def _table(spans: pl.DataFrame, quotes: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    schema = polars_schema(HELD_PRICES)
    facts = quotes.select("quote_id", *(name for name in schema if name in quotes.columns and name not in spans.columns))
    rows = spans.join(facts, on="quote_id").join(decided, on="quote_id", how="left")
    alone = pl.when(pl.col("reason") == "held_by_hand").then(pl.lit("held_by_hand"))
    codes: dict[str, str | pl.Expr] = {"held_to": "still_held_back", "region": "not_stated", "instance_type": "not_stated"}
    codes |= {_PRICE: "not_stated", _COMPARED: "held_by_hand"}
    codes |= {"compared_quote_id": alone.otherwise(pl.lit("statistic_has_no_single_quote"))}
    unsigned = pl.when(pl.col("override").is_null()).then(pl.lit("no_override")).otherwise(pl.lit("not_stated"))
    codes |= dict.fromkeys(_DECISION, unsigned)
    reasoned = rows.with_columns(expression(HELD_PRICES, codes))
    return reasoned.select(pl.col(name).cast(dtype) for name, dtype in schema.items()).sort(HELD_PRICES.key)


def _decisions(quotes: pl.DataFrame, overrides: pl.DataFrame) -> pl.DataFrame:
    """The decision about each quote that has one: quote_id and the columns of a decision."""
    newest = overrides.sort("overridden_on", "key", descending=[True, False])
    named = newest.join(quotes.select("quote_id", "offer_key", _PRICE), left_on="key", right_on="quote_id", maintain_order="left")
    named = named.unique(["offer_key", _PRICE], keep="first", maintain_order=True)
    priced = quotes.join(named, on=["offer_key", _PRICE], nulls_equal=True).select("quote_id", *_DECISION)
    whole = quotes.join(newest, left_on="offer_key", right_on="key").select("quote_id", *_DECISION)
    return pl.concat([priced, whole]).unique("quote_id", keep="first", maintain_order=True)
