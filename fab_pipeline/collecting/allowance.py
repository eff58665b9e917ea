"""What one source may use up: time and bytes, counted where they come in, so that no server can hold the collection.

Belongs here: the allowance, and connections that spend it with every read from the socket: headers, chunks, bodies of errors and of
redirects alike. Timeouts of the HTTP library start anew with every byte; a deadline does not. Does not belong here: what is asked and
what comes of it (see `session`).
"""

import io
import socket
import time
from http.client import HTTPResponse
from typing import Any, Final, cast

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from fab_pipeline.collecting.faults import AnswerFault

_SHORTEST_WAIT: Final = 0.001
"""A timeout of zero would mean: do not wait at all, which the socket reports as another error."""


class Allowance:
    """Time and bytes that are left for one source.

    Args:
        seconds: from now on, in all.
        wire_bytes: most bytes that may come in, headers and bodies of errors included.
        read_seconds: how long one read may be silent.
    """

    def __init__(self, seconds: float, wire_bytes: int, read_seconds: float) -> None:
        self.seconds = seconds
        self.wire_bytes = wire_bytes
        self.read_seconds = read_seconds
        self._end = time.monotonic() + seconds
        self._came = 0

    def left(self) -> float:
        """Seconds that are left; negative when the time is over."""
        return self._end - time.monotonic()

    def stop(self) -> None:
        """End it now: whoever waits gets `AnswerFault` with the next byte or silence."""
        self._end = min(self._end, time.monotonic())

    def wait(self) -> float:
        """How long the next read may be silent.

        Raises:
            AnswerFault: the time is over.
        """
        left = self.left()
        if left <= 0:
            raise self.over()
        return max(_SHORTEST_WAIT, min(left, self.read_seconds))

    def came(self, count: int) -> None:
        """Note that bytes came in.

        Raises:
            AnswerFault: they are more than may come.
        """
        self._came += count
        if self._came > self.wire_bytes:
            raise AnswerFault("rejected", "too_large", f"more than {self.wire_bytes:,} bytes came in; FAB_MAX_WIRE_BYTES is the limit")

    def over(self) -> AnswerFault:
        """The fault of a source that takes too long."""
        return AnswerFault("failed", "deadline_passed", f"not finished after {self.seconds:g} s; FAB_SOURCE_DEADLINE_SECONDS is the limit")


class _Metered(io.RawIOBase):
    """Reads of one socket, each within the allowance."""

    def __init__(self, raw: io.RawIOBase, sock: socket.socket, allowance: Allowance) -> None:
        self._raw = raw
        self._sock = sock
        self._allowance = allowance

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        self._sock.settimeout(self._allowance.wait())
        count = cast("int | None", self._raw.readinto(buffer))
        self._allowance.came(count or 0)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


def pools(allowance: Allowance) -> dict[str, type[HTTPConnectionPool]]:
    """Connection pools by scheme whose connections spend this allowance (`PoolManager.pool_classes_by_scheme`)."""

    class Response(HTTPResponse):
        """An answer whose bytes are counted, from the status line on; also that of a proxy that is asked for a tunnel."""

        def __init__(self, sock: socket.socket, *args: Any, **options: Any) -> None:
            super().__init__(sock, *args, **options)
            raw = self.fp.detach()
            self.fp = io.BufferedReader(_Metered(raw, sock, allowance))

    class Plain(HTTPConnection):
        response_class = Response

    class Secure(HTTPSConnection):
        response_class = Response

    class PlainPool(HTTPConnectionPool):
        ConnectionCls: Any = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls: Any = Secure

    return {"http": PlainPool, "https": SecurePool}
