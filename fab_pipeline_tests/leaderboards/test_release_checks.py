"""Each release check fails on the fault it is there for, and on nothing else."""

from collections.abc import Callable
from datetime import date

import polars as pl
import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.release_checks import RELEASE_CHECKS, failures
from fab_pipeline.leaderboards.specifications.compute_prices import compute_prices
from fab_pipeline.leaderboards.specifications.speed_claims import speed_claims
from fab_pipeline.leaderboards.training_cost import training_cost
from fab_pipeline.leaderboards.vendor_metrics import vendor_claim_use, vendor_metrics
from fab_pipeline.leaderboards.vendor_ranking import vendor_ranking
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import run
from fab_pipeline_tests.leaderboards.quote_builder import frame, quote
from fab_pipeline_tests.leaderboards.specifications.speeds import SPECS
from fab_pipeline_tests.leaderboards.vendor_claims import claim
from fab_pipeline_tests.leaderboards.vendor_claims import frame as vendor_frame

BOARD_DATE = date(2026, 10, 10)
Frames = dict[str, pl.DataFrame]


def good() -> Frames:
    quotes = frame(quote("2026-10-10", 2.0, accelerator_count=8), quote("2026-10-10", 1.0, purchase_option="spot", instance_type="s"))
    claims = typed(TABLES["training_claims"], run("acme-one", accelerators="NVIDIA H100", accelerator_hours=exact(1000.0)))
    prices = accelerator_prices(quotes, BOARD_DATE)
    board = training_cost(training_runs(claims), prices, empty(TABLES["findings"]), BOARD_DATE, quotes)
    sizes = [claim("acme", "max_cluster_accelerators", 1e4), claim("birch", "max_cluster_accelerators", 1e5)]
    vendors = vendor_frame(*sizes, claim("nvidia", "training_speedup", 2.2, entity_kind="hardware", product="H100", baseline="A100"))
    return {
        "accelerator_specs": SPECS,
        "compute_prices": compute_prices(prices, SPECS, BOARD_DATE),
        "speed_claims": speed_claims(vendors, SPECS, prices, BOARD_DATE),
        "vendor_claims": vendors,
        "vendor_metrics": vendor_metrics(vendors),
        "vendor_claim_use": vendor_claim_use(vendors),
        "vendor_ranking": vendor_ranking(vendors, draws=100),
        "price_quotes": quotes,
        "training_claims": claims,
        "accelerator_prices": prices,
        "training_cost": board,
        "findings": empty(TABLES["findings"]),
    }


def without_runs(frames: Frames) -> None:
    frames["training_cost"] = frames["training_cost"].clear()
    frames["training_claims"] = frames["training_claims"].clear()


def without_claims(frames: Frames) -> None:
    frames["training_claims"] = frames["training_claims"].clear()


def without_prices(frames: Frames) -> None:
    frames["accelerator_prices"] = frames["accelerator_prices"].clear()


def without_the_winning_quote(frames: Frames) -> None:
    frames["price_quotes"] = frames["price_quotes"].filter(pl.col("purchase_option") == "spot")


def with_a_bid_that_wins(frames: Frames) -> None:
    frames["price_quotes"] = frames["price_quotes"].with_columns(price_kind=pl.lit("bid"))


def with_another_price_in_the_quote(frames: Frames) -> None:
    frames["price_quotes"] = frames["price_quotes"].with_columns(pl.col("price_per_accelerator_hour_usd") + 1)


def with_another_recompute(frames: Frames) -> None:
    frames["training_cost"] = frames["training_cost"].with_columns(pl.col("recomputed_cost_usd") + 1)


def with_a_finding_about_nobody(frames: Frames) -> None:
    frames["findings"] = typed(
        TABLES["findings"],
        [
            {
                "finding_id": "x:training_cost:nobody",
                "code": "x",
                "severity": "info",
                "subject_table": "training_cost",
                "subject_key": "nobody",
                "message_en": "m",
                "message_zh": "m",
                "sources": "s",
            }
        ],
    )


def with_a_claim_dropped(frames: Frames) -> None:
    frames["vendor_claim_use"] = frames["vendor_claim_use"].head(1)


def with_a_position_over_all_ranks(frames: Frames) -> None:
    frames["vendor_ranking"] = frames["vendor_ranking"].with_columns(position=pl.lit(1, pl.Int64), rank_high=pl.lit(3, pl.Int64))


def with_a_sparse_peak_called_dense(frames: Frames) -> None:
    dense = (pl.col("density") == "dense") & (pl.col("precision") == "fp8")
    frames["accelerator_specs"] = frames["accelerator_specs"].with_columns(value=pl.when(dense).then(3957.8).otherwise("value"))


def with_another_price_of_compute(frames: Frames) -> None:
    frames["compute_prices"] = frames["compute_prices"].with_columns(pl.col("usd_per_1e15_dense_bf16_flop_at_peak") * 2)


def with_a_speed_that_nobody_claimed(frames: Frames) -> None:
    frames["speed_claims"] = frames["speed_claims"].with_columns(claim_id=pl.lit("nobody"))


FAULTS: dict[str, Callable[[Frames], None]] = {
    "board_has_runs": without_runs,
    "claims_stand_behind_runs": without_claims,
    "prices_have_values": without_prices,
    "winners_exist": without_the_winning_quote,
    "only_winning_kinds_win": with_a_bid_that_wins,
    "winner_has_the_price": with_another_price_in_the_quote,
    "recompute_is_the_product": with_another_recompute,
    "every_claim_is_accounted_for": with_a_claim_dropped,
    "positions_are_narrow": with_a_position_over_all_ranks,
    "dense_is_not_sparse": with_a_sparse_peak_called_dense,
    "compute_price_is_the_quotient": with_another_price_of_compute,
    "speeds_rest_on_claims": with_a_speed_that_nobody_claimed,
    "findings_have_subjects": with_a_finding_about_nobody,
}


def test_good_tables_may_be_released():
    assert failures(good()) == []


def test_every_check_has_a_fault_in_this_test():
    assert {check.name for check in RELEASE_CHECKS} == set(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_caught_by_its_check(name: str):
    frames = good()
    FAULTS[name](frames)
    assert any(line.startswith(f"{name}: ") for line in failures(frames))
