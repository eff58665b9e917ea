"""Vendor boards as people see them in the Dagster UI: the coverage matrix, and the keys in which vendors meet.

Belongs here: pure functions from the tables to Dagster's metadata. Does not belong here: ranking and comparing.
"""

from collections.abc import Iterable
from typing import Any, Final

import dagster as dg
import polars as pl

from fab_pipeline.contracts.words import RANKING_DIMENSIONS

ROWS_SHOWN: Final = 40


def vendor_metadata(table: str, frame: pl.DataFrame) -> dict[str, dg.MetadataValue]:
    """What a materialization of a vendor board says; nothing for other tables.

    Args:
        table: name of the table.
        frame: its rows.
    """
    if table == "vendor_ranking":
        return {"coverage": dg.MetadataValue.md(coverage_matrix(frame)), "positions": dg.MetadataValue.int(frame["position"].count())}
    if table == "vendor_metrics":
        return {"compared": dg.MetadataValue.md(meetings(frame))}
    if table == "vendor_claim_use":
        uses = {row["use"]: row["len"] for row in frame.group_by("use").len().to_dicts()}
        return {f"claims_{name}": dg.MetadataValue.int(uses.get(name, 0)) for name in ("compared", "alone", "coverage", "excluded")}
    return {}


def coverage_matrix(ranking: pl.DataFrame) -> str:
    """Vendors by dimensions: what is covered, and in brackets what of it can be compared; then the rank interval.

    Args:
        ranking: VENDOR_RANKING.
    """
    if ranking.is_empty():
        return "No page about a vendor was read."
    head = _line(["vendor", *RANKING_DIMENSIONS, "rank (5 to 95 %)", "verdict", "as an article says"])
    rows = [
        _line(
            [
                row["vendor_en"],
                *(f"{row[f'coverage_{name}']} ({row[f'compared_{name}']})" for name in RANKING_DIMENSIONS),
                f"{row['rank_low']} to {row['rank_high']} of {row['ranked_vendors']}" if row["rank_low"] else "—",
                f"{row['verdict']} {row['position'] or ''}".strip(),
                row["article_position"] or "—",
            ]
        )
        for row in ranking.head(ROWS_SHOWN).to_dicts()
    ]
    return "\n".join([head, _rule(head), *rows])


def meetings(board: pl.DataFrame) -> str:
    """The keys in which at least two vendors meet, with their intervals.

    Args:
        board: VENDOR_METRICS.
    """
    met = board.filter(pl.col("vendors_in_key") > 1)
    if met.is_empty():
        return "No two vendors can be compared in anything."
    head = _line(["key", "vendor", "as stated", "interval", "basis", "better than"])
    rows = [
        _line([row["comparability_key"], row["vendor"], row["as_stated"], row["interval"], row["basis"], row["better_than"] or "—"])
        for row in met.head(ROWS_SHOWN).to_dicts()
    ]
    more = [f"\nand {met.height - ROWS_SHOWN} more rows"] if met.height > ROWS_SHOWN else []
    return "\n".join([head, _rule(head), *rows, *more])


def _line(cells: Iterable[Any]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _rule(head: str) -> str:
    return "|" + "---|" * (head.count(" | ") + 1)
