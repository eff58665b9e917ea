"""Schedules: a daily collection where servers know whom to write to, and housekeeping in any case."""

from datetime import UTC, datetime

import dagster as dg
import pytest

from fab_pipeline.defs.schedules import daily, why_off
from fab_pipeline.settings import Settings

FIVE_THIRTY = datetime(2026, 10, 10, 5, 30, tzinfo=UTC)


def tick(definitions: dg.Definitions, name: str) -> dg.schedule:
    context = dg.build_schedule_context(scheduled_execution_time=FIVE_THIRTY, repository_def=definitions.get_repository_def())
    return definitions.resolve_schedule_def(name).evaluate_tick(context)


@pytest.fixture
def contact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAB_CONTACT", "you@example.org")


@pytest.fixture
def no_contact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FAB_CONTACT", raising=False)


@pytest.mark.usefixtures("contact")
def test_each_day_asks_for_one_run_of_the_current_utc_day(definitions: dg.Definitions):
    assert why_off(Settings.from_environment()) is None
    (request,) = tick(definitions, "daily").run_requests
    assert (request.partition_key, request.run_key) == ("2026-10-10", "2026-10-10")
    assert (daily.cron_schedule, daily.execution_timezone, daily.job_name) == ("30 5 * * *", "UTC", "refresh_prices")


@pytest.mark.usefixtures("no_contact")
def test_without_a_contact_it_asks_nobody_and_says_why_in_one_line(definitions: dg.Definitions):
    result = tick(definitions, "daily")
    assert not result.run_requests
    assert "FAB_CONTACT" in result.skip_message
    assert len(result.skip_message.splitlines()) == 1


def test_it_is_on_only_where_a_contact_is_set_when_the_service_starts():
    expected = dg.DefaultScheduleStatus.STOPPED if why_off(Settings.from_environment()) else dg.DefaultScheduleStatus.RUNNING
    assert daily.default_status == expected
    assert ("Switched off" in (daily.description or "")) == (expected == dg.DefaultScheduleStatus.STOPPED)


def test_housekeeping_is_on_and_once_a_day(definitions: dg.Definitions):
    schedule = definitions.resolve_schedule_def("daily_housekeeping")
    (request,) = tick(definitions, "daily_housekeeping").run_requests
    assert (schedule.default_status, request.run_key) == (dg.DefaultScheduleStatus.RUNNING, "housekeeping 2026-10-10")
