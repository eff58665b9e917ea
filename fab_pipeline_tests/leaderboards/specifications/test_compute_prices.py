"""USD per 10^15 dense 16-bit operations: the product by hand, the peak of the right form, and never a sparse one."""

import polars as pl
import pytest

from fab_pipeline.contracts import ACCELERATOR_PRICES, COMPUTE_PRICES
from fab_pipeline.contracts.derive import empty, polars_schema
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.specifications.compute_prices import compute_prices
from fab_pipeline_tests.leaderboards.quote_builder import frame as quotes_frame
from fab_pipeline_tests.leaderboards.quote_builder import quote
from fab_pipeline_tests.leaderboards.specifications.speeds import DAY, PRICES, SPECS, Row

BOARD = compute_prices(PRICES, SPECS, DAY)


def row(accelerator: str, form: str, statistic: str) -> Row:
    wanted = {"accelerator": f"NVIDIA {accelerator}", "form_factor": form, "statistic": statistic, "price_window": "day"}
    (found,) = BOARD.filter(**wanted).to_dicts()
    return found


def test_the_price_of_compute_is_the_price_over_the_operations_of_an_hour_at_peak() -> None:
    found = row("H100", "sxm", "lowest_on_demand")
    assert found["usd_per_1e15_dense_bf16_flop_at_peak"] == pytest.approx(3.0 / (989.4e12 * 3600 / 1e15))
    assert (found["peak_dense_tflops"], found["peak_precision"], found["peak_form_factor"]) == (989.4, "bf16", "sxm")


def test_a_statistic_over_all_forms_has_the_peak_of_the_offer_that_wins() -> None:
    cheapest, dearest = row("H100", "any", "lowest_on_demand"), row("H100", "any", "lowest_hyperscaler")
    assert (cheapest["peak_form_factor"], cheapest["peak_dense_tflops"]) == ("sxm", 989.4)
    assert (dearest["peak_form_factor"], dearest["peak_dense_tflops"]) == ("pcie", 756)


def test_a_median_over_forms_of_different_peaks_has_none_and_over_forms_of_one_peak_has_it() -> None:
    mixed, alike = row("H100", "any", "median_of_provider_lowest"), row("A100", "any", "median_of_provider_lowest")
    assert (mixed["peak_dense_tflops"], mixed["usd_per_1e15_dense_bf16_flop_at_peak"]) == (None, None)
    assert "peak_dense_tflops: forms_have_different_peaks" in str(mixed["null_reasons"])
    assert (alike["peak_dense_tflops"], alike["peak_form_factor"]) == (312, "any")


def test_no_peak_of_the_board_is_a_sparse_one() -> None:
    dense = SPECS.filter(spec="peak_matrix_rate", density="dense")
    assert set(BOARD["peak_dense_tflops"].drop_nulls()) <= set(dense["value"].drop_nulls())


def test_without_a_text_that_prints_the_peak_there_is_no_price_of_compute() -> None:
    prices = accelerator_prices(
        quotes_frame(quote("2026-10-28", 0.5, accelerator="NVIDIA K80", accelerator_model="K80", form_factor="pcie")), DAY
    )
    found = compute_prices(prices, SPECS, DAY).filter(statistic="lowest_on_demand", price_window="day", form_factor="pcie").to_dicts()[0]
    assert (found["price_per_accelerator_hour_usd"], found["usd_per_1e15_dense_bf16_flop_at_peak"]) == (0.5, None)
    assert "peak_dense_tflops: no_peak" in str(found["null_reasons"])


def test_only_the_date_of_the_board_counts_and_every_blank_has_its_reason() -> None:
    assert BOARD["as_of_date"].unique().to_list() == [DAY]
    assert BOARD.height == PRICES.filter(pl.col("as_of_date") == DAY).height
    assert unexplained(COMPUTE_PRICES, BOARD) == []
    assert compute_prices(empty(ACCELERATOR_PRICES), SPECS, DAY).schema == polars_schema(COMPUTE_PRICES)
