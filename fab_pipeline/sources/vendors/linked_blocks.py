"""Blocks of a page that are mostly links: menus, lists of headlines, tags; and what the other rules measure elements by.

Belongs here: words, sentences and links of an element. A link that says a sentence, or a price or size on a line of its own, is a card of
the page and counts as text; cells of tables are never weighed by their links. Does not belong here: where a text begins and ends (see
`main_text`).
"""

import re
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Final

from bs4 import BeautifulSoup
from bs4.element import PageElement, Tag

Drop = Callable[[PageElement], None]
"""Takes an element or a piece of text out of the page, and remembers its words."""

SENTENCE: Final = re.compile(r"[。！？；]|[a-z0-9%)][.!?](?:\s|\Z)")
"""What only a sentence has: its end."""
_TELLS: Final = re.compile(r"[。；]|[a-z0-9%)]\.(?:\s|\Z)")
"""A sentence that tells; a headline may ask or exclaim."""
_SIZE: Final = re.compile(
    r"(?:from|低至|仅)?\s*[$€£¥￥]\s?\d[\d,.]*\s?(?:起|/.{1,12}|per .{1,12})?|\d[\d,.]*\s?(?:[GT]i?B|元(?:起|/.{1,8})?|vCPUs?|[GT]bps)",
    re.I,
)
"""A line of its own in the card of a product: a price or a size."""
_LINK_BLOCKS: Final = ("div", "section", "ul", "ol", "p", "dl")
_LINKED: Final = 0.6
_MOST_LINES: Final = 40
"""A link with more pieces holds a part of the page."""


def words_of(element: PageElement) -> str:
    """Visible words of an element."""
    return " ".join(element.get_text(" ").split()) if isinstance(element, Tag) else " ".join(str(element).split())


def gone(element: PageElement) -> bool:
    """Whether an element was taken out; the property of the library would search the element for a tag of that name."""
    return "_decomposed" in vars(element)


def drop_link_blocks(soup: BeautifulSoup, drop: Drop) -> None:
    """Take out blocks that are mostly links: menus, lists of headlines, tags."""
    whole, linked, links = _link_measures(soup)
    for block in soup.find_all(_LINK_BLOCKS):
        if gone(block) or links[id(block)] < 2 or linked[id(block)] < _LINKED * whole[id(block)]:
            continue
        if not block.find_parent("table") and not block.find(["table", "h1"]):
            drop(block)


def _link_measures(soup: BeautifulSoup) -> tuple[dict[int, int], dict[int, int], Counter[int]]:
    """Code points, those in links that are no cards, and links, of every element by its id; one pass, however deep the nesting."""
    whole: dict[int, int] = {}
    linked: dict[int, int] = {}
    links: Counter[int] = Counter()
    for tag in reversed(soup.find_all(True)):
        inside = [child for child in tag.contents if isinstance(child, Tag)]
        whole[id(tag)] = sum(whole[id(child)] if isinstance(child, Tag) else len(words_of(child)) for child in tag.contents)
        links[id(tag)] = sum(links[id(child)] for child in inside)
        linked[id(tag)] = sum(linked[id(child)] for child in inside)
        if tag.name == "a":
            links[id(tag)] += 1
            linked[id(tag)] = 0 if _is_card(tag) else whole[id(tag)]
    return whole, linked, links


def linked_share(block: Tag) -> float:
    """Share of the words that stand in links; a link that is a card is text."""
    whole = len(words_of(block))
    linked = sum(len(words_of(link)) for link in block.find_all("a") if not _is_card(link))
    return linked / whole if whole else 0.0


def _is_card(link: Tag) -> bool:
    """Whether a link is a card that says something itself, and not only where it leads."""
    lines = list(islice(link.stripped_strings, _MOST_LINES))
    if len(lines) == _MOST_LINES or _TELLS.search(" ".join(lines)):
        return True
    return len(lines) > 1 and any(_SIZE.fullmatch(line) for line in lines[1:])
