"""Linode: the accelerator in the label, prices by region."""

import pytest

from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import columns, reasons
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO, plans, rejection


def test_a_type_has_one_price_and_others_by_region() -> None:
    parsed = plans("linode", feeds.linode_type())
    assert parsed.rejected == []
    assert columns(parsed, *WHO) == [("Akamai", "neocloud", "NVIDIA RTX 4000 Ada", 20.0, "pcie", 2)] * 2
    assert columns(parsed, "region", *PRICE) == [
        (None, 0.53, "USD", "on_demand", "list"),
        ("de-fra-2", 0.64, "USD", "on_demand", "list"),
    ]


def test_the_elder_card_is_another_one() -> None:
    plan = feeds.linode_type(id="g1-gpu-rtx6000-2", label="Dedicated 64GB + RTX6000 GPU x2", region_prices=[])
    assert columns(plans("linode", plan), "accelerator", "accelerator_memory_gb") == [("NVIDIA RTX 6000", 24.0)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gpus": 0, "label": "Linode 2GB"}, "no_accelerator"),
        ({"gpus": 0, "class": "accelerated", "label": "NETINT Quadra T1U x1"}, "no_accelerator"),
        ({"price": {"hourly": 0.0, "monthly": 0.0}}, "price_not_positive"),
        ({"price": None}, "price_missing"),
        ({"gpus": 4}, "count_mismatch"),
        ({"label": "RTX4000 Bda x2 Small"}, "unknown_accelerator"),
        ({"label": None}, "accelerator_model_missing"),
    ],
)
def test_what_is_no_offer(changes: Fields, reason: str) -> None:
    assert rejection("linode", feeds.linode_type(region_prices=[], **changes)) == reason


def test_a_wrong_price_of_a_region_leaves_the_others() -> None:
    parsed = plans("linode", feeds.linode_type(region_prices=[{"hourly": 1.1}, 7, {"id": "id-cgk", "hourly": 1.5}]))
    assert columns(parsed, "region") == [(None,), ("id-cgk",)]
    assert reasons(parsed) == [(1, "region_missing"), (1, "not_an_object")]
