"""Parquet files: what is in them, when they are written, and that a broken one is noticed."""

import errno
import os
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.table import count, day, declare, flag, moment, number, text
from fab_pipeline.contracts.validate import ContractError
from fab_pipeline.publishing.parquet import PublishError, content_hash, stored_hash, write_table

TREE = declare(
    "tree",
    row="one tree",
    key=("name",),
    columns={
        "name": text("its name"),
        "height": number("how high", "m"),
        "rings": count("how old"),
        "evergreen": flag("whether it keeps its leaves"),
        "planted": day("when"),
        "seen": moment("when it was seen"),
    },
)
FIR = {
    "name": "fir", "height": 31.5, "rings": 80, "evergreen": True,
    "planted": date(1946, 5, 1), "seen": datetime(2026, 10, 5, 12, 0, 0, 1, tzinfo=UTC),
}  # fmt: skip
OAK = {"name": "oak", "height": 25.0}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tree.parquet"


def trees(*rows: dict[str, object]) -> pl.DataFrame:
    return typed(TREE, rows)


def test_a_table_comes_back_sorted_by_its_key(path: Path) -> None:
    result = write_table(trees(OAK, FIR), TREE, path, {})
    assert pl.read_parquet(path).equals(trees(FIR, OAK))
    assert (result.changed, result.rows, result.bytes) == (True, 2, path.stat().st_size)


def test_any_parquet_reader_finds_plain_types_and_the_metadata(path: Path) -> None:
    result = write_table(trees(FIR), TREE, path, {"fab_release_id": "r1"})
    schema = pq.read_schema(path)
    assert [str(field.type) for field in schema] == ["large_string", "double", "int64", "bool", "date32[day]", "timestamp[us, tz=UTC]"]
    metadata = pq.read_metadata(path).metadata
    assert metadata[b"fab_release_id"] == b"r1"
    assert metadata[b"fab_table"] == b"tree"
    assert metadata[b"fab_content_hash"].decode() == result.content_hash
    # Where most people look: on the schema, and on the table that was read.
    assert pq.read_schema(path).metadata[b"fab_release_id"] == b"r1"
    assert pq.read_table(path).schema.metadata[b"fab_release_id"] == b"r1"
    column = pq.read_metadata(path).row_group(0).column(0)
    assert (column.compression, column.is_stats_set) == ("ZSTD", True)


def test_the_same_data_are_not_written_again(path: Path) -> None:
    first = write_table(trees(OAK, FIR), TREE, path, {"run": "1"})
    before = path.stat()
    again = write_table(trees(FIR, OAK), TREE, path, {"run": "2"})
    assert (again.changed, again.content_hash) == (False, first.content_hash)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_one_changed_cell_is_written(path: Path) -> None:
    first = write_table(trees(OAK), TREE, path, {})
    second = write_table(trees(OAK | {"height": 25.000000000000004}), TREE, path, {})
    assert second.changed
    assert second.content_hash != first.content_hash
    assert pl.read_parquet(path)["height"].to_list() == [25.000000000000004]


@pytest.mark.parametrize("change", [{"rings": None}, {"height": 31.0}, {"name": ""}, {"evergreen": None}, {"planted": None}])
def test_the_hash_sees_every_value(change: dict[str, object]) -> None:
    assert content_hash(trees(FIR | change)) != content_hash(trees(FIR))


def test_the_hash_tells_null_from_empty_and_types_apart() -> None:
    null, blank = pl.DataFrame({"a": [None]}, schema={"a": pl.String}), pl.DataFrame({"a": [""]})
    assert content_hash(null) != content_hash(blank)
    assert content_hash(pl.DataFrame({"a": [1]})) != content_hash(pl.DataFrame({"a": [1]}, schema={"a": pl.Int32}))


@given(st.lists(st.tuples(st.text(max_size=4), st.floats(allow_nan=False, allow_infinity=False)), unique_by=lambda row: row[0], max_size=6))
@settings(max_examples=30, deadline=None)
def test_the_hash_depends_on_the_data_and_not_on_how_the_frame_came_about(rows: list[tuple[str, float]]) -> None:
    frame = trees(*({"name": name, "height": height} for name, height in rows))
    pieces = pl.concat([trees(), *(frame.slice(index, 1) for index in range(frame.height))], rechunk=False)
    assert content_hash(pieces) == content_hash(frame)
    assert content_hash(trees(*frame.to_dicts())) == content_hash(frame)


def test_the_hash_is_the_same_in_another_process() -> None:
    script = (
        "from fab_pipeline_tests.publishing.test_parquet import FIR, OAK, trees\n"
        "from fab_pipeline.publishing.parquet import content_hash\n"
        "print(content_hash(trees(FIR, OAK)), end='')"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1", "POLARS_MAX_THREADS": "1"}
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert other.stdout == content_hash(trees(FIR, OAK))


@pytest.mark.parametrize("keep", [0, 4, 11, 300])
def test_a_truncated_file_has_no_hash_and_is_written_anew(path: Path, keep: int) -> None:
    write_table(trees(FIR), TREE, path, {})
    path.write_bytes(path.read_bytes()[:keep])
    assert stored_hash(path) is None
    assert write_table(trees(FIR), TREE, path, {}).changed
    assert pl.read_parquet(path).equals(trees(FIR))


def test_a_row_that_breaks_the_contract_stops_the_write(path: Path) -> None:
    write_table(trees(FIR), TREE, path, {})
    with pytest.raises(ContractError, match=r"table tree: row 1 \(name=fir\): not_finite"):
        write_table(trees(FIR | {"height": float("inf")}), TREE, path, {})
    assert pl.read_parquet(path).equals(trees(FIR))


def test_a_full_disk_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_table(trees(FIR), TREE, path, {})

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PublishError, match="cannot write table tree: no space left on device; free some space"):
        write_table(trees(OAK), TREE, path, {})
    assert pl.read_parquet(path).equals(trees(FIR))
    assert [entry.name for entry in path.parent.iterdir()] == ["tree.parquet"]


def test_what_cannot_be_read_back_never_takes_its_place(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pl.DataFrame, "write_parquet", lambda _, buffer, **__: buffer.write(b"PAR1 torn"))
    with pytest.raises(PublishError, match="table tree: the file just written cannot be read"):
        write_table(trees(FIR), TREE, path, {})
    assert list(path.parent.iterdir()) == []
