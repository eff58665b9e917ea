"""Telling once: over a real pipeline, with the hand-over replaced by a list."""

import json
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.manifest import LiveCheck
from fab_pipeline.pipeline import alerting
from fab_pipeline.pipeline.alerting import release_and_tell, tell_failure, tell_release, tell_stale_sources
from fab_pipeline.pipeline.alerts import Alert
from fab_pipeline.pipeline.pipeline import CheckFailedError, Pipeline
from fab_pipeline.publishing.parquet import PublishError
from fab_pipeline.publishing.releases import resolve
from fab_pipeline.settings import Settings
from fab_pipeline_tests.pipeline.snapshots import released, settings_at
from fab_pipeline_tests.sources.prices.look_alikes import oracle_price, oracle_product


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released(tmp_path_factory.mktemp("built") / "home")


@pytest.fixture
def settings(built: Path, tmp_path: Path) -> Settings:
    return settings_at(shutil.copytree(built, tmp_path / "home", symlinks=True))


class Hook:
    """Stands in for `hand_over`."""

    def __init__(self) -> None:
        self.told: list[list[Alert]] = []
        self.faults: list[str] = []
        self.failing_from: int | None = None

    def __call__(self, _service: object, alerts: Sequence[Alert], _facts: dict[str, str]) -> list[str]:
        self.told.append(list(alerts))
        return ["the alert webhook answered 429"] if self.failing_from == len(self.told) else self.faults


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Hook:
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    found = Hook()
    monkeypatch.setattr(alerting, "hand_over", found)
    return found


@pytest.fixture
def worth(monkeypatch: pytest.MonkeyPatch) -> list[Alert]:
    """What the rules find; a test changes it."""
    found = [Alert("price_held_back", "offer", "held back"), Alert("price_moved", "H100", "moved")]
    monkeypatch.setattr(alerting, "alerts_of", lambda *_: list(found))
    return found


def test_each_alert_is_told_once(settings: Settings, hook: Hook, worth: list[Alert]):
    for _ in range(3):
        release_and_tell(Pipeline(settings))
    assert hook.told == [worth]


def test_only_what_is_new_is_told(settings: Settings, hook: Hook, worth: list[Alert]):
    release_and_tell(Pipeline(settings))
    worth.append(Alert("source_stale", "azure", "stale"))
    release_and_tell(Pipeline(settings))
    assert hook.told[1:] == [[worth[-1]]]


