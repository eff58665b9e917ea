"""A cluster and the part of it that a run used: "6,144 GPUs, of which 3,584 were used", 集群有 1 万张卡，其中 6,144 张用于训练.

Belongs here: which of several counts is what the run used. Does not belong here: counts themselves (see `hardware`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.sentences.sentence import Sentence

_SITE: Final = (
    r"(?:clusters?|fleet|supercomputers?|data\s?cent(?:er|re)s?|facilit(?:y|ies)|campus|pool|allocation|集群|叢集|智算中心|算力中心|数据中心"
    r"|資料中心|资源池|机房|超算)"
)
_SITE_BEFORE: Final = re.compile(rf"{_SITE}[^.;。；\d]{{0,32}}\Z", re.I)
_SITE_BEHIND: Final = re.compile(
    rf"[\s\-]*(?:[A-Za-z\ue000\-]+\s){{0,2}}(?:{_SITE}(?![a-z])|in\s+(?:the|our|its|total)|available|installed|on\s+site|的?{_SITE})", re.I
)
_WHOLE_BEFORE: Final = re.compile(
    r"(?:^|[.;:,(]\s*|\sout\s)of\s+(?:the|its|our|their|all|a\s+total\s+of)?\s*\Z|(?:(?<![a-z])(?:have|has|had|own(?:s|ed)?|operat\w+|total\s+of)|拥有|共有|共计|总共)\s*\Z",
    re.I,
)
_PART_AHEAD: Final = re.compile(r"[^.;。；\d]{0,24}?(?:of\s+(?:which|them|these)|其中|(?<![a-z])but(?![a-z])|但)", re.I)
_USED_BEFORE: Final = re.compile(
    r"(?:of\s+(?:which|these|them|those),?|(?<![a-z])(?:us(?:e[sd]?|ing)|train(?:ed|s|ing)?\s+on|r[au]n(?:s|ning)?\s+on|occup\w+|took|takes|requested|reserved|received|got)"
    r"|其中(?:的)?|(?:使用|占用|动用|調用|调用|投入|用)(?:了|到)?)\s*(?:only|just|仅|只)?\s*\Z",
    re.I,
)
_USED_BEHIND: Final = re.compile(
    r"\s*(?:of\s+(?:them|these|those|which)\s*)?(?:(?:were|was|are|is|have\s+been|had\s+been|being)\s+)?(?:actually\s+|eventually\s+)?"
    r"(?:used|allocated|dedicated|assigned|devoted|employed|committed|took\s+part|train(?:ed)?(?![a-z])|ran(?![a-z]))"
    r"|\s*for\s+(?:the\s+|this\s+|our\s+)?(?:[\w\-]+\s)?(?:pre-?)?train|\s*[张張块塊卡片颗]{0,2}(?:卡|GPU)?(?:被|实际|真正)?(?:用于|用来|參與|参与|投入|用在)",
    re.I,
)
_FOR_OTHERS: Final = re.compile(r"[^.;,。；，]{0,32}?(?:inference|serving|idle|spare|standby|evaluat|debug|推理|备用|空闲|评测)", re.I)
_ENDS: Final = re.compile(
    r"\s*(?:$|[.,;:)。，；|]|(?:of|were|was|are|is|for|in|on|at|to|during|and|took|train|ran)(?![a-z])|[张張块塊卡片颗])", re.I
)
_FEWEST: Final = 2


def bare_parts(sentence: Sentence) -> list[Amount]:
    """Counts of used cards that do not name the cards again: "of 9,408 GPUs, 3,072 were used"."""
    bare = [amount for amount in sentence.of("") if amount.kind == "number"]
    wholes = [amount for amount in sentence.of("accelerator") if _is_whole(sentence, amount)] if bare else []
    return [
        replace(amount, dimension="accelerator", unit="{accelerator}")
        for amount in (bare if wholes else ())
        if (amount.quantity.value or 0.0) >= _FEWEST
        and amount.start >= wholes[0].end
        and _is_used(sentence, amount)
        and _ENDS.match(sentence.hidden, amount.end)
    ]


def of_run(sentence: Sentence, found: list[Amount]) -> list[Amount]:
    """The counts of what the run used, where all others are those of a cluster; all of them where the text does not tell."""
    if len(found) < _FEWEST:
        return found
    used = [amount for amount in found if _is_used(sentence, amount)]
    others = [amount for amount in found if amount not in used]
    if not used or not others or not all(_is_whole(sentence, amount) for amount in others) or _low(used) > _low(others):
        return found
    return used


def tells_part(sentence: Sentence) -> bool:
    """Whether a text about a cluster tells what the run used of it."""
    found = sentence.of("accelerator") + bare_parts(sentence)
    return len(found) >= _FEWEST and len(of_run(sentence, found)) < len(found)


def _low(found: Sequence[Amount]) -> float:
    return min(amount.quantity.value or amount.quantity.minimum or 0.0 for amount in found)


def _is_whole(sentence: Sentence, amount: Amount) -> bool:
    before, after = sentence.before(amount), sentence.after(amount)
    return bool(_SITE_BEFORE.search(before) or _WHOLE_BEFORE.search(before) or _SITE_BEHIND.match(after) or _PART_AHEAD.match(after))


def _is_used(sentence: Sentence, amount: Amount) -> bool:
    if _FOR_OTHERS.match(sentence.after(amount)):
        return False
    return bool(_USED_BEFORE.search(sentence.before(amount)) or _USED_BEHIND.match(sentence.after(amount)))
