"""The words of one cell → the figure that they state, with the unit and the scale that stand in the heading.

Belongs here: durations, hours and any figure of a cell, and what becomes of a cell that says "undisclosed" or something that is no figure.
Does not belong here: which cell is read (`training_page_cells`), money (`row_cost`), the grammar of figures (`reading`).
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.accelerator_hours import read_accelerator_hours
from fab_pipeline.reading.disclosure import undisclosed_lead
from fab_pipeline.reading.durations import first_duration_start, read_durations
from fab_pipeline.reading.measures import masked
from fab_pipeline.reading.numbers import is_bare, number_phrases
from fab_pipeline.reading.phases import Phased
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.sources.disclosures.column_roles import Column
from fab_pipeline.sources.disclosures.table_row import Silence
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.characters import fold

_LONE_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


def figure_of(name: str, text: str | None, read: Callable[[str], Phased], silence: Silence) -> Phased:
    """What `read` makes of a cell; words that are no figure are noted in `silence` under the name of the quantity."""
    if not text or not text.strip():
        return Phased(None)
    if undisclosed_lead(text) is not None:
        silence.undisclosed.add(name)
        return Phased(None)
    phased = read(text)
    if phased.quantity is None and not phased.phases:
        silence.unreadable[name] = text
    return replace(phased, quantity=kept(name, phased.quantity, text, silence))


def kept(name: str, quantity: Quantity | None, text: str, silence: Silence) -> Quantity | None:
    """The quantity, unless it is no figure: an order of magnitude, or nothing at all."""
    if quantity is None or (quantity.qualifier != "vague" and (quantity.value or quantity.maximum)):
        return quantity
    silence.unreadable[name] = text
    return None


def durations_of(text: str, column: Column | None) -> Phased:
    """Durations of a cell; the unit of the heading goes to the numbers before the first one that is printed."""
    printed = first_duration_start(text)
    cut = len(text) if printed is None else printed
    bare = number_phrases(text[:cut])
    if column is None or not column.duration_unit or not bare or not is_bare(text[:cut], bare[-1]):
        return read_durations(text)
    return read_durations(_LONE_NUMBER.sub(rf"\g<0> {column.duration_unit}", text[:cut]) + text[cut:])


def hours_of(text: str, column: Column | None) -> Phased:
    """Accelerator-hours of a cell; the unit of the heading goes to a lone number that has none."""
    printed = scaled(text, column)
    phased = read_accelerator_hours(printed)
    if phased.quantity is None and not phased.phases and column and column.hours_unit:
        numbers = number_phrases(masked(printed, [(name.start, name.end) for name in find_accelerators(printed, families=True)]))
        if len(numbers) == 1 and is_bare(printed, numbers[0]):
            end = numbers[0].end
            return read_accelerator_hours(f"{printed[:end]} {column.hours_unit}{printed[end:]}")
    return phased


def scaled(text: str, column: Column | None) -> str:
    """The text with the scale of its heading put behind numbers that have none."""
    if column is None or not column.scale or any(phrase.scaled for phrase in number_phrases(text)):
        return text
    scale = column.scale if len(column.scale) == 1 else f" {column.scale} "
    return _LONE_NUMBER.sub(rf"\g<0>{scale}", fold(text))
