"""Each text of a run that several texts tell of, judged by its own figures: a contradiction inside a text that loses is still one.

Belongs here: taking a run apart into its texts and putting findings back on the run. Does not belong here: the checks.
"""

from typing import Final

import polars as pl

from fab_pipeline.leaderboards.claim_precedence import of_families
from fab_pipeline.leaderboards.findings.common import FindingRow

_BETWEEN: Final = "\x1f"
"""Stands in no run id and no address."""
_CAPTURE: Final = "capture "


def by_text(claims: pl.DataFrame) -> pl.DataFrame:
    """Claims of the runs that several texts tell of; the run id of each is that of the run in its text (see `on_run`)."""
    where = pl.coalesce("source_url", pl.lit(_CAPTURE) + pl.col("capture_sha256").str.slice(0, 12))
    several = pl.struct(pl.col("source"), where).n_unique().over("run_id") > 1
    text = pl.concat_str(pl.col("run_id"), pl.col("source"), where, separator=_BETWEEN)
    return claims.filter(~of_families()).filter(several).with_columns(run_id=text)


def on_run(row: FindingRow, *, board_shows_it: bool) -> FindingRow:
    """A finding on a run in a text, put back on the run; it says which text it is about."""
    run_id, source, address = str(row["subject_key"]).split(_BETWEEN)
    where = source if address.startswith(_CAPTURE) else f"{source}, {address}"
    inside = _BETWEEN.join((run_id, source, address))
    return row | {
        "finding_id": f"{str(row['finding_id']).replace(inside, run_id)}:{source}:{address}",
        "subject_key": run_id,
        "message_en": f"In {where} alone: {row['message_en']}",
        "message_zh": f"仅就 {where} 而言：{row['message_zh']}",
        "effect": row.get("effect") if board_shows_it else "none: the board shows the figure of another claim",
    }
