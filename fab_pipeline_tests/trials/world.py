"""A world whose prices are known: what each vendor answers on each day, in its own wire format.

Belongs here: bytes as a function of seed, source and day, and nothing else; the same seed gives the same bytes on every machine. All
offers and prices are invented. Does not belong here: when a source is asked, and what becomes of the answer.
"""

import json
import random
from dataclasses import dataclass
from datetime import date
from typing import Final

from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer
from fab_pipeline_tests.sources.prices import look_alikes

SOURCES: Final = ("azure", "oracle", "runpod", "vast", "price_table")

_AZURE: Final = {
    "Standard_NC24ads_A100_v4": 3.7,
    "Standard_ND96amsr_A100_v4": 32.8,
    "Standard_NC40ads_H100_v5": 7.0,
    "Standard_ND96isr_H100_v5": 98.0,
    "Standard_ND96isr_H200_v5": 86.0,
}
_REGIONS: Final = (
    *("eastus", "eastus2", "westus", "westus3", "centralus", "northeurope", "westeurope", "uksouth", "francecentral", "norwayeast"),
    *("swedencentral", "japaneast", "koreacentral", "australiaeast", "canadacentral", "brazilsouth"),
)
_RUNPOD: Final = {
    "NVIDIA H100 80GB HBM3": ("H100 SXM", 80, 2.9),
    "NVIDIA H100 PCIe": ("H100 PCIe", 80, 2.4),
    "NVIDIA H200": ("H200 SXM", 141, 3.9),
    "NVIDIA A100-SXM4-80GB": ("A100 SXM", 80, 1.7),
    "NVIDIA L40S": ("L40S", 48, 0.9),
    "NVIDIA RTX A6000": ("RTX A6000", 48, 0.6),
}
_ORACLE: Final = {"H100": 10.0, "H200": 10.4, "A100 - v2": 4.0, "L40S": 3.5, "A10": 2.0}
_VAST: Final = {"A100 SXM4": (81_920, 1.1), "H100 SXM": (81_559, 2.1), "H200": (144_384, 2.8), "RTX 4090": (24_564, 0.4)}
_TABLE: Final = {"H100": 2.6, "H200": 3.4, "A100": 1.6, "B200": 5.2}


@dataclass(frozen=True)
class World:
    """What there is to see.

    Attributes:
        seed: decides every price.
        size: how many machines, regions and plans each vendor has; 16 gives some 500 quotes a day over all sources.
    """

    seed: int
    size: int = 16

    def answer(self, source: str, day: date) -> bytes:
        """The bytes of a source on a day."""
        return {"azure": self._azure, "oracle": self._oracle, "runpod": self._runpod, "vast": self._vast, "price_table": self._table}[
            source
        ](day)

    def price(self, name: str, base: float, day: date) -> float:
        """Price of an offer: it goes from A to B and back to A, and stays some days at each; USD per hour."""
        own = random.Random(f"{self.seed}|{name}")  # noqa: S311 -- invented prices, not secrets
        stay, lag, raised = own.randint(4, 9), own.randint(0, 8), own.choice((1.05, 1.1, 0.9))
        level = raised if (day.toordinal() + lag) // stay % 2 else 1.0
        return round(base * (1 + own.uniform(-0.1, 0.1)) * level, 4)

    def _azure(self, day: date) -> bytes:
        items: list[object] = []
        for sku, base in _AZURE.items():
            for region in _REGIONS[: self.size]:
                for spot in (False, True):
                    meter = f"{sku} Spot" if spot else sku
                    price = self.price(f"{sku}{region}{spot}", base * (0.4 if spot else 1.0), day)
                    items.append(
                        look_alikes.azure_item(armSkuName=sku, skuName=sku, meterName=meter, armRegionName=region, retailPrice=price)
                    )
        return json.dumps(look_alikes.azure_page(*items)).encode()

    def _oracle(self, day: date) -> bytes:
        products = [
            look_alikes.oracle_product(
                partNumber=f"B{number}",
                displayName=f"OCI - Compute - GPU - {name}",
                currencyCodeLocalizations=[look_alikes.oracle_price("USD", self.price(f"oracle{name}", base, day))],
            )
            for number, (name, base) in enumerate(_ORACLE.items())
        ]
        return json.dumps({"items": products}).encode()

    def _runpod(self, day: date) -> bytes:
        types = [
            look_alikes.runpod_type(
                id=name,
                displayName=label,
                memoryInGb=memory,
                securePrice=self.price(f"secure{name}", base, day),
                communityPrice=self.price(f"community{name}", base * 0.8, day),
                secureSpotPrice=self.price(f"spot{name}", base * 0.5, day),
            )
            for name, (label, memory, base) in _RUNPOD.items()
        ]
        return json.dumps(look_alikes.runpod_answer(*types)).encode()

    def _vast(self, day: date) -> bytes:
        offers = [
            look_alikes.vast_offer(
                id=1000 * kind + machine,
                machine_id=1000 * kind + machine,
                gpu_name=name,
                gpu_ram=memory,
                dph_total=self.price(f"vast{name}{machine}", 2 * base, day),
            )
            for kind, (name, (memory, base)) in enumerate(_VAST.items(), 1)
            for machine in range(2 * self.size)
        ]
        return json.dumps({"offers": offers}).encode()

    def _table(self, day: date) -> bytes:
        rows = [
            offer(
                source="alpha_prices",
                observed_at=f"{day}T06:00:00Z",
                accelerator_model=model,
                instance_type=f"alpha-{model.lower()}-{count}-{plan}",
                accelerator_count=count,
                price_per_instance_hour=self.price(f"alpha{model}{count}{plan}", base * count, day),
            )
            for model, base in _TABLE.items()
            for count in (1, 8)
            for plan in range(max(1, self.size // 2))
        ]
        return csv_bytes(*rows)
