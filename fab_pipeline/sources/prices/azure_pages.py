"""The items in an answer of Azure's interface for retail prices.

Belongs here: pages, lists of them and bare items. Does not belong here: what an item prices (`azure`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.prices.cells import shown

CURRENCY: Final = "USD"


@dataclass(frozen=True)
class Page:
    """Items of one page, where they stand, the currency it bills in and the page that it names as the next."""

    items: list[object]
    locator: str
    currency: str
    next_page: str | None = None


def pages_in(value: object, locator: str = "Items") -> Iterator[Page]:
    """Pages of a value of the answer: a page, a list of pages or of items, or one item.

    Raises:
        UnreadableCaptureError: none of these, or an error answer; one line.
    """
    if isinstance(value, list):
        pages = [entry for entry in value if isinstance(entry, dict) and "Items" in entry]
        if pages:
            for number, entry in enumerate(value, 1):
                yield from pages_in(entry, f"page {number} Items")
        else:
            yield Page(list(value), locator, CURRENCY)
    elif isinstance(value, dict) and "Items" in value:
        yield _page(value, locator)
    elif isinstance(value, dict) and "armSkuName" in value:
        yield Page([value], locator, CURRENCY)
    else:
        error: Any = (value.get("Error") or value.get("error")) if isinstance(value, dict) else None
        said = f"the source answered with an error: {shown(error)}" if error else "the answer has no list of Items"
        raise UnreadableCaptureError("source_error" if error else "not_azure_prices", said)


def _page(value: dict[str, Any], locator: str) -> Page:
    items, currency, link = value["Items"], value.get("BillingCurrency"), value.get("NextPageLink")
    if not isinstance(items, list):
        raise UnreadableCaptureError("not_azure_prices", "Items of the answer is not a list")
    return Page(
        items, locator, currency if isinstance(currency, str) and currency.strip() else CURRENCY, link if isinstance(link, str) else None
    )
