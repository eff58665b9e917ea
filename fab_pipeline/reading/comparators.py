"""Words and signs that qualify a number: "~", "over", "up to", 超过, "15T+", 以上.

Belongs here: finding them before and behind a number, and what they make of a quantity. Does not belong here: the words (see
`number_words`) and the numbers themselves (see `numbers`).
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fab_pipeline.reading.number_words import COMPARATORS_AFTER, COMPARATORS_BEFORE, QUALIFIER_OF
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.characters import lowered

_ORDER: Final = ("approx", "up_to", "ge", "le", "gt", "lt", "near")
"""Where two fit at one place the first counts: ">=" before ">", 最多可达 before 最多."""
_LATIN: Final = frozenset({"en", "de", "fr"})


class Comparator(NamedTuple):
    """One comparator in a text: approx, near, ge, gt, le, lt or up_to, and where its words stand."""

    word: str
    start: int
    end: int


def comparators_before(folded: str, language: str) -> dict[int, Comparator]:
    """All comparators of a text by the place where the number they qualify begins; adjacent ones are one, of which a bound wins.

    Args:
        folded: folded text.
        language: continental language of the text ("de", "fr") or "", see `numerals.language_of`.
    """
    found: dict[int, Comparator] = {}
    for hit in _before(language).finditer(lowered(folded)):
        word = (hit.lastgroup or "approx").partition("__")[0]
        earlier = found.get(hit.start())
        if earlier and earlier.word not in {"approx", "near"}:
            word = earlier.word
        found[hit.end()] = Comparator(word, earlier.start if earlier else hit.start(), hit.end())
    return found


def comparator_after(folded: str, position: int) -> Comparator | None:
    """The comparator that directly follows `position` ("+", 以上, "or more")."""
    hit = _AFTER.match(folded, position)
    return Comparator(hit.lastgroup or "approx", hit.start(), hit.end()) if hit else None


def qualifier_after(folded: str, position: int) -> tuple[str, int] | None:
    """Qualifying word that directly follows `position` ("+", 以上, "or more"): the qualifier and where the word ends."""
    found = comparator_after(folded, position)
    return (QUALIFIER_OF[found.word], found.end) if found else None


def stronger(first: str, second: str) -> str:
    """Which of two comparators of one number counts: a bound before approx, approx before eq; of two bounds the first."""
    weak = ("eq", "approx", "near")
    if first not in weak or second not in weak:
        return second if first in weak else first
    return max(first, second, key=weak.index)


def qualified(quantity: Quantity, qualifier: str | None) -> Quantity:
    """The quantity with a further qualifying word: a bound wins over approx, approx over exact; ranges and vague ones stay."""
    value = quantity.value
    if qualifier is None or value is None or quantity.qualifier not in {"exact", "approx"}:
        return quantity
    if qualifier == "lower_bound":
        return Quantity(value, value, None, qualifier, quantity.scope, quantity.text)
    if qualifier == "upper_bound":
        return Quantity(value, None, value, qualifier, quantity.scope, quantity.text)
    if quantity.qualifier == "approx":
        return quantity
    return Quantity(value, None, None, "approx", quantity.scope, quantity.text)


@lru_cache(maxsize=4)
def _before(language: str) -> re.Pattern[str]:
    """Latin words are tried where a word begins, all others where no latin letter stands: a text is mostly neither."""
    latin = [name for name in COMPARATORS_BEFORE if name in _LATIN and name in {"en", language}]
    other = [name for name in COMPARATORS_BEFORE if name not in _LATIN]
    return re.compile(
        rf"(?:(?<![a-z])(?=[a-zà-ü])(?:{_alternatives(latin, 'latin')})(?![a-z])|(?=[^a-z0-9\s,.])(?:{_alternatives(other, 'other')}))\s*"
    )


def _alternatives(languages: Sequence[str], suffix: str) -> str:
    groups: list[str] = []
    for comparator in _ORDER:
        words = "|".join(COMPARATORS_BEFORE[name][comparator] for name in languages if comparator in COMPARATORS_BEFORE[name])
        if words:
            groups.append(f"(?P<{comparator}__{suffix}>{words})")
    return "|".join(groups)


def _after_pattern() -> re.Pattern[str]:
    groups = [
        f"(?P<{comparator}>{'|'.join(table[comparator] for table in COMPARATORS_AFTER.values() if comparator in table)})"
        for comparator in _ORDER
        if any(comparator in table for table in COMPARATORS_AFTER.values())
    ]
    return re.compile(rf"\s*(?:{'|'.join(groups)})", re.I)


_AFTER: Final = _after_pattern()
