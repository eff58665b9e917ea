"""Reading the project's own Parquet files, which a disk or a person may have damaged since they were written.

Belongs here: the one way in which such a file is opened, and saying which of several is broken. Imports polars and nothing heavier, because
readers of a release come through here. Does not belong here: Parquet files from outside (`sources.prices.table_parquet`), and writing.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import polars as pl

from fab_pipeline.errors import FabError

DAMAGE: Final = (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What polars raises on a file that is missing, cut short or overwritten; some damage makes it panic."""


class DamagedFileError(FabError):
    """A file cannot be read; the message names it in one line."""


def read_own(path: Path) -> pl.DataFrame:
    """The rows of one file. Its name is taken as it is: a data folder may be called anything, "[1]*" included.

    Raises:
        DamagedFileError: it is missing or damaged.
    """
    try:
        return pl.read_parquet(path, hive_partitioning=False, glob=False)
    except DAMAGE as error:
        raise DamagedFileError(f"{path} cannot be read: {str(error).splitlines()[0]}") from error


def broken_file(paths: Iterable[Path]) -> str:
    """One line that names the first file that cannot be read."""
    for path in paths:
        try:
            read_own(path)
        except DamagedFileError as error:
            return str(error)
    return "the files do not fit together"
