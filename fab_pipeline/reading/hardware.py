"""Hardware of a training: which accelerators, how many, and what else is said about them.

Belongs here: counting cards in text in which names, counts and remarks are glued ("NVIDIA B20096 HGX 8x B200 nodes768 卡"). Names are
found first and masked, so that no digit of a name is counted. Does not belong here: durations (see `durations`), names (see
`vocabulary.accelerators`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.reading.disclosure import undisclosed_lead
from fab_pipeline.reading.measures import MASK, Measure, Unit, is_factor, masked, measures
from fab_pipeline.reading.numbers import NumberPhrase, is_bare, number_phrases
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import scope_of
from fab_pipeline.vocabulary.accelerators import Mention, find_accelerators
from fab_pipeline.vocabulary.characters import fold

_GAP: Final = rf"\s*[{MASK}\s]*"
_OF_TIME: Final = r"[\s\-·]*(?:hours?|hrs?|days?|weeks?|months?|years?|小时|时|天|年)"
_UNITS: Final[tuple[Unit, ...]] = (
    Unit(rf"(?:个|张|块|片|颗|枚|台)?\s*(?:GPUs?|NPUs?|TPUs?|XPUs?|DCUs?|HPUs?)(?-i:(?![a-z]))(?!{_OF_TIME})", 1.0),
    Unit(rf"(?:cards?|chips?|accelerators?|superchips?|devices?)(?-i:(?![a-z]))(?!{_OF_TIME})", 1.0),
    Unit(rf"(?:个|张|块|片|颗|枚)?\s*(?:加速卡|加速器|芯片|显卡|卡)(?!{_OF_TIME})(?!型)", 1.0),
    Unit(rf"[张块片颗枚](?=\s*(?:[{MASK}]|$|[^\u4e00-\u9fff]))", 1.0),
)
_OF_NAME: Final = re.compile(rf"\s*[x×*]?\s*{MASK}(?![{MASK}\s\-]*(?:GPUs?|NPUs?|TPUs?|chips?|cards?)?{_OF_TIME})", re.I)
_TIMES_AFTER: Final = re.compile(r"\s*[x×*]\s*\d", re.I)
_PART_OF: Final = re.compile(
    r"\d\s*(?:个|台|组)?\s*(?:节点|服务器|机柜|台|机|组|nodes?|servers?|hosts?|racks?|pods?)\s*[x×*]\s*\Z"
    r"|\d\s+(?:out\s+)?of\s+(?:the\s+|its\s+)?\Z",
    re.I,
)
"""Nodes times what one holds, or "3,072 of 37,888": the figure behind is not what the run used."""
_TIMES_BEFORE: Final = re.compile(rf"{MASK}s?\s*[x×*]\s*\Z")
_NODE: Final = re.compile(r"(?<![A-Za-z])(?:nodes?|servers?|hosts?|racks?|pods?)(?![a-z])|节点|服务器|机柜|台", re.I)
_PER_NODE_AFTER: Final = re.compile(r"\s*\)?\s*(?:/|per|each|every|每)\s*(?:an?\s+)?(?:node|server|host|rack|pod|节点|台|机|$|\))?", re.I)
_PER_NODE_BEFORE: Final = re.compile(r"(?:每(?:个|台)?(?:节点|服务器|机)?|each (?:with|of)|per node:?)\s*\Z", re.I)
_CLUSTER_BEFORE: Final = re.compile(r"(?:cluster(?: of| size| with)?|集群(?:规模|共|总)?)[\s:]*\Z", re.I)
_CLUSTER_AFTER: Final = re.compile(r"\s*(?:的)?(?:规模的)?\s*(?:cluster|集群|available|installed|可用)", re.I)
_COUNT_WORDS: Final = r"卡数|数量|(?:number|count) of (?:GPUs?|cards|chips|accelerators)|(?:GPU|card|chip|accelerator) count"
_COUNT_UNDISCLOSED: Final = re.compile(rf"(?:{_COUNT_WORDS})[\s:：]*", re.I)
_LARGEST_NODE: Final = 72
"""Accelerators of the largest node that is sold as one (NVL72)."""
_NODE_BEFORE: Final = re.compile(rf"(?:{_NODE.pattern})\s*(?:of|with|each|[x×*,:])?\s*(?:each\s*)?\Z|[x×*]\s*\Z", re.I)
_NAME_BEFORE: Final = re.compile(rf"{MASK}s?\s*[:(,]?\s*\Z")
_PART_ENDS: Final = re.compile(r"\s*(?:[),;·|\n]|\Z)")
_TORN_NUMBER: Final = re.compile(rf"(?<={MASK})(?:,\d{{3}})+|(?<={MASK})\.\d+")
"""The end of a number whose first digits were taken for a name."""
_GLUED_DIGITS: Final = re.compile(r"\d+(?=(?:,\d{3})+(?!\d))")


@dataclass(frozen=True)
class Hardware:
    """What a text says about hardware.

    Attributes:
        disclosed: False where it starts by saying that the hardware is undisclosed; the rest is then a remark.
        mentions: accelerators named, in printed order.
        count: accelerators used; None where no single count is stated.
        count_undisclosed: whether it says that the count is undisclosed.
        detail: what else it says, None where it says nothing else.
    """

    disclosed: bool
    mentions: tuple[Mention, ...]
    count: Quantity | None
    count_undisclosed: bool
    detail: str | None

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the accelerators, each once."""
        return tuple(dict.fromkeys(mention.accelerator.label for mention in self.mentions))


