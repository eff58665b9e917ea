"""A home with one release, made once, and the command line called as a user would."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fab_pipeline.cli import main

Cli = Callable[..., Result]


def call(home: Path, *arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments), env={"FAB_HOME": str(home)})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="session")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home after `fab-pipeline run`; tests that change it take `own_home`."""
    home = tmp_path_factory.mktemp("released") / "home"
    assert call(home, "run").exit_code == 0
    return home


@pytest.fixture
def own_home(released: Path, tmp_path: Path) -> Path:
    return shutil.copytree(released, tmp_path / "home", symlinks=True)


@pytest.fixture
def cli(released: Path) -> Cli:
    return lambda *arguments: call(released, *arguments)
