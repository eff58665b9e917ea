"""Entries of our own files that break their form, one line each: `data/registry/training_runs.yaml`, entry 12 (Oak 7B): what is wrong.

Belongs here: which rejected rows are of the files as they are now, and the lines. Does not belong here: the forms (see `sources`).
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import polars as pl

_MOST_LINES: Final = 20


def registry_faults(quarantine: pl.DataFrame, registry: Path) -> Iterator[str]:
    """One line per rejected entry of a file in the folder, at most twenty and how many more there are.

    Args:
        quarantine: all rejected rows; those of an earlier version of a file are left out.
        registry: folder of the files that people keep.
    """
    files = {sha256(path.read_bytes()).hexdigest(): path.name for path in sorted(registry.glob("*.yaml")) if path.is_file()}
    found = quarantine.filter(pl.col("capture_sha256").is_in(list(files))).sort("capture_sha256", "row_number")
    for row in found.head(_MOST_LINES).to_dicts():
        entry = f"entry {row['row_number']}" if row["row_number"] else "the file"
        name = f" ({row['row_name']})" if row["row_number"] and row["row_name"] else ""
        yield f"{files[row['capture_sha256']]}, {entry}{name}: {row['reason']}: {row['detail']}"
    if found.height > _MOST_LINES:
        yield f"and {found.height - _MOST_LINES} more: fab-pipeline show quarantine"