def read_hardware(text: str) -> Hardware:
    """Accelerators, their count and further words of a text about hardware (duration already taken out)."""
    lead = undisclosed_lead(text)
    if lead is not None and not _COUNT_UNDISCLOSED.match(text, lead):
        rest = text[lead:]
        return Hardware(False, (), _count_at_start(rest), _says_count_undisclosed(rest), _clean(rest))
    mentions = tuple(find_accelerators(text, families=True))
    counts = _counts(_separated(text, mentions))
    detail = _clean(masked(text, [*((mention.start, mention.end) for mention in mentions[:1]), *((c.start, c.end) for c in counts)]))
    of_each = len(counts) > 1 and len({mention.accelerator.label for mention in mentions}) > 1
    return Hardware(True, mentions, None if of_each else _single(counts), _says_count_undisclosed(text), detail)


def read_count(text: str) -> Quantity | None:
    """A count from a column of counts: with or without a word for what is counted."""
    counted = _explicit_count(text)
    if counted is not None:
        return counted
    hidden = masked(text, [(mention.start, mention.end) for mention in find_accelerators(text)])
    found = number_phrases(hidden)
    return found[0].quantity if len(found) == 1 and is_bare(hidden, found[0]) else None


def _count_at_start(text: str) -> Quantity | None:
    """A count that directly follows an undisclosed name ("未披露10,000 卡"); one further on belongs to a remark."""
    counts = _counts(_separated(text, find_accelerators(text, families=True)))
    return counts[0].quantity if counts and not text[: counts[0].start].strip(" ·•|,，;；\n") else None


def _explicit_count(text: str) -> Quantity | None:
    return _single(_counts(_separated(text, find_accelerators(text, families=True))))


def _separated(text: str, mentions: Sequence[Mention]) -> str:
    """The text with names masked, and digits that no thousands group can have cut off ("Colossus 2100,000 卡")."""
    hidden = masked(text, [(mention.start, mention.end) for mention in mentions])
    hidden = _TORN_NUMBER.sub(lambda hit: MASK * len(hit[0]), hidden)
    for hit in reversed(list(_GLUED_DIGITS.finditer(fold(hidden)))):
        heads = [hit[0][-size:] for size in (1, 2, 3) if len(hit[0]) > 3 and hit[0][-size] != "0"]
        if len(heads) == 1:
            cut = hit.end() - len(heads[0])
            hidden = f"{hidden[: hit.start()]}{MASK * (cut - hit.start())}{hidden[cut:]}"
    return hidden


def _counts(hidden: str) -> list[Measure]:
    folded = fold(hidden)
    explicit = [measure for measure in measures(hidden, _UNITS, gap=_GAP) if _counts_run(measure, folded)]
    if explicit:
        return [_with_scope(measure, folded) for measure in explicit]
    beside_name = [
        Measure(phrase.quantity, _UNITS[0], phrase.start, phrase.end, False)
        for phrase in number_phrases(hidden)
        if phrase.numeral
        and not is_factor(folded, phrase.figure_start)
        and (_OF_NAME.match(folded, phrase.end) or _TIMES_BEFORE.search(folded, 0, phrase.start) or _stands_behind_name(phrase, folded))
    ]
    nodes = bool(_NODE.search(folded))
    return [measure for measure in beside_name if _counts_run(measure, folded) and not (nodes and _in_each_node(measure, folded))]


def _stands_behind_name(phrase: NumberPhrase, folded: str) -> bool:
    """A figure of thousands that stands alone behind a name: "H100 (16,384)", "GH200: 4,096"."""
    thousands = phrase.scaled or "," in folded[phrase.figure_start : phrase.end]
    return thousands and bool(_NAME_BEFORE.search(folded, 0, phrase.start)) and bool(_PART_ENDS.match(folded, phrase.end))


def _in_each_node(measure: Measure, folded: str) -> bool:
    """Whether a number beside a name may be what one node holds ("27 nodes x 8 A100") and not the whole ("384 H100s (48 nodes)")."""
    held = measure.quantity.value or measure.quantity.maximum or 0.0
    return held <= _LARGEST_NODE or bool(_NODE_BEFORE.search(folded, 0, measure.start))


def _counts_run(measure: Measure, folded: str) -> bool:
    per_node = _PER_NODE_AFTER.match(folded, measure.end) or _PER_NODE_BEFORE.search(folded, 0, measure.start)
    factor = _TIMES_AFTER.match(folded, measure.end) or _PART_OF.search(folded, 0, measure.start)
    return not measure.hyphenated and not per_node and not factor


def _with_scope(measure: Measure, folded: str) -> Measure:
    cluster = _CLUSTER_BEFORE.search(folded, 0, measure.start) or _CLUSTER_AFTER.match(folded, measure.end)
    scope = "cluster" if cluster else scope_of(re.split(r"[,;·|()]", folded[measure.end :])[0])
    return replace(measure, quantity=replace(measure.quantity, scope=scope))


def _single(counts: Sequence[Measure]) -> Quantity | None:
    of_run = [count.quantity for count in counts if count.quantity.scope != "cluster"] or [count.quantity for count in counts]
    figures = {(quantity.value, quantity.minimum, quantity.maximum) for quantity in of_run}
    return of_run[0] if len(figures) == 1 else None


def _says_count_undisclosed(text: str) -> bool:
    after = any(undisclosed_lead(text[hit.end() :]) is not None for hit in _COUNT_UNDISCLOSED.finditer(text))
    lead = undisclosed_lead(text)
    return after or (lead is not None and bool(_COUNT_UNDISCLOSED.match(text, lead)))


def _clean(text: str) -> str | None:
    words = re.sub(rf"[{MASK}\s]+", " ", text).strip(" ·|,;，；、:：/-×*")
    words = re.sub(r"^(?:s(?![A-Za-z])|and|和|与)[\s,·]+|\s+(?:and|和|与)$", "", words).strip()
    return words or None
