"""Blocks of a page that are mostly links: menus, lists of headlines, tags; and what the other rules measure elements by.

Belongs here: words, sentences and links of an element. A link that says a sentence is a card, and counts as text; cells of tables are
never weighed by their links. Does not belong here: where a text begins and ends (see `main_text`).
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

from bs4 import BeautifulSoup
from bs4.element import PageElement, Tag

Drop = Callable[[PageElement], None]
"""Takes an element or a piece of text out of the page, and remembers its words."""

SENTENCE: Final = re.compile(r"[。！？；]|[a-z0-9%)][.!?](?:\s|\Z)")
"""What only a sentence has: its end."""
_LINK_BLOCKS: Final = ("div", "section", "ul", "ol", "p", "dl")
_LINKED: Final = 0.6
_LONGEST_CARD: Final = 640
"""Code points of the longest link that is one card."""


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
    """Code points, those in links that say no sentence, and links, of every element by its id; one pass, however deep the nesting."""
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
            linked[id(tag)] = 0 if whole[id(tag)] > _LONGEST_CARD or SENTENCE.search(words_of(tag)) else whole[id(tag)]
    return whole, linked, links


def linked_share(block: Tag) -> float:
    """Share of the words that stand in links; a link that says a sentence is text."""
    whole = len(words_of(block))
    linked = sum(len(words) for link in block.find_all("a") if not SENTENCE.search(words := words_of(link)))
    return linked / whole if whole else 0.0
