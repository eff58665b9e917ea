"""Oracle's price list at the loopback server, as long and as dear as a test needs it."""

from datetime import UTC, datetime

import polars as pl

from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline_tests.collecting.vendor_server import json_answer
from fab_pipeline_tests.pipeline.live import Lab
from fab_pipeline_tests.sources.prices.look_alikes import oracle_price, oracle_product

DAY = datetime(2026, 11, 2, 9, tzinfo=UTC)
PARTS = ("H100", "H200", "A100 - v2", "E4", "L40S", "B200", "GB200", "MI300X", "A10", "V2")


ELSEWHERE = {"NVIDIA H100": 4.0}
"""What other providers ask, so that a check has something to compare with."""


def products(count: int = len(PARTS), price: float = 4.0, per_part: dict[str, float] | None = None) -> dict[str, object]:
    names = PARTS[:count]
    prices = {name: (per_part or {}).get(name, price) for name in names}
    items = [
        oracle_product(
            partNumber=f"B{number}",
            displayName=f"OCI - Compute - GPU - {name}",
            currencyCodeLocalizations=[oracle_price("USD", prices[name])],
        )
        for number, name in enumerate(names)
    ]
    return {"items": items}


def oracle(at_lab: Lab, answer: object, **headers: str):
    at_lab.server.routes[at_lab.path("oracle")] = json_answer(answer, **headers)
    return at_lab.collect("oracle", ELSEWHERE)


def status_of(pipeline: Pipeline, source: str) -> tuple[set[str], str]:
    """Status of the source on its fetched quotes, and on the board of sources."""
    quotes = pipeline.evidence["price_quotes"].filter((pl.col("source") == source) & (pl.col("origin") == "fetched"))
    board = pipeline.evidence["sources"].filter(pl.col("source") == source)
    return set(quotes["source_status"]), board["source_status"].item()
