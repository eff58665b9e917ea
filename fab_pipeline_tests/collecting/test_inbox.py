"""The inbox: what is taken, in which order, what is left alone and what is refused."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.inbox import InboxFile, Refused, refuse, scan, settled, take
from fab_pipeline.collecting.limits import RefusedFileError, read_within
from fab_pipeline.collecting.manifest import Entry
from fab_pipeline.collecting.overlooked import overlooked
from fab_pipeline.settings import Settings

LATER = time.time() + 3600
"""A moment from which every file of a test has long been left alone."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, shipped=tmp_path, max_capture_bytes=1000, max_line_bytes=100)


@pytest.fixture
def archive(settings: Settings) -> Archive:
    return Archive(settings.captures)


def drop(settings: Settings, name: str, body: bytes = b"a,b\n1,2\n", modified: float | None = None) -> Path:
    path = settings.inbox / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    if modified is not None:
        os.utime(path, (modified, modified))
    return path


def waiting(settings: Settings) -> list[InboxFile]:
    return scan(settings.inbox, LATER)


def test_an_absent_inbox_is_empty(settings: Settings) -> None:
    assert waiting(settings) == []


def test_the_folder_says_what_a_file_is(settings: Settings) -> None:
    drop(settings, "prices/quotes.csv", modified=1)
    drop(settings, "prices/azure/page.json", modified=2)
    drop(settings, "pages/page.html", modified=3)
    assert [(file.path.name, file.kind, file.source) for file in waiting(settings)] == [
        ("quotes.csv", "prices", None),
        ("page.json", "prices", "azure"),
        ("page.html", "pages", None),
    ]


def test_files_are_taken_by_time_and_then_by_name(settings: Settings) -> None:
    for name, modified in (("prices/b.csv", 5), ("prices/a.csv", 5), ("prices/z.csv", 1), ("prices/aws/c.csv", 3)):
        drop(settings, name, modified=modified)
    assert [file.path.name for file in waiting(settings)] == ["z.csv", "c.csv", "a.csv", "b.csv"]


@pytest.mark.parametrize("name", [".quotes.csv", "quotes.csv.part", "quotes.csv.tmp", "quotes.csv~", ".azure/quotes.csv"])
def test_a_file_that_says_it_is_unfinished_is_left_alone(settings: Settings, name: str) -> None:
    drop(settings, f"prices/{name}")
    assert waiting(settings) == []


def test_only_files_are_taken(settings: Settings) -> None:
    drop(settings, "prices/azure/deeper/page.json")
    os.mkfifo(settings.inbox / "prices" / "pipe.csv")
    assert waiting(settings) == []


def test_a_file_is_settled_a_second_after_its_last_change(settings: Settings) -> None:
    path = drop(settings, "prices/quotes.csv")
    written = path.stat().st_mtime
    assert not settled(path, written + 0.5)
    assert settled(path, written + 1.5)
    assert scan(settings.inbox, written + 0.5) == []


def test_a_copy_that_keeps_an_old_time_stamp_is_still_young(settings: Settings) -> None:
    path = drop(settings, "prices/quotes.csv", modified=1)
    assert not settled(path, path.stat().st_ctime + 0.5)


def test_a_time_stamp_far_in_the_future_does_not_keep_a_file_out_for_ever(settings: Settings) -> None:
    path = drop(settings, "prices/quotes.csv", modified=LATER * 2)
    assert settled(path, LATER)


def test_a_vanished_file_is_not_settled(tmp_path: Path) -> None:
    assert not settled(tmp_path / "gone.csv", LATER)


def test_a_file_is_recorded_and_moved(settings: Settings, archive: Archive) -> None:
    drop(settings, "prices/azure/page.json", b"{}")
    [file] = waiting(settings)
    entry = take(file, archive, settings, source="azure")
    assert isinstance(entry, Entry)
    assert (entry.source, entry.origin, entry.filename, entry.media_type) == ("azure", "ingested", "page.json", "application/json")
    assert entry.observed_at == file.landed_at
    assert archive.body(entry) == b"{}"
    assert waiting(settings) == []
    assert (settings.inbox / "done" / "prices" / "azure" / "page.json").read_bytes() == b"{}"


def test_the_time_of_observation_can_be_told(settings: Settings, archive: Archive) -> None:
    drop(settings, "prices/azure/page.json")
    told = datetime(2026, 10, 1, tzinfo=UTC)
    entry = take(waiting(settings)[0], archive, settings, source="azure", observed_at=told)
    assert isinstance(entry, Entry)
    assert entry.observed_at == told


