"""Which figure of a case speaks for a quantity, and where its texts disagree.

Belongs here: claims → quantities with qualifier and scope, in the units of training_cost. Figures that agree are one; figures that do
not are all kept, and the quantity is null. Does not belong here: reading, costs, the judgement on a disagreement (see `findings.cases`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.leaderboards.case_claims import Case, CaseClaim
from fab_pipeline.leaderboards.quantities import HOURS_PER_DAY, Interval, interval
from fab_pipeline.reading.case_words import is_installation, is_of_a_run
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import scope_of

DAYS: Final = {"s": 1 / 86_400, "min": 1 / 1440, "h": 1 / 24, "d": 1.0, "wk": 7.0, "mo": 30.4375, "a": 365.25}
"""Days per unit of a claim; a month is the mean one, and a figure in months or years is never exact."""
_HOURS: Final = {"{GPU}.h": 1.0, "{GPU}.d": HOURS_PER_DAY, "{GPU}.wk": 7 * HOURS_PER_DAY, "{GPU}.mo": 30.4375 * HOURS_PER_DAY}
_QUALIFIERS: Final = {
    "eq": "exact",
    "approx": "approx",
    "ge": "lower_bound",
    "gt": "lower_bound",
    "le": "upper_bound",
    "up_to": "upper_bound",
}
_CLOSE: Final = 0.1
"""Two figures of which one is about are the same within a tenth, as approximations are read everywhere in the project."""
_SAME: Final = 1e-6


@dataclass(frozen=True)
class Figure:
    """One figure of a quantity with the claim that states it."""

    quantity: Quantity
    claim: CaseClaim


@dataclass(frozen=True)
class Stated:
    """What a case states of one quantity.

    Attributes:
        quantity: the figure that speaks; None where nothing is stated, or figures disagree.
        figures: all figures, each value once, in printed order.
        claim_ids: claims behind them.
    """

    quantity: Quantity | None
    figures: tuple[Figure, ...] = ()
    claim_ids: tuple[str, ...] = ()

    @property
    def disagrees(self) -> bool:
        """Whether figures were stated that cannot all be right."""
        return self.quantity is None and len(self.figures) > 1


NOTHING: Final = Stated(None)

Factor = Callable[[CaseClaim], float | None]


@dataclass(frozen=True)
class Figures:
    """All quantities of a case; names are those of training_cost, and of industry_cases."""

    by_name: dict[str, Stated]

    def __getitem__(self, name: str) -> Stated:
        return self.by_name.get(name, NOTHING)


def figures_of(case: Case) -> Figures:
    """The quantities that a case states."""
    usable = [claim for claim in case.claims if claim.counts and claim.row["value"] is not None]
    counts = _of(usable, ("accelerators_used", "max_cluster_accelerators", "total_accelerators"), _plain("{accelerator}"))
    own = [figure for figure in counts if is_of_a_run(figure.claim.row["span"], figure.claim.sentence)]
    cluster = [_scoped(figure, "cluster") for figure in counts if figure not in own]
    times = _of(usable, ("training_duration",), _in_days)
    installing = [figure for figure in times if is_installation(figure.claim.sentence)]
    installing += _of(usable, ("time_to_first_training", "construction_time"), _in_days)
    return Figures(
        {
            "accelerator_count": _spoken(own or cluster),
            "cluster_accelerators": _spoken(cluster) if own else NOTHING,
            "systems": _spoken(_of(usable, ("systems_used",), _plain("{system}"))),
            "nodes": _spoken(_of(usable, ("cluster_nodes",), _plain("{node}"))),
            "per_node": _spoken(_of(usable, ("accelerators_per_node", "accelerators_per_system"), _plain("{accelerator}"))),
            "duration_days": _spoken([figure for figure in times if figure not in installing]),
            "installation_days": _spoken(installing),
            "accelerator_hours": _spoken(_of(usable, ("accelerator_hours", "accelerator_days"), _by_unit(_HOURS))),
            "training_tokens": _spoken(_of(usable, ("training_tokens",), _plain("{token}"))),
            "parameters_total": _spoken(_of(usable, ("model_parameters", "max_model_parameters"), _plain("{parameter}"))),
            "disclosed_cost_usd": _spoken(_of(usable, ("training_cost",), _plain("USD"))),
        }
    )


def quantity_of_claim(claim: CaseClaim, factor: float = 1.0) -> Quantity:
    """A claim's figure as a quantity; an order of magnitude is vague, a best case an upper bound."""
    row = claim.row
    value, upper, words = row["value"] * factor, row["value_max"], row["raw"] or row["span"]
    if row["magnitude_class"]:
        return Quantity(None, value, value * 10, "vague", text=words)
    if upper is not None:
        return Quantity(None, value, upper * factor, "range", text=words)
    qualifier = _QUALIFIERS.get(row["comparator"] or "eq", "exact")
    if qualifier == "exact" and row["unit"] in ("mo", "a"):
        qualifier = "approx"
    bounds = {"lower_bound": (value, None), "upper_bound": (None, value)}.get(qualifier, (None, None))
    return Quantity(value, *bounds, qualifier=qualifier, text=words)


