"""Finding the words of many patterns in one text, by the characters that each pattern can begin with.

Belongs here: the openings of a pattern and the two finders that use them. `re` looks for a pattern of many words by trying every word at
every place; a page of 770 kB has to be read in four seconds. Does not belong here: the words.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

_ANY: Final = "\0"
"""Stands in an opening for a character that may be anything."""
_LENGTH: Final = 2
_ZERO_WIDTH: Final = ("?=", "?!", "?<=", "?<!")
_LEAD: Final = re.compile(r"\?:|\?P<\w+>|\?>")
_QUANTIFIER: Final = re.compile(r"([?*+]|\{\d*(?:,\d*)?\})\??")
_CLASS: Final = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*")
_NOTHING: Final = frozenset({""})


def openings(source: str) -> frozenset[str]:
    """All ways in which a match of a pattern may begin: one or two characters; "" where it may be anything.

    Args:
        source: of a pattern that was made for small letters; groups, classes, alternatives and quantifiers are understood.
    """
    return frozenset(start.partition(_ANY)[0] for start in _of_alternatives(source))


class Finders:
    """Matches of many patterns in one text. Latin words are found only where a word begins."""

    def __init__(self, patterns: Sequence[re.Pattern[str]]) -> None:
        self._matchers = [pattern.match for pattern in patterns]
        grouped: dict[str, set[int]] = defaultdict(set)
        for index, pattern in enumerate(patterns):
            for start in openings(pattern.pattern):
                grouped[start].add(index)
        anywhere = grouped.pop("", set())
        self._begins = _where_any(frozenset(grouped)) if not anywhere else re.compile("")
        self._single = {start: tuple(sorted(found | anywhere)) for start, found in grouped.items() if len(start) == 1}
        self._double = {
            start: tuple(sorted(found | anywhere | grouped.get(start[0], set())))
            for start, found in grouped.items()
            if len(start) == _LENGTH
        }
        self._anywhere = tuple(sorted(anywhere))

    def find(self, small: str) -> list[tuple[int, int, int]]:
        """Index of the pattern, start and end of every match, as `finditer` of each pattern gives them, in printed order."""
        found: list[tuple[int, int, int]] = []
        behind = dict[int, int]()
        for begin in self._begins.finditer(small):
            place = begin.start()
            around = small[place - 1 : place + 1] if place else ""
            if around.isascii() and around.isalpha() and place:
                continue
            two = small[place : place + _LENGTH]
            for index in self._double.get(two) or self._single.get(two[:1], self._anywhere):
                if place >= behind.get(index, 0) and (hit := self._matchers[index](small, place)) and hit.end() > place:
                    behind[index] = hit.end()
                    found.append((index, place, hit.end()))
        return found


class Finder:
    """Matches of one long pattern in a text: what its `finditer` gives, tried only where a match can begin."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._begins = _where_any(openings(pattern.pattern))
        self._match = pattern.match

    def search(self, small: str, position: int = 0) -> re.Match[str] | None:
        """The first match at or behind a place."""
        for place in self._begins.finditer(small, position):
            if hit := self._match(small, place.start()):
                return hit
        return None

    def finditer(self, small: str) -> Iterator[re.Match[str]]:
        """Matches in printed order, none inside another."""
        behind = 0
        for place in self._begins.finditer(small):
            if place.start() >= behind and (hit := self._match(small, place.start())):
                behind = max(hit.end(), behind)
                yield hit


def _where_any(starts: frozenset[str]) -> re.Pattern[str]:
    """Where a text has one of some openings; every alternative begins with a plain letter, for which `re` looks fast."""
    if "" in starts:
        return re.compile("")
    seconds: dict[str, str] = defaultdict(str)
    for start in sorted(starts):
        seconds[start[0]] += start[1:]
    alone = {start for start in starts if len(start) == 1}
    return re.compile(
        "|".join(re.escape(first) + ("" if first in alone else f"(?=[{re.escape(behind)}])") for first, behind in seconds.items())
    )


def _of_alternatives(source: str) -> frozenset[str]:
    return frozenset().union(*(_of_sequence(part) for part in _alternatives(source)))


def _alternatives(source: str) -> Iterator[str]:
    depth = start = position = 0
    while position < len(source):
        character = source[position]
        if character == "\\":
            position += 1
        elif character == "[":
            position = _class_end(source, position)
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "|" and depth == 0:
            yield source[start:position]
            start = position + 1
        position += 1
    yield source[start:]


def _of_sequence(source: str) -> frozenset[str]:
    found = _NOTHING
    position = 0
    while position < len(source) and any(_is_open(start) for start in found):
        atom, position = _atom(source, position)
        if quantifier := _QUANTIFIER.match(source, position):
            position = quantifier.end()
            repeated = {*atom, *(start + _ANY for start in atom)} if quantifier[1] != "?" else atom
            atom = frozenset({*repeated, ""}) if quantifier[1][0] in "?*" or quantifier[1].startswith("{0") else frozenset(repeated)
        found = frozenset(start if not _is_open(start) else (start + more)[:_LENGTH] for start in found for more in atom)
    return found


def _is_open(start: str) -> bool:
    return len(start) < _LENGTH and not start.endswith(_ANY)


def _atom(source: str, position: int) -> tuple[frozenset[str], int]:
    """What one atom may begin with, and where the next begins."""
    character = source[position]
    if character == "(":
        end = _group_end(source, position)
        inner = source[position + 1 : end]
        lead = _LEAD.match(inner)
        return (_NOTHING if inner.startswith(_ZERO_WIDTH) else _of_alternatives(inner[lead.end() if lead else 0 :])), end + 1
    if character == "[":
        end = _class_end(source, position)
        return _of_class(source[position + 1 : end]), end + 1
    if character == "\\":
        return _of_escape(source[position + 1]), position + 2
    return (_NOTHING if character in "^$" else frozenset({_ANY}) if character == "." else frozenset({character})), position + 1


def _of_escape(letter: str) -> frozenset[str]:
    if letter in "bBAZ":
        return _NOTHING
    if letter == "d":
        return frozenset("0123456789")
    if letter == "s":
        return frozenset(" \t\n\r\f\v")
    return frozenset({_ANY}) if letter.isalpha() else frozenset({letter})


def _of_class(inner: str) -> frozenset[str]:
    if inner.startswith("^") or re.search(r"\\[A-Za-z]", inner.replace(r"\s", "").replace(r"\d", "")):
        return frozenset({_ANY})
    escaped = {letter for name in re.findall(r"\\(.)", inner) for letter in _of_escape(name)}
    inner = re.sub(r"\\.", "", inner)
    ranges = re.findall(r"(.)-(.)", inner)
    spread = {chr(code) for low, high in ranges for code in range(ord(low), ord(high) + 1)} if ranges else set()
    return frozenset({*escaped, *spread, *re.sub(r".-.", "", inner)}) if len(spread) < 128 else frozenset({_ANY})


def _class_end(source: str, position: int) -> int:
    """Place of the bracket that closes a class."""
    hit = _CLASS.match(source, position)
    return hit.end() if hit else len(source)


def _group_end(source: str, position: int) -> int:
    """Place of the bracket that closes a group."""
    depth = 0
    while position < len(source):
        character = source[position]
        if character == "\\":
            position += 1
        elif character == "[":
            position = _class_end(source, position)
        elif character in "()":
            depth += 1 if character == "(" else -1
            if depth == 0:
                return position
        position += 1
    raise ValueError(f"pattern: unclosed group in {source[:60]!r}")
