"""CloudRift: cents per variant and data centre."""

import pytest

from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import columns, only_quote, reasons
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO, plans, rejection


def test_cents_for_the_whole_variant_in_every_data_centre() -> None:
    quote = only_quote(plans("cloudrift", feeds.cloudrift_type()))
    assert tuple(quote[name] for name in WHO) == ("CloudRift", "neocloud", "NVIDIA RTX 4090", 24.0, "pcie", 2)
    assert tuple(quote[name] for name in PRICE) == (0.41, "USD", "on_demand", "list")
    assert (quote["region"], quote["available"], quote["instance_type"]) == ("us-east-nc-nr-1", True, "rtx49-9c-kn.2")


def test_a_data_centre_without_a_free_node_or_without_a_node() -> None:
    variant = feeds.cloudrift_variant(nodes_per_dc={"a": 3, "b": 0, "c": 1}, available_nodes_per_dc={"a": 0})
    parsed = plans("cloudrift", feeds.cloudrift_type(variant))
    assert columns(parsed, "region", "available") == [("a", False), ("c", None)]
    assert reasons(parsed) == [(1, "not_offered")]


@pytest.mark.parametrize(
    ("variant", "reason"),
    [
        ({"cost_per_hour": 0}, "price_not_positive"),
        ({"cost_per_hour": 0.82}, "price_implausible"),
        ({"cost_per_hour": None}, "price_missing"),
        ({"gpu_count": 0}, "no_accelerator"),
        ({"vram": 2 * 25_769_803_776}, "memory_mismatch"),
        ({"nodes_per_dc": {}}, "not_offered"),
        ({"name": None}, "instance_type_missing"),
    ],
)
def test_what_is_no_offer(variant: Fields, reason: str) -> None:
    assert rejection("cloudrift", feeds.cloudrift_type(feeds.cloudrift_variant(**variant))) == reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"brand_short": "RTX 9999"}, "unknown_accelerator"),
        ({"brand_short": None}, "accelerator_model_missing"),
        ({"variants": []}, "not_offered"),
    ],
)
def test_what_is_no_type(changes: Fields, reason: str) -> None:
    assert rejection("cloudrift", feeds.cloudrift_type(**changes)) == reason