def test_names_in_the_done_folder_are_never_overwritten(settings: Settings, archive: Archive) -> None:
    for body in (b"one", b"two", b"three"):
        drop(settings, "prices/quotes.csv", body)
        take(waiting(settings)[0], archive, settings, source="quotes")
    done = settings.inbox / "done" / "prices"
    assert [(path.name, path.read_bytes()) for path in sorted(done.iterdir())] == [
        ("quotes-2.csv", b"two"),
        ("quotes-3.csv", b"three"),
        ("quotes.csv", b"one"),
    ]


def test_three_files_dropped_in_one_tick_are_three_observations_in_order(settings: Settings, archive: Archive) -> None:
    tick = datetime(2026, 10, 1, 12, tzinfo=UTC)
    for name, body in (("1.csv", b"A"), ("2.csv", b"B"), ("3.csv", b"A")):
        path = drop(settings, f"prices/azure/{name}", body)
        take(InboxFile(path, "prices", "azure", tick, tick), archive, settings, source="azure")
    assert [archive.body(entry) for entry in archive.entries()] == [b"A", b"B", b"A"]


def test_a_process_killed_between_record_and_move_does_not_count_twice(settings: Settings, archive: Archive) -> None:
    tick = datetime(2026, 10, 1, 12, tzinfo=UTC)
    for name in ("1.csv", "2.csv"):
        path = drop(settings, f"prices/azure/{name}", name.encode())
        take(InboxFile(path, "prices", "azure", tick, tick), archive, settings, source="azure")
        (settings.inbox / "done" / "prices" / "azure" / name).rename(path)  # as if it had never been moved
        take(InboxFile(path, "prices", "azure", tick, tick), archive, settings, source="azure")
    assert [entry.filename for entry in archive.entries()] == ["1.csv", "2.csv"]


