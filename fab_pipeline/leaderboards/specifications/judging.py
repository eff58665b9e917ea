"""Which of the figures that several texts print for one specification the board shows, and how the others stand to it.

Belongs here: the rules over the figures of one accelerator. A figure is rejected by a general check only: a rate called dense that other
texts print as sparse, a vector rate among matrix rates, one direction among both. Of what is left the best supported figure is shown:
the maker's word, then who names the maker, then who does not; exact before about; then most texts. Where two different figures have equal
support none is shown. Does not belong here: tables and addresses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

ROUNDING: Final = 0.005
"""Two figures are the same within 0.5 %: 989, 989.4 and 989.5 are one figure printed with more or fewer digits."""
ALIKE: Final = 0.015
"""A figure is another quantity's within 1.5 %: 2 × 1300 (printed '~1.3 PFLOPS') is 2615."""
FAR_OFF: Final = 2.0
_CLASSES: Final = ("maker", "repeats_maker", "third_party")
_BOUNDS: Final = ("lower_bound", "upper_bound")


@dataclass(frozen=True)
class Figure:
    """One printed figure.

    Attributes:
        fact_id: its identity.
        value: the figure; both directions together for a bandwidth between accelerators.
        text: address of the text; several figures of one text are one voice.
        stated_by: word of `contracts.words.SPECIFICATION_STATED_BY`.
        qualifier: word of `contracts.words.QUALIFIERS`.
        direction: word of `contracts.words.DIRECTIONS`; None where it is no bandwidth between accelerators.
    """

    fact_id: str
    value: float
    text: str
    stated_by: str
    qualifier: str = "exact"
    direction: str | None = None


def same(first: float, second: float, within: float = ROUNDING) -> bool:
    """Whether two figures are one, within a relative difference."""
    return abs(first / second - 1) <= within


def judged(
    figures: Sequence[Figure], sparse: Sequence[Figure] = (), vector: Sequence[Figure] = (), *, doubling: bool = False
) -> tuple[Figure | None, dict[str, str]]:
    """The figure to show, and the status of each.

    Args:
        figures: all figures of one specification (one form, precision and density); at least one.
        sparse: sparse figures of the same rate; empty unless `figures` are dense.
        vector: vector rates of the same accelerator and precision; empty unless `figures` are matrix rates.
        doubling: `figures` are dense matrix rates, of which twice another one is a sparse one.

    Returns:
        The chosen figure, None where equal support stands against equal support; and fact_id → word of
        `contracts.words.SPECIFICATION_STATUS`.
    """
    status = {figure.fact_id: word for figure in figures if (word := _rejected(figure, figures, sparse, vector, doubling=doubling))}
    if len(status) == len(figures):
        status = {}  # figures that condemn each other: none is left to say which is right
    left = [figure for figure in figures if figure.fact_id not in status]
    chosen = _chosen([figure for figure in left if figure.qualifier not in _BOUNDS] or left)
    for figure in left:
        status[figure.fact_id] = _status(figure, chosen)
    return chosen, status


def _rejected(
    figure: Figure, figures: Sequence[Figure], sparse: Sequence[Figure], vector: Sequence[Figure], *, doubling: bool
) -> str | None:
    others = [other for other in figures if other.text != figure.text and not same(other.value, figure.value, ALIKE)]
    if not others:
        return None
    if any(same(figure.value, rate.value, ALIKE) for rate in vector):
        return "vector_as_matrix"
    printed_sparse = any(same(figure.value, rate.value, ALIKE) for rate in sparse if rate.text != figure.text)
    if printed_sparse or (doubling and _doubles(figure, figures, others)):
        return "sparse_as_dense"
    both = [other for other in others if other.direction == "both_directions"]
    if figure.direction == "not_said" and any(same(2 * figure.value, other.value, ALIKE) for other in both):
        return "half_of_both_directions"
    return None


def _doubles(figure: Figure, figures: Sequence[Figure], others: Sequence[Figure]) -> bool:
    """Whether it is twice a figure that has at least as much support; a lone half would otherwise condemn what all others print."""
    halves = [other for other in others if same(figure.value, 2 * other.value, ALIKE)]
    return any(_support(half, figures) >= _support(figure, figures) for half in halves)


def _chosen(candidates: Sequence[Figure]) -> Figure | None:
    ranked = sorted(candidates, key=lambda figure: _rank(figure, candidates))
    if not ranked:
        return None
    first = ranked[0]
    rivals = [figure for figure in ranked if not same(figure.value, first.value) and _rank(figure, candidates) == _rank(first, candidates)]
    agreeing = [figure for figure in candidates if same(figure.value, first.value)]
    return None if rivals else min(agreeing, key=_finest)


def _rank(figure: Figure, candidates: Sequence[Figure]) -> tuple[int, bool, int]:
    """Best class among the texts that agree with it, whether one of that class states it exactly, and how many texts agree."""
    agreeing = [other for other in candidates if same(other.value, figure.value)]
    best = min((_CLASSES.index(other.stated_by), other.qualifier != "exact") for other in agreeing)
    return (*best, -_support(figure, candidates))


def _support(figure: Figure, figures: Sequence[Figure]) -> int:
    return len({other.text for other in figures if same(other.value, figure.value)})


def _finest(figure: Figure) -> tuple[bool, int, int, str]:
    """Exact before about, most digits, best class."""
    digits = len(f"{figure.value:.10g}".replace(".", "").strip("0"))
    return (figure.qualifier != "exact", -digits, _CLASSES.index(figure.stated_by), figure.fact_id)


def _status(figure: Figure, chosen: Figure | None) -> str:
    if chosen is None:
        return "undecided"
    if figure.fact_id == chosen.fact_id:
        return "chosen"
    if same(figure.value, chosen.value):
        return "agrees"
    if figure.qualifier in _BOUNDS and (figure.value < chosen.value) == (figure.qualifier == "lower_bound"):
        return "bound"
    ratio = figure.value / chosen.value
    return "far_off" if ratio >= FAR_OFF or ratio <= 1 / FAR_OFF else "differs"
