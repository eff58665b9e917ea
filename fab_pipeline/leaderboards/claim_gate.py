"""Which claims may be compared, under which key, and why the others may not.

Belongs here: the gate (every claim leaves it with a use and, unless it is compared, with its reasons), the key inside which claims meet.
Does not belong here: putting figures of one key together (see `vendor_evidence`) and reading claims.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.claim_facets import facet
from fab_pipeline.leaderboards.claim_sizes import sizes_of_conditions
from fab_pipeline.leaderboards.vendor_intervals import Interval, interval_of
from fab_pipeline.vocabulary.comparability import MeetingRule, meeting_rules
from fab_pipeline.vocabulary.metrics import Metric, metrics

Claim = Mapping[str, Any]

THIRD_PARTY: Final = "third_party"
VENDOR_WORD: Final = "vendor_word"
EVIDENCE_OF: Final[Mapping[str, str]] = {
    "vendor_claim": VENDOR_WORD,
    "media": VENDOR_WORD,
    "analyst_report": THIRD_PARTY,
    "third_party_evaluation": THIRD_PARTY,
    "certification": THIRD_PARTY,
}
"""Media repeat what a vendor says. A statement of an author without a source is nobody's evidence."""
DEMONSTRATED: Final = "demonstrated"
STATED: Final = "stated"
MODALITY_OF: Final[Mapping[str, str]] = {"achieved": DEMONSTRATED, "capability": STATED, "best_case": STATED}
"""A best case is a capability of which only one side is known; plans, advice and definitions are no evidence of anything."""
_COVERS: Final = ("boolean", "text", "category", "class")
"""Kinds of claims without a figure that tell that something is there; superlatives and comparisons without a figure tell nothing."""
_CHANGES_THE_NUMBER: Final[Mapping[str, str]] = {
    "relative change or percentage points": "relative_or_points",
    "count derived from a list": "length_of_a_list",
}
"""How an ambiguity begins that leaves no interval; others (ratio readings, classes) are shown as one."""


@dataclass(frozen=True, order=True)
class Key:
    """Inside one key figures may meet: metric, base unit, whose word, modality, phase, and every facet that the metric needs."""

    metric: str
    unit: str
    evidence: str
    modality: str
    phase: str
    facets: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """As in column comparability_key."""
        parts = [("unit", self.unit), ("evidence", self.evidence), ("modality", self.modality), ("phase", self.phase), *self.facets]
        return "; ".join([self.metric, *(f"{name}={value}" for name, value in parts)])

    @property
    def indicator(self) -> "Key":
        """The same without modality: shown and reached are one indicator, not two."""
        return replace(self, modality="")


@dataclass(frozen=True)
class Judged:
    """One claim behind the gate.

    Attributes:
        claim: the row of VENDOR_CLAIMS.
        reasons: why it meets no other figure; empty for one that may.
        key: where it meets others; None where reasons stand against it.
        interval: what its figure allows; None without a figure.
        covers: whether it tells that the vendor has something to say about its dimension.
    """

    claim: Claim
    reasons: tuple[str, ...]
    key: Key | None
    interval: Interval | None
    covers: bool


def judge_claims(claims: pl.DataFrame) -> list[Judged]:
    """Every claim of a frame of VENDOR_CLAIMS, in the order of claim_id."""
    rows = claims.sort("claim_id").to_dicts()
    sizes, holds_at = sizes_of_conditions(rows)
    return [_judged(row, row["claim_id"] in sizes, holds_at.get(row["claim_id"])) for row in rows]


def evidence_of(claim: Claim) -> str | None:
    """Whose word a claim is: `THIRD_PARTY`, `VENDOR_WORD`, or None for an author's own statement."""
    return EVIDENCE_OF.get(claim["evidence_class"])


def is_vendor(claim: Claim) -> bool:
    """Whether the subject is a vendor that can stand on a board; `_article` and `_unnamed` cannot."""
    return claim["entity_kind"] == "vendor" and not claim["vendor"].startswith("_")


def _judged(claim: Claim, is_condition: bool, holds_at: float | None) -> Judged:
    metric = metrics().get(claim["metric"] or "")
    rule = meeting_rules().get(metric.name) if metric else None
    who = list(_about_subject(claim))
    covers = not who and metric is not None and metric.dimension is not None and _covers(claim) and not is_condition
    interval = interval_of(claim, metric.better) if metric else None
    reasons = [*who, *_about_figure(claim, metric, interval)]
    if is_condition:
        reasons.append("size_is_a_condition")
    if interval is None or metric is None:
        return Judged(claim, tuple(reasons), None, interval, covers)
    if rule is None:
        reasons.append("no_direction" if metric.comparable_if and metric.better == "none" else "never_comparable")
        return Judged(claim, tuple(reasons), None, interval, covers)
    key, missing = _key(_at_size(claim, holds_at), metric, rule)
    reasons += missing
    return Judged(claim, tuple(reasons), None if reasons else key, interval, covers)


def _at_size(claim: Claim, size: float | None) -> Claim:
    """The claim with the size of cluster at which it holds, where its own words state none."""
    if size is None or facet("accelerator_count", claim) is not None:
        return claim
    return {**claim, "conditions": f"{claim['conditions'] or ''}; {size:.0f} GPUs"}


def _about_subject(claim: Claim) -> Iterable[str]:
    if not is_vendor(claim):
        yield "not_a_vendor"
    if claim["is_baseline"]:
        yield "is_a_baseline"
    if claim["modality"] not in MODALITY_OF:
        yield f"is_a_{claim['modality']}"
    if evidence_of(claim) is None:
        yield "author_without_source"


def _about_figure(claim: Claim, metric: Metric | None, interval: Interval | None) -> Iterable[str]:
    if claim["value_kind"] == "unparsed" or metric is None:
        yield "not_understood"
    elif metric.name == "article_rank":
        yield "position_of_an_article"
    elif interval is None:
        yield "no_figure"
    for beginning, code in _CHANGES_THE_NUMBER.items():
        if beginning in (claim["ambiguity"] or ""):
            yield code


def _covers(claim: Claim) -> bool:
    if claim["value_kind"] == "boolean":
        return claim["value_bool"] is not False
    return claim["value_kind"] in ("number", "rank", *_COVERS)


def _key(claim: Claim, metric: Metric, rule: MeetingRule) -> tuple[Key | None, list[str]]:
    phase, wrong = _phase(claim["phase"], rule.phase)
    values = {name: facet(name, claim) for name in rule.share}
    missing = [f"{name}_not_named" if name == "baseline" and claim["baseline"] else f"{name}_not_stated" for name in rule.share]
    reasons = wrong + [code for code, name in zip(missing, rule.share, strict=True) if values[name] is None]
    evidence, modality = evidence_of(claim), MODALITY_OF.get(claim["modality"])
    if reasons or evidence is None or modality is None:
        return None, reasons
    stated = tuple((name, value) for name, value in values.items() if value is not None)
    return Key(metric.name, claim["si_unit"] or claim["unit"] or "1", evidence, modality, phase, stated), []


def _phase(stated: str | None, rule: str) -> tuple[str, list[str]]:
    if rule == "any":
        return "any", []
    if rule == "stated":
        return (stated, []) if stated in ("training", "inference") else ("", ["phase_not_stated"])
    wrong = {"training": ("inference",), "inference": ("training", "training_and_inference", None)}[rule]
    return rule, [f"not_about_{rule}"] if stated in wrong else []
