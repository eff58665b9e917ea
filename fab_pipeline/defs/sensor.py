"""The sensor: a file that lands in the inbox or in the archive starts one run, what servers were asked together starts one run; in order.

What is new is told from the archive and from what has been parsed, not from times: a late observation, unchanged bytes seen again, and
A, B, A are each an observation of their own, and a clock that goes back hides nothing. The cursor holds only what has been asked for and
is not parsed yet. Errors raise and are shown at the tick; only "nothing new" and "somebody is at work" are skips.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import dagster as dg

from fab_pipeline.defs.captures import FILES_TAKEN, INBOX, refusals
from fab_pipeline.defs.jobs import process_snapshots
from fab_pipeline.defs.partitions import partition_of
from fab_pipeline.defs.quotes import SNAPSHOT_TAG
from fab_pipeline.settings import Settings

if TYPE_CHECKING:
    from fab_pipeline.collecting.inbox import Refused
    from fab_pipeline.collecting.manifest import Entry

LOOK_EVERY_SECONDS: Final = 2
"""The daemon itself looks at its sensors every five seconds; a longer interval here would make it miss every other turn."""

LOCK_SECONDS: Final = 1.0
"""A tick waits no longer for a run at work: the next tick comes soon."""

BEHIND_TAG: Final = "fab_pipeline/parsed_and_not_released"
"""On a run that publishes what somebody else parsed: the state of parsing that it was asked for."""

MOST_TRIES: Final = 5
"""Runs that are asked for to publish one state of parsing; where all end without a release, the reason needs a person."""

STARTED: Final = datetime.now(UTC).isoformat(timespec="seconds")
"""When this code location was loaded: what an earlier service left unfinished is asked for once more by the next one."""


@dataclass(frozen=True)
class Cursor:
    """What the sensor remembers.

    Attributes:
        asked: snapshot ids for which a run was asked and whose captures are not parsed yet.
        service: `STARTED` of the service that looked last.
        last: snapshot id of the last observation for which a run was asked.
    """

    asked: frozenset[str] = field(default_factory=frozenset[str])
    service: str = ""
    last: str = ""

    @classmethod
    def parse(cls, text: str | None) -> "Cursor":
        """From its JSON form; an empty or foreign one is an empty cursor: a run key starts no second run in any case."""
        try:
            facts = json.loads(text or "{}")
            return cls(frozenset(facts["asked"]), facts["service"], facts["last"])
        except (ValueError, KeyError, TypeError):
            return cls()

    def text(self) -> str:
        """JSON form."""
        return json.dumps({"asked": sorted(self.asked), "service": self.service, "last": self.last})


@dataclass(frozen=True)
class Standing:
    """How the data folder stands.

    Attributes:
        unparsed: observations that are not parsed yet, in order of observation.
        any_parsed: whether any observation is; False where the state of parsing was lost.
        released: whether there is a release.
        behind: a word for what is parsed and in no release, because who parsed it was ended before it published.
        tried: how many runs that were asked for because of that have ended without a release.
        trying: whether such a run is at work, or waits.
    """

    unparsed: "Sequence[Entry]"
    any_parsed: bool
    released: bool
    behind: str | None = None
    tried: int = 0
    trying: bool = False


def next_runs(standing: Standing, cursor: Cursor, started: str) -> tuple[list[dg.RunRequest], Cursor]:
    """Runs to ask for, and the cursor after that.

    One run per file handed in, in order of observation, then one for all that servers were asked. When a service looks for the first time,
    one run before them brings everything up to date, if there is no release, if the state of parsing was lost, or if an earlier service
    asked for observations that are still not parsed. What somebody parsed and was killed before publishing is one run at any time, and
    another one, up to `MOST_TRIES`, where that run ended without a release.

    Args:
        standing: how the data folder stands.
        cursor: what was remembered.
        started: when this service started, ISO 8601.
    """
    ids = frozenset(entry.snapshot_id for entry in standing.unparsed)
    lost = standing.released and not standing.any_parsed
    asked = ids if lost else cursor.asked & ids
    behind = bool(asked) or lost or not standing.released
    requests: list[dg.RunRequest] = []
    if behind and cursor.service != started:
        requests.append(dg.RunRequest(run_key=f"catch-up {started}", partition_key=partition_of(started[:10])))
    elif standing.behind and not standing.unparsed and not standing.trying and standing.tried < MOST_TRIES:
        # A run key starts no second run, and the run before may have been killed, too: each try has a key of its own.
        key = f"parsed and not released {standing.behind} {standing.tried + 1}"
        requests.append(dg.RunRequest(run_key=key, partition_key=partition_of(started[:10]), tags={BEHIND_TAG: standing.behind}))
    fresh = [entry for entry in standing.unparsed if entry.snapshot_id not in asked]
    last = fresh[-1].snapshot_id if fresh else cursor.last
    return [*requests, *_requests(fresh)], Cursor(ids, started, last)


@dg.sensor(
    job=process_snapshots,
    minimum_interval_seconds=LOOK_EVERY_SECONDS,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="A snapshot that lands in the inbox or in the archive: one run per observation, in order of observation, also when late.",
)
def new_observations(context: dg.SensorEvaluationContext) -> dg.SensorResult:
    """Take settled files of the inbox into the archive, then ask for one run per observation that is not parsed yet."""
    from fab_pipeline.collecting.lock import LockError
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.pipeline.collect import waiting
    from fab_pipeline.pipeline.pipeline import Pipeline

    settings = Settings.from_environment()
    parsed = (steps := Pipeline(settings)).parsed
    refused: list[Refused] = []
    behind = None
    if waiting(settings) or parsed.unparsed() or parsed.unreleased():
        try:
            # Under the lock: what the command line is parsing right now is not news.
            with at_work(settings, "sensor", timeout=LOCK_SECONDS):
                refused = steps.collect_inbox().refused
                unparsed, behind = parsed.unparsed(), parsed.unreleased()
        except LockError as busy:
            if not isinstance(busy.__cause__, TimeoutError):
                raise  # a folder that cannot hold a lock is an error, not a wait
            return dg.SensorResult(skip_reason=str(busy), cursor=context.cursor)
    else:
        unparsed = []
    before = Cursor.parse(context.cursor)
    tries = context.instance.get_runs(dg.RunsFilter(tags={BEHIND_TAG: behind})) if behind else []
    ended = sum(run.is_finished for run in tries)
    standing = Standing(unparsed, bool(parsed.captures()), settings.latest_json.is_file(), behind, ended, ended < len(tries))
    requests, after = next_runs(standing, before, STARTED)
    for item in refused:
        context.log.warning(item.detail)
    return dg.SensorResult(
        run_requests=requests,
        skip_reason=None if requests else _why_nothing(after, standing),
        cursor=after.text(),
        asset_events=[_refusal(settings)] if refused else [],
    )


def _requests(fresh: "Sequence[Entry]") -> list[dg.RunRequest]:
    """One run per file handed in, and one for all that was asked of servers: a collection is built once, also a broken-off one."""
    fetched = [entry for entry in fresh if entry.origin == "fetched"]
    requests = [_request(entry) for entry in fresh if entry.origin != "fetched"]
    if fetched:
        newest = fetched[-1]
        day = partition_of(newest.observed_at.date().isoformat())
        requests.append(dg.RunRequest(run_key=f"collection to {newest.snapshot_id}", partition_key=day))
    return requests


def _request(entry: "Entry") -> dg.RunRequest:
    return dg.RunRequest(
        run_key=f"{entry.source} {entry.observed_at.isoformat()} {entry.sha256}",
        partition_key=partition_of(entry.observed_at.date().isoformat()),
        tags={SNAPSHOT_TAG: entry.snapshot_id},
    )


def _why_nothing(cursor: Cursor, standing: Standing) -> str:
    if standing.behind and standing.trying:
        return "what was parsed is in no release yet; a run that publishes it is at work"
    if standing.behind and standing.tried >= MOST_TRIES:
        return f"what was parsed is in no release, and {standing.tried} runs ended without one: look at the last of them, then start a run"
    waiting = f"; {len(cursor.asked)} wait for their runs" if cursor.asked else ""
    return f"no new observation{f' since {cursor.last}' if cursor.last else ''}{waiting}"


def _refusal(settings: Settings) -> dg.AssetCheckEvaluation:
    """The check of the inbox at once, before the run that follows."""
    shown = refusals(settings)
    return dg.AssetCheckEvaluation(
        asset_key=INBOX, check_name=FILES_TAKEN.name, passed=shown.passed, severity=shown.severity, description=shown.description
    )
