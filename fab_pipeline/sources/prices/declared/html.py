"""Bytes of a price page → its visible elements and their text.

Belongs here: decoding, what a reader of the page does not see, pages that are no page (blocked, not HTML), order of elements, and text in
two ways: words apart (names, headings) and as printed (prices). Does not belong here: declarations.
"""

import re
from collections.abc import Callable, Iterable, Set
from typing import Final

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement, PreformattedString
from w3lib.encoding import html_to_unicode

from fab_pipeline.sources.base import UnreadableCaptureError

_UNSEEN: Final = ("script", "style", "template", "noscript", "svg", "iframe", "object", "datalist", "head")
_HIDDEN_CLASS: Final = re.compile(r"(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|w-condition-invisible)(?:\s|$)")
"""Class names that hide wherever they are used. Names like "hidden" and "d-none" do not: with others they hide on small screens only."""
_HIDDEN_STYLE: Final = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_STRUCK_STYLE: Final = re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through", re.I)
_STRUCK: Final = frozenset({"s", "del", "strike"})
INLINE: Final = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "code", "data", "em", "font", "i", "ins", "label", "mark", "q", "small", "span", "strong", "sub",
     "sup", "time", "u", "var", "wbr", "button"}
)  # fmt: skip
"""Elements that do not break a line."""
_RAISED_MARK: Final = re.compile(r"[\d*†‡§]{1,5}|[a-d]|\(\d{1,2}\)|\[\d{1,2}\]", re.I)
_TRADE_MARKS: Final = frozenset({"TM", "SM", "R", "™", "®"})
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SUPERSCRIPT_RUN: Final = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_ELEMENT: Final = re.compile(r"<[A-Za-z][^<>]*>")
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")

_BLOCKED: Final = re.compile(
    r"just a moment|attention required|verify (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)|checking your browser"
    r"|enable javascript and cookies to continue|access denied|request blocked|pardon our interruption|unusual traffic"
    r"|complete the security check|captcha|too many requests|请完成安全验证",
    re.I,
)
"""What pages say that stand in for another page: bot walls of Cloudflare, Akamai, Imperva, PerimeterX and the like."""


def decode(body: bytes, media_type: str | None) -> str:
    """Text of a page: UTF-8 where the bytes are valid UTF-8, else as the page or its header declares it.

    Raises:
        UnreadableCaptureError: empty_file or not_text.
    """
    if not body.strip():
        raise UnreadableCaptureError("empty_file", "the file is empty; a page that offers nothing still says so")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        _, text = html_to_unicode(media_type, body)
    if "\x00" in text or ("<" not in text and _CONTROL.search(body[:4096])):
        raise UnreadableCaptureError("not_text", "the file is not text: it holds control characters (an image or an archive?)")
    return text


def parse_page(text: str) -> BeautifulSoup:
    """Elements of a page.

    Raises:
        UnreadableCaptureError: not_html.
    """
    if not _ELEMENT.search(text) or text.lstrip().startswith(("{", "[")):
        raise UnreadableCaptureError("not_html", "the file is no HTML page; a price page is read by its elements")
    return BeautifulSoup(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), "lxml")


def blocked_by(soup: BeautifulSoup) -> str | None:
    """The words by which a page tells that it stands in for another one; None where it does not."""
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    hit = _BLOCKED.search(f"{title} {spaced_text(soup.body or soup)[:5000]}")
    return hit[0] if hit else None


def remove_unseen(soup: BeautifulSoup, drop: Iterable[str], keep_hidden: Iterable[str]) -> list[str]:
    """Take out what the declaration drops and what nobody sees.

    Panels of tabs (role=tabpanel) stay: they are seen after a click. So does what `keep_hidden` selects.

    Returns:
        The texts of elements that were taken out because the page hides them.
    """
    tags = soup.find_all(True)
    kept = {id(tag) for selector in keep_hidden for tag in soup.select(selector)}
    gone: set[int] = set()
    dropped = ", ".join(drop)
    for tag in soup.select(dropped) if dropped else ():
        _remove(tag, gone)
    hidden: list[str] = []
    for tag in tags:
        if id(tag) in gone or id(tag) in kept or not _is_unseen(tag):
            continue
        if tag.name not in _UNSEEN:
            hidden.append(spaced_text(tag))
        _remove(tag, gone)
    return hidden


def _remove(tag: Tag, gone: set[int]) -> None:
    """Take an element out and note it with all in it; asking bs4 (`tag.decomposed`) searches the whole element each time."""
    if id(tag) not in gone:
        gone.update(id(inner) for inner in (tag, *tag.find_all(True)))
        tag.extract()


def spaced_text(tag: Tag, others: Set[int] = frozenset()) -> str:
    """Words of an element, apart wherever an element begins or ends; footnote marks of raised figures stand as "[^1]".

    Args:
        tag: the element.
        others: ids of elements that are read by themselves: what stands in them (an unclosed cell holds all that follow) is theirs.
    """
    return _text(tag, lambda _: " ", others)


def price_text(tag: Tag, others: Set[int] = frozenset()) -> str:
    """Text of an element as printed: figures in neighbouring inline elements touch, blocks are apart, struck-out prices are left out."""
    return _text(tag, lambda name: "" if name in INLINE else " ", others, struck=False)


def attribute_of(tag: Tag, name: str) -> str | None:
    """An attribute as text; None where it is not there."""
    value = tag.get(name)
    return None if value is None else " ".join(value) if isinstance(value, list) else str(value)


def _is_unseen(tag: Tag) -> bool:
    if tag.name in _UNSEEN:
        return True
    if attribute_of(tag, "role") == "tabpanel":
        return False
    return (
        tag.has_attr("hidden")
        or (attribute_of(tag, "aria-hidden") or "").lower() == "true"
        or bool(_HIDDEN_STYLE.search(attribute_of(tag, "style") or ""))
        or bool(_HIDDEN_CLASS.search(attribute_of(tag, "class") or ""))
        or (tag.name == "input" and tag.get("type") == "hidden")
    )


def _text(tag: Tag, gap: Callable[[str], str], others: Set[int], *, struck: bool = True) -> str:
    parts: list[str] = []
    stack: list[PageElement | str] = [tag]
    while stack:
        element = stack.pop()
        if isinstance(element, Tag):
            if not struck and _is_struck(element):
                continue
            if element is not tag and id(element) in others:
                parts.append(" ")
                continue
            if element.name == "sup" and (mark := _raised_mark(element)) is not None:
                parts.append(mark)
                continue
            space = " " if element.name == "br" else gap(element.name)
            stack.extend([space, *reversed(element.contents), space])
        elif isinstance(element, NavigableString):
            if not isinstance(element, PreformattedString):
                parts.append(_SUPERSCRIPT_RUN.sub(lambda hit: f"[^{hit[0].translate(_SUPERSCRIPTS)}]", str(element)))
        else:
            parts.append(str(element))
    return " ".join("".join(parts).split())


def _is_struck(tag: Tag) -> bool:
    return tag.name in _STRUCK or bool(_STRUCK_STYLE.search(attribute_of(tag, "style") or ""))


def _raised_mark(tag: Tag) -> str | None:
    content = "".join(tag.get_text().split())
    if content.upper() in _TRADE_MARKS:
        return ""
    return f"[^{content.strip('()[]')}]" if _RAISED_MARK.fullmatch(content) else None
