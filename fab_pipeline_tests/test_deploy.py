"""Recipes in `deploy/`: units that systemd can read, settings that exist, commands that the command line knows."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from fab_pipeline.cli import main
from fab_pipeline_tests.conftest import REPOSITORY
from fab_pipeline_tests.deployed import CONTAINER, ENVIRONMENT, PROGRAM, UNITS, arguments, container_line, expanded, settings_of, unit

SERVICES = [path for path in UNITS if path.suffix == ".service"]


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_each_command_of_a_unit_is_one_that_the_command_line_knows(path: Path):
    commands = [line for key, line in unit(path) if key.startswith("Exec")]
    assert commands
    for command in commands:
        program, *words = expanded(command, settings_of(path))
        assert program == PROGRAM
        result = CliRunner().invoke(main, [*words, "--help"])
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_units_share_user_folder_and_environment_file(path: Path):
    facts = dict(unit(path))
    assert (facts["User"], facts["StateDirectory"]) == ("fab", "fab-pipeline")
    assert facts["EnvironmentFile"] == "-/etc/fab-pipeline/environment"
    assert settings_of(path)["FAB_HOME"] == "/var/lib/fab-pipeline"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_knows_every_line_of_a_unit(path: Path, tmp_path: Path):
    folder = tmp_path / "units"
    shutil.copytree(REPOSITORY / "deploy", folder)
    copied = folder / path.name
    copied.write_text(copied.read_text().replace(PROGRAM, "/bin/true"))
    for other in folder.glob("*.service"):
        other.write_text(other.read_text().replace(PROGRAM, "/bin/true"))
    ended = subprocess.run(["systemd-analyze", "verify", "--man=no", str(copied)], capture_output=True, text=True, timeout=60, check=False)
    said = [line for line in ended.stderr.splitlines() if "fab-pipeline" in line]
    assert said == []


def test_every_setting_of_the_example_is_one_that_the_code_or_a_unit_reads():
    names = set(re.findall(r"^#?(FAB_\w+)=", ENVIRONMENT.read_text(), re.MULTILINE))
    code = "\n".join(path.read_text() for path in (REPOSITORY / "fab_pipeline").rglob("*.py"))
    units = "\n".join(path.read_text() for path in UNITS)
    assert len(names) > 10
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", code + units) and not name.startswith("FAB_KEY_")] == []


def test_the_environment_file_holds_no_setting_as_it_ships():
    assert [line for line in ENVIRONMENT.read_text().splitlines() if line and not line.startswith("#")] == []


def test_the_container_starts_a_command_that_the_command_line_knows():
    program, *words = [*arguments(container_line("ENTRYPOINT")), *arguments(container_line("CMD"))]
    assert program == "fab-pipeline"
    assert CliRunner().invoke(main, [*words, "--help"]).exit_code == 0


def test_the_container_copies_what_is_there_and_installs_from_the_lock():
    copied = [word for line in re.findall(r"^COPY (?!--)(.+)$", CONTAINER.read_text(), re.MULTILINE) for word in line.split()[:-1]]
    assert {"fab_pipeline", "data/bundled", "data/registry", "requirements.lock"} <= set(copied)
    assert all((REPOSITORY / name).exists() for name in copied)
    assert "--require-hashes -r requirements.lock" in CONTAINER.read_text()
