"""RunPod's GraphQL interface: two clouds, many price fields, and the figures that stand where nothing is offered."""

import json
from collections import Counter
from pathlib import Path

import pytest

from fab_pipeline.sources.base import Parsed
from fab_pipeline_tests.sources.prices.captures import columns, only_rejection, quotes, read, read_json, reasons, refusal
from fab_pipeline_tests.sources.prices.look_alikes import runpod_answer, runpod_type


def types(*entries: object) -> Parsed:
    return read_json("runpod", runpod_answer(*entries))


def one(**changes: object) -> Parsed:
    return types(runpod_type(**changes))


def test_secure_and_community_cloud_are_offers_of_two_sellers() -> None:
    parsed = one()
    assert parsed.rejected == []
    assert columns(parsed, "provider", "provider_kind", "price_per_accelerator_hour_usd", "locator") == [
        ("RunPod Secure Cloud", "neocloud", 2.9, "data.gpuTypes[0].securePrice"),
        ("RunPod Community Cloud", "marketplace", 2.6, "data.gpuTypes[0].communityPrice"),
    ]
    quote = quotes(parsed)[0]
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == ("NVIDIA H100", 80.0, "sxm")
    assert (quote["accelerator_count"], quote["purchase_option"], quote["available"]) == (1, "on_demand", None)
    assert len({quote["quote_id"] for quote in quotes(parsed)}) == 2


@pytest.mark.parametrize(
    ("printed", "display", "memory", "accelerator", "form"),
    [
        ("NVIDIA A100 80GB PCIe", "A100 PCIe", 80, "NVIDIA A100", "pcie"),
        ("NVIDIA A100-SXM4-80GB", "A100 SXM", 80, "NVIDIA A100", "sxm"),
        ("NVIDIA H100 NVL", "H100 NVL", 94, "NVIDIA H100", "nvl"),
        ("AMD Instinct MI300X OAM", "MI300X", 192, "AMD MI300X", "oam"),
        ("Tesla V100-FHHL-16GB", "V100 FHHL", 16, "NVIDIA V100", "pcie"),
        ("NVIDIA GeForce RTX 4070 Ti SUPER", "RTX 4070 Ti SUPER", 16, "NVIDIA RTX 4070 Ti SUPER", "pcie"),
        ("NVIDIA GeForce RTX 5060 Ti", "RTX 5060 Ti", 16, "NVIDIA RTX 5060 Ti", "pcie"),
        ("NVIDIA B200", "B200", 180, "NVIDIA B200", "sxm"),
    ],
)
def test_identity_comes_from_id_and_memory(printed: str, display: str, memory: int, accelerator: str, form: str) -> None:
    quote = quotes(one(id=printed, displayName=display, memoryInGb=memory))[0]
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, float(memory), form)


def test_the_placeholder_is_never_a_price_in_any_field() -> None:
    parsed = one(securePrice=0.5, communityPrice=0.5, secureSpotPrice=0.5, oneMonthPrice=0.5, clusterPrice="0.50")
    assert quotes(parsed) == []
    assert reasons(parsed) == [(1, "placeholder_price")] * 5


def test_zero_means_not_offered() -> None:
    parsed = one(securePrice=0)
    assert columns(parsed, "provider") == [("RunPod Community Cloud",)]
    assert reasons(parsed) == [(1, "price_not_positive")]


def test_null_says_nothing_but_a_type_without_any_price_is_reported() -> None:
    assert columns(one(communityPrice=None), "provider") == [("RunPod Secure Cloud",)]
    assert only_rejection(one(securePrice=None, communityPrice=None)).reason == "no_price"


def test_a_cloud_that_does_not_have_the_type_offers_nothing() -> None:
    parsed = one(secureCloud=True, communityCloud=False, communitySpotPrice=1.1)
    assert columns(parsed, "provider") == [("RunPod Secure Cloud",)]
    assert reasons(parsed) == [(1, "not_offered"), (1, "not_offered")]


@pytest.mark.parametrize("said", [False, None, "false"])
def test_only_a_cloud_that_is_said_to_have_the_type_offers_it(said: object) -> None:
    parsed = one(secureCloud=True, communityCloud=said)
    assert columns(parsed, "provider") == [("RunPod Secure Cloud",)]
    assert reasons(parsed) == [(1, "not_offered")]


