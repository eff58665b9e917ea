"""Boards about specifications, speeds and a buyer's criteria as people see them in the Dagster UI.

Belongs here: pure functions from the tables to Dagster's metadata. Does not belong here: comparing figures or claims.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import dagster as dg
import polars as pl

ROWS_SHOWN: Final = 40
_DOUBTFUL: Final = ("sparse_as_dense", "vector_as_matrix", "half_of_both_directions", "far_off", "undecided")


def specification_metadata(table: str, frame: pl.DataFrame) -> dict[str, dg.MetadataValue]:
    """What a materialization of one of these boards says; nothing for other tables.

    Args:
        table: name of the table.
        frame: its rows.
    """
    view = _VIEWS.get(table)
    return view(frame) if view else {}


def rejected_figures(sources: pl.DataFrame) -> str:
    """Figures that a general check rejects, beside what the board shows.

    Args:
        sources: SPECIFICATION_SOURCES.
    """
    doubtful = sources.filter(pl.col("status").is_in(_DOUBTFUL))
    rows = [
        [
            row["accelerator"],
            row["form_factor"],
            row["spec"],
            row["precision"],
            row["value"],
            row["status"],
            row["board_value"],
            row["source_url"],
        ]
        for row in doubtful.head(ROWS_SHOWN).to_dicts()
    ]
    head = ["accelerator", "form", "specification", "precision", "printed", "status", "board", "text"]
    return markdown(head, rows, doubtful.height, "No figure contradicts another.")


def verdicts(speeds: pl.DataFrame) -> str:
    """Claims of speed with their verdict, in both languages.

    Args:
        speeds: SPEED_CLAIMS.
    """
    rows = [[row["span"], row["verdict"], row["reason_en"], row["reason_zh"]] for row in speeds.head(ROWS_SHOWN).to_dicts()]
    return markdown(
        ["claim 说法", "verdict 判断", "why", "理由"], rows, speeds.height, "No page claims a speed of one accelerator over another."
    )


def undisclosed(guide: pl.DataFrame) -> str:
    """Criteria by metrics that no vendor discloses.

    Args:
        guide: SELECTION_GUIDE.
    """
    silent = guide.filter(~pl.col("disclosed")).sort("criterion_number", "metric")
    rows = [[f"{row['criterion_en']} {row['criterion_zh']}", row["metric"]] for row in silent.head(ROWS_SHOWN).to_dicts()]
    return markdown(["criterion 考量", "disclosed by nobody 无人披露"], rows, silent.height, "Every metric is disclosed by some vendor.")


def markdown(head: Iterable[str], rows: Iterable[Iterable[Any]], total: int, otherwise: str) -> str:
    """A table of at most `ROWS_SHOWN` rows; `otherwise` where there is none."""
    titles = list(head)
    lines = ["| " + " | ".join("—" if cell is None else str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
    if not lines:
        return otherwise
    more = [f"\nand {total - ROWS_SHOWN} more"] if total > ROWS_SHOWN else []
    return "\n".join(["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles), *lines, *more])


def _sources(frame: pl.DataFrame) -> dict[str, dg.MetadataValue]:
    return {"rejected_figures": dg.MetadataValue.md(rejected_figures(frame)), "texts": dg.MetadataValue.int(frame["source_url"].n_unique())}


def _speeds(frame: pl.DataFrame) -> dict[str, dg.MetadataValue]:
    return {"verdicts": dg.MetadataValue.md(verdicts(frame))}


def _guide(frame: pl.DataFrame) -> dict[str, dg.MetadataValue]:
    return {
        "undisclosed": dg.MetadataValue.md(undisclosed(frame)),
        "vendors": dg.MetadataValue.int(max(frame["vendors_read"].to_list(), default=0)),
    }


_VIEWS: Final[Mapping[str, Callable[[pl.DataFrame], dict[str, dg.MetadataValue]]]] = {
    "specification_sources": _sources,
    "speed_claims": _speeds,
    "selection_guide": _guide,
}
