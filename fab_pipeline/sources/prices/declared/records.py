"""Data that a page carries in its scripts: JSON-LD offers and application state.

Belongs here: finding the records. Does not belong here: what they mean. A record of JSON-LD is {"product": …, "offer": …}; a record of
application state is what stands in the script.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from bs4 import BeautifulSoup

from fab_pipeline.sources.prices.declared.schema import Block

Json = Any
_MAX_NODES: Final = 200_000
"""Most values of one script that are looked at; the largest state of a price page seen has about 20,000."""

_MAX_DEPTH: Final = 5
"""Aggregates inside aggregates; one is usual."""


def scripts_of(soup: BeautifulSoup, selector: str) -> list[str]:
    """Texts of the selected script elements; take them before anything is removed from the page."""
    return [tag.get_text() for tag in soup.select(selector) if tag.name == "script"]


def records_of(block: Block, texts: list[str]) -> Iterator[Mapping[str, Json]]:
    """Records of a block from the texts of its scripts; a script that is not JSON has none."""
    for text in texts:
        document = _json(text)
        if document is None:
            continue
        if block.kind == "json_ld":
            yield from _offers(document)
        else:
            yield from (found for found in _at_path(document, block.rows) if isinstance(found, Mapping))


def _json(text: str) -> Json:
    """The first JSON value of a script: all of it, or what follows an assignment ("window.__STATE__ = {…};")."""
    starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    if not starts:
        return None
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, min(starts))[0]
    except (ValueError, RecursionError):
        return None


def _offers(document: Json) -> Iterator[Mapping[str, Json]]:
    """Every offer of a JSON-LD document with the product it is for, in printed order."""
    stack: list[Json] = [document]
    seen = 0
    while stack and seen < _MAX_NODES:
        node = stack.pop()
        seen += 1
        if isinstance(node, list):
            stack.extend(reversed(node))
        elif isinstance(node, Mapping):
            if "offers" in node:
                yield from ({"product": node, "offer": offer} for offer in _single_offers(node["offers"]))
            elif "itemOffered" in node:
                yield from ({"product": node["itemOffered"], "offer": offer} for offer in _single_offers(node))
            stack.extend(reversed([value for key, value in node.items() if key not in {"offers", "itemOffered"}]))


def _single_offers(offers: Json, depth: int = 0) -> Iterator[Mapping[str, Json]]:
    """Offers one by one. An aggregate without offers of its own says only its lowest price, which is a floor."""
    for offer in offers if isinstance(offers, list) else [offers]:
        if not isinstance(offer, Mapping):
            continue
        inner = offer.get("offers")
        if inner and depth < _MAX_DEPTH:
            yield from _single_offers(inner, depth + 1)
        elif "lowPrice" in offer and "price" not in offer:
            yield {**offer, "price": f"from {offer['lowPrice']}"}
        else:
            yield offer


def _at_path(document: Json, path: str) -> Iterator[Json]:
    """Values at a path such as props.pageProps.data[*] or sections[*].rows[*]."""
    values: list[Json] = [document]
    for step in path.split("."):
        key, every = step.removesuffix("[*]"), step.endswith("[*]")
        found = [value[key] for value in values if isinstance(value, Mapping) and key in value] if key else values
        values = [item for value in found if isinstance(value, list) for item in value] if every else found
    yield from values
