"""Collecting from the loopback server: short waits, one archive per test, a source asked as its declaration says."""

from dataclasses import dataclass, replace
from pathlib import Path

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.manifest import Entry
from fab_pipeline.collecting.session import LiveSession
from fab_pipeline.network import Network
from fab_pipeline.pipeline.collect_live import collect_one
from fab_pipeline.settings import Settings
from fab_pipeline.sources.base import Source
from fab_pipeline.sources.fetching import Fetching, at
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.collecting.vendor_server import VendorServer
from fab_pipeline_tests.conftest import REPOSITORY

CONTACT = "ops@lab.example"


@dataclass
class Lab:
    """A home, its archive, and the server that stands for all vendors."""

    server: VendorServer
    settings: Settings

    @property
    def archive(self) -> Archive:
        return Archive(self.settings.captures)

    def source(self, name: str, **changes: object) -> Source:
        """A source of the registry, asked at the server; `changes` are those of its `Fetching`."""
        found = SOURCES[name]
        assert found.fetching is not None
        fetching: Fetching = replace(at(found.fetching, self.server.base), requests_per_second=500, **changes)  # pyright: ignore
        return replace(found, fetching_of=lambda: fetching)

    def path(self, name: str) -> str:
        """Where the server is asked for a source first, without the query."""
        fetching = self.source(name).fetching
        assert fetching is not None
        return fetching.address.removeprefix(self.server.base).partition("?")[0]

    def collect(self, source: str | Source, elsewhere: dict[str, float] | None = None) -> Entry:
        """Ask one source, once."""
        asked = self.source(source) if isinstance(source, str) else source
        with LiveSession(self.settings.network, retry_backoff=0.01) as session:
            return collect_one(asked, self.archive, self.settings, session, elsewhere)


def lab(server: VendorServer, home: Path, **network: object) -> Lab:
    """A lab whose patience is short."""
    patience = Network(
        contact=CONTACT,
        connect_timeout_seconds=5,
        read_timeout_seconds=5,
        source_deadline_seconds=20,
        retry_after_limit_seconds=2,
        max_wire_bytes=10_000_000,
    )
    shipped = REPOSITORY / "data"
    return Lab(server, Settings(home=home, shipped=shipped, max_capture_bytes=20_000_000, network=replace(patience, **network)))  # pyright: ignore
