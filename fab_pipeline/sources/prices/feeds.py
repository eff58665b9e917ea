"""What plain price interfaces have in common: a list of plans under one key, each plan read by a function of its source.

Belongs here: finding that list in an answer, going through it, and the columns of an offer that are the same for every plan. Does not
belong here: which field of a plan means what (see the module of each source) and the funnel (`quotes`).
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.prices.cells import CellError, shown, text_cell
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.identity import identify
from fab_pipeline.sources.prices.json_body import Item, items_of, json_values
from fab_pipeline.sources.prices.offer import Offer

KEY: Final = "(key)"
"""Field under which the name of a plan stands whose answer is an object with one field per plan."""
ERROR_FIELDS: Final = ("error", "errors", "message", "msg", "detail", "reason")

Reader = Callable[[Item, Gathering], None]
"""Reads one plan: adds its offers to the gathering; a CellError says why the plan as a whole has none."""


def parse_plans(body: bytes, gathering: Gathering, place: str, read: Reader, names: tuple[str, ...]) -> Parsed:
    """Quotes of an answer that is a list of plans.

    Args:
        body: JSON.
        gathering: of the capture, empty.
        place: where the list stands, e.g. "data.instance_types"; an answer that is a bare list is read too. An object in that place is
            one field per plan, and its key is the plan's field KEY.
        read: reads one plan.
        names: fields of a plan that name it, for messages.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no plan; one line.
    """
    for number, entry in enumerate(plans_at(json_values(body)[0], place, gathering.capture), 1):
        if not isinstance(entry, Item):
            gathering.reject_value(number, entry)
            continue
        try:
            read(entry, gathering)
        except CellError as error:
            gathering.reject(entry, error, entry.name(*names, KEY))
    return gathering.parsed(without_duplicates, without_idle_discounts)


def plans_at(answer: Any, place: str, capture: Capture) -> list[Item | object]:
    """The plans of an answer (see `parse_plans`).

    Raises:
        UnreadableCaptureError: an error answer, or no plan; one line.
    """
    value = answer
    for name in [] if isinstance(answer, list) else place.split("."):
        if not isinstance(value, dict) or name not in value:
            raise _no_list(answer, place, capture)
        value = value[name]
    if not isinstance(value, dict):
        return items_of(value, place)
    if not value:
        raise UnreadableCaptureError("no_rows", f"{place} is empty; a source that offers nothing must say so")
    return [
        Item(number, {KEY: key, **plan}, f"{place}.{key}") if isinstance(plan, dict) else plan
        for number, (key, plan) in enumerate(value.items(), 1)
    ]


def _no_list(answer: Any, place: str, capture: Capture) -> UnreadableCaptureError:
    fields: dict[str, Any] = answer if isinstance(answer, dict) else {}
    error = next((fields[name] for name in ERROR_FIELDS if fields.get(name)), None)
    if error is not None:
        return UnreadableCaptureError("source_error", f"{capture.source} answered with an error: {shown(error)}")
    return UnreadableCaptureError("not_a_price_list", f"the answer has no {place}: it is not a price list of {capture.source}")


def offer_of(item: Item, gathering: Gathering, *, provider: str, accelerator: str, count: int, currency: str = "USD") -> Offer:
    """An on-demand list price of a plan, still without the price; `dataclasses.replace` adds what the source says."""
    return Offer(
        row_number=item.number,
        source=gathering.capture.source,
        observed_at=gathering.capture.observed_at,
        provider=provider,
        accelerator_model=accelerator,
        accelerator_count=count,
        price_per_instance_hour=None,
        currency=currency,
        purchase_option="on_demand",
        price_kind="list",
        text=item.fields,
        source_status=gathering.source_status,
        source_url=gathering.capture.url,
        locator=item.locator,
    )


def known(offer: Offer) -> Offer:
    """The offer, if what it says of its accelerator fits together; a plan with many prices then fails once, not once per price.

    Raises:
        CellError: as of `identity.identify`.
    """
    identify(offer.accelerator_model, vendor=offer.accelerator_vendor, memory_gb=offer.accelerator_memory_gb, form=offer.form_factor)
    return offer


def attempt(item: Item, gathering: Gathering, name: str | None, make: Callable[[], Offer], locator: str | None = None) -> None:
    """Add one of several offers of a plan, or reject that one alone."""
    try:
        offer = make()
    except CellError as error:
        gathering.reject(item, error, name, locator)
    else:
        gathering.add(offer)


def nested(item: Item, name: str) -> Item:
    """An object inside a plan; one without fields where it is missing; CellError for anything else."""
    value: Any = item.fields.get(name)
    if value is None:
        value = {}
    if not isinstance(value, dict):
        raise CellError(f"{name}_not_an_object", f"{name} is {shown(value)}, not an object with fields")
    return Item(item.number, value, f"{item.locator}.{name}")


def elements(item: Item, name: str) -> list[Any]:
    """A list inside a plan; empty where it is missing; CellError for anything else."""
    value: Any = item.fields.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise CellError(f"{name}_not_a_list", f"{name} is {shown(value)}, not a list")
    return value


def texts(item: Item, name: str) -> list[str]:
    """A list of texts inside a plan, blank ones left out."""
    found = (text_cell(name, value) for value in elements(item, name))
    return [text for text in found if text is not None]


def counted(item: Item, name: str) -> int:
    """Number of accelerators of a plan.

    Raises:
        CellError: no_accelerator for a blank or a zero, partition_not_full for a share, and what `count_cell` says.
    """
    stated = item.figure(name)
    if not stated:
        raise CellError("no_accelerator", f"{name} is {shown(item.fields.get(name))}: the price is of a machine without accelerators")
    if 0 < stated < 1:
        raise CellError("partition_not_full", f"{name} is {stated:g}: a share of one accelerator")
    return item.count(name) or 1


def cents(item: Item, name: str) -> float | None:
    """A price that is printed in hundredths of the currency; None for a blank one."""
    price = item.price(name)
    return None if price is None else price / 100


def only(first: Iterable[str | None], what: str) -> str:
    """The first text that says anything; CellError where none does."""
    found = next((text for text in first if text), None)
    if found is None:
        raise CellError(f"{what}_missing", f"the plan does not say its {what.replace('_', ' ')}")
    return found
