"""The file of declared corrections: `data/registry/corrections.yaml`, figures of training runs that somebody else printed wrongly.

    corrections:
    - organization: Acme                # of the run, as in any claim about it
      model: Oak 7B
      quantity: accelerator_count       # a figure of the run
      printed: {source: epoch_models, value: 8, as_printed: "8.0", url: https://…, locator: row 3}
      right: 256                        # in the unit of the quantity
      arithmetic: 32 nodes of 8         # how the right figure follows; one line
      says: developer                   # whose words show it (developer, third_party)
      evidence: {url: https://…, locator: note of the row, opened: 2026-12-01}
      declared: 2026-12-01

Belongs here: reading the file, checked entry by entry. Does not belong here: what a correction does (`leaderboards.declared_corrections`).
"""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

import polars as pl
import yaml

from fab_pipeline.contracts.words import RUN_NUMBERS, STATED_BY
from fab_pipeline.errors import FabError
from fab_pipeline.files import explained
from fab_pipeline.leaderboards.declared_corrections import CORRECTIONS_SCHEMA, WHERE
from fab_pipeline.reading.identity import run_slug
from fab_pipeline.settings import Settings
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline.vocabulary.documents import parse_yaml

MAX_FILE_BYTES: Final = 4 * 1024 * 1024
_LONGEST_LINE: Final = 160
_ENTRY: Final[Mapping[str, type | tuple[type, ...]]] = {
    "organization": str,
    "model": str,
    "quantity": str,
    "printed": dict,
    "right": (int, float),
    "arithmetic": str,
    "says": str,
    "evidence": dict,
    "declared": date,
}
_PRINTED: Final[Mapping[str, type | tuple[type, ...]]] = {
    "source": str,
    "value": (int, float),
    "as_printed": str,
    "url": str,
    "locator": str,
}
_EVIDENCE: Final[Mapping[str, type | tuple[type, ...]]] = {"url": str, "locator": str, "opened": date}


class CorrectionsError(FabError):
    """The file cannot be used; one line with its name and the entry."""


def read_corrections(settings: Settings) -> pl.DataFrame:
    """All corrections, as a frame of `declared_corrections.CORRECTIONS_SCHEMA`; empty where there is no file.

    Raises:
        CorrectionsError: the file cannot be read, or an entry is not as described above.
    """
    path = settings.registry / "corrections.yaml"
    if not path.is_file():
        return pl.DataFrame(schema=CORRECTIONS_SCHEMA)
    rows = [_row(f"{path}, entry {number}", entry) for number, entry in enumerate(_entries(path), 1)]
    frame = pl.DataFrame(rows, schema=CORRECTIONS_SCHEMA)
    twice = frame.filter(frame.select("run_id", "quantity", "source", "printed_value").is_duplicated())
    if twice.height:
        raise CorrectionsError(f"{path}: {twice['run_id'][0]} has several corrections of one printed {twice['quantity'][0]}; leave one")
    return frame


def _entries(path: Path) -> list[object]:
    with explained(CorrectionsError, "read the corrections"):
        body = path.read_bytes()
    if len(body) > MAX_FILE_BYTES:
        raise CorrectionsError(f"{path}: {len(body):,} bytes; at most {MAX_FILE_BYTES:,} are read")
    try:
        document: Any = parse_yaml(body.decode())
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise CorrectionsError(f"{path}: not YAML: {' '.join(str(error).split())[:200]}") from error
    entries: Any = document.get("corrections") if isinstance(document, dict) and set(document) == {"corrections"} else 0
    if entries is not None and not isinstance(entries, list):
        raise CorrectionsError(f"{path}: must hold one key, corrections, with a list")
    return entries or []


def _row(where: str, fields: object) -> dict[str, object]:
    entry = _checked(where, fields, _ENTRY)
    printed, evidence = (
        _checked(f"{where}, printed", entry["printed"], _PRINTED),
        _checked(f"{where}, evidence", entry["evidence"], _EVIDENCE),
    )
    for what, known in (("quantity", RUN_NUMBERS), ("says", STATED_BY)):
        if entry[what] not in known:
            raise CorrectionsError(f"{where}: {what} is {entry[what]!r}; it must be one of {', '.join(known)}")
    if printed["source"] not in SOURCES or SOURCES[printed["source"]].kind != "disclosures":
        raise CorrectionsError(f"{where}: printed source {printed['source']!r} is no source of claims about runs")
    if entry["right"] == printed["value"] or entry["right"] < 0:
        raise CorrectionsError(f"{where}: right is {entry['right']}; it must be another figure than the printed one, and not negative")
    for text in (printed["url"], evidence["url"]):
        if not text.startswith(("https://", "http://")):
            raise CorrectionsError(f"{where}: {text!r} is no address that somebody can open")
    told = (
        f"{entry['arithmetic']}{WHERE}“{printed['as_printed']}” at {printed['url']}, {printed['locator']}; said by {entry['says']} at"
        f" {evidence['url']}, {evidence['locator']}, opened {evidence['opened']}"
    )
    return {
        "run_id": run_slug(entry["organization"], entry["model"]),
        "quantity": entry["quantity"],
        "source": printed["source"],
        "printed_value": float(printed["value"]),
        "corrected_value": float(entry["right"]),
        "correction": told,
        "declared_on": entry["declared"],
    }


def _checked(where: str, fields: object, kinds: Mapping[str, type | tuple[type, ...]]) -> Mapping[str, Any]:
    if not isinstance(fields, dict):
        raise CorrectionsError(f"{where}: must be a mapping with {', '.join(kinds)}")
    entry: Mapping[str, Any] = fields
    if unknown := [str(name) for name in entry if name not in kinds]:
        raise CorrectionsError(f"{where}: unknown key {unknown[0]}; it must have {', '.join(kinds)}")
    for name, kind in kinds.items():
        value = entry.get(name)
        if not isinstance(value, kind) or isinstance(value, bool) or value == "":
            wanted = "a day like 2026-12-01" if kind is date else "a text" if kind is str else "a mapping" if kind is dict else "a number"
            raise CorrectionsError(f"{where}: {name} is {'missing' if value is None else repr(value)}; it must be {wanted}")
        if isinstance(value, str) and len(value) > _LONGEST_LINE and name not in {"url"}:
            raise CorrectionsError(f"{where}: {name} has {len(value)} characters; facts in at most {_LONGEST_LINE}")
    return entry