def test_a_cloud_where_no_pod_can_have_one_offers_nothing() -> None:
    parsed = one(maxGpuCountSecureCloud=8, maxGpuCountCommunityCloud=0)
    assert columns(parsed, "provider") == [("RunPod Secure Cloud",)]
    assert reasons(parsed) == [(1, "not_offered")]


@pytest.mark.parametrize("fields", [{"stockStatus": None}, {"lowestPrice": {"stockStatus": None}}, {"stockStatus": "Out of Stock"}])
def test_without_stock_no_price_can_be_paid(fields: dict[str, object]) -> None:
    parsed = one(**fields)
    assert quotes(parsed) == []
    assert reasons(parsed) == [(1, "not_in_stock"), (1, "not_in_stock")]


def test_stock_is_said_on_the_quote() -> None:
    assert columns(one(lowestPrice={"stockStatus": "Low"}), "available") == [(True,), (True,)]


def test_spot_and_commitments_are_labelled() -> None:
    parsed = one(
        communityPrice=None,
        secureSpotPrice=1.5,
        oneWeekPrice=2.8,
        oneMonthPrice=2.7,
        threeMonthPrice=2.6,
        sixMonthPrice=2.5,
        oneYearPrice=2.4,
    )
    assert parsed.rejected == []
    assert columns(parsed, "purchase_option", "term_months", "price_per_accelerator_hour_usd") == [
        ("on_demand", None, 2.9),
        ("spot", None, 1.5),
        ("reserved", None, 2.8),
        ("reserved", 1, 2.7),
        ("reserved", 3, 2.6),
        ("reserved", 6, 2.5),
        ("reserved", 12, 2.4),
    ]


def test_a_price_under_an_unknown_name_is_told_once() -> None:
    parsed = types(runpod_type(twoYearPrice=1.1), runpod_type(id="NVIDIA L4", displayName="L4", memoryInGb=24, twoYearPrice=0.2))
    assert reasons(parsed) == [(0, "column_not_read")]
    assert "twoYearPrice" in parsed.rejected[0].detail


def test_a_cluster_is_another_offer_at_another_price() -> None:
    parsed = one(communityPrice=None, clusterPrice=3.4)
    assert columns(parsed, "instance_type", "price_per_accelerator_hour_usd", "interconnect") == [
        ("NVIDIA H100 80GB HBM3", 2.9, None),
        ("NVIDIA H100 80GB HBM3, cluster", 3.4, "cluster network"),
    ]


def test_spot_above_on_demand_is_left_out_of_each_cloud_by_itself() -> None:
    parsed = one(secureSpotPrice=2.7, communitySpotPrice=2.7)
    assert columns(parsed, "provider", "purchase_option") == [
        ("RunPod Secure Cloud", "on_demand"),
        ("RunPod Community Cloud", "on_demand"),
        ("RunPod Secure Cloud", "spot"),
    ]
    assert reasons(parsed) == [(1, "spot_not_below_on_demand")]


def test_the_lowest_bid_is_a_bid_floor() -> None:
    parsed = one(lowestPrice={"minimumBidPrice": 1.3, "uninterruptablePrice": 2.6, "stockStatus": "High"})
    assert columns(parsed, "provider", "purchase_option", "price_kind")[2:] == [("RunPod", "spot", "bid_floor")]
    assert len(quotes(parsed)) == 3


