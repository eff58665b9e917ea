"""Parameters of the model: all, and those active per token, from figures, names and class words.

Belongs here: which amounts are sizes of the model and which of them are active ones. Does not belong here: sizes of experts ("8x7B").
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.names import has_factor
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import agree, finest, pick
from fab_pipeline.reading.sentences.sentence import Sentence

_BASE_BEFORE: Final = re.compile(
    r"(?:from|based\s+on|base\s+model|initiali[sz]ed\s+\w+|distill\w*\s+\w*|基于|源自)\s*(?:(?:an?|the|our|its)\s)?\Z", re.I
)
_TEACHER: Final = re.compile(r"[\s\-]*(?:parameters?\s+)?(?:teacher|教师)", re.I)
_OF_AN_EXPERT: Final = re.compile(r"(?:(?:each|every|per)\s+expert|每个专家)[^.;,。]{0,12}\Z", re.I)
_PER_EXPERT: Final = re.compile(r"\s*(?:parameters?\s+)?(?:per|in\s+each|in\s+every)\s+expert", re.I)
_SMALLEST: Final = 1e5
_LARGEST: Final = 5e14
_MODEL_BEHIND: Final = re.compile(
    r"[\s\-]*(?:[\ue001A-Za-z][\ue001A-Za-z\-/]*\s+){0,3}(?:models?|LLMs?|MoE|transformers?|networks?|variants?|versions?|checkpoints?|dense|base|main\s+model"
    r"|total|active|activated)(?![a-z])|\s+run(?![a-z])|\s*[(（][^()（）]{0,20}(?:MoE|激活|activ|dense)|\s*(?:个)?[\u4e00-\u9fff]{0,4}(?:模型|密集|稠密|参数|版本)|\s*(?:of\s+the\s+)?main\s+model",
    re.I,
)
_NOUN_BEFORE: Final = re.compile(
    r"(?:param(?:eter)?s?|参数|总参|參數|引數|パラメータ|activ\w*|激活|活跃|model\s+size|模型规模|规模|sizes?|MoE|dense)[^.。;；]{0,24}\Z",
    re.I,
)
_NAME_BEFORE: Final = re.compile(r"(?:\ue001|[A-Z][A-Za-z\-]{1,20}(?:\s\d(?:\.\d)?)?)[\s\-]\Z|[\u4e00-\u9fff]-\Z")
_ARTICLE: Final = re.compile(r"(?<![A-Za-z])(?:a|an|our|the|this|each)\s\Z", re.I)
"""Before a size that stands for its model: "train a 7B in nine days"."""
ACTS_BEHIND: Final = re.compile(
    r"\s?(?:则|只|仅|共)?(?:用了|训练了|训练用|需要|消耗|耗时|跑了|花了)|\s+(?:took|costs?|needed|used|required|consumed|was\s+trained|ran\s+for)(?![a-z])|\s+(?=[$€£¥]\d)",
    re.I,
)
"""Behind a size that stands for its model: "7B 用了 9 天"."""
_IN_BRACKETS: Final = re.compile(r"(?<!token)(?<!tokens)(?<!data)(?<!corpus)\s[(（]\Z", re.I)
_BRACKET_ENDS: Final = re.compile(r"\s?[)）]")
_NOT_A_NAME: Final = re.compile(
    r"(?:The|With|For|On|In|Of|To|Over|About|Trained|Training|Total|Using|Used|Data|Cost|Budget|Around|Approximately|Nearly|From|And|GPU|GPUs|NVIDIA)\s\Z"
)
_NOT_PARAMETERS: Final = re.compile(
    r"\s*(?:tokens?|bytes?|frames?|steps?|samples?|images?|words?|documents?|pages?|users?|dollars?|USD|GPU|hours|\ue000|数据|语料|词|字|条|次|年|元|美元|用户|张|卡|(?:of\s+)?[\w\s]{0,20}data\b)",
    re.I,
)
_ON_BEFORE: Final = re.compile(r"(?:train\w*|tun\w+)\s+(?:\w+\s+){0,2}(?:on|with|over|for)\s*\Z|[$€£¥]\s*\Z", re.I)
_ACTIVE: Final = re.compile(r"activ(?!ation\s+mem)|激活|活跃", re.I)
_TOTAL_LABEL: Final = re.compile(r"(?:(?<![a-z])total(?:\s+of)?|总计?|共)\s*:?\s*\Z", re.I)
_TOTAL: Final = re.compile(r"total|overall|总", re.I)
_ACTIVE_OF: Final = re.compile(r"activ\w*\s+(?:out\s+)?of(?:\s+(?:its|the|a))?", re.I)
_OUT_OF: Final = re.compile(r"\s+(?:parameters?\s+)?(?:out\s+)?of\s+(?:its\s+|the\s+|a\s+)?(?:total\s+(?:of\s+)?)?", re.I)
_CUT_BEFORE: Final = re.compile(r"[(（),，;；。]|(?<![A-Za-z])(?:with|and|of\s+which|where|while)(?![A-Za-z])|其中|包括")
_CUT_AFTER: Final = re.compile(
    r"[(（),，;；。|/]|(?<![A-Za-z])(?:with|and|of\s+which|where|while|out\s+of|中(?=激活)|(?:that|which)?\s*activat(?:es?|ing)(?=\s))(?![A-Za-z])|其中|包括"
)
_MAIN: Final = re.compile(r"\s*of\s+(?:the\s+)?main\s+model|\s*主模型", re.I)
_EXPERTS_ACTIVE: Final = re.compile(r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?)\s?B\s?[x×]\s?\d+\s?E(?![A-Za-z])", re.I)
_LISTED: Final = re.compile(r"\s?(?:/|,|、|and|or|和|与|及)\s?(?:and\s)?", re.I)
_FROM: Final = re.compile(r"(?:(?<![A-Za-z])from|从|由)\s*\Z", re.I)


@dataclass(frozen=True, slots=True)
class ParameterCounts:
    """Sizes that a text states: of the whole model and of what is active per token."""

    total: list[Amount]
    active: list[Amount]


@lru_cache(maxsize=4)
def parameter_counts(sentence: Sentence) -> ParameterCounts:
    """Candidates, in printed order."""
    total: list[Amount] = []
    active: list[Amount] = []
    previous: Amount | None = None
    for amount in (candidate for candidate in sentence.amounts if candidate.per in {None, "{token}"}):
        if not _is_size(sentence, amount, previous):
            continue
        if part := _active_part(sentence, amount):
            active.append(part)
            total.append(amount)
            previous = amount
            continue
        restated = previous is not None and sentence.hidden[previous.end : amount.start].strip() == "(" and agree([previous, amount])
        is_active = previous in active if restated else _is_active(sentence, amount, previous)
        if not (total or active or is_active):
            total += _listed_before(sentence, amount)
        (active if is_active else total).append(_as_class(amount))
        previous = active[-1] if is_active else total[-1]
    return ParameterCounts(total, active)


def _active_part(sentence: Sentence, amount: Amount) -> Amount | None:
    """The active size before a total one: "37B of 671B parameters are active"."""
    part = next((one for one in reversed(sentence.amounts) if one.end <= amount.start), None)
    if part is None or not part.scaled or not _OUT_OF.fullmatch(sentence.hidden, part.end, amount.start):
        return None
    return part if _ACTIVE.search(sentence.after(amount, 24)) and (part.quantity.value or 0.0) < (amount.quantity.value or 0.0) else None


def is_base(sentence: Sentence, start: int) -> bool:
    """Whether what begins there is the model that the text's own builds on: "initialized from a 7B"."""
    return bool(_BASE_BEFORE.search(sentence.hidden, max(0, start - 32), start))


