"""Logs: one JSON object a line, rotated, without secrets; a log that cannot be written stops nothing."""

import json
import logging
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from fab_pipeline import logs
from fab_pipeline.logs import facts, logged

LOG = logging.getLogger("fab_pipeline.some.module")


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_line_says_when_how_bad_who_and_what(tmp_path: Path):
    with logged(tmp_path / "logs" / "a.jsonl"):
        LOG.info("built %s", "findings", extra=facts(table="findings", rows=3))
        # A lone surrogate in the message itself would end pytest's worker, which sends captured messages as UTF-8.
        LOG.warning("H100 卡\n两行", extra=facts(file="\ud800"))
    first, second = lines(tmp_path / "logs" / "a.jsonl")
    known = {"level": "info", "logger": "fab_pipeline.some.module", "message": "built findings", "table": "findings", "rows": 3}
    assert first == {"at": first["at"], **known}
    assert datetime.fromisoformat(first["at"]).utcoffset() == timedelta(0)
    assert (second["level"], second["message"], second["file"]) == ("warning", "H100 卡\n两行", "\ud800")


def test_a_bug_keeps_its_traceback_in_one_line(tmp_path: Path):
    with logged(tmp_path / "a.jsonl"):
        try:
            raise KeyError("no such thing")
        except KeyError:
            LOG.exception("a bug")
    (line,) = lines(tmp_path / "a.jsonl")
    assert "KeyError: 'no such thing'" in line["traceback"]


def test_secrets_are_hidden_wherever_they_stand(tmp_path: Path):
    with logged(tmp_path / "a.jsonl", ('pa"ss', "hook/key")):
        LOG.error('password pa"ss refused', extra=facts(address="https://h/hook/key"))
    (line,) = lines(tmp_path / "a.jsonl")
    assert (line["message"], line["address"]) == ("password *** refused", "https://h/***")


def test_a_long_message_is_shortened(tmp_path: Path):
    with logged(tmp_path / "a.jsonl"):
        LOG.error("x" * 1_000_000)
    assert len(lines(tmp_path / "a.jsonl")[0]["message"]) == logs.MESSAGE_CHARACTERS


def test_nothing_is_written_before_and_after(tmp_path: Path):
    LOG.warning("before")
    with logged(tmp_path / "a.jsonl"):
        LOG.info("during")
    LOG.warning("after")
    assert [line["message"] for line in lines(tmp_path / "a.jsonl")] == ["during"]


def test_full_files_are_set_aside_and_the_oldest_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logs, "FILE_BYTES", 2000)
    monkeypatch.setattr(logs, "FILES_KEPT", 2)
    with logged(tmp_path / "a.jsonl"):
        for number in range(200):
            LOG.info("line %d", number)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "a.jsonl.1", "a.jsonl.2"]
    assert all(path.stat().st_size <= 2000 for path in tmp_path.iterdir())
    assert lines(tmp_path / "a.jsonl")[-1]["message"] == "line 199"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_stops_nothing_either(capsys: pytest.CaptureFixture[str]):
    with logged(Path("/dev/full")):
        LOG.info("one")
        LOG.info("two")
    (line,) = capsys.readouterr().err.splitlines()
    assert "no space left on device" in line


def test_a_log_that_cannot_be_written_is_said_once_and_stops_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "logs").write_text("a file where the folder should be")
    with logged(tmp_path / "logs" / "a.jsonl"):
        LOG.info("one")
        LOG.info("two")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "cannot be written" in said[0]
    assert "the work goes on" in said[0]
