"""Places and constants of a declaration: where a text stands on the page, or what it is everywhere.

Belongs here: reading one field of a declaration, with the check that a constant is a word the contract knows. Does not belong here: which
keys stand where (see `load`), and looking a place up on a page (see `fields`).
"""

from datetime import date
from typing import Final, cast

from fab_pipeline.contracts.words import FORM_FACTORS, PRICE_KINDS, PURCHASE_OPTIONS
from fab_pipeline.sources.prices.cells import MAX_COUNT
from fab_pipeline.sources.prices.declared.schema import PER_WORDS, PERIODS, Field, Place, PlaceKind
from fab_pipeline.sources.prices.declared.words import months_of
from fab_pipeline.sources.prices.declared.yaml_tree import Entry
from fab_pipeline.vocabulary.currencies import is_currency

_KINDS: Final = ("column", "cell", "select", "closest", "before", "tab", "title", "json", "value")
PLACE_KEYS: Final = frozenset({*_KINDS, "attr", "match", "map", "default"})

_CONSTANT_WORDS: Final = {
    "purchase_option": tuple(PURCHASE_OPTIONS),
    "price_kind": tuple(PRICE_KINDS),
    "per": PER_WORDS,
    "period": PERIODS,
    "form": tuple(FORM_FACTORS),
    "available": ("true", "false"),
}
_COUNTS: Final = ("count", "node_accelerators")


def read_field(name: str, entry: Entry) -> Field:
    """Places of a field: a constant, a place, or a list of places of which the first that says something counts."""
    if isinstance(entry.value, str):
        check_constant(name, entry, entry.text())
        return (Place("value", entry.text()),)
    places = tuple(_place(item) for item in entry.listed())
    for place in places:
        for constant in (place.default, place.what if place.kind == "value" else None, *place.words.values()):
            if constant is not None:
                check_constant(name, entry, constant)
    return places


def read_places(entry: Entry) -> Field:
    """Places of a price: its own keys, or the list under `at`."""
    at = entry.get("at")
    own = PLACE_KEYS & entry.mapping().keys()
    if at is None:
        return (_place(entry, strict=False),)
    if own:
        raise entry.mapping()[min(own)].error("and at cannot both be said; put it into at")
    return tuple(_place(item) for item in at.listed())


def check_constant(name: str, entry: Entry, text: str) -> None:
    """Complain about a constant that the field cannot hold."""
    allowed = _CONSTANT_WORDS.get(name)
    if allowed and text not in allowed:
        raise entry.error(f"is {text!r}; it must be one of {', '.join(allowed)}")
    if name == "currency" and not is_currency(text):
        raise entry.error(f"is {text!r}, not an ISO 4217 code such as USD")
    if name in _COUNTS and not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_COUNT):
        raise entry.error(f"is {text!r}; it must be a whole number from 1")
    if name == "term" and months_of(text) is None:
        raise entry.error(f"is {text!r}; write it like 12 months")
    if name in {"effective_from", "valid_until"}:
        try:
            date.fromisoformat(text)
        except ValueError:
            raise entry.error(f"is {text!r}; write it like 2026-10-01") from None


def _place(entry: Entry, *, strict: bool = True) -> Place:
    if strict:
        entry.check_keys(PLACE_KEYS)
    keys = entry.mapping()
    kinds = [kind for kind in _KINDS if entry.get(kind)]
    attribute = entry.get("attr")
    if len(kinds) > 1:
        raise entry.error(f"says both {kinds[0]} and {kinds[1]}; a place is one of them")
    if not kinds and not attribute:
        raise entry.error(f"must say where: one of {', '.join(_KINDS)}, or attr")
    kind = cast("PlaceKind", kinds[0] if kinds else "attr")
    match, default, words = entry.get("match"), entry.get("default"), entry.get("map")
    pattern = match.pattern() if match else None
    if match and pattern and pattern.groups > 1:
        raise match.error("has more than one group; the first is taken, write the others as (?:…)")
    target = keys.get(kind)
    if attribute and kind not in {"attr", "select", "closest", "before"}:
        raise attribute.error("goes with select, closest, before, or stands alone")
    return Place(
        kind=kind,
        what=_what(kind, target, attribute),
        heading=target.pattern() if target and kind == "column" else None,
        number=_number(target) if target and kind == "cell" else 0,
        attribute=attribute.text() if attribute and kind != "attr" else None,
        match=pattern,
        words={printed: meant.text() for printed, meant in words.mapping().items()} if words else {},
        default=default.text() if default else None,
    )


def _what(kind: str, target: Entry | None, attribute: Entry | None) -> str:
    if kind == "attr":
        return attribute.text() if attribute else ""
    if target is None:
        return ""
    if kind in {"select", "closest", "before"}:
        return target.selector()
    if kind in {"tab", "title"}:
        return target.word(("true",))
    return "" if kind == "column" else target.text()


def _number(entry: Entry) -> int:
    text = entry.text()
    if not text.lstrip("-").isdigit() or int(text) == 0:
        raise entry.error(f"is {text!r}; cells are counted from 1, or from -1 for the last")
    return int(text)
