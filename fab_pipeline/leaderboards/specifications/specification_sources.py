"""The board `specification_sources`: every figure of every text, and how it stands to the others.

Belongs here: putting the two lists together (facts of `specification_facts`, peaks of the list of names) and comparing what belongs
together. Does not belong here: the rules of the comparison (see `judging`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import polars as pl

from fab_pipeline.contracts import SPECIFICATION_SOURCES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.null_reasons import BoardRow
from fab_pipeline.leaderboards.specifications.judging import Figure, judged
from fab_pipeline.vocabulary.accelerators import Accelerator, accelerators

Row = Mapping[str, Any]

KEY: Final[tuple[str, ...]] = ("accelerator", "form_factor", "accelerator_memory_gb", "spec", "precision", "density")
_MATRIX, _VECTOR = "peak_matrix_rate", "peak_vector_rate"
_MAKERS: Final = ("docs.cloud.google.com", "awsdocs-neuron.readthedocs-hosted.com", "rocm.docs.amd.com")
"""Hosts on which makers publish; in vocabulary/accelerators.yaml no source says whose word it is."""
_COPIED: Final[tuple[str, ...]] = ("fact_id", *KEY, "unit", "qualifier", "stated_by", "source_url", "opened")


def specification_sources(facts: pl.DataFrame) -> pl.DataFrame:
    """All figures with their status.

    Args:
        facts: frame of SPECIFICATION_FACTS; the peaks of vocabulary/accelerators.yaml are added here.

    Returns:
        Frame of SPECIFICATION_SOURCES, sorted by key and fact_id.
    """
    rows = [*map(_both_directions, facts.to_dicts())]
    rows += _listed_peaks(accelerators(), {row["accelerator"] for row in rows if row["precision"] == "bf16"})
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in KEY), []).append(row)
    built = [board_row for key, group in groups.items() for board_row in _judged_rows(key, group, rows)]
    return typed(SPECIFICATION_SOURCES, built).sort(*KEY, "fact_id")


def _both_directions(fact: Row) -> Row:
    doubled = fact["direction"] == "one_direction"
    return {**fact, "value": fact["value"] * 2 if doubled else fact["value"]}


def _listed_peaks(listed: Iterable[Accelerator], with_bf16: set[str]) -> list[Row]:
    """Peaks of the list of names: one 16-bit figure each, the bfloat16 one where any text prints such a figure of the accelerator."""
    return [
        {
            "fact_id": f"accelerators:{entry.label}:{form}",
            "accelerator": entry.label,
            "form_factor": form,
            "accelerator_memory_gb": 0.0,
            "spec": _MATRIX,
            "precision": "bf16" if entry.label in with_bf16 else "fp16_or_bf16",
            "density": "dense",
            "value": peak,
            "unit": "TFLOP/s",
            "qualifier": "exact",
            "direction": None,
            "as_printed": None,
            "stated_by": "maker" if urlsplit(entry.sources[0].url).hostname in _MAKERS else "third_party",
            "source_title": None,
            "source_url": entry.sources[0].url,
            "locator": None,
            "opened": entry.sources[0].date,
            "stored_copy": None,
        }
        for entry in listed
        for form, peak in entry.dense_bf16_tflops.items()
    ]


def _judged_rows(key: tuple[object, ...], group: Sequence[Row], rows: Sequence[Row]) -> Iterable[dict[str, Any]]:
    accelerator, form, _, spec, precision, density = key
    alike = [row for row in rows if row["accelerator"] == accelerator and row["precision"] == precision]
    is_dense_matrix = spec == _MATRIX and density == "dense"
    sparse = [row for row in alike if row["spec"] == _MATRIX and row["density"] == "sparse" and row["form_factor"] == form]
    vector = [row for row in alike if row["spec"] == _VECTOR]
    figures = [_figure(row) for row in group]
    chosen, status = judged(
        figures,
        sparse=[_figure(row) for row in sparse] if is_dense_matrix else (),
        vector=[_figure(row) for row in vector] if is_dense_matrix else (),
        doubling=is_dense_matrix,
    )
    for row in group:
        yield _board_row(row, status[row["fact_id"]], chosen.value if chosen else None)


def _figure(row: Row) -> Figure:
    return Figure(row["fact_id"], row["value"], row["source_url"], row["stated_by"], row["qualifier"], row["direction"])


def _board_row(row: Row, status: str, board_value: float | None) -> dict[str, Any]:
    board = BoardRow()
    for column in _COPIED:
        board.put(column, row[column])
    board.put("value", row["value"])
    board.put("status", status)
    board.put("board_value", board_value, "sources_disagree")
    board.put("ratio_to_board", None if board_value is None else row["value"] / board_value, "sources_disagree")
    board.put("direction", row["direction"], "no_link")
    for column in ("as_printed", "source_title", "locator", "stored_copy"):
        board.put(column, row[column], "not_kept")
    return board.finished(SPECIFICATION_SOURCES)
