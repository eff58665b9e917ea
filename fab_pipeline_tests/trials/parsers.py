"""Mutated captures of one parser: it reads or refuses them, in time, and nothing that it accepts breaks a contract.

Belongs here: the trial of one parser. Every mutation follows from seed, parser and number, and can be had again: `capture_of`.
"""

import math
import os
import random
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from types import FrameType
from typing import Final

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.validate import require
from fab_pipeline.pipeline.parsing import Frames, parse_capture
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.trials.mutations import mutated
from fab_pipeline_tests.trials.seeds import parsers, seeds_of
from fab_pipeline_tests.trials.trial import Figures, Stopwatch

SEEN: Final = datetime(2026, 11, 15, 12, tzinfo=UTC)
"""After what the captures to start from tell: a row ahead of its capture is rejected."""
SECONDS: Final = 1.0
"""For one capture, in time of the processor: from bytes to checked rows."""

ROWS_A_SECOND: Final = 2_500
"""A capture that gives thousands of rows (25,000 prices in one sentence) may take a further second for as many."""

OTHERS_AT_WORK: Final = min(3.0, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))) if hasattr(os, "getloadavg") else 1.0
"""The limit is for an idle machine: processes that share a core, and its caches, take more of its time for the same work."""

GIVEN_UP: Final = 60.0
"""After which a capture counts as hanging, by the clock on the wall."""

_PRICES: Final = ("price_per_instance_hour", "price_per_accelerator_hour", "price_per_accelerator_hour_usd")


class HangsError(AssertionError):
    """A parser does not come to an end."""


def mutate_parser(parser: str, seed: int, size: int) -> Figures:
    """Let one parser read `size` mutated captures.

    Args:
        parser: key of `seeds.parsers()`.
        seed: of the trial.
        size: how many.

    Raises:
        AssertionError: it raised, took too long, or accepted what it must not; the message says which capture.
    """
    figures = Figures(f"Mutated captures of {parser}", seed)
    read = refused = accepted = rejected = 0
    slowest = 0.0
    with Stopwatch(figures):
        for number in range(size):
            frames, seconds = _read(parser, seed, number)
            slowest = max(slowest, seconds)
            rows = sum(frame.height for name, frame in frames.items() if name != "quarantine")
            whole = frames["quarantine"]["row_number"].to_list() == [0]
            read, refused = (read, refused + 1) if whole and not rows else (read + 1, refused)
            accepted, rejected = accepted + rows, rejected + frames["quarantine"].height
    figures.counts = {
        "captures": size,
        "read": read,
        "refused": refused,
        "rows accepted": accepted,
        "rows rejected": rejected,
        "slowest (s)": round(slowest, 2),
    }
    return figures


def capture_of(parser: str, seed: int, number: int) -> tuple[bytes, Capture]:
    """The mutated capture of that number."""
    chance = random.Random(f"{seed}|{parser}|{number}")  # noqa: S311 -- damage, not secrets
    name = chance.choice(parsers()[parser])
    bodies = seeds_of(SOURCES[name])
    body = mutated(chance.choice(bodies), chance, bodies)
    return body, Capture(name, SEEN, sha256(body).hexdigest(), "ingested", url=chance.choice((None, SOURCES[name].url)))


def _read(parser: str, seed: int, number: int) -> tuple[Frames, float]:
    body, capture = capture_of(parser, seed, number)
    what = f"{parser}: capture {number} of seed {seed} ({capture.source}, {len(body):,} bytes)"
    try:
        with _ended_after(GIVEN_UP):
            frames, seconds = _timed(body, capture)
            allowed = SECONDS * OTHERS_AT_WORK * (1 + sum(frame.height for frame in frames.values()) / ROWS_A_SECOND)
            if seconds > allowed:  # another process may have had the caches: the better of two counts
                frames, seconds = min(_timed(body, capture), (frames, seconds), key=lambda pair: pair[1])
        assert seconds <= allowed, f"{what}: took {seconds:.1f} s"
        _require_sound(frames)
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}: {str(error)[:500]}") from error
    return frames, seconds


def _timed(body: bytes, capture: Capture) -> tuple[Frames, float]:
    started = time.process_time()
    frames = parse_capture(body, capture)
    return frames, time.process_time() - started


def _require_sound(frames: Frames) -> None:
    for name, frame in frames.items():
        require(frame, TABLES[name])
    for column in _PRICES:
        for price in frames["price_quotes"][column].drop_nulls():
            assert math.isfinite(price), f"{column} is {price}"
            assert price > 0, f"{column} is {price}"
    for detail in frames["quarantine"]["detail"]:
        assert detail.isprintable(), f"a reason is not one printable line: {detail!r}"


@contextmanager
def _ended_after(seconds: float) -> Generator[None]:
    """Raise inside the block when it takes longer; only where the system has timers, and in the main thread."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise HangsError(f"no end after {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
