"""One region's wrong price against a cut everywhere, day by day."""

from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.leaderboards.price_moved_alone import moved_alone
from fab_pipeline_tests.leaderboards.quote_builder import Row, day, frame, quote


def region(name: str, *prices: tuple[str, float], **facts: object) -> list[Row]:
    return [quote(since, price, region=name, dated_fact=True, **facts) for since, price in prices]


def doubted(*rows: Row) -> list[tuple[str, float, str, str | None]]:
    """Region, price, first and last day of each doubt."""
    found = moved_alone(frame(*rows))
    return [
        (
            row["offer_key"].split("|")[3],
            row["price_per_accelerator_hour"],
            str(row["doubted_from"]),
            row["doubted_to"] and str(row["doubted_to"]),
        )
        for row in found.to_dicts()
    ]


SOUTH = region("south", ("2024-01-01", 40.0))
EAST = region("east", ("2024-01-01", 44.0))


def test_a_region_that_falls_alone_is_doubted_until_it_is_back() -> None:
    north = region("north", ("2024-01-01", 46.86), ("2025-05-16", 7.69), ("2025-10-08", 46.89))
    assert doubted(*north, *SOUTH, *EAST) == [("north", 7.69, "2025-05-16", "2025-10-07")]


def test_small_moves_do_not_end_the_doubt_and_it_is_one() -> None:
    north = region("north", ("2024-01-01", 46.86), ("2025-05-16", 7.69), ("2025-06-01", 7.5))
    assert doubted(*north, *SOUTH) == [("north", 7.69, "2025-05-16", "2025-05-31"), ("north", 7.5, "2025-06-01", None)]
    found = moved_alone(frame(*north, *SOUTH))
    assert found["since"].to_list() == [day("2025-05-16")] * 2
    assert found["compared_price"].to_list() == [46.86] * 2


def test_a_cut_in_all_regions_at_once_is_believed() -> None:
    regions = zip(("a", "b", "c"), (10.0, 12.0, 20.0), strict=True)
    assert doubted(*[row for name, price in regions for row in region(name, ("2024-01-01", price), ("2025-05-16", price * 0.54))]) == []


def test_the_first_of_a_cut_waits_until_another_region_follows_and_the_last_is_believed_at_once() -> None:
    first = region("a", ("2024-01-01", 10.0), ("2025-05-16", 5.4))
    second = region("b", ("2024-01-01", 12.0), ("2025-06-16", 6.5))
    last = region("c", ("2024-01-01", 20.0), ("2025-09-16", 10.8))
    assert doubted(*first, *second, *last) == [("a", 5.4, "2025-05-16", "2025-06-15")]


def test_a_cut_elsewhere_is_no_excuse_for_a_price_that_is_far_below_it() -> None:
    cut = [*region("a", ("2024-01-01", 10.0), ("2025-05-16", 5.4)), *region("b", ("2024-01-01", 10.0), ("2025-05-16", 5.4))]
    wrong = region("c", ("2024-01-01", 10.0), ("2025-05-16", 1.0))
    assert doubted(*cut, *wrong) == [("c", 1.0, "2025-05-16", None)]


@pytest.mark.parametrize("factor", [0.61, 1.39])
def test_up_to_forty_per_cent_is_no_doubt(factor: float) -> None:
    assert doubted(*region("north", ("2024-01-01", 40.0), ("2025-05-16", 40.0 * factor)), *SOUTH) == []


@pytest.mark.parametrize("factor", [0.59, 1.41, 8.0])
def test_beyond_forty_per_cent_up_or_down_is(factor: float) -> None:
    assert len(doubted(*region("north", ("2024-01-01", 40.0), ("2025-05-16", 40.0 * factor)), *SOUTH)) == 1


def test_snapshots_and_dated_facts_are_read_the_same() -> None:
    rows = [
        quote(seen, price, region=name)
        for name, prices in (("north", (3.0, 1.0, 3.0)), ("south", (3.0, 3.1, 3.1)))
        for seen, price in zip(("2026-10-01", "2026-10-02", "2026-10-03"), prices, strict=True)
    ]
    assert doubted(*rows) == [("north", 1.0, "2026-10-02", "2026-10-02")]


def test_what_a_later_day_brings_changes_no_earlier_one() -> None:
    rows = [
        *region("a", ("2024-01-01", 10.0), ("2025-05-16", 5.4)),
        *region("b", ("2024-01-01", 12.0), ("2025-06-16", 6.5)),
        *region("c", ("2024-01-01", 20.0), ("2025-06-20", 2.0)),
    ]
    earlier = [row for row in rows if str(row["observed_at"]) < "2025-06-01"]
    assert doubted(*earlier) == [("a", 5.4, "2025-05-16", None)]
    assert ("a", 5.4, "2025-05-16", "2025-06-15") in doubted(*rows)


def test_what_comes_after_a_released_price_may_be_near_it_or_back() -> None:
    for after in (9.0, 41.0):
        north = frame(*region("north", ("2024-01-01", 40.0), ("2025-05-16", 10.0), ("2025-06-16", after)), *SOUTH)
        assert moved_alone(north, {(north["offer_key"][0], 10.0)})["price_per_accelerator_hour"].to_list() == [10.0]


def test_polandcentral_is_doubted_and_the_cut_of_mi300x_is_not(shared: Path) -> None:
    history = pl.read_csv(shared / "samples/prices/karpenter_azure/azure_ondemand_Nseries_history.csv")
    kept = history.select("generated_at", "arm_region", "arm_sku_name", "price_per_instance_hour").rows()
    rows = [quote(at.removesuffix("Z"), price, region=where, instance_type=sku, dated_fact=True) for at, where, sku, price in kept]
    found = moved_alone(frame(*rows))
    polish = found.filter(pl.col("offer_key").str.contains("Standard_ND96amsr_A100_v4"))
    assert polish["price_per_accelerator_hour"].to_list() == [7.692]
    assert polish["compared_price"].to_list() == [46.861]
    assert found["offer_key"].str.contains("|polandcentral|", literal=True).all()
