"""`sources`: every source with status and age; `sources check`: ask some of them live and say what their integrity tests found.

Does not belong here: asking (`pipeline.collect_live`) and the tests (`pipeline.integrity`). A check is an observation like any other: it is
recorded in the archive, and one that passes promotes its source there.
"""

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click
import polars as pl

import fab_pipeline
from fab_pipeline.commands.output import facts_option, format_option, print_frame, print_json_lines, user_command
from fab_pipeline.settings import Settings

if TYPE_CHECKING:
    from fab_pipeline.collecting.captures import Archive
    from fab_pipeline.collecting.sealing import SourceOutcome


@click.group(invoke_without_command=True)
@click.pass_context
@format_option
@user_command
def sources(context: click.Context, form: str) -> None:
    """Every source with its status, its newest observation and its age.

    Example: fab-pipeline sources
    """
    if context.invoked_subcommand is not None:
        return
    frame = fab_pipeline.load("sources")
    if form == "table":
        age = pl.lit(datetime.now(UTC).date()) - pl.col("last_observed_at").dt.date()
        shown = ("source", "kind", "source_status", "last_observed_at", "age_days", "rows", "expected_rows", "quarantined_rows")
        shown += ("last_asked_at", "last_outcome", "license")
        frame = frame.with_columns(age.dt.total_days().alias("age_days")).select(shown)
    print_frame(frame, form)


@sources.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@facts_option
@user_command
def check(names: tuple[str, ...], form: str) -> None:
    """Ask sources live, now, and print what their integrity tests say; all that can be asked unless named. Needs FAB_CONTACT.

    The tests: rows enough, known accelerators among them, prices inside the bounds of the source and of what others ask. The answer is
    recorded in the archive; a check that passes, and had prices of others to compare with, makes the source `verified`, and the next run
    builds its boards with that. Exit code 1
    where a check failed.

    Example: fab-pipeline sources check azure
    """
    from fab_pipeline.collecting.budget import nearly_spent
    from fab_pipeline.collecting.captures import Archive
    from fab_pipeline.collecting.session import LiveSession
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.pipeline.collect_live import collect_live, require_fetchable

    for name in names:
        require_fetchable(name)
    settings = Settings.from_environment()
    settings.require_writable()
    archive = Archive(settings.captures)
    with at_work(settings, "sources check"), LiveSession(settings.network) as session:
        before = _statuses(archive)

        def say(outcome: "SourceOutcome") -> None:
            if form == "table":
                click.echo(_line(outcome, archive, before))

        collection = collect_live(settings, archive, session, dict.fromkeys(names) or None, say)
    asked = [outcome.source for outcome in collection.outcomes]
    for line in nearly_spent(settings.captures, asked, settings.source_budget_bytes).values():
        click.echo(f"budget: {line}", err=True)
    if form == "json":
        print_json_lines(_facts(outcome, archive, before) for outcome in collection.outcomes)
    facts = [_facts(outcome, archive, before) for outcome in collection.outcomes]
    if any(not fact["passed"] and (names or fact["outcome"] != "skipped") for fact in facts):
        sys.exit(1)


def _statuses(archive: "Archive") -> dict[str, str]:
    """Sources that are verified already."""
    from fab_pipeline.pipeline.live_status import VERIFIED, live_status

    return dict.fromkeys(live_status(archive.entries()).verified, VERIFIED)


def _facts(outcome: "SourceOutcome", archive: "Archive", verified: dict[str, str]) -> dict[str, object]:
    """What a check found, for programs."""
    from fab_pipeline.pipeline.live_status import VERIFIED
    from fab_pipeline.vocabulary.sources import source_facts

    name = outcome.source
    entry = next((entry for entry in reversed(archive.entries(name)) if entry.snapshot_id == outcome.snapshot_id), None)
    check = entry.check if entry and entry.outcome == "ok" else None
    before = verified.get(name) or source_facts(name).status
    return {
        "source": name,
        "outcome": outcome.outcome,
        "passed": check is not None and check.passed,
        "quotes": entry.check.quotes if entry and entry.check else 0,
        "detail": entry.check.detail if entry and entry.check and outcome.outcome == "ok" else outcome.line,
        "status_before": before,
        "status": VERIFIED if check and check.promotes else before,
        "snapshot_id": outcome.snapshot_id,
    }


def _line(outcome: "SourceOutcome", archive: "Archive", verified: dict[str, str]) -> str:
    """The same for people."""
    facts = _facts(outcome, archive, verified)
    word = "passed" if facts["passed"] else "skipped" if outcome.outcome == "skipped" else "failed"
    step = str(facts["status"]) if facts["status"] == facts["status_before"] else f"{facts['status_before']} → {facts['status']}"
    kind = "" if outcome.outcome in {"ok", "skipped", "failed"} else f"{outcome.outcome}: "
    return f"{outcome.source}: {word}: {kind}{facts['detail']} [{step}]"
