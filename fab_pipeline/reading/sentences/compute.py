"""Floating-point operations of a training: "3.8 × 10^25 FLOPs", "60 petaflops/s-days", "8.2e23 FLOPs".

Belongs here: totals. Does not belong here: rates of machines (FLOP/s), operations per token or sample.
"""

import re
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import pick
from fab_pipeline.reading.sentences.sentence import Sentence

_SMALLEST_TOTAL: Final = 1e16
"""Fewer operations are those of a token or a layer, or a rate whose "per second" was left out."""
_OF_A_MACHINE: Final = re.compile(
    r"peak|per\s+second|performance|capacity|cluster|sustain|throughput|utili[sz]|system|supercomputer|machine|峰值|每秒|集群|性能|利用率",
    re.I,
)
_OF_A_TRAINING: Final = re.compile(r"(?<![a-z])(?:compute|computation|budget|operations)(?![a-z])|计算量|运算量|总算力", re.I)
_SPELLED: Final = re.compile(r"(?:peta|exa|tera|zetta|[PETZ])[\s\-]?FLOPs?(?![A-Za-z/])", re.I)
_ONE: Final = re.compile(r"(?i:peta|exa|zetta|[PEZ])[\s\-]?FLOP(?![A-Za-z/])")
_SURELY_OPERATIONS: Final = 1e20
"""A bare figure of this size is operations: nothing else of a training is counted so high."""


def operations(sentence: Sentence) -> list[Amount]:
    """Candidates: operations of a whole training."""
    found = [amount for amount in sentence.of("compute", "flop") if _size(amount) >= _SMALLEST_TOTAL]
    found += [amount for amount in sentence.of("flop_rate") if _is_amount_of_work(sentence, amount)]
    return found or [amount for amount in sentence.of("") if _size(amount) >= _SURELY_OPERATIONS]


def read_compute(sentence: Sentence) -> Quantity | None:
    """Operations of the training; None where no single figure is stated."""
    return pick(sentence, operations(sentence))


def _is_amount_of_work(sentence: Sentence, amount: Amount) -> bool:
    """Whether "520 petaFLOPs" counts operations: where compute is spoken of, and no machine."""
    near = f"{sentence.before(amount)}|{sentence.after(amount, 16)}"
    if not _SPELLED.search(sentence.hidden, amount.figure_end, amount.end) or _OF_A_MACHINE.search(near):
        return False
    counted = _ONE.search(sentence.hidden, amount.figure_end, amount.end) or _OF_A_TRAINING.search(near)
    return bool(counted) and _size(amount) >= _SMALLEST_TOTAL


def _size(amount: Amount) -> float:
    return amount.quantity.value or amount.quantity.minimum or amount.quantity.maximum or 0.0
