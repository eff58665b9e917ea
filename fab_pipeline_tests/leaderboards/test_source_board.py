"""The board of sources: newest observation, its rows, the rows before, rejected rows."""

from datetime import UTC, datetime

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.leaderboards.source_board import source_board
from fab_pipeline_tests.leaderboards.quote_builder import frame, quote

FACTS = {
    "source": "alpha",
    "kind": "prices",
    "title": "Alpha's price page",
    "source_status": "sampled",
    "url": None,
    "license": "facts",
    "redistribution": True,
}
NO_CLAIMS = empty(TABLES["training_claims"])


def rejected(moment: datetime, row: int):
    return {
        "source": "alpha",
        "capture_sha256": "0" * 64,
        "row_number": row,
        "reason": "price_not_positive",
        "detail": "price is 0",
        "snapshot_id": "s",
        "observed_at": moment,
        "table": "price_quotes",
    }


def test_rows_are_those_of_the_newest_observation_and_expected_rows_those_before():
    quotes = frame(
        quote("2026-10-09", 2.0, instance_type="a"),
        quote("2026-10-09", 3.0, instance_type="b"),
        quote("2026-10-10", 2.0, instance_type="a"),
    )
    quarantine = typed(
        TABLES["quarantine"],
        [
            rejected(datetime(2026, 10, 9, tzinfo=UTC), 7),
            rejected(datetime(2026, 10, 10, tzinfo=UTC), 8),
            rejected(datetime(2026, 10, 10, tzinfo=UTC), 9),
        ],
    )
    row = source_board([FACTS], quotes, NO_CLAIMS, quarantine).to_dicts()[0]
    assert (row["captures"], row["rows"], row["expected_rows"], row["quarantined_rows"]) == (2, 1, 2, 2)
    assert row["last_observed_at"] == datetime(2026, 10, 10, tzinfo=UTC)
    assert row["null_reasons"] == "url: address_not_known; last_asked_at: never_asked; last_outcome: never_asked; last_reason: never_asked"


def test_a_source_that_was_never_observed_says_so():
    row = source_board([FACTS], frame(), NO_CLAIMS, empty(TABLES["quarantine"])).to_dicts()[0]
    assert row["rows"] == 0
    assert "last_observed_at: never_observed" in row["null_reasons"]


def test_what_came_of_asking_it_live_stands_beside_its_newest_rows():
    asked = {"last_asked_at": datetime(2026, 10, 11, tzinfo=UTC), "last_outcome": "blocked", "last_reason": "http_403: the server refuses"}
    row = source_board([FACTS | asked], frame(quote("2026-10-10", 2.0)), NO_CLAIMS, empty(TABLES["quarantine"])).to_dicts()[0]
    assert (row["last_observed_at"], row["rows"]) == (datetime(2026, 10, 10, tzinfo=UTC), 1)
    assert {name: row[name] for name in asked} == asked
