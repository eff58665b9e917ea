"""Memory of one accelerator in SkyPilot's catalogue, where some files print the memory of the whole node instead.

Belongs here: reading `AcceleratorName` and `GpuInfo`, telling files that print totals from files that do not, and settling the memory of
one accelerator. Does not belong here: prices.

Older files of Verda put the node's total behind the name ("A100-80GB-160GB" for two of 80 GB) and into SizeInMiB; TotalGpuMemoryInMiB is
then the total times the count. Newer ones print the memory of one. No field is trusted alone: a file's style is told from the rows where
only one reading gives a size that is sold, and where both readings do and nothing else helps, the memory is not said.
`GpuInfo` is JSON in some files, a Python literal in others, in small letters in DigitalOcean's; SizeInMiB holds GB in those of RunPod and
Shadeform (skypilot-org/skypilot-catalog catalogs/v6 to v8).
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fab_pipeline.sources.prices.cells import CellError, number_cell, text_cell
from fab_pipeline.sources.prices.identity import SNAP, refuse_slice
from fab_pipeline.vocabulary.accelerators import find_accelerators

MIB_PER_GB: Final = 1024.0
NAMES: Final[dict[str, str]] = {
    "a16": "NVIDIA A16",
    "gaudi hl-205": "Gaudi 1",
    "h100-mega": "H100-SXM",
    "inferentia": "Inferentia1",
    "p4": "NVIDIA Tesla P4",
    "t4g": "NVIDIA T4G",
    "trainium": "Trainium1",
}
"""SkyPilot's own names that are too short, or mean another thing, elsewhere (catalogs/v8/common/accelerators.csv; H100-MEGA is Google's
a3-megagpu: https://cloud.google.com/compute/docs/gpus)."""

_MEMORY: Final = re.compile(r"[-_ ](\d{1,4})\s?GB?(?![A-Za-z])", re.I)
_INSTANCE_MEMORY: Final = re.compile(r"(?<![\d.])(\d{2,3})(?:gb|(?=S\.))", re.I)
_EDITION: Final = re.compile(r"^(RTX[-_ ]?PRO[-_ ]?\d+)[-_ ]?(?:SE?|WK|WS|Max-?Q)$", re.I)
_BARE_METAL: Final = re.compile(r"[-_ ]bare[-_ ]?metal$", re.I)


@dataclass(frozen=True)
class Device:
    """What a row says about its accelerators.

    Attributes:
        name: AcceleratorName without memory.
        memories_gb: memories in the name, in printed order.
        described: name in GpuInfo, which may tell the form ("A100 PCIe"); empty where it says nothing.
        size_gb: SizeInMiB of GpuInfo, in GB; None where it says nothing.
        count: AcceleratorCount, or None.
        sizes_sold: sizes that the accelerator is sold with; empty where it is not known.
    """

    name: str
    memories_gb: tuple[float, ...]
    described: str
    size_gb: float | None
    count: float | None
    sizes_sold: tuple[float, ...]

    def is_sold(self, memory: float) -> bool:
        """Whether one accelerator of this kind has that memory, give or take usable and nominal memory."""
        return any(abs(size - memory) <= SNAP * size for size in self.sizes_sold)


