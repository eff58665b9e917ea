"""Region codes of AWS by the location names that its price pages print.

Belongs here: the table and the one lookup over it. Does not belong here: prices, and which part of a cloud a region belongs to (`markets`).
"""

from typing import Final

REGIONS: Final[dict[str, str]] = {
    "us-east-1": "US East (N. Virginia)",
    "us-east-2": "US East (Ohio)",
    "us-west-1": "US West (N. California)",
    "us-west-2": "US West (Oregon)",
    "af-south-1": "Africa (Cape Town)",
    "ap-east-1": "Asia Pacific (Hong Kong)",
    "ap-east-2": "Asia Pacific (Taipei)",
    "ap-northeast-1": "Asia Pacific (Tokyo)",
    "ap-northeast-2": "Asia Pacific (Seoul)",
    "ap-northeast-3": "Asia Pacific (Osaka)",
    "ap-south-1": "Asia Pacific (Mumbai)",
    "ap-south-2": "Asia Pacific (Hyderabad)",
    "ap-southeast-1": "Asia Pacific (Singapore)",
    "ap-southeast-2": "Asia Pacific (Sydney)",
    "ap-southeast-3": "Asia Pacific (Jakarta)",
    "ap-southeast-4": "Asia Pacific (Melbourne)",
    "ap-southeast-5": "Asia Pacific (Malaysia)",
    "ap-southeast-6": "Asia Pacific (New Zealand)",
    "ap-southeast-7": "Asia Pacific (Thailand)",
    "ca-central-1": "Canada (Central)",
    "ca-west-1": "Canada West (Calgary)",
    "eu-central-1": "Europe (Frankfurt)",
    "eu-central-2": "Europe (Zurich)",
    "eu-north-1": "Europe (Stockholm)",
    "eu-south-1": "Europe (Milan)",
    "eu-south-2": "Europe (Spain)",
    "eu-west-1": "Europe (Ireland)",
    "eu-west-2": "Europe (London)",
    "eu-west-3": "Europe (Paris)",
    "il-central-1": "Israel (Tel Aviv)",
    "me-central-1": "Middle East (UAE)",
    "me-south-1": "Middle East (Bahrain)",
    "mx-central-1": "Mexico (Central)",
    "sa-east-1": "South America (Sao Paulo)",
    "us-gov-east-1": "AWS GovCloud (US-East)",
    "us-gov-west-1": "AWS GovCloud (US-West)",
    "cn-north-1": "China (Beijing)",
    "cn-northwest-1": "China (Ningxia)",
}
"""Location name by region code: https://docs.aws.amazon.com/general/latest/gr/redshift-service.html (stored copy) and, for China,
https://qiita.com/mochida-mochio/items/4888c2511d1340dbde46; read 2026-11-30."""

_EARLIER: Final = {"EU (": "Europe (", "São Paulo": "Sao Paulo"}
"""Spellings of older and other price lists of AWS (https://gist.github.com/mamuz/88b1777fd7dd5534ebd17a6155e86816)."""


def region_of(location: str) -> str | None:
    """Region code of a location name; None: the list has none, e.g. for a local zone."""
    name = " ".join(location.split())
    for earlier, now in _EARLIER.items():
        name = name.replace(earlier, now)
    return _CODES.get(name.casefold())


_CODES: Final = {name.casefold(): code for code, name in REGIONS.items()}
