"""Integrity tests of live answers, and the sources that a passed one makes verified, by the archive alone."""

import shutil
from datetime import timedelta
from pathlib import Path

import polars as pl
import pytest
import time_machine

from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline.sources.fetching import Integrity
from fab_pipeline_tests.collecting.vendor_server import bytes_answer, json_answer
from fab_pipeline_tests.pipeline.live import Lab
from fab_pipeline_tests.pipeline.oracle_prices import DAY, ELSEWHERE, oracle, products, status_of
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer
from fab_pipeline_tests.sources.prices.look_alikes import every_source


@pytest.mark.parametrize(
    ("answer", "elsewhere", "words"),
    [
        (products(3), {}, "3 of at least 8 quotes"),
        ({"items": products()["items"][1:]}, {}, "without H100"),  # pyright: ignore
        (products(per_part={"H100": 95.0}), {}, "1 prices outside 0.5 to 50 USD per accelerator-hour, e.g. NVIDIA H100 at 95"),
        (products(), {"NVIDIA H100": 0.7}, "far from other sources: NVIDIA H100 at 4 USD, others ask 0.7"),
        (products(), {"NVIDIA H100": 21.0}, "far from other sources: NVIDIA H100 at 4 USD, others ask 21"),
    ],
)
def test_a_check_that_fails_says_by_what_and_promotes_nothing(at_lab: Lab, answer: object, elsewhere: dict[str, float], words: str) -> None:
    at_lab.server.routes[at_lab.path("oracle")] = json_answer(answer)
    source = at_lab.source("oracle", integrity=Integrity(8, ("H100",), (0.5, 50.0)))
    entry = at_lab.collect(source, elsewhere)
    assert (entry.outcome, entry.check is not None and entry.check.passed) == ("ok", False)
    assert entry.check is not None
    assert words in entry.check.detail
    pipeline = Pipeline(at_lab.settings)
    pipeline.parse_prices()
    assert status_of(pipeline, "oracle") == ({"sampled"}, "sampled")


def test_a_check_that_passes_makes_quotes_and_board_verified_by_the_archive_alone(at_lab: Lab) -> None:
    with time_machine.travel(DAY):
        oracle(at_lab, products(5))  # too few: fails
        pipeline = Pipeline(at_lab.settings)
        pipeline.parse_prices()
        assert status_of(pipeline, "oracle") == ({"sampled"}, "sampled")
    with time_machine.travel(DAY + timedelta(hours=1)):
        entry = oracle(at_lab, products(10))
    assert entry.check is not None
    assert (entry.check.passed, entry.check.quotes) == (True, 10)
    pipeline.parse_prices()
    assert status_of(pipeline, "oracle") == ({"verified"}, "verified")
    assert set(pipeline.evidence["price_quotes"]["quote_id"]) == set(pipeline.evidence["price_quotes"]["quote_id"].unique())

    for path in sorted((at_lab.settings.home).glob("*")):  # everything but the archive is lost
        if path.name not in {"captures", "pipeline.lock"}:
            _remove(path)
    rebuilt = Pipeline(at_lab.settings)
    rebuilt.parse_prices()
    assert status_of(rebuilt, "oracle") == ({"verified"}, "verified")
    assert rebuilt.evidence["price_quotes"].equals(pipeline.evidence["price_quotes"])


def test_what_was_not_yet_verified_then_is_not_verified_for_then(at_lab: Lab) -> None:
    with time_machine.travel(DAY):
        oracle(at_lab, products(5))
    with time_machine.travel(DAY + timedelta(days=2)):
        oracle(at_lab, products(10))
    before = Pipeline(at_lab.settings, known_at=DAY + timedelta(days=1))
    before.parse_prices()
    assert status_of(before, "oracle") == ({"sampled"}, "sampled")


def test_a_documented_source_wins_nothing_until_its_check_passed(at_lab: Lab) -> None:
    body = every_source()["gpuhunt_nebius"]
    pointer = at_lab.path("gpuhunt_nebius")
    at_lab.server.routes[pointer] = bytes_answer(b"20261010-1", "text/plain")
    at_lab.server.routes[pointer.replace("/version", "/20261010-1/catalog.zip")] = bytes_answer(body, "application/zip")
    lenient = at_lab.source("gpuhunt_nebius", integrity=Integrity(1, ("H100",)))

    def winners() -> int:
        pipeline = Pipeline(at_lab.settings)
        pipeline.parse_prices()
        return pipeline.build("accelerator_prices").frame.filter(pl.col("provider") == "Nebius").height

    at_lab.collect(at_lab.source("gpuhunt_nebius", integrity=Integrity(100)))
    assert winners() == 0
    assert at_lab.collect(lenient).check is not None
    assert winners() == 0, "nothing to compare with: a test was not made"
    at_lab.collect(lenient, ELSEWHERE)
    assert winners() > 0


def test_a_table_of_prices_that_names_the_source_is_not_promoted_with_it(at_lab: Lab) -> None:
    oracle(at_lab, products(10))
    table = csv_bytes(offer(source="oracle", observed_at="2026-11-01T00:00:00Z"))
    at_lab.archive.record(table, source="price_table", observed_at=DAY, origin="ingested", filename="mine.csv")
    pipeline = Pipeline(at_lab.settings)
    pipeline.parse_prices()
    quotes = pipeline.evidence["price_quotes"].select("origin", "source_status").unique().sort("origin")
    assert quotes.rows() == [("fetched", "verified"), ("ingested", "sampled")]


def test_the_board_of_sources_says_what_came_of_asking(at_lab: Lab) -> None:
    oracle(at_lab, products(10))
    at_lab.server.routes[at_lab.path("oracle")] = bytes_answer(b"no", "text/plain", 403)
    last = at_lab.collect("oracle")
    at_lab.collect("vultr")  # nothing is at its address, and it never gave a row
    pipeline = Pipeline(at_lab.settings)
    pipeline.parse_prices()
    rows = {row["source"]: row for row in pipeline.evidence["sources"].to_dicts()}
    assert (rows["oracle"]["last_outcome"], rows["oracle"]["last_reason"], rows["oracle"]["rows"]) == ("blocked", last.reason, 10)
    assert (rows["vultr"]["last_outcome"], rows["vultr"]["rows"], rows["vultr"]["last_observed_at"]) == ("failed", 0, None)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
