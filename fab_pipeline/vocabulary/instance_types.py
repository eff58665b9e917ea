"""Which accelerators an instance type of a cloud has: kind, memory, form, and how many.

Belongs here: the hand-kept table (instance_types.yaml, each group with the address and date of its source) and the lookup over it. Does
not belong here: names of plans that say their accelerators themselves ("gpu_8x_h100_sxm5"), prices.
"""

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any, Final

from fab_pipeline.vocabulary.documents import read_document

_PROMOTION: Final = re.compile(r"_promo$", re.I)
"""Azure sells some sizes under a second name for a time, at another price; the machine is the same."""
_AZURE_NAME: Final = re.compile(
    r"standard_(?P<family>n[a-z]*?)(?P<vcpus>\d+)(?P<features>[a-z]+)(?:_(?:flex|noib|ndr|xl))*_(?P<accelerator>[a-z]+\d+[a-z]*)_(?P<version>v\d+)"
)
"""Family, vCPUs, additive features, accelerator type and version of a size with accelerators. The features (i isolated, s premium storage,
r RDMA, f and flex other ways of placing it …) leave the accelerators alone, but for m, more memory: Azure's 80 GB A100 has it, the 40 GB
card has not (https://learn.microsoft.com/azure/virtual-machines/vm-naming-conventions, read 2026-11-30)."""


@dataclass(frozen=True)
class InstanceType:
    """One instance type.

    Attributes:
        name: as the cloud writes it.
        accelerator: name of accelerators.yaml.
        memory_gb: of one accelerator.
        form: word of the contract; None where it is not known.
        count: whole accelerators; 1 where the instance has a share of one.
        partition: "full", or "fraction:<x>" for a share of one accelerator.
        source_url: where that stands.
        source_date: date of that page, or the day it was read.
    """

    name: str
    accelerator: str
    memory_gb: float
    form: str | None
    count: int
    partition: str
    source_url: str
    source_date: date


@dataclass(frozen=True)
class WithoutAccelerator:
    """A family of instance types that has none, and what it has instead."""

    pattern: re.Pattern[str]
    why: str
    source_url: str


def instance_type(cloud: str, name: str) -> InstanceType | None:
    """The instance type of a cloud (aws, azure, oci); case, surplus space and Azure's "_Promo" do not matter. None: not listed.

    A size of Azure that differs from listed ones in its additive features only has their accelerators, if they all have the same.
    """
    key = _PROMOTION.sub("", _key(name))
    listed = _types().get((cloud, key))
    if listed is not None or cloud != "azure":
        return listed
    twin = _twins().get(_without_features(key) or ())
    return None if twin is None else replace(twin, name=" ".join(name.split()))


def without_accelerator(cloud: str, name: str) -> str | None:
    """What an instance type has instead of an accelerator; None: it may well have one."""
    return next((family.why for family in _families().get(cloud, ()) if family.pattern.fullmatch(_key(name))), None)


def instance_types() -> tuple[InstanceType, ...]:
    """All listed instance types."""
    return tuple(_types().values())


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    document: dict[str, Any] = read_document("instance_types")
    return document


@lru_cache(maxsize=1)
def _types() -> dict[tuple[str, str], InstanceType]:
    found: dict[tuple[str, str], InstanceType] = {}
    for cloud, groups in _document()["types"].items():
        for group in groups:
            for name, count in group["types"].items():
                key = (cloud, _key(name))
                if key in found:
                    raise ValueError(f"instance_types.yaml: {cloud} {name} is listed twice")
                found[key] = _entry(name, count, group)
    return found


def _without_features(key: str) -> tuple[str | bool, ...] | None:
    parts = _AZURE_NAME.fullmatch(key)
    return None if parts is None else (*parts.group("family", "vcpus", "accelerator", "version"), "m" in parts["features"])


@lru_cache(maxsize=1)
def _twins() -> dict[tuple[str | bool, ...], InstanceType]:
    """Sizes of Azure by their names without features; those that are told apart by them are left out."""
    alike: dict[tuple[str | bool, ...], list[InstanceType]] = {}
    for (cloud, key), entry in _types().items():
        if cloud == "azure" and (common := _without_features(key)):
            alike.setdefault(common, []).append(entry)
    return {
        common: entries[0]
        for common, entries in alike.items()
        if len({(entry.accelerator, entry.memory_gb, entry.form, entry.count, entry.partition) for entry in entries}) == 1
    }


def _entry(name: str, count: int | str, group: dict[str, Any]) -> InstanceType:
    source = _document()["sources"][group["source"]]
    return InstanceType(
        name=name,
        accelerator=group["accelerator"],
        memory_gb=float(group["memory_gb"]),
        form=group.get("form"),
        count=count if isinstance(count, int) else 1,
        partition="full" if isinstance(count, int) else f"fraction:{count}",
        source_url=source["url"],
        source_date=source["date"],
    )


@lru_cache(maxsize=1)
def _families() -> dict[str, tuple[WithoutAccelerator, ...]]:
    document = _document()
    return {
        cloud: tuple(
            WithoutAccelerator(re.compile(raw["pattern"], re.I), raw["why"], document["sources"][raw["source"]]["url"]) for raw in families
        )
        for cloud, families in document["none"].items()
    }
