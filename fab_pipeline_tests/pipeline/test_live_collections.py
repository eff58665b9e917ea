"""Many sources at once: keys that are not there, faults of ours, and the seal when all are done."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from fab_pipeline.collecting.live import SkippedError
from fab_pipeline.collecting.sealing import newest_collection
from fab_pipeline.collecting.session import LiveSession
from fab_pipeline.environment import SettingsError
from fab_pipeline.errors import UsageError
from fab_pipeline.network import Network
from fab_pipeline.pipeline import collect_live as module
from fab_pipeline.pipeline.collect_live import collect_live, collect_one, require_fetchable
from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.collecting.vendor_server import bytes_answer, json_answer, slow_bytes
from fab_pipeline_tests.pipeline.live import Lab
from fab_pipeline_tests.pipeline.oracle_prices import products


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
