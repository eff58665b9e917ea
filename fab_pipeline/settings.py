"""Settings: where the data live, and the limits that everything keeps.

Belongs here: one typed, frozen object read from the environment, and the paths that follow from it. Nothing else in the project but
`network` and `service_settings` reads environment variables, and nothing else puts a data path together from strings. Does not belong
here: anything that opens a data file.

`FAB_HOME` moves the data folder. `FAB_MAX_CAPTURE_BYTES`, `FAB_MAX_LINE_BYTES`, `FAB_SOURCE_BUDGET_BYTES` and
`FAB_LOCK_TIMEOUT_SECONDS` override the fields of the same names. Settings of live collecting stand in `network`.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from fab_pipeline.environment import SettingsError, positive
from fab_pipeline.files import os_reason
from fab_pipeline.network import Network

_PACKAGE: Final = Path(__file__).resolve().parent

MAX_CAPTURE_BYTES: Final = 64 * 1024 * 1024
"""Largest page or file that is taken in. The largest price list read so far is under 20 MB; parsers hold a capture in memory."""

MAX_LINE_BYTES: Final = 1024 * 1024
"""Longest line of a file that is read line by line (CSV, JSON lines)."""

SOURCE_BUDGET_BYTES: Final = 5 * 1024**3
"""Disk that the captures of one source may take. The largest live answer compresses to under 10 MB: one a day for a year is 3.6 GB."""

LOCK_TIMEOUT_SECONDS: Final = 600.0
"""How long a command waits for another that is at work: longer than a whole run takes."""


@dataclass(frozen=True)
class Settings:
    """Folders and limits of one installation.

    Attributes:
        home: folder of everything made at run time (`data/` of a checkout, or `FAB_HOME`).
        shipped: folder of what comes with the project: `bundled/` and `registry/`; independent of `home`.
        max_capture_bytes: largest page or file that is taken in.
        max_line_bytes: longest line of a file that is read line by line.
        source_budget_bytes: bytes on disk that the fetched captures of one source may take (`collecting.budget`).
        lock_timeout_seconds: how long to wait for another command.
        network: how servers are asked.
    """

    home: Path
    shipped: Path
    max_capture_bytes: int = MAX_CAPTURE_BYTES
    max_line_bytes: int = MAX_LINE_BYTES
    source_budget_bytes: int = SOURCE_BUDGET_BYTES
    lock_timeout_seconds: float = LOCK_TIMEOUT_SECONDS
    network: Network = field(default_factory=Network)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Settings of this process.

        Args:
            environment: variables to read; the process's own unless told.

        Raises:
            SettingsError: a limit is not a positive number, or the home cannot be: of an unknown user, or not UTF-8.
        """
        values = os.environ if environment is None else environment
        repository = repository_folder()
        default_home = repository / "data" if repository else Path("data")
        return cls(
            home=_folder(values.get("FAB_HOME"), default_home),
            shipped=repository / "data" if repository else _PACKAGE / "_data",
            max_capture_bytes=int(positive(values, "FAB_MAX_CAPTURE_BYTES", MAX_CAPTURE_BYTES)),
            max_line_bytes=int(positive(values, "FAB_MAX_LINE_BYTES", MAX_LINE_BYTES)),
            source_budget_bytes=int(positive(values, "FAB_SOURCE_BUDGET_BYTES", SOURCE_BUDGET_BYTES)),
            lock_timeout_seconds=positive(values, "FAB_LOCK_TIMEOUT_SECONDS", LOCK_TIMEOUT_SECONDS),
            network=Network.from_environment(values),
        )

    def require_writable(self) -> None:
        """Make sure that the home can be written, before any work.

        Raises:
            SettingsError: it cannot; one line.
        """
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self.home):
                pass
        except OSError as error:
            raise SettingsError(f"the data folder {self.home} cannot be written: {os_reason(error)}") from error

    @property
    def captures(self) -> Path:
        """The immutable archive (`collecting.captures`)."""
        return self.home / "captures"

    @property
    def inbox(self) -> Path:
        """Where files are dropped by hand (`collecting.inbox`)."""
        return self.home / "inbox"

    @property
    def tables(self) -> Path:
        """Tables in the making, one Parquet file each; readers use a release instead."""
        return self.home / "tables"

    @property
    def history(self) -> Path:
        """Quotes of all time (`publishing.history`)."""
        return self.home / "history"

    @property
    def releases(self) -> Path:
        """Immutable releases (`publishing.release`)."""
        return self.home / "releases"

    @property
    def latest(self) -> Path:
        """Symbolic link to the current release."""
        return self.home / "latest"

    @property
    def latest_json(self) -> Path:
        """The pointer that counts: names the current release, also where symbolic links do not exist."""
        return self.home / "latest.json"

    @property
    def state(self) -> Path:
        """What can be rebuilt from the archive: which quote files are current, who holds the lock."""
        return self.home / "state"

    @property
    def logs(self) -> Path:
        """Logs of runs."""
        return self.home / "logs"

    @property
    def lock_file(self) -> Path:
        """The one lock of everything that writes."""
        return self.home / "pipeline.lock"

    @property
    def bundled(self) -> Path:
        """Captures that ship with the project."""
        return self.shipped / "bundled"

    @property
    def registry(self) -> Path:
        """Curated facts that ship with the project."""
        return self.shipped / "registry"


def repository_folder() -> Path | None:
    """The checkout that this package runs from; None where it is installed from a wheel."""
    folder = _PACKAGE.parent
    return folder if (folder / "pyproject.toml").is_file() and (folder / "data").is_dir() else None


def _folder(told: str | None, default: Path) -> Path:
    try:
        folder = Path(told or default).expanduser().absolute()
        str(folder).encode("utf-8")
    except RuntimeError as error:
        raise SettingsError(f"FAB_HOME is {told!r}: there is no such user; write the whole path") from error
    except UnicodeEncodeError as error:
        raise SettingsError(f"FAB_HOME is {told!r}: Parquet files can only be opened under names in UTF-8") from error
    return folder
