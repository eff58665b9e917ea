"""Bytes of a page → text, and whether it is HTML.

Belongs here: the size limit, which is checked before anything is read, and encodings: UTF-8 where the bytes are valid UTF-8, else what the
page declares. Bytes that are neither are refused rather than read with replacement characters. Does not belong here: structure.
"""

import re
from typing import Final

from w3lib.encoding import html_body_declared_encoding, html_to_unicode, http_content_type_encoding, read_bom

from fab_pipeline.sources.base import UnreadableCaptureError

MAX_PAGE_BYTES: Final = 20 * 1024 * 1024
"""A page of runs has some hundred kilobytes; anything near this is a mistake and is not worth the memory."""
_HTML_TAG: Final = re.compile(r"<!doctype html|<(?:html|body|table|tr|td|div|section|main|article|ul|dl)\b[^>]*>", re.I)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SNIFFED: Final = 4096


def decode_page(body: bytes, media_type: str | None = None) -> str:
    """Text of a page, without byte order mark, with line feeds only.

    Args:
        body: the bytes.
        media_type: as declared with them, e.g. "text/html; charset=gbk".

    Raises:
        UnreadableCaptureError: empty_file, file_too_large, not_text or wrong_encoding.
    """
    if len(body) > MAX_PAGE_BYTES:
        limit = MAX_PAGE_BYTES // 1024**2
        raise UnreadableCaptureError("file_too_large", f"the page has {len(body):,} bytes; pages of more than {limit} MB are not read")
    if not body.strip():
        raise UnreadableCaptureError("empty_file", "the file is empty" if not body else "the file holds nothing but white space")
    encoding, _ = read_bom(body)
    if encoding is None and _CONTROL.search(body[:_SNIFFED]):
        raise UnreadableCaptureError(
            "not_text", "the file is not text: it holds control characters (an image, an archive or a Parquet file?)"
        )
    text = _text(body, media_type, has_bom=encoding is not None)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def is_html(text: str, media_type: str | None = None) -> bool:
    """Whether a text is to be read by element boundaries: it has elements, or is declared as HTML and has any."""
    tags = _HTML_TAG.findall(text[: 512 * 1024])
    return (
        len(tags) >= 2
        or bool(tags and media_type and "html" in media_type.lower())
        or text.lstrip()[:15].lower().startswith(("<!doctype", "<html"))
    )


def garbled(text: str) -> bool:
    """Whether a text looks like UTF-8 that somebody decoded as Latin-1 or Windows-1252 and saved again."""
    sample = "".join(character for character in text[: 64 * 1024] if ord(character) < 0x2200)
    for encoding in ("latin-1", "cp1252"):
        try:
            restored = sample.encode(encoding, "ignore").decode("utf-8")
        except UnicodeDecodeError:
            continue
        if len(restored) < 0.9 * len(sample) and re.search(r"[\u4e00-\u9fff]", restored):
            return True
    return False


def _text(body: bytes, media_type: str | None, *, has_bom: bool) -> str:
    if not has_bom:
        try:
            return body.decode("utf-8")
        except UnicodeDecodeError as error:
            place = error.start
    else:
        place = 0
    declared = http_content_type_encoding(media_type) or html_body_declared_encoding(body)
    if not has_bom and declared in {None, "utf-8"}:
        raise UnreadableCaptureError("wrong_encoding", f"the file is not valid UTF-8 (byte {place:,}) and declares no other encoding")
    encoding, text = html_to_unicode(media_type, body)
    if "\ufffd" in text:
        raise UnreadableCaptureError("wrong_encoding", f"the file cannot be decoded as {encoding}, which it declares")
    return text
