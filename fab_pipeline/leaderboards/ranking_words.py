"""Why a vendor has a position or none, in one line for people, English and Chinese.

Belongs here: the words. Does not belong here: the verdict (see `vendor_ranking`).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fab_pipeline.vocabulary.comparability import facets
from fab_pipeline.vocabulary.ranking import dimensions, metrics_needed, thresholds

_NOT_STATED: Final = "_not_stated"
_IN_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "not_a_vendor": ("not about a vendor", "主语不是厂商"),
    "is_a_baseline": ("what others are compared with", "只是比较基准"),
    "is_a_target": ("a plan", "只是规划"),
    "is_a_guideline": ("advice", "只是建议"),
    "is_a_definition": ("a definition", "只是定义"),
    "author_without_source": ("an author without a source", "作者自述、无来源"),
    "not_understood": ("not understood", "未能理解"),
    "position_of_an_article": ("the order of an article", "文章自己的名次"),
    "no_figure": ("no figure", "没有数值"),
    "relative_or_points": ("relative change or percentage points, not said", "未说明是相对变化还是百分点"),
    "length_of_a_list": ("the length of a list of examples", "只是举例的个数"),
    "size_is_a_condition": ("the size at which another figure holds", "只是另一数值成立时的规模"),
    "never_comparable": ("of a kind that is never compared", "此类数值从不比较"),
    "no_direction": ("more is not better", "并非越多越好"),
    "phase_not_stated": ("training or inference not stated", "未说明训练或推理"),
    "not_about_training": ("about inference", "说的是推理"),
    "not_about_inference": ("not about inference alone", "不只说推理"),
    "baseline_not_named": ("baseline described, not named", "比较基准未指名"),
}
"""Codes of `contracts.words.EXCLUSIONS`; conditions have their names in the vocabulary."""
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
        en, zh = dimensions()[name].name_en, dimensions()[name].name_zh
        facts = known[name]
        if facts.met:
            english.append(f"{en}: compared by {', '.join(metric.replace('_', ' ') for metric in facts.met)}")
            chinese.append(f"{zh}：可比指标 {'、'.join(metric.replace('_', ' ') for metric in facts.met)}")
            continue
        said_en, said_zh = _reasons(facts.reasons)
        english.append(f"{en}: {len(facts.near)} of {needed} comparable metrics needed{f' ({said_en})' if said_en else ''}")
        chinese.append(f"{zh}：需 {needed} 项可比指标，仅 {len(facts.near)} 项{f'（{said_zh}）' if said_zh else ''}")
    unscored = [known for known in dimensions().values() if known.unscored_en]
    english.append(f"coverage only, never scored: {', '.join(known.name_en for known in unscored)}")
    chinese.append(f"只计覆盖、不评分：{'、'.join(known.name_zh for known in unscored)}")
    return "; ".join(english), "；".join(chinese)


def nothing_known() -> tuple[str, str]:
    """The line of a vendor that evidence of this kind does not speak of."""
    return "evidence of this kind says nothing about the vendor", "此类证据未涉及该厂商"


def _reasons(counted: Mapping[str, int]) -> tuple[str, str]:
    first = Counter(counted).most_common()
    ordered = sorted(first, key=lambda item: (-item[1], item[0]))[:_MOST_REASONS]
    words = [(in_words(code), number) for code, number in ordered]
    return ", ".join(f"{number} × {en}" for (en, _), number in words), "，".join(f"{zh} × {number}" for (_, zh), number in words)


def in_words(code: str) -> tuple[str, str]:
    """A code of `contracts.words.EXCLUSIONS` as people say it, English and Chinese."""
    condition = code.removesuffix(_NOT_STATED)
    if condition in facets():
        return f"{condition.replace('_', ' ')} not stated", f"未说明{facets()[condition].name_zh}"
    return _IN_WORDS[code]
