"""The board `speed_claims_per_dollar`: each claim of speed under each price statistic that both accelerators have.

Belongs here: pairs of prices and what they make of claims. Rents are those of the board's date, in any form: what was cheaper in the year
of the claim may not be today. Does not belong here: choosing claims, and the ratios of specifications.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import polars as pl

from fab_pipeline.contracts import SPEED_CLAIMS_PER_DOLLAR
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.words import STATISTICS
from fab_pipeline.leaderboards.null_reasons import BoardRow
from fab_pipeline.leaderboards.rent import HEADLINE_STATISTICS, Rents, rents_on
from fab_pipeline.leaderboards.specifications.claimed_speeds import SpeedClaim, speed_claims_of
from fab_pipeline.leaderboards.specifications.implied import Implied, implied, verdict
from fab_pipeline.leaderboards.specifications.rates import rates_of


@dataclass(frozen=True)
class PricePair:
    """Prices of both accelerators of a claim under one statistic, USD per hour."""

    statistic: str
    faster: float
    baseline: float

    @property
    def ratio(self) -> float:
        """How many times as dear the faster one is."""
        return self.faster / self.baseline


def speed_claims_per_dollar(claims: pl.DataFrame, specs: pl.DataFrame, prices: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """The board.

    Args:
        claims: frame of VENDOR_CLAIMS.
        specs: frame of ACCELERATOR_SPECS.
        prices: frame of ACCELERATOR_PRICES.
        board_date: UTC date of the rents.

    Returns:
        Frame of SPEED_CLAIMS_PER_DOLLAR, sorted by key: a row for each statistic that has a price of both accelerators.
    """
    rates, rents = rates_of(specs), rents_on(prices, board_date)
    rows = [
        _row(claim, implied(claim, rates), pair, board_date)
        for claim in speed_claims_of(claims)
        for pair in _pairs(claim, rents, tuple(STATISTICS))
    ]
    return typed(SPEED_CLAIMS_PER_DOLLAR, rows).sort("claim_id", "statistic")


def headline_pair(claim: SpeedClaim, rents: Rents) -> PricePair | None:
    """Prices by the statistic that runs are priced with, first that both accelerators have."""
    return next(_pairs(claim, rents, HEADLINE_STATISTICS), None)


def _pairs(claim: SpeedClaim, rents: Rents, statistics: tuple[str, ...]) -> Iterator[PricePair]:
    if claim.baseline is None or claim.baseline.label == claim.faster.label:
        return
    kinds = [rents.configuration(named.label, None, None) for named in (claim.faster, claim.baseline)]
    for statistic in statistics:
        faster, baseline = (rents.get(kind, statistic) for kind in kinds)
        if faster and baseline:
            yield PricePair(statistic, faster.usd_per_hour, baseline.usd_per_hour)


def _row(claim: SpeedClaim, found: Implied | None, pair: PricePair, board_date: date) -> Mapping[str, Any]:
    board = BoardRow()
    scale = 1.0 if claim.per_dollar else pair.ratio
    board.put("claim_id", claim.row["claim_id"])
    board.put("statistic", pair.statistic)
    board.put("as_of_date", board_date)
    board.put("accelerator", claim.faster.label)
    board.put("baseline_accelerator", claim.baseline.label if claim.baseline else None)
    board.put("accelerator_price_usd", pair.faster)
    board.put("baseline_price_usd", pair.baseline)
    board.put("price_ratio", pair.ratio)
    board.put("claimed_per_dollar_ratio", claim.low / scale)
    board.put("claimed_per_dollar_ratio_high", claim.high / scale)
    board.put("speedup_needed", claim.low * pair.ratio if claim.per_dollar else None, "not_per_dollar")
    compute = [ratio.value / pair.ratio for ratio in found.compute] if found else []
    board.put("implied_per_dollar_ratio_low", min(compute, default=None), "no_specification")
    board.put("implied_per_dollar_ratio_high", max(compute, default=None), "no_specification")
    board.put("largest_implied_per_dollar_ratio", found.largest / pair.ratio if found else None, "no_specification")
    judged = verdict(claim, found, pair.ratio) if claim.per_dollar and found else None
    board.put("verdict", judged, "no_specification" if claim.per_dollar else "not_per_dollar")
    return board.finished(SPEED_CLAIMS_PER_DOLLAR)
