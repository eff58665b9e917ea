"""The disk budget of a source: counted in the archive, warned before it is spent, refused when it would be."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fab_pipeline.collecting.budget import nearly_spent, size, stored_bytes, verdict
from fab_pipeline.collecting.captures import Archive

SEEN = datetime(2026, 10, 10, tzinfo=UTC)


def record(captures: Path, body: bytes, source: str = "azure", hours: int = 0) -> None:
    Archive(captures).record(body, source=source, observed_at=SEEN + timedelta(hours=hours), origin="ingested")


def on_disk(captures: Path, *patterns: str) -> int:
    return sum(path.stat().st_size for pattern in patterns for path in captures.rglob(pattern) if path.is_file())


def test_an_archive_that_is_not_there_takes_nothing(tmp_path: Path):
    assert stored_bytes(tmp_path / "captures", "azure") == 0


def test_what_counts_is_what_lies_on_the_disk(tmp_path: Path):
    record(tmp_path, b"a" * 100_000)
    record(tmp_path, b"b" * 100_000, hours=1)
    assert stored_bytes(tmp_path, "azure") == on_disk(tmp_path, "*")
    assert stored_bytes(tmp_path, "azure") < 5000, "as compressed"


def test_unchanged_bytes_count_once_however_often_they_were_seen(tmp_path: Path):
    for hours in range(5):
        record(tmp_path, b"a" * 1000, hours=hours)
    assert stored_bytes(tmp_path, "azure") == on_disk(tmp_path, "*.gz", "*.json")


def test_captures_of_other_sources_do_not_count(tmp_path: Path):
    record(tmp_path, b"a", source="oracle")
    assert stored_bytes(tmp_path, "azure") == 0


@pytest.mark.parametrize(
    ("used", "adding", "refused", "warned"),
    [(0, 100, False, False), (0, 799, False, False), (700, 100, False, True), (900, 100, False, True), (900, 101, True, False)],
)
def test_the_rule(used: int, adding: int, refused: bool, warned: bool):
    found = verdict("azure", used, adding, budget=1000)
    assert (found.refusal is not None, found.warning is not None) == (refused, warned)


def test_bytes_that_the_archive_has_already_are_never_refused():
    assert verdict("azure", 2000, 0, budget=1000).refusal is None


def test_both_lines_name_the_source_the_sizes_and_the_setting():
    refusal = verdict("azure", 4_900_000_000, 200_000_000, budget=5_000_000_000).refusal
    assert refusal is not None
    assert "azure" in refusal
    assert "4.9 GB of 5.0 GB, and this one would add 200.0 MB" in refusal
    warning = verdict("azure", 4_500_000_000, 0, budget=5_000_000_000).warning
    assert warning is not None
    assert "azure: 90% of its disk budget of 5.0 GB" in warning
    assert "FAB_SOURCE_BUDGET_BYTES" in refusal
    assert "FAB_SOURCE_BUDGET_BYTES" in warning


def test_of_several_sources_those_are_named_whose_budget_is_nearly_spent(tmp_path: Path):
    record(tmp_path, b"a", source="azure")
    record(tmp_path, b"b", source="price_table")
    found = nearly_spent(tmp_path, ["azure", "oracle"], budget=100)
    assert list(found) == ["azure"]
    assert "of its disk budget of 100 B is spent" in found["azure"]


def test_sizes_for_people():
    assert [size(count) for count in (0, 999, 1000, 1_500_000, 2_000_000_000)] == ["0 B", "999 B", "1.0 kB", "1.5 MB", "2.0 GB"]
