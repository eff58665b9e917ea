"""Releases: all tables at once or none, immutable, told apart by content, and found through one pointer."""

import errno
import hashlib
import json
import os
import shutil
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest
from frictionless import Package, validate

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import polars_schema
from fab_pipeline.contracts.validate import ContractError
from fab_pipeline.publishing import release as module
from fab_pipeline.publishing.history import QuoteHistory
from fab_pipeline.publishing.parquet import PublishError
from fab_pipeline.publishing.release import clock_fault, next_moment, publish
from fab_pipeline.publishing.releases import ReleaseError, find, latest, release_ids, releases, resolve
from fab_pipeline.settings import Settings
from fab_pipeline_tests.publishing.boards import DAY, boards, coverage, publish_coverage
from fab_pipeline_tests.publishing.quotes import SNAPSHOT, quotes


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "data", shipped=tmp_path)


def pretend_it_is(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return moment

    monkeypatch.setattr(module, "datetime", Clock)


class TestContent:
    """What a release holds."""

    def test_a_release_holds_every_table_and_says_which_release_it_is(self, settings: Settings) -> None:
        release = publish_coverage(settings, runs=15)
        assert set(release.tables) == {name for name, table in TABLES.items() if table.published}
        for name in release.tables:
            metadata = pq.read_metadata(release.file(name)).metadata
            assert metadata[b"fab_release_id"].decode() == release.release_id
            assert metadata[b"fab_table"].decode() == name
            assert release.read(name).schema == polars_schema(TABLES[name])
        assert release.read("disclosure_coverage").equals(coverage(runs=15))

    def test_the_name_says_when_it_was_built(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        pretend_it_is(monkeypatch, datetime(2026, 10, 5, 12, 0, 0, 7, tzinfo=UTC))
        release = publish_coverage(settings, runs=15)
        assert release.release_id == f"20261005T120000000007Z-{release.content_hash[:8]}"

    def test_the_package_describes_what_is_there(self, settings: Settings) -> None:
        release = publish_coverage(settings, runs=15)
        package = json.loads((release.path / "datapackage.json").read_text(encoding="utf-8"))
        assert (package["release_id"], package["board_date"], package["code_version"]) == (release.release_id, "2026-10-05", "1.0")
        assert package["captures"] == ["azure-1"]
        for resource in package["resources"]:
            data = (release.path / resource["path"]).read_bytes()
            assert resource["bytes"] == len(data)
            assert resource["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
            frame = pl.read_parquet(release.path / resource["path"])
            assert resource["row_count"] == frame.height
            assert [field["name"] for field in resource["schema"]["fields"]] == frame.columns

    def test_frictionless_finds_the_package_valid(self, settings: Settings) -> None:
        package_file = publish_coverage(settings, runs=15).path / "datapackage.json"
        assert list(Package.metadata_validate(json.loads(package_file.read_text(encoding="utf-8")))) == []
        report = validate(str(package_file))
        assert report.valid, report.to_summary()

    def test_frictionless_notices_a_changed_file(self, settings: Settings) -> None:
        release = publish_coverage(settings, runs=15)
        release.file("sources").write_bytes(b"changed")
        assert not validate(str(release.path / "datapackage.json")).valid

    def test_what_publish_gives_back_is_what_a_reader_finds(self, settings: Settings) -> None:
        release = publish_coverage(settings, runs=15)
        assert release == resolve(settings) == latest(settings) == find(settings, release.release_id)

    def test_the_quotes_that_it_rests_on_can_be_read(self, settings: Settings) -> None:
        files = QuoteHistory(settings).write(SNAPSHOT, quotes(2.0, 3.0))
        release = publish(boards(), files, [SNAPSHOT], settings, "1.0", DAY)
        assert release.quote_files == tuple(path.relative_to(settings.home).as_posix() for path in files)
        assert release.read("price_quotes").equals(quotes(2.0, 3.0))

    def test_an_unknown_table_is_one_line_that_lists_the_known(self, settings: Settings) -> None:
        with pytest.raises(ReleaseError, match="has no table 'prices'; it has accelerator_prices, price_changes, "):
            publish_coverage(settings, runs=15).read("prices")


class TestNewOrNot:
    """When there is a new release, and what it says about the one before."""

    def test_the_same_content_is_no_new_release(self, settings: Settings) -> None:
        first = publish_coverage(settings, runs=15)
        pointer = settings.latest_json.read_bytes()
        again = publish(boards(disclosure_coverage=coverage(runs=15)), [], ["azure-2"], settings, "1.1", DAY)
        assert (first.changed, again.changed) == (True, False)
        assert again.release_id == first.release_id
        assert release_ids(settings) == [first.release_id]
        assert settings.latest_json.read_bytes() == pointer

    def test_another_cell_other_quotes_or_another_day_are_a_new_release(self, settings: Settings) -> None:
        first = publish_coverage(settings, runs=15)
        second = publish_coverage(settings, runs=14)
        files = QuoteHistory(settings).write(SNAPSHOT, quotes(2.0))
        third = publish(boards(disclosure_coverage=coverage(runs=14)), files, [], settings, "1.0", DAY)
        fourth = publish(boards(disclosure_coverage=coverage(runs=14)), files, [], settings, "1.0", date(2026, 10, 6))
        assert release_ids(settings) == [release.release_id for release in (first, second, third, fourth)]

    def test_a_value_that_goes_and_comes_back_is_three_releases(self, settings: Settings) -> None:
        names = [publish_coverage(settings, runs=figure).release_id for figure in (15, 14, 15)]
        assert len(set(names)) == 3
        assert resolve(settings).release_id == names[2]

    def test_the_first_release_changes_nothing(self, settings: Settings) -> None:
        assert publish_coverage(settings, runs=15).read("release_changes").is_empty()

    def test_the_next_says_what_it_changed(self, settings: Settings) -> None:
        first = publish_coverage(settings, runs=15, cost=3)
        second = publish_coverage(settings, runs=15, cost=6)
        changes = second.read("release_changes")
        assert changes.select("table", "key", "column", "before", "after").rows() == [
            ("disclosure_coverage", "cost", "runs", "3", "6"),
            ("disclosure_coverage", "cost", "share", "0.2", "0.4"),
        ]
        assert changes["previous_release_id"].unique().to_list() == [first.release_id] == [second.previous_release_id]

    def test_names_rise_even_when_the_clock_goes_back(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        noon = datetime(2026, 10, 5, 12, tzinfo=UTC)
        for figure, moment in ((15, noon), (14, noon - timedelta(hours=1)), (13, noon)):
            pretend_it_is(monkeypatch, moment)
            publish_coverage(settings, runs=figure)
        assert [release.built_at - noon for release in releases(settings)] == [timedelta(microseconds=step) for step in range(3)]
        assert resolve(settings).read("disclosure_coverage")["runs"].to_list() == [13]

    def test_a_running_clock_is_believed(self) -> None:
        now = datetime(2026, 10, 5, tzinfo=UTC)
        assert next_moment(None, now) == next_moment("20261004T235959999999Z-00000000", now) == now


class TestRefused:
    """What keeps the old release in place."""

    def test_a_release_without_all_its_tables_is_refused(self, settings: Settings) -> None:
        incomplete = boards()
        del incomplete["findings"]
        with pytest.raises(PublishError, match="missing: findings"):
            publish(incomplete, [], [], settings, "1.0", DAY)
        with pytest.raises(PublishError, match="no tables of a release: price_quotes"):
            publish(boards() | {"price_quotes": quotes()}, [], [], settings, "1.0", DAY)

    def test_a_row_that_breaks_its_contract_keeps_the_old_release(self, settings: Settings) -> None:
        first = publish_coverage(settings, runs=15)
        with pytest.raises(ContractError, match="table disclosure_coverage: row 1"):
            publish_coverage(settings, runs=-1)
        assert resolve(settings) == first

    def test_a_full_disk_is_one_line_and_keeps_the_old_release(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        first = publish_coverage(settings, runs=15)
        synced = 0
        fsync = os.fsync

        def full_after_a_while(descriptor: int) -> None:
            nonlocal synced
            synced += 1
            if synced > 5:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            fsync(descriptor)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full_after_a_while)
            with pytest.raises(PublishError, match="no space left on device; free some space and run again") as error:
                publish_coverage(settings, runs=14)
        assert "\n" not in str(error.value)
        assert resolve(settings) == first
        assert first.damage() is None
        assert [path.name for path in settings.releases.iterdir()] == [first.release_id]
        second = publish_coverage(settings, runs=14)
        assert sorted(path.name for path in settings.releases.iterdir()) == [first.release_id, second.release_id]

    def test_a_home_that_cannot_be_written_is_one_line(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("in the way")
        with pytest.raises(PublishError, match="cannot publish a release: not a directory"):
            publish_coverage(Settings(home=tmp_path / "data", shipped=tmp_path), runs=15)

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_read_only_folder_is_one_line_and_keeps_the_old_release(self, settings: Settings) -> None:
        first = publish_coverage(settings, runs=15)
        settings.releases.chmod(0o555)
        with pytest.raises(PublishError, match="permission denied"):
            publish_coverage(settings, runs=14)
        settings.releases.chmod(0o755)
        assert resolve(settings) == first


class TestAfterAKill:
    """What a killed process leaves behind."""

    def test_half_a_release_is_removed_and_never_seen(self, settings: Settings) -> None:
        first = publish_coverage(settings, runs=15)
        half = settings.releases / ".building-20261005T120000000000Z-00000000"
        shutil.copytree(first.path, half)
        (half / "datapackage.json").unlink()
        (settings.home / ".latest.1-a.part").symlink_to("releases/nowhere")
        assert release_ids(settings) == [first.release_id]
        second = publish_coverage(settings, runs=14)
        assert sorted(path.name for path in settings.releases.iterdir()) == [first.release_id, second.release_id]
        assert not (settings.home / ".latest.1-a.part").is_symlink()

    def test_a_release_that_was_built_but_not_pointed_at_is_finished(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        first = publish_coverage(settings, runs=15)
        with monkeypatch.context() as patch:
            patch.setattr(module, "point", lambda *_, **__: None)
            unannounced = publish_coverage(settings, runs=14)
        assert resolve(settings) == first
        finished = publish_coverage(settings, runs=14)
        assert finished.changed
        assert finished == resolve(settings) == unannounced

    def test_a_link_that_lags_behind_is_mended(self, settings: Settings) -> None:
        first = publish_coverage(settings, runs=15)
        second = publish_coverage(settings, runs=14)
        settings.latest.unlink()
        settings.latest.symlink_to(f"releases/{first.release_id}")
        assert not publish_coverage(settings, runs=14).changed
        assert settings.latest.resolve() == second.path.resolve()


def test_a_clock_behind_the_newest_release_is_told(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, shipped=tmp_path)
    assert clock_fault(settings) is None
    release = publish_coverage(settings, runs=1)
    assert clock_fault(settings) is None
    fault = clock_fault(settings, release.built_at - timedelta(minutes=1))
    assert fault is not None
    assert release.release_id in fault
