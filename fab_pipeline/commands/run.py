"""Commands that do the work: `run` and `ingest`.

Both take the one lock, go through the same steps and end with the same summary: the board, its date, what was rejected and contradicted,
where the release is, and what to type next.
"""

import sys
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import polars as pl

from fab_pipeline.commands.board_view import print_board
from fab_pipeline.commands.output import detail, facts_option, print_json_lines, user_command
from fab_pipeline.commands.parameters import board_day, moment, observation
from fab_pipeline.commands.registry_faults import registry_faults
from fab_pipeline.errors import FabError, UsageError
from fab_pipeline.files import one_line
from fab_pipeline.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fab_pipeline.collecting.sealing import Collection, SourceOutcome
    from fab_pipeline.collecting.session import LiveSession
    from fab_pipeline.pipeline.parsed import ParseReport
    from fab_pipeline.pipeline.pipeline import Pipeline
    from fab_pipeline.publishing.releases import Release

EXIT_SOURCE_FAILED: Final = 3


@click.command()
@click.option(
    "--as-of", "as_of", type=click.DateTime(["%Y-%m-%d"]), help="Day of the board; the newest day with an observed price unless told."
)
@click.option("--known-at", "known_at", help="Use only what had been observed by then (ISO 8601 with zone).")
@click.option("--live", is_flag=True, help="Ask all sources first, side by side; needs FAB_CONTACT. Without it no network is needed.")
@click.option("--strict", is_flag=True, help="Exit with 3 where a source failed and its last good capture was used.")
@facts_option
@user_command
def run(as_of: datetime | None, known_at: str | None, live: bool, strict: bool, form: str) -> None:
    """The main job: collect, parse, validate, build, publish; then print the board.

    Collects the bundled captures and the inbox, and with --live asks every source that can be asked. A source that fails is one line; its
    last good capture speaks for at most three days.

    Example: fab-pipeline run --live
    """
    from fab_pipeline.collecting.session import LiveSession
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.pipeline.pipeline import Pipeline

    settings = Settings.from_environment()
    settings.require_writable()
    if live and known_at is not None:
        raise UsageError("--live observes now, --known-at uses what had been observed before; leave one of them out")
    pipeline = Pipeline(settings, board_day(as_of), None if known_at is None else moment(known_at))
    session = LiveSession(settings.network) if live else None
    collection = None
    with at_work(settings, "run"):
        _collect(pipeline)
        if session is not None:
            with session:
                collection = ask_sources(pipeline, session)
        reports = pipeline.parse_all()
        _say_parsed(reports)
        for line in registry_faults(pipeline.evidence["quarantine"], settings.registry):
            _say(f"registry {line}")
        _say_pages(pipeline.evidence["vendor_pages"])
        release = build_and_release(pipeline)
    _summary(pipeline, release, form, collection)
    if strict and collection is not None and collection.failed:
        sys.exit(EXIT_SOURCE_FAILED)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--source", help="Source whose capture the file is; a page by its ending, else a table of prices, unless told.")
@click.option("--observed-at", "observed_at", help="When the content was seen (ISO 8601 with zone); now unless told.")
@facts_option
@user_command
def ingest(file: Path, source: str | None, observed_at: str | None, form: str) -> None:
    """Put one file in by hand: a table of prices, a raw capture of a source, or a training-cost page.

    A file that gives no usable row changes no release.

    Example: fab-pipeline ingest my_prices.csv
    """
    from fab_pipeline.commands.reading_hint import better_source, why_unusable
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.pipeline.collect import ingest as record
    from fab_pipeline.pipeline.pipeline import Pipeline

    seen_at = None if observed_at is None else observation(observed_at)
    settings = Settings.from_environment()
    settings.require_writable()
    pipeline = Pipeline(settings)
    with at_work(settings, "ingest"):
        pipeline.collect_bundled()
        entry = record(file, pipeline.archive, settings, source=source, observed_at=seen_at)
        reports = pipeline.parse_all()
        frames = pipeline.parsed.capture_frames(entry.snapshot_id)
        _say_rejected(frames["quarantine"])
        if not pipeline.usable_rows(entry.snapshot_id):
            why = why_unusable(frames["price_quotes"], frames["vendor_pages"])
            hint = better_source(file) if source is None and entry.outcome == "ok" else None
            raise FabError(f"{one_line(file.name)}: {why}, and the last release stays{f'; {hint}' if hint else ''}")
        _say_parsed(reports)
        release = build_and_release(pipeline)
    _summary(pipeline, release, form)


def build_and_release(pipeline: "Pipeline") -> "Release":
    """Build every table and publish them; says on stderr what it does."""
    from fab_pipeline.pipeline.alerting import release_and_tell
    from fab_pipeline.publishing.release import clock_fault

    built = pipeline.build_all()
    changed = sum(table.written.changed for table in built)
    _say(f"build    {len(built)} tables, {changed} changed, for {pipeline.board_date()}")
    for table in built:
        detail(f"         {table.table}: {table.frame.height:,} rows{'' if table.written.changed else ', unchanged'}")
    if fault := clock_fault(pipeline.settings):
        _say(f"clock    {fault}")
    release = release_and_tell(pipeline)
    _say(f"publish  release {release.release_id}" + ("" if release.changed else " (nothing changed: the release before stays)"))
    return release


