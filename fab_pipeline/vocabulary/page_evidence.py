"""What speaks for and against a page being of the field, and being a case: kinds of evidence, their words and weights.

Belongs here: the lists (page_evidence.yaml, use_evidence.yaml) and their loading. Does not belong here: weighing a page (see
`reading.claims.relevance` and `reading.claims.uses`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from fab_pipeline.vocabulary.characters import caseless
from fab_pipeline.vocabulary.documents import read_document

ACCELERATORS: Final = "accelerators"
CONSUMER_CARDS: Final = "consumer_cards"
_FOUND_BY: Final = frozenset({ACCELERATORS, CONSUMER_CARDS})


@dataclass(frozen=True)
class EvidenceKind:
    """One kind of evidence.

    Attributes:
        name: what it is, for people.
        against: whether it speaks against a page.
        weight: points for each different wording.
        most: points that it gives at most.
        words: pattern on folded text in small letters; None where names of accelerators are counted.
        found_by: ACCELERATORS or CONSUMER_CARDS where those names are counted.
    """

    name: str
    against: bool
    weight: int
    most: int
    words: re.Pattern[str] | None
    found_by: str | None


@dataclass(frozen=True)
class PageEvidence:
    """All kinds, and the threshold.

    Attributes:
        kinds: of evidence, those for a page first.
        points: that a page of up to `characters` needs; one more for each doubling.
        characters: see `points`.
        share: of the text that must stand in lines with telling evidence.
        telling: weight from which a kind is telling.
    """

    kinds: tuple[EvidenceKind, ...]
    points: int
    characters: int
    share: float
    telling: int


@lru_cache(maxsize=1)
def page_evidence() -> PageEvidence:
    """What tells whether a page is of the field (page_evidence.yaml)."""
    threshold, kinds = _read("page_evidence")
    return PageEvidence(kinds, threshold["points"], threshold["characters"], threshold["share"], threshold["telling"])


@lru_cache(maxsize=1)
def use_evidence() -> tuple[tuple[EvidenceKind, ...], int]:
    """What tells whether a page is a case (use_evidence.yaml): kinds of evidence, and the points that it needs."""
    threshold, kinds = _read("use_evidence")
    return kinds, threshold["points"]


def _read(name: str) -> tuple[dict[str, Any], tuple[EvidenceKind, ...]]:
    """Threshold and kinds of a list.

    Raises:
        ValueError: a kind has neither words nor names, or weighs more than it may give.
    """
    document: dict[str, Any] = read_document(name)
    kinds = tuple(
        EvidenceKind(
            name, side == "against", raw["weight"], raw["most"], caseless(raw["words"]) if "words" in raw else None, raw.get("found_by")
        )
        for side in ("for", "against")
        for name, raw in document[side].items()
    )
    for kind in kinds:
        told = (kind.words is None) != (kind.found_by in _FOUND_BY)
        if told or not 0 < kind.weight <= kind.most:
            raise ValueError(f"{name}.yaml: {kind.name} needs words or names to be found by, and a weight that is at most `most`")
    return document["threshold"], kinds
