"""Accelerator-hours: "270,000,000 GPU 小时", "2.788M H800 GPU hours", "1,200 GPU-days".

Belongs here: units of accelerator time and their conversion to hours. Does not belong here: core-hours (how many cores a chip has is not
said with them), FLOP, and any product of count and duration.
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.durations import DAYS_PER_MONTH, DAYS_PER_YEAR
from fab_pipeline.reading.measures import MASK, Unit, masked, measures
from fab_pipeline.reading.numbers import NumberPhrase, number_phrases
from fab_pipeline.reading.phases import Phased, read_phased
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import scope_words
from fab_pipeline.vocabulary.accelerators import find_accelerators

_DEVICE: Final = (
    rf"(?:个|万?张)?\s*(?:[{MASK}]+[\s\-·]*)?"
    rf"(?:GPUs?|NPUs?|TPUs?|XPUs?|accelerators?|chips?|cards?|devices?|加速器|加速卡|芯片|卡|[{MASK}]+)[\s\-·]*(?:的)?"
)
_GAP: Final = r"\s*(?:(?:pre|mid|post)-?training\s*|预训练\s*|的\s*)?"
_UNIT_WORDS: Final = {1.0: "GPU hours", 24.0: "GPU days"}
_FEWEST_PHASES: Final = 2
UNITS: Final[tuple[Unit, ...]] = (
    Unit(_DEVICE + r"(?:hours?(?-i:(?![a-z]))|hrs?(?![A-Za-z])|h(?![A-Za-z0-9])|小时|时)", 1.0),
    Unit(_DEVICE + r"(?:days?(?-i:(?![a-z]))|天|日)", 24.0),
    Unit(_DEVICE + r"(?:weeks?(?-i:(?![a-z]))|周)", 168.0),
    Unit(_DEVICE + r"(?:months?(?-i:(?![a-z]))|月)", DAYS_PER_MONTH * 24, inexact=True),
    Unit(_DEVICE + r"(?:years?(?-i:(?![a-z]))|年)", DAYS_PER_YEAR * 24),
)


def read_one_hours_figure(text: str) -> Quantity | None:
    """The one figure of accelerator time in a text, in hours; None where there is none, or several that differ by more than one percent."""
    hidden = masked(text, [(mention.start, mention.end) for mention in find_accelerators(text, families=True)])
    found = [measure.quantity for measure in measures(hidden, UNITS, gap=_GAP)]
    if not found:
        return None
    values = [quantity.value for quantity in found]
    first = values[0]
    same = first is not None and all(value is not None and abs(value - first) <= 0.01 * first for value in values)
    return found[0] if len(found) == 1 or same else None


def read_accelerator_hours(text: str) -> Phased:
    """Accelerator-hours of a training, with scope and phases where the text gives them."""
    bare, last = _phases_of_one_unit(text)
    if not bare or last is None:
        return read_phased(text, read_one_hours_figure)
    if len(bare) + 1 != len(scope_words(text)):
        return Phased(None, contradictory=True)
    complete = text
    for phrase in reversed(bare):
        complete = f"{complete[: phrase.end]} {_UNIT_WORDS[last.factor]} {complete[phrase.end :]}"
    phased = read_phased(complete, read_one_hours_figure)
    whole = _as_printed(phased.quantity, text) if phased.quantity else None
    return Phased(whole, tuple(_as_printed(phase, text) for phase in phased.phases))


def _phases_of_one_unit(text: str) -> tuple[list[NumberPhrase], Unit | None]:
    """Figures of phases without a unit, and the unit that stands once behind the last: "预训练 266.4 万 + 后训练 0.5 万 GPU 小时"."""
    hidden = masked(text, [(mention.start, mention.end) for mention in find_accelerators(text, families=True)])
    found = measures(hidden, UNITS, gap=_GAP)
    if len(found) != 1 or len(scope_words(text)) < _FEWEST_PHASES or found[0].unit.factor not in _UNIT_WORDS:
        return [], None
    return [phrase for phrase in number_phrases(hidden) if phrase.numeral and phrase.end <= found[0].start], found[0].unit


def _as_printed(quantity: Quantity, text: str) -> Quantity:
    words = re.sub("|".join(rf"\s*{unit}\s*" for unit in _UNIT_WORDS.values()), "", quantity.text).strip()
    return quantity if quantity.text in text else replace(quantity, text=words if words in text else text.strip())
