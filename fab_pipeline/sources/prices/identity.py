"""Which accelerator an offer sells: label, model, memory as sold and form.

Belongs here: the rules that bring what a source prints (name, memory, form, vendor) to the identity columns of the contract, and reject
what does not fit together. Nothing is guessed: a name with a word that is not understood is an unknown accelerator. Does not belong
here: the list of accelerators and how names are found in text (`vocabulary.accelerators`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.vocabulary.accelerators import Accelerator, Mention, accelerators, find_accelerators

SNAP: Final = 0.07
"""A memory within 7 % of a size that the model is sold with means that size: GB and GiB, or usable and nominal memory.
Source: `correct_gpu_memory_gib` of https://github.com/dstackai/gpuhunt (0.1.34)."""
SAME_PRODUCT: Final = 0.10
"""Sizes of one model within 10 % of each other are one product printed differently (B200: 180, 183 and 192 GB; the list names the
usual one first). Distinct products differ by far more (A100: 40 and 80 GB). Our own reading of the list of accelerators."""

_MIG: Final = re.compile(r"\bMIG\b|(?<![A-Za-z0-9])\d+g\.\d+gb(?![A-Za-z0-9])", re.I)
_COUNT_IN_NAME: Final = re.compile(r"(?<![A-Za-z0-9.])(\d{1,4})\s?[x×*](?![a-z])|(?<![A-Za-z0-9])[x×*]\s?(\d{1,4})(?![A-Za-z0-9])")
_KNOWN_WORDS: Final = re.compile(
    r"""\d+\s?[x×*] | [x×*]\s?\d+ | \d+(?:\.\d+)?\s?(?:GB|GiB|G)\b | HBM\d?e? | GDDR\d\w? | SXM\d? | PCI[\s-]?E | NVL\d* | NVLink
    | OAM | HGX | DGX | AC | Tensor | Cores? | GPUs? | accelerators? | cards? | chips? | super-?chips? | server | edition | instance
    | NPUs? | TPUs? | Grace | Hopper | Blackwell | Ampere | Volta | Lovelace | FHHL | LHR""",
    re.I | re.X,
)
_WORDS_LEFT: Final = re.compile(r"[^\W_][\w.]*", re.A | re.I)


@dataclass(frozen=True)
class Identity:
    """The identity columns of one offer; memory 0 = not said, form unknown = not said."""

    label: str
    vendor: str
    model: str
    memory_gb: float
    form: str


@lru_cache(maxsize=4096)
def identify(name: str, *, vendor: str | None = None, memory_gb: float | None = None, form: str | None = None) -> Identity:
    """Identity of an accelerator from its printed name and what the source says beside it.

    Args:
        name: as printed, with or without vendor, memory and form ("A100-SXM4-80GB", "NVIDIA H100 80GB HBM3", "TPU v5p").
        vendor: vendor as printed, where said apart.
        memory_gb: memory of one accelerator in GB, where said apart.
        form: word of the contract, where said apart; unknown says nothing.

    Raises:
        CellError: unknown_accelerator, ambiguous_accelerator, partition_not_full, vendor_mismatch, memory_mismatch, form_mismatch.
    """
    refuse_slice(name)
    mentions = _mentions(name, vendor)
    accelerator = mentions[0].accelerator
    _check_vendor(accelerator, vendor)
    said_memory = next((mention.memory_gb for mention in mentions if mention.memory_gb), None)
    said_form = next((mention.form for mention in mentions if mention.form), None)
    memory = _memory(accelerator, name, said_memory, memory_gb)
    return Identity(accelerator.label, accelerator.vendor, accelerator.model, memory, _form(accelerator, name, said_form, form))


def check_count_in_name(name: str, count: int) -> None:
    """Raise CellError count_mismatch for a name that counts otherwise ("2x H100" beside a count of 8)."""
    hit = _COUNT_IN_NAME.search(name)
    if hit and int(hit[1] or hit[2]) != count:
        raise CellError("count_mismatch", f"{name!r} counts {hit[1] or hit[2]} accelerators, accelerator_count says {count}")


def refuse_slice(name: str) -> None:
    """Raise CellError partition_not_full for the name of a slice of an accelerator."""
    if _MIG.search(name):
        raise CellError("partition_not_full", f"{name!r} is a slice (MIG) of an accelerator; its price is not that of a whole one")


