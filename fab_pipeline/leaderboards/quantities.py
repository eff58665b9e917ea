"""Arithmetic on disclosed quantities: intervals, bounds that propagate, and which scopes may meet.

Belongs here: what follows from a `Quantity` alone. A figure computed from a bound is a bound, and two figures of known, different scope
are never combined. Does not belong here: where quantities come from, prices, and words for people.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from fab_pipeline.leaderboards.null_reasons import needs
from fab_pipeline.reading.quantity import Quantity

HOURS_PER_DAY: Final = 24.0
DAYS_PER_MONTH: Final = 30.4375
"""Mean month of the Julian year, 365.25 / 12: the length that readers give a month."""
SHORT_MONTH_DAYS: Final = 30.0
"""The other length in use for "a month"; together they bound what a duration in months can mean."""
_MONTH_TOLERANCE: Final = 1e-9

UNKNOWN_SCOPE: Final = "unknown"
SINGLE_FIGURES: Final[tuple[str, ...]] = ("exact", "approx", "lower_bound", "upper_bound")
"""Qualifiers under which `value` is a number to compute with; a range has none, and a vague figure is an order of magnitude."""

_UP: Final = {"lower_bound": 1, "upper_bound": -1}


class Interval(NamedTuple):
    """What a figure can be: from `low` to `high`; None = no such end."""

    low: float | None
    high: float | None

    def times(self, other: "Interval", factor: float = 1.0) -> "Interval":
        """Product of two intervals of figures that are not negative."""
        low = None if self.low is None or other.low is None else self.low * other.low * factor
        high = None if self.high is None or other.high is None else self.high * other.high * factor
        return Interval(low, high)

    def over(self, other: "Interval", factor: float = 1.0) -> "Interval":
        """Quotient of two intervals of figures that are not negative; a divisor that can be zero gives no such end."""
        low = None if self.low is None or not other.high else self.low / other.high * factor
        high = None if self.high is None or not other.low else self.high / other.low * factor
        return Interval(low, high)

    @property
    def known(self) -> bool:
        """Whether at least one end is known."""
        return self.low is not None or self.high is not None


@dataclass(frozen=True)
class Computed:
    """Result of an operation, or why there is none.

    Attributes:
        value: the result; None if it does not exist.
        qualifier: exact, approx, lower_bound or upper_bound; None without a value.
        reasons: codes of `null_reasons.CODES` that hold where there is no value.
    """

    value: float | None
    qualifier: str | None
    reasons: tuple[str, ...] = ()


def interval(quantity: Quantity) -> Interval:
    """The interval a quantity states. A vague figure states at most its bounds."""
    match quantity.qualifier:
        case "exact" | "approx":
            return Interval(quantity.value, quantity.value)
        case "lower_bound":
            return Interval(quantity.value if quantity.minimum is None else quantity.minimum, None)
        case "upper_bound":
            return Interval(None, quantity.value if quantity.maximum is None else quantity.maximum)
        case _:
            return Interval(quantity.minimum, quantity.maximum)


def duration_interval(days: Quantity) -> Interval:
    """The interval of a duration, where a month is 30 to 30.4375 days long.

    A reader turns months into days with 30.4375, so a figure that is not exact and is a whole number of half months (within 1e-9) was
    stated in months: its lower end is taken with 30-day months. Whole days, weeks and hours never fall on such a multiple below 487
    days; a year (365.25 d) does, and is read as twelve months, which only widens the interval.
    """
    low, high = interval(days)
    if low is not None and days.qualifier != "exact" and _stated_in_months(low):
        low = low / DAYS_PER_MONTH * SHORT_MONTH_DAYS
    return Interval(low, high)


def accelerator_hours_of(count: Quantity, days: Quantity) -> Interval:
    """Accelerator-hours that a count and a duration allow."""
    return accelerator_hours_in(count, duration_interval(days))


def accelerator_hours_in(count: Quantity, days: Interval) -> Interval:
    """Accelerator-hours of a count over an interval of days: count x days x 24, end by end.

    A count that is what the cluster has, not what the run used, gives an upper end only.
    """
    product = interval(count).times(days, HOURS_PER_DAY)
    return Interval(None, product.high) if count.scope == "cluster" else product


def single(quantity: Quantity | None) -> float | None:
    """The one number to compute with, or None for nothing, a range or a vague figure."""
    return quantity.value if quantity is not None and quantity.qualifier in SINGLE_FIGURES else None


def why_not_single(column: str, quantity: Quantity | None) -> str:
    """Code of a cell that needs the one number of `column` where `single` gives none."""
    return "vague_has_no_value" if quantity is not None and quantity.qualifier == "vague" else needs(column)


def quotient(numerator: tuple[str, Quantity | None], denominator: tuple[str, Quantity | None], factor: float = 1.0) -> Computed:
    """Quotient of two named columns, if both are single figures whose scopes may meet.

    Args:
        numerator: column name, for the reason, and its quantity.
        denominator: the same.
        factor: multiplies the quotient (1e6 for "per million").
    """
    reasons = [why_not_single(name, quantity) for name, quantity in (numerator, denominator) if single(quantity) is None]
    above, below = numerator[1], denominator[1]
    if above is not None and below is not None:
        if scope_status(above.scope, below.scope) == "scope_mismatch":
            reasons.append("scope_mismatch")
        if single(below) == 0:
            reasons.append("division_by_zero")
        if not reasons and combined([above.qualifier], [below.qualifier]) is None:
            reasons.append("bounds_oppose")
    top, bottom = single(above), single(below)
    if reasons or top is None or bottom is None or above is None or below is None:
        return Computed(None, None, tuple(reasons))
    return Computed(top / bottom * factor, combined([above.qualifier], [below.qualifier]))


def combined(factors: Sequence[str], divisors: Sequence[str] = ()) -> str | None:
    """Qualifier of a product of factors over divisors; None where bounds pull in opposite directions or one is not a single figure.

    At least x over at most y is at least x/y; at least x over at least y is neither a lower nor an upper bound.
    """
    if any(qualifier not in SINGLE_FIGURES for qualifier in (*factors, *divisors)):
        return None
    directions = {_UP[q] for q in factors if q in _UP} | {-_UP[q] for q in divisors if q in _UP}
    if len(directions) > 1:
        return None
    if directions:
        return "lower_bound" if directions == {1} else "upper_bound"
    return "approx" if "approx" in (*factors, *divisors) else "exact"


def scope_status(first: str | None, second: str | None) -> str:
    """Whether two figures may meet: same, scope_unverified (at least one scope is unknown) or scope_mismatch (known and different)."""
    known = [scope for scope in (first, second) if scope and scope != UNKNOWN_SCOPE]
    if len(known) < 2:
        return "scope_unverified"
    return "same" if known[0] == known[1] else "scope_mismatch"


def _stated_in_months(days: float) -> bool:
    halves = days / (DAYS_PER_MONTH / 2)
    return round(halves) > 0 and abs(halves - round(halves)) < _MONTH_TOLERANCE
