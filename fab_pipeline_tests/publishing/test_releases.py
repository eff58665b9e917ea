"""Reading releases: a damaged one is found out in one line and hides no other."""

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
