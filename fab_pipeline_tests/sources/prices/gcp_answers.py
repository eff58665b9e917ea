"""SKUs of Google's billing catalogue as the interface gives them, written for the tests; prices are our own round ones."""

from typing import Final

Fields = dict[str, object]

CORE: Final = 0.03
RAM: Final = 0.0025
SSD_MONTH: Final = 0.073
H100: Final = 10.0


def sku(
    description: str, group: str, price: float, *, unit: str = "h", usage: str = "OnDemand", region: str = "us-central1", **changes: object
) -> Fields:
    """One SKU with one price in one region."""
    units = int(price)
    entry: Fields = {
        "name": "services/6F81-5844-456A/skus/0000-0000-0000",
        "skuId": "0000-0000-0000",
        "description": description,
        "category": {
            "serviceDisplayName": "Compute Engine",
            "resourceFamily": "Storage" if group == "LocalSSD" else "Compute",
            "resourceGroup": group,
            "usageType": usage,
        },
        "serviceRegions": [region],
        "pricingInfo": [
            {
                "summary": "",
                "pricingExpression": {
                    "usageUnit": unit,
                    "displayQuantity": 1,
                    "tieredRates": [
                        {
                            "startUsageAmount": 0,
                            "unitPrice": {"currencyCode": "USD", "units": str(units), "nanos": round((price - units) * 1e9)},
                        }
                    ],
                },
                "effectiveTime": "2026-10-01T07:00:00.000000Z",
            }
        ],
        "serviceProviderName": "Google",
    }
    return {**entry, **changes}


def core(family: str = "A3", price: float = CORE, **more: str) -> Fields:
    return sku(f"{family} Instance Core running in Americas", "CPU", price, **more)


def ram(family: str = "A3", price: float = RAM, **more: str) -> Fields:
    return sku(f"{family} Instance Ram running in Americas", "RAM", price, unit="GiBy.h", **more)


def ssd(price: float = SSD_MONTH, **more: str) -> Fields:
    return sku("SSD backed Local Storage", "LocalSSD", price, unit="GiBy.mo", **more)


def gpu(name: str = "Nvidia H100 80GB GPU", price: float = H100, **more: str) -> Fields:
    return sku(f"{name} running in Americas", "GPU", price, **more)


def spot(entry: Fields) -> Fields:
    """The same part while it can be taken back, at two fifths."""
    text = str(entry["description"])
    described = text.replace(" running in", " attached to Spot Preemptible VMs running in") if "GPU" in text else f"Spot Preemptible {text}"
    if text.startswith("SSD"):
        described = f"{text} attached to Spot Preemptible VMs"
    units: dict[str, float] = {"Core": CORE, "Ram": RAM, "SSD": SSD_MONTH, "GPU": H100}
    price = next(value for word, value in units.items() if word in text) * 0.4
    group = next(name for word, name in (("Core", "CPU"), ("Ram", "RAM"), ("SSD", "LocalSSD"), ("GPU", "GPU")) if word in text)
    unit = {"RAM": "GiBy.h", "LocalSSD": "GiBy.mo"}.get(group, "h")
    return sku(described, group, price, unit=unit, usage="Preemptible")


A3: Final = (core(), ram(), ssd(), gpu())
"""All parts of an A3 machine in one region."""
A3_HIGH_8G: Final = 208 * CORE + 1872 * RAM + 8 * H100 + 6000 * SSD_MONTH / 730
