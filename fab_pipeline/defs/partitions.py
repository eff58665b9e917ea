"""The one partitioning: a UTC day per partition, the day on which a snapshot was observed.

Fetching is not partitioned, because nobody can fetch yesterday's page; parsing is, because the archive can be read again. A day may hold
several snapshots, and the current day is a partition too (`end_offset=1`).
"""

from typing import Final

import dagster as dg

FIRST_DAY: Final = "2023-01-01"
"""The bundled list prices begin in 2023."""

OBSERVED_DAYS: Final = dg.DailyPartitionsDefinition(start_date=FIRST_DAY, timezone="UTC", end_offset=1)


def partition_of(observed_date: str) -> str:
    """Key of the partition that holds a day (YYYY-MM-DD): its own, or the nearest where it lies outside, so that none is without one."""
    last = OBSERVED_DAYS.get_last_partition_key() or FIRST_DAY
    return min(max(observed_date, FIRST_DAY), last)
