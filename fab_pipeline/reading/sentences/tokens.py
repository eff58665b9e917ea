"""Tokens trained on: "trained over 17T tokens", 约150B token, 3.2万亿个…数据上进行预训练.

Belongs here: which amounts are the tokens of the training. Does not belong here: bytes, context lengths, batches, rates.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import pick, unless
from fab_pipeline.reading.sentences.sentence import Sentence

_SMALLEST: Final = 1e7
"""A smaller figure is a context length, a batch or a sample."""
_SMALLEST_OF_DATA: Final = 1e9
_NOT_TRAINED_BEFORE: Final = re.compile(
    r"(?:context|sequence|window|batch|上下文(?!\w{0,4}(?:阶段|训练|扩展))|序列|窗口|批次?|vocab\w*|词表)(?:[\s\w\-]{0,24}|[\u4e00-\u9fff]{0,8})\Z|[$€¥]\s?[\d.]+\s?(?:/|per)\s*\Z|tokeni[sz]er[^.;,]{0,24}\Z|(?:filter(?:ed|ing)|dedup\w*|clean(?:ed|ing)|start(?:ed|ing)\s+from)\s+(?:\w+\s)?\Z|steps?\s+(?:process\w*|contain\w*|ha[sv]e?|of|is|with|sees?)\s+(?:\w+\s)?\Z|(?:日均|月均|每[日天月])[\u4e00-\u9fff]{0,6}\s*\Z",
    re.I,
)
_NOT_TRAINED_AFTER: Final = re.compile(r"\s*(?:context|ctx|上下文|窗口|per\s+(?:batch|step|second)|batch|/\s?s\b|window|per\b)", re.I)
_DATA_BEHIND: Final = re.compile(
    r"\s*(?:个|個)?[^\d,，。;；]{0,24}?(?:\([^()]{0,40}\)|（[^（）]{0,40}）)?[^\d,，。;；]{0,12}?(?:数据|語料|语料|corpus|data\b|dataset|words?\b)",
    re.I,
)
BYTES: Final = {"GB": 1e9, "TB": 1e12, "PB": 1e15, "MB": 1e6}
_TRAINED_JUST_BEFORE: Final = re.compile(r"(?:训练了?|trained\s+on)\s*\Z", re.I)
_PART_OF: Final = re.compile(r"\s+(?:out\s+)?of\s+(?:the|its|our|their)\s+", re.I)
_RAW: Final = re.compile(r"(?<![a-z])(?:raw|unfiltered|crawled)(?![a-z])|原始", re.I)
_TOKENS_BEHIND: Final = re.compile(r"\s?(?:的\s?|of\s)?(?:tokens?|词元)(?![A-Za-z])", re.I)
_TRAINED: Final = re.compile(r"训练|訓練|train", re.I)
_LABEL: Final = re.compile(
    r"(?:(?:训练|预训练)(?:数据|语料)量?|語料|トークン数?|training\s+(?:data|corpus|tokens)|pre-?training\s+data)\s*(?:为|達|达|约|は|:|：|=|\||of|was|is)?\s*\Z",
    re.I,
)
_NO_NOUN: Final = re.compile(r"\s*(?:$|[,.;:)，。；|+]|of\b|and\b|with\b|using\b|in\b|at\b|for\b)", re.I)
_ON: Final = re.compile(r"(?:train\w*|tuned)\s+(?:\w+\s+){0,2}(?:on|with|over|for|using)\s*\Z", re.I)


@lru_cache(maxsize=4)
def token_counts(sentence: Sentence) -> list[Amount]:
    """Candidates: tokens of a training."""
    counted = sentence.of("token")
    counted += [_as_tokens(amount) for amount in sentence.of("bytes") if _TOKENS_BEHIND.match(sentence.hidden, amount.end)]
    counted += [_as_tokens(amount) for amount in sentence.of("bytes") if counted and _TRAINED_JUST_BEFORE.search(sentence.before(amount))]
    counted = [_used_of(sentence, amount) for amount in counted]
    named = unless(sentence, [amount for amount in counted if _size(amount) >= _SMALLEST], _not_trained_on)
    return named or [amount for amount in sentence.of("") if _is_data(sentence, amount)]


def read_tokens(sentence: Sentence) -> Quantity | None:
    """Tokens of the training; None where no single figure is stated."""
    return pick(sentence, token_counts(sentence))


def _used_of(sentence: Sentence, amount: Amount) -> Amount:
    """Of "2.1T of the 3T tokens in the corpus" the run used the first."""
    part = next((one for one in reversed(sentence.of("")) if one.scaled and one.end <= amount.start), None)
    used = part is not None and _PART_OF.fullmatch(sentence.hidden, part.end, amount.start)
    return replace(part, unit=amount.unit, dimension="token") if part and used else amount


def _as_tokens(amount: Amount) -> Amount:
    """Of "2.6TB tokens", and of "trained 3.2TB in total" beside tokens, the B is a letter too many: they are no bytes."""
    value = (amount.value or 0.0) * BYTES[amount.unit]
    return replace(amount, unit="{token}", dimension="token", quantity=Quantity(value, qualifier=amount.quantity.qualifier))


def _size(amount: Amount) -> float:
    return amount.quantity.value or amount.quantity.minimum or 0.0


def _not_trained_on(sentence: Sentence, amount: Amount) -> bool:
    if _RAW.search(sentence.hidden, amount.figure_end, amount.end):
        return True
    return bool(_NOT_TRAINED_BEFORE.search(sentence.before(amount)) or _NOT_TRAINED_AFTER.match(sentence.after(amount)))


def _is_data(sentence: Sentence, amount: Amount) -> bool:
    """Whether a figure without a unit is an amount of training data: "pretrained on 2T of multilingual data"."""
    if not amount.scaled or _size(amount) < _SMALLEST_OF_DATA or amount.kind != "number":
        return False
    behind = _DATA_BEHIND.match(sentence.hidden, amount.end)
    alone = _ON.search(sentence.before(amount)) and _NO_NOUN.match(sentence.hidden, amount.end)
    return bool(behind and _TRAINED.search(sentence.hidden)) or bool(alone or _LABEL.search(sentence.before(amount)))
