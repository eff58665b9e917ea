"""The funnel that all captures pass: how many rejected rows are listed one by one."""

from datetime import UTC, datetime

import pytest

from fab_pipeline.pipeline import parsing
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Source


def source(rejected: int) -> Source:
    """A source whose every capture has so many bad rows."""
    rows = [Rejected(number, "price_missing", "no price", name="H100") for number in range(1, rejected + 1)]
    return Source("acme", "prices", "Acme", lambda _body, _capture: Parsed(rejected=rows), "acme/1", "sampled", None, "none", False)


@pytest.mark.parametrize(("rejected", "listed"), [(3, [1, 2, 3]), (5, [1, 2, 3, 0])])
def test_rejected_rows_are_listed_up_to_a_limit_and_the_others_counted(
    monkeypatch: pytest.MonkeyPatch, rejected: int, listed: list[int]
) -> None:
    monkeypatch.setattr(parsing, "MOST_ROWS", 3)
    capture = Capture("acme", datetime(2026, 11, 1, tzinfo=UTC), "0" * 64, "ingested")
    quarantine = parsing.parse_capture(b"x", capture, source(rejected))["quarantine"]
    assert quarantine["row_number"].to_list() == listed
    if rejected > 3:
        assert quarantine["reason"][-1] == "further_rows_rejected"
        assert quarantine["detail"][-1] == "2 further rows were rejected; the first 3 are listed one by one"
