"""The command `doctor`: what is wrong with this installation and how to mend it.

Belongs here: looking, never changing. Each line is one check: ok, or what is wrong and what helps; exit code 1 if anything is wrong.
"""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from shutil import disk_usage
from typing import Final

import click
import polars as pl

from fab_pipeline.commands.output import facts_option, print_facts, user_command
from fab_pipeline.errors import FabError
from fab_pipeline.files import os_reason
from fab_pipeline.settings import Settings

_DAGSTER_FAMILY: Final[tuple[str, ...]] = ("dagster", "dagster-webserver", "dagster-graphql", "dagster-shared", "dagster-pipes")
_LITTLE_SPACE: Final = 500 * 1024 * 1024

Line = tuple[bool, str]


@click.command()
@facts_option
@user_command
def doctor(form: str) -> None:
    """Say what is wrong with this installation and how to mend it.

    Example: fab-pipeline doctor
    """
    settings = Settings.from_environment()
    wrong = 0
    for check in (_python, _dagster, _home, _bundle, _archive, _budget, _release, _live):
        for good, line in _lines(check, settings):
            wrong += not good
            print_facts({"ok": good, "check": line}, f"{'ok   ' if good else 'WRONG'} {line}", form)
    sys.exit(1 if wrong else 0)


def _lines(check: Callable[[Settings], Iterator[Line]], settings: Settings) -> Iterator[Line]:
    """What a check says, and what the operating system says where it stops the check: the others still look."""
    try:
        yield from check(settings)
    except OSError as error:
        yield False, os_reason(error)


def _python(_: Settings) -> Iterator[Line]:
    found = sys.version_info[:2]
    text = ".".join(map(str, found))
    yield (
        (3, 11) <= found <= (3, 13),
        f"Python {text}" + ("" if (3, 11) <= found <= (3, 13) else "; 3.11 to 3.13 is needed: make PYTHON=python3.12 run"),
    )


def _dagster(_: Settings) -> Iterator[Line]:
    try:
        versions = {name: version(name) for name in _DAGSTER_FAMILY}
    except PackageNotFoundError as error:
        yield False, f"{error.name} is not installed; run: make run"
        return
    same = len(set(versions.values())) == 1
    yield same, f"Dagster {versions['dagster']}" if same else f"Dagster packages differ ({versions}); remove .venv and run: make run"


def _home(settings: Settings) -> Iterator[Line]:
    try:
        settings.require_writable()
    except FabError as error:
        yield False, str(error)
        return
    free = disk_usage(settings.home).free
    yield True, f"data folder {settings.home} can be written"
    advice = "" if free > _LITTLE_SPACE else "; free some, or set FAB_HOME to another disk"
    yield free > _LITTLE_SPACE, f"{free / 1e9:.1f} GB free on its disk{advice}"


def _bundle(settings: Settings) -> Iterator[Line]:
    manifest = settings.bundled / "manifest.yaml"
    yield (
        manifest.is_file(),
        f"bundled captures in {settings.bundled}" if manifest.is_file() else f"no {manifest}; install the project again",
    )


def _archive(settings: Settings) -> Iterator[Line]:
    from fab_pipeline.collecting.captures import Archive

    archive = Archive(settings.captures)
    try:
        entries = archive.entries()
        for entry in entries:
            archive.body(entry)
    except FabError as error:
        yield False, str(error)
        return
    yield True, f"{len(entries)} captures, bytes intact"
    refused = settings.inbox / "rejected"
    reasons = sorted(refused.rglob("*.reason.txt")) if refused.is_dir() else []
    yield (
        not reasons,
        f"{len(reasons)} refused files in {refused}" + ("; read their .reason.txt, mend and drop them again" if reasons else ""),
    )


def _budget(settings: Settings) -> Iterator[Line]:
    from fab_pipeline.collecting.budget import nearly_spent, size
    from fab_pipeline.pipeline.collect_live import fetchable

    warnings = nearly_spent(settings.captures, fetchable(), settings.source_budget_bytes)
    for line in warnings.values():
        yield False, line
    if not warnings:
        yield True, f"no source has nearly spent its disk budget of {size(settings.source_budget_bytes)}"


def _release(settings: Settings) -> Iterator[Line]:
    from fab_pipeline.publishing.release import clock_fault
    from fab_pipeline.publishing.releases import resolve

    if fault := clock_fault(settings):
        yield False, fault
    try:
        release = resolve(settings)
        quarantine = release.read("quarantine")
        rows = {table: release.read(table).height for table in release.tables}
    except FabError as error:
        yield False, str(error)
        return
    yield True, f"release {release.release_id}: {len(rows)} tables, {sum(rows.values()):,} rows"
    unknown = quarantine.filter(pl.col("reason").is_in(["unknown_accelerator", "unknown_provider"]))
    names = sorted({str(name) for name in unknown["row_name"].drop_nulls()})
    yield (
        not names,
        "no unknown names in quarantine"
        if not names
        else (f"unknown names in quarantine: {', '.join(names[:20])}; add them to fab_pipeline/vocabulary if they are real"),
    )


def _live(settings: Settings) -> Iterator[Line]:
    """What live collecting would do; that nobody asked for it is nothing wrong."""
    from fab_pipeline.sources.registry import SOURCES

    fetched = [source.fetching for source in SOURCES.values() if source.fetching]
    wanted = sorted({fetching.key.variable for fetching in fetched if fetching.key})
    absent = [name for name in wanted if name not in settings.network.keys]
    contact = settings.network.contact
    yield True, f"live collecting as {contact}" if contact else "no live collecting: set FAB_CONTACT to a mail address or web page of yours"
    yield True, f"{len(fetched)} sources can be asked" + (f"; skipped without their keys: {', '.join(absent)}" if absent else "")
