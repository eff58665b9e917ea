"""What breaks the form of our own files is named in the lines of a run."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from fab_pipeline.commands.registry_faults import registry_faults
from fab_pipeline.pipeline.parsing import parse_capture
from fab_pipeline.sources.base import Capture
from fab_pipeline_tests.sources.disclosures.captures import REGISTRY_CLAIM, REGISTRY_TEXT


def faults(registry: Path, body: bytes) -> list[str]:
    seen = datetime(2026, 11, 30, tzinfo=UTC)
    capture = Capture("registry", seen, sha256(body).hexdigest(), "transcribed", filename="training_runs.yaml")
    return list(registry_faults(parse_capture(body, capture)["quarantine"], registry))


def test_an_entry_that_breaks_the_form_is_named_with_file_entry_and_reason(tmp_path: Path) -> None:
    body = REGISTRY_TEXT.replace("CLAIM", REGISTRY_CLAIM.replace("1200000", "many")).encode()
    (tmp_path / "training_runs.yaml").write_bytes(body)
    (line,) = faults(tmp_path, body)
    assert line.startswith("training_runs.yaml, entry 1 (Oak 7B): value_not_a_number: claim 1: value is 'many'")


def test_of_an_earlier_version_of_the_file_nothing_is_said(tmp_path: Path) -> None:
    broken = REGISTRY_TEXT.replace("CLAIM", "just words").encode()
    (tmp_path / "training_runs.yaml").write_bytes(REGISTRY_TEXT.replace("CLAIM", REGISTRY_CLAIM).encode())
    assert faults(tmp_path, broken) == []


def test_many_faults_are_counted_and_a_broken_file_is_one_line(tmp_path: Path) -> None:
    head, run = REGISTRY_TEXT.replace("CLAIM", "just words").rstrip().rsplit("\n", 1)
    body = "\n".join([head, *([run] * 25)]).encode()
    (tmp_path / "training_runs.yaml").write_bytes(body)
    found = faults(tmp_path, body)
    assert (len(found), found[-1]) == (21, "and 5 more: fab-pipeline show quarantine")
    (tmp_path / "training_runs.yaml").write_bytes(b"runs: 3")
    assert [line.partition(":")[0] for line in faults(tmp_path, b"runs: 3")] == ["training_runs.yaml, the file"]
