"""The comparable figures of all vendors, by key: what both vendor boards stand on.

Belongs here: putting the claims of one vendor and key together, and dominance: a figure under harder conditions bounds what it would be
under easier ones. Does not belong here: the gate (see `claim_gate`), rows of boards, scores.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.leaderboards.claim_gate import DEMONSTRATED, Judged, Key
from fab_pipeline.leaderboards.vendor_intervals import Interval, hull
from fab_pipeline.vocabulary.comparability import meeting_rules
from fab_pipeline.vocabulary.metrics import metrics

STATED: Final = "stated"
DOMINANCE: Final = "dominance"

Figures = tuple[tuple[Interval, tuple[Judged, ...]], ...]
"""The different figures of one vendor inside one key, each with the claims that repeat it."""
Evidence = Mapping[Key, Mapping[str, Figures]]
"""Key → vendor → figures."""


@dataclass(frozen=True)
class Standing:
    """One vendor inside one key.

    Attributes:
        interval: hull of its figures; under dominance the one-sided bound that they give.
        basis: "stated" or "dominance".
        figures: the figures behind it.
    """

    interval: Interval
    basis: str
    figures: Figures


def evidence(judged: Iterable[Judged]) -> dict[Key, dict[str, Figures]]:
    """All comparable figures; keys and vendors in their own order, whatever the order of the claims."""
    found: dict[Key, dict[str, dict[Interval, list[Judged]]]] = {}
    for one in judged:
        if one.key is not None and one.interval is not None:
            found.setdefault(one.key, {}).setdefault(one.claim["vendor"], {}).setdefault(one.interval, []).append(one)
    return {
        key: {vendor: _figures(figures) for vendor, figures in sorted(vendors.items())}
        for key, vendors in sorted(found.items(), key=lambda item: item[0])
    }


def standings(known: Evidence) -> dict[Key, dict[str, Standing]]:
    """Every vendor's interval inside every key, those by dominance included.

    A vendor stands by dominance only in a key where it has no figure of its own and another vendor has one.
    """
    found = {
        key: {vendor: Standing(hull(interval for interval, _ in figures), STATED, figures) for vendor, figures in vendors.items()}
        for key, vendors in known.items()
    }
    for easier, harder in _by_hardness(known):
        for vendor, figures in known[harder].items():
            bound = _bound(hull(interval for interval, _ in figures), metrics()[easier.metric].better)
            if bound is None or vendor in known[easier]:
                continue
            before = found[easier].get(vendor)
            if before is None or _says_more(bound, before.interval):
                found[easier][vendor] = Standing(bound, DOMINANCE, figures)
    return {key: dict(sorted(vendors.items())) for key, vendors in found.items()}


def is_harder(one: Key, other: Key) -> bool:
    """Whether the conditions of one key are those of the other, and harder where they differ.

    Reached is harder than said to be possible; a larger class of cluster is harder where the vocabulary says so.
    """
    if (one.metric, one.unit, one.evidence, one.phase) != (other.metric, other.unit, other.evidence, other.phase) or one == other:
        return False
    if one.modality not in (other.modality, DEMONSTRATED):
        return False
    harder = meeting_rules()[one.metric].harder
    pairs = zip(one.facets, other.facets, strict=True)
    return all(mine == theirs or (name in harder and _size(mine) > _size(theirs)) for (name, mine), (_, theirs) in pairs)


def _by_hardness(known: Iterable[Key]) -> list[tuple[Key, Key]]:
    """Pairs of an easier and a harder key; only keys that agree in all else are held against each other."""
    alike: dict[Key, list[Key]] = {}
    for key in known:
        harder = meeting_rules()[key.metric].harder
        fixed = tuple(facet for facet in key.facets if facet[0] not in harder)
        alike.setdefault(replace(key, modality="", facets=fixed), []).append(key)
    return [(easier, harder) for keys in alike.values() for easier in keys for harder in keys if is_harder(harder, easier)]


def _size(value: str) -> int:
    return int(value.rpartition("^")[2])


def _figures(figures: Mapping[Interval, list[Judged]]) -> Figures:
    ordered = sorted(figures.items(), key=lambda item: (str(item[0]), item[1][0].claim["claim_id"]))
    return tuple((interval, tuple(sorted(claims, key=lambda one: one.claim["claim_id"]))) for interval, claims in ordered)


def _bound(interval: Interval, better: str) -> Interval | None:
    if better == "higher":
        return None if interval.low is None else Interval(interval.low, None, low_open=interval.low_open)
    return None if interval.high is None else Interval(None, interval.high, high_open=interval.high_open)


def _says_more(one: Interval, other: Interval) -> bool:
    """Of two one-sided bounds of one direction: whether the first is the tighter one."""
    if one.low is not None and other.low is not None:
        return (one.low, one.low_open) > (other.low, other.low_open)
    if one.high is not None and other.high is not None:
        return (one.high, not one.high_open) < (other.high, not other.high_open)
    return False
