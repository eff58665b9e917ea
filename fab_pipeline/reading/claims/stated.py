"""Claims without a number: capabilities, certificates, things named, superlatives.

Belongs here: which clause of a sentence states one, and whether it affirms. Does not belong here: the words (capabilities.yaml), figures.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.claims.clauses import clause_end, clause_start
from fab_pipeline.vocabulary.characters import lowered
from fab_pipeline.vocabulary.metrics import Metric, capabilities, metrics
from fab_pipeline.vocabulary.openings import Finders

_DENIED: Final = re.compile(
    r"(?:不|未|尚未|无法|暂不|没有|并未|不再|不能)(?:支持|提供|具备|通过|获得|开放|包含|采用|覆盖|上线|能|可)|暂无|(?:does"
        r"|do|is|are|has|have|can|will)\s?(?:not|n.t)\b|cannot|without|no longer|lacks?"
    r"|\bunsupported|\bunavailable|\bno support for", re.I | re.A
)  # fmt: skip
_REFUSED: Final = re.compile(
    r"(?:不|未|无法|不能|没有)(?:支持|提供|开放|上线)|不可(?!能|避|或缺|替代|思议|忽视|否认|多得|分割|逆)(?=[\u4e00-\u9fff])"
    r"|\b(?:does|do) ?(?:not|n.t) (?:yet )?(?:support|offer|provide)\b"
    r"|\b(?:is|are) ?(?:not|n.t) (?:yet |currently )?(?:supported|available|offered|included)\b"
    r"|\bcannot be\b|\bunsupported\b|\bno support for\b",
    re.I,
)
_OFFERED: Final = re.compile(
    r"(?<![不未法能持供术得的等力策])支持(?!下|者|率|力|团队|服务|工单|[：:，,。；;]|\Z)(?=[^，,。；;\d]{2,})"
    r"|(?<!not )\b(?:supports\s(?=[a-z])|(?:are|is) (?:fully |both |natively )?supported\b)",
    re.I,
)
_SAID_OTHERWISE: Final = re.compile(rf"{_DENIED.pattern}|\d|[十百千万亿]\s?(?:[卡级张]|参数)", re.I | re.A)
"""A clause that denies, or whose figure is the claim."""
_ANSWER: Final = re.compile(
    r"(?:(?P<what>[^:：|?？]{2,60}?)\s*[:：|]\s*)?(?:(?P<no>no|none|not (?:yet )?(?:supported|available|offered)|unsupported"
    r"|(?:暂|尚|当前)?(?:不|未)支持"
    r"|否|[✗✘×❌])|(?P<yes>yes|(?:fully )?supported|available|included|支持|已支持|是|[✓✔√✅]))\s*[.。]?\s*",
    re.I,
)
"""A cell, or the end of "Live migration: not supported", that says yes or no."""
_ASKED: Final = re.compile(r"[?？]\s*\Z|是否|如何|哪些|怎样|考察|关注平台|whether|\bhow to\b|\bdo you\b", re.I | re.A)
_LONGEST_TEXT: Final = 80
_OTHER: Final = "other_feature"


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


def stated(folded: str, context: str = "") -> list[Stated]:
    """Claims without a number of a sentence, in printed order; a question and advice claim nothing.

    Args:
        folded: the folded sentence.
        context: folded words that stand elsewhere and say what a cell is about.
    """
    if len(folded) <= _LONGEST_TEXT and (answer := _ANSWER.fullmatch(folded)) and (answer["what"] or context):
        return _answered(folded, answer["what"] or context, affirmed=answer["yes"] is not None)
    hits = _finders()[1].find(lowered(folded))
    told = _REFUSED.search(folded) or _OFFERED.search(folded)
    if not (hits or told) or _ASKED.search(folded):
        return []
    found = _named(folded, hits)
    return sorted([*found, *(_unnamed(folded, found) if told else ())], key=lambda one: (one.place, one.metric.name))


def _answered(folded: str, what: str, *, affirmed: bool) -> list[Stated]:
    """What a yes or no says about the capabilities that its label names, else about the label."""
    known, finders = _finders()
    found = {known[index] for index, _, _ in finders.find(lowered(what)) if known[index].kind == "boolean"}
    named = sorted(found, key=lambda metric: metric.name) or [metrics()[_OTHER]]
    return [Stated(metric, affirmed, what.strip()[:_LONGEST_TEXT], 0, len(folded), 0) for metric in named]


def _unnamed(folded: str, found: Sequence[Stated]) -> Iterator[Stated]:
    """Features that a clause offers or refuses and no entry of the vocabulary names."""
    taken = {(one.start, one.end) for one in found}
    for words, affirmed in ((_REFUSED, False), (_OFFERED, True)):
        for hit in words.finditer(folded):
            place = clause(folded, hit.start(), hit.end())
            if place not in taken and not (affirmed and _SAID_OTHERWISE.search(folded, *place)):
                taken.add(place)
                yield Stated(metrics()[_OTHER], affirmed, folded[slice(*place)][:_LONGEST_TEXT], *place, hit.start())


def _named(folded: str, hits: Sequence[tuple[int, int, int]]) -> list[Stated]:
    """Capabilities whose words a sentence has, once in a clause."""
    known = _finders()[0]
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
    return found


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
