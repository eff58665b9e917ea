"""Two figures of a sentence that are one change or comparison: "从 A 提升到 B", "A → B", "X 相较 Y".

Belongs here: which two, and marking A. Does not belong here: reading figures.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.claims.figure import Figure

_FROM: Final = re.compile(r"(?:从|由|自|\bfrom)\s*(?:[^，,。；]{0,8}的?)?\s*\Z", re.I | re.A)
_TO: Final = re.compile(
    r"[^，,。；\d]{0,24}?(?:提升|提高|压缩|压|缩短|缩减|缩|降低?|下降|减少|减|增长|增加|增|升|扩展|扩大|扩容|优化|延长"
        r"|上升|跃升|攀升|拉长|变)?[^，,。；\d]{0,3}?(?:至|到|为|达|成|\bto\b|\binto\b|down to|up to)"
    r"\s*(?:[^，,。；\d]{0,6}的?)?\s*\Z", re.I | re.A
)  # fmt: skip
_VERSUS: Final = re.compile(r"\s*(?:→|->|=>|⇒|➔)\s*\Z")
_DIRECTLY_FROM: Final = re.compile(r"(?:从|由|\bfrom)\s*(?:[^，,。；\d]{0,6}的)?\s*\Z", re.I | re.A)
_BETWEEN: Final = re.compile(r"[^，,。；;]{0,4}(?:不等|之间|范围|区间)|\s*(?:depending|per|each)\b", re.I)
_OF_A_SPAN: Final = re.compile(
    r"(?:支持|提供|覆盖|适配|涵盖|可选|规模|规格|不等|可按需)[^，,。；;]{0,16}\Z"
    r"|\b(?:rang\w+|reserv\w+|support\w*|available|sizes?|anywhere|choose|offer\w*|configur\w+|span\w*)\b[^,.;]{0,30}\Z",
    re.I | re.A,
)
"""What there is between two sizes: "clusters range from 16 to 512 GPUs" tells of no change."""
_SET_AGAINST: Final = re.compile(r"(?:相较于?|相比于?|对比|相对于?|compared (?:to|with)|versus|vs\.?)\s*\Z", re.I | re.A)


def _joined(found: Sequence[Figure], folded: str) -> list[Figure]:
    """Figures with "40%~60%" as one range: the tilde between two figures of one unit joins them, and is no "about"."""
    result: list[Figure] = []
    for figure in found:
        first = result[-1] if result else None
        tilde = first is not None and folded[first.end : figure.start + 1].strip() == "~"
        if first and tilde and first.unit == figure.unit and first.value and figure.value and first.value < figure.value:
            result[-1] = replace(first, value_max=figure.value, comparator="eq", end=figure.end)
        elif figure.value_max is not None and _is_change(figure, folded):
            start = replace(figure, value_max=None, is_baseline=True, comparator="eq")
            result += [start, replace(figure, value=figure.value_max, value_max=None, baseline=start, comparator="eq")]
        else:
            result.append(figure)
    return result


def _is_change(figure: Figure, folded: str) -> bool:
    """Whether "from 300 to 900" tells of a change rather than of what lies between."""
    begins = _DIRECTLY_FROM.search(folded, max(0, figure.start - 14), figure.start)
    if begins is None or figure.several or _BETWEEN.match(folded, figure.end):
        return False
    return not _OF_A_SPAN.search(folded, max(0, begins.start() - 40), begins.start())


def paired(found: Sequence[Figure], folded: str) -> list[Figure]:
    """Figures of which two are one change: A is marked as baseline, B gets it."""
    result = _joined(found, folded)
    for index, first in enumerate(result[:-1]):
        second = result[index + 1]
        between = folded[first.end : second.start]
        begins = _FROM.search(folded, max(0, first.start - 14), first.start)
        if first.is_baseline:
            continue
        joins = (begins and _TO.fullmatch(between)) or _VERSUS.fullmatch(between)
        alike = first.unit == second.unit or first.dimension == second.dimension or not first.unit
        if joins and alike and first.value is not None and second.value is not None:
            unit = first.unit or second.unit
            marked = replace(first, is_baseline=True, unit=unit, dimension=second.dimension, bare=not unit)
            result[index] = marked
            result[index + 1] = replace(second, baseline=marked)
        elif second.unit == first.unit and _SET_AGAINST.search(between):
            result[index + 1] = replace(second, is_baseline=True)
    return result
