"""Which part of a provider's cloud a region belongs to: the commercial one, or one with customers or rules of its own.

Belongs here: region names by which a provider marks such a part. Does not belong here: countries, and what may win (see
`contracts.words.WINNING_MARKETS`).
"""

import re
from typing import Final

COMMERCIAL: Final = "commercial"

_MARKETS: Final[dict[str, tuple[tuple[str, re.Pattern[str]], ...]]] = {
    "AWS": (("government", re.compile(r"us-(?:gov|iso)", re.I)), ("china", re.compile(r"cn-", re.I))),
    "Azure": (("government", re.compile(r"us ?(?:gov|dod|sec|nat)", re.I)), ("china", re.compile(r"china", re.I))),
    "Oracle Cloud": (("government", re.compile(r"us-(?:gov|langley|luke)-|uk-gov-", re.I)),),
}
"""How region names of such parts begin, by provider (names of `providers.yaml`). Read 2026-11-30:
https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html
https://docs.azure.cn/en-us/reliability/regions-list and
https://learn.microsoft.com/zh-cn/javascript/api/@azure/arm-migrationassessment/azurelocation (USGov, USDoD, USSec, USNat)
https://docs.oracle.com/iaas/Content/gov-cloud/govfedramp.htm and https://docs.cloud.oracle.com/iaas/Content/General/Concepts/govuksouth.htm"""


def market_of(provider: str, region: str | None) -> str:
    """Market of a region, a word of `contracts.words.MARKETS`; commercial where the name says nothing else.

    Args:
        provider: name as in the list of providers.
        region: the provider's region name; None = not said.
    """
    found = (market for market, begins in _MARKETS.get(provider, ()) if region and begins.match(region.strip()))
    return next(found, COMMERCIAL)