def _mentions(name: str, vendor: str | None) -> Sequence[Mention]:
    readings = ((printed, find_accelerators(printed)) for printed in (name, f"{vendor or ''} {name}"))
    printed, found = next((reading for reading in readings if reading[1]), None) or _without_brand(name)
    labels = list(dict.fromkeys(mention.accelerator.label for mention in found))
    if not labels:
        family = find_accelerators(name, families=True)
        why = f"names only the family {family[0].accelerator.label}" if family else "is not in the list of accelerators"
        raise CellError("unknown_accelerator", f"{name!r} {why}; add it to vocabulary/accelerators.yaml with its source")
    if len(labels) > 1:
        raise CellError("ambiguous_accelerator", f"{name!r} names {' and '.join(labels)}; one row is one accelerator")
    left = _unexplained(printed, found)
    if left:
        raise CellError(
            "unknown_accelerator", f"{name!r} is more than {labels[0]}: {left!r} is not understood, and could be another product"
        )
    return found


def _without_brand(name: str) -> tuple[str, list[Mention]]:
    """A name that needs a brand in running text ("A16", "P4"), with that brand: where only an accelerator is named, it is clear."""
    brands = {entry.vendor: entry.brands[0] for entry in accelerators() if entry.branded_aliases}
    readings = [(printed, found) for brand in brands.values() if (found := find_accelerators(printed := f"{brand} {name}"))]
    return readings[0] if len(readings) == 1 else (name, [])


def _unexplained(name: str, mentions: Sequence[Mention]) -> str | None:
    """First word of the name that neither the mentions nor the usual words of product names explain."""
    rest = name
    for mention in mentions:
        rest = rest.replace(mention.text, " ")
    for brand in mentions[0].accelerator.brands:
        rest = re.sub(rf"(?<![A-Za-z]){re.escape(brand)}(?![A-Za-z])", " ", rest, flags=re.I)
    hit = next((word[0] for word in _WORDS_LEFT.finditer(rest) if not _KNOWN_WORDS.fullmatch(word[0])), None)
    return hit if hit and not _KNOWN_WORDS.fullmatch(rest.strip(" -_()[],/")) else None


def _check_vendor(accelerator: Accelerator, vendor: str | None) -> None:
    if vendor is None:
        return
    known = {
        accelerator.vendor,
        accelerator.label.removesuffix(accelerator.model).strip().lower(),
        *(brand.lower() for brand in accelerator.brands),
    }
    if vendor.lower() not in known:
        raise CellError("vendor_mismatch", f"{accelerator.label} is not made by {vendor!r}")


def _memory(accelerator: Accelerator, name: str, in_name: float | None, given: float | None) -> float:
    sizes = [_as_sold(accelerator, name, memory) for memory in (in_name, given) if memory]
    if len(set(sizes)) > 1:
        raise CellError("memory_mismatch", f"{name!r} says {in_name:g} GB, accelerator_memory_gb says {given:g} GB")
    if sizes:
        return sizes[0]
    products = {_usual(accelerator, memory) for memory in accelerator.memories_gb}
    return products.pop() if len(products) == 1 else 0.0


def _as_sold(accelerator: Accelerator, name: str, memory: float) -> float:
    nearest = min(accelerator.memories_gb, key=lambda size: abs(size - memory), default=None)
    if nearest is None or abs(nearest - memory) > SNAP * nearest:
        sold = " or ".join(f"{size:g}" for size in accelerator.memories_gb) or "no listed size of"
        raise CellError("memory_mismatch", f"{name!r} is sold with {sold} GB, not {memory:g} GB; a fraction, or another model")
    return _usual(accelerator, nearest)


def _usual(accelerator: Accelerator, size: float) -> float:
    return next(first for first in accelerator.memories_gb if abs(first - size) <= SAME_PRODUCT * first)


def _form(accelerator: Accelerator, name: str, in_name: str | None, given: str | None) -> str:
    said = _as_superchip(accelerator, in_name) if in_name != "unknown" else None
    stated = _as_superchip(accelerator, given) if given != "unknown" else None
    if said and stated and said != stated:
        raise CellError("form_mismatch", f"{name!r} says {said}, form_factor says {stated}")
    form = said or stated or accelerator.only_form or "unknown"
    if form != "unknown" and form not in accelerator.forms:
        sold = ", ".join(accelerator.forms) or "no form of its own"
        raise CellError("form_mismatch", f"{accelerator.label} is sold as {sold}, not as {form}")
    return form


def _as_superchip(accelerator: Accelerator, form: str | None) -> str | None:
    """Form of a superchip: its GPU sits on the module that others call SXM, and Vast ("GB200 SXM") and Verda ("GB300 SXM6") print that."""
    return "superchip" if form == "sxm" and accelerator.only_form == "superchip" else form
