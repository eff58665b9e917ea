"""What every trial shares: running the command line as a user does, looking at a data folder from outside, and the figures of a trial.

Belongs here: child processes with an end, and checks that use nothing but the files of a release. Does not belong here: any trial.
"""

import hashlib
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

SEED: Final = 20261130
"""Of every trial unless told; another one is another world."""

COMMAND: Final = [sys.executable, "-c", "from fab_pipeline.cli import main; main()"]
LIMIT_SECONDS: Final = 600.0


@dataclass
class Figures:
    """What a trial measured.

    Attributes:
        name: of the trial.
        seed: of the trial.
        counts: what was done, by name.
        seconds: by the clock on the wall.
    """

    name: str
    seed: int
    counts: dict[str, object] = field(default_factory=dict[str, object])
    seconds: float = 0.0


@dataclass(frozen=True)
class Ran:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> list[str]:
        """Lines of stderr that are the command's own error."""
        return [line for line in self.err.splitlines() if line.startswith("fab-pipeline: ")]


def environment(home: Path, **more: str) -> dict[str, str]:
    """Of a child that works on a data folder; nothing of this process's own settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("FAB_", "DAGSTER_"))}
    return {**own, "FAB_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", **more}


def call(home: Path, *arguments: str, prefix: tuple[str, ...] = (), command: Sequence[str] = COMMAND, **more: str) -> Ran:
    """Run one command to its end."""
    done = subprocess.run(
        [*prefix, *command, *arguments], env=environment(home, **more), capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def whole_release(home: Path) -> str:
    """Name of the current release, after comparing every file with what its description says; by the files alone, as a stranger would."""
    pointer = json.loads((home / "latest.json").read_bytes())
    folder = home / pointer["path"]
    package = json.loads((folder / "datapackage.json").read_bytes())
    assert package["release_id"] == pointer["release_id"] == folder.name
    for resource_ in package["resources"]:
        body = (folder / resource_["path"]).read_bytes()
        assert len(body) == resource_["bytes"], resource_["path"]
        assert f"sha256:{hashlib.sha256(body).hexdigest()}" == resource_["hash"], resource_["path"]
    for name in package["quote_files"]:
        assert (home / name).is_file(), f"release {folder.name} names {name}, which is not there"
    assert (home / "latest").resolve().parent == (home / "releases").resolve()
    return folder.name


def children_cpu_seconds() -> float:
    """CPU time of all children that have ended: what a machine with other work measures alike."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def peak_megabytes() -> float:
    """Largest resident memory of this process or of any child that has ended."""
    kilobytes = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return kilobytes / 1024 / (1024 if sys.platform == "darwin" else 1)


class Stopwatch:
    """Measures a block into `Figures.seconds`."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures

    def __enter__(self) -> None:
        self.started = time.monotonic()

    def __exit__(self, *_: object) -> None:
        self.figures.seconds = round(time.monotonic() - self.started, 1)
