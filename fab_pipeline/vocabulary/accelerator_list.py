"""The closed list of accelerators: one entry per model, read from accelerators.yaml.

Belongs here: the type of an entry and the loading of the list. Does not belong here: finding names in text (see `accelerators`) and
prices. Every figure carries the address and date of its source.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

from fab_pipeline.contracts.words import FORM_FACTORS
from fab_pipeline.vocabulary.documents import read_document


@dataclass(frozen=True)
class Source:
    """Where figures stand: an address that was opened, and the date of the document, or the day it was read where it has none."""

    url: str
    date: date


@dataclass(frozen=True)
class Accelerator:
    """One accelerator model.

    Attributes:
        label: family label that boards group by, e.g. "NVIDIA H100".
        vendor: slug of the contract: nvidia, amd, google, aws, huawei …
        model: without vendor, e.g. "H100", "TPU v5p".
        memories_gb: memory of one accelerator as sold, in GB.
        forms: forms it is sold in (words of the contract); empty where it has no common name for its form.
        group: hardware group of the board.
        dense_bf16_tflops: peak dense 16-bit matrix arithmetic of one accelerator in 10^12 operations per second, by form.
        sources: where the figures stand, the peaks in the first; empty where there are no figures.
        aliases: names it goes by, without brand.
        branded_aliases: names that count only directly after a brand name.
        brands: brand names that may precede it.
        form_words: words after the name that give the form, e.g. {"80GB HBM3": "sxm"}.
        family: a family without generation ("Google TPU"): no figures, cannot be priced.
    """

    label: str
    vendor: str
    model: str
    memories_gb: tuple[float, ...]
    forms: tuple[str, ...]
    group: str
    dense_bf16_tflops: Mapping[str, float]
    sources: tuple[Source, ...]
    aliases: tuple[str, ...]
    branded_aliases: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()
    form_words: Mapping[str, str] = field(default_factory=dict[str, str])
    family: bool = False

    @property
    def largest_dense_bf16_tflops(self) -> float | None:
        """Highest peak of any form, for checks that must not accuse wrongly; None where no source was read."""
        return max(self.dense_bf16_tflops.values(), default=None)

    @property
    def only_form(self) -> str | None:
        """The form, where the model is sold in one form only."""
        return self.forms[0] if len(self.forms) == 1 else None


@lru_cache(maxsize=1)
def accelerators() -> tuple[Accelerator, ...]:
    """All accelerators of the list, in its order.

    Raises:
        ValueError: the list contradicts itself (two entries with one label or name, a form that is no word of the contract, figures
            without a source, a source that nothing stands in).
    """
    document: dict[str, Any] = read_document("accelerators")
    sources = {key: Source(raw["url"], raw["date"]) for key, raw in document["sources"].items()}
    entries = tuple(
        _entry(vendor, document["vendors"][vendor], raw, sources) for vendor, models in document["accelerators"].items() for raw in models
    )
    _check(entries)
    _check_sources(entries, sources.values())
    return entries


def _entry(vendor: str, about: dict[str, Any], raw: dict[str, Any], sources: Mapping[str, Source]) -> Accelerator:
    label = f"{about['name']} {raw['model']}"
    named = raw.get("source", ())
    branded = bool(raw.get("branded", False))
    more = tuple(raw.get("aliases", ()))
    return Accelerator(
        label=label,
        vendor=vendor,
        model=raw["model"],
        memories_gb=tuple(float(memory) for memory in raw["memories_gb"]),
        forms=tuple(raw["forms"]),
        group=raw.get("group", label),
        dense_bf16_tflops={form: float(peak) for form, peak in raw.get("tflops", {}).items()},
        sources=tuple(sources[key] for key in ([named] if isinstance(named, str) else named)),
        aliases=more if branded else (raw["model"], *more),
        branded_aliases=(*((raw["model"],) if branded else ()), *raw.get("branded_aliases", ())),
        brands=tuple(about["brands"]),
        form_words=dict(raw.get("form_words", {})),
        family=bool(raw.get("family", False)),
    )


def _check(entries: tuple[Accelerator, ...]) -> None:
    seen: dict[str, str] = {}
    for entry in entries:
        for name in {entry.label, *entry.aliases}:
            key = "".join(name.lower().split())
            if seen.setdefault(key, entry.label) != entry.label:
                raise ValueError(f"accelerators.yaml: {name!r} names both {seen[key]} and {entry.label}")
        unknown = [form for form in (*entry.forms, *entry.dense_bf16_tflops, *entry.form_words.values()) if form not in FORM_FACTORS]
        if unknown:
            raise ValueError(f"accelerators.yaml: {entry.label} has unknown forms {', '.join(unknown)}")


def _check_sources(entries: tuple[Accelerator, ...], sources: Iterable[Source]) -> None:
    for entry in entries:
        if bool(entry.memories_gb or entry.dense_bf16_tflops) != bool(entry.sources):
            raise ValueError(f"accelerators.yaml: {entry.label} has figures without a source, or a source without figures")
    used = {source for entry in entries for source in entry.sources}
    unused = [source.url for source in sources if source not in used]
    if unused:
        raise ValueError(f"accelerators.yaml: nothing stands in {', '.join(unused)}")
