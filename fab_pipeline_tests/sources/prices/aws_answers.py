"""AWS's page data and price list files as the interfaces give them, written for the tests; prices are our own."""

import csv
import io
from typing import Final

Fields = dict[str, object]

HEADING: Final = (
    "SKU", "OfferTermCode", "RateCode", "TermType", "PriceDescription", "EffectiveDate", "StartingRange", "EndingRange", "Unit",
    "PricePerUnit", "Currency", "RelatedTo", "LeaseContractLength", "PurchaseOption", "OfferingClass", "Product Family", "serviceCode",
    "Location", "Location Type", "Instance Type", "Instance Family", "vCPU", "Memory", "Tenancy", "Operating System", "License Model",
    "usageType", "operation", "CapacityStatus", "GPU", "MarketOption", "Pre Installed S/W", "Region Code",
)  # fmt: skip
ABOUT: Final = (
    ("FormatVersion", "v1.0"),
    ("Disclaimer", "This pricing list is for informational purposes only."),
    ("Publication Date", "2026-10-09T20:01:02Z"),
    ("Version", "20261009200102"),
    ("OfferCode", "AmazonEC2"),
)


def page_entry(**changes: object) -> Fields:
    """Eight H200 in Ohio."""
    entry: Fields = {
        "rateCode": "ABCDEFGHIJKLMNOP.JRTCKXETXF.6YS6EN2CT7",
        "price": "64.0000000000",
        "Location": "US East (Ohio)",
        "Instance Family": "GPU instance",
        "vCPU": "192",
        "Instance Type": "p5en.48xlarge",
        "Memory": "2048 GiB",
        "Operating System": "Linux",
        "Pre Installed S/W": "NA",
        "License Model": "No License required",
    }
    return {**entry, **changes}


def page(*entries: object, location: str = "US East (Ohio)") -> Fields:
    return {"manifest": {"currencyCode": "USD"}, "regions": {location: {f"entry {number}": entry for number, entry in enumerate(entries)}}}


def bulk_row(**changes: str) -> dict[str, str]:
    """Eight H100 in Stockholm, on demand."""
    row = dict.fromkeys(HEADING, "") | {
        "SKU": "SKU0",
        "OfferTermCode": "JRTCKXETXF",
        "TermType": "OnDemand",
        "PriceDescription": "$56.8 per On Demand Linux p5.48xlarge Instance Hour",
        "EffectiveDate": "2026-09-01",
        "StartingRange": "0",
        "EndingRange": "Inf",
        "Unit": "Hrs",
        "PricePerUnit": "56.8000000000",
        "Currency": "USD",
        "Product Family": "Compute Instance",
        "serviceCode": "AmazonEC2",
        "Location": "EU (Stockholm)",
        "Location Type": "AWS Region",
        "Instance Type": "p5.48xlarge",
        "Tenancy": "Shared",
        "Operating System": "Linux",
        "CapacityStatus": "Used",
        "GPU": "8",
        "MarketOption": "OnDemand",
        "Pre Installed S/W": "NA",
        "Region Code": "eu-north-1",
    }
    return {**row, **changes}


def reserved(price: str, **changes: str) -> dict[str, str]:
    """The same for a year, nothing at once."""
    terms = {
        "TermType": "Reserved",
        "OfferTermCode": "4NA7Y494T4",
        "LeaseContractLength": "1yr",
        "PurchaseOption": "No Upfront",
        "OfferingClass": "standard",
    }
    return bulk_row(**{"PricePerUnit": price, "StartingRange": "", **terms, **changes})


def bulk(*rows: dict[str, str], about: tuple[tuple[str, str], ...] = ABOUT) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerows([*about, HEADING, *(tuple(row.values()) for row in rows)])
    return text.getvalue().encode()
