"""Live collecting: sources asked side by side, each answer looked at and recorded, and the collection sealed.

Belongs here: from a source to one entry of the archive, and from many to one sealed collection. `collect_one` is what the command line and
Dagster share; whatever becomes of a source it is one entry and one line, and stops no other. Does not belong here: how a source is asked
(`collecting.live`), what an answer says (`live_answers`), and building boards.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

from fab_pipeline.collecting.budget import WARN_FROM, stored_bytes, verdict
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.live import Fetched, SkippedError, fetch
from fab_pipeline.collecting.manifest import Entry, Facts
from fab_pipeline.collecting.sealing import GOOD, Collection, SourceOutcome, seal
from fab_pipeline.collecting.session import LiveSession
from fab_pipeline.errors import FabError, UsageError
from fab_pipeline.logs import facts as log_facts
from fab_pipeline.pipeline.collect import unknown_source
from fab_pipeline.pipeline.integrity import prices_elsewhere
from fab_pipeline.pipeline.live_answers import judged
from fab_pipeline.publishing.releases import latest
from fab_pipeline.settings import Settings
from fab_pipeline.sources.base import Source
from fab_pipeline.sources.fetching import at
from fab_pipeline.sources.registry import SOURCES

SIDE_BY_SIDE: Final = 8
"""Sources that are asked at once: they mostly wait."""

_log: Final = logging.getLogger(__name__)

Say = Callable[[SourceOutcome], None]


def fetchable() -> list[str]:
    """Names of the sources that can be asked, in order."""
    return sorted(name for name, source in SOURCES.items() if source.fetching is not None)


def require_fetchable(name: str) -> None:
    """Complain about a name that cannot be asked.

    Raises:
        UsageError: no such source, or one that only comes as files; one line.
    """
    if name not in SOURCES:
        raise UsageError(unknown_source(name))
    if SOURCES[name].fetching is None:
        raise UsageError(f"{name} is not asked, it only comes as files: put them into data/inbox/prices/{name}/")


def collect_one(
    source: Source, archive: Archive, settings: Settings, session: LiveSession, elsewhere: Mapping[str, float] | None = None
) -> Entry:
    """Ask one source and record what came, whatever it is.

    Args:
        source: of the registry, with a `fetching`.
        archive: where it is recorded.
        settings: limits.
        session: of the collection.
        elsewhere: prices of other sources to compare with; those of the current release unless told.

    Returns:
        The observation. Its outcome says whether its rows are read; `check` what the integrity tests said.

    Raises:
        SkippedError: its key is not there; one line.
        UsageError: the source only comes as files.
        ArchiveError: the archive cannot be written.
    """
    if source.fetching is None:
        raise UsageError(f"{source.name} is not asked; put its files into data/inbox/prices/{source.name}/")
    mirror = session.network.mirror
    fetched = fetch(source.name, at(source.fetching, mirror) if mirror else source.fetching, session, archive, settings.max_capture_bytes)
    facts = _facts(source, fetched, datetime.now(UTC))
    if refusal := _over_budget(source.name, fetched.body, archive, settings.source_budget_bytes):
        return archive.record(b"", **{**facts, "outcome": "rejected", "reason": f"budget_spent: {refusal}"})
    if fetched.outcome == "ok":
        try:
            elsewhere = reference(settings) if elsewhere is None else elsewhere
            facts.update(judged(source, fetched.body, facts, last_good(source.name, archive), elsewhere))
        except BaseException:
            archive.record(fetched.body, **facts)  # a fault of ours must not lose what was seen
            raise
    return archive.record(fetched.body, **facts)


def collect_live(
    settings: Settings, archive: Archive, session: LiveSession, names: Iterable[str] | None = None, say: Say | None = None
) -> Collection:
    """Ask sources side by side and seal the collection when each has finished or failed.

    Args:
        settings: limits.
        archive: where everything is recorded.
        session: of this collection.
        names: sources to ask; all that can be asked unless told.
        say: told of each source as it finishes.

    Raises:
        ArchiveError: the archive cannot be written.
    """
    started = datetime.now(UTC)
    sources = [SOURCES[name] for name in (fetchable() if names is None else names)]
    elsewhere = reference(settings)
    outcomes: list[SourceOutcome] = []
    faults: list[BaseException] = []
    with ThreadPoolExecutor(SIDE_BY_SIDE, thread_name_prefix="source") as pool:
        asked = {pool.submit(collect_one, source, archive, settings, session, elsewhere): source for source in sources}
        try:
            for future in as_completed(asked):
                outcome = _outcome(asked[future], future, archive, faults)
                outcomes.append(outcome)
                level = logging.INFO if outcome.outcome in GOOD else logging.WARNING
                _log.log(level, "ask: %s: %s: %s", outcome.source, outcome.outcome, outcome.line, extra=log_facts(**asdict(outcome)))
                if say:
                    say(outcome)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            session.stop()
            raise
    collection = seal(archive, started, outcomes)
    if faults:
        raise faults[0]
    return collection


def reference(settings: Settings) -> dict[str, float]:
    """Prices of the current release to compare with; none where there is no release yet."""
    release = latest(settings)
    return {} if release is None else prices_elsewhere(release.read("accelerator_prices"))


def last_good(name: str, archive: Archive) -> Entry | None:
    """The newest observation of a source whose rows count: fetched with quotes."""
    good = (entry for entry in reversed(archive.entries(name)) if entry.outcome == "ok" and entry.check and entry.check.quotes)
    return next(good, None)


def outcome_of(entry: Entry, archive: Archive) -> SourceOutcome:
    """One line of what became of a source."""
    if entry.outcome == "ok" and entry.check and entry.check.quotes:
        check = entry.check
        same = ", the same bytes as before" if entry.status == 304 else ""
        doubt = "" if check.passed else f"; integrity: {check.detail}"
        return SourceOutcome(
            entry.source, "ok", f"{check.quotes:,} quote{'' if check.quotes == 1 else 's'}{same}{doubt}", entry.snapshot_id
        )
    reason = entry.reason or (entry.check.detail if entry.check else "nothing came")
    before = last_good(entry.source, archive)
    carried = f"; the last good capture is of {before.observed_at:%Y-%m-%d}" if before else ""
    outcome = "unread" if entry.outcome == "ok" else entry.outcome
    return SourceOutcome(entry.source, outcome, f"{reason}{carried}", entry.snapshot_id)


def _outcome(source: Source, future: "Future[Entry]", archive: Archive, faults: list[BaseException]) -> SourceOutcome:
    error = future.exception()
    if error is None:
        return outcome_of(future.result(), archive)
    if isinstance(error, SkippedError):
        return SourceOutcome(source.name, "skipped", str(error).removeprefix(f"{source.name}: "), None)
    faults.append(error)
    said = str(error) if isinstance(error, FabError) else f"a fault of this program ({type(error).__name__}); its bytes are kept"
    return SourceOutcome(source.name, "failed", said, None)


def _over_budget(name: str, body: bytes, archive: Archive, budget: int) -> str | None:
    """Why these bytes are not kept, in one line; says in the log when the budget is nearly spent."""
    used = stored_bytes(archive.root, name)
    if used + len(body) < WARN_FROM * budget:
        return None  # packed they take less
    found = verdict(name, used, archive.added_bytes(body), budget)
    if found.warning:
        _log.warning(found.warning)
    return found.refusal


def _facts(source: Source, fetched: Fetched, moment: datetime) -> Facts:
    return {
        "source": source.name,
        "observed_at": moment,
        "origin": "fetched",
        "url": fetched.url,
        "locator": fetched.locator,
        "media_type": fetched.media_type,
        "status": fetched.status,
        "headers": fetched.headers,
        "terms": source.license,
        "outcome": fetched.outcome,
        "reason": fetched.reason,
    }
