"""What an item of Azure's price list is the price of: the size, and whether anybody can rent it with Linux.

Belongs here: the names of service, product, meter and SKU, in which Azure hides operating system, Low Priority and the like. Does not
belong here: price, unit and term (`azure`), the table of sizes (`vocabulary/instance_types.yaml`).
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.json_body import Item
from fab_pipeline.sources.prices.listed_types import listed_type
from fab_pipeline.vocabulary.instance_types import InstanceType

CLOUD: Final = "azure"

_SERVICE: Final = "virtual machines"
_WINDOWS: Final = re.compile(r"\bWin(?:dows)?\b", re.I)
_OTHER_PRODUCT: Final = (
    ("cloud_services_price", re.compile(r"cloud\s?services", re.I), "Cloud Services (classic) bundle another service"),
    ("licence_price", re.compile(r"\b(?:RHEL|Red\s?Hat|SUSE|SLES|SQL)\b", re.I), "it includes a licence"),
)
_DEDICATED_HOST: Final = re.compile(r"dedicated\s?host", re.I)
_SPOT: Final = re.compile(r"\bSpot\b", re.I)
_EXPIRED: Final = re.compile(r"\bExpired\b", re.I)
_PROMOTION: Final = re.compile(r"[ _]Promo\b", re.I)
"""A size at another price for a time: an offer of its own beside the size."""
_LOW_PRIORITY: Final = re.compile(r"\bLow\s?Priority\b", re.I)


def size_of(item: Item) -> InstanceType:
    """The size that an item prices, if it is an instance that anybody can rent with Linux.

    Raises:
        CellError: not_a_virtual_machine, no_accelerator, unknown_accelerator, windows_price, low_priority_price and the like.
    """
    service = item.text("serviceName")
    if service and service.casefold() != _SERVICE:
        raise CellError("not_a_virtual_machine", f"serviceName is {service!r}: not the price of an instance")
    product, meter = item.text("productName") or "", _meter(item)
    if _DEDICATED_HOST.search(f"{product} {meter}"):
        raise CellError("dedicated_host_price", f"{product!r}, {meter!r}: a dedicated host is not an instance")
    size = listed_type(CLOUD, item.text("armSkuName"))
    if not product or not meter:
        missing = "productName" if not product else "meterName"
        raise CellError("meter_not_described", f"{missing} is missing: nobody can tell Linux from Windows, or spot from on demand")
    for reason, pattern, why in _OTHER_PRODUCT:
        if pattern.search(product):
            raise CellError(reason, f"productName is {product!r}: {why}")
    if _WINDOWS.search(f"{product} {meter}"):
        raise CellError("windows_price", f"productName is {product!r}: it includes a Windows licence; only the price without is comparable")
    if _LOW_PRIORITY.search(meter):
        raise CellError("low_priority_price", f"{meter!r} is the discontinued Low Priority tier, priced and sold to nobody new")
    if _EXPIRED.search(meter):
        raise CellError("price_expired", f"{meter!r} is a meter that Azure has closed")
    return replace(size, name=f"{size.name}_Promo") if _PROMOTION.search(f"{item.text('armSkuName')} {meter}") else size


def is_spot(item: Item) -> bool:
    """Whether an item is the price of an interruptible instance."""
    return bool(_SPOT.search(_meter(item)))


def _meter(item: Item) -> str:
    return " ".join(filter(None, (item.text("meterName"), item.text("skuName"))))
