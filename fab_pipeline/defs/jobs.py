"""Jobs, one per question. All run in one process: a spawned step costs seconds, an in-process one a fifth of a second.

| question | job |
|---|---|
| What does everything cost today? | `refresh_prices` |
| A snapshot has landed; what follows from it? | `process_snapshots` (the sensor starts it) |
| A parser was mended; what does the archive say now? | `reparse_archive` |
| A board's code was changed, or another day is asked for | `rebuild_boards` |

Does not belong here: schedules (see `schedules`), the sensor, and Dagster's own history (see `housekeeping`).
"""

from typing import Final

import dagster as dg

_PASSIVE: Final = dg.AssetSelection.groups("captures", "quotes", "boards", "release")
_DERIVED: Final = dg.AssetSelection.groups("quotes", "boards", "release")

refresh_prices: Final = dg.define_asset_job(
    "refresh_prices",
    selection=dg.AssetSelection.all(),
    executor_def=dg.in_process_executor,
    description="Everything: every source is asked, the collection is sealed, and the boards are built once and published. "
    "A source that fails stops no other. The partition is the day that has news.",
)

process_snapshots: Final = dg.define_asset_job(
    "process_snapshots",
    selection=_PASSIVE,
    executor_def=dg.in_process_executor,
    description="What lies in the archive and in the inbox, to the release; asks no server. The partition is the day that has news.",
)

reparse_archive: Final = dg.define_asset_job(
    "reparse_archive",
    selection=_DERIVED,
    executor_def=dg.in_process_executor,
    config=dg.RunConfig(ops={"price_quotes": {"config": {"again": True}}}),
    description="Archived captures read again by today's parsers, then boards and release, like `fab-pipeline backfill`: of the partition, "
    "or of any number of days in one run: launch a backfill of a range of partitions, or give from_day and to_day in the configuration of "
    "price_quotes.",
)

rebuild_boards: Final = dg.define_asset_job(
    "rebuild_boards",
    selection=dg.AssetSelection.groups("boards", "release"),
    executor_def=dg.in_process_executor,
    description="Boards, checks and release again from the tables that are there, e.g. after a change of a board's code. "
    "The resource `pipeline` takes the day of the boards, and a time up to which evidence counts.",
)
