"""Price pages read by declaration: the one reader of all `pages/*.yaml`, and of a user's own.

Belongs here: from the bytes of a page to quotes and rejected rows. Does not belong here: single steps (see the other modules) and what is
peculiar to a provider, which stands in its declaration. `docs/price_pages.md` explains how to write one.

Nothing is dropped silently: a table with prices that no block reads, a column with prices that no price names and a row without a
price are rejected with their reason, unless the declaration says that they hold no accelerators.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import Final

from bs4 import BeautifulSoup

from fab_pipeline.sources.base import Capture, Parsed, Parser, Rejected, Row, Source, UnreadableCaptureError
from fab_pipeline.sources.fetching import Fetching
from fab_pipeline.sources.page_limits import require_content, require_shallow, shorten_texts
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.declared.checks import without_wrong_units
from fab_pipeline.sources.prices.declared.html import blocked_by, decode, parse_page, remove_unseen
from fab_pipeline.sources.prices.declared.load import digest_of, load_declaration
from fab_pipeline.sources.prices.declared.money import holds_money
from fab_pipeline.sources.prices.declared.notes import footnotes_of
from fab_pipeline.sources.prices.declared.offer import Page, name_of, read_offer
from fab_pipeline.sources.prices.declared.order import Order
from fab_pipeline.sources.prices.declared.prices import PricedRow, Unread, record_rows, rows_of
from fab_pipeline.sources.prices.declared.records import scripts_of
from fab_pipeline.sources.prices.declared.schema import Declaration
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.quotes import to_quote
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.sources import source_facts

READER: Final = "declared_page/3"
_JSON_LD: Final = 'script[type="application/ld+json"]'
_SIEVES: Final = (without_duplicates, without_wrong_units, without_idle_discounts)


@lru_cache(maxsize=1)
def packaged_pages() -> dict[str, str]:
    """The declarations of this project as YAML, by source name, which is the name of the file."""
    folder = resources.files("fab_pipeline.sources.prices").joinpath("pages")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    return {file.name.removesuffix(".yaml"): file.read_text("utf-8") for file in files}


@lru_cache(maxsize=64)
def packaged_declaration(source: str) -> Declaration:
    """The declaration of a source of this project.

    Raises:
        DeclarationError: it is wrong.
    """
    return load_declaration(packaged_pages()[source], f"{source}.yaml")


def packaged_parser(source: str) -> Parser:
    """The parser of a source of this project, as the registry takes it; its declaration is read when it is first needed."""
    return lambda body, capture: parse(body, capture, packaged_declaration(source))


def packaged_fetching(source: str) -> Callable[[], Fetching | None]:
    """How the page of a source of this project is asked, as the registry takes it."""
    return lambda: packaged_declaration(source).fetching


def parser_version(declaration: str) -> str:
    """Version of the reader and of a declaration (its YAML text): another declaration reads another page."""
    return f"{READER}+{digest_of(declaration)}"


def declared_source(declaration: Declaration) -> Source:
    """A user's own declaration as a source beside those of the registry."""
    facts = source_facts(declaration.source)
    return Source(
        name=declaration.source,
        kind="prices",
        title=facts.title,
        parse=lambda body, capture: parse(body, capture, declaration),
        parser_version=f"{READER}+{declaration.digest}",
        status=declaration.source_status or facts.status,
        url=declaration.url or facts.url,
        license=facts.license,
        redistribution=facts.redistribution,
        fetching_of=lambda: declaration.fetching,
    )


def parse(body: bytes, capture: Capture, declaration: Declaration) -> Parsed:
    """Quotes of a price page.

    Args:
        body: HTML.
        capture: time, address and declared type of the page.
        declaration: how the page is read.

    Raises:
        UnreadableCaptureError: empty, no HTML, elements without end, blocked, or no row of the declaration found; one line.
    """
    text = decode(body, capture.media_type)
    require_content(text)
    soup = parse_page(text)
    require_shallow(soup)
    cut = shorten_texts(soup)
    scripts = {index: scripts_of(soup, block.script or _JSON_LD) for index, block in enumerate(declaration.blocks) if block.kind != "html"}
    wall = blocked_by(soup)
    hidden = remove_unseen(soup, declaration.drop, declaration.keep_hidden)
    found = list(rows_of(declaration, Order(soup)))
    found += [row for index, texts in scripts.items() for row in record_rows(declaration.blocks[index], texts)]
    if not any(isinstance(row, PricedRow) for row in found):
        raise _nothing_found(declaration, wall, found)
    parsed = _quotes(found, _page(declaration, capture, soup))
    return Parsed(parsed.rows, [*cut, *_hidden_offers(hidden), *parsed.rejected])


def _hidden_offers(hidden: list[str]) -> list[Rejected]:
    """One entry for the page where hidden elements hold accelerators with prices: leftovers, or rows behind a button."""
    offers = [text for text in hidden if holds_money(text) and find_accelerators(text)]
    if not offers:
        return []
    detail = (
        f"{len(offers)} hidden elements hold accelerators with prices; name them under keep_hidden if they are offers, under drop if not"
    )
    return [Rejected(0, "hidden_not_read", detail, name=shown(offers[0]), text=offers[0])]


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
        yield to_quote(replace(offer, part=part), page.capture, f"{READER}+{page.declaration.digest}")
