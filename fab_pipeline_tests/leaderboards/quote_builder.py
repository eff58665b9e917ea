"""Hand-built price quotes: a row with everything said, of which a test names only what it is about."""

from datetime import UTC, date, datetime

import polars as pl

from fab_pipeline.contracts import PRICE_QUOTES
from fab_pipeline.contracts.derive import typed

Row = dict[str, object]


def day(text: str) -> date:
    return date.fromisoformat(text)


def quote(seen: str, price: float | None = None, **facts: object) -> Row:
    """A list price of one H100 SXM of the neocloud Alpha, seen at `seen` (ISO day or UTC time), `price` per accelerator and hour."""
    count = facts.get("accelerator_count", 1)
    assert isinstance(count, int)
    row: Row = {
        "observed_at": datetime.fromisoformat(seen).replace(tzinfo=UTC),
        "origin": "ingested",
        "source": "alpha",
        "source_status": "sampled",
        "dated_fact": False,
        "provider": "Alpha",
        "provider_kind": "neocloud",
        "region": "north",
        "market": "commercial",
        "instance_type": "h100",
        "accelerator": "NVIDIA H100",
        "accelerator_vendor": "nvidia",
        "accelerator_model": "H100",
        "accelerator_memory_gb": 80.0,
        "form_factor": "sxm",
        "partition": "full",
        "accelerator_count": count,
        "purchase_option": "on_demand",
        "price_kind": "list",
        "price_per_instance_hour": None if price is None else price * count,
        "price_per_accelerator_hour": price,
        "currency": "USD",
        "carried_forward": False,
        "capture_sha256": "0" * 64,
        "row_number": 1,
        "parser_version": "1",
    } | facts
    usd = row["currency"] == "USD" and row["partition"] == "full"
    same_offer = ("source", "provider", "instance_type", "region", "accelerator", "accelerator_memory_gb", "form_factor", "partition")
    offer = "|".join(str(row.get(name)) for name in (*same_offer, "accelerator_count", "purchase_option", "term_months"))
    return {
        "price_per_accelerator_hour_usd": price if usd else None,
        "offer_key": offer,
        "snapshot_id": f"{row['source']}-{seen}",
        "quote_id": f"{offer}|{seen}|{row['price_kind']}|{price}|{row['currency']}|{row.get('effective_from')}",
        **row,
    }


def other(provider: str, **facts: object) -> Row:
    """Facts of another provider with a source of its own, to be passed on to `quote`."""
    return {"source": provider.lower(), "provider": provider, **facts}


def frame(*rows: Row) -> pl.DataFrame:
    """PRICE_QUOTES of the rows."""
    return typed(PRICE_QUOTES, rows)
