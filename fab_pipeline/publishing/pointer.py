"""The pointer to the current release: `latest.json`, and the symbolic link `latest` beside it.

`latest.json` counts: it exists on every system and object store, and is swapped first. A process killed between the two leaves a link to
the release before, which is whole; the next `point` mends it. Called under the lock (`collecting.lock`).
"""

import json
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

from fab_pipeline.files import explained, write_whole
from fab_pipeline.publishing.parquet import PublishError
from fab_pipeline.publishing.releases import Pointer, Release, ReleaseError, find, read_pointer
from fab_pipeline.settings import Settings


def point(settings: Settings, release: Release, *, pinned: bool = False) -> None:
    """Make a release the current one. Nothing is written where it already is.

    Args:
        settings: of this installation.
        release: a complete release.
        pinned: whether a person asked for it.

    Raises:
        PublishError: the pointer cannot be written.
    """
    before = pointer_if_whole(settings)
    with explained(PublishError, f"point {settings.latest} at release {release.release_id}"):
        if before is None or (before.release_id, before.pinned) != (release.release_id, pinned):
            facts = {
                "release_id": release.release_id,
                "path": f"{settings.releases.name}/{release.release_id}",
                "board_date": release.board_date.isoformat(),
                "pointed_at": datetime.now(UTC).isoformat(),
                "pinned": pinned,
                "previous_release_id": before.release_id if before else None,
            }
            write_whole(settings.latest_json, json.dumps(facts, indent=1).encode() + b"\n")
        _link(settings.latest, Path(settings.releases.name) / release.release_id)


def pin(settings: Settings, release_id: str) -> Release:
    """Make an older release the current one, until the next `publish` has something new.

    Raises:
        ReleaseError: there is no such release, or it is damaged.
        PublishError: the pointer cannot be written.
    """
    release = find(settings, release_id)
    if damage := release.damage():
        raise ReleaseError(f"release {release_id} is damaged and cannot be current: {damage}")
    point(settings, release, pinned=True)
    return release


def pointer_if_whole(settings: Settings) -> Pointer | None:
    """The pointer, or None where there is none or it is damaged: for those who are about to write it anew."""
    try:
        return read_pointer(settings)
    except ReleaseError:
        return None


def _link(link: Path, target: Path) -> None:
    if link.is_symlink() and link.readlink() == target:
        return
    temporary = link.with_name(f".{link.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        temporary.symlink_to(target, target_is_directory=True)
        temporary.replace(link)
    except OSError:
        temporary.unlink(missing_ok=True)
        if os.name != "nt":  # Windows lets only some users make links; there `latest.json` is all there is
            raise