def test_a_file_that_grows_while_it_is_read_is_left_for_later(
    settings: Settings, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drop(settings, "prices/quotes.csv")

    def read_and_grow(read_from: Path, limits: Settings) -> bytes:
        body = read_within(read_from, limits)
        with path.open("ab") as handle:
            handle.write(b"3,4\n")
        return body

    monkeypatch.setattr("fab_pipeline.collecting.inbox.read_within", read_and_grow)
    assert take(waiting(settings)[0], archive, settings, source="quotes") is None
    assert path.exists()
    assert archive.entries() == []


def test_a_file_that_somebody_else_took_is_no_error(settings: Settings, archive: Archive) -> None:
    path = drop(settings, "prices/quotes.csv")
    [file] = waiting(settings)
    path.unlink()
    assert take(file, archive, settings, source="quotes") is None


def test_a_huge_file_is_refused_by_its_size_without_being_read(
    settings: Settings, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drop(settings, "prices/quotes.csv", b"")
    os.truncate(path, 1_000_000_000)  # sparse: one line of a gigabyte
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("the file was read"))
    refused = take(waiting(settings)[0], archive, settings, source="quotes")
    assert isinstance(refused, Refused)
    assert refused.reason == "file_too_large"
    why = "1,000,000,000 bytes are more than the 1,000 that are read; split it, or raise FAB_MAX_CAPTURE_BYTES"
    assert refused.detail == f"quotes.csv: {why}"
    rejected = settings.inbox / "rejected" / "prices"
    assert (rejected / "quotes.csv").stat().st_size == 1_000_000_000
    assert (rejected / "quotes.csv.reason.txt").read_text() == f"file_too_large: {refused.detail}\n"
    assert waiting(settings) == []


def test_a_refusal_is_an_observation_too(settings: Settings, archive: Archive) -> None:
    drop(settings, "prices/quotes.csv", b"")
    refused = take(waiting(settings)[0], archive, settings, source="quotes")
    [entry] = archive.entries()
    assert isinstance(refused, Refused)
    assert refused.entry == entry
    assert (entry.outcome, entry.reason, entry.bytes) == ("empty", "empty_file: quotes.csv: the file is empty", 0)


def test_two_empty_files_of_one_tick_are_two_refusals(settings: Settings, archive: Archive) -> None:
    tick = datetime(2026, 10, 1, 12, tzinfo=UTC)
    for name in ("1.csv", "2.csv"):
        path = drop(settings, f"prices/{name}", b"")
        take(InboxFile(path, "prices", None, tick, tick), archive, settings, source="quotes")
    assert [entry.filename for entry in archive.entries()] == ["1.csv", "2.csv"]


def test_a_long_line_is_refused_only_where_files_are_read_by_line(settings: Settings) -> None:
    body = b"a,b\n" + b"x" * 200 + b"\n"
    with pytest.raises(RefusedFileError) as error:
        read_within(drop(settings, "prices/quotes.csv", body), settings)
    assert (error.value.reason, str(error.value)) == (
        "line_too_long",
        "quotes.csv: line 2 has 201 bytes, more than the 100 that are read",
    )
    assert read_within(drop(settings, "prices/azure/page.json", body), settings) == body


def test_a_file_of_an_unknown_source_is_refused_and_recorded_under_a_known_one(settings: Settings, archive: Archive) -> None:
    drop(settings, "prices/nobody/page.json")
    detail = "page.json: there is no source 'nobody'"
    refused = refuse(waiting(settings)[0], archive, settings, "unknown_source", detail, source="price_table")
    assert archive.entries() == [refused.entry]
    assert (refused.entry.outcome, refused.entry.reason, refused.entry.bytes) == ("rejected", f"unknown_source: {detail}", 0)
    assert (settings.inbox / "rejected" / "prices" / "nobody" / "page.json").exists()


def test_a_link_to_a_folder_is_refused_and_nothing_behind_it_is_moved(settings: Settings, archive: Archive, tmp_path: Path) -> None:
    elsewhere = tmp_path / "somebody_elses"
    elsewhere.mkdir()
    (elsewhere / "precious.csv").write_bytes(b"a,b\n1,2\n")
    (settings.inbox / "prices").mkdir(parents=True)
    (settings.inbox / "prices" / "azure").symlink_to(elsewhere)
    (file,) = waiting(settings)
    refused = take(file, archive, settings, source="price_table")
    assert isinstance(refused, Refused)
    assert refused.reason == "not_a_file"
    assert (elsewhere / "precious.csv").exists()
    assert waiting(settings) == []
    assert (settings.inbox / "rejected" / "prices" / "azure").is_symlink()


def test_a_link_to_a_file_is_read_and_the_link_is_moved(settings: Settings, archive: Archive, tmp_path: Path) -> None:
    original = tmp_path / "original.csv"
    original.write_bytes(b"a,b\n1,2\n")
    (settings.inbox / "prices").mkdir(parents=True)
    (settings.inbox / "prices" / "link.csv").symlink_to(original)
    entry = take(waiting(settings)[0], archive, settings, source="price_table")
    assert isinstance(entry, Entry)
    assert archive.body(entry) == original.read_bytes()
    assert (settings.inbox / "done" / "prices" / "link.csv").is_symlink()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize(
    ("name", "recorded"),
    [(b"two\nlines.csv", "two\\nlines.csv"), (b"b\xffd.csv", "b\\udcffd.csv"), ("价格 表.csv".encode(), "价格 表.csv")],
)
def test_any_name_that_a_file_system_holds_is_taken(settings: Settings, archive: Archive, name: bytes, recorded: str) -> None:
    (settings.inbox / "prices").mkdir(parents=True)
    path = settings.inbox / "prices" / os.fsdecode(name)
    path.write_bytes(b"a,b\n1,2\n")
    entry = take(waiting(settings)[0], archive, settings, source="price_table")
    assert isinstance(entry, Entry)
    assert archive.entries() == [entry]
    assert entry.filename == recorded
    assert not path.exists()


def test_a_refused_file_of_any_name_gives_one_line(settings: Settings, archive: Archive) -> None:
    drop(settings, "prices/two\nlines.csv", b"")
    refused = take(waiting(settings)[0], archive, settings, source="price_table")
    assert isinstance(refused, Refused)
    assert refused.detail == "two\\nlines.csv: the file is empty"


def test_what_lies_where_nothing_looks_is_named(settings: Settings) -> None:
    drop(settings, "prices/quotes.csv")
    drop(settings, "prices/azure/page.json")
    drop(settings, "prices/.hidden.csv")
    drop(settings, "prices/half.csv.part")
    drop(settings, "done/prices/old.csv")
    assert overlooked(settings.inbox) == []
    drop(settings, "stray.csv")
    drop(settings, "pages/vendor_page/deeper/page.html")
    drop(settings, "prices/azure/deeper/page.json")
    (settings.inbox / "prices" / "nowhere.csv").symlink_to(settings.inbox / "absent")
    advice = "put files into prices/, prices/<source>/, pages/ or pages/<source>/ of the inbox"
    names = ("stray.csv", "prices/nowhere.csv", "prices/azure/deeper", "pages/vendor_page/deeper")
    assert overlooked(settings.inbox) == [f"{name}: {advice}" for name in names]


def test_an_absent_inbox_overlooks_nothing(settings: Settings) -> None:
    assert overlooked(settings.inbox) == []
