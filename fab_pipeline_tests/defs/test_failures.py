"""A failed run is told by its own line, where somebody is to be told."""

from pathlib import Path

import dagster as dg
import pytest
from dagster._core.events import EngineEventData
from dagster_shared.error import SerializableErrorInfo

from fab_pipeline.defs import failures
from fab_pipeline.defs.failures import tell_failed_runs
from fab_pipeline.settings import Settings


@dg.op
def raw__oracle() -> None:
    raise dg.Failure(description="oracle: failed: http_404")


@dg.op
def fails_by_rule() -> None:
    raise dg.Failure(description="the archive is damaged: one line\nand more")


@dg.op
def fails_by_a_bug() -> None:
    raise KeyError("no such thing")


@dg.op
def goes_well() -> None: ...


def look(folder: Path, *ops: dg.OpDefinition) -> dg.SkipReason | None:
    """Let the steps of a run fail, and the sensor look at it."""
    with dg.instance_for_test(temp_dir=str(folder)) as instance:
        result = job_of(*ops).execute_in_process(instance=instance, raise_on_error=False)
        (event,) = [event for event in result.all_events if event.event_type_value == "PIPELINE_FAILURE"]
        return seen(instance, event, result.dagster_run)


def look_at_a_run_ended_from_outside(folder: Path, message: str | None, *ops: dg.OpDefinition, error: str | None = None) -> str:
    """As run monitoring, the queue and `close_interrupted_runs` end a run: with no data, at most with a message. Gives the run's id."""
    with dg.instance_for_test(temp_dir=str(folder)) as instance:
        run = job_of(*ops).execute_in_process(instance=instance, raise_on_error=False).dagster_run
        if error:
            instance.report_engine_event("Caught an error", run, EngineEventData.engine_error(SerializableErrorInfo(error, [], None)))
        event = instance.report_run_failed(run, message and message.format(run.run_id))
        assert seen(instance, event, run) is None
        return run.run_id


def job_of(*ops: dg.OpDefinition) -> dg.JobDefinition:
    @dg.job(name="some_job")
    def some_job():
        for op in ops:
            op()

    return some_job


def seen(instance: dg.DagsterInstance, event: dg.DagsterEvent, run: dg.DagsterRun) -> dg.SkipReason | None:
    context = dg.build_run_status_sensor_context(
        sensor_name="tell_failed_runs", dagster_event=event, dagster_instance=instance, dagster_run=run
    )
    return tell_failed_runs(context.for_run_failure())


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr("fab_pipeline.pipeline.alerting.tell_failure", lambda _, line: lines.append(line))
    return lines


@pytest.mark.parametrize(
    ("op", "line"), [(fails_by_rule, "the archive is damaged: one line"), (fails_by_a_bug, "KeyError: 'no such thing'")]
)
def test_the_first_line_of_the_failure_is_told(
    op: dg.OpDefinition, line: str, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    assert look(tmp_path, op) is None
    assert told == [f"some_job failed: {line}"]


def test_where_nobody_is_to_be_told_it_says_so(told: list[str], tmp_path: Path):
    skipped = look(tmp_path, fails_by_rule)
    assert isinstance(skipped, dg.SkipReason)
    assert (skipped.skip_message, told) == (failures.OFF, [])


def test_a_run_of_which_only_sources_failed_is_told_by_its_release(told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    skipped = look(tmp_path, raw__oracle)
    assert isinstance(skipped, dg.SkipReason)
    assert skipped.skip_message == "of some_job only sources failed, which the release tells: oracle"
    assert told == []


def test_a_run_of_which_more_failed_is_told(told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    assert look(tmp_path, raw__oracle, fails_by_rule) is None
    assert len(told) == 1


WORKER_DIED = "Detected run worker status UNKNOWN. Marking run {} as failed."


def test_a_run_whose_worker_died_is_told_with_what_is_known_and_the_next_one_reads_the_same(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        look_at_a_run_ended_from_outside(folder, WORKER_DIED, goes_well)
    assert told == ["some_job failed: ended by Dagster: Detected run worker status UNKNOWN. Marking run as failed."] * 2


def test_a_run_that_could_not_be_taken_from_the_queue_is_told_with_the_error(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    look_at_a_run_ended_from_outside(tmp_path, None, goes_well, error="DagsterUserCodeUnreachableError: no server\nmore")
    (line,) = told
    assert line.startswith("some_job failed: ended by Dagster: This run has been marked as failed from outside the execution context.")
    assert line.endswith("(DagsterUserCodeUnreachableError: no server)")


@pytest.mark.parametrize(
    ("op", "reason"),
    [(raw__oracle, "ended by Dagster: Exceeded maximum runtime of 60 seconds."), (fails_by_rule, "the archive is damaged")],
)
def test_a_failed_source_is_not_why_a_run_was_ended_and_another_failed_step_is(
    op: dg.OpDefinition, reason: str, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    look_at_a_run_ended_from_outside(tmp_path, "Exceeded maximum runtime of 60 seconds.", op)
    (line,) = told
    assert line.startswith(f"some_job failed: {reason}")


def look_at_failed_checks(folder: Path, **found: str | None) -> None:
    """A blocking check per name, each of which fails with what it found; one that found nothing passes."""
    warns = dg.AssetCheckSpec("warns", asset="quarantine")
    specs = [warns, *(dg.AssetCheckSpec(name, asset="quarantine", blocking=True) for name in found)]

    @dg.asset(check_specs=specs)
    def quarantine():
        yield dg.Output(None)
        yield dg.AssetCheckResult(check_name="warns", passed=False, description="not the reason")
        for name, why in found.items():
            yield dg.AssetCheckResult(check_name=name, passed=why is None, description=why)

    with dg.instance_for_test(temp_dir=str(folder)) as instance:
        result = dg.materialize([quarantine], instance=instance, raise_on_error=False)
        (event,) = [event for event in result.all_events if event.event_type_value == "PIPELINE_FAILURE"]
        seen(instance, event, result.dagster_run)


def test_a_failed_blocking_check_is_told_by_asset_name_and_what_it_found(told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    look_at_failed_checks(tmp_path, usable="azure-1: no row can be used\n- row 3: no price", readable=None, whole="a page is missing")
    (line,) = told
    assert line.partition(" failed: ")[2] == (
        "check usable of quarantine: azure-1: no row can be used - row 3: no price; check whole of quarantine: a page is missing"
    )


def test_another_check_that_fails_is_another_line(told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FAB_ALERT_COMMAND", "true")
    for number, name in enumerate(("usable", "whole")):
        (tmp_path / str(number)).mkdir()
        look_at_failed_checks(tmp_path / str(number), **{name: "bad"})
    assert len(set(told)) == 2
