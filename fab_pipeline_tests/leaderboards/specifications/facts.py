"""Hand-built facts about accelerators: a row with everything said, of which a test names only what it is about."""

from datetime import UTC, date, datetime

import polars as pl

from fab_pipeline.contracts import SPECIFICATION_FACTS
from fab_pipeline.contracts.derive import typed

Row = dict[str, object]


def fact(value: float, text: str = "sheet", **facts: object) -> Row:
    """Peak dense BF16 matrix rate of one H100 SXM, as the text `text` prints it."""
    row: Row = {
        "accelerator": "NVIDIA H100",
        "form_factor": "sxm",
        "accelerator_memory_gb": 0.0,
        "spec": "peak_matrix_rate",
        "precision": "bf16",
        "density": "dense",
        "value": value,
        "unit": "TFLOP/s",
        "qualifier": "exact",
        "as_printed": str(value),
        "stated_by": "third_party",
        "source_title": text,
        "opened": date(2026, 12, 1),
        "stored_copy": True,
        "source": "specifications",
        "source_url": f"https://{text}.example/",
        "locator": "table 1",
        "origin": "transcribed",
        "observed_at": datetime(2026, 12, 1, tzinfo=UTC),
        "capture_sha256": "0" * 64,
        "row_number": 1,
        "parser_version": "1",
    } | facts
    about = [str(row[name]) for name in ("accelerator", "form_factor", "accelerator_memory_gb", "spec", "precision", "density")]
    return {"fact_id": "|".join([*about, text]), **row}


def link(value: float, text: str = "sheet", direction: str = "both_directions", **facts: object) -> Row:
    """Bandwidth between accelerators."""
    return fact(value, text, direction=direction, **NO_RATE, spec="interconnect_bandwidth", unit="GB/s", **facts)


def bandwidth(value: float, text: str = "sheet", **facts: object) -> Row:
    """Memory bandwidth."""
    return fact(value, text, **NO_RATE, spec="memory_bandwidth", unit="GB/s", **facts)


NO_RATE = {"precision": "not_applicable", "density": "not_applicable"}


def frame(*rows: Row) -> pl.DataFrame:
    return typed(SPECIFICATION_FACTS, rows)
