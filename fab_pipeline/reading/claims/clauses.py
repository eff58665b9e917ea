"""Where the clauses of a sentence end.

Belongs here: the stops, found once for a sentence however many figures it has. A comma between digits parts thousands; a full-width one
never does, which is why `sentences` keeps it. An English "and" between two figures that have words of their own ends a clause as a comma
does. Does not belong here: sentences, and what a clause says.
"""

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import Final

_COMMA: Final = r"，|,(?!\d{3})|(?<!\d),"
_IN_BRACKETS: Final = r"[（(][^（）()。；;]{0,60}[)）]"
_STOP: Final = re.compile(rf"{_IN_BRACKETS}|(?P<stop>{_COMMA}|[。；;])")
_STOP_OR_COLON: Final = re.compile(rf"{_IN_BRACKETS}|(?P<stop>{_COMMA}|[。；;]|[：:](?!\d))")
_STOP_OR_MARK: Final = re.compile(rf"{_IN_BRACKETS}|(?P<stop>{_COMMA}|[。；;：:—])")
_JOINT: Final = re.compile(r"(?<=[a-z0-9%)])(?<!compared)\s(?:and|while|plus|but|with)\s(?=[a-z0-9$~<>(])", re.I | re.A)
_JOINT_OR_STOP: Final = re.compile(r"\s(?:and|while|plus|but|with)\s|,(?!\d)|[;:.](?!\d)", re.I)
_PART: Final = re.compile(r"(?:(?!\s(?:and|while|plus|but|with)\s)(?:[^,;:.]|[,.:](?=\d)))*", re.I)
_FIGURE: Final = re.compile(
    r"(?<![A-Za-z])\d|\b(?:half|two|three|four|five|six|seven|eight|nine|ten|twice|doubl\w+|tripl\w+|third)\b", re.I
)
_BETWEEN: Final = re.compile(r"\bbetween\b[^,;]*\Z", re.I)
_TOGETHER: Final = re.compile(r"\brespectively\b", re.I)
_ENDS_IN_FIGURE: Final = re.compile(r"\d[\d.,]*\s?(?:%|[A-Za-z/]{0,6})\Z")
_BEGINS_WITH_FIGURE: Final = re.compile(r"\W{0,2}\d")


def clause_start(folded: str, position: int) -> int:
    """Where the clause of a place begins; a colon begins one."""
    stops = _places(_STOP_OR_COLON, folded)
    index = bisect_left(stops, position)
    return stops[index - 1] + 1 if index else 0


def clause_end(folded: str, position: int, *, colon: bool = False) -> int:
    """Where the clause of a place ends.

    Args:
        folded: the sentence.
        position: in it.
        colon: whether a colon ends one.
    """
    stops = _places(_STOP_OR_COLON if colon else _STOP, folded)
    index = bisect_left(stops, position)
    return stops[index] if index < len(stops) else len(folded)


def stops_between(folded: str, start: int, end: int) -> int:
    """How many clauses end between two places; a dash and every colon end one here."""
    stops = _places(_STOP_OR_MARK, folded)
    return bisect_left(stops, end) - bisect_left(stops, start)


def last_stop(folded: str, position: int) -> int:
    """Behind the last stop, dash or colon before a place."""
    stops = _places(_STOP_OR_MARK, folded)
    index = bisect_right(stops, position - 1)
    return stops[index - 1] + 1 if index else 0


@lru_cache(maxsize=64)
def _places(pattern: re.Pattern[str], folded: str) -> tuple[int, ...]:
    stops = [hit.start() for hit in pattern.finditer(folded) if hit["stop"]]
    joints = _joints(folded)
    return tuple(sorted({*stops, *joints})) if joints else tuple(stops)


@lru_cache(maxsize=16)
def _joints(folded: str) -> tuple[int, ...]:
    """Where an English "and", "while" or "with" stands between two figures, each with a word of its own on its side."""
    found: list[int] = []
    for hit in _JOINT.finditer(folded):
        before = folded[_sentence_part(folded, hit.start()) : hit.start()]
        behind = _PART.match(folded, hit.end())
        words = behind[0] if behind else ""
        if not (_FIGURE.search(before) and _FIGURE.search(words)) or _BETWEEN.search(before) or _TOGETHER.search(words):
            continue
        if _ENDS_IN_FIGURE.search(before) and _BEGINS_WITH_FIGURE.match(words):
            continue  # "48 GB and 96 GB memory": one noun for both
        found.append(hit.start())
    return tuple(found)


def _sentence_part(folded: str, position: int) -> int:
    return max((hit.end() for hit in _JOINT_OR_STOP.finditer(folded, 0, position)), default=0)
