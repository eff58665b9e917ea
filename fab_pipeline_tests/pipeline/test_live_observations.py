"""What the archive says of live answers: unchanged bytes, a list that shrank, checks that passed, collections that were sealed."""

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import polars as pl
import pytest
import time_machine

from fab_pipeline.collecting.live import SkippedError
from fab_pipeline.collecting.sealing import newest_collection
from fab_pipeline.collecting.session import LiveSession
from fab_pipeline.environment import SettingsError
from fab_pipeline.errors import UsageError
from fab_pipeline.network import Network
from fab_pipeline.pipeline import collect_live as module
from fab_pipeline.pipeline.collect_live import collect_live, collect_one, require_fetchable
from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Integrity
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.collecting.vendor_server import bytes_answer, json_answer, slow_bytes, unchanged_if_known
from fab_pipeline_tests.pipeline.live import Lab
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer
from fab_pipeline_tests.sources.prices.look_alikes import every_source, oracle_price, oracle_product

DAY = datetime(2026, 11, 2, 9, tzinfo=UTC)
PARTS = ("H100", "H200", "A100 - v2", "E4", "L40S", "B200", "GB200", "MI300X", "A10", "V2")


def products(count: int = len(PARTS), price: float = 4.0, per_part: dict[str, float] | None = None) -> dict[str, object]:
    names = PARTS[:count]
    prices = {name: (per_part or {}).get(name, price) for name in names}
    items = [
        oracle_product(
            partNumber=f"B{number}",
            displayName=f"OCI - Compute - GPU - {name}",
            currencyCodeLocalizations=[oracle_price("USD", prices[name])],
        )
        for number, name in enumerate(names)
    ]
    return {"items": items}


def oracle(at_lab: Lab, answer: object, **headers: str):
    at_lab.server.routes[at_lab.path("oracle")] = json_answer(answer, **headers)
    return at_lab.collect("oracle")


def status_of(pipeline: Pipeline, source: str) -> tuple[set[str], str]:
    """Status of the source on its fetched quotes, and on the board of sources."""
    quotes = pipeline.evidence["price_quotes"].filter((pl.col("source") == source) & (pl.col("origin") == "fetched"))
    board = pipeline.evidence["sources"].filter(pl.col("source") == source)
    return set(quotes["source_status"]), board["source_status"].item()


# Unchanged bytes


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


# Shrunken lists


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


# Integrity and promotion


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
    at_lab.collect(lenient)
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


# Keys, contact, faults of ours


def test_a_source_whose_key_is_not_there_is_skipped_in_one_line(at_lab: Lab) -> None:
    with pytest.raises(SkippedError, match=r"^lambda_api: it needs a key: set FAB_KEY_LAMBDA$"):
        at_lab.collect("lambda_api")
    assert at_lab.server.asked == []
    assert at_lab.archive.entries() == []


def test_nobody_is_asked_by_somebody_who_cannot_be_reached() -> None:
    with pytest.raises(SettingsError, match="set FAB_CONTACT"):
        LiveSession(Network())


def test_a_source_that_only_comes_as_files_is_not_asked(at_lab: Lab) -> None:
    with pytest.raises(UsageError, match="verda is not asked"):
        require_fetchable("verda")
    with pytest.raises(UsageError, match="there is no source 'orracle'"):
        require_fetchable("orracle")


def test_a_fault_of_a_parser_does_not_lose_what_was_seen(at_lab: Lab) -> None:
    def broken(body: bytes, capture: Capture) -> Parsed:
        raise ZeroDivisionError

    at_lab.server.routes[at_lab.path("oracle")] = json_answer(products())
    with pytest.raises(ZeroDivisionError), LiveSession(at_lab.settings.network) as session:
        collect_one(replace(at_lab.source("oracle"), parse=broken), at_lab.archive, at_lab.settings, session)
    [entry] = at_lab.archive.entries("oracle")
    assert (entry.outcome, entry.check) == ("ok", None)
    assert at_lab.archive.body(entry) == json.dumps(products()).encode()


# Many sources


@pytest.fixture
def many(at_lab: Lab, monkeypatch: pytest.MonkeyPatch) -> Lab:
    """Four sources: one fine, one blocked, one without its key, one of which no row can be read."""
    found = {name: at_lab.source(name) for name in ("oracle", "vast", "lambda_api", "nebius")}
    monkeypatch.setattr(module, "SOURCES", {**SOURCES, **found})
    at_lab.server.routes[at_lab.path("oracle")] = json_answer(products(10))
    at_lab.server.routes[at_lab.path("vast")] = bytes_answer(b"no", "text/plain", 403)
    at_lab.server.routes[at_lab.path("nebius")] = bytes_answer(b"<p>All new</p>", "text/html")
    return at_lab


def test_sources_are_asked_side_by_side_and_the_collection_is_sealed_when_all_are_done(many: Lab) -> None:
    lines: list[str] = []
    with LiveSession(many.settings.network, retry_backoff=0.01) as session:
        names = ["oracle", "vast", "lambda_api", "nebius"]
        collection = collect_live(many.settings, many.archive, session, names, lambda outcome: lines.append(outcome.source))
    assert sorted(lines) == sorted(names)
    assert {outcome.source: outcome.outcome for outcome in collection.outcomes} == {
        "lambda_api": "skipped",
        "nebius": "unread",
        "oracle": "ok",
        "vast": "blocked",
    }
    assert [outcome.source for outcome in collection.failed] == ["nebius", "vast"]
    assert newest_collection(many.archive) == collection
    assert all("\n" not in outcome.line for outcome in collection.outcomes)


def test_a_fault_of_ours_in_one_source_is_raised_when_the_others_are_recorded_and_sealed(
    many: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(body: bytes, capture: Capture) -> Parsed:
        raise ZeroDivisionError

    monkeypatch.setitem(module.SOURCES, "nebius", replace(many.source("nebius"), parse=broken))
    with pytest.raises(ZeroDivisionError), LiveSession(many.settings.network, retry_backoff=0.01) as session:
        collect_live(many.settings, many.archive, session, ["nebius", "oracle"])
    collection = newest_collection(many.archive)
    assert collection is not None
    assert {outcome.source: outcome.outcome for outcome in collection.outcomes} == {"nebius": "failed", "oracle": "ok"}


def test_who_wants_to_stop_does_not_wait_for_slow_servers(many: Lab) -> None:
    many.server.routes[many.path("vast")] = slow_bytes(30)

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    began = datetime.now(UTC)
    with pytest.raises(KeyboardInterrupt), LiveSession(many.settings.network, retry_backoff=0.01) as session:
        collect_live(many.settings, many.archive, session, ["oracle", "vast"], stop)
    assert datetime.now(UTC) - began < timedelta(seconds=15)
    assert [entry.outcome for entry in many.archive.entries("oracle")] == ["ok"]
    assert newest_collection(many.archive) is None


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
