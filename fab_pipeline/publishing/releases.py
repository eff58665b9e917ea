"""Reading releases: which is current, what it holds, and whether it is whole.

A release is the folder `releases/<release_id>` with one Parquet file per table and `datapackage.json`; it never changes. `latest.json`
names the current one; a reader resolves it once and then has one release. Belongs here: everything that a reader needs, importing
nothing heavy. Does not belong here: making a release (`release`), moving the pointer (`pointer`), removing old ones (`retention`).
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fab_pipeline.errors import FabError
from fab_pipeline.files import os_reason
from fab_pipeline.settings import Settings
from fab_pipeline.stored_facts import StoredFacts, stored_object

if TYPE_CHECKING:
    import polars as pl

DESCRIPTOR: Final = "datapackage.json"
QUOTES: Final = "price_quotes"

RELEASE_ID: Final = re.compile(r"\d{8}T\d{12}Z-[0-9a-f]{8}")
"""`<UTC build time to the microsecond>-<first 8 digits of the content hash>`; sorts in the order of building."""


class ReleaseError(FabError):
    """There is no such release, or it cannot be read."""


@dataclass(frozen=True)
class TableFile:
    """One table of a release, as its description says."""

    rows: int
    bytes: int
    sha256: str
    content_hash: str


@dataclass(frozen=True)
class Release:
    """One release.

    Attributes:
        release_id: its name.
        path: its folder.
        built_at: when it was built.
        board_date: day for which its boards speak.
        code_version: version of the code that built it.
        content_hash: of its tables, quote files and board date; equal content gives no new release.
        captures: snapshot ids that it rests on.
        quote_files: quote files that it rests on, by their names within the data folder.
        tables: its tables by name.
        previous_release_id: release that `release_changes` compares with; None for the first.
        changed: False where `publish` found nothing new and gives back the current release.
    """

    release_id: str
    path: Path
    built_at: datetime
    board_date: date
    code_version: str
    content_hash: str
    captures: tuple[str, ...]
    quote_files: tuple[str, ...]
    tables: dict[str, TableFile]
    previous_release_id: str | None = None
    changed: bool = True

    @property
    def quote_paths(self) -> list[Path]:
        """The quote files that it rests on."""
        home = self.path.parent.parent
        return [home / name for name in self.quote_files]

    def file(self, table: str) -> Path:
        """Parquet file of a table.

        Raises:
            ReleaseError: the release has no such table.
        """
        if table not in self.tables:
            raise ReleaseError(f"release {self.release_id} has no table {table!r}; it has {', '.join(self.tables)} and {QUOTES}")
        return self.path / f"{table}.parquet"

    def read(self, table: str) -> "pl.DataFrame":
        """A table of the release; `price_quotes` gives the quotes that it rests on, without those that a later capture corrected.

        Raises:
            ReleaseError: the release has no such table, or a file is missing or damaged.
        """
        from fab_pipeline.publishing.parquet_reading import DamagedFileError, read_own

        if table == QUOTES:
            return self._read_quotes()
        try:
            return read_own(self.file(table))
        except DamagedFileError as error:
            raise ReleaseError(f"{error}; build a new release with: fab-pipeline run") from error

    def damage(self) -> str | None:
        """What is wrong with its files, in one line; None where every byte is as described."""
        for table, described in self.tables.items():
            path = self.file(table)
            try:
                data = path.read_bytes()
            except OSError as error:
                return f"{path.name} cannot be read: {error.strerror}"
            if len(data) != described.bytes:
                return f"{path.name} has {len(data)} bytes, not {described.bytes}"
            if hashlib.sha256(data).hexdigest() != described.sha256:
                return f"the bytes of {path.name} have changed"
        return None

    def _read_quotes(self) -> "pl.DataFrame":
        from fab_pipeline.publishing.history import read_quotes
        from fab_pipeline.publishing.parquet import PublishError

        try:
            quotes = read_quotes(self.quote_paths)
        except PublishError as error:
            raise ReleaseError(f"release {self.release_id}: {error}") from error
        if "quarantine" not in self.tables:
            return quotes
        corrected = self.read("quarantine").filter(reason="superseded").rename({"row_text": "offer_key"})
        return quotes.join(corrected, on=["capture_sha256", "row_number", "offer_key"], how="anti", maintain_order="left")


@dataclass(frozen=True)
class Pointer:
    """What `latest.json` says.

    Attributes:
        release_id: the current release.
        pointed_at: since when.
        pinned: whether a person pointed at it, rather than `publish`.
        previous_release_id: the one that was current before; readers may still be at it.
    """

    release_id: str
    pointed_at: datetime
    pinned: bool
    previous_release_id: str | None


def resolve(settings: Settings) -> Release:
    """The current release.

    Raises:
        ReleaseError: there is none yet, or its description cannot be read.
    """
    pointer = read_pointer(settings)
    if pointer is None:
        raise ReleaseError(f"there is no release in {settings.home} yet; make one with: fab-pipeline run")
    return find(settings, pointer.release_id)


def latest(settings: Settings) -> Release | None:
    """The current release, or None where there is none yet; errors as `resolve`."""
    return None if read_pointer(settings) is None else resolve(settings)


def find(settings: Settings, release_id: str) -> Release:
    """A release by its name.

    Raises:
        ReleaseError: there is none of that name, or its description cannot be read.
    """
    folder = settings.releases / release_id
    try:
        if not RELEASE_ID.fullmatch(release_id) or not folder.is_dir():
            raise ReleaseError(f"there is no release {release_id} in {settings.releases}; list them with: fab-pipeline releases")
        return _from_descriptor(folder, stored_object((folder / DESCRIPTOR).read_bytes()))
    except PermissionError as error:
        raise ReleaseError(f"release {release_id} cannot be read: {os_reason(error)}") from error
    except (OSError, ValueError) as error:
        raise ReleaseError(f"release {release_id} is damaged ({DESCRIPTOR}: {error}); build a new one with: fab-pipeline run") from error


def release_ids(settings: Settings) -> list[str]:
    """Names of all releases, oldest first; folders in the making or being removed do not count."""
    if not settings.releases.is_dir():
        return []
    return sorted(path.name for path in settings.releases.iterdir() if RELEASE_ID.fullmatch(path.name))


def releases(settings: Settings) -> list[Release]:
    """All releases whose description can be read, oldest first."""
    found: list[Release] = []
    for release_id in release_ids(settings):
        try:
            found.append(find(settings, release_id))
        except ReleaseError:
            continue  # `find` says what is wrong with it, and so does `doctor`; the others are still good
    return found


def read_pointer(settings: Settings) -> Pointer | None:
    """What `latest.json` says; None where there is none yet.

    Raises:
        ReleaseError: it is damaged.
    """
    try:
        facts = stored_object(settings.latest_json.read_bytes())
        return Pointer(
            facts.text("release_id"), facts.moment("pointed_at"), facts.flag("pinned"), facts.optional_text("previous_release_id")
        )
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise ReleaseError(f"the pointer cannot be read: {os_reason(error)}") from error
    except ValueError as error:
        advice = "list releases with: fab-pipeline releases, and point at one with: fab-pipeline pin RELEASE"
        raise ReleaseError(f"{settings.latest_json} is damaged ({error}); {advice}") from error


def _from_descriptor(folder: Path, package: StoredFacts) -> Release:
    return Release(
        release_id=package.text("release_id"),
        path=folder,
        built_at=package.moment("created"),
        board_date=date.fromisoformat(package.text("board_date")),
        code_version=package.text("code_version"),
        content_hash=package.text("content_hash"),
        captures=package.texts("captures"),
        quote_files=package.texts("quote_files"),
        tables={
            resource.text("name"): TableFile(
                rows=resource.count("row_count"),
                bytes=resource.count("bytes"),
                sha256=resource.text("hash").removeprefix("sha256:"),
                content_hash=resource.text("content_hash"),
            )
            for resource in package.each("resources")
        },
        previous_release_id=package.optional_text("previous_release_id"),
    )
