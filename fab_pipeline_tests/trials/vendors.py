"""Vendors on loopback for trials of live collecting: some that tell a price that was never told before, and those of a simulated world.

Belongs here: the servers, what they told, and how they are found. Does not belong here: when they are asked, and what must hold then.
"""

import itertools
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from fab_pipeline.sources.fetching import at
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.collecting.vendor_server import Asked, VendorServer, Wire, serving
from fab_pipeline_tests.pipeline.live import CONTACT
from fab_pipeline_tests.sources.prices import look_alikes
from fab_pipeline_tests.trials.world import World

HURRIED: Final = [sys.executable, "-m", "fab_pipeline_tests.trials.hurried"]

_ANSWERS: Final[dict[str, Callable[[float], object]]] = {
    "runpod": lambda price: look_alikes.runpod_answer(look_alikes.runpod_type(securePrice=price, communityPrice=None)),
    "vast": lambda price: {"offers": [look_alikes.vast_offer(dph_total=price)]},
    "oracle": lambda price: {
        "items": [look_alikes.oracle_product(currencyCodeLocalizations=[look_alikes.oracle_price("USD", price)])],
    },
}
ANSWERING: Final = tuple(_ANSWERS)

ASKED: Final = ("azure", "oracle", "runpod", "vast")
"""Sources of the simulated world that are asked live; its price table is handed in."""


@dataclass
class Vendors:
    """The server, and the last price that each source was told."""

    server: VendorServer
    told: dict[str, float] = field(default_factory=dict[str, float])
    _prices: Iterator[int] = field(default_factory=itertools.count)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def environment(self) -> dict[str, str]:
        """Of a child that asks these vendors, and nobody else."""
        return {"FAB_CONTACT": CONTACT, "FAB_MIRROR": self.server.base, "PYTHONPATH": str(Path(__file__).parents[2])}

    def answer(self, source: str) -> Callable[[Wire, Asked], None]:
        """What a source says whenever it is asked: the same offer at another price."""

        def route(wire: Wire, _: Asked) -> None:
            with self._lock:
                price = self.told[source] = 2.0 + next(self._prices) / 10_000
            wire.answer(200, json.dumps(_ANSWERS[source](price)).encode(), content_type="application/json")

        return route


@contextmanager
def world_serving(world: World, open_today: Callable[[str], bool]) -> Iterator[VendorServer]:
    """The vendors of a simulated world, each in its wire format; the clock says which day it is.

    Args:
        world: what they answer.
        open_today: whether a source answers now; one that does not says 503.
    """
    with serving() as server:
        for source in ASKED:
            server.routes[path_of(source, server)] = _of_the_day(world, source, open_today)
        yield server


def _of_the_day(world: World, source: str, open_today: Callable[[str], bool]) -> Callable[[Wire, Asked], None]:
    def route(wire: Wire, asked: Asked) -> None:
        if not open_today(source):
            return wire.answer(503, b"down for maintenance", content_type="text/plain")
        body = world.answer(source, datetime.now(UTC).date())
        if source == "azure":  # it is asked for one family of machines after the other
            page = json.loads(body)
            family = next(name for name in ("NC", "ND", "NV") if f"Standard_{name}" in unquote(asked.path))
            page["Items"] = [item for item in page["Items"] if item["armSkuName"].startswith(f"Standard_{family}")]
            body = json.dumps(page).encode()
        return wire.answer(200, body, content_type="application/json")

    return route


@contextmanager
def vendors() -> Iterator[Vendors]:
    """Running vendors; whoever is not one of `ANSWERING` is not there (404)."""
    with serving() as server:
        found = Vendors(server)
        for source in ANSWERING:
            server.routes[path_of(source, server)] = found.answer(source)
        yield found


def path_of(source: str, server: VendorServer) -> str:
    """Where a server is asked for a source first, without the query."""
    fetching = SOURCES[source].fetching
    assert fetching is not None
    return at(fetching, server.base).address.removeprefix(server.base).partition("?")[0]
