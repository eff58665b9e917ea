"""Where the text of an HTML page begins and ends, by its structure.

Belongs here: the landmark that holds the text, what stands before its heading and behind its end, and boxes whose heading announces other
pages. Does not belong here: names of classes (see `surrounding_names`), links (see `linked_blocks`), and what is hidden (see `page_body`).

The measures are those that extractors of main text commonly use: share of text inside of links, sentences, and position. The limits are
our own, set on pages of our own. No such library is used: they leave out tables, tiles and price cards together with the menus.
"""

import re
from collections.abc import Iterator
from itertools import chain, islice, takewhile
from typing import Final

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag

from fab_pipeline.sources.vendors.linked_blocks import SENTENCE, Drop, gone, linked_share, words_of
from fab_pipeline.sources.vendors.surrounding_names import heads_other_pages

_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_SECTIONS: Final = frozenset({"main", "article", "body", "html"})
_INLINE: Final = frozenset({"a", "span", "b", "strong", "em", "i", "small", "button", "label", "font", "u"})
_LANDMARK_SHARE: Final = 0.25
"""A <main> that holds less of the text than this is an empty shell."""
_ARTICLE_SHARE: Final = 0.5
"""One <article> that holds this share is the text; smaller ones are cards."""
_BEFORE_SHARE: Final = 0.3
"""More than this before the only heading of first rank is no mere top of the page."""
_LONG_PROSE: Final = 40
_NEAR: Final = 40
"""Pieces of a page that are looked at before its end."""
_END: Final = re.compile(r"[（(【\[]?\s*(?:责任编辑|責任編輯|责编|編輯|编辑|审核|校对)\s*[：:/]|[（(【]完[)）】]\Z|—*\s*END\s*—*\Z")
_LEGAL: Final = re.compile(
    r"©|\(c\)\s?(?:19|20)\d\d|\bcopyright\b|all rights reserved|版[权權]所有|保留(?:所有|一切)?[权權]利|ICP[备備证證]", re.I
)
_LONGEST_LEGAL: Final = 400


def keep_landmark(soup: BeautifulSoup, drop: Drop) -> None:
    """Where one landmark holds the text, everything outside of it is no part of it, but for the page's first heading."""
    body = soup.body or soup
    whole = len(words_of(body))
    mains = [tag for tag in body.find_all(_is_main) if tag.find_parent(_is_main) is None]
    share = _LANDMARK_SHARE
    if not mains:
        mains = [tag for tag in body.find_all(_is_article) if tag.find_parent(_is_article) is None]
        share = _ARTICLE_SHARE
    if len(mains) != 1 or len(words_of(mains[0])) <= share * whole:
        return
    main = mains[0]
    has_heading = main.find("h1") is not None
    kept = {id(parent) for parent in main.parents}
    for element in _siblings_above(main):
        if id(element) not in kept and (has_heading or not (isinstance(element, Tag) and (element.name == "h1" or element.find("h1")))):
            drop(element)


def drop_site_header(soup: BeautifulSoup, drop: Drop) -> None:
    """Take out headers of the site: those without a heading whole, of others their lists."""
    for header in soup.find_all("header"):
        if gone(header) or header.find_parent(["main", "article", "section"]):
            continue
        if header.find(["h1", "h2"]) is None:
            drop(header)
        else:
            for part in header.find_all(["ul", "ol"]):
                if not gone(part):
                    drop(part)


def drop_asides(soup: BeautifulSoup, drop: Drop) -> None:
    """Take out asides, except facts and notes inside of the text that lead to no other page."""
    for aside in soup.find_all("aside"):
        if gone(aside):
            continue
        inside = aside.find_parent(_is_main) or aside.find_parent(_is_article)
        if inside is None or linked_share(aside) > 0.3:
            drop(aside)


def drop_other_pages(soup: BeautifulSoup, drop: Drop) -> None:
    """Take out boxes whose heading announces other pages, products or comments, up to the next heading of the same rank."""
    body = soup.body or soup
    limit = 0.5 * len(words_of(body))
    for text in list(body.find_all(string=True)):
        if gone(text) or text.parent is None or not heads_other_pages(words_of(text)):
            continue
        head = _climb(text.parent)
        if (
            head.name in {"li", "td", "th", "option"}
            or (head.name not in _HEADINGS and head.find_parent(["a", "li", "td", "th"]))
            or head.name == "a"
        ):
            continue
        rank = int(head.name[1]) if head.name in _HEADINGS else 7
        box = head
        while (
            (parent := box.parent) is not None
            and parent.name not in _SECTIONS
            and _opens(parent, box, rank, head)
            and len(words_of(parent)) < limit
        ):
            box = parent
        if box is head:
            for sibling in list(takewhile(lambda one, rank=rank: not _has_heading(one, rank), head.next_siblings)):
                drop(sibling)
        drop(box)


