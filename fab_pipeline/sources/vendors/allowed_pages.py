"""The allow-list of vendor pages that may be asked live (`allowed_pages.yaml`) → sources of the registry.

Belongs here: what an entry must say, how its page is asked, and that a page of another shape than declared is told. A page is asked once,
within the robots.txt of its host, by the session that asks price pages. Does not belong here: asking, and reading claims.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from importlib import resources
from typing import Final
from urllib.parse import urlsplit

from fab_pipeline.contracts.words import PAGE_SHAPES
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Source
from fab_pipeline.sources.fetching import HTML, TEXT, Fetching, Integrity, host_of, page
from fab_pipeline.sources.prices.declared.yaml_tree import Entry, read_entries
from fab_pipeline.sources.vendors import claims_page
from fab_pipeline.vocabulary.sources import source_facts

PREFIX: Final = "vendor_"
_FILE: Final = "allowed_pages.yaml"
_KEYS: Final = ("url", "vendor", "shape", "min_claims", "opened")
_NEEDED: Final = ("url", "vendor", "shape", "opened")
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_RESERVED: Final = "page"
_MEDIA: Final = HTML | TEXT | {"text/markdown", "text/x-markdown"}


@dataclass(frozen=True)
class AllowedPage:
    """One page that may be asked.

    Attributes:
        name: of the entry; its source is vendor_<name>.
        url: https address.
        vendor: slug that its claims must name.
        shape: where its text stands, as it was when it was opened.
        min_claims: claims that a good answer has at least.
        opened: day on which somebody opened it.
    """

    name: str
    url: str
    vendor: str
    shape: str
    min_claims: int
    opened: date

    @property
    def fetching(self) -> Fetching:
        """How the page is asked: once, within robots.txt."""
        integrity = Integrity(min_quotes=self.min_claims, known_names=(self.vendor,))
        return replace(page(self.url, frozenset({host_of(self.url)}), integrity), media=frozenset(_MEDIA))


def read_allowed(text: str, file: str = _FILE) -> dict[str, AllowedPage]:
    """The pages of an allow-list, by name.

    Raises:
        DeclarationError: no YAML, unknown or missing keys, no https address, a word that is none; one line that says where.
    """
    document = read_entries(text, file)
    document.check_keys(("pages",))
    listed = document.get("pages")
    return {name: _page(name, entry) for name, entry in listed.mapping().items()} if listed else {}


@lru_cache(maxsize=1)
def packaged_pages() -> dict[str, AllowedPage]:
    """The allow-list of this project."""
    return read_allowed(resources.files("fab_pipeline.sources.vendors").joinpath(_FILE).read_text("utf-8"))


def allowed_source(allowed: AllowedPage) -> Source:
    """The source that a page is; documented until a live check of it has passed."""
    facts = source_facts(f"{PREFIX}{allowed.name}")
    return Source(
        name=facts.name,
        kind="vendors",
        title=facts.title,
        parse=_parser(allowed),
        parser_version=claims_page.PARSER_VERSION,
        status=facts.status,
        url=allowed.url,
        license=facts.license,
        redistribution=facts.redistribution,
        fetching_of=lambda: allowed.fetching,
    )


def allowed_sources(pages: Mapping[str, AllowedPage]) -> list[Source]:
    """The sources of an allow-list."""
    return [allowed_source(allowed) for allowed in pages.values()]


def _parser(allowed: AllowedPage) -> Callable[[bytes, Capture], Parsed]:
    def parse(body: bytes, capture: Capture) -> Parsed:
        parsed = claims_page.parse(body, capture)
        shape = parsed.rows["vendor_pages"][0]["shape"]
        if shape == allowed.shape:
            return parsed
        detail = (
            f"the text of the page stands in {shape}, where {allowed.shape} is declared (opened {allowed.opened}): look at the page again"
        )
        return Parsed(parsed.rows, [*parsed.rejected, Rejected(0, "unexpected_shape", detail, name=allowed.name, locator=allowed.url)])

    return parse


def _page(name: str, entry: Entry) -> AllowedPage:
    if not _NAME.fullmatch(name) or name == _RESERVED:
        raise entry.error("is no name of a page: lower-case letters, digits and '_', and not 'page'")
    entry.check_keys(_KEYS, _NEEDED)
    keys = entry.mapping()
    url = keys["url"].text()
    if urlsplit(url).scheme != "https" or not host_of(url):
        raise keys["url"].error(f"is {url!r}; it must be an https address")
    try:
        opened = date.fromisoformat(keys["opened"].text())
    except ValueError as error:
        raise keys["opened"].error("must be a day: 2026-11-30") from error
    least = found.number() if (found := entry.get("min_claims")) else 1.0
    if least != int(least):
        raise keys["min_claims"].error("must be a whole number")
    return AllowedPage(name, url, keys["vendor"].text(), keys["shape"].word(PAGE_SHAPES), int(least), opened)
