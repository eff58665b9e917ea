"""Clouds of SkyPilot's catalogue, and what each one's prices are.

Belongs here: the list. Does not belong here: reading the files (`skypilot`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Cloud:
    """What is particular to one cloud of the catalogue.

    Attributes:
        provider: seller, where its name is not the cloud's.
        kind: price kind of `Price`.
        spot_kind: price kind of `SpotPrice`.
        forms: form of accelerators that the cloud names without form.
        types: table of instance types that its rows must agree with (aws, azure, oci).
        currency: of the prices, which the files do not say.
        named_by_plan: the plan names the accelerator, AcceleratorName only its family.
    """

    provider: str | None = None
    kind: str = "list"
    spot_kind: str = "list"
    forms: Mapping[str, str] | None = None
    types: str | None = None
    currency: str = "USD"
    named_by_plan: bool = False


CLOUDS: Final[dict[str, Cloud]] = {
    "aws": Cloud(types="aws"),
    "azure": Cloud(types="azure"),
    "cudo": Cloud(),
    "daytona": Cloud(),
    "do": Cloud("DigitalOcean"),
    "fluidstack": Cloud(),
    "gcp": Cloud(),
    "hyperbolic": Cloud(),
    "hyperstack": Cloud(),
    "ibm": Cloud(),
    "jarvislabs": Cloud(),
    "lambda": Cloud(),
    "lium": Cloud(kind="live_offer"),
    # The fetcher writes the auction's lowest admissible bid into both columns (skypilot PR#9156).
    "mithril": Cloud(kind="bid_floor", spot_kind="bid_floor"),
    "nebius": Cloud(),
    # The fetcher writes half of the list price as spot price.
    "oci": Cloud(types="oci", spot_kind="estimated"),
    "ovhcloud": Cloud(),
    "paperspace": Cloud(),
    "primeintellect": Cloud(),
    # The fetcher takes Secure Cloud only and writes "H100" for the PCIe card, "A100-80GB" likewise (GPU_NAME_OVERRIDES).
    "runpod": Cloud("RunPod Secure Cloud", forms={"H100": "pcie", "A100-80GB": "pcie"}),
    # The interfaces of both answer in EUR without saying so, and the fetchers pass their figures on.
    "scaleway": Cloud(currency="EUR"),
    "seeweb": Cloud(currency="EUR"),
    "shadeform": Cloud(),
    "spheron": Cloud(),
    # The fetcher writes the median of the cheaper half of the offers of a kind, and "RTX4060" for the 4060 Ti too.
    "vast": Cloud(kind="estimated", spot_kind="estimated", named_by_plan=True),
    "verda": Cloud(kind="dynamic", spot_kind="dynamic"),
}
"""Clouds of the catalogue (files of versions 5 to 8 of the repository). Left out: sellers of whom it is not known whose
machines they rent out (scp, simplepod, yotta)."""
