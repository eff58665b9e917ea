"""Lambda: cents, the same everywhere; memory and form in the description."""

import pytest

from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import columns, only_quote
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO, plans, rejection


def test_cents_for_the_instance_the_same_everywhere() -> None:
    quote = only_quote(plans("lambda_api", feeds.lambda_type()))
    assert tuple(quote[name] for name in WHO) == ("Lambda", "neocloud", "NVIDIA H100", 80.0, "sxm", 8)
    assert tuple(quote[name] for name in PRICE) == (3.49, "USD", "on_demand", "list")
    assert (quote["instance_type"], quote["region"], quote["available"]) == ("gpu_8x_h100_sxm5", None, True)


@pytest.mark.parametrize(("regions", "available"), [((), False), (None, None)])
def test_no_region_with_capacity_is_sold_out_and_no_word_is_none(regions: object, available: object) -> None:
    plan = feeds.lambda_type(regions)
    if regions is None:
        del plan["regions_with_capacity_available"]
    assert columns(plans("lambda_api", plan), "available") == [(available,)]


@pytest.mark.parametrize(
    ("printed", "accelerator", "memory", "form"),
    [
        ("A10 (24 GB PCIe)", "NVIDIA A10", 24.0, "pcie"),
        ("A100 (40 GB SXM4)", "NVIDIA A100", 40.0, "sxm"),
        ("GH200 (96 GB)", "NVIDIA GH200", 96.0, "superchip"),
        ("B200 (180 GB SXM6)", "NVIDIA B200", 180.0, "sxm"),
        ("Tesla V100 (16 GB)", "NVIDIA V100", 16.0, "unknown"),
        ("RTX 6000 (24 GB)", "NVIDIA RTX 6000", 24.0, "pcie"),
        ("RTX A6000 (48 GB)", "NVIDIA RTX A6000", 48.0, "pcie"),
    ],
)
def test_memory_and_form_stand_in_the_description(printed: str, accelerator: str, memory: float, form: str) -> None:
    quote = only_quote(plans("lambda_api", feeds.lambda_type(gpu_description=printed)))
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, memory, form)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"specs": {"gpus": 0}, "gpu_description": "N/A"}, "no_accelerator"),
        ({"specs": {"gpus": 1}}, "count_mismatch"),
        ({"gpu_description": "H100 (640 GB SXM5)"}, "unknown_accelerator"),
        ({"gpu_description": "X (1 GB)"}, "unknown_accelerator"),
        ({"gpu_description": None}, "accelerator_model_missing"),
        ({"price_cents_per_hour": 0}, "price_not_positive"),
        ({"price_cents_per_hour": 3.49}, "price_implausible"),
        ({"price_cents_per_hour": None}, "price_missing"),
    ],
)
def test_what_is_no_offer(changes: Fields, reason: str) -> None:
    assert rejection("lambda_api", feeds.lambda_type(**changes)) == reason
