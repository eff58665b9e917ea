"""The closed list of accelerators: one entry per model, read from accelerators.yaml.

Belongs here: the type of an entry and the loading of the list. Does not belong here: finding names in text (see `accelerators`) and
prices. Every figure carries the address and date of its source.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from importlib import resources
from typing import Any, Final

import yaml

from fab_pipeline.contracts.words import FORM_FACTORS

_DEFAULT_SOURCE: Final = "epoch_chips"
_CARD_SOURCE: Final = "runpod_gpu_types"


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
        source_url: where the figures stand.
        source_date: date of that source, or the day it was read.
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
    source_url: str
    source_date: date
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
        ValueError: the list contradicts itself (two entries with one label or name, a form that is no word of the contract).
    """
    document: dict[str, Any] = yaml.safe_load(resources.files("fab_pipeline.vocabulary").joinpath("accelerators.yaml").read_text("utf-8"))
    entries = tuple(
        _entry(vendor, document["vendors"][vendor], raw, document["sources"])
        for vendor, models in document["accelerators"].items()
        for raw in models
    )
    _check(entries)
    return entries


def _entry(vendor: str, about: dict[str, Any], raw: dict[str, Any], sources: dict[str, Any]) -> Accelerator:
    label = f"{about['name']} {raw['model']}"
    source = sources[raw.get("source", _CARD_SOURCE if raw["model"].startswith("RTX") else _DEFAULT_SOURCE)]
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
        source_url=source["url"],
        source_date=source["date"],
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
