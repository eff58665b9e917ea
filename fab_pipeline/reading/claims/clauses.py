"""Where the clauses of a sentence end.

Belongs here: the stops, found once for a sentence however many figures it has. A comma between digits parts thousands; a full-width one
never does, which is why `sentences` keeps it. Does not belong here: sentences, and what a clause says.
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
    return tuple(hit.start() for hit in pattern.finditer(folded) if hit["stop"])
