"""Claims and prices for tests, in a few words: `run("acme-one", accelerator_hours=exact(1000.0), accelerators="NVIDIA H100")`."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import count

import polars as pl

from fab_pipeline.contracts import ACCELERATOR_PRICES, FINDINGS, TRAINING_CLAIMS
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.contracts.training import TRAINING_QUANTITIES
from fab_pipeline.leaderboards.claims_to_runs import TEXTS
from fab_pipeline.reading.quantity import Quantity

SEEN = datetime(2026, 10, 27, 11, tzinfo=UTC)
BOARD_DATE = date(2026, 10, 28)
NO_FINDINGS = empty(FINDINGS)
UNDISCLOSED = "undisclosed"

Claim = dict[str, object]
_rows = count(1)


@dataclass(frozen=True)
class Words:
    """Words that stand where a figure or a name should."""

    text: str


def claim(run_id: str, quantity: str, stated: object, **more: object) -> Claim:
    """One claim; `stated` is a Quantity, a text, UNDISCLOSED or Words."""
    row: Claim = {
        "claim_id": f"page:{run_id}:{quantity}",
        "run_id": run_id,
        "model": run_id.partition("-")[2] or run_id,
        "organization": run_id.partition("-")[0],
        "quantity": quantity,
        "status": "disclosed",
        "unit": TRAINING_QUANTITIES[quantity],
        "text_as_printed": str(stated),
        "derived": False,
        "stated_by": "unknown",
        "source": "page",
        "origin": "transcribed",
        "observed_at": SEEN,
        "capture_sha256": "a" * 64,
        "row_number": 1,
        "parser_version": "test",
    }
    return row | _figure(quantity, stated) | more


def run(run_id: str, **quantities: object) -> list[Claim]:
    """The claims of one run on one page row; a list of (phase, Quantity) behind the figure gives its phases."""
    number = next(_rows)
    claims: list[Claim] = []
    for quantity, stated in quantities.items():
        figure, *phases = stated if isinstance(stated, list) else [stated]
        claims.append(claim(run_id, quantity, figure, row_number=number))
        for phase, part in phases:
            identifier = f"page:{run_id}:{quantity}:{phase}"
            claims.append(claim(run_id, quantity, part, row_number=number, part=phase, scope=phase, claim_id=identifier))
    return claims


def frame(*claims: Claim | list[Claim]) -> pl.DataFrame:
    """TRAINING_CLAIMS of single claims and lists of claims."""
    rows: list[Claim] = []
    for item in claims:
        rows += item if isinstance(item, list) else [item]
    return typed(TRAINING_CLAIMS, rows)


def price(accelerator: str, usd: float | None, statistic: str = "lowest_cluster", **more: object) -> Claim:
    """One row of ACCELERATOR_PRICES of the board's date, any form."""
    row: Claim = {
        "as_of_date": BOARD_DATE,
        "accelerator": accelerator,
        "form_factor": "any",
        "accelerator_memory_gb": 0.0,
        "statistic": statistic,
        "price_window": "day",
        "price_per_accelerator_hour_usd": usd,
        "winning_quote_id": f"quote:{accelerator}:{statistic}" if statistic.startswith("lowest") else None,
        "quotes": 1,
        "providers": 1,
    }
    return row | more


def prices(*rows: Claim) -> pl.DataFrame:
    """ACCELERATOR_PRICES of the rows."""
    return typed(ACCELERATOR_PRICES, rows)


def _figure(quantity: str, stated: object) -> Claim:
    match stated:
        case Quantity():
            return {
                "value": stated.value,
                "value_min": stated.minimum,
                "value_max": stated.maximum,
                "qualifier": stated.qualifier,
                "scope": stated.scope,
                "text_as_printed": stated.text or str(stated.value),
            }
        case Words():
            return {"status": "unreadable", "text_as_printed": stated.text}
        case str() if stated == UNDISCLOSED:
            return {"status": "undisclosed"}
        case str() if quantity in TEXTS:
            return {"value_text": stated}
        case _:
            raise ValueError(f"{quantity}: {stated!r}")
