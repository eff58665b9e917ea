"""DigitalOcean: totals of memory, contracts and programmes."""

import pytest

from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import columns
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO, plans, rejection


def test_memory_is_that_of_all_gpus_and_every_region_is_an_offer() -> None:
    parsed = plans("digitalocean", feeds.digitalocean_size())
    assert parsed.rejected == []
    assert columns(parsed, *WHO) == [("DigitalOcean", "neocloud", "AMD MI300X", 192.0, "oam", 8)] * 2
    assert columns(parsed, "region", "available", *PRICE) == [
        ("nyc2", True, 2.05, "USD", "on_demand", "list"),
        ("tor1", True, 2.05, "USD", "on_demand", "list"),
    ]


@pytest.mark.parametrize(
    ("model", "amount", "accelerator"),
    [("nvidia_rtx6000_ada", 48, "NVIDIA RTX 6000 Ada"), ("nvidia_h100", 80, "NVIDIA H100"), ("nvidia_l40s", 48, "NVIDIA L40S")],
)
def test_models_are_vendor_and_name(model: str, amount: int, accelerator: str) -> None:
    info = {"count": 1, "vram": {"amount": amount, "unit": "gib"}, "model": model}
    parsed = plans("digitalocean", feeds.digitalocean_size(gpu_info=info, price_hourly=2.2, regions=["tor1"]))
    assert columns(parsed, "accelerator", "accelerator_memory_gb") == [(accelerator, float(amount))]


def test_a_price_under_a_contract_is_reserved() -> None:
    parsed = plans("digitalocean", feeds.digitalocean_size(slug="gpu-mi300x8-1536gb-contracted", regions=["nyc2"]))
    assert columns(parsed, "purchase_option", "term_months") == [("reserved", None)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gpu_info": None}, "no_accelerator"),
        ({"regions": []}, "not_offered"),
        ({"slug": "gpu-mi300x1-192gb-devcloud"}, "restricted_offer"),
        ({"price_hourly": 0, "regions": ["nyc2"]}, "price_not_positive"),
        ({"price_hourly": None, "regions": ["nyc2"]}, "price_missing"),
        (
            {"gpu_info": {"count": 8, "vram": {"amount": 192, "unit": "gib"}, "model": "amd_mi300x"}, "regions": ["a"]},
            "memory_mismatch",
        ),
        ({"gpu_info": {"count": 8, "vram": {"amount": 1536, "unit": "mib"}, "model": "amd_mi300x"}}, "unknown_unit"),
        ({"gpu_info": {"count": 8, "model": "nvidia_mi300x"}, "regions": ["a"]}, "vendor_mismatch"),
        ({"gpu_info": {"count": 8, "model": "nvidia_x999"}, "regions": ["a"]}, "unknown_accelerator"),
    ],
)
def test_what_is_no_offer(changes: Fields, reason: str) -> None:
    assert rejection("digitalocean", feeds.digitalocean_size(**changes)) == reason


def test_a_size_that_cannot_be_had_keeps_its_price_and_says_so() -> None:
    assert columns(plans("digitalocean", feeds.digitalocean_size(available=False, regions=["a"])), "available") == [(False,)]
