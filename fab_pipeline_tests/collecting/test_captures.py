"""The archive: what was seen is kept byte for byte, once, and every observation counts."""

import gzip
import json
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.manifest import ArchiveError

NOON = datetime(2026, 10, 5, 12, 0, 0, 250, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "captures")


def files(archive: Archive, kind: str) -> list[str]:
    return sorted(str(path.relative_to(archive.root / kind)) for path in (archive.root / kind).rglob("*") if path.is_file())


def blob(archive: Archive) -> Path:
    return next((archive.root / "blobs").rglob("*.gz"))


def manifest(archive: Archive) -> Path:
    return next((archive.root / "observations").rglob("*.json"))


def test_bytes_come_back_as_they_were(archive: Archive) -> None:
    entry = archive.record(b"a,b\n1,2\n", source="azure", observed_at=NOON, origin="ingested", filename="prices.csv")
    assert archive.body(entry) == b"a,b\n1,2\n"
    assert (entry.bytes, entry.media_type, entry.outcome) == (8, "text/csv", "ok")
    assert archive.entries() == [entry]


def test_files_are_named_by_content_and_by_observation(archive: Archive) -> None:
    entry = archive.record(b"x", source="azure", observed_at=NOON, origin="ingested")
    assert files(archive, "blobs") == [f"{entry.sha256[:2]}/{entry.sha256}.gz"]
    assert files(archive, "observations") == [f"azure/2026-10-05/20261005T120000000250Z-{entry.sha256[:12]}.json"]


def test_an_entry_tells_the_parser_what_is_known(archive: Archive) -> None:
    entry = archive.record(
        b"x", source="azure", observed_at=NOON, origin="transcribed", locator="page 3, 2026-10-01", url="https://example.org/p"
    )
    capture = entry.capture
    assert (capture.source, capture.observed_at, capture.sha256, capture.origin) == ("azure", NOON, entry.sha256, "transcribed")
    assert (capture.locator, capture.url) == ("page 3, 2026-10-01", "https://example.org/p")
    assert entry.snapshot_id == capture.snapshot_id == f"azure-20261005T120000000250Z-{entry.sha256[:12]}"


def test_the_same_observation_again_changes_nothing(archive: Archive) -> None:
    first = archive.record(b"x", source="azure", observed_at=NOON, origin="ingested", recorded_at=NOON)
    again = archive.record(b"x", source="azure", observed_at=NOON, origin="ingested", recorded_at=NOON + HOUR)
    assert again == first
    assert archive.entries() == [first]


def test_a_price_that_goes_and_comes_back_is_three_observations_of_two_contents(archive: Archive) -> None:
    for hours, body in enumerate([b"A", b"B", b"A"]):
        archive.record(body, source="azure", observed_at=NOON + hours * HOUR, origin="fetched")
    assert [archive.body(entry) for entry in archive.entries()] == [b"A", b"B", b"A"]
    assert len(files(archive, "blobs")) == 2


def test_a_fetched_answer_keeps_status_and_the_headers_that_matter(archive: Archive) -> None:
    headers = {
        "ETag": '"1"',
        "Last-Modified": "Mon, 05 Oct 2026 11:00:00 GMT",
        "Content-Type": "Application/JSON; charset=utf-8",
        "Server": "x",
    }
    entry = archive.record(b"{}", source="azure", observed_at=NOON, origin="fetched", status=200, headers=headers, terms="free to use")
    kept = archive.entries()[0]
    assert kept.headers == {
        "etag": '"1"',
        "last-modified": "Mon, 05 Oct 2026 11:00:00 GMT",
        "content-type": "Application/JSON; charset=utf-8",
    }
    assert (kept.status, kept.media_type, kept.terms) == (200, "application/json", "free to use")
    assert kept == entry


@pytest.mark.parametrize("origin", ["ingested", "transcribed"])
def test_what_was_not_fetched_cannot_pretend_it_was(archive: Archive, origin: str) -> None:
    with pytest.raises(ValueError, match="no HTTP status"):
        archive.record(b"x", source="azure", observed_at=NOON, origin=origin, status=200)


def test_a_refusal_is_recorded_as_such(archive: Archive) -> None:
    archive.record(
        b"Just a moment", source="azure", observed_at=NOON, origin="fetched", status=403, outcome="blocked", reason="challenge page"
    )
    entry = archive.entries()[0]
    assert (entry.outcome, entry.reason) == ("blocked", "challenge page")
    with pytest.raises(ValueError, match="unknown outcome"):
        archive.record(b"", source="azure", observed_at=NOON, origin="fetched", outcome="odd")


def test_times_are_kept_in_utc_and_need_a_zone(archive: Archive) -> None:
    beijing = NOON.astimezone(timezone(8 * HOUR))
    assert (
        archive.record(b"x", source="azure", observed_at=beijing, origin="ingested").observed_at.isoformat()
        == "2026-10-05T12:00:00.000250+00:00"
    )
    with pytest.raises(ValueError, match="no time zone"):
        archive.record(b"x", source="azure", observed_at=NOON.replace(tzinfo=None), origin="ingested")


@pytest.mark.parametrize("source", ["", "../azure", "Azure", "a b", ".hidden"])
def test_a_name_that_is_no_source_name_is_refused(archive: Archive, source: str) -> None:
    with pytest.raises(ArchiveError, match="is no source name"):
        archive.record(b"x", source=source, observed_at=NOON, origin="ingested")


