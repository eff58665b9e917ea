"""One figure of a sentence: the type.

Belongs here: the type. Does not belong here: reading figures (see `figures`).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a sentence.

    Attributes:
        value: in `unit`; lower end of a range; None for a class without a number.
        value_max: upper end.
        unit: UCUM-like.
        comparator: eq, ge, gt, le, approx or up_to.
        of_class: an order of magnitude.
        start: first code point in the sentence, qualifying words included.
        end: behind the last.
        dimension: of the number grammar; "count", "rank", "generation" or "grade" for those read here.
        several: 数X: two to nine times X.
        baseline: the figure before it in "from A to B".
        is_baseline: whether it is such an A.
        scaled: whether a scale word or letter stands with the number.
        bare: no unit at all: a number that only a noun far away could explain.
    """

    value: float | None
    value_max: float | None
    unit: str
    comparator: str
    of_class: bool
    start: int
    end: int
    dimension: str
    several: bool = False
    baseline: "Figure | None" = None
    is_baseline: bool = False
    bare: bool = False
    scaled: bool = False
