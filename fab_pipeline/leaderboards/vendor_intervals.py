"""What a claimed figure allows the true one to be: an interval, and when one interval lies above another.

Belongs here: comparators and classes as intervals, the hull of several figures, the order of two. A claim keeps its figure as printed; it
becomes an interval in boards only. Does not belong here: which figures may meet (see `claim_gate`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

ABOUT: Final = 0.1
"""Half-width of "about": 近 and 约 in pages are mostly within a tenth of what the same vendors print elsewhere (46.9 as 近 50)."""
CLASS_WIDTH: Final = 10.0
"""An order of magnitude (万卡级) is [v, 10 v)."""
LARGEST: Final = 1e100
"""Beyond it a figure is a slip of the page or of its reading: a class of it would have no finite end."""
RATIO_AMBIGUITY: Final = "ratio N or gain N"
"""How `vendor_claims.ambiguity` begins for 提升 N 倍: the ratio is N or N + 1."""


@dataclass(frozen=True, order=True)
class Interval:
    """Where a figure lies; None is no bound, an open end does not belong to it."""

    low: float | None
    high: float | None
    low_open: bool = False
    high_open: bool = False

    def __str__(self) -> str:
        """As a person writes it: [95, 95], (400, ∞)."""
        left = "(-∞" if self.low is None else f"{'(' if self.low_open else '['}{_text(self.low)}"
        right = "∞)" if self.high is None else f"{_text(self.high)}{')' if self.high_open else ']'}"
        return f"{left}, {right}"

    def within(self, least: float | None, greatest: float | None) -> "Interval":
        """The same interval where nothing can lie below or above: ends without a bound get these."""
        ends = self
        if self.low is None and least is not None and (self.high is None or least <= self.high):
            ends = replace(ends, low=least, low_open=False)
        if self.high is None and greatest is not None and (self.low is None or self.low <= greatest):
            ends = replace(ends, high=greatest, high_open=False)
        return ends

    def lies_above(self, other: "Interval") -> bool:
        """Whether every value of this one is greater than every value of the other."""
        if self.low is None or other.high is None:
            return False
        return self.low > other.high or (self.low == other.high and (self.low_open or other.high_open))


def interval_of(claim: Mapping[str, Any], better: str) -> Interval | None:
    """Interval of a row of VENDOR_CLAIMS, in its base unit; None where it has no figure, or one beyond all sense.

    Args:
        claim: the row.
        better: "higher" or "lower": on which side of a best case the usual value lies.
    """
    has_base = claim["si_value"] is not None
    value, most = (claim["si_value"], claim["si_value_max"]) if has_base else (claim["value"], claim["value_max"])
    if value is None or abs(value) > LARGEST or abs(most or 0.0) > LARGEST:
        return None
    low, high, open_end = value, value, False
    if most is not None:
        high = most
    elif claim["magnitude_class"] and value > 0:
        high, open_end = value * CLASS_WIDTH, True
    elif claim["comparator"] == "approx":
        low, high = sorted((value * (1 - ABOUT), value * (1 + ABOUT)))
    if (claim["ambiguity"] or "").startswith(RATIO_AMBIGUITY):
        high += 1
    return _bounded(low, high, open_end, claim["comparator"], better)


def _bounded(low: float, high: float, open_end: bool, comparator: str | None, better: str) -> Interval:
    if comparator in ("ge", "gt"):
        return Interval(low, None, low_open=comparator == "gt")
    if comparator == "le" or (comparator == "up_to" and better != "lower"):
        return Interval(None, high, high_open=open_end)
    if comparator == "up_to":
        return Interval(low, None)
    return Interval(low, high, high_open=open_end)


def hull(intervals: Iterable[Interval]) -> Interval:
    """The smallest interval that holds all; there must be one."""
    members = list(intervals)
    lows = [(one.low, one.low_open) for one in members if one.low is not None]
    highs = [(one.high, not one.high_open) for one in members if one.high is not None]
    low, low_open = min(lows) if len(lows) == len(members) else (None, False)
    high, closed = max(highs) if len(highs) == len(members) else (None, True)
    return Interval(low, high, low_open, not closed)


def is_better(one: Interval, other: Interval, better: str) -> bool:
    """Whether every value of one is better than every value of the other.

    Args:
        one: interval of the first vendor.
        other: of the second.
        better: "higher" or "lower".
    """
    return one.lies_above(other) if better == "higher" else other.lies_above(one)


def _text(value: float) -> str:
    return f"{value:.10g}"
