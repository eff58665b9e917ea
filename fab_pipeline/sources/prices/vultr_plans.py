"""Names of Vultr's plans: which accelerators a plan has.

Belongs here: reading those names, with what the other fields of a plan say held against them. Does not belong here: prices (`vultr`).
"""

import re
from typing import Final

from fab_pipeline.sources.prices.cells import CellError, is_blank
from fab_pipeline.sources.prices.identity import SAME_PRODUCT
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.vocabulary.accelerators import find_accelerators

_INSTANCE: Final = re.compile(r"vcg-(?P<gpu>[a-z0-9]+)-\d+c-\d+g-(?P<vram>\d+)vram", re.I)
_METAL: Final = re.compile(r"vbm-\d+c-\d+gb-(?:(?P<count>\d{1,2})-)?(?P<gpu>[a-z0-9]+)-gpu", re.I)
_COUNTS: Final = (1, 2, 4, 8, 16)
_CARDS: Final = {"A100": 80.0}
"""Memory of the card that Vultr sells, where the model comes in several (gpuhunt at 3b389574, providers/vultr.py)."""
_METAL_PLANS: Final = {"vbm-64c-2048gb-8-l40-gpu": ("L40S", 8), "vbm-72c-480gb-gh200-gpu": ("GH200", 1)}
"""Plans whose name says less, or another card (gpuhunt at cc01f052, BARE_METAL_GPU_DETAILS)."""


def instance_accelerators(item: Item, plan: str) -> tuple[str, int, float | None]:
    """Model, number and memory of one card of an instance plan.

    Raises:
        CellError: no_accelerator, unknown_accelerator, partition_not_full for a part of a card, count_mismatch.
    """
    printed = _INSTANCE.fullmatch(plan)
    if printed is None:
        raise _unknown(item, plan, "vcg")
    model, vram = printed["gpu"].upper(), float(printed["vram"])
    found = find_accelerators(f"NVIDIA {model}") or find_accelerators(f"AMD {model}")
    sizes = found[0].accelerator.memories_gb if found else ()
    card = _CARDS.get(model) or (sizes[0] if sizes else None)
    if card is None:
        return model, 1, None
    alike = [size for size in sizes if abs(size - card) <= SAME_PRODUCT * card]
    count = next((number for number in _COUNTS if any(vram == size * number for size in alike)), None)
    if count is None and vram < card:
        raise CellError("partition_not_full", f"{plan!r} has {vram:g} GB of a card with {card:g} GB: a share of one accelerator")
    if count is None:
        raise CellError("count_mismatch", f"{plan!r} has {vram:g} GB in all, which is no usual number of cards with {card:g} GB")
    return _named(model), _agreed(item, count), vram / count


def machine_accelerators(item: Item, plan: str) -> tuple[str, int, float | None]:
    """Model, number and memory of one card of a machine.

    Raises:
        CellError: no_accelerator, unknown_accelerator, accelerator_count_missing, count_mismatch.
    """
    listed, printed = _METAL_PLANS.get(plan), _METAL.fullmatch(plan)
    if listed is not None:
        return listed[0], _agreed(item, listed[1]), None
    if printed is None:
        raise _unknown(item, plan, "gpu")
    if printed["count"] is None:
        raise CellError("accelerator_count_missing", f"{plan!r} does not say how many accelerators it has")
    model, count = printed["gpu"].upper(), _agreed(item, int(printed["count"]))
    memory = item.figure("gpu_vram_gb")
    return _named(model), count, memory / count if memory else _CARDS.get(model)


def _unknown(item: Item, plan: str, mark: str) -> CellError:
    if mark in plan.lower().split("-") or not is_blank(item.fields.get("gpu_type")):
        return CellError("unknown_accelerator", f"{plan!r} is not named as plans with accelerators are")
    return CellError("no_accelerator", f"{plan!r} has no accelerator")


def _named(model: str) -> str:
    """Short model names count only behind a brand in the list of accelerators ("NVIDIA A16")."""
    return model if find_accelerators(model) or not find_accelerators(f"NVIDIA {model}") else f"NVIDIA {model}"


def _agreed(item: Item, count: int) -> int:
    stated = item.figure("gpu_count")
    if stated and stated != count:
        raise CellError("count_mismatch", f"gpu_count is {stated:g}, the plan's name says {count}")
    return count