def drop_behind_end(soup: BeautifulSoup, drop: Drop) -> None:
    """Take out what follows the line that ends an article (its editor), and the legal line of the site with all that follows it."""
    body = soup.body or soup
    read = 0
    whole = len(words_of(body))
    for text in list(body.find_all(string=True)):
        words = words_of(text)
        if not words or text.parent is None:
            continue
        block = _block_of(text)
        if _END.match(words) and len(words_of(block)) <= 60 and _prose_before(block) >= _LONG_PROSE:
            for element in list(_following(block)):
                drop(element)
            return
        if _LEGAL.search(words) and len(words_of(block)) <= _LONGEST_LEGAL and read >= whole / 2 and not block.find(_HEADINGS):
            for element in list(_following(block)):
                drop(element)
            drop(block)
            return
        read += len(words)


def drop_before_heading(soup: BeautifulSoup, drop: Drop) -> None:
    """Take out what stands before the only heading of first rank, but for plain words beside it (a kicker, a date)."""
    body = soup.body or soup
    heads = body.find_all("h1")
    if len(heads) != 1:
        return
    found: list[PageElement] = []
    node: PageElement = heads[0]
    while isinstance(node.parent, Tag) and node is not body:
        beside = node is heads[0]
        found.extend(
            one for one in node.previous_siblings if not beside or not isinstance(one, Tag) or one.name in {"ul", "ol"} or one.find("a")
        )
        node = node.parent
    if sum(len(words_of(one)) for one in found) <= _BEFORE_SHARE * len(words_of(body)):
        for one in found:
            if isinstance(one, Tag) or node is not body:
                drop(one)


def _is_main(tag: Tag) -> bool:
    return tag.name == "main" or tag.get("role") == "main"


def _is_article(tag: Tag) -> bool:
    return tag.name == "article" or tag.get("itemprop") == "articleBody" or tag.get("role") == "article"


def _siblings_above(tag: Tag) -> list[PageElement]:
    """Everything of the body outside of an element, as the largest pieces."""
    found: list[PageElement] = []
    node: Tag = tag
    while node.parent is not None and node.name != "body":
        found.extend(one for one in (*node.previous_siblings, *node.next_siblings) if isinstance(one, (Tag, NavigableString)))
        node = node.parent
    return found


def _climb(tag: Tag) -> Tag:
    """The largest element that has the words of this one and no others."""
    while tag.parent is not None and tag.parent.name not in _SECTIONS:
        if any(words_of(one) for one in chain(tag.previous_siblings, tag.next_siblings)):
            break
        tag = tag.parent
    return tag


def _opens(parent: Tag, box: Tag, rank: int, head: Tag) -> bool:
    """Whether a box begins with what stands in it, and has no other heading of its rank or above."""
    if any(words_of(one) for one in box.previous_siblings):
        return False
    headings = (tag for tag in parent.descendants if isinstance(tag, Tag) and tag.name in _HEADINGS)  # lazily: the next one decides mostly
    return not any(tag is not head and tag not in head.parents and int(tag.name[1]) <= rank for tag in headings)


def _has_heading(element: PageElement, rank: int) -> bool:
    if not isinstance(element, Tag):
        return False
    return any(int(one.name[1]) <= rank for one in ([element] if element.name in _HEADINGS else element.find_all(_HEADINGS)))


def _block_of(text: PageElement) -> Tag:
    tag = text.parent or Tag(name="p")
    while tag.name in _INLINE and tag.parent is not None:
        tag = tag.parent
    return tag


def _prose_before(block: Tag) -> int:
    """Code points of sentences that stand shortly before a block, in its own element or the one around it."""
    around = block.parent if block.parent and block.parent.name != "body" else None
    before = chain(islice(block.previous_siblings, _NEAR), islice(around.previous_siblings, _NEAR) if around else ())
    return sum(len(words) for one in before if SENTENCE.search(words := words_of(one)))


def _following(block: Tag) -> Iterator[PageElement]:
    node: Tag = block
    while node.parent is not None and node.name != "body":
        yield from node.next_siblings
        node = node.parent
