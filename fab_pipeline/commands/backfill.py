"""The command `backfill`: read archived captures of some days again, in one run, and show what that changed."""

from datetime import date, datetime, timedelta

import click
import polars as pl

from fab_pipeline.commands.output import facts_option, print_frame, print_json_lines, user_command
from fab_pipeline.commands.run import build_and_release
from fab_pipeline.contracts import TABLES
from fab_pipeline.errors import UsageError
from fab_pipeline.settings import Settings

_DAY = click.DateTime(["%Y-%m-%d"])


@click.command()
@click.option("--from", "first", type=_DAY, required=True, help="First UTC day of observation.")
@click.option("--to", "last", type=_DAY, required=True, help="Last UTC day of observation.")
@facts_option
@user_command
def backfill(first: datetime, last: datetime, form: str) -> None:
    """Parse the archived captures of those days again, build and publish, and show what changed.

    For use after a parser was mended; the archive itself never changes.

    Example: fab-pipeline backfill --from 2026-10-01 --to 2026-10-10
    """
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.pipeline.pipeline import Pipeline
    from fab_pipeline.publishing.changes import diff

    days = _days(first.date(), last.date())
    settings = Settings.from_environment()
    settings.require_writable()
    pipeline = Pipeline(settings)
    with at_work(settings, "backfill"):
        before = pipeline.parsed.frames()
        report = pipeline.parsed.parse(days=days, again=True)
        pipeline.parsed.parse()  # what nobody has read yet belongs into the release, whatever its day
        after = pipeline.parsed.frames()
        release = build_and_release(pipeline)
    changed = diff(before, after, previous_release_id="before")
    counts = (
        changed.group_by("table", "change").agg(pl.len().alias("cells"), pl.col("key").n_unique().alias("rows")).sort("table", "change")
    )
    facts = {"captures": len(report.parsed), "rows": report.rows, "quarantined": report.quarantined, "release_id": release.release_id}
    if form == "json":
        print_json_lines([{**facts, "changed": counts.to_dicts()}])
        return
    click.echo(
        f"read again   {facts['captures']} captures of {_span(days)}: {facts['rows']:,} rows, {facts['quarantined']:,} in quarantine"
    )
    if counts.is_empty():
        click.echo("changed      nothing: the same code reads the same bytes in the same way")
    else:
        print_frame(counts, "table", title=f"Changed rows of {', '.join(name for name in TABLES if name in set(counts['table']))}")
    click.echo(f"release      {release.release_id}   fab-pipeline diff")


def _days(first: date, last: date) -> set[date]:
    if last < first:
        raise UsageError(f"--from {first} is after --to {last}")
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}


def _span(days: set[date]) -> str:
    """The span of some days, for people."""
    return str(min(days)) if len(days) == 1 else f"{min(days)} to {max(days)}"
