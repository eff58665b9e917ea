"""Lium: other people's nodes, rented in part."""

import pytest

from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import columns, only_quote
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO, plans, rejection


def test_a_node_is_one_live_offer_of_what_is_free() -> None:
    quote = only_quote(plans("lium", feeds.lium_node()))
    assert tuple(quote[name] for name in WHO) == ("Lium", "marketplace", "NVIDIA H100", 80.0, "sxm", 4)
    assert tuple(quote[name] for name in PRICE) == (2.1, "USD", "on_demand", "live_offer")
    assert (quote["node_accelerators"], quote["country"], quote["region"], quote["available"]) == (8, "NO", "NO-03", True)


def test_the_tier_says_whether_it_is_spot() -> None:
    assert columns(plans("lium", feeds.lium_node(tier="spot")), "purchase_option") == [("spot",)]


def test_memory_printed_a_little_low_is_that_of_the_card() -> None:
    quote = only_quote(plans("lium", feeds.lium_node(gpu_model="H200", gpu_memory_gb=140)))
    assert (quote["accelerator"], quote["accelerator_memory_gb"]) == ("NVIDIA H200", 141.0)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tier": "auction"}, "unknown_purchase_option"),
        ({"tier": None}, "unknown_purchase_option"),
        ({"min_rentable_gpu_count": 8}, "not_offered"),
        ({"available_gpu_count": 0}, "not_offered"),
        ({"available_gpu_count": None}, "not_offered"),
        ({"available_gpu_count": 9}, "count_mismatch"),
        ({"price_per_gpu_hour": None}, "price_missing"),
        ({"price_per_gpu_hour": 0, "price_per_node_hour": 0}, "price_not_positive"),
        ({"price_per_node_hour": 2.1}, "price_mismatch"),
        ({"gpu_model": "X9000"}, "unknown_accelerator"),
        ({"gpu_model": None}, "accelerator_model_missing"),
        ({"gpu_memory_gb": 640}, "memory_mismatch"),
        ({"gpu_count": None}, "no_accelerator"),
    ],
)
def test_what_is_no_offer(changes: Fields, reason: str) -> None:
    assert rejection("lium", feeds.lium_node(**changes)) == reason
