"""Spot and committed prices that are no discount on what the same capture asks without commitment.

Belongs here: holding the prices of one instance at one time against each other inside one capture. Such a price is a fault of the source
(a meter that was never lowered, a total of the whole term printed as a price per hour) or says nothing, so it is rejected. The same across
captures and sources is a finding (`leaderboards.price_findings`). Does not belong here: how large a discount ought to be.

Seen for Azure ND96isr_H200_v5 (spot 106.00, on demand 106.00, 2026-09), Google TPU v4 pods (3.686 and 3.22, 2024-12-23), SkyPilot's
catalogue of Verda (spot = on demand where the interface gave none) and RunPod (skypilot-org/skypilot#4914).
"""

from collections.abc import Sequence
from typing import Final

from fab_pipeline.contracts.words import WINNING_PRICE_KINDS
from fab_pipeline.sources.base import Rejected, Row
from fab_pipeline.sources.prices.refusals import refused_quote

_SAME_INSTANCE: Final = (
    "observed_at",
    "provider",
    "region",
    "instance_type",
    "accelerator",
    "accelerator_memory_gb",
    "form_factor",
    "accelerator_count",
    "operating_system",
    "currency",
)


def without_idle_discounts(rows: Sequence[Row]) -> tuple[list[Row], list[Rejected]]:
    """Rows of price_quotes without spot prices at or above, and committed prices above, the on-demand price of the same instance.

    Rejected with spot_not_below_on_demand or reserved_above_on_demand. Bids, estimates and the like are not compared.
    """
    on_demand: dict[tuple[object, ...], float] = {}
    for row in rows:
        price = _price(row)
        if row["purchase_option"] == "on_demand" and price is not None:
            on_demand[_instance(row)] = max(price, on_demand.get(_instance(row), 0.0))
    kept: list[Row] = []
    rejected: list[Rejected] = []
    for row in rows:
        fault = _fault(row, on_demand.get(_instance(row)))
        if fault is None:
            kept.append(row)
        else:
            rejected.append(fault)
    return kept, rejected


def _fault(row: Row, on_demand: float | None) -> Rejected | None:
    price, option = _price(row), row["purchase_option"]
    if price is None or on_demand is None:
        return None
    said = f"{price:g} {row['currency']} per accelerator-hour, {on_demand:g} on demand"
    if option == "spot" and price >= on_demand:
        return refused_quote(row, "spot_not_below_on_demand", f"spot costs {said}: no discount for being interrupted")
    if option == "reserved" and price > on_demand:
        return refused_quote(row, "reserved_above_on_demand", f"with a commitment it costs {said}: not a price per hour, or none at all")
    return None


def _price(row: Row) -> float | None:
    price = row["price_per_accelerator_hour"]
    return price if isinstance(price, float) and row["price_kind"] in WINNING_PRICE_KINDS else None


def _instance(row: Row) -> tuple[object, ...]:
    return tuple(row[column] for column in _SAME_INSTANCE)
