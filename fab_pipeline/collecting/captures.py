"""The archive of captures: what was seen, byte for byte, for ever.

Two kinds of files under `captures/`:

- `blobs/<aa>/<sha256>.gz`: bytes, stored once however often they are seen (gzip with mtime 0, so equal bytes give equal files);
- `observations/<source>/<YYYY-MM-DD>/<observed_at>-<sha12>.json`: one observation, written last. The manifest is the commit marker: a
  blob without one was left by a killed process and does not count.

Unchanged bytes seen at another time are another observation. Belongs here: recording, listing and reading back. Does not belong here:
fetching, parsing, and any judgement about the bytes.
"""

import gzip
import hashlib
import zlib
from collections.abc import Container
from datetime import date, datetime
from pathlib import Path
from typing import Final, Unpack

from fab_pipeline.collecting.manifest import ArchiveError, Entry, Facts, entry_of, read_manifest, to_manifest
from fab_pipeline.files import explained, write_whole

_COMPACT: Final = "%Y%m%dT%H%M%S%fZ"


class Archive:
    """The archive under one folder (`Settings.captures`)."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def record(self, body: bytes, **facts: Unpack[Facts]) -> Entry:
        """Keep bytes and the fact that they were seen. The same observation again changes nothing.

        Args:
            body: the bytes as they came.
            facts: what is known about them; `source`, `observed_at` and `origin` always.

        Returns:
            The observation as the archive has it.

        Raises:
            ArchiveError: the archive cannot be written (full disk, no permission), or the source name is none.
            ValueError: a time without zone, or facts that contradict each other.
        """
        entry = entry_of(body, facts)
        manifest = self._manifest_path(entry)
        with explained(ArchiveError, f"record a capture of {entry.source}"):
            self._store(entry.sha256, body)
            if manifest.is_file():
                return read_manifest(manifest)
            write_whole(manifest, to_manifest(entry))
        return entry

    def entries(
        self,
        source: str | None = None,
        *,
        known_at: datetime | None = None,
        since: date | None = None,
        until: date | None = None,
        skip: Container[str] = (),
    ) -> list[Entry]:
        """Observations in order of (observed_at, source, sha256).

        Args:
            source: only of this source.
            known_at: only what the archive had learned by then.
            since: only observed on this UTC day or later.
            until: only observed on this UTC day or earlier.
            skip: snapshot ids that the caller knows already; their manifests are not even opened.

        Raises:
            ArchiveError: a manifest is damaged; the message names the file.
        """
        found: list[Entry] = []
        for day_folder in sorted((self.root / "observations").glob(f"{source or '*'}/*")):
            day = day_folder.name
            if (since and day < since.isoformat()) or (until and day > until.isoformat()):
                continue
            # The path says the same as `Entry.snapshot_id`.
            found += [read_manifest(path) for path in day_folder.glob("*.json") if f"{day_folder.parent.name}-{path.stem}" not in skip]
        known = [entry for entry in found if known_at is None or entry.recorded_at <= known_at]
        return sorted(known, key=lambda entry: (entry.observed_at, entry.source, entry.sha256))

    def body(self, entry: Entry) -> bytes:
        """The bytes of an observation, checked against their sha256.

        Raises:
            ArchiveError: they are missing or damaged.
        """
        path = self._blob_path(entry.sha256)
        try:
            body = _unpacked(path)
        except FileNotFoundError as error:
            raise ArchiveError(f"capture {entry.snapshot_id}: its bytes are missing ({path})") from error
        except (OSError, EOFError, zlib.error) as error:
            raise ArchiveError(f"capture {entry.snapshot_id}: its bytes cannot be unpacked ({path}): {error}") from error
        if hashlib.sha256(body).hexdigest() != entry.sha256:
            raise ArchiveError(f"capture {entry.snapshot_id}: its bytes have changed ({path}); put the file back from a copy")
        return body

    def added_bytes(self, body: bytes) -> int:
        """Bytes on disk that keeping these bytes would add: none where the archive has them already."""
        return 0 if self._blob_path(hashlib.sha256(body).hexdigest()).is_file() else len(gzip.compress(body, mtime=0))

    def _store(self, sha256: str, body: bytes) -> None:
        path = self._blob_path(sha256)
        if not _is_intact(path, sha256):
            write_whole(path, gzip.compress(body, mtime=0))

    def _blob_path(self, sha256: str) -> Path:
        return self.root / "blobs" / sha256[:2] / f"{sha256}.gz"

    def _manifest_path(self, entry: Entry) -> Path:
        name = f"{entry.observed_at:{_COMPACT}}-{entry.sha256[:12]}.json"
        return self.root / "observations" / entry.source / f"{entry.observed_at:%Y-%m-%d}" / name


def _unpacked(path: Path) -> bytes:
    with gzip.open(path) as handle:
        return handle.read()


def _is_intact(path: Path, sha256: str) -> bool:
    """Whether the blob is there and whole; a damaged one is written anew when its bytes come again."""
    try:
        return hashlib.sha256(_unpacked(path)).hexdigest() == sha256
    except (OSError, EOFError, zlib.error):
        return False