def test_the_lowest_price_counts_where_no_cloud_states_its_own() -> None:
    entry = {"id": "NVIDIA L40S", "memoryInGb": 48, "lowestPrice": {"minimumBidPrice": None, "uninterruptablePrice": 0.9}}
    parsed = types(entry)
    assert parsed.rejected == []
    assert columns(parsed, "provider", "provider_kind", "price_per_accelerator_hour_usd") == [("RunPod", "marketplace", 0.9)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "NVIDIA RTX PRO 6000 Blackwell MIG 1g.24gb", "displayName": "RTX PRO 6000", "memoryInGb": 24}, "partition_not_full"),
        ({"id": "NVIDIA RTX PRO 6000 Blackwell", "displayName": "PRO 6000 MIG 48GB", "memoryInGb": 96}, "partition_not_full"),
        ({"id": "NVIDIA H100 80GB HBM3", "displayName": "A100 SXM"}, "name_mismatch"),
        ({"id": "unknown", "displayName": "unknown"}, "unknown_accelerator"),
        ({"id": "NVIDIA Z900 Ultra", "displayName": "Z900"}, "unknown_accelerator"),
        ({"id": None, "displayName": " "}, "accelerator_model_missing"),
        ({"id": ["NVIDIA H100"]}, "id_not_a_text"),
        ({"memoryInGb": 24}, "memory_mismatch"),
        ({"memoryInGb": -80}, "memory_mismatch"),
        ({"memoryInGb": "eighty"}, "memory_in_gb_not_a_number"),
    ],
)
def test_a_type_that_is_no_whole_known_accelerator_has_no_quote(changes: dict[str, object], reason: str) -> None:
    parsed = one(**changes)
    assert quotes(parsed) == []
    assert {found for _, found in reasons(parsed)} == {reason}


def test_a_price_of_the_wrong_type_does_not_take_the_others_with_it() -> None:
    parsed = one(securePrice="free", secureSpotPrice=[1.0], oneMonthPrice=2.0)
    assert columns(parsed, "purchase_option") == [("on_demand",), ("reserved",)]
    assert reasons(parsed) == [(1, "price_not_a_number"), (1, "price_not_a_number")]


def test_a_flag_of_the_wrong_type_is_not_guessed() -> None:
    assert {reason for _, reason in reasons(one(secureCloud="perhaps", communityCloud={}))} == {
        "secure_cloud_not_a_flag",
        "community_cloud_not_a_flag",
    }


def test_a_type_that_comes_again_with_its_stock_contradicts_nothing() -> None:
    parsed = types(runpod_type(), runpod_type(stockStatus="High"))
    assert len(quotes(parsed)) == 2
    assert reasons(parsed) == [(2, "duplicate_row"), (2, "duplicate_row")]


def test_a_type_that_comes_twice_counts_once() -> None:
    parsed = types(runpod_type(), runpod_type(), None)
    assert len(quotes(parsed)) == 2
    assert reasons(parsed) == [(2, "duplicate_row"), (2, "duplicate_row"), (3, "not_an_object")]


@pytest.mark.parametrize("value", [{"gpuTypes": [runpod_type()]}, [runpod_type()], {"data": {"gpuTypes": [runpod_type()]}}])
def test_the_list_is_found_at_every_depth(value: object) -> None:
    assert len(quotes(read_json("runpod", value))) == 2


def test_an_error_beside_the_data_is_reported() -> None:
    parsed = read_json("runpod", runpod_answer(runpod_type(), errors=[{"message": "one field failed"}]))
    assert (len(quotes(parsed)), reasons(parsed)) == (2, [(0, "source_error")])


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"errors": [{"message": "Cannot query field"}], "data": None}, "source_error"),
        ({"data": {"myself": {}}}, "not_runpod_types"),
        ({"data": {"gpuTypes": {}}}, "not_a_price_list"),
        ({"data": {"gpuTypes": []}}, "no_rows"),
        (17, "not_a_price_list"),
    ],
)
def test_an_answer_without_types_is_refused(value: object, reason: str) -> None:
    assert refusal("runpod", json.dumps(value).encode()) == reason


def test_the_captured_answer_has_no_placeholder_and_no_slice_among_its_prices(shared: Path) -> None:
    parsed = read("runpod", (shared / "samples/prices/raw_captures/runpod.json").read_bytes())
    assert len(quotes(parsed)) == 73
    assert Counter(reason for _, reason in reasons(parsed)) == {
        "placeholder_price": 11,
        "price_not_positive": 6,
        "partition_not_full": 2,
        "unknown_accelerator": 1,
    }
    assert all(price != 0.5 for (price,) in columns(parsed, "price_per_accelerator_hour"))
    mi300x = [key for key in columns(parsed, "accelerator", "provider", "price_per_accelerator_hour_usd") if key[0] == "AMD MI300X"]
    assert mi300x == [("AMD MI300X", "RunPod Secure Cloud", 2.39)]
