"""Dagster's settings follow ours until a person changes them."""

from datetime import timedelta
from pathlib import Path

import pytest
import yaml

from fab_pipeline.commands.dagster_home import furnish, instance_settings
from fab_pipeline.errors import UsageError
from fab_pipeline.service_settings import ServiceSettings

SQLITE = ServiceSettings()
POSTGRES = ServiceSettings(postgres="postgresql://fab:geheim@db.example/dagster")


def stored(home: Path) -> dict:
    return yaml.safe_load((home / "dagster.yaml").read_text())


def test_sqlite_files_unless_told():
    assert "storage" not in yaml.safe_load(instance_settings(SQLITE))


def test_one_setting_moves_the_state_to_postgresql_and_its_password_is_written_nowhere(tmp_path: Path):
    furnish(tmp_path, POSTGRES)
    assert stored(tmp_path)["storage"] == {"postgres": {"postgres_url": {"env": "FAB_DAGSTER_POSTGRES"}}}
    assert all("geheim" not in path.read_text() for path in tmp_path.iterdir())


def test_another_setting_later_is_followed(tmp_path: Path):
    furnish(tmp_path, SQLITE)
    furnish(tmp_path, POSTGRES)
    assert "storage" in stored(tmp_path)
    furnish(tmp_path, ServiceSettings(run_history=timedelta(days=7)))
    assert "storage" not in stored(tmp_path)
    assert stored(tmp_path)["retention"]["schedule"] == {"purge_after_days": 7}


def test_unchanged_settings_are_not_written_again(tmp_path: Path):
    furnish(tmp_path, SQLITE)
    before = (tmp_path / "dagster.yaml").stat().st_ino
    furnish(tmp_path, SQLITE)
    assert (tmp_path / "dagster.yaml").stat().st_ino == before


@pytest.mark.parametrize("own", ["telemetry: {enabled: false}\n", ""])
def test_what_a_person_wrote_stays(tmp_path: Path, own: str):
    (tmp_path / "dagster.yaml").write_text(own)
    furnish(tmp_path, SQLITE)
    assert (tmp_path / "dagster.yaml").read_text() == own


def test_what_a_person_added_stays(tmp_path: Path):
    furnish(tmp_path, SQLITE)
    with (tmp_path / "dagster.yaml").open("a") as file:
        file.write("sensors: {use_threads: true}\n")
    furnish(tmp_path, ServiceSettings(run_history=timedelta(days=7)))
    assert stored(tmp_path)["sensors"] == {"use_threads": True}


def test_a_file_of_ones_own_that_knows_nothing_of_the_database_is_refused_with_what_to_add(tmp_path: Path):
    (tmp_path / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    with pytest.raises(UsageError, match="add to it what follows\nstorage:") as error:
        furnish(tmp_path, POSTGRES)
    assert "geheim" not in str(error.value)
