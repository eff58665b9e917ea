"""What the columns of a training-cost table hold, by the words of their headings, Chinese and English, in any order, merged or apart.

Belongs here: roles of columns, and the unit or scale that a heading gives to bare numbers ("Cost ($M)", 工期（天）). Does not belong here:
reading cells.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fab_pipeline.reading.disclosure import is_estimated
from fab_pipeline.sources.disclosures.column_words import ROLE_WORDS
from fab_pipeline.vocabulary.characters import fold

_PATTERNS: Final = tuple((role, re.compile("|".join(words), re.I)) for role, words in ROLE_WORDS)
_WEAK: Final = frozenset({"size", "link", "note", "model", "other"})
_GIVES_WAY: Final[dict[str, frozenset[str]]] = {
    "cost": frozenset({"recompute", "cost_per_tokens", "ratio"}),
    "recompute": frozenset({"ratio"}),
    "size": frozenset({"parameters", "tokens", "hardware", "count", "compute", "cost"}),
    "link": frozenset({"cost", "compute", "tokens", "parameters", "duration", "count", "hardware", "released", "organization", "model"}),
    "model": frozenset({"parameters", "tokens", "cost", "hardware", "compute", "released", "size", "duration", "count"}),
    "hardware": frozenset({"count"}),
}
"""A role that is dropped where one of the others is found in the same heading ("训练成本" is a cost, "模型发布时间" is a date)."""
FIGURES: Final = frozenset({"size", "parameters", "tokens", "hardware", "count", "duration", "compute", "cost"})

_SCALE_HINT: Final = re.compile(
    r"[(,/、\[]\s*(?:in )?(?:USD|US\$|\$|美元|单位[::]?)?\s*"
    r"(?P<scale>万亿|千亿|百亿|十亿|亿|千万|百万|万|千|thousand|million|billion|trillion|bn|bln|mn|mln|tn|trn|[KMBT](?![A-Za-z]))s?"
    r"|(?P<usd>\$)\s?(?P<letter>[KMB])(?![A-Za-z])",
    re.I,
)
_DURATION_HINT: Final = re.compile(
    r"[(/,]\s*(?:in )?(?P<unit>days?|weeks?|months?|hours?|hrs?|h|天|周|个?月|小时)\b\s*[)\]]?|\bdays\b|\bweeks\b|\bmonths\b|天数", re.I
)
_HOURS_HINT: Final = re.compile(r"(?:小时|卡时|hours?|hrs?\b|[- ]h\b)", re.I)
_DAYS_HINT: Final = re.compile(r"(?:GPU|NPU|TPU|chip|accelerator|card|device|加速器|卡|芯片)[\s·-]*(?:days?|天)", re.I)
_DISCLOSED: Final = re.compile(r"披露|公开|公布|disclosed|published|reported|stated", re.I)
_USD_HINT: Final = re.compile(r"USD|US\$|\$|美元|美金|dollars?", re.I)


@dataclass(frozen=True)
class Column:
    """One column: the roles of its heading, and what the heading adds to bare numbers.

    Attributes:
        heading: as printed.
        roles: what its cells hold; several where the heading merges them; empty where it is not known.
        scale: scale word for numbers without one, e.g. "M" or 万.
        duration_unit: unit for durations without one.
        hours_unit: unit for accelerator time without one.
        dollars: whether the heading says that amounts are US dollars.
        estimated: whether the heading calls all its figures estimates.
    """

    heading: str
    roles: frozenset[str]
    scale: str = ""
    duration_unit: str = ""
    hours_unit: str = ""
    dollars: bool = False
    estimated: bool = False


def column_of(heading: str) -> Column:
    """Read a heading."""
    folded = fold(" ".join(heading.split()))
    return Column(
        heading,
        _roles(folded),
        scale=_scale(folded),
        duration_unit=_duration_unit(folded),
        hours_unit="GPU days" if _DAYS_HINT.search(folded) else "GPU hours" if _HOURS_HINT.search(folded) else "",
        dollars=bool(_USD_HINT.search(folded)),
        estimated=is_estimated(folded) and not _DISCLOSED.search(folded),
    )


def table_score(columns: Sequence[Column]) -> int:
    """How much a table looks like the table of training runs: its figures, if it has a column of models; 0 otherwise."""
    roles = frozenset[str]().union(*(column.roles for column in columns)) if columns else frozenset[str]()
    figures = len(roles & FIGURES)
    return figures if "model" in roles and figures >= 2 else 0


def _roles(folded: str) -> frozenset[str]:
    if folded[:1].isdigit():
        return frozenset()  # "3 runs" counts something; it heads nothing
    left = folded
    found: set[str] = set()
    for role, pattern in _PATTERNS:
        if role not in found and pattern.search(left):
            found.add(role)
            left = pattern.sub(" ", left)
    dropped = {role for role in found if _GIVES_WAY.get(role, frozenset[str]()) & found}
    kept = found - dropped
    strong = kept - _WEAK
    return frozenset(kept - {"other", "note", "link"} if strong else kept)


def _scale(folded: str) -> str:
    hit = _SCALE_HINT.search(folded)
    return (hit["scale"] or hit["letter"]) if hit else ""


def _duration_unit(folded: str) -> str:
    hit = _DURATION_HINT.search(folded)
    if hit is None:
        return ""
    unit = hit["unit"] or {"天数": "天"}.get(hit[0], hit[0])
    return {"月": "个月"}.get(unit, unit)
