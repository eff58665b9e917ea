"""Whether a page, or a sentence that nobody's section holds, is about infrastructure for training models at all.

Belongs here: weighing a page: what speaks for it and against it (`vocabulary.page_evidence`), counted over the whole page against a
threshold, and the line that tells people why. Does not belong here: the evidence itself, and what is claimed.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import Final

from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.characters import lowered
from fab_pipeline.vocabulary.page_evidence import ACCELERATORS, CONSUMER_CARDS, EvidenceKind, page_evidence
from fab_pipeline.vocabulary.traditional import plain

_CONSUMER: Final = re.compile(r"(?:GeForce |RTX )\d{4}|Radeon RX", re.I | re.A)
"""Cards for personal computers, as their labels show them."""
_IN_SENTENCE: Final = re.compile(
    r"集群|吞吐|显存|网络|带宽|时延|利用率|加速比|\bclusters?\b|throughput|utili[sz]ation|bandwidth|latency|\bnodes?\b"
    r"|training|compute|checkpoint|uptime",
    re.I | re.A,
)
"""Words that in a sentence about nobody tell that it is about machines for models, and on a whole page tell nothing."""
_READ: Final = 60_000
_PIECE: Final = 400
_SHOWN: Final = 4


@dataclass(frozen=True)
class Piece:
    """What one kind of evidence gives: its different wordings on the page, and points (negative where it speaks against)."""

    kind: str
    wordings: tuple[str, ...]
    points: int

    def __str__(self) -> str:
        """As a person reads it: "models 'llm', '70b model' +2"."""
        shown = ", ".join(repr(wording) for wording in self.wordings[:_SHOWN])
        more = f" and {len(self.wordings) - _SHOWN} more" if len(self.wordings) > _SHOWN else ""
        return f"{self.kind} {shown}{more} {self.points:+}"


@dataclass(frozen=True)
class Relevance:
    """How a page was weighed.

    Attributes:
        pieces: all evidence found, in the order of the list.
        points: their sum.
        needed: points that a page of this length needs.
        share: of the text, what stands in lines with telling evidence.
    """

    pieces: tuple[Piece, ...]
    points: int
    needed: int
    share: float

    @property
    def is_of_the_field(self) -> bool:
        """Whether the page is about training infrastructure."""
        return self.points >= self.needed and self.share >= page_evidence().share

    def __str__(self) -> str:
        """One line: points, points needed, and what gave them."""
        told = "; ".join(map(str, self.pieces)) or "no word of the field"
        few = self.points >= self.needed and not self.is_of_the_field
        beside = f", but in lines that are {self.share:.0%} of the text; {page_evidence().share:.0%} needed" if few else ""
        return f"{self.points} of {self.needed} points needed{beside}: {told}"


@dataclass(frozen=True)
class _Hit:
    """One wording, where it stands, and whether it is telling."""

    wording: str
    place: int
    telling: bool


@lru_cache(maxsize=4)
def relevance(text: str) -> Relevance:
    """A page weighed.

    Args:
        text: its extracted text; the first 60,000 characters count.
    """
    folded = lowered(plain(text[:_READ]))
    evidence = page_evidence()
    cards = _cards(text)
    found = {kind: _hits(kind, folded, cards) for kind in evidence.kinds}
    pieces = tuple(_piece(kind, hits) for kind, hits in found.items() if hits)
    doublings = log2(max(len(folded), evidence.characters) / evidence.characters)
    share = _share(folded, {hit.place for hits in found.values() for hit in hits if hit.telling})
    return Relevance(pieces, sum(piece.points for piece in pieces), evidence.points + int(doublings), share)


def speaks_of_infrastructure(folded: str, heading: str) -> bool:
    """Whether a sentence or its heading uses words of the field."""
    if _IN_SENTENCE.search(folded) or find_accelerators(folded):
        return True
    near = lowered(f"{folded}\n{plain(heading)}")
    return any(kind.words and kind.words.search(near) for kind in page_evidence().kinds if not kind.against)


def _piece(kind: EvidenceKind, hits: list[_Hit]) -> Piece:
    wordings = tuple(dict.fromkeys(hit.wording for hit in hits))
    points = min(kind.weight * len(wordings), kind.most)
    return Piece(kind.name, wordings, -points if kind.against else points)


def _hits(kind: EvidenceKind, folded: str, cards: Mapping[str, list[_Hit]]) -> list[_Hit]:
    """All wordings of a kind; figures apart, "64 gpus" and "512 gpus" are the same one."""
    if kind.words is None:
        return cards[kind.found_by or ACCELERATORS]
    telling = not kind.against and kind.weight >= page_evidence().telling
    return [_Hit(_without_figures(hit[0]), hit.start(), telling) for hit in kind.words.finditer(folded)]


def _without_figures(words: str) -> str:
    return " ".join(re.sub(r"[\d,.]+", "", words).split()) or words


def _cards(text: str) -> dict[str, list[_Hit]]:
    found: dict[str, list[_Hit]] = {ACCELERATORS: [], CONSUMER_CARDS: []}
    for start in range(0, min(len(text), _READ), _PIECE):
        for mention in find_accelerators(text[start : start + _PIECE]):
            label = mention.accelerator.label
            consumer = _CONSUMER.search(label) is not None
            found[CONSUMER_CARDS if consumer else ACCELERATORS].append(_Hit(label, start + mention.start, not consumer))
    return found


def _share(folded: str, places: set[int]) -> float:
    """Share of a text that stands in the lines of some places."""
    ends = [place for place, sign in enumerate(folded) if sign == "\n"]
    lines = {bisect_left(ends, place) for place in places}
    sizes = [len(line.strip()) for line in folded.split("\n")]
    return sum(sizes[line] for line in lines) / max(1, sum(sizes))
