"""Durable files: whole or not there, whatever happens in between."""

import errno
import os
import time
from pathlib import Path

import pytest

from fab_pipeline.errors import FabError
from fab_pipeline.files import explained, one_line, os_reason, remove_parts, write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_and_its_folders_appear(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b.txt", b"one")
    write_whole(tmp_path / "a" / "b.txt", b"two")
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"two"
    assert names(tmp_path / "a") == ["b.txt"]


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(tmp_path / "b.txt", b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "b.txt")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FabError) as error, explained(FabError, "write b"):
        write_whole(tmp_path / "b.txt", b"new")
    assert str(error.value) == "cannot write b: no space left on device (b.txt); free some space and run again"
    assert (tmp_path / "b.txt").read_bytes() == b"old"
    assert names(tmp_path) == ["b.txt"]


def test_what_the_check_refuses_never_takes_its_place(tmp_path: Path) -> None:
    def refuse(path: Path) -> None:
        assert path.read_bytes() == b"new"
        raise ValueError("not good")

    with pytest.raises(ValueError, match="not good"):
        write_whole(tmp_path / "b.txt", b"new", verify=refuse)
    assert names(tmp_path) == []


def test_only_old_leftovers_are_removed(tmp_path: Path) -> None:
    for name in (".old.1-a.part", ".young.1-a.part", "data.parquet"):
        (tmp_path / name).write_bytes(b"x")
    os.utime(tmp_path / ".old.1-a.part", (1, 1))
    assert remove_parts(tmp_path, older_than=time.time() - 60) == 1
    assert names(tmp_path) == [".young.1-a.part", "data.parquet"]
    assert remove_parts(tmp_path / "absent", older_than=time.time()) == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("prices.csv", "prices.csv"),
        ("价格 表.csv", "价格 表.csv"),
        ("two\nlines\t.csv", "two\\nlines\\t.csv"),
        (os.fsdecode(b"b\xffd.csv"), "b\\udcffd.csv"),
    ],
)
def test_any_name_fits_one_line_of_utf_8(name: str, text: str) -> None:
    assert one_line(name) == text
    assert one_line(name).encode("utf-8").decode("utf-8") == text


def test_of_a_move_the_reason_names_where_it_should_have_gone() -> None:
    error = OSError(errno.EISDIR, os.strerror(errno.EISDIR), "/data/.latest.123.part", None, "/data/latest")
    assert os_reason(error) == "is a directory (/data/latest)"
