"""Which row of accelerator_prices a run is priced with."""

from datetime import date

from fab_pipeline.leaderboards.rent import Configuration, rents_on
from fab_pipeline_tests.leaderboards.claims import BOARD_DATE, price, prices

H100 = Configuration("NVIDIA H100", "any", 0.0)
SXM_80 = {"form_factor": "sxm", "accelerator_memory_gb": 80.0}


def test_the_headline_is_the_cluster_price_else_the_median_else_the_lowest() -> None:
    lowest = price("NVIDIA H100", 1.0, "lowest_on_demand")
    median = price("NVIDIA H100", 2.5, "median_of_provider_lowest")
    cluster = price("NVIDIA H100", 2.0)
    for rows, statistic in (
        ([lowest, median, cluster], "lowest_cluster"),
        ([lowest, median], "median_of_provider_lowest"),
        ([lowest], "lowest_on_demand"),
    ):
        rent = rents_on(prices(*rows), BOARD_DATE).headline(H100)
        assert rent is not None
        assert rent.statistic == statistic


def test_a_blank_statistic_is_passed_over() -> None:
    rent = rents_on(prices(price("NVIDIA H100", None), price("NVIDIA H100", 1.0, "lowest_on_demand")), BOARD_DATE).headline(H100)
    assert rent is not None
    assert rent.usd_per_hour == 1.0


def test_high_is_the_hyperscaler_price_else_the_90th_percentile() -> None:
    p90, hyperscaler = price("NVIDIA H100", 9.0, "p90_on_demand"), price("NVIDIA H100", 8.0, "lowest_hyperscaler")
    both, one = rents_on(prices(p90, hyperscaler), BOARD_DATE).high(H100), rents_on(prices(p90), BOARD_DATE).high(H100)
    assert both is not None
    assert one is not None
    assert (both.statistic, one.statistic) == ("lowest_hyperscaler", "p90_on_demand")


def test_own_form_and_memory_are_priced_where_both_are_stated_and_quoted() -> None:
    rents = rents_on(prices(price("NVIDIA H100", 2.0), price("NVIDIA H100", 3.0, **SXM_80)), BOARD_DATE)
    assert rents.configuration("NVIDIA H100", "sxm", 80.0) == Configuration("NVIDIA H100", "sxm", 80.0)
    assert rents.configuration("NVIDIA H100", "sxm", None) == H100
    assert rents.configuration("NVIDIA H100", "pcie", 80.0) == H100


def test_only_the_day_window_of_the_date_counts() -> None:
    rows = prices(
        price("NVIDIA H100", 1.0, as_of_date=date(2026, 10, 27)),
        price("NVIDIA H100", 0.5, price_window="month_to_date"),
        price("NVIDIA H100", 2.0),
    )
    rent = rents_on(rows, BOARD_DATE).headline(H100)
    assert rent is not None
    assert rent.usd_per_hour == 2.0
    assert rents_on(rows, date(2026, 10, 29)).headline(H100) is None
