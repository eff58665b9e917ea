"""The sensor: one run per observation, in order of observation, also when late; nothing twice, nothing hidden."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
import pytest

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.lock import exclusive
from fab_pipeline.collecting.manifest import ArchiveError, Entry
from fab_pipeline.defs.quotes import SNAPSHOT_TAG
from fab_pipeline.defs.sensor import BEHIND_TAG, MOST_TRIES, STARTED, Cursor, Standing, new_observations, next_runs
from fab_pipeline.pipeline.parsed import ParsedArchive
from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline.settings import Settings
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer

A, B = csv_bytes(offer(price_per_instance_hour=24.0)), csv_bytes(offer(price_per_instance_hour=20.0))


def entry(day: int, sha: str = "a" * 64) -> Entry:
    moment = datetime(2026, 10, day, 8, tzinfo=UTC)
    return Entry("price_table", moment, sha, 10, "ingested", recorded_at=moment)


def standing(*unparsed: Entry, any_parsed: bool = True, released: bool = True) -> Standing:
    return Standing(unparsed, any_parsed, released)


class TestNextRuns:
    """The decision alone."""

    def test_nothing_new_asks_for_nothing(self):
        assert next_runs(standing(), Cursor(service="now"), "now") == ([], Cursor(service="now"))

    def test_each_new_observation_gets_its_run_in_the_partition_of_its_day(self):
        requests, cursor = next_runs(standing(entry(10), entry(11)), Cursor(), "now")
        assert [request.partition_key for request in requests] == ["2026-10-10", "2026-10-11"]
        assert [request.tags[SNAPSHOT_TAG] for request in requests] == [entry(10).snapshot_id, entry(11).snapshot_id]
        assert cursor.last == entry(11).snapshot_id

    def test_an_observation_that_waits_for_its_run_is_not_asked_for_again(self):
        _, cursor = next_runs(standing(entry(10)), Cursor(), "now")
        assert next_runs(standing(entry(10)), cursor, "now") == ([], cursor)

    def test_a_late_observation_is_new_although_younger_ones_are_parsed(self):
        _, cursor = next_runs(standing(entry(20)), Cursor(), "now")
        requests, _ = next_runs(standing(entry(3)), cursor, "now")
        assert [request.partition_key for request in requests] == ["2026-10-03"]

    def test_run_keys_tell_source_moment_and_bytes(self):
        (first, again, other), _ = next_runs(standing(entry(10), entry(11), entry(11, "b" * 64)), Cursor(), "now")
        assert len({first.run_key, again.run_key, other.run_key}) == 3
        assert first.run_key == f"price_table 2026-10-10T08:00:00+00:00 {'a' * 64}"

    def test_what_was_asked_of_servers_is_one_run_whatever_the_number(self):
        fetched = [replace(entry(day), origin="fetched", source=source) for day in (10, 11) for source in ("azure", "oracle")]
        requests, cursor = next_runs(standing(entry(9), *fetched), Cursor(), "now")
        assert [request.run_key for request in requests] == [
            f"price_table 2026-10-09T08:00:00+00:00 {'a' * 64}",
            f"collection to {fetched[-1].snapshot_id}",
        ]
        assert SNAPSHOT_TAG not in requests[1].tags
        assert next_runs(standing(entry(9), *fetched), cursor, "now")[0] == []

    def test_without_a_release_one_run_brings_everything_up_to_date_once_per_service(self):
        requests, cursor = next_runs(standing(released=False, any_parsed=False), Cursor(), "2026-10-10T05:00:00+00:00")
        assert [(request.run_key, request.partition_key) for request in requests] == [("catch-up 2026-10-10T05:00:00+00:00", "2026-10-10")]
        assert next_runs(standing(released=False, any_parsed=False), cursor, "2026-10-10T05:00:00+00:00") == ([], cursor)
        assert next_runs(standing(released=False, any_parsed=False), cursor, "2026-10-11T05:00:00+00:00")[0]

    def test_what_an_earlier_service_left_undone_is_caught_up_by_the_next(self):
        _, cursor = next_runs(standing(entry(10)), Cursor(), "2026-10-10T05:00:00+00:00")
        requests, _ = next_runs(standing(entry(10), entry(11)), cursor, "2026-10-12T05:00:00+00:00")
        assert [request.run_key.split(" ")[0] for request in requests] == ["catch-up", "price_table"]

    def test_what_was_parsed_and_never_released_is_one_run_whoever_parsed_it(self):
        left = replace(standing(), behind="0123456789abcdef")
        (request,), _ = next_runs(left, Cursor(service="now"), "now")
        assert request.run_key == "parsed and not released 0123456789abcdef 1"
        assert request.tags[BEHIND_TAG] == "0123456789abcdef"
        assert SNAPSHOT_TAG not in request.tags
        waiting, _ = next_runs(replace(left, unparsed=[entry(10)]), Cursor(service="now"), "now")
        assert [one.tags[SNAPSHOT_TAG] for one in waiting] == [entry(10).snapshot_id], "the run of what is new releases it, too"

    def test_a_run_that_ended_without_a_release_is_asked_for_again_under_another_key_five_times(self):
        """A run key starts no second run: the killed run of a state would be the last one."""
        left = replace(standing(), behind="0123456789abcdef", tried=1)
        (request,), _ = next_runs(left, Cursor(service="now"), "now")
        assert request.run_key == "parsed and not released 0123456789abcdef 2"
        assert next_runs(replace(left, trying=True), Cursor(service="now"), "now")[0] == []
        assert next_runs(replace(left, tried=MOST_TRIES), Cursor(service="now"), "now")[0] == []

    def test_a_lost_state_of_parsing_is_one_run_not_one_per_observation_of_all_time(self):
        requests, _ = next_runs(standing(*map(entry, range(1, 20)), any_parsed=False), Cursor(), "2026-10-20T05:00:00+00:00")
        assert [request.run_key.split(" ")[0] for request in requests] == ["catch-up"]


class TestCursor:
    """What is remembered between ticks."""

    def test_it_survives_its_text_form(self):
        cursor = Cursor(frozenset({"b", "a"}), "then", "a")
        assert Cursor.parse(cursor.text()) == cursor

    @pytest.mark.parametrize("text", [None, "", "2026-10-10", "[]", "{}", '{"asked": 1}'])
    def test_a_foreign_one_is_empty(self, text: str | None):
        assert Cursor.parse(text) == Cursor()


class TestTick:
    """The whole tick over a data folder that has a release, unless a test says otherwise."""

    @pytest.fixture(autouse=True)
    def released(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fab_pipeline.collecting.inbox.SETTLE_SECONDS", 0.0)
        record(settings, csv_bytes(offer(provider="Known Cloud")), 1)
        Pipeline(settings).parse_prices()
        ParsedArchive(settings, Archive(settings.captures)).note_released()
        settings.latest_json.write_text("{}")

    def test_nothing_new_is_one_line(self):
        result = tick()
        assert result.run_requests == []
        assert result.skip_reason.skip_message == "no new observation"

    def test_a_file_in_the_inbox_is_archived_and_starts_one_run(self, settings: Settings):
        drop(settings, "a.csv", A)
        result = tick()
        (observed,) = Archive(settings.captures).entries(since=datetime.now(UTC).date())
        assert [request.tags[SNAPSHOT_TAG] for request in result.run_requests] == [observed.snapshot_id]
        again = tick(result.cursor)
        assert again.run_requests == []
        assert again.skip_reason.skip_message == f"no new observation since {observed.snapshot_id}; 1 wait for their runs"

    def test_a_file_still_being_written_is_left_alone(self, settings: Settings, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("fab_pipeline.collecting.inbox.SETTLE_SECONDS", 60.0)
        drop(settings, "a.csv", A)
        assert tick().run_requests == []

    def test_an_observation_that_lands_in_the_archive_starts_one_run(self, settings: Settings):
        observed = record(settings, A, 12)
        (request,) = tick().run_requests
        assert (request.partition_key, request.tags[SNAPSHOT_TAG]) == ("2026-10-12", observed.snapshot_id)

    def test_what_the_command_line_has_released_already_starts_none(self, settings: Settings):
        record(settings, A, 12)
        Pipeline(settings).parse_prices()
        ParsedArchive(settings, Archive(settings.captures)).note_released()
        assert tick().run_requests == []

    def test_what_the_command_line_has_parsed_and_was_killed_before_releasing_is_one_run(self, settings: Settings):
        record(settings, A, 12)
        Pipeline(settings).parse_prices()
        with dg.DagsterInstance.ephemeral() as instance:
            first = tick(instance=instance)
            (again,) = tick(first.cursor, instance).run_requests
        (request,) = first.run_requests
        assert request.run_key.startswith("parsed and not released ")
        assert again.run_key == request.run_key, "the same state: Dagster starts no second run for it"

    def test_its_runs_are_counted_and_the_reason_for_waiting_is_told(self, settings: Settings):
        record(settings, A, 12)
        Pipeline(settings).parse_prices()
        with dg.DagsterInstance.ephemeral() as instance:
            (request,) = tick(instance=instance).run_requests
            for number in range(1, MOST_TRIES + 1):
                run = instance.create_run_for_job(publishing, tags=dict(request.tags))
                waiting = tick(instance=instance)
                assert (waiting.run_requests, "is at work" in waiting.skip_reason.skip_message) == ([], True)
                instance.report_run_failed(run)
                keys = [request.run_key for request in tick(instance=instance).run_requests]
                assert [key.rsplit(" ", 1)[1] for key in keys] == ([str(number + 1)] if number < MOST_TRIES else [])
            assert "5 runs ended without one" in tick(instance=instance).skip_reason.skip_message

    def test_a_b_a_are_three_observations(self, settings: Settings):
        keys: list[str | None] = []
        cursor = None
        for day, body in ((12, A), (13, B), (14, A)):
            record(settings, body, day)
            result = tick(cursor)
            keys += [request.run_key for request in result.run_requests]
            cursor = result.cursor
        assert len(set(keys)) == len(keys) == 3

    def test_unchanged_bytes_seen_later_are_a_fresh_observation(self, settings: Settings):
        record(settings, A, 12)
        first = tick()
        record(settings, A, 13)
        assert [request.partition_key for request in tick(first.cursor).run_requests] == ["2026-10-13"]

    def test_two_at_once_and_one_late_run_in_order_of_observation(self, settings: Settings):
        for day in (14, 12, 13):
            record(settings, A, day)
        assert [request.partition_key for request in tick().run_requests] == ["2026-10-12", "2026-10-13", "2026-10-14"]

    def test_an_empty_file_is_an_observation_too_and_the_refusal_is_shown(self, settings: Settings):
        drop(settings, "nothing.csv", b"")
        result = tick()
        assert len(result.run_requests) == 1
        (shown,) = result.asset_events
        assert isinstance(shown, dg.AssetCheckEvaluation)
        assert (shown.check_name, shown.passed) == ("files_are_taken", False)
        assert "nothing.csv" in (shown.description or "")

    def test_a_file_for_an_unknown_source_is_an_observation_too_and_the_refusal_is_shown(self, settings: Settings):
        drop(settings, "x.csv", A, folder="no_such_source")
        result = tick()
        assert len(result.run_requests) == 1
        assert "no_such_source" in result.asset_events[0].description

    def test_while_somebody_is_at_work_the_file_waits(self, settings: Settings, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("fab_pipeline.defs.sensor.LOCK_SECONDS", 0.05)
        path = drop(settings, "a.csv", A)
        with exclusive(settings, "run"):
            result = tick("before")
        assert result.run_requests == []
        assert "'run'" in result.skip_reason.skip_message
        assert (result.cursor, path.exists()) == ("before", True)

    def test_a_damaged_archive_is_an_error_not_a_skip(self, settings: Settings):
        record(settings, A, 12)
        next((settings.captures / "observations").rglob("20261012*.json")).write_text("{")
        with pytest.raises(ArchiveError, match="damaged"):
            tick()

    def test_without_a_release_a_catch_up_run_comes_first(self, settings: Settings):
        settings.latest_json.unlink()
        record(settings, A, 12)
        assert [request.run_key.split(" ")[0] for request in tick().run_requests] == ["catch-up", "price_table"]
        assert STARTED in tick().run_requests[0].run_key


@dg.op
def nothing() -> None:
    """Stands for the work of a run."""


@dg.job
def publishing() -> None:
    """Stands for the job that the sensor asks for."""
    nothing()


def tick(cursor: str | None = None, instance: dg.DagsterInstance | None = None) -> dg.SensorResult:
    result = new_observations(dg.build_sensor_context(instance=instance, cursor=cursor))
    assert isinstance(result, dg.SensorResult)
    return result


def record(settings: Settings, body: bytes, day: int) -> Entry:
    return Archive(settings.captures).record(
        body, source="price_table", observed_at=datetime(2026, 10, day, 9, tzinfo=UTC), origin="ingested", filename="a.csv"
    )


def drop(settings: Settings, name: str, body: bytes, *, folder: str = "") -> Path:
    path = settings.inbox / "prices" / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    return path
