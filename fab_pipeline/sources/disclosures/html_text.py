"""HTML → the visible text of a page, with the place of every element in it.

Belongs here: what is visible, and where elements end: blocks and cells by line breaks, other elements by a space where their words would
touch. Raised marks of footnotes are no words of the sentence that they stand in ("832,102² GPU hours" are not 2 hours); raised digits
behind 10 may be a power ("1.5 × 10^13") and stay. Does not belong here: tables and their meaning.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Final

from bs4 import BeautifulSoup
from bs4.element import CData, NavigableString, PageElement, PreformattedString, Tag

_INVISIBLE: Final = frozenset(
    ["script", "style", "template", "noscript", "head", "svg", "iframe", "object", "datalist", "select", "option", "del", "s", "strike"]
)
"""What a browser does not show, and what it shows struck through: the page takes it back."""
_FOOTNOTE_MARK: Final = re.compile(
    r"[\[(（]?(?:\d{1,2}|[a-z*†‡§¶#]|[ivx]{1,4}|(?:note|注)\s?\d{0,2})(?:\s?[,，]\s?(?:\d{1,2}|[a-z*†‡§¶#]))*[\])）]?", re.I
)
_OF_PICTURE: Final = re.compile(r"\b(?:logo|icon|avatar|flag|image|photo|thumbnail|picture)\b|图标|标志|徽标|头像", re.I)
"""Alternative texts that tell what a picture is, and not what it says."""
_POWER_BASE: Final = re.compile(r"(?<![\d.,])10\Z")
_HIDDEN_STYLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_HIDDEN_CLASS: Final = re.compile(r"(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|d-none|hidden)(?:\s|$)", re.I)
_INLINE: Final = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "button",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass
class HtmlText:
    """Visible text of a page.

    Attributes:
        text: the words; white space as a browser shows it, blocks on lines of their own.
        spans: id of an element → where it stands in the text.
        pieces: (start, end) of every run of words that no element boundary cuts, in order.
    """

    text: str = ""
    spans: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    pieces: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def parts(self, start: int, end: int) -> tuple[str, ...]:
        """Words between two places, cut at element boundaries."""
        first = bisect_left(self.pieces, (start, start))
        inside = takewhile(lambda piece: piece[1] <= end, islice(self.pieces, first, None))
        return tuple(words for begin, stop in inside if (words := self.text[begin:stop].strip()))


def is_hidden(tag: Tag) -> bool:
    """Whether a browser shows nothing of an element."""
    style, hidden = str(tag.get("style", "")), str(tag.get("aria-hidden", ""))
    classes = tag.get("class")
    words = " ".join(classes) if isinstance(classes, list) else str(classes or "")
    return (
        tag.name in _INVISIBLE
        or tag.has_attr("hidden")
        or hidden.lower() == "true"
        or bool(_HIDDEN_STYLE.search(style))
        or bool(_HIDDEN_CLASS.search(words))
        or (tag.name == "input" and tag.get("type") == "hidden")
    )


def visible_text(soup: BeautifulSoup) -> HtmlText:
    """Text of a page and the places of its elements; walked without recursion, so that nesting has no limit."""
    result = HtmlText()
    words: list[str] = []
    length = 0
    pending = ""
    opened: list[tuple[Tag, int]] = []
    for event, element in _walk(soup):
        if isinstance(element, Tag):
            if event == "open":
                opened.append((element, length))
                pending = _stronger(pending, "" if element.name in _INLINE else "\n")
                if element.name == "br":
                    pending = "\n"
                pending = pending or "|"
                continue
            tag, start = opened.pop()
            result.spans[id(tag)] = (start, length)
            pending = _stronger(pending or "|", "" if tag.name in _INLINE else "\n")
            continue
        raw = str(element)
        content = " ".join(raw.split())
        if content and any(tag.name == "sup" for tag, _ in opened[-3:]):
            if content.isdigit() and _POWER_BASE.search("".join(words[-2:])):
                content, pending = f"^{content}", ""
            elif _FOOTNOTE_MARK.fullmatch(content):
                continue
        if not content:
            pending = _stronger(pending, " ") if raw and length else pending
            continue
        spaced = raw[0].isspace()
        gap = _gap(pending, spaced=spaced, first=length == 0)
        words.append(gap + content)
        result.pieces.append((length + len(gap), length + len(gap) + len(content)))
        length += len(gap) + len(content)
        pending = " " if raw[-1].isspace() else ""
    result.text = "".join(words)
    return result


def _gap(pending: str, *, spaced: bool, first: bool) -> str:
    if first:
        return ""
    if pending in {"\n", " "}:
        return pending
    return " " if spaced or pending == "|" else ""


def _stronger(one: str, other: str) -> str:
    """The stronger of two separators: line break, space, element boundary ("|", which becomes a space), none."""
    order = ("", "|", " ", "\n")
    return one if order.index(one) >= order.index(other) else other


def _walk(soup: BeautifulSoup) -> Iterator[tuple[str, PageElement]]:
    stack: list[tuple[str, PageElement]] = [("open", soup)]
    while stack:
        event, element = stack.pop()
        if isinstance(element, Tag):
            if event == "open" and is_hidden(element):
                continue
            yield event, element
            if event == "open":
                stack.append(("close", element))
                stack.extend(("open", child) for child in reversed(element.contents))
                if element.name == "img" and not element.contents and element.get("alt") and not _OF_PICTURE.search(str(element["alt"])):
                    stack.append(("open", NavigableString(str(element["alt"]))))
        elif isinstance(element, NavigableString) and (not isinstance(element, PreformattedString) or isinstance(element, CData)):
            yield "text", element
