"""Accelerator names in text, and the hardware groups of the board.

Belongs here: `find_accelerators`, `by_label`, `hardware_group`. Names come from the closed list only, longest first, so that a name
which is glued to what follows ("A10025,000 卡", "H100-80GB16,000", "TPUv5pmultiple") still reads right, and a name that merely begins
like a listed one ("H1000", "A100X", "p4d.24xlarge") gives nothing. Does not belong here: the list (accelerators.yaml), counts, prices.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from fab_pipeline.vocabulary.accelerator_endings import Suffix, ends_well, read_suffix, starts_well
from fab_pipeline.vocabulary.accelerator_list import Accelerator, accelerators
from fab_pipeline.vocabulary.characters import fold, lowered
from fab_pipeline.vocabulary.openings import Finder

__all__ = [
    "CUSTOM_ASIC_GROUP",
    "UNDISCLOSED_GROUP",
    "Accelerator",
    "Mention",
    "accelerators",
    "by_label",
    "find_accelerators",
    "hardware_group",
]

CUSTOM_ASIC_GROUP: Final = "Custom ASIC (vendor not named)"
UNDISCLOSED_GROUP: Final = "Hardware undisclosed or not specified"

_SEPARATOR: Final = r"[\s\-_(]{0,2}"
_CUSTOM_ASIC: Final = re.compile(
    r"\bASICs?\b|自研|自主研发|定制芯片|(?:custom|in-house)[- ](?:silicon|chips?|accelerators?)",
    re.I | re.A,
)
_MEMORY_BEFORE: Final = re.compile(r"(?<![\d.])(\d{2,3})\s?GB[\s\-]{1,2}\Z", re.I)
_NEXT_OF_FAMILY: Final = re.compile(
    r"(?:-\d{1,5})?\s*(?:,|/|&|\+|、|和|与|及|\band\b|\bor\b)\s*(?:and\s+|or\s+)?"
    r"(?=[A-Za-z0-9]*[A-Za-z])([A-Za-z]?\d+[A-Za-z]{0,2})(?![A-Za-z0-9])"
)
_LONGEST_CELL: Final = 400
"""Several readers look for names in one cell; longer texts are read once."""
_FAMILIES_THAT_LIST: Final = ("TPU", "Ascend")


@dataclass(frozen=True)
class Mention:
    """One accelerator named in a text.

    Attributes:
        accelerator: the entry of the list.
        start: first code point of the mention, brand included.
        end: behind its last code point; memory and form words that follow the name are included, a glued count is not.
        memory_gb: memory that the text states for it, where that is a memory it is sold with.
        form: form that the text states (sxm, pcie, nvl, oam, superchip).
        text: the mention as printed, e.g. "NVIDIA H100-80GB".
    """

    accelerator: Accelerator
    start: int
    end: int
    memory_gb: float | None
    form: str | None
    text: str


class _Name(NamedTuple):
    """One name. A variant adds a digit to another name of the same accelerator (910B2): digits glued to that are a count of the other."""

    pattern: re.Pattern[str]
    accelerator: Accelerator
    branded: bool
    length: int
    variant: bool


def by_label(label: str) -> Accelerator | None:
    """The accelerator of a family label ("NVIDIA H100"), None where the list has none."""
    return _labels().get(label)


def find_accelerators(text: str, *, families: bool = False) -> list[Mention]:
    """Accelerators named in a text, in printed order; the same one may occur several times.

    Args:
        text: any text; full-width characters count as their half-width ones.
        families: also find family names without generation ("Google TPU"), which have no figures and cannot be priced.
    """
    return list(_of_cell(text, families) if len(text) <= _LONGEST_CELL else _find_accelerators(text, families))


def _find_accelerators(text: str, families: bool) -> tuple[Mention, ...]:
    folded = fold(text)
    small = lowered(folded)
    found: list[Mention] = []
    position = 0
    while hit := _any_name().search(small, position):
        mention = _mention_at(text, folded, hit.start(), position, families)
        if mention is None:
            position = hit.start() + 1
            continue
        found.append(mention)
        found.extend(_listed_after(text, folded, mention))
        position = found[-1].end
    return tuple(found)


_of_cell = lru_cache(maxsize=4096)(_find_accelerators)


def hardware_group(labels: Sequence[str], hardware_text: str | None = None) -> str:
    """Hardware group of the board for the accelerators of a run.

    Args:
        labels: labels of the accelerators that the run names; none where it names none.
        hardware_text: what the source says about the hardware; tells a custom chip of an unnamed vendor from silence.
    """
    known = [entry.group if (entry := by_label(label)) else label for label in labels]
    if known:
        return " + ".join(dict.fromkeys(known))
    return CUSTOM_ASIC_GROUP if hardware_text and _CUSTOM_ASIC.search(hardware_text) else UNDISCLOSED_GROUP


def _mention_at(text: str, folded: str, start: int, floor: int, families: bool) -> Mention | None:
    for name in _names_by_first().get(lowered(folded[start : start + 1]), ()):
        hit = name.pattern.match(folded, start)
        if hit is None or (name.accelerator.family and not families):
            continue
        begin = _with_brand(folded, start, floor, name.accelerator)
        if (name.branded and begin == start) or (name.variant and folded[hit.end() : hit.end() + 1].isdigit()):
            continue
        if starts_well(folded, begin, name.length, branded=begin < start) and ends_well(folded, hit.end(), name.accelerator, name.length):
            suffix = read_suffix(folded, hit.end(), name.accelerator, folded[begin:start])
            return _mention(text, folded, begin, floor, name.accelerator, suffix)
    return None


def _mention(text: str, folded: str, begin: int, floor: int, accelerator: Accelerator, suffix: Suffix) -> Mention:
    memory = suffix.memory_gb
    before = _MEMORY_BEFORE.search(folded, floor, begin) if memory is None else None
    if before and float(before[1]) in accelerator.memories_gb:
        memory, begin = float(before[1]), before.start()
    return Mention(accelerator, begin, suffix.end, memory, suffix.form, text[begin : suffix.end])


def _listed_after(text: str, folded: str, first: Mention) -> list[Mention]:
    """Members of a list that names the family once: "TPU v4 and v5e", "昇腾 910B/910C"."""
    family = first.accelerator.model.partition(" ")[0]
    found: list[Mention] = []
    if family not in _FAMILIES_THAT_LIST:
        return found
    members = {entry.model.lower(): entry for entry in accelerators() if entry.vendor == first.accelerator.vendor}
    end = first.end
    while hit := _NEXT_OF_FAMILY.match(folded, end):
        entry = members.get(f"{family} {hit[1]}".lower())
        if entry is None:
            break
        suffix = read_suffix(folded, hit.end(), entry, "")
        found.append(Mention(entry, hit.start(1), suffix.end, suffix.memory_gb, suffix.form, text[hit.start(1) : suffix.end]))
        end = suffix.end
    return found


def _with_brand(folded: str, start: int, floor: int, accelerator: Accelerator) -> int:
    before = folded[max(floor, start - 3) : start].rstrip(" \t\n-_(")
    if not before or before[-1].lower() not in _last_letters(accelerator.brands):
        return start
    hit = _brand_pattern(accelerator.brands).search(folded, max(floor, start - 40), start)
    return hit.start() if hit else start


@lru_cache(maxsize=64)
def _last_letters(brands: tuple[str, ...]) -> frozenset[str]:
    """What the word before a name ends in where it may be one of the brands; most do not, and the pattern is dear."""
    return frozenset(brand[-1].lower() for brand in brands)


@lru_cache(maxsize=64)
def _brand_pattern(brands: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(brand) for brand in sorted(brands, key=len, reverse=True))
    return re.compile(rf"(?:(?:{words}){_SEPARATOR}){{1,4}}\Z", re.I)


@lru_cache(maxsize=1)
def _labels() -> dict[str, Accelerator]:
    return {entry.label: entry for entry in accelerators()}


@lru_cache(maxsize=1)
def _names() -> tuple[_Name, ...]:
    names = [
        _Name(re.compile(_source(alias), re.I), entry, branded, len("".join(alias.split())), _is_variant(alias, entry))
        for entry in accelerators()
        for branded, aliases in ((False, entry.aliases), (True, entry.branded_aliases))
        for alias in aliases
    ]
    return tuple(sorted(names, key=lambda name: -name.length))


@lru_cache(maxsize=1)
def _names_by_first() -> dict[str, list[_Name]]:
    """The names by their first character in small letters, longest first."""
    found: dict[str, list[_Name]] = {}
    for name in _names():
        found.setdefault(lowered(name.pattern.pattern.removeprefix("\\"))[:1], []).append(name)
    return found


def _is_variant(alias: str, entry: Accelerator) -> bool:
    return any(alias.startswith(other) and alias[len(other) :].isdigit() for other in entry.aliases)


@lru_cache(maxsize=1)
def _any_name() -> Finder:
    """Where any name may begin, on small letters."""
    return Finder(re.compile("|".join(lowered(name.pattern.pattern) for name in _names())))


def _source(alias: str) -> str:
    return _SEPARATOR.join(re.escape(piece) for piece in re.split(r"[\s\-]+", fold(alias)))
