"""Why a vendor has a position or none, in one line for people, English and Chinese.

Belongs here: the words. Does not belong here: the verdict (see `vendor_ranking`).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fab_pipeline.vocabulary.ranking import dimensions, metrics_needed, thresholds

_MOST_REASONS: Final = 3
"""Reasons named per dimension; all of them stand in vendor_claim_use."""


@dataclass(frozen=True)
class DimensionFacts:
    """What is known of one vendor in one dimension.

    Attributes:
        met: metrics by which it is scored; empty where there are too few.
        near: metrics with goalposts in which it meets somebody, enough or not.
        reasons: why its other figures meet nobody, counted.
    """

    met: tuple[str, ...]
    near: tuple[str, ...]
    reasons: Mapping[str, int]


@dataclass(frozen=True)
class Place:
    """The rank interval of one vendor among how many."""

    low: int
    high: int
    vendors: int


def why(place: Place, known: Mapping[str, DimensionFacts], position: int | None) -> tuple[str, str]:
    """One line in English and one in Chinese.

    Args:
        place: the rank interval.
        known: dimension → what is known of the vendor.
        position: its position; None where there is none.
    """
    low, high = thresholds().interval_percent
    share = high - low
    english = [f"rank {place.low} to {place.high} of {place.vendors} in {share} % of the draws"]
    chinese = [f"{share}% 的抽样中名次为第 {place.low} 至 {place.high} 名（共 {place.vendors} 家）"]
    if position is not None:
        english.insert(0, f"position {position}")
        chinese.insert(0, f"第 {position} 名")
    for name, needed in metrics_needed().items():
        zh = dimensions()[name].name_zh
        facts = known[name]
        if facts.met:
            english.append(f"{name}: compared by {', '.join(facts.met)}")
            chinese.append(f"{zh}：可比指标 {'、'.join(facts.met)}")
            continue
        reasons = _reasons(facts.reasons)
        english.append(f"{name}: {len(facts.near)} of {needed} comparable metrics needed{f' ({reasons})' if reasons else ''}")
        chinese.append(f"{zh}：需 {needed} 项可比指标，仅 {len(facts.near)} 项{f'（{reasons}）' if reasons else ''}")
    unscored = [known for known in dimensions().values() if known.unscored_en]
    english.append(f"coverage only, never scored: {', '.join(known.name for known in unscored)}")
    chinese.append(f"只计覆盖、不评分：{'、'.join(known.name_zh for known in unscored)}")
    return "; ".join(english), "；".join(chinese)


def nothing_known() -> tuple[str, str]:
    """The line of a vendor that evidence of this kind does not speak of."""
    return "evidence of this kind says nothing about the vendor", "此类证据未涉及该厂商"


def _reasons(counted: Mapping[str, int]) -> str:
    first = Counter(counted).most_common()
    ordered = sorted(first, key=lambda item: (-item[1], item[0]))[:_MOST_REASONS]
    return ", ".join(f"{code} × {number}" for code, number in ordered)
