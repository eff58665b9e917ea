"""Pages that repeat each other's numbers: copies, translations and rewritten copies of one text are one source.

Belongs here: telling which pages have one origin: those that are known to repeat one text, and those whose figures are the same. Does not
belong here: what a source is worth.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, Final

FEWEST_SHARED: Final = 3
"""Two pages may share one or two figures by talking about the same thing."""
SHARED: Final = 0.8
"""Share of the smaller page's figures that the other repeats: machine-rewritten copies keep every number and change every sentence."""

Figure = tuple[object, ...]


def origins(claims: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Capture → the first (by hash) of the captures that repeat each other's figures.

    Args:
        claims: rows of VENDOR_CLAIMS of any pages.
    """
    figures: dict[str, set[Figure]] = {}
    texts: dict[str, str] = {}
    for claim in claims:
        if claim["copied_from"]:
            texts[claim["capture_sha256"]] = claim["copied_from"]
        page = figures.setdefault(claim["capture_sha256"], set())
        if claim["value"] is not None and claim["value_kind"] == "number":
            page.add((claim["vendor"], claim["si_value"] or claim["value"], claim["si_value_max"], claim["si_unit"] or claim["unit"]))
    first = {page: page for page in figures}
    for one, other in combinations(sorted(figures), 2):
        repeats_one_text = texts.get(one, one) == texts.get(other, other)
        if repeats_one_text or _is_copy(figures[one], figures[other]):
            low, high = sorted((first[one], first[other]))
            first = {page: low if origin == high else origin for page, origin in first.items()}
    return first


def _is_copy(one: set[Figure], other: set[Figure]) -> bool:
    shared = len(one & other)
    return shared >= FEWEST_SHARED and shared >= SHARED * min(len(one), len(other))
