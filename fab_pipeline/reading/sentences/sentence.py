"""One text as the readers of its fields see it: cleaned, its names masked, its amounts joined with their units.

Belongs here: the type, cleaning of markup, and lists that share a unit ("9/14 days", "4,783 and 6,250 GPU days"). Does not belong here:
what does not count (see `traps`) and what a field is (see the modules of the fields).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.amounts import read_amounts
from fab_pipeline.reading.comparators import qualified
from fab_pipeline.reading.lexicon import SCOPES
from fab_pipeline.reading.measures import blanked
from fab_pipeline.reading.names import Name
from fab_pipeline.reading.sentences.traps import excluded_spans, is_compared
from fab_pipeline.vocabulary.accelerators import Mention
from fab_pipeline.vocabulary.characters import fold

_EMPHASIS: Final = re.compile(r"\*\*|__|\\(?=[~*_$#<>|])|</?(?:b|i|em|strong|sup|sub|span|p|br|td|th|tr|code)\b[^<>]{0,80}>|`")
_MARKUP: Final = re.compile(r"[*_\\<`]")
_BARE_CARD: Final = re.compile(
    r"((?:(?<![A-Za-z])(?:single|a|an|one)\s|(?<![\d.,])\d{1,3}\s?[x×*]\s?|(?<![\d.,])\d{1,3}\s|[张張块塊卡]\s?))"
    r"((?:20[678]0|30[6789]0|40[6789]0|50[789]0)(?:\s?Ti)?)(?=s?(?:[\s,.;，。）)、]|GPU|$|[\u4e00-\u9fff])(?![,.]\d))"
)
"""Consumer cards that are called by their number alone, behind a count or an article: "8 3090s", "a single 4090"."""
_CARD_NUMBER: Final = re.compile(r"[2-5]0[5-9]0")
_BARE_ASCEND: Final = re.compile(
    r"(?<![A-Za-z0-9.,])(?<!昇腾)(?<!昇腾 )(?<!华为)(?<!华为 )(?<!Ascend )(?<!Ascend-)(?<!Huawei )(910[ABC]\d?)(?![A-Za-z0-9])"
    r"(?=\s?(?:[(（]?\s?(?:32|64|128)\s?GB?(?![A-Za-z])|(?:[x×*]\s?\d)|(?:AI\s)?(?:NPUs?|GPUs?|cards?|chips?|accelerators?|nodes?|servers?|clusters?)"
    r"|卡|芯片|集群|超节点|节點|节点|服务器|加速|NPU))"
    r"|(?<=[张張块塊颗片])(\s?)(910[ABC]\d?)(?![A-Za-z0-9])|(?<=[x×*])(\s?)(910[ABC]\d?)(?![A-Za-z0-9])"
)
"""Huawei's cards by their number alone, beside a word, a memory or a sign that only cards have: a "910B model" is none."""
_TPU_BEHIND: Final = re.compile(r"(?<![A-Za-z0-9])(v\d[a-z]?)[\s-]TPUs?(?![A-Za-z])")
_LINE: Final = re.compile(r"[^\S\n]*\n\s*(?=(?:[-*|#•]|[A-Z][\w ]{1,30}:))|(\s*\n\s*)")
_LIST_JOINT: Final = re.compile(r"\s*(?:/|,|、|\band\b|\bor\b|\bvs\.?|\bversus\b|\bcompared\s(?:to|with)\b|&|和|与|及|或|,\s*and)\s*", re.I)
_DENOMINATOR: Final = re.compile(r"(?:每|(?<![A-Za-z])(?:per|every|each)\s|(?<=[A-Za-z\u4e00-\u9fff\ue000])/)\Z", re.I)
"""Before the amount that a rate is per: "3.7天/万亿tokens"."""
_FACTOR_BEFORE: Final = re.compile(r"[x×*]\s?\Z")
_LIST_WORD: Final = re.compile(r"\s*(?:、|/|&|和|与|與|及|,?\s*and(?![a-z]))\s*", re.I)
_OTHER_ONE: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:one|other|latter|second|larger?|bigger)|后者|後者)\s+(?:on|with|for|used|saw|took)\s+\Z", re.I
)
_EITHER: Final = re.compile(r"(?<![A-Za-z])either\s", re.I)
_SCOPES: Final = "|".join(words for table in SCOPES.values() for words in table.values())
_PURPOSE: Final = re.compile(rf"\s*(?:(?:on|for|in|during|用于|在)(?![A-Za-z])|(?:{_SCOPES}))", re.I)
_LABEL: Final = re.compile(rf"(?:{_SCOPES})\s*[:：]\s*\Z", re.I)
_ENUMERATED: Final = re.compile(r"(?:[,，、;；]|(?<![A-Za-z])(?:and|plus)|和|与|以及)\s*(?:and\s+)?(?:another\s+)?\Z", re.I)
_HOLE: Final = "\ue001"
_NUMBERS: Final = re.compile(r"\d+|[一二三四五六七八九十百千万亿兆]+")
_MOST_NUMBERS: Final = 120
"""A text with more is a table or a listing, of which no figure is the one run's."""
_SHARED: Final = frozenset({"time", "accelerator_time", "token", "parameter", "accelerator", "node", "core_time", "compute"})
_NEAR: Final = 100.0
"""Figures of one list are of one order or two: a version number before "and 24,576 GPUs" is no count."""


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """One text.

    Attributes:
        folded: cleaned and folded text.
        hidden: the same with names, and what is not about the run, masked.
        amounts: amounts that are about the run, in printed order.
        mentions: accelerators that are about the run, in printed order.
        names: names with digits that are about the run.
    """

    folded: str
    hidden: str
    amounts: tuple[Amount, ...]
    mentions: tuple[Mention, ...]
    names: tuple[Name, ...]

    def of(self, *dimensions: str) -> list[Amount]:
        """Amounts of the dimensions that are no rates."""
        return [amount for amount in self.amounts if amount.dimension in dimensions and amount.per is None]

    def before(self, amount: Amount, length: int = 40) -> str:
        """Words before an amount."""
        return self.hidden[max(0, amount.start - length) : amount.start]

    def after(self, amount: Amount, length: int = 40) -> str:
        """Words behind an amount."""
        return self.hidden[amount.end : amount.end + length]


