"""The file in which people release prices or hold them back: `<home>/registry/overrides.yaml`.

Belongs here: reading it, checked, and writing it whole. In a checkout the home is `data/`, and the file is the one that ships; with
`FAB_HOME` the decisions of this installation are kept in its home, and begin with those that shipped. Does not belong here: what a
decision does (`leaderboards.price_holds`).

    overrides:
    - key: <quote id, or offer key>      # a quote id: that offer at that price; an offer key: that offer at any price
      decision: released                 # or held
      reason: <one line, for everybody who reads the table>
      date: 2026-11-30
      by: <name>                         # may be left out
"""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any, Final

import polars as pl
import yaml

from fab_pipeline.contracts.words import OVERRIDES
from fab_pipeline.errors import FabError
from fab_pipeline.files import explained, write_whole
from fab_pipeline.leaderboards.price_holds import OVERRIDES_SCHEMA
from fab_pipeline.settings import Settings
from fab_pipeline.vocabulary.documents import parse_yaml

MAX_FILE_BYTES: Final = 4 * 1024 * 1024
"""A decision is about 400 bytes; nobody takes ten thousand by hand."""

HEADER: Final = "# Held-back prices, released or held by hand; written by `fab-pipeline overrides`. Format: README.md\n"
_KEYS: Final = {"key": "key", "decision": "override", "reason": "override_reason", "by": "overridden_by", "date": "overridden_on"}
_OPTIONAL: Final = frozenset({"by"})


class OverridesError(FabError):
    """The file cannot be used; one line with its name and the entry."""


def overrides_path(settings: Settings) -> Path:
    """Where decisions of this installation are written."""
    return settings.home / "registry" / "overrides.yaml"


def read_overrides(settings: Settings) -> pl.DataFrame:
    """All decisions.

    Returns:
        Frame of `price_holds.OVERRIDES_SCHEMA`, sorted by key; empty where there is no file.

    Raises:
        OverridesError: the file cannot be read, or an entry is not as described above.
    """
    own, shipped = overrides_path(settings), settings.registry / "overrides.yaml"
    path = own if own.is_file() else shipped
    if not path.is_file():
        return pl.DataFrame(schema=OVERRIDES_SCHEMA)
    entries = _entries(path)
    rows = [_row(path, number, entry) for number, entry in enumerate(entries, start=1)]
    keys = [row["key"] for row in rows]
    if twice := sorted({key for key in keys if keys.count(key) > 1}):
        raise OverridesError(f"{path}: key {twice[0]} has several entries; leave one")
    return pl.DataFrame(rows, schema=OVERRIDES_SCHEMA).sort("key")


def write_overrides(settings: Settings, overrides: pl.DataFrame) -> Path:
    """Write all decisions, sorted by key; comments of the file are not kept.

    Raises:
        OverridesError: the file cannot be written.
    """
    entries = [{name: row[column] for name, column in _KEYS.items() if row[column] is not None} for row in overrides.sort("key").to_dicts()]
    body = HEADER + yaml.safe_dump({"overrides": entries}, allow_unicode=True, sort_keys=False, width=1000)
    path = overrides_path(settings)
    with explained(OverridesError, "write the overrides"):
        write_whole(path, body.encode())
    return path


def _entries(path: Path) -> Iterable[Any]:
    with explained(OverridesError, "read the overrides"):
        body = path.read_bytes()
    if len(body) > MAX_FILE_BYTES:
        raise OverridesError(f"{path}: {len(body):,} bytes; at most {MAX_FILE_BYTES:,} are read")
    try:
        document: Any = parse_yaml(body.decode())
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise OverridesError(f"{path}: not YAML: {' '.join(str(error).split())[:200]}") from error
    if document is None:
        return []
    entries: Any = document.get("overrides") if isinstance(document, dict) and set(document) == {"overrides"} else 0
    if entries is not None and not isinstance(entries, list):
        raise OverridesError(f"{path}: must hold one key, overrides, with a list")
    return entries or []


def _row(path: Path, number: int, entry: Any) -> dict[str, Any]:
    where = f"{path}, entry {number}"
    if not isinstance(entry, dict):
        raise OverridesError(f"{where}: must be a mapping with {', '.join(_KEYS)}")
    names = {str(name) for name in entry}
    if unknown := sorted(names - set(_KEYS)):
        raise OverridesError(f"{where}: unknown key {unknown[0]}; it may have {', '.join(_KEYS)}")
    if missing := [name for name in _KEYS if entry.get(name) is None and name not in _OPTIONAL]:
        raise OverridesError(f"{where}: {missing[0]} is missing")
    for name in ("key", "decision", "reason", "by"):
        if entry.get(name) is not None and not (isinstance(entry[name], str) and entry[name].strip()):
            raise OverridesError(f"{where}: {name} must be a text")
    if entry["decision"] not in OVERRIDES:
        raise OverridesError(f"{where}: decision is {entry['decision']!r}; it must be {' or '.join(OVERRIDES)}")
    if type(entry["date"]) is not date:
        raise OverridesError(f"{where}: date is {entry['date']!r}; it must be a day like 2026-11-30")
    return {column: entry.get(name) for name, column in _KEYS.items()}
