"""Which claims of vendor_claims say that one accelerator is so many times as fast as another, and what they compare.

Belongs here: choosing the claims, the accelerators that product and baseline name, and the claimed ratio. Does not belong here: what the
specifications say about it (see `speed_claims`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts.words import PRECISIONS
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.metrics import metrics

Row = Mapping[str, Any]

PER_DOLLAR: Final = frozenset({"training_speed_per_dollar", "price_performance_ratio", "price_performance_gain"})
SPEED_METRICS: Final = PER_DOLLAR | {
    "training_speedup",
    "training_performance_gain",
    "training_throughput_ratio",
    "training_throughput_gain",
    "training_inference_throughput_gain",
    "inference_speedup",
    "inference_throughput_ratio",
    "inference_throughput_gain",
    "finetuning_inference_speedup",
    "matmul_throughput_ratio",
    "performance_gain",
}
"""Metrics of which a value may be a ratio of speeds of two accelerators; a gain of 45 % is a ratio of 1.45."""


@dataclass(frozen=True)
class Named:
    """An accelerator that a claim names: label, and form where it says so."""

    label: str
    form: str | None


@dataclass(frozen=True)
class SpeedClaim:
    """One claim.

    Attributes:
        row: the row of vendor_claims.
        faster: the accelerator that is called faster.
        baseline: the one it is compared with; None where none is named.
        basis: named, same_line (an earlier claim of the same line about the same accelerator names it) or none.
        low: claimed ratio; of a range the lower end.
        high: its upper end; equal to `low` for one figure.
        precision: word of `contracts.words.PRECISIONS`; None where none is stated.
        per_dollar: speed per money.
    """

    row: Row
    faster: Named
    baseline: Named | None
    basis: str
    low: float
    high: float
    precision: str | None
    per_dollar: bool


def speed_claims_of(claims: pl.DataFrame) -> list[SpeedClaim]:
    """Claims of speed of which an accelerator is the subject, in order of claim_id; repeats and the A of "from A to B" are left out.

    Args:
        claims: frame of VENDOR_CLAIMS.
    """
    told = claims.filter(pl.col("value").is_not_null() & (pl.col("value") > 0) & ~pl.col("is_baseline") & pl.col("duplicate_of").is_null())
    found: list[SpeedClaim] = []
    for row in told.filter(pl.col("metric").is_in(sorted(SPEED_METRICS))).sort("capture_sha256", "char_start").to_dicts():
        before = [claim for claim in found if _same_line(claim.row, row)]
        claim = _claim(row, before[-1] if before else None)
        found += [claim] if claim else []
    return sorted(found, key=lambda claim: claim.row["claim_id"])


def _claim(row: Row, before: SpeedClaim | None) -> SpeedClaim | None:
    """The claim of a row; what its words leave out is taken from the claim before it on the same line, and the basis says so."""
    printed = _named(row["baseline"])
    faster = _named(row["product"]) or _named(row["span"], without=printed)
    baseline, basis = printed, "named" if printed else "none"
    if before and row["baseline"] is None and faster in (None, before.faster):
        faster, baseline = before.faster, before.baseline
        basis = "same_line" if baseline else "none"
    if faster is None:
        return None
    is_gain = metrics()[row["metric"]].form == "gain"
    ends = (row["value"], row["value_max"] if row["value_max"] is not None else row["value"])
    low, high = (1 + end / 100 if is_gain and row["unit"] == "%" else end for end in ends)
    return SpeedClaim(row, faster, baseline, basis, low, high, _precision(row["precision"]), row["metric"] in PER_DOLLAR)


def _same_line(first: Row, second: Row) -> bool:
    return all(first[name] == second[name] for name in ("capture_sha256", "line", "product"))


def _named(text: str | None, without: Named | None = None) -> Named | None:
    """The accelerator that a text names, beside the one that is known; two further kinds together are no one accelerator."""
    mentions = [mention for mention in find_accelerators(text or "") if without is None or mention.accelerator.label != without.label]
    labels = {mention.accelerator.label for mention in mentions}
    return Named(labels.pop(), mentions[0].form) if len(labels) == 1 else None


def _precision(printed: str | None) -> str | None:
    name = (printed or "").lower().replace("-", "").replace("bfloat16", "bf16").replace("float16", "fp16")
    return name if name in PRECISIONS else None
