"""An HTML page without what is no part of its text: navigation, footers, other pages' headlines, hidden leftovers.

Belongs here: the order in which elements are taken out before the text is read, and the words of what was taken out, so that nothing goes
untold. Two things are kept although their markup says otherwise: an element that holds most of the page is its body whatever its class is
called, and one that is only invisible until a script shows it ("visibility: hidden" over the whole article) is what the reader sees. Does
not belong here: text (see `html_page`).
"""

import re
from collections.abc import Iterator
from typing import Final

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag

from fab_pipeline.sources.vendors import main_text
from fab_pipeline.sources.vendors.linked_blocks import Drop, drop_link_blocks, gone, words_of
from fab_pipeline.sources.vendors.surrounding_names import is_surrounding, names_of

_HIDDEN_CLASS: Final = re.compile(
    r"(?:is-|u-|js-)?(?:hide|hidden|invisible|d-none|sr-only|visually-?hidden|display-none|w-condition-invisible)", re.I | re.A
)
_HIDDEN_STYLE: Final = re.compile(
    r"display\s*:\s*none|(?<![\w-])opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0(?:px)?\s*(?:;|!|$)"
    r"|(?<![\w-])(?:left|top|text-indent)\s*:\s*-\d{3,}",
    re.I | re.A,
)
_UNSEEN_STYLE: Final = re.compile(r"visibility\s*:\s*hidden", re.I | re.A)
_HIDING_RULE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_SIMPLE: Final = re.compile(r"[.#][\w-]+")
_NO_TEXT: Final = frozenset({"script", "style", "noscript", "template"})
_SMALL: Final = _NO_TEXT | {"span", "a", "li", "td", "p", "img", "br"}
_MOST: Final = 0.5


def without_surroundings(soup: BeautifulSoup) -> str:
    """Take everything out of a page that is not its text, in place.

    Returns:
        The words that readers see around the text, one line for each piece; hidden ones are not among them.
    """
    left_out: list[str] = []

    def drop(element: PageElement) -> None:
        if isinstance(element, Tag):
            if gone(element) or element.name in _NO_TEXT:
                return
            left_out.append(words_of(element))
            element.decompose()
        elif type(element) is NavigableString and not gone(element) and element.parent is not None:
            left_out.append(words_of(element))
            element.extract()

    _drop_hidden(soup)
    main_text.keep_landmark(soup, drop)
    _drop_named(soup, drop)
    for rule in (
        main_text.drop_site_header,
        main_text.drop_asides,
        main_text.drop_other_pages,
        main_text.drop_behind_end,
        main_text.drop_before_heading,
        drop_link_blocks,
    ):
        rule(soup, drop)
    return "\n".join(words for words in left_out if words)


def _drop_hidden(soup: BeautifulSoup) -> None:
    unseen = _hidden_selectors(soup)
    for tag, most in _elements(soup):
        if most:
            _show(tag)
        elif _is_hidden(tag, unseen):
            tag.decompose()


def _drop_named(soup: BeautifulSoup, drop: Drop) -> None:
    for tag, most in _elements(soup):
        if not most and is_surrounding(tag):
            drop(tag)


def _elements(soup: BeautifulSoup) -> Iterator[tuple[Tag, bool]]:
    """Elements that are still in the page, each with whether it holds most of the text."""
    lengths = _text_lengths(soup)
    whole = max(1, sum(lengths.get(id(child), 0) for child in soup.find_all(True, recursive=False)))
    for tag in soup.find_all(True):
        if gone(tag) or tag.name in {"html", "body", "head"}:
            continue
        yield tag, tag.name not in _SMALL and lengths[id(tag)] > _MOST * whole


def _text_lengths(soup: BeautifulSoup) -> dict[int, int]:
    """Code points of text inside of every element, by its id; scripts and styles have none. One pass, however deep the nesting."""
    lengths: dict[int, int] = {}
    for tag in reversed(soup.find_all(True)):
        inside = sum(lengths[id(child)] if isinstance(child, Tag) else len(str(child)) for child in tag.contents)
        lengths[id(tag)] = 0 if tag.name in _NO_TEXT else inside
    return lengths


def _show(tag: Tag) -> None:
    """Drop what hides an element only until a script shows it; display: none stays hidden."""
    style = str(tag.get("style", ""))
    if _UNSEEN_STYLE.search(style) and not re.search(r"display\s*:\s*none", style, re.I | re.A):
        del tag["style"]


def _is_hidden(tag: Tag, unseen: frozenset[str]) -> bool:
    names = names_of(tag)
    return (
        bool(_HIDDEN_STYLE.search(str(tag.get("style", ""))))
        or any(name[0] == "." and _HIDDEN_CLASS.fullmatch(name[1:]) for name in names)
        or bool(names & unseen)
    )


def _hidden_selectors(soup: BeautifulSoup) -> frozenset[str]:
    """Classes and ids that a style sheet of the page itself hides, outside of media rules and other nested ones."""
    found: set[str] = set()
    for style in soup.find_all("style"):
        depth = 0
        for piece in re.sub(r"/\*.*?\*/", "", style.get_text(), flags=re.S).split("}"):
            selectors, _, rules = piece.partition("{")
            if depth == 0 and piece.count("{") == 1 and _HIDING_RULE.search(rules):
                found.update(name.strip() for name in selectors.split(",") if _SIMPLE.fullmatch(name.strip()))
            depth = max(0, depth + piece.count("{") - 1)
    return frozenset(found)
