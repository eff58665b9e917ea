"""The body of an answer, unpacked while it streams: as much as is allowed, and whole.

Belongs here: gzip within a limit, and noticing that it ends too early. Does not belong here: bytes on the wire (see
`allowance`). We unpack ourselves because the HTTP library unpacks a whole chunk at once, however large it becomes, and takes a cut-off
gzip file for a complete one.
"""

import zlib
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from fab_pipeline.collecting.faults import AnswerFault

ACCEPT_ENCODING: Final = "gzip"
LARGE: Final = 8 * 1024 * 1024
"""Answers beyond this come in one at a time: of many that grow at once the memory would hold all."""
_CHUNK: Final = 64 * 1024
_GZIP: Final = 16 + zlib.MAX_WBITS


class Raw(Protocol):
    """The undecoded body of an answer (`urllib3.HTTPResponse`)."""

    def read(self, amt: int | None = None, decode_content: bool | None = None) -> bytes:
        """The next bytes as they came over the wire."""
        ...


def read_body(raw: Raw, encoding: str | None, limit: int, when_large: Callable[[], None] | None = None) -> bytes:
    """The unpacked body.

    Args:
        raw: where it is read from.
        encoding: header Content-Encoding.
        limit: most bytes that it may have.
        when_large: called once when it has grown beyond `LARGE`, to wait until there is room for it.

    Raises:
        AnswerFault: too large, cut off, damaged, or packed in another way.
    """
    found = bytearray()
    for piece in _pieces(raw, (encoding or "identity").strip().lower()):
        found += piece
        if len(found) > LARGE and when_large:
            when_large()
            when_large = None
        if len(found) > limit:
            raise AnswerFault("rejected", "too_large", f"the answer unpacks to more than the {limit:,} bytes that are taken")
    return bytes(found)


def beginning(raw: Raw, encoding: str | None, limit: int) -> bytes:
    """The first bytes of a body that is only kept to be looked at; damage ends it."""
    found = bytearray()
    try:
        for piece in _pieces(raw, (encoding or "identity").strip().lower()):
            found += piece
            if len(found) >= limit:
                break
    except AnswerFault:
        pass
    return bytes(found[:limit])


def _pieces(raw: Raw, encoding: str) -> Iterator[bytes]:
    wire = iter(lambda: raw.read(_CHUNK, decode_content=False), b"")
    if encoding in {"", "identity"}:
        return wire
    if encoding in {"gzip", "x-gzip"}:
        return _unpacked(wire)
    raise AnswerFault("rejected", "unknown_encoding", f"the answer is packed as {encoding[:40]!r}; only gzip was asked for")


def _unpacked(wire: Iterator[bytes]) -> Iterator[bytes]:
    """Pieces of at most `_CHUNK` bytes: a bomb is never larger in memory than what is allowed."""
    packed = zlib.decompressobj(_GZIP)
    came = False
    for data in wire:
        came, rest = True, data
        while rest:
            if packed.eof:  # a further member of the same file
                packed = zlib.decompressobj(_GZIP)
            try:
                piece = packed.decompress(rest, _CHUNK)
            except zlib.error:
                raise AnswerFault("failed", "damaged_compression", "the packed answer is damaged") from None
            yield piece
            rest = packed.unused_data if packed.eof else packed.unconsumed_tail
    if came and not packed.eof:
        raise AnswerFault("failed", "cut_off", "the packed answer ends too early")
