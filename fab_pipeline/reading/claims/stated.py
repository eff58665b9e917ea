"""Claims without a number: capabilities, certificates, things named, superlatives.

Belongs here: which clause of a sentence states one, and whether it affirms. Does not belong here: the words (capabilities.yaml), figures.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.claims.clauses import clause_end, clause_start
from fab_pipeline.vocabulary.characters import lowered
from fab_pipeline.vocabulary.metrics import Metric, capabilities
from fab_pipeline.vocabulary.openings import Finders

_DENIED: Final = re.compile(
    r"(?:不|未|尚未|无法|暂不|没有|并未|不再|不能)(?:支持|提供|具备|通过|获得|开放|包含|采用|覆盖|能|可)|暂无|(?:does"
        r"|do|is|are|has|have|can)\s?(?:not|n.t)\b|cannot|without|no longer|lacks?", re.I | re.A
)  # fmt: skip
_ASKED: Final = re.compile(r"[?？]\s*\Z|是否|如何|哪些|怎样|考察|关注平台|whether|\bhow to\b|\bdo you\b", re.I | re.A)
_LONGEST_TEXT: Final = 80


@dataclass(frozen=True, slots=True)
class Stated:
    """One claim without a number.

    Attributes:
        metric: what is claimed.
        affirmed: false where the clause denies it.
        words: what was found.
        start: first code point of its clause in the sentence.
        end: behind its last.
        place: where its words stand.
    """

    metric: Metric
    affirmed: bool
    words: str
    start: int
    end: int
    place: int


def stated(folded: str) -> list[Stated]:
    """Claims without a number of a sentence, in printed order; a question and advice claim nothing."""
    small = lowered(folded)
    known, finders = _finders()
    hits = finders.find(small)
    if not hits or _ASKED.search(folded):
        return []
    found: list[Stated] = []
    clauses: set[tuple[int, int, int]] = set()
    for index, start, end in hits:
        metric, place = known[index], clause(folded, start, end)
        words = folded[start:end].strip()
        if (index, *place) in clauses or not words:
            continue
        clauses.add((index, *place))
        affirmed = not _DENIED.search(folded[place[0] : place[1]])
        if affirmed or metric.kind == "boolean":
            found.append(Stated(metric, affirmed, words[:_LONGEST_TEXT], *place, start))
    return sorted(found, key=lambda one: (one.place, one.metric.name))


@lru_cache(maxsize=1)
def _finders() -> tuple[tuple[Metric, ...], Finders]:
    worded = [(metric, metric.words) for metric in capabilities() if metric.words is not None]
    return tuple(metric for metric, _ in worded), Finders([words for _, words in worded])


def clause(folded: str, start: int, end: int) -> tuple[int, int]:
    """Bounds of the clauses that a place stands in, white space and list marks left out."""
    begin, stop = clause_start(folded, start), clause_end(folded, end, colon=True)
    words = folded[begin:stop]
    lead = re.match(r"[\s•·●▪◆■○*\-–]*", words)
    begin += lead.end() if lead else 0
    return begin, max(begin + 1, stop - (len(words) - len(words.rstrip())))
