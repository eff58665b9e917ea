"""What every source module exchanges with the rest: the capture it reads and the rows it gives.

A source module says where its data live and how bytes become rows: `parse(body, capture) -> Parsed`. It does no I/O, keeps no state
and never guesses: what it cannot read is a `Rejected` row with its reason.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final, Literal

from fab_pipeline.errors import FabError
from fab_pipeline.sources.fetching import Fetching

Row = dict[str, object]

MOST_ROWS: Final = 150_000
"""Rows of one capture, good or not; more are refused in one line. The largest catalogue read so far has about 110,000
(becloudready/gpu-price); 150,000 rejected ones take 445 MB of memory on their way to quarantine (measured 2026-12-01)."""


@dataclass(frozen=True)
class Capture:
    """What is known about the bytes handed to a parser (the archive's manifest, without the bytes).

    Attributes:
        source: source name of the contract.
        observed_at: when the bytes were seen (UTC).
        sha256: of the bytes.
        origin: fetched, ingested or transcribed.
        url: address, where there is one.
        locator: where in the source, for transcribed facts.
        media_type: as declared or guessed from the file name, e.g. text/html, text/csv.
        filename: name of the file handed in, for messages.
        copied_from: text whose figures the bytes repeat, where that is known.
        other_answers: addresses of the other answers of the same snapshot, where a source needs several (see `sources.answers`).
    """

    source: str
    observed_at: datetime
    sha256: str
    origin: str
    url: str | None = None
    locator: str | None = None
    media_type: str | None = None
    filename: str | None = None
    copied_from: str | None = None
    other_answers: frozenset[str] = frozenset()

    @property
    def snapshot_id(self) -> str:
        """`<source>-<observed_at>-<sha12>`: one observation. Unchanged bytes seen later are another observation."""
        return self.snapshot_of(self.source, self.observed_at)

    def snapshot_of(self, source: str, observed_at: datetime) -> str:
        """Snapshot id of a row that has a source and a time of its own within this capture."""
        return f"{source}-{_stamp(observed_at)}-{self.sha256[:12]}"


@lru_cache(maxsize=1 << 10)  # all rows of a snapshot share their time
def _stamp(moment: datetime) -> str:
    return f"{moment:%Y%m%dT%H%M%S%fZ}"


@dataclass(frozen=True)
class Rejected:
    """A row that could not become a row of its table.

    Attributes:
        row_number: counted from 1; 0 = the capture as a whole.
        reason: code in snake_case, e.g. price_not_positive.
        detail: one line: what is wrong, and what was found.
        name: the row's own name (SKU, model).
        text: the row as read; shortened by the quarantine.
    """

    row_number: int
    reason: str
    detail: str
    name: str | None = None
    text: str | None = None
    locator: str | None = None


@dataclass(frozen=True)
class Parsed:
    """Rows by table (keys are contract table names, rows may lack nullable columns) and what was rejected."""

    rows: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])
    rejected: list[Rejected] = field(default_factory=list[Rejected])


class UnreadableCaptureError(FabError):
    """The capture as a whole cannot be read (no table, truncated, empty, wrong encoding). The message is one line for people."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


Parser = Callable[[bytes, Capture], Parsed]


def _not_fetched() -> None:
    return None


@dataclass(frozen=True)
class Source:
    """One entry of the source registry.

    Attributes:
        name: source name of the contract.
        kind: prices, disclosures or vendors.
        title: what it is, for people.
        parse: bytes → rows.
        parser_version: changes whenever the reading changes; stored on every row.
        status: verified, sampled or documented.
        url: where it lives, where it has an address.
        license: terms of the data.
        redistribution: whether rows may be published.
        dated_facts: True: each row is valid from its date until the next fact of the same offer; False: rows are a snapshot.
        fetching_of: gives `fetching`; a declared page is read from its YAML only when somebody wants to ask it.
    """

    name: str
    kind: Literal["prices", "disclosures", "vendors"]
    title: str
    parse: Parser
    parser_version: str
    status: str
    url: str | None
    license: str
    redistribution: bool
    dated_facts: bool = False
    fetching_of: Callable[[], Fetching | None] = _not_fetched

    @property
    def fetching(self) -> Fetching | None:
        """How it is asked; None where it only comes as files."""
        return self.fetching_of()
