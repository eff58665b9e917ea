"""Lists that go on in another answer: what an answer says about its next page.

Belongs here: reading that from the bytes, for the rules of paging and for the remark that a page is missing. An answer that cannot be read
has no next page; what is wrong with it the parser says. Does not belong here: asking, and the plans themselves.
"""

from typing import Any
from urllib.parse import quote

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import json_values


def value_at(body: bytes, *path: str) -> Any:
    """A value inside a JSON answer, by the names of its fields; None where it is missing, or the answer is none."""
    try:
        value: Any = json_values(body)[0]
    except UnreadableCaptureError:
        return None
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def text_at(body: bytes, *path: str) -> str | None:
    """The same for a text that says something."""
    value = value_at(body, *path)
    return value if isinstance(value, str) and value else None


def page_after(body: bytes) -> int | None:
    """Number of the next page of an answer that says `page` and `pages`."""
    page, pages = value_at(body, "page"), value_at(body, "pages")
    whole = all(isinstance(number, int) and not isinstance(number, bool) for number in (page, pages))
    return page + 1 if whole and 0 < page < pages else None


def with_parameter(url: str, name: str, value: str) -> str:
    """The address of a first page with the parameter that names a later one; an earlier value of it gives way."""
    first = url.partition(f"&{name}=")[0]
    return f"{first}&{name}={quote(value, safe='')}"


def note_missing_pages(goes_on: object, gathering: Gathering) -> None:
    """Say that an answer goes on and its other pages are not here; in a snapshot of several answers they are."""
    if goes_on and not gathering.capture.other_answers:
        gathering.remark("pages_missing", f"the list of {gathering.capture.source} goes on in another answer, and that is not here")