def is_teacher(sentence: Sentence, amount: Amount) -> bool:
    """Whether a size is that of the model from which the text's own learned."""
    return bool(_TEACHER.match(sentence.hidden, amount.end)) or is_base(sentence, amount.start)


def _listed_before(sentence: Sentence, amount: Amount) -> list[Amount]:
    """Sizes of which only the last has a word for it: "7B、14B、72B 三个版本"."""
    listed: list[Amount] = []
    last = amount
    for earlier in reversed([one for one in sentence.amounts if one.figure_start < amount.figure_start]):
        size = earlier.quantity.value or 0.0
        if earlier.unit or not earlier.scaled or size < _SMALLEST or not _LISTED.fullmatch(sentence.hidden, earlier.end, last.start):
            break
        listed.append(earlier)
        last = earlier
    return listed[::-1]


def read_parameters_total(sentence: Sentence, counts: ParameterCounts) -> Quantity | None:
    """Parameters of the whole model; None where no single figure is stated. A class word (万亿参数) counts where no figure does."""
    found = [amount for amount in counts.total if amount.quantity.qualifier != "vague"]
    main = [amount for amount in found if _MAIN.match(sentence.after(amount))]
    found = [amount for amount in main or found if not _is_range_of_active(amount, counts.active) and not _is_family(sentence, amount)]
    found = [amount for amount in found if not is_teacher(sentence, amount)] or found
    if found:
        return finest(found).quantity if agree(found) else pick(sentence, found)
    sizes = {name.size for name in sentence.names if name.size}
    if sizes:
        return Quantity(sizes.pop()) if len(sizes) == 1 else None
    return pick(sentence, [amount for amount in counts.total if amount.quantity.qualifier == "vague"])


