"""Rows of the table that model cards print: model, GPU hours, power of one card (W), emissions.

Belongs here: telling such a row that was torn from its header by its shape. Does not belong here: whole tables (see `sources`).
"""

import re
from typing import Final

from fab_pipeline.reading.number_words import COMPARATORS_BEFORE
from fab_pipeline.reading.numbers import number_phrases
from fab_pipeline.reading.quantity import Quantity

CARD_POWER_W: Final = frozenset({250, 300, 350, 400, 450, 500, 560, 600, 700, 750, 1000, 1200, 1400})
"""Watts that tell the shape of such a row; they are not used further. 400 and 700 stand in the cards of Llama 2 to 4
(https://github.com/meta-llama/llama-models, read 2026-11-30); the others are what cards of that kind are commonly rated at."""
_FEWEST_HOURS: Final = 1000.0
_NOTHING: Final = re.compile(r"\s*(?:-|–|—|N/?A|0|)\s*", re.I)
_LETTERS: Final = re.compile(r"[A-Za-z\ue001]{2}")
_CELL_OF_NUMBER: Final = re.compile(
    rf"\s*(?:(?:{COMPARATORS_BEFORE['signs']['approx']}|about|around|approx\.?|约)\s?)?[\d.,]+\s?[KkMB]?\s*", re.I
)


def hours_of_row(folded: str) -> Quantity | None:
    """GPU hours of a row "| Model | 2.1M | 700 | 240 |"; None for any other text."""
    if folded.count("|") < len("|||"):
        return None
    cells = [cell.strip() for cell in folded.strip().strip("|").split("|")]
    numbers = [index for index, cell in enumerate(cells) if index and _CELL_OF_NUMBER.fullmatch(cell) and not _NOTHING.fullmatch(cell)]
    if not numbers or not _LETTERS.search(cells[0]):
        return None
    first = numbers[0]
    power = next(
        (number_phrases(cells[index]) for index in numbers[1:] if all(_NOTHING.fullmatch(cell) for cell in cells[first + 1 : index])), []
    )
    phrases = number_phrases(cells[first])
    value = phrases[0].quantity.value if len(phrases) == 1 else None
    is_power = len(power) == 1 and power[0].quantity.value in CARD_POWER_W
    return phrases[0].quantity if is_power and value is not None and value >= _FEWEST_HOURS else None
