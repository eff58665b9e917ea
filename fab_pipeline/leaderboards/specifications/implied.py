"""What the specifications of two accelerators imply about their speeds, and what that says of a claim.

Work is bound by arithmetic, memory or links; with the same software one accelerator is faster than another by no more than the largest
of the three ratios. Belongs here: these ratios and the verdict. Does not belong here: which claims there are, and prices.
"""

from dataclasses import dataclass
from typing import Final

from fab_pipeline.leaderboards.specifications.claimed_speeds import SpeedClaim
from fab_pipeline.leaderboards.specifications.judging import ROUNDING
from fab_pipeline.leaderboards.specifications.rates import Rate, Rates, Ratio, ratios

_OPEN_ABOVE: Final = ("ge", "gt")


@dataclass(frozen=True)
class Implied:
    """Ratios of specifications over the forms that may be compared; tuples are empty where a specification is not known.

    Attributes:
        compute: of dense matrix rates, at the precision of the claim where the accelerator has it, else 16-bit.
        memory: of memory bandwidths.
        links: of bandwidths between accelerators.
        anything: of any rate of the faster one, at any precision unless the claim states one, to the other's dense rate of `compute`.
    """

    compute: tuple[Ratio, ...]
    memory: tuple[Ratio, ...]
    links: tuple[Ratio, ...]
    anything: tuple[Ratio, ...]

    @property
    def at_precision(self) -> float:
        """Largest ratio at the precision of the claim: of arithmetic, memory or links."""
        return max(ratio.value for ratio in (*self.compute, *self.memory, *self.links))

    @property
    def largest(self) -> float:
        """Largest ratio of any kind."""
        return max(self.at_precision, *(ratio.value for ratio in self.anything))

    @property
    def sources(self) -> tuple[str, ...]:
        """Addresses of what the ratios are made of."""
        used = (rate for ratio in (*self.compute, *self.memory, *self.links, *self.anything) for rate in (ratio.above, ratio.below))
        return tuple(dict.fromkeys(rate.source_url for rate in used))


def implied(claim: SpeedClaim, rates: Rates) -> Implied | None:
    """Ratios for a claim; None where it names no baseline, or no 16-bit rate of both is known."""
    if claim.baseline is None or claim.baseline.label == claim.faster.label:
        return None
    above, below = claim.faster.label, claim.baseline.label
    pairs = rates.pairs(above, below, claim.faster.form, claim.baseline.form)
    if not pairs:
        return None
    inference = claim.row["phase"] in ("inference", "training_and_inference")
    compute: list[Ratio] = []
    memory: list[Ratio] = []
    links: list[Ratio] = []
    anything: list[Ratio] = []
    for form, other in pairs:
        slower = _only(rates.at(below, other, claim.precision))
        compute += ratios(_only(rates.at(above, form, claim.precision)), _only(rates.at(below, other, claim.precision)))
        memory += ratios(rates.other(above, form, "memory_bandwidth"), rates.other(below, other, "memory_bandwidth"))
        links += ratios(rates.other(above, form, "interconnect_bandwidth"), rates.other(below, other, "interconnect_bandwidth"))
        anything += ratios(rates.usable(above, form, claim.precision, inference=inference), slower)
    return Implied(tuple(compute), tuple(memory), tuple(links), tuple(anything))


def verdict(claim: SpeedClaim, found: Implied, price_ratio: float = 1.0) -> str:
    """Word of `contracts.words.SPEED_VERDICTS` for a claim.

    Args:
        claim: the claim; of a claim of at least only its figure counts, of one of at most or at best the figure is its upper end.
        found: what the specifications imply.
        price_ratio: price of the faster over that of the other, for a claim per dollar: the bounds are divided by it.
    """
    high = claim.low if claim.row["comparator"] in _OPEN_ABOVE else claim.high
    at_precision, largest = (bound / price_ratio * (1 + ROUNDING) for bound in (found.at_precision, found.largest))
    if high <= at_precision:
        return "supported"
    if claim.low > largest:
        return "above_specifications"
    return "supported_at_lower_precision" if high <= largest else "partly_supported"


def _only(rate: Rate | None) -> tuple[Rate, ...]:
    return (rate,) if rate else ()
