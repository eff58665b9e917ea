"""A data folder under attack: what was handed in, what must hold of it after a kill, and the processes that work on it.

Belongs here: what the trials of `kills` and `kills_beside_service` share. Does not belong here: when anything is killed.
"""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import fab_pipeline
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.publishing.release import BUILDING
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer
from fab_pipeline_tests.trials.trial import COMMAND, environment, whole_release
from fab_pipeline_tests.trials.vendors import ANSWERING, HURRIED, Vendors

DROPPED: Final = 4
"""Snapshots that lie in the inbox before each run."""

SETTLED: Final = 1.1
"""Seconds after which a file of the inbox is taken."""


@dataclass
class Home:
    """A data folder under attack, every price that was handed in, and every one that came live and was in the archive at some time."""

    folder: Path
    vendors: Vendors | None = None
    prices: list[float] = field(default_factory=list[float])
    live: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def inbox(self) -> Path:
        """Where snapshots are dropped."""
        return self.folder / "inbox" / "prices"

    def drop(self, number: int) -> None:
        """Put some snapshots into the inbox, each with a price of its own."""
        self.inbox.mkdir(parents=True, exist_ok=True)
        for _ in range(number):
            price = 20.0 + len(self.prices) / 1000
            self.prices.append(price)
            day, minute = 1 + len(self.prices) // 1000, len(self.prices) % 1000
            seen = f"2026-11-{day:02}T{minute // 60:02}:{minute % 60:02}:00Z"
            (self.inbox / f"snapshot_{len(self.prices):04}.csv").write_bytes(
                csv_bytes(offer(observed_at=seen, price_per_instance_hour=price))
            )

    def require_nothing_lost(self) -> None:
        """Every snapshot is in the inbox still, or whole in the archive; and the release that readers have is whole."""
        archive = Archive(self.folder / "captures")
        bodies = [path.read_bytes() for path in self.inbox.glob("*.csv")]
        bodies += [archive.body(entry) for entry in archive.entries("price_table")]
        there = b"".join(bodies)
        lost = [price for price in self.prices if f",{price},".encode() not in there]
        assert not lost, f"snapshots with prices {lost} are gone"
        there_live = {entry.snapshot_id: _price(archive.body(entry)) for source in ANSWERING for entry in archive.entries(source)}
        gone = self.live.keys() - there_live.keys()
        assert not gone, f"captures {sorted(gone)} are gone"
        self.live |= there_live
        whole_release(self.folder)

    def require_all_released(self) -> None:
        """The current release rests on every snapshot that was handed in, and nothing half made is left beside it."""
        self.require_nothing_lost()
        quotes = fab_pipeline.open_release(home=self.folder).read("price_quotes")
        missing = {*self.prices, *self.live.values()} - set(quotes["price_per_instance_hour"])
        assert not missing, f"prices {sorted(missing)} are in no release"
        assert not [path.name for path in (self.folder / "releases").iterdir() if path.name.startswith(BUILDING)]


def _price(body: bytes) -> float:
    """The one price in an answer of the vendors."""
    (found,) = re.findall(rb'"(?:securePrice|dph_total|value)": ([0-9.]+)', body)
    return float(found)


def started(home: Home, arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start a command on a data folder; with --live it asks the vendors of the trial."""
    live = home.vendors if "--live" in arguments else None
    own = environment(home.folder, **(live.environment if live else {}))
    command = [*(HURRIED if live else COMMAND), *arguments]
    return subprocess.Popen(command, env=own, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)


def ended(process: subprocess.Popen[bytes]) -> int:
    """Wait until it has ended; its code."""
    process.communicate(timeout=120)
    return process.returncode
