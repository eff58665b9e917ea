"""A failed run is told by its own line, where somebody is to be told."""

from pathlib import Path

import dagster as dg
import pytest

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


def look(folder: Path, *ops: dg.OpDefinition) -> dg.SkipReason | None:
    """Let the steps of a run fail, and the sensor look at it."""

    @dg.job(name="some_job")
    def some_job():
        for op in ops:
            op()

    with dg.instance_for_test(temp_dir=str(folder)) as instance:
        result = some_job.execute_in_process(instance=instance, raise_on_error=False)
        (event,) = [event for event in result.all_events if event.event_type_value == "PIPELINE_FAILURE"]
        context = dg.build_run_status_sensor_context(
            sensor_name="tell_failed_runs", dagster_event=event, dagster_instance=instance, dagster_run=result.dagster_run
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
