"""Shadeform: other clouds' machines, region by region."""

import pytest

from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import columns, quotes, reasons
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO, plans, rejection


def test_a_resold_machine_names_its_owner_in_every_region() -> None:
    parsed = plans("shadeform", feeds.shadeform_type())
    assert parsed.rejected == []
    assert columns(parsed, *WHO) == [("Shadeform", "reseller", "NVIDIA A100", 80.0, "pcie", 1)] * 2
    assert columns(parsed, "region", "available", "reseller_of", *PRICE) == [
        ("canada-1", True, "Hyperstack", 1.48, "USD", "on_demand", "list"),
        ("norway-1", False, "Hyperstack", 1.48, "USD", "on_demand", "list"),
    ]


def test_countries_stand_before_the_town_and_containers_are_offers_of_their_own() -> None:
    parsed = plans("shadeform", feeds.shadeform_type(), feeds.shadeform_type(deployment_type="container", hourly_price=120))
    assert parsed.rejected == []
    assert columns(parsed, "instance_type", "country", "price_per_accelerator_hour_usd") == [
        ("hyperstack n3-A100x1", "CA", 1.48),
        ("hyperstack n3-A100x1", "NO", 1.48),
        ("hyperstack n3-A100x1 (container)", "CA", 1.2),
        ("hyperstack n3-A100x1 (container)", "NO", 1.2),
    ]


def test_spot_has_its_own_price_in_its_region_or_none() -> None:
    regions = [
        {"region": "us-1", "available": True, "rental_type": "on_demand"},
        {"region": "us-1", "available": True, "rental_type": "spot", "hourly_price": "36"},
        {"region": "us-2", "available": True, "rental_type": "spot"},
        {"region": "us-3", "available": True, "rental_type": "auction"},
    ]
    parsed = plans("shadeform", feeds.shadeform_type(availability=regions))
    assert columns(parsed, "region", "purchase_option", "price_per_accelerator_hour_usd") == [
        ("us-1", "on_demand", 1.48),
        ("us-1", "spot", 0.36),
    ]
    assert reasons(parsed) == [(1, "price_missing"), (1, "unknown_purchase_option")]


@pytest.mark.parametrize(
    ("gpu", "memory", "interconnect", "accelerator", "form"),
    [
        ("H100", 80, "sxm5", "NVIDIA H100", "sxm"),
        ("H100_sxm5", 80, "sxm5", "NVIDIA H100", "sxm"),
        ("A6000", 48, "pcie", "NVIDIA RTX A6000", "pcie"),
        ("RTX4090", 24, "pcie", "NVIDIA RTX 4090", "pcie"),
        ("H200", 141, "", "NVIDIA H200", "unknown"),
    ],
)
def test_names_and_forms(gpu: str, memory: int, interconnect: str, accelerator: str, form: str) -> None:
    about = {"gpu_type": gpu, "vram_per_gpu_in_gb": memory, "interconnect": interconnect}
    parsed = plans("shadeform", feeds.shadeform_type(about))
    assert set(columns(parsed, "accelerator", "form_factor", "accelerator_memory_gb")) == {(accelerator, form, float(memory))}


@pytest.mark.parametrize(
    ("about", "changes", "reason"),
    [
        ({"num_gpus": 0}, {}, "no_accelerator"),
        ({"num_gpus": 0.5}, {}, "partition_not_full"),
        ({}, {"availability": []}, "not_offered"),
        ({}, {"cloud": None}, "cloud_missing"),
        ({"gpu_type": None}, {}, "accelerator_model_missing"),
        ({"gpu_type": "X9"}, {}, "unknown_accelerator"),
        ({"vram_per_gpu_in_gb": 48}, {}, "memory_mismatch"),
    ],
)
def test_what_is_no_offer(about: Fields, changes: Fields, reason: str) -> None:
    assert rejection("shadeform", feeds.shadeform_type(about, **changes)) == reason


@pytest.mark.parametrize(
    ("about", "changes", "reason"),
    [
        ({}, {"hourly_price": 0}, "price_not_positive"),
        ({}, {"hourly_price": None}, "price_missing"),
        ({}, {"hourly_price": 1.48}, "price_implausible"),
    ],
)
def test_what_is_no_offer_in_any_region(about: Fields, changes: Fields, reason: str) -> None:
    parsed = plans("shadeform", feeds.shadeform_type(about, **changes))
    assert quotes(parsed) == []
    assert reasons(parsed) == [(1, reason)] * 2
