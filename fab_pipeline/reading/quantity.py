"""A disclosed quantity: value or bounds, qualifier, scope, and the words that state it.

Belongs here: the type that every reader returns and its invariants. A bound repeats its value in `minimum` or `maximum`; a range has
no value. Does not belong here: reading text (see the sibling modules).
"""

from dataclasses import dataclass, replace

from fab_pipeline.contracts.words import QUALIFIERS, SCOPES


@dataclass(frozen=True)
class Quantity:
    """One figure as stated, after unit conversion.

    Attributes:
        value: the figure; None for a range.
        minimum: lower bound, where one is stated.
        maximum: upper bound, where one is stated.
        qualifier: exact, approx, lower_bound, upper_bound, range or vague.
        scope: what the figure covers; see `contracts.words.SCOPES`.
        text: the words that state it, as printed.
    """

    value: float | None
    minimum: float | None = None
    maximum: float | None = None
    qualifier: str = "exact"
    scope: str = "unknown"
    text: str = ""

    def __post_init__(self) -> None:
        if self.qualifier not in QUALIFIERS:
            raise ValueError(f"unknown qualifier {self.qualifier!r}")
        if self.scope not in SCOPES:
            raise ValueError(f"unknown scope {self.scope!r}")

    def scaled(self, factor: float) -> "Quantity":
        """The same statement in another unit: value and bounds times `factor`."""
        return replace(
            self,
            value=None if self.value is None else self.value * factor,
            minimum=None if self.minimum is None else self.minimum * factor,
            maximum=None if self.maximum is None else self.maximum * factor,
        )

    def as_json(self) -> dict[str, float | str | None]:
        """The form that `read` prints: {value, min, max, qualifier, scope}."""
        return {"value": self.value, "min": self.minimum, "max": self.maximum, "qualifier": self.qualifier, "scope": self.scope}


def exact(value: float, text: str = "") -> Quantity:
    """A plain figure."""
    return Quantity(value, text=text)


def approx(value: float, text: str = "") -> Quantity:
    """A figure stated as about."""
    return Quantity(value, qualifier="approx", text=text)


def at_least(value: float, text: str = "") -> Quantity:
    """A lower bound."""
    return Quantity(value, minimum=value, qualifier="lower_bound", text=text)


def at_most(value: float, text: str = "") -> Quantity:
    """An upper bound."""
    return Quantity(value, maximum=value, qualifier="upper_bound", text=text)


def between(low: float, high: float, text: str = "") -> Quantity:
    """A range."""
    return Quantity(None, minimum=low, maximum=high, qualifier="range", text=text)
