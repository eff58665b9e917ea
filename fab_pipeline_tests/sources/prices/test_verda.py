"""Verda: totals of memory, texts as prices, a spot price of its own."""

import pytest

from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import columns, only_quote, reasons
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO, plans, rejection


def test_memory_is_that_of_all_gpus_and_prices_are_of_the_instance() -> None:
    parsed = plans("verda", feeds.verda_type())
    assert parsed.rejected == []
    assert columns(parsed, *WHO) == [("Verda", "neocloud", "NVIDIA H100", 80.0, "sxm", 2)] * 2
    assert columns(parsed, *PRICE) == [(3.65, "USD", "on_demand", "dynamic"), (1.28, "USD", "spot", "dynamic")]


@pytest.mark.parametrize(
    ("name", "memory", "accelerator", "sold", "form"),
    [
        ("GB300 SXM6 288GB", 576, "NVIDIA GB300", 288.0, "superchip"),
        ("B300 SXM6 268GB", 536, "NVIDIA B300", 288.0, "sxm"),
        ("B200 SXM6 180GB CC", 360, "NVIDIA B200", 180.0, "sxm"),
        ("A100 SXM4 40GB", 80, "NVIDIA A100", 40.0, "sxm"),
        ("RTX6000 Ada 48GB", 96, "NVIDIA RTX 6000 Ada", 48.0, "pcie"),
        ("Tesla V100 16GB", 32, "NVIDIA V100", 16.0, "unknown"),
    ],
)
def test_names_of_the_list(name: str, memory: int, accelerator: str, sold: float, form: str) -> None:
    plan = feeds.verda_type(name=name, gpu_memory={"size_in_gigabytes": memory}, spot_price=None)
    quote = only_quote(plans("verda", plan))
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, sold, form)


@pytest.mark.parametrize("spot", [None, ""])
def test_without_a_spot_price_there_is_none(spot: object) -> None:
    assert columns(plans("verda", feeds.verda_type(spot_price=spot)), "purchase_option") == [("on_demand",)]


@pytest.mark.parametrize(("spot", "reason"), [("7.30", "spot_not_below_on_demand"), ("0.00", "price_not_positive")])
def test_a_spot_price_that_is_none_leaves_the_other(spot: str, reason: str) -> None:
    parsed = plans("verda", feeds.verda_type(spot_price=spot))
    assert columns(parsed, "purchase_option") == [("on_demand",)]
    assert reasons(parsed) == [(1, reason)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gpu": {"description": "", "number_of_gpus": 0}}, "no_accelerator"),
        ({"gpu": None}, "no_accelerator"),
        ({"gpu": 2}, "gpu_not_an_object"),
        ({"gpu_memory": {"size_in_gigabytes": 80}}, "memory_mismatch"),
        ({"name": "H900 SXM7", "model": "H900"}, "unknown_accelerator"),
        ({"name": None, "model": None}, "accelerator_model_missing"),
        ({"gpu": {"number_of_gpus": 0.5}}, "partition_not_full"),
        ({"currency": None, "spot_price": None}, "unknown_currency"),
        ({"price_per_hour": "0", "spot_price": None}, "price_not_positive"),
        ({"price_per_hour": None, "spot_price": None}, "price_missing"),
        ({"price_per_hour": "$7.30", "spot_price": None}, "price_not_a_number"),
    ],
)
def test_what_is_no_offer(changes: Fields, reason: str) -> None:
    assert rejection("verda", feeds.verda_type(**changes)) == reason


def test_another_currency_is_kept_and_never_converted() -> None:
    parsed = plans("verda", feeds.verda_type(currency="eur"))
    assert columns(parsed, "currency", "price_per_accelerator_hour_usd") == [("EUR", None), ("EUR", None)]
