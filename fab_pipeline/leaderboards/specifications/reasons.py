"""Why a claim of speed has its verdict: one sentence with the numbers, in English and Chinese.

Belongs here: the wording. Does not belong here: any number that is not in the row already.
"""

from typing import NamedTuple

from fab_pipeline.leaderboards.findings.common import figure
from fab_pipeline.leaderboards.specifications.claimed_speeds import SpeedClaim
from fab_pipeline.leaderboards.specifications.implied import Implied
from fab_pipeline.leaderboards.specifications.speed_per_dollar import PricePair


class Reason(NamedTuple):
    """One sentence in both languages."""

    en: str
    zh: str


def why(claim: SpeedClaim, found: Implied | None, verdict: str, pair: PricePair | None) -> Reason:
    """The sentence for a row of the board."""
    if claim.baseline is None:
        printed = claim.row["baseline"]
        if printed:
            return Reason(f"'{printed}' names no accelerator of the list: no ratio follows", f"“{printed}”不是名单中的加速器，无法得出比值")
        return Reason("the claim does not say what it is compared with", "该说法未说明与什么相比")
    if found is None:
        names = f"{claim.faster.label} / {claim.baseline.label}"
        return Reason(f"no text with an address prints the peaks of both: {names}", f"没有可查证来源给出两者的峰值：{names}")
    if claim.per_dollar and pair is None:
        return Reason("no price statistic has both accelerators", "没有同时包含两种加速器的价格统计")
    best = max(found.compute, key=lambda ratio: ratio.value)
    rates = f"{figure(best.above.value)} / {figure(best.below.value)} TFLOP/s = {figure(best.value, 2)}"
    above, below = (f"{rate.precision} ({rate.form})" for rate in (best.above, best.below))
    en = [f"dense {above} over {below}: {rates}"]
    zh = [f"稠密 {above} 对 {below}：{rates}"]
    if found.memory:
        most = figure(max(ratio.value for ratio in found.memory), 2)
        en.append(f"memory bandwidth at most {most}")
        zh.append(f"显存带宽比至多 {most}")
    scale = 1.0
    if claim.per_dollar and pair:
        scale = pair.ratio
        priced = f"${figure(pair.faster)} / ${figure(pair.baseline)} = {figure(pair.ratio, 2)} ({pair.statistic})"
        en.append(f"prices {priced}")
        zh.append(f"价格 {priced}")
    en.append(_conclusion(claim, found, verdict, scale))
    zh.append(_conclusion_zh(claim, found, verdict, scale))
    carried = claim.basis == "same_line"
    return Reason(
        "; ".join(en) + ("; the baseline is the one that the line names before" if carried else ""),
        "；".join(zh) + ("；基线取自同一行前文" if carried else ""),
    )


def _conclusion(claim: SpeedClaim, found: Implied, verdict: str, scale: float) -> str:
    stated, at_precision, largest = _numbers(claim, found, scale)
    best_case = ", stated as a best case," if claim.row["comparator"] == "up_to" else ""
    return {
        "supported": f"{stated}{best_case} is not above {at_precision}",
        "supported_at_lower_precision": f"{stated}{best_case} is above {at_precision}, not above {largest} at a lower precision",
        "partly_supported": f"of {stated}{best_case} the part above {largest} is more than any rate allows",
        "above_specifications": f"{stated}{best_case} is above {largest}, the largest ratio of any rate: software, memory size or set-up "
        "must explain the rest",
    }[verdict]


def _conclusion_zh(claim: SpeedClaim, found: Implied, verdict: str, scale: float) -> str:
    stated, at_precision, largest = _numbers(claim, found, scale)
    best_case = "（最佳情形）" if claim.row["comparator"] == "up_to" else ""
    return {
        "supported": f"{stated}{best_case}不超过 {at_precision}",
        "supported_at_lower_precision": f"{stated}{best_case}高于 {at_precision}，但以更低精度计不超过 {largest}",
        "partly_supported": f"{stated}{best_case}中高于 {largest} 的部分超出任何规格之比",
        "above_specifications": f"{stated}{best_case}高于任何规格之比的最大值 {largest}:其余只能由软件、显存容量或系统配置解释",
    }[verdict]


def _numbers(claim: SpeedClaim, found: Implied, scale: float) -> tuple[str, str, str]:
    low, high = figure(claim.low), figure(claim.high)
    stated = low if low == high else f"{low}–{high}"
    return stated, figure(found.at_precision / scale, 2), figure(found.largest / scale, 2)
