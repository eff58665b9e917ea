"""Settings: where the data live."""

import os
from pathlib import Path

import pytest

from fab_pipeline import settings as module
from fab_pipeline.settings import Settings, SettingsError
from fab_pipeline_tests.conftest import REPOSITORY


def test_a_checkout_keeps_its_data_in_its_own_folder() -> None:
    settings = Settings.from_environment({})
    assert settings.home == REPOSITORY / "data"
    assert settings.bundled == REPOSITORY / "data" / "bundled"


def test_fab_home_moves_what_is_made_and_not_what_is_shipped(tmp_path: Path) -> None:
    settings = Settings.from_environment({"FAB_HOME": str(tmp_path)})
    made = (settings.captures, settings.inbox, settings.tables, settings.history, settings.releases, settings.latest, settings.latest_json)
    assert [path.relative_to(tmp_path).name for path in made] == [
        "captures", "inbox", "tables", "history", "releases", "latest", "latest.json",
    ]  # fmt: skip
    assert settings.registry == REPOSITORY / "data" / "registry"


def test_an_installed_wheel_ships_its_facts_inside_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "fab_pipeline"
    package.mkdir(parents=True)
    monkeypatch.setattr(module, "_PACKAGE", package)
    monkeypatch.chdir(tmp_path)
    settings = Settings.from_environment({})
    assert settings.home == tmp_path / "data"
    assert settings.bundled == package / "_data" / "bundled"


@pytest.mark.parametrize("value", ["many", "-1", "0", "nan", "inf"])
def test_a_limit_that_is_no_positive_number_is_one_line(value: str) -> None:
    with pytest.raises(SettingsError) as error:
        Settings.from_environment({"FAB_MAX_CAPTURE_BYTES": value})
    assert str(error.value) == f"FAB_MAX_CAPTURE_BYTES is {value!r}; it must be a positive number"


def test_limits_can_be_moved() -> None:
    settings = Settings.from_environment({"FAB_MAX_CAPTURE_BYTES": "1e6", "FAB_USER_AGENT": "me"})
    assert (settings.max_capture_bytes, settings.network.user_agent) == (1_000_000, "me")
    assert settings.max_line_bytes == 1024 * 1024


def test_a_home_is_made_when_it_is_needed(tmp_path: Path) -> None:
    settings = Settings.from_environment({"FAB_HOME": str(tmp_path / "new" / "home")})
    settings.require_writable()
    assert list(settings.home.iterdir()) == []


def test_a_home_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = Settings.from_environment({"FAB_HOME": str(tmp_path / "file" / "home")})
    with pytest.raises(SettingsError) as error:
        settings.require_writable()
    assert str(error.value).startswith(f"the data folder {settings.home} cannot be written: not a directory")
    assert "\n" not in str(error.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(SettingsError, match="permission denied"):
        Settings.from_environment({"FAB_HOME": str(tmp_path)}).require_writable()


@pytest.mark.parametrize("home", ["~nobody_of_that_name/data", "/data/\udcff"])
def test_a_home_that_cannot_be_is_one_line(home: str) -> None:
    with pytest.raises(SettingsError, match="FAB_HOME is ") as error:
        Settings.from_environment({"FAB_HOME": home})
    assert "\n" not in str(error.value)
