"""The board `speed_claims`: claims that one accelerator is so many times as fast as another, beside what specifications imply.

Belongs here: one row per claim and the sentence that says why. Does not belong here: the ratios and the verdict (see `implied`), and prices
beyond the headline one (see `speed_per_dollar`).
"""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import SPEED_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.null_reasons import BoardRow, needs
from fab_pipeline.leaderboards.rent import rents_on
from fab_pipeline.leaderboards.specifications.claimed_speeds import SpeedClaim, speed_claims_of
from fab_pipeline.leaderboards.specifications.implied import Implied, implied, verdict
from fab_pipeline.leaderboards.specifications.rates import Ratio, rates_of
from fab_pipeline.leaderboards.specifications.reasons import Reason, why
from fab_pipeline.leaderboards.specifications.speed_per_dollar import PricePair, headline_pair

_COPIED: Final = ("claim_id", "metric", "phase", "precision", "comparator", "vendor", "evidence_class", "ambiguous", "span", "source_url")
_NOT_STATED: Final[Mapping[str, str]] = {
    "phase": "not_stated",
    "precision": "not_stated",
    "comparator": "not_stated",
    "source_url": "no_address",
}
_RATIOS: Final = ("compute", "memory_bandwidth")


def speed_claims(claims: pl.DataFrame, specs: pl.DataFrame, prices: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """The board.

    Args:
        claims: frame of VENDOR_CLAIMS.
        specs: frame of ACCELERATOR_SPECS.
        prices: frame of ACCELERATOR_PRICES; a claim per dollar is judged at the headline statistic.
        board_date: UTC date of the rents.

    Returns:
        Frame of SPEED_CLAIMS, sorted by claim_id: every claim of speed whose product names an accelerator, comparable or not.
    """
    rates, rents = rates_of(specs), rents_on(prices, board_date)
    rows = [_row(claim, implied(claim, rates), headline_pair(claim, rents)) for claim in speed_claims_of(claims)]
    return typed(SPEED_CLAIMS, rows).sort("claim_id")


def _row(claim: SpeedClaim, found: Implied | None, pair: PricePair | None) -> dict[str, Any]:
    board = BoardRow()
    for column in _COPIED:
        board.put(column, claim.row[column], _NOT_STATED.get(column, "not_stated"))
    baseline = claim.baseline
    blank = "no_specification" if baseline else "baseline_not_named"
    board.put("accelerator", claim.faster.label)
    board.put("per_dollar", claim.per_dollar)
    board.put("claimed_ratio", claim.low)
    board.put("claimed_ratio_high", claim.high)
    board.put("baseline_as_printed", claim.row["baseline"], "not_stated")
    board.put("baseline_accelerator", baseline.label if baseline else None, "baseline_not_named")
    board.put("baseline_basis", claim.basis)
    _put_implied(board, found, blank)
    word = _word(claim, found, pair)
    reason: Reason = why(claim, found, word, pair)
    board.put("verdict", word)
    board.put("reason_en", reason.en)
    board.put("reason_zh", reason.zh)
    return board.finished(SPEED_CLAIMS)


def _word(claim: SpeedClaim, found: Implied | None, pair: PricePair | None) -> str:
    if found is None or (claim.per_dollar and pair is None):
        return "not_comparable"
    return verdict(claim, found, pair.ratio if claim.per_dollar and pair else 1.0)


def _put_implied(board: BoardRow, found: Implied | None, blank: str) -> None:
    best: Ratio | None = max(found.compute, key=lambda ratio: ratio.value) if found else None
    board.put("compared_precision", best.above.precision if best else None, blank)
    board.put("baseline_precision", best.below.precision if best else None, blank)
    board.put("accelerator_tflops", best.above.value if best else None, blank)
    board.put("baseline_tflops", best.below.value if best else None, blank)
    for name, values in zip(_RATIOS, (found.compute, found.memory) if found else ((), ()), strict=True):
        board.put(f"implied_{name}_ratio_low", min((ratio.value for ratio in values), default=None), "no_specification" if found else blank)
        board.put(
            f"implied_{name}_ratio_high", max((ratio.value for ratio in values), default=None), "no_specification" if found else blank
        )
    links = found.links if found else ()
    board.put("implied_interconnect_ratio", max((ratio.value for ratio in links), default=None), "no_specification" if found else blank)
    board.put("largest_implied_ratio", found.largest if found else None, needs("implied_compute_ratio_high"))
    board.put("spec_sources", "; ".join(found.sources) if found else None, blank)
