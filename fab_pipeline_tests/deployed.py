"""Reading the recipes in `deploy/` as systemd and a container engine do, as far as the tests need it."""

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path

from fab_pipeline_tests.conftest import REPOSITORY

DEPLOY = REPOSITORY / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
ENVIRONMENT = DEPLOY / "environment.example"
CONTAINER = DEPLOY / "Containerfile"
PROGRAM = "/opt/fab-pipeline/.venv/bin/fab-pipeline"


def unit(path: Path) -> list[tuple[str, str]]:
    """Lines of a unit, KEY=value, in order; a key may come several times."""
    lines = [line for line in path.read_text().splitlines() if "=" in line and not line.startswith("#")]
    return [(key, value) for key, _, value in (line.partition("=") for line in lines)]


def settings_of(path: Path) -> dict[str, str]:
    """Variables that a unit sets itself."""
    words = [word for key, value in unit(path) if key == "Environment" for word in shlex.split(value)]
    return dict(word.split("=", 1) for word in words)


def expanded(command: str, values: Mapping[str, str]) -> list[str]:
    """Words of a command: ${NAME} is one word or part of one, $NAME alone is split into words."""
    found: list[str] = []
    for word in shlex.split(command):
        if alone := re.fullmatch(r"\$(\w+)", word):
            found += values[alone[1]].split()
        else:
            found.append(re.sub(r"\$\{(\w+)\}", lambda name: values[name[1]], word))
    return found


def container_line(instruction: str) -> str:
    """What follows an instruction of the Containerfile, the last time that it stands there."""
    return re.findall(rf"^(?:HEALTHCHECK .*)?{instruction} (\[.+\])$", CONTAINER.read_text(), re.MULTILINE)[-1]


def arguments(text: str) -> list[str]:
    """The exec form of an instruction: a JSON list."""
    return json.loads(text)


def health_check() -> list[str]:
    """The command of the health check."""
    (found,) = re.findall(r"^HEALTHCHECK .*CMD (\[.+\])$", CONTAINER.read_text(), re.MULTILINE)
    return arguments(found)
