"""What no page of prices or of training runs holds: elements, words, texts and data without end.

Pages are read by patterns that look around every number and every name: on a hundred thousand digits in a row, or three thousand boxes in
each other, that takes minutes. Belongs here: these limits over the elements of a page. Does not belong here: sizes of files (`collecting`),
and what a page says.
"""

import re
from typing import Final

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString

from fab_pipeline.sources.base import Rejected, UnreadableCaptureError

DEEPEST: Final = 256
"""Elements in each other; libxml2's own limit for XML. Price pages as fetched stay below 60."""

MANY_ELEMENTS: Final = 10_000
SHORTEST_ELEMENT: Final = 8
"""Characters of a page for each of its elements, tags included; pages as fetched have 30 and more."""

LONGEST_WORD: Final = 200
LONGEST_TEXT: Final = 2_000
"""Characters of ASCII without a space, and of one piece of text between two tags; a longer one is no name, no price, and no sentence."""

LONGEST_LINE: Final = 10_000
"""Characters of a line of text, of which a flattened page may be one."""

MOST_VALUES: Final = 2_000_000
"""Values of one JSON text: a page of 5,000 products has 200,000, and 60 MB of "{}" would take gigabytes of memory."""

_TAG: Final = re.compile("<[A-Za-z]")
_ENDLESS: Final = re.compile(rf"([!-~]{{{LONGEST_WORD}}})[!-~]+")
"""ASCII only: Chinese is written without spaces."""


def require_content(text: str) -> None:
    """Refuse a page that is all but nothing than elements (reading each takes time, and none can hold anything), or data without end.

    Raises:
        UnreadableCaptureError: too_many_elements or too_many_values; one line.
    """
    require_few_values(text)
    number = sum(1 for _ in _TAG.finditer(text))
    if number > MANY_ELEMENTS and len(text) < SHORTEST_ELEMENT * number:
        detail = f"{number:,} elements in {len(text):,} characters: no page has so many with so little in them; it is damaged"
        raise UnreadableCaptureError("too_many_elements", detail)


def require_few_values(text: str) -> None:
    """Refuse a text whose data have no end, told by its commas and brackets before anything is read.

    Raises:
        UnreadableCaptureError: too_many_values; one line.
    """
    values = sum(text.count(sign) for sign in ",[{")
    if values > MOST_VALUES:
        raise UnreadableCaptureError("too_many_values", f"the text holds {values:,} values, more than {MOST_VALUES:,}: it is damaged")


def require_shallow(soup: BeautifulSoup) -> None:
    """Refuse a page whose elements are nested without end.

    Raises:
        UnreadableCaptureError: nested_too_deeply; one line.
    """
    depths = {id(soup): 0}
    for tag in soup.find_all(True):
        depth = depths.get(id(tag.parent), 0) + 1
        depths[id(tag)] = depth
        if depth > DEEPEST:
            raise UnreadableCaptureError("nested_too_deeply", f"elements are nested more than {DEEPEST} deep: the page is damaged")


def shorten_texts(soup: BeautifulSoup) -> list[Rejected]:
    """Cut words and texts that have no end, in place. Scripts are left alone: they are data, and read by other rules.

    Returns:
        One entry for the page where something was cut.
    """
    found = [text for text in soup.find_all(string=True) if _is_endless(text)]
    for text in found:
        text.replace_with(shortened(str(text)))
    if not found:
        return []
    detail = f"{len(found)} texts without end were cut to {LONGEST_TEXT:,} characters, their words to {LONGEST_WORD}"
    return [Rejected(0, "text_cut", detail, name=str(found[0])[:60])]


def shortened(text: str) -> str:
    """A text within the limits."""
    return _ENDLESS.sub(r"\1", text)[:LONGEST_TEXT]


def is_endless_line(line: str) -> bool:
    """Whether a line of a page's text is no line: flattened pages have long ones, but none like this."""
    return len(line) > LONGEST_LINE or _ENDLESS.search(line) is not None


def _is_endless(text: NavigableString) -> bool:
    if isinstance(text, PreformattedString) or (isinstance(text.parent, Tag) and text.parent.name in {"script", "style"}):
        return False
    return len(text) > LONGEST_TEXT or (len(text) > LONGEST_WORD and _ENDLESS.search(text) is not None)
