"""Parameter counts: "1760B（MoE，激活 280B）", "671B total, 37B active", "30B-A3B", "1.6 万亿".

Belongs here: telling total from active. Does not belong here: sizes of single experts ("8x7B" says nothing about the total).
"""

import re
from dataclasses import dataclass
from typing import Final

from fab_pipeline.reading.numbers import NumberPhrase, number_phrases
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.characters import fold

_ACTIVE: Final = re.compile(r"激活|活跃|active|activated|activates", re.I)
_ACTIVE_OF: Final = re.compile(r"\bactiv\w*\s+(?:out\s+)?of\b", re.I)
_TOTAL: Final = re.compile(r"总参|总量|总计|共|total|overall", re.I)
_ACTIVE_SUFFIX: Final = re.compile(r"(?<=[BbTtMm])\s?-\s?A(?=\d+(?:\.\d+)?\s?[BbMm])")
_CUT: Final = re.compile(r"[(),;/·|\[\]\n]|、|(?<![A-Za-z])(?:with|and|of which|其中|包括)(?![A-Za-z])", re.I)
_EXPERTS: Final = re.compile(r"\d\s?[x×*]\s?\Z", re.I)
_TIMES: Final = re.compile(r"\s?[x×*]\s?\d", re.I)
_LOST_SCALE: Final = re.compile(r"[BT](?-i:[a-z]{3})")
"""A scale letter that is part of an unknown word ("7.3Bxyz"): another number of the text must not pass for the parameters."""
_SMALLEST: Final = 1e6


@dataclass(frozen=True)
class Parameters:
    """Parameters of a model: all, and those active per token."""

    total: Quantity | None
    active: Quantity | None


def read_parameters(text: str) -> Parameters:
    """Total and active parameters that a text states; a side that is stated twice differently, or not at all, is None."""
    folded = _ACTIVE_SUFFIX.sub(lambda hit: "(激活" + " " * max(0, len(hit[0]) - 3), fold(text))
    total: list[Quantity] = []
    active: list[Quantity] = []
    phrases = number_phrases(folded)
    if any(not phrase.scaled and _LOST_SCALE.match(folded, phrase.end) for phrase in phrases):
        return Parameters(None, None)
    for phrase in phrases:
        if not _is_size(phrase, folded):
            continue
        before, after = _surroundings(folded, phrase)
        is_active = _ACTIVE.search(before) or (_ACTIVE.search(after) and not _TOTAL.search(before))
        (active if is_active else total).append(phrase.quantity)
    return Parameters(_single(total), _single(active))


def _is_size(phrase: NumberPhrase, folded: str) -> bool:
    size = phrase.quantity.value or phrase.quantity.minimum or 0.0
    of_experts = _EXPERTS.search(folded, 0, phrase.figure_start) or _TIMES.match(folded, phrase.end)
    return (phrase.scaled or size >= _SMALLEST) and size >= _SMALLEST and not of_experts


def _surroundings(folded: str, phrase: NumberPhrase) -> tuple[str, str]:
    """Words of the same piece before and behind the number; a further number in the piece ends it."""
    before = _ACTIVE_OF.split(_CUT.split(folded[: phrase.start])[-1])[-1]
    after = _CUT.split(folded[phrase.end :])[0]
    return re.split(r"\d[\d.,]*\s?[A-Za-z万亿]?", before)[-1], re.split(r"\d", after)[0]


def _single(found: list[Quantity]) -> Quantity | None:
    figures = {(quantity.value, quantity.minimum, quantity.maximum) for quantity in found}
    return found[0] if len(figures) == 1 else None