def read_parameters_active(sentence: Sentence, counts: ParameterCounts) -> Quantity | None:
    """Parameters active per token; a range beside them ("33B~56B") gives their bounds."""
    if counts.active:
        quantity = pick(sentence, counts.active)
        spread = next((amount.quantity for amount in counts.total if _is_range_of_active(amount, counts.active)), None)
        if quantity and spread:
            return replace(quantity, minimum=spread.minimum, maximum=spread.maximum, qualifier="approx")
        return quantity
    sizes = {name.active for name in sentence.names if name.active} | {
        float(size) * 1e9 for size in (_EXPERTS_ACTIVE.findall(sentence.folded) if has_factor(sentence.folded) else ())
    }
    return Quantity(sizes.pop()) if len(sizes) == 1 else None


def _is_size(sentence: Sentence, amount: Amount, previous: Amount | None) -> bool:
    low = amount.quantity.value or amount.quantity.minimum or 0.0
    if _OF_AN_EXPERT.search(sentence.before(amount)) or _PER_EXPERT.match(sentence.hidden, amount.figure_end):
        return False
    if amount.dimension == "parameter" or not _SMALLEST <= low <= _LARGEST:
        return _SMALLEST <= low <= _LARGEST
    if (
        amount.dimension
        or amount.kind == "scale"
        or _NOT_PARAMETERS.match(sentence.hidden, amount.end)
        or _ON_BEFORE.search(sentence.before(amount))
    ):
        return False
    gap = sentence.hidden[max(previous.end if previous else 0, amount.start - 48) : amount.start]
    if (previous is not None and gap.strip() in {"(", "~", "-"}) or not amount.scaled:
        return previous is not None and gap.strip() in {"(", "~", "-"}
    bracketed = _IN_BRACKETS.search(sentence.before(amount, 24)) and _BRACKET_ENDS.match(sentence.hidden, amount.end)
    named = _NAME_BEFORE.search(gap) and not _NOT_A_NAME.search(gap) and not bracketed
    stands = bracketed or _ARTICLE.search(gap) or ACTS_BEHIND.match(sentence.hidden, amount.end)
    if amount.unit == "" and stands and sentence.hidden[amount.figure_end - 1 : amount.figure_end] == "B":
        return True
    return bool(
        _MODEL_BEHIND.match(sentence.hidden, amount.end)
        or _NOUN_BEFORE.search(gap)
        or named
        or (previous and ("范围" in gap or _TOTAL_LABEL.search(gap)))
    )


def _is_active(sentence: Sentence, amount: Amount, previous: Amount | None) -> bool:
    begin = previous.end if previous else 0
    before = _CUT_BEFORE.split(_ACTIVE_OF.sub(",", sentence.hidden[begin : amount.start]))[-1]
    own = sentence.hidden[amount.figure_end : amount.end]
    following = next((other.start for other in sentence.amounts if other.start >= amount.end), len(sentence.hidden))
    after = own + _CUT_AFTER.split(sentence.hidden[amount.end : following])[0]
    if _ACTIVE.search(before):
        return True
    return bool(_ACTIVE.search(after)) and not _TOTAL.search(before)


def _is_family(sentence: Sentence, amount: Amount) -> bool:
    """Whether a range tells the sizes of a family: "from 7B to 72B"."""
    return amount.comparator == "range" and bool(_FROM.search(sentence.before(amount)))


def _as_class(amount: Amount) -> Amount:
    """A class word (万亿参数) gives an order of magnitude."""
    if amount.kind != "scale" or amount.quantity.value is None:
        return amount
    return replace(amount, quantity=Quantity(None, amount.quantity.value, None, "vague"))


def _is_range_of_active(amount: Amount, active: Sequence[Amount]) -> bool:
    low, high = amount.quantity.minimum, amount.quantity.maximum
    return low is not None and high is not None and any(low <= (other.quantity.value or 0.0) <= high for other in active)
