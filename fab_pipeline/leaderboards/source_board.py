"""The board `sources`: what each source is, when it was last seen, how many rows it gave and how many were rejected.

Belongs here: one pure function over facts of the registry and what was parsed. Ages are left to whoever shows the table.
"""

from collections.abc import Iterable, Mapping

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed


def source_board(
    facts: Iterable[Mapping[str, object]], quotes: pl.DataFrame, claims: pl.DataFrame, quarantine: pl.DataFrame
) -> pl.DataFrame:
    """One row per source of `facts` that was observed or is known.

    Args:
        facts: per source its name, kind, title, source_status, url, license, redistribution, and of the last time that it was asked live
            when, with which outcome, and why.
        quotes: PRICE_QUOTES; a snapshot of a source is one observation.
        claims: source, capture_sha256 and observed_at of every claim; a capture of a source is one observation.
        quarantine: QUARANTINE.

    Returns:
        Frame of SOURCES, sorted by source. `rows` counts the newest observation, `expected_rows` the one before it.
    """
    seen = {
        name: observations
        for frame, capture in ((quotes, "snapshot_id"), (claims, "capture_sha256"))
        for name, observations in _observations(frame, capture).items()
    }
    rejected = _rejected(quarantine)
    rows: list[dict[str, object]] = []
    for fact in facts:
        name = str(fact["source"])
        history = seen.get(name, [])
        newest = history[-1] if history else None
        before = history[-2] if len(history) > 1 else None
        row = {
            **fact,
            "last_observed_at": newest["observed_at"] if newest else None,
            "last_capture_sha256": newest["sha"] if newest else None,
            "captures": len(history),
            "rows": newest["rows"] if newest else 0,
            "expected_rows": before["rows"] if before else None,
            "quarantined_rows": rejected.get(name, 0),
        }
        rows.append({**row, "null_reasons": _reasons(row)})
    return typed(TABLES["sources"], rows).sort("source")


def _observations(frame: pl.DataFrame, capture: str) -> dict[str, list[dict[str, object]]]:
    grouped = frame.group_by("source", capture).agg(
        pl.col("observed_at").max(), pl.col("capture_sha256").first().alias("sha"), pl.len().cast(pl.Int64).alias("rows")
    )
    result: dict[str, list[dict[str, object]]] = {}
    for row in grouped.sort("source", "observed_at", capture).to_dicts():
        result.setdefault(str(row["source"]), []).append(row)
    return result


def _rejected(quarantine: pl.DataFrame) -> dict[str, int]:
    newest = quarantine.filter(pl.col("observed_at") == pl.col("observed_at").max().over("source"))
    return {str(row["source"]): int(row["len"]) for row in newest.group_by("source").len().to_dicts()}


def _reasons(row: Mapping[str, object]) -> str | None:
    codes = {
        "url": "address_not_known",
        "last_asked_at": "never_asked",
        "last_outcome": "never_asked",
        "last_reason": "never_asked",
        "last_observed_at": "never_observed",
        "last_capture_sha256": "never_observed",
        "expected_rows": "no_earlier_observation",
    }
    return "; ".join(f"{column}: {code}" for column, code in codes.items() if row.get(column) is None) or None