def _of(claims: Iterable[CaseClaim], metrics: Sequence[str], factor: Factor) -> list[Figure]:
    found: list[Figure] = []
    for claim in claims:
        size = factor(claim) if claim.row["metric"] in metrics else None
        if size is not None:
            quantity = quantity_of_claim(claim, size)
            found.append(Figure(replace(quantity, scope=scope_of(claim.sentence)), claim))
    return found


def _plain(unit: str) -> Factor:
    return lambda claim: 1.0 if claim.row["unit"] == unit else None


def _by_unit(factors: dict[str, float]) -> Factor:
    return lambda claim: factors.get(claim.row["unit"])


def _in_days(claim: CaseClaim) -> float | None:
    return DAYS.get(claim.row["unit"])


def _scoped(figure: Figure, scope: str) -> Figure:
    return Figure(replace(figure.quantity, scope=scope), figure.claim)


def _spoken(figures: Sequence[Figure]) -> Stated:
    """The figure that speaks: a claim that can be read in one way only goes before others, and what agrees is one figure."""
    clear = [figure for figure in figures if not figure.claim.row["ambiguous"]] or list(figures)
    if not clear:
        return NOTHING
    ids = tuple(dict.fromkeys(figure.claim.row["claim_id"] for figure in clear))
    distinct: list[Figure] = []
    for figure in clear:
        if not any(_ends(figure) == _ends(known) for known in distinct):
            distinct.append(figure)
    groups = _agreeing(distinct)
    if len(groups) > 1:
        return Stated(None, tuple(group[0] for group in groups), ids)
    best = min(groups[0], key=lambda figure: _order(figure.quantity))
    same = [figure.quantity for figure in clear if _ends(figure) == _ends(best)]
    weaker = next((other for other in same if other.qualifier == "approx"), best.quantity)
    scopes = {quantity.scope for quantity in same} - {"unknown"}
    return Stated(replace(weaker, scope=scopes.pop() if len(scopes) == 1 else best.quantity.scope), tuple(distinct), ids)


def _order(quantity: Quantity) -> int:
    return ("exact", "approx", "range", "lower_bound", "upper_bound", "vague").index(quantity.qualifier)


def _ends(figure: Figure) -> Interval:
    return interval(figure.quantity)


def _agreeing(figures: Sequence[Figure]) -> list[list[Figure]]:
    """Groups of figures that can be the same: each agrees with the first of its group."""
    groups: list[list[Figure]] = []
    for figure in figures:
        home = next((group for group in groups if _can_agree(figure.quantity, group[0].quantity)), None)
        if home is None:
            groups.append([figure])
        else:
            home.append(figure)
    return groups


def _can_agree(one: Quantity, other: Quantity) -> bool:
    loose = _CLOSE if "approx" in (one.qualifier, other.qualifier) else _SAME
    first, second = interval(one), interval(other)
    below = first.high is not None and second.low is not None and first.high < second.low * (1 - loose)
    above = second.high is not None and first.low is not None and second.high < first.low * (1 - loose)
    return not below and not above
