"""Google's machine types with accelerators: what each is made of, which is what its price is made of.

Belongs here: the table. Does not belong here: prices of the parts and how they are found in the billing catalogue (`gcp`, `gcp_parts`).
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Card:
    """An accelerator as the catalogue sells it.

    Attributes:
        accelerator: name of accelerators.yaml.
        memory_gb: of one.
        form: word of the contract.
        whole: whether its price is that of its share of the machine, host included.
    """

    accelerator: str
    memory_gb: float
    form: str
    whole: bool = False


@dataclass(frozen=True)
class Machine:
    """One machine type.

    Attributes:
        name: as Google writes it.
        card: key of CARDS.
        count: accelerators.
        vcpus: billed per core-hour.
        memory_gib: billed per GiB-hour.
        ssd_gib: local disk that always comes with it, billed per GiB-month; 0 where the machine has none or it is chosen.
        family: as the catalogue names its cores and memory.
        on_demand: whether it can be had on demand at all; the catalogue has a price for it either way.
    """

    name: str
    card: str
    count: int
    vcpus: int
    memory_gib: float
    ssd_gib: float
    family: str
    on_demand: bool = True


CARDS: Final = {
    "a100": Card("A100", 40, "sxm"),
    "a100-80gb": Card("A100", 80, "sxm"),
    "h100": Card("H100", 80, "sxm"),
    "h100-mega": Card("H100", 80, "sxm"),
    "h200": Card("H200", 141, "sxm"),
    "b200": Card("B200", 180, "sxm", whole=True),
    "l4": Card("L4", 24, "pcie"),
    "rtx-pro-6000": Card("RTX PRO 6000", 96, "pcie"),
}
"""A4 has neither core nor memory in the catalogue: "Nvidia B200 (1 gpu slice)" is the price of an eighth of the machine
(skypilot-org/skypilot sky/catalog/data_fetchers/fetch_gcp.py)."""


def _machines() -> tuple[Machine, ...]:
    a2 = [Machine(f"a2-highgpu-{n}g", "a100", n, 12 * n, 85 * n, 0, "A2") for n in (1, 2, 4, 8)]
    a2_ultra = [Machine(f"a2-ultragpu-{n}g", "a100-80gb", n, 12 * n, 170 * n, 375 * n, "A2") for n in (1, 2, 4, 8)]
    a3 = [Machine(f"a3-highgpu-{n}g", "h100", n, 26 * n, 234 * n, 750 * n, "A3", on_demand=n == 8) for n in (1, 2, 4, 8)]
    g4 = [Machine(f"g4-standard-{48 * n}", "rtx-pro-6000", n, 48 * n, 180 * n, 0, "G4") for n in (1, 2, 4, 8)]
    g2 = [
        Machine(f"g2-standard-{vcpus}", "l4", count, vcpus, 4 * vcpus, 0, "G2")
        for vcpus, count in ((4, 1), (8, 1), (12, 1), (16, 1), (24, 2), (32, 1), (48, 4), (96, 8))
    ]
    large = [
        Machine("a2-megagpu-16g", "a100", 16, 96, 1360, 0, "A2"),
        Machine("a3-megagpu-8g", "h100-mega", 8, 208, 1872, 6000, "A3Plus"),
        Machine("a3-ultragpu-8g", "h200", 8, 224, 2952, 12_000, "A3Ultra", on_demand=False),
        Machine("a4-highgpu-8g", "b200", 8, 224, 3968, 12_000, "A4", on_demand=False),
    ]
    return (*a2, *a2_ultra, *a3, *g4, *g2, *large)


MACHINES: Final = _machines()
"""Counts, cores, memory and local disk as printed at https://cloud.google.com/products/compute/pricing/accelerator-optimized (a stored page
of 2026-09: ewyluda/gpu-price-index@1e77fb70 tests/fixtures/gcp.html); a2-megagpu-16g and the smaller A3 from the SkyPilot catalogue
(v8/gcp) and sparecores' sc-crawler. With the prices of its parts a3-megagpu-8g comes to the 93.40 USD that this page prints. Which
cannot be had on demand: dstackai/gpuhunt PR#176. Parts of a card (g4-standard-6, -12, -24) are left out: a share is no quote."""
