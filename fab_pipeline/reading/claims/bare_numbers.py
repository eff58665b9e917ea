"""Numbers without a unit or noun of their own: what their surroundings make of them.

Belongs here: power usage effectiveness, scaling efficiency as a fraction, context lengths, cells whose column says what they count; and
telling settings, versions and numbering, which state nothing. Does not belong here: claims (see `making`).
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.reading.claims.nouns import noun_of_label

_FROM_A: Final = r"(?:[^，,。；;\d]{0,8}\d\.\d+)?"
"""The first of "from 0.82 to 0.95"."""
_PUE: Final = re.compile(rf"PUE{_FROM_A}[^，,。；;\d]{{0,16}}\Z", re.I | re.A)
_OF_PUE: Final = re.compile(r"PUE|power usage", re.I)
_HIGHEST_PUE: Final = 3.0
_SHARE: Final = re.compile(rf"(?:加速比|线性度|扩展效率|scaling efficiency){_FROM_A}[^，,。；;\d]{{0,10}}\Z", re.I | re.A)
_CONTEXT_LENGTH: Final = re.compile(r"上下文|长文本|长序列|context|sequence length", re.I | re.A)
_TIMES_BEFORE: Final = re.compile(r"[\u4e00-\u9fff]\s?[×xX]\s?\Z")
_CARDS_BEFORE: Final = re.compile(r"(?<![A-Za-z])[A-Z]{1,3}\d{2,4}[A-Z]?\s?[*×xX]\s?\Z")
_CELL: Final = 24
"""Words of a cell or tile: a number in one is of what its label counts."""
_MODEL_SIZE: Final = re.compile(r"[A-Za-z][\w.\-]*\s[\d.]*\s?\d+[BMT]\Z", re.A)
"""Llama 3.1 405B: the size is part of the name."""
_VERSION: Final = re.compile(r"[A-Za-z\u4e00-\u9fff\"'”’）)]\s?\Z")
_VERSION_LIMIT: Final = 100.0
_MEASURE_WORD: Final = re.compile(r"\s*[个個台套家座名条款项张块]")


def with_unit(figure: Figure, folded: str, context: str) -> Figure | None:
    """The figure with the unit that its surroundings give it; None where they give none.

    Args:
        figure: without a unit.
        folded: the folded sentence.
        context: folded words that stand elsewhere and say what a cell or tile is about.
    """
    value, before = figure.value, folded[: figure.start]
    if value is None:
        return None
    near = folded[max(0, figure.start - 16) : figure.end + 12]
    of_pue = 1.0 <= value < _HIGHEST_PUE and (_PUE.search(before) or _OF_PUE.search(context))
    if of_pue or (0.0 < value <= 1.0 and _SHARE.search(before)):
        return replace(figure, unit="1")
    unit = noun_of_label(context) if len(folded) <= _CELL else None
    units = (
        ("1", "ratio", _TIMES_BEFORE.search(before)),
        ("{accelerator}", "accelerator", _CARDS_BEFORE.search(before)),
        ("{token}", "token", figure.scaled and _CONTEXT_LENGTH.search(near)),
        (unit or "", "accelerator" if unit == "{accelerator}" else "count", unit),
    )
    found = next(((code, dimension) for code, dimension, holds in units if holds), None)
    return replace(figure, unit=found[0], bare=False, dimension=found[1]) if found else None


def states_nothing(figure: Figure, folded: str) -> bool:
    """Whether a number is a setting (TP=4), a part of a name (4-way, GPT-3 175B), a version, or the numbering of an item."""
    before, behind = folded[: figure.start], folded[figure.end :]
    factor = re.search(r"[A-Za-z\d]\s?[×*]\s?\Z", before) or re.match(r"\s?[×*]\s?\d", behind)
    setting = factor or re.search(r"=\s*\Z", before) or re.match(r"\s*[-_/]?[A-Za-z]", behind)
    version = _VERSION.search(before) and (figure.value or 0.0) < _VERSION_LIMIT and not _MEASURE_WORD.match(behind)
    size = _MODEL_SIZE.search(folded[: figure.end])
    return bool(setting or version or size or not before.strip(" •·-*#"))
