"""Which ranks alternatives can have under all weights and everything that is not known: stochastic acceptability analysis (SMAA).

Two alternatives meet in the criteria that both have, and in nothing else. In each draw the dimensions are weighted at random, uniformly
over all weights (exponential variates, normalised, are Dirichlet(1, …, 1); on any subset, too), the criteria of a dimension likewise; a
value is anything within its span; a dimension in which two do not meet enough is anything between the goalposts for both. The one that is
better in the weighted sum is ahead of the other; the rank of an alternative is one more than the number of those ahead of it.

So no draw looks at a third alternative when it compares two: adding one changes nothing between the others. Every random number has a
seed of its own, made of what it is for: the order of the input and the presence of others change no byte.

Belongs here: the method. Does not belong here: vendors, claims, goalposts. Source of the method: see `smaa` in vocabulary/ranking.yaml.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

import polars as pl

SEED: Final = "fab-pipeline acceptability 1"
"""Change it and every share moves a little within its sampling error."""


@dataclass(frozen=True, order=True)
class Criterion:
    """One comparable quantity.

    Attributes:
        dimension: the dimension that it informs.
        metric: what it measures.
        indicator: criteria that differ in how it was shown only are one indicator: of those that two share, the first by name counts.
        name: unique.
    """

    dimension: str
    metric: str
    indicator: str
    name: str


@dataclass(frozen=True)
class Span:
    """Where a score lies, 0 to 1; `own` is false where it only follows from a figure under harder conditions."""

    low: float
    high: float
    own: bool = True


Scores = Mapping[Criterion, Span]


@dataclass(frozen=True)
class Ranks:
    """What an alternative's rank can be.

    Attributes:
        shares: rank → share of the draws; ranks that never occur are left out.
        wins: other alternative → share of the draws in which this one is ahead.
    """

    shares: Mapping[int, float]
    wins: Mapping[str, float]

    def quantile(self, percent: float) -> int:
        """The lowest rank that at least so many percent of the draws do not exceed."""
        total = 0.0
        for rank, share in sorted(self.shares.items()):
            total += share
            if total >= percent / 100 - 1e-12:
                return rank
        return max(self.shares)


class Acceptability:
    """The analysis of one set of alternatives.

    Args:
        needed: dimension → different metrics in which two alternatives must meet for the dimension to count.
        draws: number of draws.
        purpose: names the analysis; part of every seed.
    """

    def __init__(self, needed: Mapping[str, int], draws: int, purpose: str) -> None:
        self.needed = needed
        self.draws = draws
        self.purpose = purpose
        self._numbers: dict[tuple[str, ...], pl.Series] = {}
        self._met: dict[object, tuple[pl.Series, pl.Series]] = {}

    def meeting(self, one: Scores, other: Scores) -> dict[str, tuple[Criterion, ...]]:
        """Dimension → criteria in which two alternatives meet, for the dimensions in which they meet enough."""
        shared = sorted((known for known in one.keys() & other.keys() if one[known].own or other[known].own), reverse=True)
        first = sorted({known.indicator: known for known in shared}.values())
        met = {name: tuple(known for known in first if known.dimension == name) for name in self.needed}
        return {name: known for name, known in met.items() if len({one.metric for one in known}) >= self.needed[name]}

    def surely_ahead(self, one: Scores, other: Scores) -> bool:
        """Whether one is ahead of the other under all weights and whatever is not known: nowhere behind, somewhere ahead."""
        met = self.meeting(one, other)
        if len(met) < len(self.needed):
            return False
        pairs = [(one[known], other[known]) for criteria in met.values() for known in criteria]
        return all(mine.low >= theirs.high for mine, theirs in pairs) and any(mine.low > theirs.high for mine, theirs in pairs)

    def ranks(self, alternatives: Mapping[str, Scores], name: str) -> Ranks:
        """Ranks of one alternative among all."""
        rank = pl.repeat(1, self.draws, dtype=pl.Int64, eager=True)
        wins: dict[str, float] = {}
        for other in sorted(alternatives.keys() - {name}):
            ahead, behind = self._meet(name, alternatives[name], other, alternatives[other])
            wins[other] = int(ahead.sum()) / self.draws
            rank = rank + behind.cast(pl.Int64)
        counts = dict(rank.value_counts().iter_rows())
        return Ranks({place: counts[place] / self.draws for place in sorted(counts)}, wins)

    def _meet(self, name: str, one: Scores, other_name: str, other: Scores) -> tuple[pl.Series, pl.Series]:
        """In which draws one is ahead of the other, and in which behind; kept, since each pair is asked for from both sides."""
        if other_name < name:
            behind, ahead = self._meet(other_name, other, name, one)
            return ahead, behind
        met = self.meeting(one, other)
        meeting = (name, other_name, tuple((known, one[known], other[known]) for criteria in met.values() for known in criteria))
        if meeting not in self._met:
            total = self._zeros
            for dimension in self.needed:
                criteria = met.get(dimension, ())
                mine, theirs = self._score(name, one, dimension, criteria), self._score(other_name, other, dimension, criteria)
                total = total + self._exponential("dimension", dimension) * (mine - theirs)
            self._met[meeting] = total > 0, total < 0
        return self._met[meeting]

    def _score(self, name: str, scores: Scores, dimension: str, criteria: tuple[Criterion, ...]) -> pl.Series:
        if not criteria:
            return self._uniform("unknown", name, dimension)
        weighted, weights = self._zeros, self._zeros
        for known in criteria:
            weight = self._exponential("criterion", known.name)
            span = scores[known]
            value = self._uniform("value", name, known.name) * (span.high - span.low) + span.low if span.high > span.low else span.low
            weighted, weights = weighted + weight * value, weights + weight
        return weighted / weights

    @cached_property
    def _zeros(self) -> pl.Series:
        return pl.repeat(0.0, self.draws, dtype=pl.Float64, eager=True)

    def _exponential(self, *what: str) -> pl.Series:
        if what not in self._numbers:
            random = self._random(*what)
            self._numbers[what] = pl.Series([-math.log(1.0 - random.random()) for _ in range(self.draws)], dtype=pl.Float64)
        return self._numbers[what]

    def _uniform(self, *what: str) -> pl.Series:
        if what not in self._numbers:
            random = self._random(*what)
            self._numbers[what] = pl.Series([random.random() for _ in range(self.draws)], dtype=pl.Float64)
        return self._numbers[what]

    def _random(self, *what: str) -> Random:
        return Random("|".join((SEED, self.purpose, *what)))  # noqa: S311 - a published, repeatable draw, no secret
