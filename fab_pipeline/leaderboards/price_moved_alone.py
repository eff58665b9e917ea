"""List prices that moved in one region of an instance type while its other regions stayed: since when, until when, against which price.

Belongs here: telling one region's wrong price from a cut everywhere. Does not belong here: what follows from it (`price_holds` holds
such a price back, `price_findings` says so).

Rule, read day by day, so that no later observation changes what was decided for an earlier day
- A price is doubtful from the day on which it is over MOVED_BY away from the last price of its offer that was not doubtful, if other
  regions of the instance type are there to compare with, and none of them has gone the same way: by over MOVED_BY since our last
  undoubted price began, and to within MOVED_BY of our own ratio.
- The doubt ends by itself when the price is back within MOVED_BY, or when another region follows; or when somebody releases it.

Seen for Azure ND96amsr_A100_v4 in polandcentral, 46.86 → 7.69 → 46.89 in 2025; a true cut looked alike but came in all regions, Azure
ND96isr_MI300X_v5, 46 % (Azure/karpenter-provider-azure pkg/providers/pricing, read 2026-11-30). Spot prices and marketplaces move by
region as a rule and are left out.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.price_changes import price_changes

MOVED_BY: Final = 0.40
"""Move that is worth a look (ewyluda/gpu-price-index docs/methodology.md, 2026-10: drift over 40 % warns)."""

JUDGED: Final = (pl.col("price_kind") == "list") & (pl.col("purchase_option") != "spot") & (pl.col("provider_kind") != "marketplace")
"""Quotes whose price should not move by region."""

SAME_TYPE: Final = (
    "source",
    "provider",
    "instance_type",
    "accelerator",
    "form_factor",
    "accelerator_memory_gb",
    "purchase_option",
    "term_months",
    "currency",
)

SEGMENTS_SCHEMA: Final = pl.Schema(
    {
        "offer_key": pl.String(),
        "price_per_accelerator_hour": pl.Float64(),
        "doubted_from": pl.Date(),
        "doubted_to": pl.Date(),
        "since": pl.Date(),
        "compared_price": pl.Float64(),
        "compared_quote_id": pl.String(),
        "other_regions": pl.Int64(),
    }
)
"""One doubtful price of one offer; `since` is the day of the move, `doubted_to` null where nothing has ended it."""

_PRICE: Final = "price_per_accelerator_hour"
_DAY: Final = timedelta(days=1)

Released = Collection[tuple[str, float]]


def moved_alone(quotes: pl.DataFrame, released: Released = ()) -> pl.DataFrame:
    """Every span over which an offer had a doubtful price.

    Args:
        quotes: PRICE_QUOTES.
        released: offers with the price that a person has released; listed too, but what comes after may be near it.

    Returns:
        Frame of SEGMENTS_SCHEMA, sorted by offer and day.
    """
    named = pl.col("instance_type").is_not_null() & pl.col("region").is_not_null()
    changes = price_changes(quotes.filter(JUDGED & named))
    jumped = changes.filter((pl.col("change_ratio") - 1).abs() > MOVED_BY).select(SAME_TYPE).unique()
    concerned = changes.join(jumped, on=SAME_TYPE, how="semi", nulls_equal=True)
    segments = [row for group in concerned.partition_by(SAME_TYPE) for row in _Regions(released).walk(group.to_dicts())]
    return pl.DataFrame(segments, schema=SEGMENTS_SCHEMA, orient="row").sort("offer_key", "doubted_from")


@dataclass
class _Offer:
    """One offer on its way through the days: its price, the last undoubted and the last released one, and the doubt that is running."""

    region: str
    shown: Mapping[str, Any]
    undoubted: Mapping[str, Any]
    history: list[tuple[date, float]] = field(default_factory=list[tuple[date, float]])
    doubt: dict[str, Any] | None = None
    since: date | None = None
    released: float | None = None

    def show(self, interval: Mapping[str, Any]) -> None:
        if self.doubt is not None:
            self.doubt["doubted_to"] = interval["valid_from"] - _DAY
            self.doubt = None
        self.shown = interval
        self.history.append((interval["valid_from"], interval[_PRICE]))

    def is_there(self, day: date) -> bool:
        return self.shown["valid_to"] is None or self.shown["valid_to"] >= day

    def moved_since(self, start: date) -> float:
        """Price now by the price at `start`, or by the first one known."""
        earlier = [price for since, price in self.history if since <= start]
        return self.shown[_PRICE] / (earlier[-1] if earlier else self.history[0][1])

    def trust(self, day: date) -> None:
        if self.doubt is not None:
            self.doubt["doubted_to"] = day - _DAY
        self.doubt, self.since, self.undoubted, self.released = None, None, self.shown, None

    def is_near_a_trusted_price(self) -> bool:
        trusted = (self.undoubted[_PRICE], self.released or self.undoubted[_PRICE])
        return any(abs(self.shown[_PRICE] / price - 1) <= MOVED_BY for price in trusted)


class _Regions:
    """The offers of one instance type in all its regions, day by day."""

    def __init__(self, released: Released) -> None:
        self.released = released
        self.offers: dict[str, _Offer] = {}
        self.segments: list[dict[str, Any]] = []

    def walk(self, intervals: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Segments of all offers, from their rows of PRICE_CHANGES."""
        by_day: defaultdict[date, list[Mapping[str, Any]]] = defaultdict(list)
        for interval in intervals:
            by_day[interval["valid_from"]].append(interval)
        for day in sorted(by_day):
            for interval in by_day[day]:
                key = interval["offer_key"]
                self.offers.setdefault(key, _Offer(interval["region"], interval, interval)).show(interval)
            for key, offer in self.offers.items():
                if offer.doubt is not None or offer.shown["valid_from"] == day:
                    self._judge(key, offer, day)
        return self.segments

    def _judge(self, key: str, offer: _Offer, day: date) -> None:
        ratio = offer.shown[_PRICE] / offer.undoubted[_PRICE]
        others = [other for other in self.offers.values() if other.region != offer.region and other.is_there(day)]
        start = offer.undoubted["valid_from"]
        if offer.is_near_a_trusted_price() or not others or any(_alike(ratio, other.moved_since(start)) for other in others):
            offer.trust(day)
            return
        if offer.doubt is not None:
            return
        offer.since = offer.since or day
        offer.doubt = {
            "offer_key": key,
            _PRICE: offer.shown[_PRICE],
            "doubted_from": day,
            "doubted_to": None,
            "since": offer.since,
            "compared_price": offer.undoubted[_PRICE],
            "compared_quote_id": offer.undoubted["quote_id"],
            "other_regions": len({other.region for other in others}),
        }
        self.segments.append(offer.doubt)
        if (key, offer.shown[_PRICE]) in self.released:
            offer.doubt["doubted_to"] = offer.shown["valid_to"]
            offer.doubt, offer.since, offer.released = None, None, offer.shown[_PRICE]


def _alike(own: float, other: float) -> bool:
    """Whether another region has moved the same way, about as far."""
    return abs(other - 1) > MOVED_BY and (own > 1) == (other > 1) and abs(own / other - 1) <= MOVED_BY
