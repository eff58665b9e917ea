"""Figures that a text states in phases: "21 days pretraining, plus 5 days mid-training and 13 hours long-context".

Belongs here: cutting such a text at its joints, giving each figure its scope, and choosing the figure of the quantity itself: the one of
the whole, else of the pre-training. Phases are never summed and the first is never simply taken. Does not belong here: reading one figure.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.reading import lexicon, number_words
from fab_pipeline.reading.numbers import number_phrases
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import UNKNOWN, scope_of
from fab_pipeline.vocabulary.characters import fold

_JOINT: Final = re.compile(
    rf"\s*(?:(?:,|;|、|\+(?={number_words.FIGURE_AHEAD})|\band\b|和|与|以及|\n)\s*)?(?P<plus>{lexicon.PLUS_WORDS})\s*"
    rf"|\s*(?P<part>{lexicon.PART_WORDS})\s*"
    r"|\s*(?:(?<!\d),|,(?!\d{3})|;|、|\band\b(?!\s+(?:a|one)[\s-]half)|\bthen\b|和|与|以及|\n)\s*"
    rf"|\s*(?P<sign>\+)(?={number_words.FIGURE_AHEAD})\s*",
    re.I,
)
_BRACKET: Final = re.compile(r"\(([^()]*)\)")
_SUM_TOLERANCE: Final = 0.02


@dataclass(frozen=True)
class Phased:
    """A quantity and the phases it was stated in.

    Attributes:
        quantity: the figure of the quantity itself, with its scope; None where the text gives phases only, or nothing single.
        phases: figures of single phases, each with its scope; empty where the text states one figure.
        contradictory: the text states several figures and does not say which is which.
    """

    quantity: Quantity | None
    phases: tuple[Quantity, ...] = ()
    contradictory: bool = False


@dataclass(frozen=True)
class _Piece:
    text: str
    joint: str
    quantity: Quantity
    scope: str


def read_phased(text: str, read_one: Callable[[str], Quantity | None]) -> Phased:
    """Read a text that may state one figure or several phases.

    Args:
        text: the words of the quantity.
        read_one: reads one figure of a piece of text; None where there is none, or not a single one.
    """
    pieces = _with_figures(text, read_one)
    if not pieces:
        return Phased(None)
    if len(pieces) == 1:
        only = pieces[0].quantity
        return Phased(replace(only, scope=scope_of(text), text=text.strip()))
    return _several(text, pieces, read_one)


def _with_figures(text: str, read_one: Callable[[str], Quantity | None]) -> list[_Piece]:
    """Pieces that hold a figure; a piece without one belongs to the piece before it (or after it, at the beginning)."""
    groups: list[_Piece] = []
    waiting = ""
    for piece, joint in _cut(text, read_one):
        quantity = read_one(piece)
        if quantity is not None:
            words = waiting + piece
            groups.append(_Piece(words, joint, quantity, scope_of(words)))
            waiting = ""
        elif groups:
            words = f"{groups[-1].text} {piece}"
            groups[-1] = replace(groups[-1], text=words, scope=scope_of(words))
        else:
            waiting += piece + " "
    return groups


def _cut(text: str, read_one: Callable[[str], Quantity | None]) -> list[tuple[str, str]]:
    """Pieces with the kind of joint before each: "", plus, part or list."""
    opened = _open_brackets(text, read_one)
    folded = fold(opened)
    figures = [(phrase.start, phrase.end) for phrase in number_phrases(opened)]
    pieces: list[tuple[str, str]] = []
    start, joint = 0, ""
    for hit in _JOINT.finditer(folded):
        if any(begin < hit.start() and hit.end() < end for begin, end in figures):
            continue
        pieces.append((opened[start : hit.start()], joint))
        joint = "plus" if hit["plus"] or hit["sign"] else "part" if hit["part"] else "list"
        start = hit.end()
    pieces.append((opened[start:], joint))
    return [(piece, joint) for piece, joint in pieces if piece.strip()]


def _open_brackets(text: str, read_one: Callable[[str], Quantity | None]) -> str:
    """Turn brackets that hold further phases into joints; brackets that restate or explain stay."""
    folded = fold(text)
    for hit in reversed(list(_BRACKET.finditer(folded))):
        inner = text[hit.start(1) : hit.end(1)]
        parts = [piece for piece in re.split(r"[,;、+]|\band\b|和|与", fold(inner)) if scope_of(piece) != UNKNOWN and read_one(piece)]
        more = re.match(rf"\s*(?:{lexicon.PLUS_WORDS}|{lexicon.PART_WORDS}|\+)", fold(inner), re.I)
        if len(parts) > 1 or (more and parts):
            lead = ";" if more else ";包括 "
            text = f"{text[: hit.start()]}{lead}{inner};{text[hit.end() :]}"
    return text


def _several(text: str, pieces: Sequence[_Piece], read_one: Callable[[str], Quantity | None]) -> Phased:
    first, others = pieces[0], pieces[1:]
    scopes = [piece.scope for piece in pieces]
    if UNKNOWN not in scopes and len(set(scopes)) == len(scopes):
        whole = next((piece for scope in ("all", "pretraining") for piece in pieces if piece.scope == scope), None)
        return Phased(_scoped(whole, text) if whole else None, tuple(_scoped(piece) for piece in pieces if piece.scope != "all"))
    if first.scope == UNKNOWN and UNKNOWN not in scopes[1:] and len(set(scopes[1:])) == len(others):
        if others[0].joint == "part" or _adds_up(first, others):
            return Phased(_scoped(first, text, "all"), tuple(_scoped(piece) for piece in others))
        if "pretraining" not in scopes:
            main = _scoped(first, text, "pretraining")
            return Phased(main, (_scoped(first, None, "pretraining"), *(_scoped(piece) for piece in others)))
        return Phased(_scoped(first, text), tuple(_scoped(piece) for piece in others))
    together = read_one(text) if set(scopes) == {UNKNOWN} else None
    if together is not None:
        return Phased(replace(together, text=text.strip()))
    return Phased(None, contradictory=True)


def _adds_up(first: _Piece, others: Sequence[_Piece]) -> bool:
    total = first.quantity.value
    parts = [piece.quantity.value for piece in others if piece.quantity.value is not None]
    return total is not None and len(parts) == len(others) > 1 and abs(sum(parts) - total) <= _SUM_TOLERANCE * total


def _scoped(piece: _Piece, text: str | None = None, scope: str | None = None) -> Quantity:
    return replace(piece.quantity, scope=scope or piece.scope, text=piece.quantity.text if text is None else text.strip())
