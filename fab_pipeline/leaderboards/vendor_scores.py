"""What figures are worth between fixed goalposts, and how far a vendor's rank depends on one of them.

Belongs here: standings → scores, one kind of evidence at a time, and the rank of a vendor with and without each of its figures. Does not
belong here: the method of ranking (`acceptability`), goalposts (`vocabulary.ranking`), rows of the board (`vendor_ranking`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from fab_pipeline.leaderboards.acceptability import Acceptability, Criterion, Ranks, Scores, Span
from fab_pipeline.leaderboards.claim_gate import Judged, Key, evidence_of
from fab_pipeline.leaderboards.vendor_evidence import STATED, Standing, evidence, standings
from fab_pipeline.vocabulary.metrics import metrics
from fab_pipeline.vocabulary.ranking import goalposts, metrics_needed, thresholds


@dataclass(frozen=True)
class Decisive:
    """The figure of a vendor whose loss moves its rank interval most: its claims, and the interval without it."""

    claim_ids: tuple[str, ...]
    low: int
    high: int


class TierScores:
    """All scores and ranks of one kind of evidence.

    Args:
        judged: claims behind the gate, of any kind.
        tier: the kind of evidence that counts.
        draws: draws behind each rank.
    """

    def __init__(self, judged: Iterable[Judged], tier: str, draws: int) -> None:
        self.judged = [one for one in judged if evidence_of(one.claim) == tier]
        self.vendors = sorted({one.claim["vendor"] for one in self.judged if one.covers})
        self.analysis = Acceptability(metrics_needed(), draws, tier)

    @cached_property
    def standings(self) -> dict[Key, dict[str, Standing]]:
        """Every vendor's interval inside every key."""
        return standings(evidence(self.judged))

    @cached_property
    def scores(self) -> dict[str, Scores]:
        """Scores of every vendor."""
        return self._scored(self.standings)

    @cached_property
    def ranks(self) -> dict[str, Ranks]:
        """What the rank of every vendor can be."""
        return {vendor: self.analysis.ranks(self.scores, vendor) for vendor in self.vendors}

    def interval(self, ranks: Ranks) -> tuple[int, int]:
        """The 5 to 95 % interval."""
        low, high = thresholds().interval_percent
        return ranks.quantile(low), ranks.quantile(high)

    @cached_property
    def met(self) -> dict[str, dict[str, tuple[Criterion, ...]]]:
        """Vendor → scored dimension → criteria in which it meets another one, each other one by itself."""
        found: dict[str, dict[str, set[Criterion]]] = {vendor: {} for vendor in self.vendors}
        for one, other in combinations(self.vendors, 2):
            for dimension, criteria in self.analysis.meeting(self.scores[one], self.scores[other]).items():
                for vendor in (one, other):
                    found[vendor].setdefault(dimension, set()).update(criteria)
        return {vendor: {name: tuple(sorted(known)) for name, known in met.items()} for vendor, met in found.items()}

    def decisive(self, vendor: str) -> Decisive | None:
        """The figure without which the rank interval differs most (its ends summed; the first by claim among equals); None: none does."""
        own = self.interval(self.ranks[vendor])
        best: tuple[int, Decisive] | None = None
        for metric, claim_ids in self._figures(vendor):
            low, high = self.interval(self.analysis.ranks({**self.scores, vendor: self._without(vendor, metric, claim_ids)}, vendor))
            moved = abs(low - own[0]) + abs(high - own[1])
            if moved and (best is None or moved > best[0]):
                best = moved, Decisive(claim_ids, low, high)
        return best[1] if best else None

    def _figures(self, vendor: str) -> list[tuple[str, tuple[str, ...]]]:
        """Metric and claims of each scored figure that meets another vendor's: copies go together."""
        meeting = {known.name for criteria in self.met[vendor].values() for known in criteria}
        found = {
            (key.metric, tuple(one.claim["claim_id"] for one in members))
            for key, vendors in self.standings.items()
            if str(key) in meeting and vendor in vendors
            for _, members in vendors[vendor].figures
        }
        return sorted(found, key=lambda item: item[1])

    def _without(self, vendor: str, metric: str, claim_ids: tuple[str, ...]) -> Scores:
        """Scores of a vendor without some claims of one metric: only figures of that metric change, by dominance too."""
        rest = [one for one in self.judged if one.claim["metric"] == metric and one.claim["claim_id"] not in claim_ids]
        kept = {known: span for known, span in self.scores[vendor].items() if known.metric != metric}
        return {**kept, **self._scored(standings(evidence(rest)))[vendor]}

    def _scored(self, known: Mapping[Key, Mapping[str, Standing]]) -> dict[str, Scores]:
        found: dict[str, dict[Criterion, Span]] = {vendor: {} for vendor in self.vendors}
        for key, vendors in known.items():
            if key.metric not in goalposts():
                continue
            criterion = Criterion(metrics()[key.metric].dimension or "", key.metric, str(key.indicator), str(key))
            for vendor, standing in vendors.items():
                found[vendor][criterion] = _span(key.metric, standing)
        return dict(found)


def _span(metric: str, standing: Standing) -> Span:
    posts, interval = goalposts()[metric], standing.interval
    higher = metrics()[metric].better == "higher"
    worse, better = (interval.low, interval.high) if higher else (interval.high, interval.low)
    return Span(posts.score(worse, toward_best=False), posts.score(better, toward_best=True), standing.basis == STATED)
