"""An HTML page without what is no part of its body: navigation, footers, lists of other articles, hidden leftovers.

Belongs here: which elements are taken out before the text is read. Two things are kept although their markup says otherwise: an element
that holds most of the page is its body whatever its class is called, and one that is only invisible until a script shows it
("visibility: hidden" over the whole article) is what the reader sees. Does not belong here: text (see `html_page`).
"""

import re
from typing import Final

from bs4 import BeautifulSoup
from bs4.element import Tag

_NEVER_BODY: Final = frozenset({"nav", "footer", "form", "dialog", "noscript", "template", "style"})
_ROLES: Final = frozenset({"navigation", "contentinfo", "search", "banner", "menu", "menubar", "dialog", "alertdialog"})
_SURROUNDINGS: Final = re.compile(
    r"(?:(?:site|page|global|main|top|bottom|article|post|blog|news|js|c|m|u)[-_]?)?"
    r"(?:nav|navbar|navigation|menu|breadcrumbs?|crumbs?|footer|foot|sidebar|aside|related|recommend\w*|more-?(?:news"
    r"|articles|posts|reading)"
    r"|comments?|share|sharing|social|copyright|cookies?|gdpr|advert\w*|ads?|login|pagination|pager|toolbar|hot(?:news"
    r"|list)?|rank(?:ing)?list"
    r"|subscribe|newsletter|beian|icp|disclaimer|prev-?next|xgyd|tuijian)"
    r"(?:[-_]?(?:wrap(?:per)?|box|list|bar|area|container|content|block|inner|links?|posts?|articles?|news|reading"
    r"|section|panel|module|item))*",
    re.I | re.A,
)
_HIDDEN_CLASS: Final = re.compile(
    r"(?:is-|u-|js-)?(?:hide|hidden|invisible|d-none|sr-only|visually-?hidden|display-none|w-condition-invisible)", re.I | re.A
)
_HIDDEN_STYLE: Final = re.compile(
    r"display\s*:\s*none|(?<![\w-])opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0(?:px)?\s*(?:;|!|$)", re.I | re.A
)
_UNSEEN_STYLE: Final = re.compile(r"visibility\s*:\s*hidden", re.I | re.A)
_HIDING_RULE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_SIMPLE: Final = re.compile(r"[.#][\w-]+")
_NO_TEXT: Final = frozenset({"script", "style", "noscript", "template"})
_SMALL: Final = _NO_TEXT | {"span", "a", "li", "td", "p", "img", "br"}
_MOST: Final = 0.5


def without_surroundings(soup: BeautifulSoup) -> None:
    """Take everything out of a page that is not its body, in place."""
    lengths = _text_lengths(soup)
    whole = max(1, sum(lengths.get(id(child), 0) for child in soup.find_all(True, recursive=False)))
    unseen = _hidden_selectors(soup)
    for tag in soup.find_all(True):
        if "_decomposed" in vars(tag) or tag.name in {"html", "body", "head"}:  # its property would search the whole element
            continue
        if tag.name not in _SMALL and lengths[id(tag)] > _MOST * whole:
            _show(tag, unseen)
            continue
        if _is_surrounding(tag) or _is_hidden(tag, unseen):
            tag.decompose()


def _text_lengths(soup: BeautifulSoup) -> dict[int, int]:
    """Code points of text inside of every element, by its id; scripts and styles have none. One pass, however deep the nesting."""
    lengths: dict[int, int] = {}
    for tag in reversed(soup.find_all(True)):
        inside = sum(lengths[id(child)] if isinstance(child, Tag) else len(str(child)) for child in tag.contents)
        lengths[id(tag)] = 0 if tag.name in _NO_TEXT else inside
    return lengths


def _show(tag: Tag, unseen: frozenset[str]) -> None:
    """Drop what hides an element only until a script shows it; display: none stays hidden."""
    style = str(tag.get("style", ""))
    if _UNSEEN_STYLE.search(style) and not re.search(r"display\s*:\s*none", style, re.I | re.A):
        del tag["style"]
    if unseen and _names(tag) & unseen:
        return


def _is_surrounding(tag: Tag) -> bool:
    if tag.name in _NEVER_BODY or str(tag.get("role", "")).lower() in _ROLES:
        return True
    return tag.name != "script" and any(_SURROUNDINGS.fullmatch(name[1:]) for name in _names(tag))


def _is_hidden(tag: Tag, unseen: frozenset[str]) -> bool:
    names = _names(tag)
    return (
        bool(_HIDDEN_STYLE.search(str(tag.get("style", ""))))
        or any(name[0] == "." and _HIDDEN_CLASS.fullmatch(name[1:]) for name in names)
        or bool(names & unseen)
    )


def _names(tag: Tag) -> frozenset[str]:
    """Classes and id of an element as selectors: {".footer", "#top"}."""
    classes = tag.get("class")
    words = classes if isinstance(classes, list) else str(classes or "").split()
    identity = str(tag.get("id", ""))
    return frozenset([f".{word}" for word in words if word] + ([f"#{identity}"] if identity else []))


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
