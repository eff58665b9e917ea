"""Texts that name different accelerators for one run: the rent, and with it the recomputed cost, follows the one that is chosen.

Belongs here: comparing labels. A text that names more, or fewer, of the same accelerators contradicts nobody. Does not belong here:
figures (`disagreement`), and reading labels.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.claim_precedence import claim_choices, of_families
from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, finding
from fab_pipeline.leaderboards.findings.evidence import TABLE
from fab_pipeline.leaderboards.run_hardware import SEPARATOR

_QUANTITY: Final = "accelerators"


def different_hardware(claims: pl.DataFrame) -> Iterator[FindingRow]:
    """One finding for each claim that names none of the accelerators that the board shows."""
    named = claims.filter((pl.col("quantity") == _QUANTITY) & (pl.col("status") == "disclosed") & ~of_families() & pl.col("part").is_null())
    several = named.filter(pl.col("value_text").n_unique().over("run_id") > 1)
    if several.is_empty():
        return
    chosen = claim_choices(several).filter(pl.col("chosen"))["claim_id"].to_list()
    shown = {row["run_id"]: row for row in several.filter(pl.col("claim_id").is_in(chosen)).to_dicts()}
    told: set[tuple[str, str]] = set()
    for claim in several.sort("claim_id").to_dicts():
        winner = shown.get(claim["run_id"])
        key = (claim["run_id"], claim["value_text"])
        if winner and key not in told and not _labels(winner) & _labels(claim):
            told.add(key)
            yield _finding(winner, claim)


def _labels(claim: Mapping[str, Any]) -> set[str]:
    return set(str(claim["value_text"]).split(SEPARATOR))


def _finding(winner: Mapping[str, Any], claim: Mapping[str, Any]) -> FindingRow:
    one, other = (f"{row['value_text']} ({row['stated_by']}, {row['source']})" for row in (winner, claim))
    return finding(
        "sources_disagree",
        "warning",
        Subject(TABLE, claim["run_id"]),
        Message(f"Two texts name different accelerators: {one} and {other}.", f"两处来源的卡型不一致：{one} 与 {other}。"),
        [winner["claim_id"], claim["claim_id"]],
        detail=f"{_QUANTITY}:{claim['claim_id']}",
        quantity=_QUANTITY,
        arithmetic=f"{winner['value_text']} ≠ {claim['value_text']}",
        effect=f"the run is priced as {winner['value_text']}; the other claim stays",
    )
