"""Names of vendors and of organisations whose use of accelerators is told, and the slug of each.

Belongs here: the list (vendors.yaml), finding its names in a text, and the slug of a name that is not listed. Does not belong here: which
vendor a sentence speaks of (see `claims.subjects`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from fab_pipeline.vocabulary.characters import fold
from fab_pipeline.vocabulary.documents import read_document
from fab_pipeline.vocabulary.openings import Finder
from fab_pipeline.vocabulary.traditional import plain


@dataclass(frozen=True)
class Vendor:
    """One organisation.

    Attributes:
        slug: lower case, hyphens; made of the English name, else of the name as printed.
        name: English name, else the name as printed.
        name_zh: Chinese name, where there is one.
        aliases: other names and product families.
        listed: whether the list has it.
    """

    slug: str
    name: str
    name_zh: str | None = None
    aliases: tuple[str, ...] = ()
    listed: bool = True


@dataclass(frozen=True)
class VendorMention:
    """One name in a text: who, and where (code points)."""

    vendor: Vendor
    start: int
    end: int


def find_vendors(text: str) -> list[VendorMention]:
    """Listed names in a text, in printed order, longest name first where names overlap; Latin names are whole words of the right case."""
    return list(_of_cell(text) if len(text) <= _LONGEST_CELL else _find(text))


def _find(text: str) -> tuple[VendorMention, ...]:
    return tuple(VendorMention(_by_name()[_key(hit[0])], hit.start(), hit.end()) for hit in _names().finditer(plain(text)))


_LONGEST_CELL: Final = 400
_of_cell = lru_cache(maxsize=1024)(_find)
"""A sentence is asked for its names at every figure; whole pages are not kept."""


def vendor_of_name(name: str) -> Vendor:
    """The listed vendor of a name; else one that is named as printed."""
    known = _by_name().get(_key(name))
    return known or Vendor(slug_of(name), name.strip(), name.strip() if re.search(r"[\u4e00-\u9fff]", name) else None, listed=False)


def slug_of(name: str) -> str:
    """Slug of a name: letters and digits of any script in lower case, joined by hyphens."""
    return "-".join(re.findall(r"\w+", fold(name).lower().replace("_", " ")))


@lru_cache(maxsize=1)
def vendors() -> tuple[Vendor, ...]:
    """All listed vendors, in the order of the list."""
    document: dict[str, Any] = read_document("vendors")
    return tuple(Vendor(slug_of(raw["name"]), raw["name"], raw.get("zh"), tuple(raw.get("aliases", ()))) for raw in document["vendors"])


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Vendor]:
    found: dict[str, Vendor] = {}
    for vendor in vendors():
        for name in (vendor.name, vendor.name_zh, *vendor.aliases):
            if name and found.setdefault(_key(name), vendor) is not vendor:
                raise ValueError(f"vendors.yaml: {name!r} names both {found[_key(name)].name} and {vendor.name}")
    return found


def _key(name: str) -> str:
    return "".join(plain(name).casefold().split())


@lru_cache(maxsize=1)
def _names() -> Finder:
    names = {name for vendor in vendors() for name in (vendor.name, vendor.name_zh, *vendor.aliases) if name}
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return Finder(re.compile("|".join(_pattern(name) for name in ordered)))


def _pattern(name: str) -> str:
    words = r"\s?".join(re.escape(piece) for piece in plain(name).split())
    before = r"(?<![A-Za-z0-9])" if name[0].isascii() else ""
    after = r"(?![A-Za-z0-9])" if name[-1].isascii() else ""
    return f"{before}{words}{after}"