def read_sentence(text: str) -> Sentence:
    """A text with its amounts, without those that are about something else. Two sentences are equal only if they are the same object."""
    if len(text) > 2 * _MOST_NUMBERS and len(_NUMBERS.findall(text)) > _MOST_NUMBERS:
        return Sentence(fold(text), "", (), (), ())
    found = read_amounts(_cleaned(text))
    spans = excluded_spans(found.hidden)

    def inside(start: int) -> bool:
        return any(begin <= start < end for begin, end in spans)

    of_run = [
        amount
        for amount in _lists(found.hidden, list(found.amounts))
        if not inside(amount.figure_start)
        and not _in_rate(found.amounts, amount)
        and not _is_denominator(found.hidden, amount)
        and not is_compared(found.hidden, amount.end)
    ]
    amounts = _elided(found.hidden, of_run)
    mentions = tuple(mention for mention in found.mentions if not inside(mention.start))
    names = tuple(name for name in found.names if not inside(name.start))
    hidden = blanked(found.hidden, spans, _HOLE)
    return Sentence(found.folded, hidden, tuple(amounts), mentions, names)


def _in_rate(amounts: Sequence[Amount], amount: Amount) -> bool:
    """Whether an amount is what another one is per: "4 billion tokens a day"."""
    return any(other.per and other.figure_end <= amount.start and amount.end <= other.end for other in amounts)


def _is_denominator(hidden: str, amount: Amount) -> bool:
    """Whether something else is per this amount; a slash between sizes of models is a list."""
    hit = _DENOMINATOR.search(hidden, max(0, amount.start - 8), amount.start)
    return hit is not None and not (hit[0] == "/" and amount.dimension == "parameter")


