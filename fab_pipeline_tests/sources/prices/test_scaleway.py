"""Scaleway: euros without a label, the zone in the address."""

import json

import pytest

from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import about, columns, only_quote, only_rejection, read_json
from fab_pipeline_tests.sources.prices.feed_answers import Fields
from fab_pipeline_tests.sources.prices.feed_reading import PRICE, WHO

ADDRESS = "https://api.scaleway.com/instance/v1/zones/pl-waw-2/products/servers"


def test_prices_are_euros_though_nothing_says_so_and_are_not_converted() -> None:
    body = json.dumps({"servers": {"H100-SXM-2-80G": feeds.scaleway_type()}}).encode()
    parsed = SOURCES["scaleway"].parse(body, about("scaleway", body, url=ADDRESS))
    assert parsed.rejected == []
    assert columns(parsed, *WHO) == [("Scaleway", "neocloud", "NVIDIA H100", 80.0, "sxm", 2)]
    assert columns(parsed, *PRICE, "price_per_accelerator_hour_usd", "region", "instance_type") == [
        (3.22, "EUR", "on_demand", "list", None, "pl-waw-2", "H100-SXM-2-80G")
    ]


@pytest.mark.parametrize(
    ("name", "changes", "accelerator", "memory", "form"),
    [
        ("H100-1-80G", {"gpu": 1, "gpu_info": {"gpu_name": "H100-PCIe", "gpu_memory": 85_520_809_984}}, "NVIDIA H100", 80.0, "pcie"),
        ("L40S-4-48G", {"gpu": 4, "gpu_info": None}, "NVIDIA L40S", 48.0, "pcie"),
        ("L4-2-24G", {"gpu": 2, "gpu_info": None}, "NVIDIA L4", 24.0, "pcie"),
        ("B300-SXM-8-288G", {"gpu": 8, "gpu_info": None}, "NVIDIA B300", 288.0, "sxm"),
        ("RENDER-S", {"gpu": 1, "gpu_info": None}, "NVIDIA P100", 0.0, "unknown"),
    ],
)
def test_types_say_their_gpu_in_the_answer_or_in_their_name(name: str, changes: Fields, accelerator: str, memory: float, form: str) -> None:
    quote = only_quote(read_json("scaleway", {"servers": {name: feeds.scaleway_type(hourly_price=12.0, **changes)}}))
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, memory, form)


@pytest.mark.parametrize(
    ("name", "changes", "reason"),
    [
        ("DEV1-S", {"gpu": 0, "gpu_info": None}, "no_accelerator"),
        ("DEV1-S", {"gpu": None, "gpu_info": None}, "no_accelerator"),
        ("H100-SXM-8-80G", {}, "count_mismatch"),
        ("H100-SXM-2-40G", {"gpu_info": {"gpu_name": "H100-SXM", "gpu_memory": 40_000_000_000}}, "memory_mismatch"),
        ("NEW-GPU", {"gpu_info": None}, "unknown_accelerator"),
        ("H100-SXM-2-80G", {"end_of_service": True}, "not_offered"),
        ("H100-SXM-2-80G", {"hourly_price": 0}, "price_not_positive"),
        ("H100-SXM-2-80G", {"hourly_price": None}, "price_missing"),
        ("H100-SXM-2-80G", {"gpu_info": "H100"}, "gpu_info_not_an_object"),
    ],
)
def test_what_is_no_offer(name: str, changes: Fields, reason: str) -> None:
    assert only_rejection(read_json("scaleway", {"servers": {name: feeds.scaleway_type(**changes)}})).reason == reason
