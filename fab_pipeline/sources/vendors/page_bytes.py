"""Bytes of a vendor page → text, the encoding that it was read by, and how many characters had been lost.

Belongs here: strict UTF-8 first, whatever the page declares (pages that declare gb2312 over UTF-8 are common); else the Content-Type
header and the page's own declaration through w3lib, which reads gb2312 as GB18030 as browsers do. A page that lost a few characters is
read and the loss is counted; one that lost many is refused. Does not belong here: structure.
"""

from dataclasses import dataclass
from typing import Final

from w3lib.encoding import html_body_declared_encoding, html_to_unicode, http_content_type_encoding, read_bom

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.disclosures.page_decoding import decode_page

_MOST_LOST: Final = 0.01
"""Share of lost characters above which a page was read by the wrong encoding, rather than damaged before."""
_FEW_LOST: Final = 3
_SHORT: Final = 100
"""So many lost characters are damage on any page of this length, whatever share of it they are."""
_GUESSES: Final = ("utf-8", "gb18030", "big5")
"""Besides what is declared: the one that loses least is it, the declared one where two lose the same."""


@dataclass(frozen=True)
class PageText:
    """Text of a page, with line feeds only and without byte order mark.

    Attributes:
        text: the text.
        encoding: by which it was read.
        replaced: characters lost (U+FFFD), before or by decoding.
    """

    text: str
    encoding: str
    replaced: int


def page_text(body: bytes, media_type: str | None = None) -> PageText:
    """Decode a page.

    Args:
        body: the bytes.
        media_type: as declared with them, e.g. "text/html; charset=gbk".

    Raises:
        UnreadableCaptureError: empty_file, file_too_large, not_text or wrong_encoding.
    """
    try:
        text = decode_page(body, media_type)
    except UnreadableCaptureError as error:
        if error.reason != "wrong_encoding":
            raise
        return _with_losses(body, media_type, error)
    return PageText(text, _encoding(body, media_type), text.count("\ufffd"))


def _encoding(body: bytes, media_type: str | None) -> str:
    if read_bom(body)[0] is None:
        try:
            body.decode("utf-8")
        except UnicodeDecodeError:
            return html_to_unicode(media_type, body)[0]
        return "utf-8"
    return read_bom(body)[0] or "utf-8"


def _with_losses(body: bytes, media_type: str | None, error: UnreadableCaptureError) -> PageText:
    declared = http_content_type_encoding(media_type) or html_body_declared_encoding(body)
    tried = [(name, body.decode(name, "replace")) for name in ((declared,) if declared else ()) + _GUESSES]
    name, text = min(tried, key=lambda one: one[1].count("\ufffd"))
    if text.count("\ufffd") > max(_MOST_LOST * len(text), _FEW_LOST if len(text) >= _SHORT else 0):
        raise error
    return PageText(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), name, text.count("\ufffd"))
