"""Which evidence a build uses, and for which day it speaks."""

from datetime import UTC, date, datetime

import polars as pl
import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.errors import FabError
from fab_pipeline.pipeline.corrections import RECORDINGS_SCHEMA
from fab_pipeline.pipeline.evidence import Horizon, board_date, select
from fab_pipeline.pipeline.parsing import PARSED_TABLES
from fab_pipeline_tests.leaderboards.claims import claim
from fab_pipeline_tests.leaderboards.quote_builder import frame, quote


def parsed(**frames):
    return {name: frames.get(name, empty(TABLES[name])) for name in PARSED_TABLES}


def test_the_board_speaks_for_the_newest_day_with_an_observed_price():
    quotes = frame(quote("2026-10-10", 2.0), quote("2026-10-12", 2.0), quote("2026-11-01", 1.0, dated_fact=True, instance_type="listed"))
    assert board_date(quotes, Horizon()) == date(2026, 10, 12)


def test_as_of_asks_for_another_day_and_fails_before_the_first_price():
    quotes = frame(quote("2026-10-10", 2.0))
    assert board_date(quotes, Horizon(as_of=date(2026, 10, 20))) == date(2026, 10, 20)
    with pytest.raises(FabError, match="no price was observed on or before 2026-10-09"):
        board_date(quotes, Horizon(as_of=date(2026, 10, 9)))


def test_without_any_snapshot_the_error_says_what_to_do():
    with pytest.raises(FabError, match="fab-pipeline ingest FILE"):
        board_date(frame(), Horizon())


def test_known_at_hides_what_was_observed_later():
    quotes = frame(quote("2026-10-10T08:00:00", 2.0), quote("2026-10-10T10:00:00", 1.0))
    claims = typed(
        TABLES["training_claims"], [claim("acme-one", "accelerator_hours", "undisclosed", observed_at=datetime(2026, 10, 11, tzinfo=UTC))]
    )
    known = select(parsed(price_quotes=quotes, training_claims=claims), Horizon(known_at=datetime(2026, 10, 10, 9, tzinfo=UTC)))
    assert known["price_quotes"]["price_per_accelerator_hour"].to_list() == [2.0]
    assert known["training_claims"].is_empty()


def test_of_a_page_that_was_captured_twice_the_newest_capture_speaks():
    old, new = datetime(2026, 10, 1, tzinfo=UTC), datetime(2026, 10, 2, tzinfo=UTC)
    facts = {"source_url": "https://example.org/board"}
    claims = typed(
        TABLES["training_claims"],
        [
            claim("acme-one", "license", "MIT", claim_id="old", observed_at=old, capture_sha256="a" * 64, **facts),
            claim("acme-one", "license", "Apache-2.0", claim_id="new", observed_at=new, capture_sha256="b" * 64, **facts),
            claim("acme-two", "license", "MIT", claim_id="other page", observed_at=old, capture_sha256="c" * 64, locator="another page"),
        ],
    )
    chosen = select(parsed(training_claims=claims), Horizon())["training_claims"]
    assert sorted(chosen["claim_id"]) == ["new", "other page"]


def test_a_list_that_was_mended_and_kept_its_date_speaks_as_the_archive_learned_of_it_last():
    seen = datetime(2026, 10, 1, tzinfo=UTC)
    facts = {"source_url": "https://example.org/list", "observed_at": seen}
    claims = typed(
        TABLES["training_claims"],
        [
            claim("acme-one", "license", "MIT", claim_id="old", capture_sha256="a" * 64, **facts),
            claim("acme-one", "license", "Apache-2.0", claim_id="mended", capture_sha256="b" * 64, **facts),
        ],
    )
    for old, mended, speaks in ((1, 2, "mended"), (2, 1, "old")):
        times = [("a" * 64, datetime(2026, 10, old, 9, tzinfo=UTC)), ("b" * 64, datetime(2026, 10, mended, 9, tzinfo=UTC))]
        recordings = pl.DataFrame(times, schema=RECORDINGS_SCHEMA, orient="row")
        assert select(parsed(training_claims=claims), Horizon(), recordings)["training_claims"]["claim_id"].to_list() == [speaks]


def test_equal_bytes_are_one_page_however_they_came_and_keep_their_address():
    first, second, third = (datetime(2026, 10, day, tzinfo=UTC) for day in (1, 2, 3))
    url = "https://example.org/board"
    claims = typed(
        TABLES["training_claims"],
        [
            claim(
                "acme-one", "license", "MIT", claim_id="a", observed_at=first, capture_sha256="a" * 64, origin="transcribed", source_url=url
            ),
            claim("acme-one", "license", "MIT", claim_id="a", observed_at=third, capture_sha256="a" * 64, origin="ingested"),
            claim(
                "acme-one", "license", "GPL", claim_id="b", observed_at=second, capture_sha256="b" * 64, origin="fetched", source_url=url
            ),
        ],
    )
    chosen = select(parsed(training_claims=claims), Horizon())["training_claims"]
    assert chosen.select("claim_id", "origin", "observed_at", "source_url").rows() == [("a", "transcribed", first, url)]
    before = select(parsed(training_claims=claims), Horizon(known_at=second))["training_claims"]
    assert before["claim_id"].to_list() == ["b"]


def test_a_price_in_another_currency_moves_no_board():
    quotes = frame(quote("2026-10-10", 2.0), quote("2026-11-20", 2.0, currency="EUR", price_per_accelerator_hour_usd=None))
    assert board_date(quotes, Horizon()) == date(2026, 10, 10)


def test_every_source_that_gave_a_row_is_listed():
    quotes = frame(quote("2026-10-10", 2.0, source="azure"), quote("2026-10-10", 2.0, source="my_own"))
    sources = select(parsed(price_quotes=quotes), Horizon())["sources"]
    assert sources["source"].to_list() == ["azure", "my_own"]
    assert sources["title"].to_list()[1] == "ingested"
