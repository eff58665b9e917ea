"""Parts of a text that are not about the run: comparisons, what is undisclosed, inference, hypothetical equivalents in brackets.

Belongs here: finding such parts, whatever figures they hold. Does not belong here: traps of one field (see the modules of the fields).
"""

import re
from typing import Final

from fab_pipeline.vocabulary.characters import lowered

_CLAUSE_END: Final = r"(?=[;。；!?！？)\]）|\n]|[,，](?!\d{3})|\.(?=\s|$)|$)"
_NAME_AHEAD: Final = r"(?=\s+(?:(?-i:[A-Z\ue001\ue000])|the\s|those\b|that\b|other\b|previous\b|its\b|what\b))"
_COMPARISON: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:compared\s+(?:to|with|against)|in\s+comparison\s+(?:to|with)|versus|vs\.?|relative\s+to|as\s+opposed\s+to|rather\s+than"
    rf"|than{_NAME_AHEAD}|similar\s+(?:\w+\s+){{0,3}}to|comparable\s+(?:\w+\s+)?to|unlike|whereas"
    rf"|(?:twice|double|triple|half|times)\s+(?:the|that|those|as)(?=\s)|outperform\w*|rivall?(?:ing|ed)|rivals(?=\s+(?-i:[A-Z\ue001]))|(?:by\s+(?:comparison|contrast)|in\s+contrast),?(?=\s)|on\s+par\s+with|matching|instead\s+of|(?:down|reduced)\s+from)(?![A-Za-z])"
    r"|相比|相较|对比|比起|不输给?|不输于|媲美|优于|超越|对标|不亚于|堪比|接近于|不逊于|im Vergleich|par rapport)"
    rf".{{0,200}}?{_CLAUSE_END}",
    re.I | re.S,
)
_WOULD_HAVE: Final = re.compile(r"(?<![A-Za-z])would(?:\s+have|'ve)\s[^.;]{0,80}?(?=\s(?:instead\s+of|rather\s+than)\s)", re.I)
"""What did not happen, where what did stands behind it: "would have taken 61 days instead of 38"."""
_UNDISCLOSED: Final = re.compile(
    r"(?:(?:未|没有|暂未|并未|尚未)(?:予|曾|有)?(?:公开|对外)?(?:披露|公开|公布|透露|说明|给出)|不详|(?<![A-Za-z])(?:undisclosed|unspecified"
    r"|(?:is|was|were|are|has|have)?\s*not\s+(?:been\s+)?(?:yet\s+)?(?:publicly\s+)?(?:disclosed|given|stated|reported|revealed|published)|unknown)(?![A-Za-z]))"
    r"\s*(?:[(（][^()（）]{0,200}[)）])?",
    re.I,
)
_INFERENCE: Final = re.compile(
    r"推理(?:成本|场景|阶段|服务|性能|集群|吞吐|速度|延迟|时延)|(?<![A-Za-z])inference\s(?:throughput|latency|speed|cost)|面向[\u4e00-\u9fff]{0,6}推理|(?<![A-Za-z])(?:for|during|at)\s+(?:inference|serving)(?![A-Za-z])",
    re.I,
)
_TRAINING: Final = re.compile(r"训练|训成|(?<![A-Za-z])(?:pre-?|post-?)?train", re.I)
_EQUIVALENT: Final = re.compile(
    r"[(（][^()（）]{0,20}?(?:(?<![A-Za-z])(?:c\s|equivalent|equiv\.|or\s+about|i\.e\.\s+about)|等价|相当于|折合)[^()（）]{0,80}[)）]", re.I
)


_THAN_BEHIND: Final = re.compile(r"[^、。,，]{0,24}?より")
"""Japanese puts "than" behind what is compared."""


_PATTERNS: Final = (
    (
        _COMPARISON,
        (
            "compar",
            "versus",
            "vs",
            "relative",
            "opposed",
            "than",
            "similar",
            "unlike",
            "whereas",
            "outperf",
            "rival",
            "on par",
            "matching",
            "twice",
            "double",
            "triple",
            "half",
            "times",
            "contrast",
            "instead",
            "from",
            "相比",
            "相较",
            "对比",
            "比起",
            "不输",
            "媲美",
            "优于",
            "超越",
            "对标",
            "不亚于",
            "堪比",
            "接近于",
            "不逊于",
            "vergleich",
            "rapport",
        ),
    ),
    (_UNDISCLOSED, ("未", "没有", "不详", "undisclosed", "unspecified", "not", "unknown")),
    (_EQUIVALENT, ("(", "（")),
)
"""The patterns, each with words of which one stands in every match: most texts have none, and the patterns are dear."""


def is_compared(hidden: str, end: int) -> bool:
    """Whether the amount that ends at a place is what something else is compared with."""
    return bool(_THAN_BEHIND.match(hidden, end)) and not re.match(r"\s*[以]", hidden[end:])


def excluded_spans(hidden: str) -> list[tuple[int, int]]:
    """Parts of a text whose figures and names are not the run's.

    Args:
        hidden: folded text with names masked.
    """
    small = lowered(hidden)
    patterns = [pattern for pattern, words in _PATTERNS if any(word in small for word in words)]
    spans = [hit.span() for pattern in patterns for hit in pattern.finditer(hidden)]
    if "would" in small and (other := [hit.span() for hit in _WOULD_HAVE.finditer(hidden)]):
        ends = {end for _, end in other}
        spans = other + [span for span in spans if not any(end <= span[0] <= end + 1 for end in ends)]
    if _INFERENCE.search(hidden) and not _TRAINING.search(hidden):
        return [(0, len(hidden))]
    return spans
