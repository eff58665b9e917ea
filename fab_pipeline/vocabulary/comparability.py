"""Which figures of a metric may meet: what both must state, and along which conditions one that is harder to reach is a bound.

Belongs here: the list (comparability.yaml) and its checks. Does not belong here: reading a facet from a claim, and comparing (see
`leaderboards.claim_facets`, `leaderboards.vendor_evidence`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from fab_pipeline.vocabulary.documents import read_document
from fab_pipeline.vocabulary.metrics import Metric, metrics

PHASE_RULES: Final[tuple[str, ...]] = ("training", "inference", "stated", "any")


@dataclass(frozen=True)
class Facet:
    """One condition under which a figure holds.

    Attributes:
        name: as in a comparability key.
        name_zh: its Chinese name.
        words: value → pattern by which a sentence states it.
        captures: patterns whose match is the value.
    """

    name: str
    name_zh: str
    words: tuple[tuple[str, re.Pattern[str]], ...]
    captures: tuple[re.Pattern[str], ...]


@dataclass(frozen=True)
class MeetingRule:
    """What figures of one metric must share.

    Attributes:
        phase: one of `PHASE_RULES`.
        share: facets that both must state, with equal values.
        harder: of these, the ones along which a figure under the harder condition bounds the easier one.
    """

    phase: str
    share: tuple[str, ...]
    harder: tuple[str, ...]


@lru_cache(maxsize=1)
def facets() -> dict[str, Facet]:
    """All facets by name, in the order of the list."""
    return {
        name: Facet(
            name,
            raw["zh"],
            tuple((value, re.compile(words, re.I)) for value, words in raw.get("words", {}).items()),
            tuple(re.compile(pattern) for pattern in raw.get("captures", ())),
        )
        for name, raw in _document()["facets"].items()
    }


@lru_cache(maxsize=1)
def meeting_rules() -> dict[str, MeetingRule]:
    """Rule of each metric whose figures may meet; a metric that is not listed is never compared.

    Raises:
        ValueError: the list contradicts itself or the vocabulary of metrics.
    """
    document = _document()
    rules = {
        name: MeetingRule(raw["phase"], tuple(raw["share"]), tuple(raw.get("harder", ()))) for name, raw in document["metrics"].items()
    }
    for name, rule in rules.items():
        if rule.phase not in PHASE_RULES or not set(rule.share) <= facets().keys() or not set(rule.harder) <= set(rule.share):
            raise ValueError(f"comparability.yaml: {name} has an unknown phase or facet")
    orderable = {name for name, metric in metrics().items() if _is_orderable(metric)}
    odd = sorted(orderable ^ (rules.keys() | set(document["never_from_claims"])))
    if odd:
        raise ValueError(f"comparability.yaml and metrics.yaml differ about what is comparable: {', '.join(odd)}")
    return rules


def _is_orderable(metric: Metric) -> bool:
    return metric.kind in ("number", "rank") and metric.comparable_if is not None and metric.better != "none"


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    return read_document("comparability")
