"""The board `accelerator_specs`: one specification of one accelerator, with the figure that has the best support and the range of others.

Belongs here: one row per specification out of `specification_sources`. Does not belong here: the choice itself (see `judging`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import ACCELERATOR_SPECS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.null_reasons import BoardRow
from fab_pipeline.leaderboards.specifications.judging import same
from fab_pipeline.leaderboards.specifications.specification_sources import KEY

Row = Mapping[str, Any]

_KEPT: Final = ("chosen", "agrees", "differs", "undecided")
_REJECTED: Final = ("sparse_as_dense", "vector_as_matrix", "half_of_both_directions", "far_off")


def accelerator_specs(sources: pl.DataFrame) -> pl.DataFrame:
    """The board.

    Args:
        sources: frame of SPECIFICATION_SOURCES.

    Returns:
        Frame of ACCELERATOR_SPECS. `value` is null where figures of equal support differ; their range is in value_low and value_high.
    """
    groups = sources.sort(*KEY, "fact_id").partition_by(*KEY, maintain_order=True)
    return typed(ACCELERATOR_SPECS, (_row(group.to_dicts()) for group in groups)).sort(*KEY)


def _row(figures: Sequence[Row]) -> dict[str, Any]:
    first = figures[0]
    chosen: Row = next((row for row in figures if row["status"] == "chosen"), {})
    kept = [row["value"] for row in figures if row["status"] in _KEPT]
    texts = {row["source_url"] for row in figures}
    board = BoardRow()
    for column in (*KEY, "unit"):
        board.put(column, first[column])
    board.put("value", chosen.get("value"), "sources_disagree")
    for column in ("qualifier", "fact_id", "stated_by", "source_url", "opened"):
        board.put(column, chosen.get(column), "sources_disagree")
    for column in ("as_printed", "source_title"):
        board.put(column, chosen.get(column), "not_kept" if chosen else "sources_disagree")
    is_link = first["spec"] == "interconnect_bandwidth"
    board.put("direction", chosen.get("direction"), "sources_disagree" if is_link else "no_link")
    board.put("value_low", min(kept))
    board.put("value_high", max(kept))
    told = [row for row in figures if row["status"] not in _REJECTED]
    agree = all(same(row["value"], kept[0]) or row["status"] == "bound" for row in told)
    board.put("sources_agree", agree if len({row["source_url"] for row in told}) > 1 else None, "one_text")
    board.put("texts", len(texts))
    board.put("rejected_texts", len({row["source_url"] for row in figures if row["status"] in _REJECTED}))
    others = [row for row in figures if row["status"] not in ("chosen", "agrees")]
    listed = "; ".join(f"{row['value']:.10g} {row['unit']} ({row['status']}, {row['source_url']})" for row in others)
    board.put("other_figures", listed or None, "no_other_figure")
    return board.finished(ACCELERATOR_SPECS)
