"""Accelerator-hours: "591 GPU-days = 14184 GPU-hours", "235.5 TPU v3 core-years", "1,082,990 hours of computation".

Belongs here: which amounts are time of accelerators, and cores as chips. Does not belong here: products that the text
does not write out ("15 x 24 x 160 GPU hours" is written out).
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.comparators import comparators_before, qualified
from fab_pipeline.reading.number_words import QUALIFIER_OF
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import agree, pick
from fab_pipeline.reading.sentences.duration import LONGEST_IN_HOURS
from fab_pipeline.reading.sentences.rows import hours_of_row
from fab_pipeline.reading.sentences.sentence import Sentence

CORES_PER_CHIP: Final = {"TPU v2": 2, "TPU v3": 2, "TPU v4": 2, "TPU v5p": 2}
"""TensorCores of one chip, read 2026-11-30.

v3: https://cloud.google.com/tpu/docs/v3; v4: https://cloud.google.com/tpu/docs/v4; v5p, its table of cores and chips:
https://cloud.google.com/tpu/docs/v5p-training; v2: a note of Epoch AI's notable models, a 32-core cluster is 16 chips.
"""
_COMPUTE_NEAR: Final = re.compile(r"comput|calcul|Rechen|GPU|TPU|accelerator|hours\s+used|算力|卡时|机时|train|训练", re.I)
_PRODUCT: Final = re.compile(r"(?<![\d.,])(\d[\d,]*(?:\.\d+)?)((?:\s?[x×*·]\s?\d[\d,]*(?:\.\d+)?)+)(?=\s*=|\s*(?:GPU|\ue000)|\s*$|[\s,;)])")
_APPROX_BEHIND: Final = re.compile(r"\s*(?:approximately|approx|左右|or so)", re.I)


@lru_cache(maxsize=4)
def device_times(sentence: Sentence) -> list[Amount]:
    """Candidates, in hours of one accelerator."""
    found = sentence.of("accelerator_time") + _of_cores(sentence) + _aggregated(sentence)
    return sorted((amount for amount in found if not _is_equivalent(sentence, amount)), key=lambda amount: amount.start)


def read_accelerator_hours(sentence: Sentence) -> Quantity | None:
    """Accelerator-hours of the training; None where no single figure is stated."""
    found = _with_products(sentence, device_times(sentence))
    if len(found) > 1 and not agree(found):
        found = _without_restatements(sentence, found)
    return pick(sentence, found) or (None if found else hours_of_row(sentence.folded))


def cores_per_chip(sentence: Sentence) -> int | None:
    """Cores of one chip of the accelerator that the text names; None where it names none with cores."""
    return next((CORES_PER_CHIP[m.accelerator.model] for m in sentence.mentions if m.accelerator.model in CORES_PER_CHIP), None)


def _of_cores(sentence: Sentence) -> list[Amount]:
    cores = cores_per_chip(sentence)
    return [replace(amount, quantity=amount.quantity.scaled(1 / cores)) for amount in sentence.of("core_time")] if cores else []


def _aggregated(sentence: Sentence) -> list[Amount]:
    """Plain hours that are too many for a wall clock: "1,082,990 hours of computation"."""
    found: list[Amount] = []
    for amount in sentence.of("time"):
        days = amount.quantity.value or amount.quantity.minimum or 0.0
        if amount.unit == "h" and days > LONGEST_IN_HOURS and _COMPUTE_NEAR.search(sentence.hidden):
            found.append(replace(amount, quantity=amount.quantity.scaled(24.0)))
    return found


def _is_equivalent(sentence: Sentence, amount: Amount) -> bool:
    """Whether a figure is a hypothetical equivalent on other hardware, or an amount of one step."""
    before = sentence.before(amount, 24).lower()
    return before.rstrip().endswith(("equivalent to", "equal to about", "would be", "saves", "saving", "saved", "节省"))


def _without_restatements(sentence: Sentence, found: list[Amount]) -> list[Amount]:
    """Candidates without those in brackets that follow another: they restate it in other words, or break it down."""
    return [
        amount
        for index, amount in enumerate(found)
        if index == 0
        or "(" not in sentence.hidden[found[index - 1].end : amount.start]
        or ")" in sentence.hidden[found[index - 1].end : amount.start]
    ]


def _with_products(sentence: Sentence, found: list[Amount]) -> list[Amount]:
    """Candidates in which a product that the text writes out stands as its value: "15 x 24 x 160 GPU hours", "9 * 24 * 64 = 13,824"."""
    out: list[Amount] = []
    for amount in found:
        product = next((hit for hit in _PRODUCT.finditer(sentence.hidden) if hit.start() < amount.figure_start < hit.end()), None)
        if product is None:
            out.append(amount)
            continue
        value = 1.0
        for factor in re.findall(r"\d[\d,]*(?:\.\d+)?", product[0]):
            value *= float(factor.replace(",", ""))
        scale = (amount.quantity.value or 0.0) / (amount.value or 1.0)
        about = comparators_before(sentence.hidden, "").get(product.start())
        quantity = qualified(Quantity(value * scale), QUALIFIER_OF.get(about.word) if about else None)
        if amount.quantity.qualifier == "approx" or _APPROX_BEHIND.match(sentence.hidden, amount.end):
            quantity = qualified(quantity, "approx")
        out.append(replace(amount, start=product.start(), quantity=quantity))
    return out
