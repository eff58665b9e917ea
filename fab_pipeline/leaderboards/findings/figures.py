"""Every figure that any source states for a run, as far as it was printed: what the checks across claims compare.

Belongs here: claims → figures with the interval that their rounding leaves, and when two of them contradict each other. Does not belong
here: which claim wins (`claim_precedence`), and findings.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts.words import RUN_NUMBERS
from fab_pipeline.leaderboards.findings.common import figure
from fab_pipeline.leaderboards.quantities import DAYS_PER_MONTH, HOURS_PER_DAY, Interval, duration_interval, interval, scope_status
from fab_pipeline.reading.quantity import Quantity

ABOUT: Final = 0.10
"""How far "about" reaches to either side. Our own choice: as far as the identity of hours, count and duration lets rounded figures go."""

_NUMERAL: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_BY_MACHINE: Final = re.compile(r"\d{3}\.0\Z")
"""A whole number as programs write it: 57000000.0 has two digits, not nine."""
_WHOLE: Final = 1e-9
_WRITTEN_OUT: Final = 1000.0
"""A number that is written out with its thousands ("100,000") is rounded to its zeros, but no coarser than "about"."""
_UNITS_OF_TIME: Final = (1.0, HOURS_PER_DAY, 1 / 7.0, 1 / DAYS_PER_MONTH)
"""Days, hours, weeks and months of one day: the units in which durations are printed."""
_CUT_OFF: Final = frozenset({"parameters_total", "parameters_active"})
"""Sizes in names are cut off as often as rounded: 72.7 billion parameters are sold as 72B."""


@dataclass(frozen=True)
class Figure:
    """One figure of one claim.

    Attributes:
        claim: row of TRAINING_CLAIMS.
        quantity: the figure as stated.
        printed: what it can have been before it was rounded for print.
        digits: significant digits as printed.
    """

    claim: Mapping[str, Any]
    quantity: Quantity
    printed: Interval
    digits: int

    @property
    def text(self) -> tuple[str, str]:
        """The text in which it stands: source and address; of a text without an address, its bytes."""
        return self.claim["source"], self.claim["source_url"] or self.claim["capture_sha256"]

    @property
    def magnitude(self) -> float | None:
        """The one number to form a ratio with: the figure, else the bound that a vague one gives."""
        return self.quantity.value if self.quantity.value is not None else self.quantity.minimum

    @property
    def shown(self) -> str:
        """The figure in words: '30,840,000', 'at least 15', 'about 90'."""
        value, kind = self.magnitude, self.quantity.qualifier
        if kind == "range":
            return f"{figure(self.quantity.minimum or 0.0)}–{figure(self.quantity.maximum or 0.0)}"
        before = {"approx": "about ", "lower_bound": "at least ", "upper_bound": "at most ", "vague": "on the order of "}.get(kind, "")
        return f"{before}{figure(value or 0.0)}"

    def contradicts(self, other: "Figure") -> bool:
        """Whether the two cannot be one figure, however each was rounded; figures of known, different scope never contradict."""
        if scope_status(self.quantity.scope, other.quantity.scope) == "scope_mismatch":
            return False
        return _below(self.printed, other.printed) or _below(other.printed, self.printed)


def figures(claims: pl.DataFrame) -> dict[str, dict[str, tuple[Figure, ...]]]:
    """Run → quantity → its figures by claim id; no phases, no totals of several models, nothing derived."""
    own = claims.filter(
        pl.col("quantity").is_in(RUN_NUMBERS)
        & (pl.col("status") == "disclosed")
        & pl.col("part").is_null()
        & ~pl.col("derived")
        & ~pl.col("of_family").fill_null(value=False)
    )
    found: dict[str, dict[str, tuple[Figure, ...]]] = {}
    for claim in own.sort("claim_id").to_dicts():
        of_run = found.setdefault(claim["run_id"], {})
        of_run[claim["quantity"]] = (*of_run.get(claim["quantity"], ()), figure_of(claim))
    return found


def figure_of(claim: Mapping[str, Any]) -> Figure:
    """The figure of a disclosed claim."""
    bounds = (claim["value"], claim["value_min"], claim["value_max"])
    quantity = Quantity(*bounds, qualifier=claim["qualifier"] or "exact", scope=claim["scope"] or "unknown", text=claim["text_as_printed"])
    printed = _as_printed(quantity, _UNITS_OF_TIME if claim["quantity"] == "duration_days" else (1.0,))
    stated = duration_interval(quantity) if claim["quantity"] == "duration_days" else interval(quantity)
    return Figure(claim, quantity, _unrounded(quantity, stated, printed, cut_off=claim["quantity"] in _CUT_OFF), printed[1])


def summed(parts: Iterable[Figure]) -> Interval:
    """The interval of a sum of figures."""
    low = high = 0.0
    for part in parts:
        if part.printed.low is None or part.printed.high is None:
            return Interval(None, None)
        low, high = low + part.printed.low, high + part.printed.high
    return Interval(low, high)


def _unrounded(quantity: Quantity, stated: Interval, printed: tuple[float, int], *, cut_off: bool) -> Interval:
    """The interval widened by half a unit of the last printed digit (a whole one where figures are cut off), by ABOUT where approximate."""
    value, (number, digits) = quantity.value, printed
    if value is None or not value:
        return stated
    half = 0.5 * 10.0 ** (math.floor(math.log10(number)) + 1 - digits) * abs(value) / number
    if number >= _WRITTEN_OUT:
        half = min(half, ABOUT * abs(value))
    room = max(half, ABOUT * abs(value)) if quantity.qualifier == "approx" else half * (2.0 if cut_off else 1.0)
    return Interval(None if stated.low is None else stated.low - room, None if stated.high is None else stated.high + room)


def _as_printed(quantity: Quantity, units: tuple[float, ...]) -> tuple[float, int]:
    """The number as printed, in its own unit and thousands, and its significant digits ("5.0M" has two, "16,000" two).

    Where the words hold no such number: the value, without its zeros at the end.
    """
    value = abs(quantity.value or 0.0)
    if not value:
        return 1.0, 1
    for numeral in _NUMERAL.findall(quantity.text):
        number = float(numeral.replace(",", ""))
        powers = [math.log10(value * unit / number) for unit in units] if number else []
        power = next((power for power in powers if abs(power - round(power)) < _WHOLE), None)
        if power is not None:
            written = f"{number:.12g}" if not round(power) and _BY_MACHINE.search(numeral) else numeral.replace(",", "")
            return number, len((written if "." in written else written.rstrip("0")).replace(".", "").lstrip("0")) or 1
    return value, len(f"{value:.12g}".partition("e")[0].replace(".", "").strip("0")) or 1


def _below(one: Interval, other: Interval) -> bool:
    return one.high is not None and other.low is not None and one.high < other.low