def many(settings: Settings, hook: Hook, worth: list[Alert], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """75 moves and, found last, a budget nearly spent; gives the subjects in the order in which they are to be told."""
    worth[:] = [Alert("price_moved", f"accelerator {number}", "moved") for number in range(75)]
    monkeypatch.setattr(alerting, "nearly_spent", lambda *_: {"azure": "nearly spent"})
    return ["azure", *(alert.subject for alert in worth)]


def test_more_than_fifty_are_told_all_by_name_in_several_messages_and_the_most_severe_first(
    settings: Settings, hook: Hook, worth: list[Alert], monkeypatch: pytest.MonkeyPatch
):
    expected = many(settings, hook, worth, monkeypatch)
    for _ in range(2):
        tell_release(Pipeline(settings), resolve(settings))
    assert [[alert.subject for alert in message] for message in hook.told] == [expected[:50], expected[50:]]


def test_where_a_later_message_fails_only_its_alerts_are_told_again(
    settings: Settings, hook: Hook, worth: list[Alert], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    expected = many(settings, hook, worth, monkeypatch)
    hook.failing_from = 2
    for _ in range(2):
        tell_release(Pipeline(settings), resolve(settings))
    assert [[alert.subject for alert in message] for message in hook.told] == [expected[:50], expected[50:], expected[50:]]
    assert "the alert webhook answered 429; 26 alerts wait for the next run" in caplog.text


def test_where_telling_takes_long_the_rest_waits(
    settings: Settings, hook: Hook, worth: list[Alert], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    expected = many(settings, hook, worth, monkeypatch)
    clock = iter((0.0, 1.0, 31.0, 100.0, 101.0))
    monkeypatch.setattr(alerting, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    for _ in range(2):
        tell_release(Pipeline(settings), resolve(settings))
    assert [[alert.subject for alert in message] for message in hook.told] == [expected[:50], expected[50:]]
    assert "telling took more than 30 s; 26 alerts wait for the next run" in caplog.text


def fetched(settings: Settings, hours_ago: float) -> None:
    """A source that was read live at that time, parsed but in no release."""
    moment = datetime.now(UTC) - timedelta(hours=hours_ago)
    price = oracle_price("USD", 4.0)
    product = oracle_product(partNumber="B1", displayName="OCI - Compute - GPU - H100", currencyCodeLocalizations=[price])
    check = LiveCheck(True, 1, "holds")
    answer = json.dumps({"items": [product]}).encode()
    Archive(settings.captures).record(answer, source="oracle", observed_at=moment, origin="fetched", outcome="ok", reason=None, check=check)
    Pipeline(settings).parse_prices()


def test_a_stale_source_is_told_without_a_release_once_until_it_is_read_again(settings: Settings, hook: Hook):
    fetched(settings, 50)
    names = [tell_stale_sources(Pipeline(settings)) for _ in range(2)]
    ((alert,),) = hook.told
    assert (alert.kind, alert.subject, names) == ("source_stale", "oracle", [["oracle"]] * 2)
    fetched(settings, 1)
    assert tell_stale_sources(Pipeline(settings)) == []
    assert "source_stale" not in (settings.state / "alerts.json").read_text()


def test_a_stale_source_that_was_told_by_itself_is_not_told_again_by_the_release(settings: Settings, hook: Hook):
    fetched(settings, 50)
    tell_stale_sources(Pipeline(settings))
    tell_release(Pipeline(settings), resolve(settings))
    assert [alert.kind for message in hook.told for alert in message].count("source_stale") == 1


def test_other_alerts_stay_told_when_only_stale_sources_are_looked_at(settings: Settings, hook: Hook, worth: list[Alert]):
    release_and_tell(Pipeline(settings))
    fetched(settings, 50)
    tell_stale_sources(Pipeline(settings))
    tell_failure(settings, "a failure")
    before = len(hook.told)
    tell_failure(settings, "a failure")
    kept = json.loads((settings.state / "alerts.json").read_bytes())
    assert {alert.key for alert in worth} < set(kept)
    assert len(hook.told) == before


def test_a_damaged_quote_file_is_one_line_that_names_it(settings: Settings, hook: Hook):
    damaged = next(settings.history.rglob("*.parquet"))
    damaged.write_bytes(b"no parquet")
    with pytest.raises(PublishError, match=damaged.name):
        tell_stale_sources(Pipeline(settings))


def test_what_was_over_and_comes_back_is_told_again(settings: Settings, hook: Hook, worth: list[Alert]):
    release_and_tell(Pipeline(settings))
    gone = worth.pop()
    release_and_tell(Pipeline(settings))
    worth.append(gone)
    release_and_tell(Pipeline(settings))
    assert hook.told[1:] == [[gone]]


def test_a_source_that_failed_is_told_once_until_it_answers_again(settings: Settings, hook: Hook, worth: list[Alert]):
    worth.clear()
    archive = Archive(settings.captures)
    for hour, outcome in enumerate(("failed", "failed", "ok", "failed")):
        check = LiveCheck(True, 2, "holds") if outcome == "ok" else None
        why = None if check else "http_503: the server is down"
        seen = datetime(2026, 11, 1, hour, tzinfo=UTC)
        archive.record(b"", source="oracle", observed_at=seen, origin="fetched", outcome=outcome, reason=why, check=check)
        tell_release(Pipeline(settings), resolve(settings))
    assert [alert.message for alerts in hook.told for alert in alerts] == [
        "oracle: failed: http_503: the server is down",
        "oracle: failed: http_503: the server is down; the last good capture is of 2026-11-01",
    ]


def test_what_could_not_be_told_is_tried_again_and_fails_no_run(
    settings: Settings, hook: Hook, worth: list[Alert], caplog: pytest.LogCaptureFixture
):
    hook.faults = ["the alert webhook answered 500"]
    release_and_tell(Pipeline(settings))
    hook.faults = []
    release_and_tell(Pipeline(settings))
    assert hook.told == [worth, worth]
    assert "the alert webhook answered 500; 2 alerts wait for the next run" in caplog.text


def test_a_failed_check_is_told_once_and_raised(settings: Settings, hook: Hook, worth: list[Alert], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Pipeline, "check", lambda _: ["prices_have_values: none"])
    for _ in range(2):
        with pytest.raises(CheckFailedError):
            release_and_tell(Pipeline(settings))
    ((alert,),) = hook.told
    assert (alert.kind, "prices_have_values: none" in alert.message) == ("check_failed", True)


def test_after_a_good_release_the_same_failure_is_news(settings: Settings, hook: Hook, worth: list[Alert]):
    worth.clear()
    tell_failure(settings, "run refresh_prices failed")
    pipeline = Pipeline(settings)
    tell_release(pipeline, pipeline.release())
    tell_failure(settings, "run refresh_prices failed")
    assert [alerts[0].kind for alerts in hook.told] == ["check_failed"] * 2


def test_a_disk_budget_nearly_spent_is_told(settings: Settings, hook: Hook, worth: list[Alert], monkeypatch: pytest.MonkeyPatch):
    worth.clear()
    monkeypatch.setattr(alerting, "nearly_spent", lambda *_: {"azure": "nearly spent"})
    release_and_tell(Pipeline(settings))
    assert hook.told == [[Alert("disk_budget", "azure", "nearly spent")]]


def test_without_a_hook_nothing_is_computed_and_nothing_written(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(alerting, "alerts_of", lambda *_: pytest.fail("computed"))
    release_and_tell(Pipeline(settings))
    tell_failure(settings, "a failure")
    assert not (settings.state / "alerts.json").exists()


@pytest.mark.parametrize("damaged", [b"", b"{", b"3", b"\xff"])
def test_a_lost_memory_is_no_failure(settings: Settings, hook: Hook, worth: list[Alert], damaged: bytes):
    (settings.state / "alerts.json").write_bytes(damaged)
    release_and_tell(Pipeline(settings))
    assert hook.told == [worth]
