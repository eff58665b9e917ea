"""Vultr: plans are read by their names, and parts of a card are none."""

import pytest

from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import columns, only_quote, reasons
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO, plans, rejection


def test_a_plan_has_its_price_in_every_place() -> None:
    parsed = plans("vultr", feeds.vultr_plan())
    assert parsed.rejected == []
    assert columns(parsed, *WHO) == [("Vultr", "neocloud", "NVIDIA L40S", 48.0, "pcie", 1)] * 2
    assert columns(parsed, "region", *PRICE) == [
        ("ewr", 1.671, "USD", "on_demand", "list"),
        ("ams", 1.671, "USD", "on_demand", "list"),
    ]


@pytest.mark.parametrize(
    ("plan", "accelerator", "memory", "count"),
    [
        ("vcg-a100-12c-120g-80vram", "NVIDIA A100", 80.0, 1),
        ("vcg-a100-24c-240g-160vram", "NVIDIA A100", 80.0, 2),
        ("vcg-a16-6c-64g-16vram", "NVIDIA A16", 16.0, 1),
        ("vcg-a40-24c-120g-48vram", "NVIDIA A40", 48.0, 1),
        ("vcg-mi325x-252c-2872g-2048vram", "AMD MI325X", 256.0, 8),
        ("vcg-b200-248c-2826g-1536vram", "NVIDIA B200", 180.0, 8),
    ],
)
def test_a_plan_is_read_by_its_name(plan: str, accelerator: str, memory: float, count: int) -> None:
    bare = {"id": plan, "hourly_cost": 2.0 * count, "type": "vdm", "locations": ["blr"], "deploy_ondemand": True}
    quote = only_quote(plans("vultr", bare))
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["accelerator_count"]) == (accelerator, memory, count)
    assert (quote["price_per_accelerator_hour_usd"], quote["available"]) == (2.0, True)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "vcg-a100-1c-6g-4vram", "hourly_cost": 0.123}, "partition_not_full"),
        ({"id": "vcg-a100-6c-60g-40vram"}, "partition_not_full"),
        ({"id": "vcg-mi325x-252c-2872g-1536vram"}, "count_mismatch"),
        ({"id": "vcg-z99-8c-60g-48vram"}, "unknown_accelerator"),
        ({"id": "vcg-l40s-odd"}, "unknown_accelerator"),
        ({"id": "vc2-1c-0.5gb-free", "hourly_cost": 0, "gpu_type": None}, "no_accelerator"),
        ({"id": None}, "instance_type_missing"),
        ({"locations": []}, "not_offered"),
        ({"locations": None}, "not_offered"),
        ({"locations": "ewr"}, "locations_not_a_list"),
        ({"locations": ["ewr"], "deploy_ondemand": False}, "not_offered"),
        ({"locations": ["ewr"], "hourly_cost": 0}, "price_not_positive"),
        ({"locations": ["ewr"], "hourly_cost": None}, "price_missing"),
        ({"locations": ["ewr"], "gpu_count": 2}, "count_mismatch"),
    ],
)
def test_what_is_no_offer(changes: Fields, reason: str) -> None:
    assert rejection("vultr", feeds.vultr_plan(**changes)) == reason


def test_machines_have_a_price_while_nobody_else_wants_them() -> None:
    parsed = plans("vultr_metal", feeds.vultr_machine())
    assert parsed.rejected == []
    assert columns(parsed, "accelerator", "accelerator_count", *PRICE) == [
        ("NVIDIA H100", 8, 3.2, "USD", "on_demand", "list"),
        ("NVIDIA H100", 8, 2.35, "USD", "spot", "list"),
    ]


def test_a_machine_that_is_only_sold_preemptible_has_no_other_price() -> None:
    parsed = plans("vultr_metal", feeds.vultr_machine(deploy_ondemand=False, deploy_preemptible=True))
    assert columns(parsed, "purchase_option", "available") == [("spot", True)]
    assert reasons(parsed) == [(1, "not_offered")]


def test_a_machine_with_a100_has_the_cards_of_80_gb() -> None:
    plan = feeds.vultr_machine(id="vbm-112c-2048gb-8-a100-gpu", hourly_cost_preemptible=None)
    assert columns(plans("vultr_metal", plan), "accelerator", "accelerator_memory_gb") == [("NVIDIA A100", 80.0)]


def test_a_machine_whose_name_says_another_card_is_read_by_the_list_of_such_names() -> None:
    plan = feeds.vultr_machine(id="vbm-64c-2048gb-8-l40-gpu", hourly_cost_preemptible=None)
    assert columns(plans("vultr_metal", plan), "accelerator", "accelerator_count") == [("NVIDIA L40S", 8)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "vbm-24c-256gb-amd"}, "no_accelerator"),
        ({"id": "vbm-72c-480gb-gb300-gpu"}, "accelerator_count_missing"),
        ({"id": "vbm-256c-3072gb-8-mi325x-gpu", "gpu_count": 8, "gpu_vram_gb": 2304}, "memory_mismatch"),
        ({"gpu_count": 4}, "count_mismatch"),
    ],
)
def test_what_is_no_offer_of_a_machine(changes: Fields, reason: str) -> None:
    assert rejection("vultr_metal", feeds.vultr_machine(hourly_cost_preemptible=None, **changes)) == reason
