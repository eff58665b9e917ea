"""Hand-built claims of speed, specifications and prices that their tests share."""

from datetime import UTC, datetime

import polars as pl

from fab_pipeline.contracts import VENDOR_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices
from fab_pipeline.leaderboards.specifications.accelerator_specs import accelerator_specs
from fab_pipeline.leaderboards.specifications.specification_sources import specification_sources
from fab_pipeline_tests.leaderboards.quote_builder import day, other, quote
from fab_pipeline_tests.leaderboards.quote_builder import frame as quotes_frame
from fab_pipeline_tests.leaderboards.specifications.facts import bandwidth, fact, frame, link

Row = dict[str, object]
A100: Row = {"accelerator": "NVIDIA A100"}
MOMENT = datetime(2026, 12, 1, tzinfo=UTC)
DAY = day("2026-10-28")

SPECS = accelerator_specs(
    specification_sources(
        frame(
            fact(989.4),
            fact(1978.9, density="sparse"),
            fact(1978.9, precision="fp8"),
            fact(3957.8, precision="fp8", density="sparse"),
            fact(756, form_factor="pcie"),
            bandwidth(3350, accelerator_memory_gb=80.0),
            link(900),
            fact(312, **A100),
            fact(312, form_factor="pcie", **A100),
            bandwidth(1555, accelerator_memory_gb=40.0, **A100),
            bandwidth(2039, accelerator_memory_gb=80.0, **A100),
            link(600, **A100),
        )
    )
)
"""H100 SXM over A100 SXM: 3.17 dense, 1.64 to 2.15 by memory, 1.5 by links, 6.34 with FP8; PCIe 2.42."""

_CARD = {"accelerator_model": "A100", "instance_type": "a100"}
PRICES = accelerator_prices(
    quotes_frame(
        quote("2026-10-28", 3.0),
        quote("2026-10-28", 5.0, **other("Beta", provider_kind="hyperscaler", form_factor="pcie")),
        quote("2026-10-28", 1.5, **A100, **_CARD),
        quote("2026-10-28", 2.0, **A100, **other("Beta", provider_kind="hyperscaler", **_CARD)),
    ),
    DAY,
)
"""H100 at $3 (SXM) and $5 (PCIe, a hyperscaler), A100 at $1.5 and $2: twice and 2.5 times as dear."""


def claim(value: float, **facts: object) -> Row:
    """'The H100 trains `value` times as fast as the A100', as it stands in vendor_claims."""
    row: Row = {
        "entity_kind": "hardware",
        "vendor": "nvidia",
        "product": "H100",
        "metric": "training_speedup",
        "value_kind": "number",
        "value": value,
        "unit": "1",
        "comparator": "eq",
        "magnitude_class": False,
        "phase": "training",
        "baseline": "A100",
        "is_baseline": False,
        "modality": "achieved",
        "evidence_class": "media",
        "ambiguous": False,
        "span": f"{value} times",
        "char_start": 0,
        "char_end": 5,
        "line": 1,
        "source": "vendor_page",
        "origin": "ingested",
        "observed_at": MOMENT,
        "capture_sha256": "a" * 64,
        "parser_version": "1",
    } | facts
    return {"claim_id": f"{row['metric']}:{row['line']}:{row['char_start']}:{value}", **row}


def claims(*rows: Row) -> pl.DataFrame:
    return typed(VENDOR_CLAIMS, rows)
