"""Floating-point operations of a training: "3.8 × 10^25 FLOPs", "60 petaflops/s-days", "8.2e23 FLOPs".

Belongs here: totals. Does not belong here: rates of machines (FLOP/s), operations per token or sample.
"""

from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import pick
from fab_pipeline.reading.sentences.sentence import Sentence

_SMALLEST_TOTAL: Final = 1e16
"""Fewer operations are those of a token or a layer, or a rate whose "per second" was left out."""
_SURELY_OPERATIONS: Final = 1e20
"""A bare figure of this size is operations: nothing else of a training is counted so high."""


def operations(sentence: Sentence) -> list[Amount]:
    """Candidates: operations of a whole training."""
    found = [amount for amount in sentence.of("compute", "flop") if _size(amount) >= _SMALLEST_TOTAL]
    return found or [amount for amount in sentence.of("") if _size(amount) >= _SURELY_OPERATIONS]


def read_compute(sentence: Sentence) -> Quantity | None:
    """Operations of the training; None where no single figure is stated."""
    return pick(sentence, operations(sentence))


def _size(amount: Amount) -> float:
    return amount.quantity.value or amount.quantity.minimum or amount.quantity.maximum or 0.0
