"""One text as the readers of its fields see it: cleaned, its names masked, its amounts joined with their units.

Belongs here: the type, and lists that share a unit ("9/14 days", "4,783 and 6,250 GPU days"). Does not belong here:
markup (see `cleaning`), what does not count (see `traps`) and what a field is (see the modules of the fields).
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
from fab_pipeline.reading.sentences.cleaning import cleaned
from fab_pipeline.reading.sentences.over import without_over
from fab_pipeline.reading.sentences.traps import excluded_spans, is_compared
from fab_pipeline.vocabulary.accelerators import Mention
from fab_pipeline.vocabulary.characters import fold

_LIST_JOINT: Final = re.compile(
    r"\s*(?:/|,|、|\band\b|\bor\b|\bvs\.?|\bversus\b|\bcompared\s(?:to|with)\b|&|和|与|及|或|,\s*and"
    r"|[,、;]\s*(?:(?:and|then|再|而)\s*)?(?:第[一二三四]\s?阶段|后训练|微调|退火|(?:stage|phase)\s?\w{1,5}:?)\s*(?:用了?|为|:)?)\s*",
    re.I,
)
_NOT_BUT: Final = re.compile(r"\s+(?:instead\s+of|rather\s+than|not)\s+", re.I)
_DENOMINATOR: Final = re.compile(r"(?:每|(?<![A-Za-z])(?:per|every|each)\s|(?<=[A-Za-z\u4e00-\u9fff\ue000])/)\Z", re.I)
"""Before the amount that a rate is per: "3.7天/万亿tokens"."""
_FACTOR_BEFORE: Final = re.compile(r"[x×*]\s?\Z")
_LIST_WORD: Final = re.compile(r"\s*(?:、|/|&|和|与|與|及|,?\s*and(?![a-z]))\s*", re.I)
_OTHER_ONE: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:one|other|latter|second|larger?|bigger|model)|后者|後者)\s+(?:on|with|for|used|saw|took)\s+\Z", re.I
)
_OF_ANOTHER: Final = re.compile(
    r"(?:\ue001|\d\s?[BMT])(?:[\s\-](?:one|model|variant|version|run)|\s?(?:版本?|模型))?\s*(?:only|just|则|则是|只|仅|却)*\s*"
    r"(?:(?:took|takes|need(?:s|ed)|us(?:es|ed)|requir(?:es|ed)|consum(?:es|ed)|saw|in|on|at|with|:|->|→)|(?:用|需要|消耗|花|训练)了?)?\s*\Z",
    re.I,
)
"""Before the figure of another model, in the unit of the first: "the 22B needed 310K GPU hours, the 7B one 45K"."""
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
_OF_RUNS: Final = _SHARED - {"parameter", "node"}
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
    found = read_amounts(cleaned(text))
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
    amounts = _elided(found.hidden, [without_over(found.hidden, *pair) for pair in zip(of_run, [None, *of_run], strict=False)])
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


def _elided(hidden: str, amounts: list[Amount]) -> list[Amount]:
    """Figures whose unit stands with an earlier one: "2.6M GPU hours on pretraining, 119K on context extension"."""
    out: list[Amount] = []
    last: Amount | None = None
    unit: Amount | None = None
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
        if unit and not amount.unit and _is_of_another(hidden, unit, amount):
            size = (unit.quantity.value or 0.0) / (unit.value or 1.0)
            out.append(replace(amount, unit=unit.unit, dimension=unit.dimension, quantity=amount.quantity.scaled(size)))
            continue
        if previous and _continues(hidden, previous, amount):
            out.append(replace(amount, unit=previous.unit, dimension=previous.dimension))
            continue
        if amount.unit and amount.per is None and amount.dimension in _SHARED:
            last = amount if (named or amount.dimension == "token") and amount.quantity.value else None
            unit = amount if amount.dimension in _OF_RUNS and amount.quantity.value else unit
        out.append(amount)
    return out


def _is_of_another(hidden: str, first: Amount, amount: Amount) -> bool:
    """Whether a bare figure is another model's, in the unit of the first."""
    if not amount.value or not first.value:
        return False
    size = amount.value / first.value
    return 1 / _NEAR <= size <= _NEAR and bool(_OF_ANOTHER.search(hidden, max(first.end, amount.start - 48), amount.start))


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
        if first.dimension in _SHARED and not second.unit and second.value and _NOT_BUT.fullmatch(hidden, first.end, second.start):
            size = (first.quantity.value or 0.0) / (first.value or 1.0)
            amounts[index + 1] = replace(second, unit=first.unit, dimension=first.dimension, quantity=second.quantity.scaled(size))
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
