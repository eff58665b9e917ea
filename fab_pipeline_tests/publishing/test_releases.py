"""Reading releases: a damaged one is found out in one line and hides no other."""

import json
from pathlib import Path

import pytest

from fab_pipeline.publishing.pointer import pin
from fab_pipeline.publishing.releases import ReleaseError, releases, resolve
from fab_pipeline.settings import Settings
from fab_pipeline_tests.publishing.boards import publish_coverage


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "data", shipped=tmp_path)


@pytest.mark.parametrize("table", ["disclosure_coverage", "quarantine"])
def test_a_truncated_table_is_found_out_in_one_line(settings: Settings, table: str) -> None:
    release = publish_coverage(settings, runs=15)
    path = release.file(table)
    path.write_bytes(path.read_bytes()[:-20])
    assert str(release.damage()).startswith(f"{table}.parquet has ")
    with pytest.raises(ReleaseError, match=f"{table}.parquet cannot be read") as error:
        release.read(table)
    assert "\n" not in str(error.value)
    with pytest.raises(ReleaseError, match="is damaged and cannot be current"):
        pin(settings, release.release_id)


def test_changed_and_missing_bytes_are_found_out(settings: Settings) -> None:
    release = publish_coverage(settings, runs=15)
    path = release.file("sources")
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    assert release.damage() == "the bytes of sources.parquet have changed"
    path.unlink()
    assert release.damage() == "sources.parquet cannot be read: No such file or directory"


def test_the_same_content_replaces_a_damaged_release(settings: Settings) -> None:
    first = publish_coverage(settings, runs=15)
    second = publish_coverage(settings, runs=14)
    second.file("sources").write_bytes(b"torn")
    third = publish_coverage(settings, runs=14)
    assert third.changed
    assert third.release_id not in {first.release_id, second.release_id}
    assert third.previous_release_id == first.release_id


def test_a_release_without_its_description_is_one_line_and_hides_no_other(settings: Settings) -> None:
    first, second = publish_coverage(settings, runs=15), publish_coverage(settings, runs=14)
    (second.path / "datapackage.json").write_text("{}")
    with pytest.raises(ReleaseError, match=f"release {second.release_id} is damaged"):
        resolve(settings)
    assert releases(settings) == [first]
    third = publish_coverage(settings, runs=14)
    assert resolve(settings) == third


@pytest.mark.parametrize(
    ("fact", "value"),
    [("quote_files", [5]), ("quote_files", None), ("board_date", "today"), ("created", 5), ("resources", {}), ("resources", [5])],
)
def test_a_description_of_other_types_is_damaged_too(settings: Settings, fact: str, value: object) -> None:
    release = publish_coverage(settings, runs=15)
    descriptor = release.path / "datapackage.json"
    descriptor.write_text(json.dumps(json.loads(descriptor.read_text()) | {fact: value}))
    with pytest.raises(ReleaseError, match="is damaged"):
        resolve(settings)
    assert releases(settings) == []


@pytest.mark.parametrize(("fact", "value"), [("hash", 5), ("row_count", "x"), ("bytes", None), ("name", 1)])
def test_so_is_one_whose_tables_are(settings: Settings, fact: str, value: object) -> None:
    release = publish_coverage(settings, runs=15)
    descriptor = release.path / "datapackage.json"
    package = json.loads(descriptor.read_text())
    package["resources"][0][fact] = value
    descriptor.write_text(json.dumps(package))
    with pytest.raises(ReleaseError, match="is damaged"):
        resolve(settings)


@pytest.mark.parametrize("name", ["data[1]*?", "with space", "数据", "a%20#b"])
def test_a_data_folder_may_be_called_anything(tmp_path: Path, name: str) -> None:
    settings = Settings(home=tmp_path / name, shipped=tmp_path)
    release = publish_coverage(settings, runs=15)
    assert resolve(settings).read("disclosure_coverage").height == release.tables["disclosure_coverage"].rows > 0
