"""Vendors on loopback for trials of live collecting: three that answer with a price that was never told before, and nobody else.

Belongs here: the server, what it told, and how a trial's child finds it. Does not belong here: when it is asked, and what must hold then.
"""

import itertools
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fab_pipeline.sources.fetching import at
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.collecting.vendor_server import Asked, VendorServer, Wire, serving
from fab_pipeline_tests.pipeline.live import CONTACT
from fab_pipeline_tests.sources.prices import look_alikes

HURRIED: Final = [sys.executable, "-m", "fab_pipeline_tests.trials.hurried"]

_ANSWERS: Final[dict[str, Callable[[float], object]]] = {
    "runpod": lambda price: look_alikes.runpod_answer(look_alikes.runpod_type(securePrice=price, communityPrice=None)),
    "vast": lambda price: {"offers": [look_alikes.vast_offer(dph_total=price)]},
    "oracle": lambda price: {
        "items": [look_alikes.oracle_product(currencyCodeLocalizations=[look_alikes.oracle_price("USD", price)])],
    },
}
ANSWERING: Final = tuple(_ANSWERS)


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
def vendors() -> Iterator[Vendors]:
    """Running vendors; whoever is not one of `ANSWERING` is not there (404)."""
    with serving() as server:
        found = Vendors(server)
        for source in ANSWERING:
            fetching = SOURCES[source].fetching
            assert fetching is not None
            path = at(fetching, server.base).address.removeprefix(server.base).partition("?")[0]
            server.routes[path] = found.answer(source)
        yield found