@dataclass(frozen=True)
class MemoryStyle:
    """How a file prints memory: the sizes of one accelerator ("each"), of the node ("total"), or nobody can tell (None)."""

    prints: str | None

    def resolve(self, device: Device, instance: str, count: int) -> tuple[str, float | None]:
        """Name and memory of one accelerator in GB; memory None = not said.

        Raises:
            CellError: memory_mismatch: no reading of the row gives a size that is sold, or two readings contradict each other.
        """
        if not device.sizes_sold:
            return device.name, None
        stated = [self._in_name(device, count)] if device.memories_gb else []
        if device.size_gb is not None:
            stated.append(self._each(device, device.size_gb, count, self.prints))
        own = _INSTANCE_MEMORY.search(instance)
        if own and device.is_sold(float(own[1])):
            stated.append({float(own[1])})
        if not stated:
            return device.name, None
        possible = [memory for memory in stated[0] if all(any(_same(memory, other) for other in others) for others in stated[1:])]
        if not possible:
            readings = " and ".join(" or ".join(f"{memory:g}" for memory in sorted(memories)) or "none" for memories in stated)
            raise CellError("memory_mismatch", f"memory of one {device.name}: name, GpuInfo and instance type say {readings} GB")
        return device.name, possible[0] if len(possible) == 1 else None

    def _in_name(self, device: Device, count: int) -> set[float]:
        """Memories that the name can mean; of two, the first is that of one ("A100-80GB" is SkyPilot's name of the 80 GB card)."""
        first = device.memories_gb[0]
        if len(device.memories_gb) > 1:
            return {first} if device.is_sold(first) else set()
        each = device.size_gb is None and self.prints != "total"
        return self._each(device, first, count, "each" if each else None)

    def _each(self, device: Device, printed: float, count: int, prints: str | None) -> set[float]:
        """Memories of one accelerator that a printed one can mean."""
        each, share = device.is_sold(printed), device.is_sold(printed / count)
        if each and share and count > 1:
            return {"each": {printed}, "total": {printed / count}}.get(prints or "", {printed, printed / count})
        return {printed} if each else {printed / count} if share else set()


def device_of(cells: Mapping[str, object]) -> Device | None:
    """What a row says about its accelerators; None where AcceleratorName is blank.

    Raises:
        CellError: a cell is not what its column holds, a slice of an accelerator, or AcceleratorCount and GpuInfo disagree.
    """
    printed = text_cell("accelerator_name", cells.get("acceleratorname"))
    if printed is None:
        return None
    refuse_slice(printed)
    printed = _BARE_METAL.sub("", NAMES.get(printed.lower(), printed))
    memories = tuple(float(hit[1]) for hit in _MEMORY.finditer(printed))
    name = _EDITION.sub(r"\1", _MEMORY.sub("", printed))
    count = number_cell("accelerator_count", cells.get("acceleratorcount"))
    info = _gpu_info(text_cell("gpu_info", cells.get("gpuinfo")))
    if info.devices is not None and count is not None and count >= 1 and count not in {info.devices, info.total_over_size}:
        raise CellError("count_mismatch", f"AcceleratorCount is {count:g}, GpuInfo says {info.devices:g}")
    found = find_accelerators(name)
    return Device(name, memories, info.name, info.size_gb, count, found[0].accelerator.memories_gb if found else ())


def memory_style(devices: Iterable[Device]) -> MemoryStyle:
    """Style of a file, from the rows of several accelerators where only one reading is possible."""
    votes = {"each": 0, "total": 0}
    for device in devices:
        if device.size_gb is None or not device.count or device.count <= 1:
            continue
        each, share = device.is_sold(device.size_gb), device.is_sold(device.size_gb / device.count)
        if each != share:
            votes["each" if each else "total"] += 1
    agreed = [style for style, count in votes.items() if count]
    return MemoryStyle(agreed[0] if len(agreed) == 1 else None)


class _Info(NamedTuple):
    """What GpuInfo says of its first device."""

    name: str = ""
    size_gb: float | None = None
    devices: float | None = None
    total_over_size: float | None = None


def _gpu_info(text: str | None) -> _Info:
    if text is None:
        return _Info()
    lowered = text.lower()
    for candidate in (lowered, lowered.replace("'", '"').replace("none", "null")):
        try:
            document: Any = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        devices: Any = document.get("gpus") if isinstance(document, dict) else None
        if isinstance(devices, list) and devices and isinstance(devices[0], dict):
            return _device_info(devices[0], document)
    return _Info()


def _device_info(device: dict[str, Any], document: dict[str, Any]) -> _Info:
    memory: Any = device.get("memoryinfo")
    size = _positive(memory.get("sizeinmib") if isinstance(memory, dict) else None)
    total = _positive(document.get("totalgpumemoryinmib")) or _positive(device.get("totalgpumemoryinmib"))
    name = device.get("name")
    return _Info(
        name=name if isinstance(name, str) else "",
        size_gb=None if size is None else size if size < MIB_PER_GB else size / MIB_PER_GB,
        devices=_positive(device.get("count")),
        total_over_size=total / size if total and size else None,
    )


def _positive(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 < value < float("inf") else None


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= SNAP * max(one, other)
