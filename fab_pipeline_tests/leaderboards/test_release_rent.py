"""What a run would have cost at the rent of its own time."""

from datetime import date

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.training_cost import training_cost
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import NO_FINDINGS, run
from fab_pipeline_tests.leaderboards.quote_builder import frame, quote

BOARD_DATE = date(2026, 10, 10)
PRICES = accelerator_prices(
    frame(
        quote("2023-07-31", 12.0, dated_fact=True, accelerator_count=8),
        quote("2025-06-23", 7.0, dated_fact=True, accelerator_count=8),
        quote("2026-10-10", 4.0, source="beta", provider="Beta", accelerator_count=8),
    ),
    BOARD_DATE,
)


def board(**facts: object) -> dict[str, object]:
    claims = run("acme-one", accelerators="NVIDIA H100", accelerator_hours=exact(1000.0), **facts)
    runs = training_runs(typed(TABLES["training_claims"], claims))
    return training_cost(runs, PRICES, NO_FINDINGS, BOARD_DATE).to_dicts()[0]


def test_the_newest_price_before_the_release_counts_and_its_date_is_shown():
    row = board(released="2024-07-01")
    assert (row["rent_at_release_usd_per_accelerator_hour"], row["rent_at_release_statistic"]) == (12.0, "lowest_cluster")
    assert row["rent_at_release_as_of_date"] == date(2023, 7, 31)
    assert row["recomputed_cost_at_release_usd"] == 12_000.0
    assert row["recomputed_cost_usd"] == 4_000.0


def test_a_price_counts_from_its_own_day():
    assert board(released="2025-06-22")["rent_at_release_usd_per_accelerator_hour"] == 12.0
    assert board(released="2025-06-23")["rent_at_release_usd_per_accelerator_hour"] == 7.0


def test_before_the_first_price_it_is_blank_with_the_reason():
    row = board(released="2022-01-01")
    assert row["recomputed_cost_at_release_usd"] is None
    assert "rent_at_release_usd_per_accelerator_hour: no_price_until_release" in str(row["null_reasons"])


def test_without_a_release_date_it_is_blank_with_the_reason():
    row = board()
    assert "rent_at_release_usd_per_accelerator_hour: needs_released" in str(row["null_reasons"])


def test_the_price_of_the_release_never_changes_the_recompute_of_today():
    with_date, without = board(released="2024-07-01"), board()
    same = [name for name in with_date if name.startswith("recomputed_cost_") and "release" not in name]
    assert [with_date[name] for name in same] == [without[name] for name in same]
