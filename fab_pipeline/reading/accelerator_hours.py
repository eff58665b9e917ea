"""Accelerator-hours: "270,000,000 GPU 小时", "2.788M H800 GPU hours", "1,200 GPU-days".

Belongs here: units of accelerator time and their conversion to hours. Does not belong here: core-hours (how many cores a chip has is not
said with them), FLOP, and any product of count and duration.
"""

from typing import Final

from fab_pipeline.reading.durations import DAYS_PER_MONTH, DAYS_PER_YEAR
from fab_pipeline.reading.measures import MASK, Unit, masked, measures
from fab_pipeline.reading.phases import Phased, read_phased
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.accelerators import find_accelerators

_DEVICE: Final = (
    rf"(?:个|万?张)?\s*(?:[{MASK}]+[\s\-·]*)?"
    rf"(?:GPUs?|NPUs?|TPUs?|XPUs?|accelerators?|chips?|cards?|devices?|加速器|加速卡|芯片|卡|[{MASK}]+)[\s\-·]*(?:的)?"
)
_GAP: Final = r"\s*(?:(?:pre|mid|post)-?training\s*|预训练\s*|的\s*)?"
UNITS: Final[tuple[Unit, ...]] = (
    Unit(_DEVICE + r"(?:hours?(?![a-z])|hrs?(?![A-Za-z])|h(?![A-Za-z0-9])|小时|时)", 1.0),
    Unit(_DEVICE + r"(?:days?(?![a-z])|天|日)", 24.0),
    Unit(_DEVICE + r"(?:weeks?(?![a-z])|周)", 168.0),
    Unit(_DEVICE + r"(?:months?(?![a-z])|月)", DAYS_PER_MONTH * 24, inexact=True),
    Unit(_DEVICE + r"(?:years?(?![a-z])|年)", DAYS_PER_YEAR * 24),
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
    return read_phased(text, read_one_hours_figure)