def _collect(pipeline: "Pipeline") -> None:
    from fab_pipeline.collecting.overlooked import overlooked

    bundled, inbox = pipeline.collect_bundled(), pipeline.collect_inbox()
    _say(f"collect  {len(bundled.entries)} bundled captures, {len(inbox.entries)} from the inbox")
    for refused in inbox.refused:
        _say(f"         refused: {refused.detail}")
    for line in overlooked(pipeline.settings.inbox):
        _say(f"         not read: {line}")


def ask_sources(pipeline: "Pipeline", session: "LiveSession", names: "Sequence[str] | None" = None) -> "Collection":
    """Ask sources live, one line on stderr for each as it finishes, and seal the collection."""
    from fab_pipeline.collecting.budget import nearly_spent
    from fab_pipeline.pipeline.collect_live import collect_live, fetchable

    def say(outcome: "SourceOutcome") -> None:
        _say(f"live     {outcome.source}: {'' if outcome.outcome == 'ok' else f'{outcome.outcome}: '}{outcome.line}")

    collection = collect_live(pipeline.settings, pipeline.archive, session, names, say)
    for line in nearly_spent(pipeline.settings.captures, fetchable(), pipeline.settings.source_budget_bytes).values():
        _say(f"budget   {line}")
    counts = Counter(outcome.outcome for outcome in collection.outcomes)
    _say(f"sealed   {len(collection.outcomes)} sources: {', '.join(f'{count} {word}' for word, count in sorted(counts.items()))}")
    return collection


def _say_parsed(reports: "list[ParseReport]") -> None:
    parsed, unchanged = sum(len(report.parsed) for report in reports), sum(report.unchanged for report in reports)
    rows, rejected = sum(report.rows for report in reports), sum(report.quarantined for report in reports)
    _say(f"parse    {parsed} captures ({rows:,} rows, {rejected:,} to quarantine), {unchanged} known already")


def _say_pages(pages: pl.DataFrame) -> None:
    """What the pages of vendors and cases gave; pages that repeat one text are named as that."""
    if pages.is_empty():
        return
    told = pages.filter(pl.col("outcome") == "claims")
    others = Counter(pages.filter(pl.col("outcome") != "claims")["outcome"].to_list())
    more = "".join(f", {count} {word}" for word, count in sorted(others.items()))
    copies = pages.filter(pl.col("copied_from").is_not_null())["copied_from"]
    repeated = f"; {copies.len()} of them repeat {copies.n_unique()} texts, which count once each" if copies.len() else ""
    _say(f"claims   {pages.height} pages of vendors and cases: {told['claims'].sum()} claims of {told.height} pages{more}{repeated}")


def _say_rejected(rejected: pl.DataFrame) -> None:
    for row in rejected.head(20).to_dicts():
        where = f"row {row['row_number']}" if row["row_number"] else "the file"
        click.echo(f"quarantine: {where}: {row['reason']}: {row['detail']}", err=True)
    if rejected.height > 20:
        click.echo(f"quarantine: and {rejected.height - 20} more rows", err=True)


def _summary(pipeline: "Pipeline", release: "Release", form: str, collection: "Collection | None" = None) -> None:
    board, findings, quarantine = (release.read(name) for name in ("training_cost", "findings", "quarantine"))
    by_severity = {row["severity"]: row["len"] for row in findings.group_by("severity").len().to_dicts()}
    facts = {
        "release_id": release.release_id,
        "board_date": _iso(pipeline.board_date()),
        "changed": release.changed,
        "runs": board.height,
        "quarantined": quarantine.height,
        "findings": by_severity,
        "folder": str(release.path),
    }
    if collection is not None:
        facts |= {"collection_id": collection.collection_id, "sources": {item.source: item.outcome for item in collection.outcomes}}
    if form == "json":
        print_json_lines([facts])
        return
    print_board(board, findings, f"Training cost, rents of {pipeline.board_date()}")
    counted = ", ".join(f"{by_severity.get(name, 0)} {name}" for name in ("error", "warning", "info"))
    click.echo("~ about   ≥ ≤ a bound   * an estimate by others   — not known: null_reasons says why")
    age = (datetime.now(UTC).date() - pipeline.board_date()).days
    click.echo(f"\nboard date   {pipeline.board_date()} (rents in force on that day, UTC; {age} days ago)")
    click.echo(f"quarantine   {quarantine.height} rows" + ("" if quarantine.is_empty() else "   fab-pipeline show quarantine"))
    click.echo(f"findings     {findings.height} ({counted})   fab-pipeline show findings")
    if collection is not None:
        failed, words = ", ".join(item.source for item in collection.failed), Counter(item.outcome for item in collection.outcomes)
        skipped = f", {words['skipped']} skipped for want of a key" if words["skipped"] else ""
        click.echo(f"sources      {words['ok']} fine{skipped}{f', failed: {failed}' if failed else ''}")
    click.echo(f"release      {release.release_id} in {release.path}")
    click.echo("next         fab-pipeline prices H100 · fab-pipeline explain training_cost RUN_ID recomputed_cost_usd · fab-pipeline dev")


def _iso(day: date) -> str:
    return day.isoformat()


def _say(line: str) -> None:
    click.echo(f"{datetime.now(UTC):%H:%M:%S} {line}", err=True)
