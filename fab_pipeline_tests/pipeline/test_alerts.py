"""What is worth an alert: far moves, doubts that nobody has decided, sources that were fetched and no longer are."""

from datetime import UTC, date, datetime

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.pipeline.alerts import TABLES_NEEDED, Alert, alerts_of
from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline_tests.leaderboards.quote_builder import frame, quote
from fab_pipeline_tests.leaderboards.test_price_moves import prices

BOARD = date(2026, 10, 10)
NOW = datetime(2026, 10, 10, 12, tzinfo=UTC)


def alerts(**frames: pl.DataFrame) -> list[Alert]:
    return alerts_of({table: frames.get(table, empty(TABLES[table])) for table in TABLES_NEEDED}, BOARD, NOW, ServiceSettings())


def test_nothing_is_worth_nothing():
    assert alerts() == []


def test_a_move_of_a_fifth_is_told_and_a_smaller_one_is_not():
    far, near = ((9, "NVIDIA H100", 2.0), (10, "NVIDIA H100", 1.5)), ((9, "NVIDIA A100", 1.0), (10, "NVIDIA A100", 1.19))
    (alert,) = alerts(accelerator_prices=prices(*far, *near))
    assert alert.kind == "price_moved"
    assert alert.message == ("lowest_on_demand of NVIDIA H100 moved -25%: 2 USD per hour on 2026-10-09, 1.5 on 2026-10-10 (Alpha Cloud)")


def test_statistics_of_few_quotes_are_not_told():
    assert alerts(accelerator_prices=prices((9, "NVIDIA H100", 2.0), (10, "NVIDIA H100", 1.0), statistic="lowest_spot")) == []


def held(**facts: object) -> pl.DataFrame:
    row = {
        **{"quote_id": "a:1", "reason": "price_far_from_others", "held_from": BOARD, "held_to": None, "since": BOARD, "detail": "far away"},
        **{"offer_key": "alpha h100", "source": "alpha", "provider": "Alpha Cloud", "accelerator": "NVIDIA H100", "currency": "USD"},
        **{"purchase_option": "on_demand", "price_per_accelerator_hour": 0.02, "observed_at": NOW},
    }
    return typed(TABLES["held_prices"], [row | facts])


def test_a_price_in_doubt_is_told_with_what_is_doubtful():
    (alert,) = alerts(held_prices=held())
    assert (alert.kind, alert.message) == ("price_held_back", "held back: NVIDIA H100 at Alpha Cloud: far away")


def test_the_same_doubt_of_a_later_snapshot_has_the_same_key():
    assert alerts(held_prices=held())[0].key == alerts(held_prices=held(quote_id="b:1"))[0].key
    assert alerts(held_prices=held())[0].key != alerts(held_prices=held(price_per_accelerator_hour=0.03))[0].key


def test_a_doubt_that_is_over_or_decided_is_not_told():
    assert alerts(held_prices=held(held_to=BOARD)) == []
    assert alerts(held_prices=held(override="released")) == []


def test_a_source_that_was_fetched_and_lately_not_is_stale():
    old, young = (quote("2026-10-08T11:00:00", 2.0, source="azure"), quote("2026-10-08T13:00:00", 2.0, source="oracle"))
    seen = frame(old | {"origin": "fetched"}, young | {"origin": "fetched"})
    (alert,) = alerts(price_quotes=seen)
    assert (alert.kind, alert.subject) == ("source_stale", "azure")
    assert alert.message == "azure was last read on 2026-10-08 11:00 UTC"


def test_a_file_handed_in_once_and_dated_facts_are_not_waited_for():
    seen = frame(quote("2026-01-08", 2.0), quote("2026-01-08", 2.0, source="azure", origin="fetched", dated_fact=True))
    assert alerts(price_quotes=seen) == []
