"""A server on loopback that speaks as the vendors do, and misbehaves as servers do.

Each test gives it a function per path; the function gets the request and writes the answer. Requests are counted and kept to be looked at.
"""

import gzip
import io
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Asked:
    """One request as the server saw it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Route = Callable[["Wire", Asked], None]


class Wire(BaseHTTPRequestHandler):
    """One request; what tests write answers with."""

    protocol_version = "HTTP/1.1"
    server: "VendorServer"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def answer(self, status: int, body: bytes, **headers: str) -> None:
        """A whole answer; headers in Python spelling (content_type)."""
        self.begin(status, content_length=str(len(body)), **headers)
        self.wfile.write(body)

    def begin(self, status: int, **headers: str) -> None:
        """Status and headers only."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def cut(self) -> None:
        """Close the connection when this request is done."""
        self.close_connection = True

    def _serve(self) -> None:
        length = int(self.headers.get("content-length", 0))
        asked = Asked(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, self.rfile.read(length))
        self.server.asked.append(asked)
        routes = self.server.routes
        route = routes.get(self.path) or routes.get(self.path.partition("?")[0]) or routes.get("*")
        try:
            if route is None:
                self.answer(404, b"nothing here", content_type="text/plain")
            else:
                route(self, asked)
        except (BrokenPipeError, ConnectionResetError):
            self.cut()

    do_GET = _serve  # noqa: N815  (the name that http.server calls)
    do_POST = _serve  # noqa: N815


class VendorServer(ThreadingHTTPServer):
    """The server; its base address, and what it was asked."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Wire)
        self.routes: dict[str, Route] = {}
        self.asked: list[Asked] = []

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [asked.path for asked in self.asked]

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is no news."""


@contextmanager
def serving() -> Iterator[VendorServer]:
    """A running server."""
    server = VendorServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def json_answer(value: Any, **headers: str) -> Route:
    """The same JSON to whoever asks."""
    return bytes_answer(json.dumps(value).encode(), "application/json", **headers)


def bytes_answer(body: bytes, content_type: str, status: int = 200, **headers: str) -> Route:
    """The same bytes to whoever asks."""
    return lambda wire, _: wire.answer(status, body, content_type=content_type, **headers)


def one_after_the_other(*routes: Route) -> Route:
    """The first answer to the first who asks, and so on; the last one to all further."""
    left = list(routes)

    def route(wire: Wire, asked: Asked) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(wire, asked)

    return route


def unchanged_if_known(body: bytes, content_type: str, etag: str) -> Route:
    """304 to whoever has it already."""

    def route(wire: Wire, asked: Asked) -> None:
        if asked.headers.get("if-none-match") == etag:
            wire.begin(304, etag=etag)
        else:
            wire.answer(200, body, content_type=content_type, etag=etag)

    return route


def slow_bytes(seconds: float) -> Route:
    """One byte every twentieth of a second, and no end."""

    def route(wire: Wire, _: Asked) -> None:
        wire.begin(200, content_type="application/json", content_length="1000000")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            wire.wfile.write(b" ")
            time.sleep(0.05)
        wire.cut()

    return route


def slow_headers(seconds: float) -> Route:
    """A status line and then headers that never end."""

    def route(wire: Wire, _: Asked) -> None:
        wire.wfile.write(b"HTTP/1.1 200 OK\r\n")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            wire.wfile.write(b"x")
            time.sleep(0.05)
        wire.cut()

    return route


def bomb(unpacked: int, status: int = 200) -> Route:
    """A gzip body of zeros, made while it is sent."""

    def route(wire: Wire, _: Asked) -> None:
        wire.begin(status, content_type="application/json", content_encoding="gzip", connection="close")
        with gzip.GzipFile(fileobj=wire.wfile, mode="wb", compresslevel=9, mtime=0) as packed:
            for _ in range(unpacked // 1_000_000):
                packed.write(b"0" * 1_000_000)
        wire.cut()

    return route


@lru_cache(maxsize=2)
def packed_zeros(unpacked: int) -> bytes:
    """A gzip file of zeros; the making of a large one takes seconds."""
    target = io.BytesIO()
    with gzip.GzipFile(fileobj=target, mode="wb", compresslevel=9, mtime=0) as packed:
        for _ in range(unpacked // 1_000_000):
            packed.write(b"0" * 1_000_000)
    return target.getvalue()


def flood(status: int = 200) -> Route:
    """Bytes without end, in chunks."""

    def route(wire: Wire, _: Asked) -> None:
        wire.begin(status, content_type="application/json", transfer_encoding="chunked")
        chunk = b"%x\r\n" % 100_000 + b"0" * 100_000 + b"\r\n"
        while True:
            wire.wfile.write(chunk)

    return route


def truncated_gzip(body: bytes) -> Route:
    """A packed answer without its end, under a length that fits."""
    packed = gzip.compress(body)[:-20]
    return lambda wire, _: wire.answer(200, packed, content_type="application/json", content_encoding="gzip")


def broken_off(body: bytes) -> Route:
    """Less than what Content-Length says."""

    def route(wire: Wire, _: Asked) -> None:
        wire.begin(200, content_type="application/json", content_length=str(len(body) + 100))
        wire.wfile.write(body)
        wire.cut()

    return route


def reset(wire: Wire, _: Asked) -> None:
    """Hang up without a word."""
    wire.cut()
    wire.connection.close()


def moved(to: str, status: int = 302) -> Route:
    """A redirect."""
    return lambda wire, _: wire.answer(status, b"", location=to)
