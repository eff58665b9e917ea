"""Providers of gpuhunt's catalogue.

Belongs here: price kinds, instance table, currency and best-known accelerator of each. Does not belong here: reading the catalogue
(`gpuhunt`).
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Seller:
    """What is particular to one provider of the catalogue: price kinds of on-demand and spot rows, table of instance types, currency."""

    kind: str = "list"
    spot_kind: str = "list"
    types: str | None = None
    currency: str = "USD"


PROVIDERS: Final[dict[str, Seller]] = {
    "aws": Seller(types="aws"),
    "azure": Seller(types="azure"),
    "cloudrift": Seller(),
    # Hard-coded in gpuhunt, 15 to 33 % low and one price made up from ratios of other providers.
    "crusoe": Seller(kind="estimated", spot_kind="estimated"),
    "cudo": Seller(),
    "datacrunch": Seller(kind="dynamic", spot_kind="dynamic"),
    "daytona": Seller(),
    "digitalocean": Seller(),
    "gcp": Seller(),
    "hotaisle": Seller(),
    "jarvislabs": Seller(),
    "lambdalabs": Seller(),
    "lium": Seller(kind="live_offer"),
    "nebius": Seller(),
    # Spot is half of the list price, by gpuhunt's own rule.
    "oci": Seller(spot_kind="estimated", types="oci"),
    "runpod": Seller(),
    # Its interface answers in EUR without saying so, and gpuhunt passes the figures on.
    "seeweb": Seller(currency="EUR"),
    "tensordock": Seller(kind="live_offer"),
    # Spot is `min_bid`.
    "vastai": Seller(kind="live_offer", spot_kind="bid"),
    "verda": Seller(kind="dynamic", spot_kind="dynamic"),
    "vultr": Seller(),
}
"""Providers of gpuhunt (src/gpuhunt/providers at 35841515)."""

KNOWN_NAMES: Final[dict[str, str]] = {
    "cloudrift": "RTX 4090",
    "cudo": "A6000",
    "hotaisle": "MI300X",
    "tensordock": "RTX 4090",
    "vultr": "A100",
}
"""An accelerator that a provider is known for; of the others the H100."""
