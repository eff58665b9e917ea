"""One moment of one offer recorded again: the capture recorded last speaks, and says what it corrects."""

from datetime import UTC, datetime, timedelta

import polars as pl
import pytest

from fab_pipeline.pipeline.corrections import RECORDINGS_SCHEMA, without_superseded
from fab_pipeline_tests.leaderboards.quote_builder import frame, quote

SEEN = "2026-10-12T08:00:00"
MONDAY = datetime(2026, 10, 12, 9, tzinfo=UTC)
FIRST, SECOND, THIRD = ("a" * 64, "b" * 64, "c" * 64)


def said(capture: str, price: float | None, **facts: object) -> dict[str, object]:
    """The same offer at the same moment, in one capture."""
    kind = {"price_kind": "contact"} if price is None else {}
    return quote(SEEN, price, quote_id=f"{capture[0]}:{facts.get('row_number', 1)}", capture_sha256=capture, **kind, **facts)


def recorded(**days_after_monday: int) -> pl.DataFrame:
    rows = [(name * 64, MONDAY + timedelta(days=days)) for name, days in days_after_monday.items()]
    return pl.DataFrame(rows, schema=RECORDINGS_SCHEMA, orient="row")


def prices(quotes: pl.DataFrame) -> list[float]:
    return sorted(quotes["price_per_accelerator_hour"].to_list())


@pytest.mark.parametrize(("wrong", "right"), [(2.0, 3.0), (3.0, 2.0)])
def test_a_correction_counts_upwards_and_downwards(wrong: float, right: float) -> None:
    quotes = frame(said(FIRST, wrong), said(SECOND, right))
    standing, superseded = without_superseded(quotes, recorded(a=0, b=1), None)
    assert prices(standing) == [right]
    (row,) = superseded.to_dicts()
    assert (row["reason"], row["capture_sha256"], row["row_number"], row["table"]) == ("superseded", FIRST, 1, "price_quotes")
    assert "says" in row["detail"]
    assert f"{quotes.filter(capture_sha256=SECOND)['price_per_instance_hour'].item()} USD" in row["detail"]


def test_the_order_of_the_rows_decides_nothing() -> None:
    both = [said(FIRST, 2.0), said(SECOND, 3.0)]
    for rows in (both, both[::-1]):
        assert prices(without_superseded(frame(*rows), recorded(b=0, a=1), None)[0]) == [2.0]


def test_before_it_was_recorded_a_correction_was_not_known() -> None:
    quotes = frame(said(FIRST, 2.0), said(SECOND, 3.0), said(THIRD, 4.0))
    recordings = recorded(a=0, b=2, c=4)
    by_day = {day: prices(without_superseded(quotes, recordings, MONDAY + timedelta(days=day))[0]) for day in (0, 1, 2, 3, 4)}
    assert by_day == {0: [2.0], 1: [2.0], 2: [3.0], 3: [3.0], 4: [4.0]}


def test_before_anything_was_recorded_the_first_recording_speaks() -> None:
    quotes = frame(said(FIRST, 2.0), said(SECOND, 3.0))
    assert prices(without_superseded(quotes, recorded(a=2, b=1), MONDAY)[0]) == [3.0]


def test_bytes_that_come_in_again_speak_again() -> None:
    recordings = pl.concat([recorded(a=0, b=1), recorded(a=2)])
    assert prices(without_superseded(frame(said(FIRST, 2.0), said(SECOND, 3.0)), recordings, None)[0]) == [2.0]


def test_the_same_statement_in_two_captures_counts_once_and_contradicts_nothing() -> None:
    standing, superseded = without_superseded(frame(said(FIRST, 2.0), said(SECOND, 2.0)), recorded(a=0, b=1), None)
    assert standing["capture_sha256"].to_list() == [SECOND]
    assert superseded.is_empty()


def test_a_price_that_was_taken_back_is_gone() -> None:
    standing, superseded = without_superseded(frame(said(FIRST, 2.0), said(SECOND, None)), recorded(a=0, b=1), None)
    assert standing["price_kind"].to_list() == ["contact"]
    assert "says no price" in superseded["detail"].item()


def test_only_the_same_moment_of_the_same_offer_is_corrected() -> None:
    quotes = frame(
        said(FIRST, 2.0),
        quote("2026-10-12T08:00:01", 3.0, quote_id="later", capture_sha256=SECOND),
        said(SECOND, 4.0, row_number=2, region="elsewhere"),
        said(SECOND, 5.0, row_number=3, source="another"),
    )
    standing, superseded = without_superseded(quotes, recorded(a=0, b=1), None)
    assert prices(standing) == [2.0, 3.0, 4.0, 5.0]
    assert superseded.is_empty()


def test_rows_of_one_capture_do_not_correct_each_other() -> None:
    """Announced prices, and machines that a source describes alike."""
    quotes = frame(said(FIRST, 2.0), said(SECOND, 2.5), said(SECOND, 3.0, row_number=2))
    standing, superseded = without_superseded(quotes, recorded(a=0, b=1), None)
    assert prices(standing) == [2.5, 3.0]
    assert superseded.height == 1
