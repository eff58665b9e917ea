"""What people write on the command line, as values: times, finite numbers, names of releases.

Belongs here: reading an argument, and saying in one line why it cannot be (`UsageError`, exit code 2). Does not belong here: what a
command does with it.
"""

import math
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import click

from fab_pipeline.errors import UsageError
from fab_pipeline.settings import Settings

if TYPE_CHECKING:
    from fab_pipeline.publishing.releases import Release


FIRST_TO_SEE_A_DAY: Final = timedelta(hours=14)
"""How far the first time zone is ahead of UTC (Kiribati, UTC+14)."""


class FiniteRange(click.FloatRange):
    """A number within bounds; click lets "nan" through any bound."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, or a usage error in click's words."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


def moment(text: str | None) -> datetime:
    """A moment in UTC from ISO 8601 with zone; now where nothing is told.

    Raises:
        UsageError: not a time, without a zone, or outside the calendar.
    """
    if text is None:
        return datetime.now(UTC)
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is not a time; write it like 2026-10-10T12:00:00Z") from None
    if when.tzinfo is None:
        raise UsageError(f"{text!r} has no time zone; write it like 2026-10-10T12:00:00Z")
    try:
        return when.astimezone(UTC)
    except OverflowError:
        raise UsageError(f"{text!r} is outside the calendar") from None


def board_day(given: datetime | None) -> date | None:
    """The day for which boards are to speak: one that has come, somewhere on earth; None where nothing is told.

    Raises:
        UsageError: it is in the future: nobody has seen its prices, and those of today would expire unseen.
    """
    if given is None:
        return None
    if given.date() > (datetime.now(UTC) + FIRST_TO_SEE_A_DAY).date():
        raise UsageError(f"{given:%Y-%m-%d} is in the future; --as-of is a day whose prices could be seen")
    return given.date()


def observation(text: str | None) -> datetime:
    """When something was seen: a moment that has been, and in which there was something to see.

    Raises:
        UsageError: as `moment`; or nobody can have seen it then.
    """
    from fab_pipeline.sources.prices.quotes import CLOCK_TOLERANCE, FIRST_OBSERVATION

    when = moment(text)
    if when > datetime.now(UTC) + CLOCK_TOLERANCE:
        raise UsageError(f"{text!r} is in the future; --observed-at is when the content was seen")
    if when < FIRST_OBSERVATION:
        raise UsageError(f"{text!r} is before {FIRST_OBSERVATION:%Y-%m-%d}, when nobody sold compute by the hour yet")
    return when


def named_release(settings: Settings, release_id: str) -> "Release":
    """The release of that name.

    Raises:
        UsageError: there is none.
        ReleaseError: it is damaged.
    """
    from fab_pipeline.publishing.releases import find, release_ids

    if release_id not in release_ids(settings):
        raise UsageError(f"there is no release {release_id!r} in {settings.releases}; list them with: fab-pipeline releases")
    return find(settings, release_id)
