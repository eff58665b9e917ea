"""Price pages read by declaration: the one reader of all `pages/*.yaml`, and of a user's own.

Belongs here: from the bytes of a page to quotes and rejected rows. Does not belong here: single steps (see `declared_*`) and what is
peculiar to a provider, which stands in its declaration. `docs/price_pages.md` explains how to write one.

Nothing is dropped silently: a table with prices that no block reads, a column with prices that no price names and a row without a
price are rejected with their reason, unless the declaration says that they hold no accelerators.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import Final

from bs4 import BeautifulSoup

from fab_pipeline.sources.base import Capture, Parsed, Parser, Rejected, Row, UnreadableCaptureError
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.declared_checks import without_wrong_units
from fab_pipeline.sources.prices.declared_html import Order, blocked_by, decode, parse_page, remove_unseen
from fab_pipeline.sources.prices.declared_load import load_declaration
from fab_pipeline.sources.prices.declared_notes import footnotes_of
from fab_pipeline.sources.prices.declared_offer import Page, name_of, read_offer
from fab_pipeline.sources.prices.declared_prices import PricedRow, Unread, record_rows, rows_of
from fab_pipeline.sources.prices.declared_records import scripts_of
from fab_pipeline.sources.prices.declared_schema import Declaration
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.quotes import to_quote
from fab_pipeline.vocabulary.sources import source_facts

READER: Final = "declared_page/1"
_JSON_LD: Final = 'script[type="application/ld+json"]'
_SIEVES: Final = (without_duplicates, without_wrong_units, without_idle_discounts)


@lru_cache(maxsize=1)
def packaged_declarations() -> tuple[Declaration, ...]:
    """The declarations of this project, by source name.

    Raises:
        DeclarationError: one of them is wrong.
    """
    folder = resources.files("fab_pipeline.sources.prices").joinpath("pages")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    return tuple(load_declaration(file.read_text("utf-8"), file.name) for file in files)


def parser_version(declaration: Declaration) -> str:
    """Version of the reader and of the declaration."""
    return f"{READER}+{declaration.digest}"


def parser(declaration: Declaration) -> Parser:
    """The parser of a declared page, as the registry takes it."""
    return lambda body, capture: parse(body, capture, declaration)


def parse(body: bytes, capture: Capture, declaration: Declaration) -> Parsed:
    """Quotes of a price page.

    Args:
        body: HTML.
        capture: time, address and declared type of the page.
        declaration: how the page is read.

    Raises:
        UnreadableCaptureError: empty, no HTML, blocked, or no row of the declaration found; one line.
    """
    soup = parse_page(decode(body, capture.media_type))
    scripts = {index: scripts_of(soup, block.script or _JSON_LD) for index, block in enumerate(declaration.blocks) if block.kind != "html"}
    wall = blocked_by(soup)
    remove_unseen(soup, declaration.drop, declaration.keep_hidden)
    found = list(rows_of(declaration, Order(soup)))
    found += [row for index, texts in scripts.items() for row in record_rows(declaration.blocks[index], texts)]
    if not any(isinstance(row, PricedRow) for row in found):
        raise _nothing_found(declaration, wall, found)
    return _quotes(found, _page(declaration, capture, soup))


def _page(declaration: Declaration, capture: Capture, soup: BeautifulSoup) -> Page:
    status = declaration.source_status or source_facts(declaration.source).status
    return Page(declaration, capture, footnotes_of(soup, declaration.footnotes), status)


def _nothing_found(declaration: Declaration, wall: str | None, found: list[PricedRow | Unread]) -> UnreadableCaptureError:
    if wall:
        return UnreadableCaptureError("blocked_page", f"the page is a bot wall ({shown(wall)}), not the prices of {declaration.source}")
    others = next((f" ({shown(item.name or 'a part')} has prices and is not declared)" for item in found if isinstance(item, Unread)), "")
    return UnreadableCaptureError("no_rows", f"no row of {declaration.source} found: the page has changed, or a script fills it in{others}")


def _quotes(found: list[PricedRow | Unread], page: Page) -> Parsed:
    rows: list[Row] = []
    rejected: list[Rejected] = []
    number = 0
    for item in found:
        number += 1
        if isinstance(item, Unread):
            rejected.append(Rejected(number, item.reason, item.detail, name=item.name, text=item.text, locator=item.where))
            continue
        for result in _results(item, page, number):
            if isinstance(result, Rejected):
                rejected.append(result)
            else:
                rows.append(result)
    for sieve in _SIEVES:
        rows, refused_rows = sieve(rows)
        rejected += refused_rows
    return Parsed({"price_quotes": rows}, sorted(rejected, key=lambda entry: entry.row_number))


def _results(item: PricedRow, page: Page, number: int) -> Iterator[Row | Rejected]:
    for index, (spec, price) in enumerate(item.prices, start=1):
        try:
            offer = read_offer(page, item.row, spec, price, number)
        except CellError as error:
            where = f"{item.row.where}, column {shown(price.heading)}" if price.heading else item.row.where
            yield Rejected(number, error.reason, error.detail, name=name_of(item.row, spec), text=item.row.text, locator=where)
            continue
        part = f"{index}" if len(item.prices) > 1 else None
        yield to_quote(replace(offer, part=part), page.capture, parser_version(page.declaration))
