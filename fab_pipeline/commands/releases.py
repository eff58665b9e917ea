"""Commands about releases: list them, say what changed, point latest at an older one, drop what nothing needs."""

from datetime import timedelta
from typing import Final

import click
import polars as pl

from fab_pipeline.commands.output import facts_option, format_option, print_facts, print_frame, user_command
from fab_pipeline.commands.parameters import FiniteRange, named_release
from fab_pipeline.contracts import TABLES
from fab_pipeline.errors import FabError
from fab_pipeline.settings import Settings

MAX_GRACE_HOURS: Final = 100.0 * 366 * 24
"""A century: nothing was published before."""


@click.command()
@format_option
@user_command
def releases(form: str) -> None:
    """Every release, newest first, and which one is current.

    Example: fab-pipeline releases
    """
    from fab_pipeline.publishing.pointer import pointer_if_whole
    from fab_pipeline.publishing.releases import releases as stored

    settings = Settings.from_environment()
    # Also where the pointer is damaged: the list is what somebody needs to point it anew.
    pointer = pointer_if_whole(settings)
    rows = [
        {
            "release_id": release.release_id,
            "current": pointer is not None and pointer.release_id == release.release_id,
            "board_date": release.board_date,
            "built_at": release.built_at,
            "tables": len(release.tables),
            "rows": sum(file.rows for file in release.tables.values()),
            "code_version": release.code_version,
        }
        for release in reversed(stored(settings))
    ]
    if not rows:
        raise FabError("there is no release yet; run: fab-pipeline run")
    print_frame(pl.DataFrame(rows), form)


@click.command()
@click.argument("before", required=False)
@click.argument("after", required=False)
@format_option
@user_command
def diff(before: str | None, after: str | None, form: str) -> None:
    """What changed from one release to another, cell by cell; from the one before to the current one unless told.

    Example: fab-pipeline diff
    """
    from fab_pipeline.publishing.changes import diff as compare
    from fab_pipeline.publishing.releases import find, resolve

    settings = Settings.from_environment()
    new = resolve(settings) if after is None else named_release(settings, after)
    if before is None and new.previous_release_id is None:
        raise FabError(f"release {new.release_id} is the first; there is nothing to compare it with")
    old = find(settings, str(new.previous_release_id)) if before is None else named_release(settings, before)
    names = [name for name, table in TABLES.items() if table.published and name != "release_changes"]
    frames = [{name: release.read(name) for name in names if name in release.tables} for release in (old, new)]
    print_frame(compare(frames[0], frames[1], old.release_id), form)


@click.command()
@click.argument("release_id")
@facts_option
@user_command
def pin(release_id: str, form: str) -> None:
    """Point latest at an older release; the next run that publishes moves it on.

    Example: fab-pipeline pin 20261010T123353000000Z-1a2b3c4d
    """
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.publishing.pointer import pin as point_at

    settings = Settings.from_environment()
    with at_work(settings, "pin"):
        release = point_at(settings, named_release(settings, release_id).release_id)
    facts = {"release_id": release.release_id, "board_date": release.board_date}
    print_facts(facts, f"latest is now {release.release_id}, board date {release.board_date}", form)


@click.command()
@click.option("--keep", type=click.IntRange(min=1), default=30, show_default=True, help="Newest releases that stay in any case.")
@click.option(
    "--grace-hours", type=FiniteRange(min=0, max=MAX_GRACE_HOURS), default=24, show_default=True, help="Nothing younger is removed."
)
@facts_option
@user_command
def prune(keep: int, grace_hours: float, form: str) -> None:
    """Remove releases and quote files that nothing needs any more; captures always stay.

    Example: fab-pipeline prune --keep 30
    """
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.publishing.retention import prune as remove

    settings = Settings.from_environment()
    with at_work(settings, "prune"):
        pruned = remove(settings, keep=keep, grace=timedelta(hours=grace_hours))
    counts = {"releases": len(pruned.releases), "quote_files": len(pruned.quote_files), "unfinished_files": pruned.parts}
    line = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in counts.items())
    print_facts(counts, f"removed {line}", form)
