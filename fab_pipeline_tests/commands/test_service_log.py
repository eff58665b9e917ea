"""What processes print: on the console as it comes, and one JSON line each in the log; no secret on either."""

import json
from pathlib import Path

import pytest

from fab_pipeline.commands.service_log import service_log
from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline_tests.pipeline.snapshots import settings_at

STAMPED = "\x1b[32m2026-11-30 22:04:20 +0000\x1b[0m - dagster - \x1b[33mWARNING\x1b[0m - some_job - something is odd"


def heard(tmp_path: Path, *lines: str, service: ServiceSettings | None = None) -> list[dict]:
    """Records of the lines, without those of start and stop."""
    settings = settings_at(tmp_path / "home")
    with service_log(settings, service or ServiceSettings()) as hear:
        for line in lines:
            hear("daemon", line)
    records = [json.loads(line) for line in (settings.logs / "service.jsonl").read_text("utf-8").splitlines()]
    assert [records[0]["message"], records[-1]["message"]] == ["the service starts", "the service has stopped"]
    return records[1:-1]


def test_a_line_of_dagster_keeps_its_level_and_loses_its_colours_and_its_stamp(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (record,) = heard(tmp_path, STAMPED)
    assert (record["level"], record["process"], record["message"]) == (
        "warning",
        "daemon",
        "dagster - WARNING - some_job - something is odd",
    )
    assert capsys.readouterr().out == "2026-11-30 22:04:20 +0000 - dagster - WARNING - some_job - something is odd\n"


def test_any_other_line_is_information(tmp_path: Path):
    assert heard(tmp_path, "  File x, line 3")[0]["level"] == "info"


def test_an_intended_failure_is_its_one_line_and_a_bug_keeps_its_stack_trace(tmp_path: Path):
    stack = ("Stack Trace:", '  File "x.py", line 3, in f', "    yield y")
    told = heard(tmp_path, STAMPED, "dagster._core.definitions.events.Failure: oracle: failed: http_404", *stack, STAMPED)
    assert [record["message"] for record in told][1:2] == ["oracle: failed: http_404"]
    assert len(told) == 3
    assert len(heard(tmp_path / "bug", STAMPED, "KeyError: 'x'", *stack)) == 5


def test_secrets_are_on_neither(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    service = ServiceSettings(postgres="postgresql://fab:geheim@db.example/dagster")
    (record,) = heard(tmp_path, "cannot reach postgresql://fab:geheim@db.example/dagster: geheim", service=service)
    assert record["message"] == "cannot reach ***: ***"
    assert "geheim" not in capsys.readouterr().out


def test_a_very_long_line_is_short_on_the_console_and_whole_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (record,) = heard(tmp_path, "x" * 3000)
    assert record["message"] == "x" * 3000
    assert capsys.readouterr().out == "x" * 400 + " …\n"