def test_entries_are_in_order_and_can_be_narrowed(archive: Archive) -> None:
    day = timedelta(days=1)
    archive.record(b"3", source="aws", observed_at=NOON + day, origin="ingested", recorded_at=NOON + day)
    archive.record(b"2", source="vast", observed_at=NOON, origin="ingested", recorded_at=NOON + 9 * day)
    archive.record(b"1", source="azure", observed_at=NOON, origin="ingested", recorded_at=NOON)
    assert [entry.source for entry in archive.entries()] == ["azure", "vast", "aws"]
    assert [entry.source for entry in archive.entries("vast")] == ["vast"]
    assert [entry.source for entry in archive.entries(known_at=NOON + 2 * day)] == ["azure", "aws"]
    assert [entry.source for entry in archive.entries(since=date(2026, 10, 6))] == ["aws"]
    assert [entry.source for entry in archive.entries(until=date(2026, 10, 5))] == ["azure", "vast"]


def test_an_absent_archive_is_empty(tmp_path: Path) -> None:
    assert Archive(tmp_path / "nowhere").entries() == []


def test_a_blob_without_its_manifest_does_not_count(archive: Archive) -> None:
    archive.record(b"x", source="azure", observed_at=NOON, origin="ingested")
    manifest(archive).unlink()
    assert archive.entries() == []


@pytest.mark.parametrize("torn", [b"", b"no gzip", gzip.compress(b"x" * 1000, mtime=0)[:-12]], ids=["empty", "foreign", "cut"])
def test_a_torn_blob_is_one_line_and_heals_when_its_bytes_come_again(archive: Archive, torn: bytes) -> None:
    entry = archive.record(b"x" * 1000, source="azure", observed_at=NOON, origin="ingested")
    blob(archive).write_bytes(torn)
    with pytest.raises(ArchiveError) as error:
        archive.body(entry)
    assert entry.snapshot_id in str(error.value)
    assert "\n" not in str(error.value)
    archive.record(b"x" * 1000, source="azure", observed_at=NOON, origin="ingested")
    assert archive.body(entry) == b"x" * 1000


def test_changed_and_missing_bytes_are_found_out(archive: Archive) -> None:
    entry = archive.record(b"x", source="azure", observed_at=NOON, origin="ingested")
    other = Archive(archive.root.parent / "other")
    other.record(b"y", source="azure", observed_at=NOON, origin="ingested")
    blob(archive).write_bytes(blob(other).read_bytes())
    with pytest.raises(ArchiveError, match="bytes have changed"):
        archive.body(entry)
    blob(archive).unlink()
    with pytest.raises(ArchiveError, match="bytes are missing"):
        archive.body(entry)


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("source", 5),
        ("source", "../x"),
        ("observed_at", 7),
        ("observed_at", "2026-10-10"),
        ("bytes", -1),
        ("origin", []),
        ("url", 5),
        ("status", "200"),
        ("headers", {"etag": 5}),
        ("outcome", "fine"),
    ],
)
def test_a_manifest_of_other_types_is_damaged_too(archive: Archive, fact: str, value: object) -> None:
    archive.record(b"x", source="azure", observed_at=NOON, origin="ingested")
    facts = json.loads(manifest(archive).read_text(encoding="utf-8"))
    manifest(archive).write_text(json.dumps(facts | {fact: value}), encoding="utf-8")
    with pytest.raises(ArchiveError, match="is damaged"):
        archive.entries()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"version": 1}'], ids=["empty", "cut", "list", "bare"])
def test_a_damaged_manifest_is_one_line_that_names_it(archive: Archive, damage: bytes) -> None:
    archive.record(b"x", source="azure", observed_at=NOON, origin="ingested")
    manifest(archive).write_bytes(damage)
    with pytest.raises(ArchiveError) as error:
        archive.entries()
    assert str(manifest(archive)) in str(error.value)
    assert "\n" not in str(error.value)


def test_the_manifest_is_plain_json(archive: Archive) -> None:
    archive.record(b"x", source="azure", observed_at=NOON, origin="ingested", recorded_at=NOON, filename="价格.csv")
    facts = json.loads(manifest(archive).read_text(encoding="utf-8"))
    assert facts["version"] == 1
    assert facts["observed_at"] == facts["recorded_at"] == "2026-10-05T12:00:00.000250Z"
    assert facts["filename"] == "价格.csv"


def test_an_archive_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "captures").write_text("in the way")
    with pytest.raises(ArchiveError, match="cannot record a capture of azure: not a directory"):
        Archive(tmp_path / "captures").record(b"x", source="azure", observed_at=NOON, origin="ingested")


@given(st.lists(st.tuples(st.binary(max_size=20), st.integers(0, 5)), max_size=8))
@settings(max_examples=20, deadline=None)
def test_every_distinct_observation_is_kept_and_every_body_comes_back(
    tmp_path_factory: pytest.TempPathFactory, seen: list[tuple[bytes, int]]
) -> None:
    archive = Archive(tmp_path_factory.mktemp("archive"))
    for body, hour in seen:
        archive.record(body, source="azure", observed_at=NOON + hour * HOUR, origin="ingested")
    entries = archive.entries()
    assert {(archive.body(entry), (entry.observed_at - NOON) // HOUR) for entry in entries} == set(seen)
    assert len(entries) == len(set(seen))


def test_known_observations_are_skipped_without_opening_their_manifests(archive: Archive) -> None:
    known = archive.record(b"x", source="azure", observed_at=NOON, origin="ingested")
    manifest(archive).write_text("{")
    fresh = archive.record(b"x", source="azure", observed_at=NOON + HOUR, origin="ingested")
    assert archive.entries(skip={known.snapshot_id}) == [fresh]
