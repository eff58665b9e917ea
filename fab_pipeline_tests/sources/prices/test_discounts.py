"""Spot and committed prices that are no discount on the on-demand price of the same instance."""

from datetime import UTC, datetime

import pytest

from fab_pipeline.sources.prices.discounts import without_idle_discounts

Row = dict[str, object]


def row(number: int, option: str, price: float | None, **changes: object) -> Row:
    shared: Row = {
        "observed_at": datetime(2026, 10, 10, tzinfo=UTC),
        "provider": "Nebius",
        "region": "eu-north1",
        "instance_type": "gpu-h100",
        "accelerator": "NVIDIA H100",
        "accelerator_model": "H100",
        "accelerator_memory_gb": 80.0,
        "form_factor": "sxm",
        "accelerator_count": 8,
        "operating_system": "linux",
        "currency": "USD",
        "price_kind": "list",
        "locator": f"row {number}",
        "offer_key": f"offer {number}",
    }
    return {**shared, "row_number": number, "purchase_option": option, "price_per_accelerator_hour": price, **changes}


def reasons(*rows: Row) -> list[tuple[int, str]]:
    kept, rejected = without_idle_discounts(rows)
    assert len(kept) + len(rejected) == len(rows)
    return [(entry.row_number, entry.reason) for entry in rejected]


@pytest.mark.parametrize(
    ("price", "expected"), [(1.9, []), (2.0, [(2, "spot_not_below_on_demand")]), (2.1, [(2, "spot_not_below_on_demand")])]
)
def test_spot_must_be_cheaper(price: float, expected: list[tuple[int, str]]) -> None:
    assert reasons(row(1, "on_demand", 2.0), row(2, "spot", price)) == expected


def test_prices_of_different_days_are_not_compared() -> None:
    assert reasons(row(1, "on_demand", 2.0), row(2, "spot", 2.1, observed_at=datetime(2026, 10, 11, tzinfo=UTC))) == []


@pytest.mark.parametrize(("price", "expected"), [(1.9, []), (2.0, []), (17_520.0, [(2, "reserved_above_on_demand")])])
def test_a_commitment_must_not_cost_more(price: float, expected: list[tuple[int, str]]) -> None:
    assert reasons(row(1, "on_demand", 2.0), row(2, "reserved", price)) == expected


def test_the_order_of_rows_does_not_matter() -> None:
    assert reasons(row(1, "spot", 2.0), row(2, "on_demand", 2.0)) == [(1, "spot_not_below_on_demand")]


@pytest.mark.parametrize(
    "other",
    [{"region": "us-central1"}, {"instance_type": "another"}, {"currency": "EUR"}, {"provider": "Lambda"}, {"accelerator_count": 1}],
)
def test_only_prices_of_the_same_instance_are_compared(other: Row) -> None:
    assert reasons(row(1, "on_demand", 2.0), row(2, "spot", 3.0, **other)) == []


@pytest.mark.parametrize("kind", ["bid", "bid_floor", "estimated", "contact"])
def test_what_nobody_pays_is_not_compared(kind: str) -> None:
    assert reasons(row(1, "on_demand", 2.0, price_kind=kind), row(2, "spot", 3.0)) == []
    assert reasons(row(1, "on_demand", 2.0), row(2, "spot", 3.0, price_kind=kind)) == []


def test_a_quote_without_price_is_left_alone() -> None:
    assert reasons(row(1, "on_demand", None, price_kind="contact"), row(2, "spot", 3.0)) == []
