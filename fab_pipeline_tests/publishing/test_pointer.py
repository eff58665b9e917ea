"""The pointer: one current release, found the same way through link and file, moved by people and by `publish`."""

import json
from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.publishing.parquet import PublishError
from fab_pipeline.publishing.pointer import pin
from fab_pipeline.publishing.releases import ReleaseError, latest, read_pointer, resolve
from fab_pipeline.settings import Settings
from fab_pipeline_tests.publishing.boards import coverage, publish_coverage


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "data", shipped=tmp_path)


def test_link_and_file_name_the_same_release(settings: Settings) -> None:
    release = publish_coverage(settings, runs=15)
    assert settings.latest.readlink() == Path("releases") / release.release_id
    facts = json.loads(settings.latest_json.read_text())
    assert (facts["release_id"], facts["path"]) == (release.release_id, f"releases/{release.release_id}")
    assert pl.read_parquet(settings.latest / "disclosure_coverage.parquet").equals(coverage(runs=15))


def test_before_the_first_release_a_reader_is_told_what_to_do(settings: Settings) -> None:
    assert latest(settings) is None
    with pytest.raises(ReleaseError, match="make one with: fab-pipeline run"):
        resolve(settings)


def test_a_person_can_point_at_an_older_release(settings: Settings) -> None:
    first, _ = publish_coverage(settings, runs=15), publish_coverage(settings, runs=14)
    assert pin(settings, first.release_id) == resolve(settings) == first
    assert settings.latest.resolve() == first.path.resolve()
    pointer = read_pointer(settings)
    assert pointer is not None
    assert pointer.pinned


def test_the_next_news_ends_a_pin_and_compares_with_what_was_pinned(settings: Settings) -> None:
    first, _ = publish_coverage(settings, runs=15), publish_coverage(settings, runs=14)
    pin(settings, first.release_id)
    assert not publish_coverage(settings, runs=15).changed
    third = publish_coverage(settings, runs=14)
    assert resolve(settings) == third
    assert third.previous_release_id == first.release_id


@pytest.mark.parametrize("name", ["20261005T120000000000Z-00000000", "..", "../../etc", ""])
def test_pointing_at_nothing_is_one_line(settings: Settings, name: str) -> None:
    first = publish_coverage(settings, runs=15)
    with pytest.raises(ReleaseError, match="there is no release"):
        pin(settings, name)
    assert resolve(settings) == first


def test_a_damaged_pointer_is_one_line_and_the_next_publish_mends_it(settings: Settings) -> None:
    release = publish_coverage(settings, runs=15)
    settings.latest_json.write_text("{")
    with pytest.raises(ReleaseError, match="is damaged"):
        resolve(settings)
    assert publish_coverage(settings, runs=15).release_id == release.release_id == resolve(settings).release_id


def test_a_folder_in_the_place_of_the_link_is_one_line(settings: Settings) -> None:
    settings.latest.mkdir(parents=True)
    with pytest.raises(PublishError, match=r"cannot point .* at release"):
        publish_coverage(settings, runs=15)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_damaged_pointer_is_one_line_and_the_next_release_mends_it(settings: Settings, damage: bytes) -> None:
    publish_coverage(settings, runs=15)
    settings.latest_json.write_bytes(damage)
    with pytest.raises(ReleaseError, match="is damaged") as error:
        resolve(settings)
    assert "\n" not in str(error.value)
    assert publish_coverage(settings, runs=14) == resolve(settings)


@pytest.mark.parametrize(
    ("fact", "value"),
    [("release_id", 5), ("pointed_at", 5), ("pointed_at", "2026-10-10T00:00:00"), ("pinned", "no"), ("previous_release_id", 7)],
)
def test_a_pointer_of_other_types_is_damaged_too(settings: Settings, fact: str, value: object) -> None:
    publish_coverage(settings, runs=15)
    settings.latest_json.write_text(json.dumps(json.loads(settings.latest_json.read_text()) | {fact: value}))
    with pytest.raises(ReleaseError, match="is damaged"):
        resolve(settings)
    assert publish_coverage(settings, runs=14) == resolve(settings)


def test_a_home_that_is_a_file_has_no_release(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(ReleaseError, match="there is no release"):
        resolve(Settings(home=tmp_path / "data", shipped=tmp_path))
