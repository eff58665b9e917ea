"""What ships with the project, read once per test session."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

from fab_pipeline.sources.base import Capture, Parsed, Row
from fab_pipeline.sources.prices.price_table import parse

FOLDER = Path(__file__).resolve().parents[2] / "data" / "bundled"


@dataclass(frozen=True)
class Bundled:
    """One file of the manifest."""

    entry: dict[str, Any]
    path: Path
    body: bytes
    capture: Capture


@lru_cache(maxsize=1)
def bundled() -> tuple[Bundled, ...]:
    document = yaml.safe_load((FOLDER / "manifest.yaml").read_text("utf-8"))
    return tuple(_bundled(entry) for entry in document["captures"])


@lru_cache(maxsize=1)
def price_files() -> dict[str, Parsed]:
    """Parsed price tables by file name."""
    return {item.path.name: parse(item.body, item.capture) for item in bundled() if item.entry["source"] == "price_table"}


def quotes(name: str) -> list[Row]:
    return price_files()[name].rows["price_quotes"]


def _bundled(entry: dict[str, Any]) -> Bundled:
    path = FOLDER / entry["file"]
    body = path.read_bytes()
    seen = entry["observed_at"]
    moment = seen if isinstance(seen, datetime) else datetime.combine(seen, time(), UTC) if isinstance(seen, date) else None
    assert moment is not None
    about = {name: entry[name] for name in ("source", "origin", "url", "locator", "media_type")}
    about["copied_from"] = entry.get("copied_from")
    capture = Capture(observed_at=moment, sha256=sha256(body).hexdigest(), filename=path.name, **about)
    return Bundled(entry, path, body, capture)
