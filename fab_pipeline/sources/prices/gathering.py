"""Offers of one capture on their way through the funnel: quotes on one side, rejected rows on the other.

Belongs here: collecting what the funnel says, and the checks that look at all quotes of a capture together. Does not belong here: what
an offer is (see the module of each source) and the funnel itself (`quotes`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row
from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.json_body import Item, printable, shown_json
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.quotes import to_quote
from fab_pipeline.vocabulary.sources import source_facts

Sieve = Callable[[Sequence[Row]], tuple[list[Row], list[Rejected]]]
"""A check over all quotes of a capture: those that stay, and the others with their reasons."""


@dataclass
class Gathering:
    """Quotes and rejected rows of one capture.

    Attributes:
        capture: whose offers they are.
        parser_version: of the parser that reads it.
    """

    capture: Capture
    parser_version: str
    rows: list[Row] = field(default_factory=list[Row])
    rejected: list[Rejected] = field(default_factory=list[Rejected])

    @property
    def source_status(self) -> str:
        """How far the reading of this source is proven."""
        return source_facts(self.capture.source).status

    def add(self, offer: Offer) -> None:
        """Send an offer through the funnel."""
        result = to_quote(offer, self.capture, self.parser_version)
        if isinstance(result, Rejected):
            self.rejected.append(result)
        else:
            self.rows.append(result)

    def reject(self, item: Item, error: CellError, name: str | None, locator: str | None = None) -> None:
        """Reject an item, or one price of it."""
        entry = Rejected(item.number, error.reason, printable(error.detail), name=name, text=item.shown, locator=locator or item.locator)
        self.rejected.append(entry)

    def reject_value(self, number: int, value: object) -> None:
        """Reject a list element that is no object."""
        self.rejected.append(Rejected(number, "not_an_object", "the element is not an object with fields", text=shown_json(value)))

    def remark(self, reason: str, detail: str) -> None:
        """Say something about the capture as a whole (row 0)."""
        self.rejected.append(Rejected(0, reason, printable(detail), name=self.capture.filename))

    def remark_unread(self, names: Iterable[str]) -> None:
        """Say which fields or columns seem to hold prices that nobody reads, if there are any."""
        found = ", ".join(dict.fromkeys(names))
        if found:
            self.remark("column_not_read", f"seems to hold prices and is not read: {found}")

    def parsed(self, *sieves: Sieve) -> Parsed:
        """What was gathered, after the checks, rejected rows in the order of the capture."""
        rows = list(self.rows)
        rejected = list(self.rejected)
        for sieve in sieves:
            rows, refused = sieve(rows)
            rejected += refused
        return Parsed({"price_quotes": rows}, sorted(rejected, key=lambda entry: entry.row_number))
