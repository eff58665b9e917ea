"""Quotes made up for the tests of this room."""

from datetime import UTC, datetime, timedelta

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed

NOON = datetime(2026, 10, 5, 12, tzinfo=UTC)
SNAPSHOT = "azure-20261005T120000000000Z-0123456789ab"


def quotes(*prices: float, snapshot: str = SNAPSHOT, days: int = 0) -> pl.DataFrame:
    """One on-demand list price per figure; `days` spreads them over as many days after the first."""
    rows = [
        {
            "quote_id": f"{snapshot}:{number}",
            "snapshot_id": snapshot,
            "offer_key": f"offer {number}",
            "observed_at": NOON + timedelta(days=min(number - 1, days)),
            "origin": "ingested",
            "source": "azure",
            "source_status": "sampled",
            "dated_fact": False,
            "provider": "Azure",
            "provider_kind": "hyperscaler",
            "accelerator": "NVIDIA H100",
            "accelerator_vendor": "nvidia",
            "accelerator_model": "H100",
            "accelerator_memory_gb": 80.0,
            "form_factor": "sxm",
            "partition": "full",
            "market": "commercial",
            "accelerator_count": 8,
            "purchase_option": "on_demand",
            "price_kind": "list",
            "price_per_instance_hour": 8 * price,
            "price_per_accelerator_hour": price,
            "currency": "USD",
            "price_per_accelerator_hour_usd": price,
            "carried_forward": False,
            "capture_sha256": "0123456789ab" + "0" * 52,
            "row_number": number,
            "parser_version": "1",
        }
        for number, price in enumerate(prices, start=1)
    ]
    return typed(TABLES["price_quotes"], rows)
