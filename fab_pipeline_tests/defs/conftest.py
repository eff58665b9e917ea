"""The definitions, loaded once, and a data folder that they work on."""

from pathlib import Path

import dagster as dg
import pytest

from fab_pipeline.definitions import defs
from fab_pipeline.settings import Settings
from fab_pipeline_tests.pipeline.snapshots import settings_at


@pytest.fixture(scope="session")
def definitions() -> dg.Definitions:
    return defs()


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings of an empty data folder; the definitions find it too."""
    home = tmp_path / "home"
    monkeypatch.setenv("FAB_HOME", str(home))
    return settings_at(home)
