"""fab_pipeline: what training runs disclosed, what an accelerator-hour costs, what vendors claim.

To read the published tables: `fab_pipeline.load("training_cost")`. Each call resolves the pointer to the current release once; use
`open_release()` to read several tables of one and the same release. Importing this package imports nothing heavy.
"""

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import polars as pl

    from fab_pipeline.publishing.releases import Release

__all__ = ["__version__", "load", "load_all", "open_release"]

__version__: Final[str] = version("fab-pipeline")


def open_release(release_id: str | None = None, *, home: str | Path | None = None) -> "Release":
    """One release, whose tables all belong together.

    Args:
        release_id: which; the current one unless told.
        home: the data folder; `FAB_HOME`, else the checkout's `data/`, else `./data`, unless told.

    Raises:
        ReleaseError: there is none, or it cannot be read.
    """
    from fab_pipeline.publishing.releases import find, resolve
    from fab_pipeline.settings import Settings

    settings = Settings.from_environment({"FAB_HOME": str(home)} if home else None)
    return find(settings, release_id) if release_id else resolve(settings)


def load(table: str, *, home: str | Path | None = None) -> "pl.DataFrame":
    """One table of the current release, e.g. `training_cost`, or `price_quotes` for the quotes behind it.

    Raises:
        ReleaseError: there is no release, or it has no such table.
    """
    return open_release(home=home).read(table)


def load_all(*, home: str | Path | None = None) -> "dict[str, pl.DataFrame]":
    """All tables of the current release by name.

    Raises:
        ReleaseError: there is no release, or it cannot be read.
    """
    release = open_release(home=home)
    return {table: release.read(table) for table in release.tables}
