"""Specifications looked up by accelerator and form, for boards that compute with them.

Belongs here: which precision stands for 16-bit work, which forms may be compared, and ratios over forms. Only dense figures are 16-bit
rates here; sparse ones are asked for by name. Does not belong here: prices and claims.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import polars as pl

SIXTEEN_BIT: Final[tuple[str, ...]] = ("bf16", "fp16_or_bf16", "fp16")
"""What 16-bit training arithmetic is, first that a text prints."""
_LOWER: Final[tuple[str, ...]] = ("fp8", "fp6", "fp4")
_INTEGERS: Final[tuple[str, ...]] = ("int8", "int4")
_MATRIX: Final = "peak_matrix_rate"


class Rate(NamedTuple):
    """One specification value with its address, form, and precision of a rate."""

    value: float
    source_url: str
    precision: str
    form: str


class Ratio(NamedTuple):
    """The value of one accelerator over that of another, both in one form each."""

    value: float
    above: Rate
    below: Rate


@dataclass(frozen=True)
class Rates:
    """All specification values: (accelerator, form, spec, precision, density) → the values of its memory sizes."""

    by_key: Mapping[tuple[str, str, str, str, str], tuple[Rate, ...]]

    def forms(self, accelerator: str) -> list[str]:
        """Forms with a 16-bit rate."""
        forms = {key[1] for key in self.by_key if key[0] == accelerator and key[2] == _MATRIX}
        return sorted(form for form in forms if self.sixteen_bit(accelerator, form))

    def matrix(self, accelerator: str, form: str, precision: str, density: str = "dense") -> Rate | None:
        """Peak matrix rate."""
        return next(iter(self.by_key.get((accelerator, form, _MATRIX, precision, density), ())), None)

    def sixteen_bit(self, accelerator: str, form: str) -> Rate | None:
        """Peak dense 16-bit matrix rate."""
        return next((rate for precision in SIXTEEN_BIT if (rate := self.matrix(accelerator, form, precision))), None)

    def at(self, accelerator: str, form: str, precision: str | None) -> Rate | None:
        """Peak dense rate at a precision, where it has one; else, and unless one is asked for, the 16-bit rate."""
        return (precision and self.matrix(accelerator, form, precision)) or self.sixteen_bit(accelerator, form)

    def usable(self, accelerator: str, form: str, precision: str | None, *, inference: bool) -> list[Rate]:
        """Rates that work may use, of any precision unless one is stated; inference also integers, and sparsity, of no use to training."""
        precisions = (precision,) if precision else (*SIXTEEN_BIT, *_LOWER, *(_INTEGERS if inference else ()))
        densities = ("dense", "sparse") if inference else ("dense",)
        return [rate for pair in product(precisions, densities) if (rate := self.matrix(accelerator, form, *pair))]

    def other(self, accelerator: str, form: str, spec: str) -> tuple[Rate, ...]:
        """Values of a specification that is no rate, one for each memory size."""
        return self.by_key.get((accelerator, form, spec, "not_applicable", "not_applicable"), ())

    def pairs(self, above: str, below: str, above_form: str | None = None, below_form: str | None = None) -> list[tuple[str, str]]:
        """Forms to compare: those named; else each form that both have; else every form of one with every form of the other."""
        every = list(product([above_form] if above_form else self.forms(above), [below_form] if below_form else self.forms(below)))
        alike = [pair for pair in every if pair[0] == pair[1]]
        chosen = every if above_form or below_form or not alike else alike
        return [pair for pair in chosen if self.sixteen_bit(above, pair[0]) and self.sixteen_bit(below, pair[1])]


def ratios(above: Iterable[Rate], below: Iterable[Rate]) -> list[Ratio]:
    """Every value of the one over every value of the other."""
    return [Ratio(first.value / second.value, first, second) for first, second in product(above, tuple(below))]


def rates_of(specs: pl.DataFrame) -> Rates:
    """The look-up.

    Args:
        specs: frame of ACCELERATOR_SPECS; rows without a value (texts disagree) give nothing.
    """
    found: dict[tuple[str, str, str, str, str], tuple[Rate, ...]] = {}
    for row in specs.filter(pl.col("value").is_not_null()).sort("accelerator_memory_gb").to_dicts():
        key = (row["accelerator"], row["form_factor"], row["spec"], row["precision"], row["density"])
        found[key] = (*found.get(key, ()), Rate(row["value"], row["source_url"], row["precision"], row["form_factor"]))
    return Rates(found)