def _cleaned(text: str) -> str:
    """Text without markup of emphasis; a line break inside a sentence is a space."""
    if _MARKUP.search(text):
        text = _EMPHASIS.sub("", text)
    if _CARD_NUMBER.search(text):
        text = _BARE_CARD.sub(r"\1RTX \2", text)
    if "910" in text:
        text = _BARE_ASCEND.sub(_with_ascend, text)
    if "TPU" in text:
        text = _TPU_BEHIND.sub(lambda hit: f"TPU {hit[1]}", text)
    return _LINE.sub(lambda hit: " " if hit[1] else "\n", text.strip()) if "\n" in text else text.strip()


def _with_ascend(hit: re.Match[str]) -> str:
    return f" Ascend {hit[1] or hit[3] or hit[5]}"


def _elided(hidden: str, amounts: list[Amount]) -> list[Amount]:
    """Figures whose unit stands with an earlier one: "2.6M GPU hours on pretraining, 119K on context extension"."""
    out: list[Amount] = []
    last: Amount | None = None
    for amount in amounts:
        begin = max(0, amount.start - 32)
        words = hidden[begin : amount.start].rstrip()
        label = words.endswith((":", "：")) and _LABEL.search(words)
        named = label or _PURPOSE.match(hidden, amount.end)
        listed = label or (not amount.unit and _ENUMERATED.search(hidden, begin, amount.start))
        if last and named and listed and not amount.unit and amount.scaled and amount.value is not None:
            size = (last.quantity.value or 0.0) / (last.value or 1.0)
            out.append(replace(amount, unit=last.unit, dimension=last.dimension, quantity=amount.quantity.scaled(size)))
            continue
        previous = out[-1] if out else None
        if previous and _continues(hidden, previous, amount):
            out.append(replace(amount, unit=previous.unit, dimension=previous.dimension))
            continue
        if amount.unit and amount.per is None and amount.dimension in _SHARED:
            last = amount if (named or amount.dimension == "token") and amount.quantity.value else None
        out.append(amount)
    return out


def _continues(hidden: str, previous: Amount, amount: Amount) -> bool:
    """Whether a bare figure goes on with a labelled list (參數量分別為 30 億、80 億), or is of another model: "the large one on 14T"."""
    if amount.unit or not amount.scaled or previous.dimension not in {"parameter", "token"} or previous.per or amount.value is None:
        return False
    before = previous.quantity.value or 0.0
    near = before > 0 and 1 / _NEAR <= amount.value / before <= _NEAR
    labelled = not hidden[previous.figure_end : previous.end].strip() and _LIST_WORD.fullmatch(hidden, previous.end, amount.start)
    return near and bool(labelled or (previous.dimension == "token" and _OTHER_ONE.search(hidden, max(0, amount.start - 32), amount.start)))


def _lists(hidden: str, amounts: list[Amount]) -> list[Amount]:
    """Bare figures before a joint take the unit of the next one."""
    for index in range(len(amounts) - 2, -1, -1):
        first, second = amounts[index], amounts[index + 1]
        if first.unit or second.dimension not in _SHARED or second.per or first.kind != "number" or first.value is None or first.end == 0:
            continue
        joint = _LIST_JOINT.fullmatch(hidden, first.end, second.start)
        base, value = second.quantity.value, second.value
        near = value is not None and first.value > 0 and 1 / _NEAR <= first.value / (value or 1.0) <= _NEAR
        if joint and (
            _FACTOR_BEFORE.search(hidden, max(0, first.start - 4), first.start) or (joint[0].strip() == "," and second.comparator != "eq")
        ):
            continue
        if joint and base is not None and value and (near or _EITHER.search(hidden, max(0, first.start - 24), first.start)):
            quantity = first.quantity.scaled(base / value)
            if second.quantity.qualifier == "approx" and second.unit.endswith(("mo", ".mo")):
                quantity = replace(quantity, qualifier="approx")
            amounts[index] = replace(first, unit=second.unit, dimension=second.dimension, quantity=quantity)
            if first.comparator == "approx" and second.comparator == "eq" and "/" in hidden[first.end : second.start]:
                amounts[index + 1] = replace(second, comparator="approx", quantity=qualified(second.quantity, "approx"))
    return amounts
