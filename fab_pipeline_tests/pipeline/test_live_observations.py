"""What the archive says of live answers: unchanged bytes, and a list that shrank."""

import json
from datetime import timedelta

import polars as pl
import time_machine

from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline_tests.collecting.vendor_server import bytes_answer, unchanged_if_known
from fab_pipeline_tests.pipeline.live import Lab
from fab_pipeline_tests.pipeline.oracle_prices import DAY, oracle, products


def test_unchanged_bytes_are_a_fresh_observation_of_the_same_bytes(at_lab: Lab) -> None:
    body = json.dumps(products()).encode()
    at_lab.server.routes[at_lab.path("oracle")] = unchanged_if_known(body, "application/json", '"v7"')
    first, second, third = (at_lab.collect("oracle") for _ in range(3))
    assert [entry.status for entry in (first, second, third)] == [200, 304, 304]
    assert first.sha256 == second.sha256 == third.sha256
    assert first.observed_at < second.observed_at < third.observed_at
    assert third.headers["etag"] == '"v7"'
    assert third.media_type == "application/json"
    assert third.check == first.check
    assert [asked.headers.get("if-none-match") for asked in at_lab.server.asked] == [None, '"v7"', '"v7"']


def test_a_date_makes_the_next_request_conditional_too(at_lab: Lab) -> None:
    oracle(at_lab, products(), last_modified="Mon, 02 Nov 2026 08:00:00 GMT")
    oracle(at_lab, products())
    assert at_lab.server.asked[-1].headers["if-modified-since"] == "Mon, 02 Nov 2026 08:00:00 GMT"


def test_nothing_is_conditional_on_bytes_that_are_damaged_or_were_refused(at_lab: Lab) -> None:
    entry = oracle(at_lab, products(), etag='"v7"')
    [blob] = (at_lab.settings.captures / "blobs").rglob("*.gz")
    blob.write_bytes(b"damaged")
    oracle(at_lab, products(), etag='"v7"')
    assert "if-none-match" not in at_lab.server.asked[-1].headers
    assert at_lab.archive.body(entry)  # the bytes came again and mended what was damaged

    at_lab.server.routes[at_lab.path("aws")] = bytes_answer(b"no", "text/plain", 403, etag='"refusal"')
    at_lab.collect("aws")
    at_lab.collect("aws")
    assert "if-none-match" not in at_lab.server.asked[-1].headers


def test_half_a_list_is_recorded_and_not_read(at_lab: Lab) -> None:
    with time_machine.travel(DAY):
        oracle(at_lab, products(10))
    with time_machine.travel(DAY + timedelta(days=1)):
        entry = oracle(at_lab, products(4))
    assert entry.outcome == "shrunken"
    assert entry.reason == "answer_shrunken: 4 quotes, where 10 were on 2026-11-02"
    assert entry.bytes > 0


def test_a_list_that_stays_small_is_the_list_when_the_larger_one_no_longer_speaks(at_lab: Lab) -> None:
    with time_machine.travel(DAY):
        oracle(at_lab, products(10))
    outcomes: list[str] = []
    for days in range(1, 6):
        with time_machine.travel(DAY + timedelta(days=days)):
            outcomes.append(oracle(at_lab, products(4)).outcome)
    assert outcomes == ["shrunken", "shrunken", "shrunken", "ok", "ok"]


def test_a_few_offers_fewer_are_the_market(at_lab: Lab) -> None:
    oracle(at_lab, products(10))
    assert oracle(at_lab, products(6)).outcome == "ok"


def test_the_last_good_capture_speaks_while_a_source_is_down_and_then_it_is_absent(at_lab: Lab) -> None:
    with time_machine.travel(DAY):
        oracle(at_lab, products(10, 2.5))
    present: list[bool] = []
    for days in range(6):
        with time_machine.travel(DAY + timedelta(days=days)):
            at_lab.server.routes[at_lab.path("oracle")] = bytes_answer(b"no", "text/plain", 403)
            at_lab.collect("oracle")
            today = (DAY + timedelta(days=days)).date()
            pipeline = Pipeline(at_lab.settings, as_of=today)
            pipeline.parse_prices()
            prices = pipeline.build("accelerator_prices").frame.filter(pl.col("as_of_date") == today, pl.col("price_window") == "day")
        present.append("Oracle Cloud" in prices["provider"])
    assert present == [True, True, True, True, False, False]
