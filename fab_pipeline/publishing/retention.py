"""Dropping what nothing needs: old releases, and quote files that no release and no snapshot names.

Readers resolve the pointer once and then read in their own time, so nothing goes before a day of grace. Called under the lock.
"""

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final

from fab_pipeline.files import explained, remove_parts
from fab_pipeline.publishing.history import QuoteHistory
from fab_pipeline.publishing.parquet import PublishError
from fab_pipeline.publishing.pointer import pointer_if_whole
from fab_pipeline.publishing.release import REMOVING, remove_leftovers
from fab_pipeline.publishing.releases import Release, releases
from fab_pipeline.settings import Settings

KEEP: Final = 30
GRACE: Final = timedelta(days=1)


@dataclass(frozen=True)
class Pruned:
    """What was dropped.

    Attributes:
        releases: names of releases.
        quote_files: quote files.
        parts: number of temporary files that killed processes had left.
    """

    releases: tuple[str, ...]
    quote_files: tuple[Path, ...]
    parts: int


def prune(settings: Settings, keep: int = KEEP, grace: timedelta = GRACE, now: datetime | None = None) -> Pruned:
    """Drop old releases and what only they needed.

    Kept are the newest `keep` releases, the current one, and each that was current within the grace; of quote files those that a kept
    release or a snapshot names, and those younger than the grace.

    Args:
        settings: of this installation.
        keep: how many releases to keep at least; 1 or more.
        grace: how long a reader may take.
        now: for tests.

    Raises:
        PublishError: something cannot be removed, or `keep` is less than 1.
    """
    if keep < 1:
        raise PublishError("at least one release is kept")
    horizon = (now or datetime.now(UTC)) - grace
    with explained(PublishError, "drop old releases"):
        remove_leftovers(settings)
        dropped = _droppable(settings, keep, horizon)
        for release in dropped:
            _remove(release)
        files = _unneeded_quote_files(settings, horizon)
        for path in files:
            path.unlink(missing_ok=True)
        parts = sum(remove_parts(folder, horizon.timestamp()) for folder in (settings.captures, settings.history, settings.state))
    return Pruned(tuple(release.release_id for release in dropped), tuple(files), parts)


def _droppable(settings: Settings, keep: int, horizon: datetime) -> list[Release]:
    known = releases(settings)
    pointer = pointer_if_whole(settings)
    if pointer is None:
        return []
    protected = {release.release_id for release in known[-keep:]} | {pointer.release_id}
    if pointer.pointed_at > horizon and pointer.previous_release_id:
        protected.add(pointer.previous_release_id)
    # A release stops being current when the next one is built: it is dropped a grace after that, not after its own building.
    return [release for release, successor in pairwise(known) if release.release_id not in protected and successor.built_at <= horizon]


def _remove(release: Release) -> None:
    # Renamed first: a process killed in between must not leave half a release under its name.
    doomed = release.path.with_name(f"{REMOVING}{release.release_id}")
    release.path.rename(doomed)
    shutil.rmtree(doomed)


def _unneeded_quote_files(settings: Settings, horizon: datetime) -> list[Path]:
    history = QuoteHistory(settings)
    needed = {path for files in history.current().values() for path in files}
    for release in releases(settings):
        needed.update(release.quote_paths)
    return [path for path in sorted(history.root.rglob("*.parquet")) if path not in needed and path.stat().st_mtime < horizon.timestamp()]
