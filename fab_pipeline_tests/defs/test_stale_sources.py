"""The sensor for stale sources: on, at least hourly, and in one line whatever it finds."""

import dagster as dg
import pytest

from fab_pipeline.collecting.lock import exclusive
from fab_pipeline.defs import stale_sources
from fab_pipeline.defs.failures import OFF
from fab_pipeline.defs.stale_sources import tell_stale_sources
from fab_pipeline.settings import Settings


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Sources that are stale; a test changes it."""
    names: list[str] = []
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    monkeypatch.setattr("fab_pipeline.pipeline.alerting.tell_stale_sources", lambda _: names)
    return names


def tick() -> str | None:
    skipped = tell_stale_sources()
    assert isinstance(skipped, dg.SkipReason)
    return skipped.skip_message


def test_it_is_on_and_looks_at_least_hourly(definitions: dg.Definitions):
    sensor = definitions.resolve_sensor_def("tell_stale_sources")
    assert sensor.default_status == dg.DefaultSensorStatus.RUNNING
    assert (sensor.minimum_interval_seconds or 30) <= 3600


def test_the_tick_names_what_is_stale(settings: Settings, found: list[str]):
    assert tick() == "no source is stale"
    found += ["azure", "oracle"]
    assert tick() == "stale, and told: azure, oracle"


def test_where_nobody_is_to_be_told_it_says_so(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("FAB_ALERT_COMMAND", raising=False)
    monkeypatch.delenv("FAB_ALERT_WEBHOOK", raising=False)
    assert tick() == OFF


def test_while_somebody_is_at_work_it_waits_for_the_next_tick(settings: Settings, found: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stale_sources, "LOCK_SECONDS", 0.05)
    with exclusive(settings, "run"):
        assert "at work" in (tick() or "")


def test_a_home_without_any_quote_has_no_stale_source(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    assert tick() == "no source is stale"
