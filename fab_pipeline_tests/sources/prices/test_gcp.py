"""Google's billing catalogue: a machine is the sum of its parts, or has no price."""

import json
from collections import Counter

import pytest

from fab_pipeline.sources.answers import Part, pack
from fab_pipeline.sources.base import Parsed
from fab_pipeline.sources.fetching import Answer, Request
from fab_pipeline.sources.prices.gcp import ADDRESS, FETCHING
from fab_pipeline_tests.sources.prices import gcp_answers as catalogue
from fab_pipeline_tests.sources.prices.captures import Quote, quotes, read, read_json, reasons, refusal
from fab_pipeline_tests.sources.prices.gcp_answers import A3, A3_HIGH_8G, Fields, core, gpu, ram, sku, spot, ssd


def skus(*entries: object) -> Parsed:
    return read_json("gcp", {"skus": list(entries), "nextPageToken": ""})


def machine(parsed: Parsed, name: str, option: str = "on_demand") -> Quote | None:
    found = [quote for quote in quotes(parsed) if quote["instance_type"] == name and quote["purchase_option"] == option]
    assert len(found) <= 1
    return found[0] if found else None


def why(parsed: Parsed, name: str) -> list[str]:
    return [entry.reason for entry in parsed.rejected if (entry.name or "").startswith(name)]


def test_a_machine_is_the_sum_of_cores_memory_cards_and_local_disk() -> None:
    quote = machine(skus(*A3), "a3-highgpu-8g")
    assert quote is not None
    assert quote["price_per_instance_hour"] == pytest.approx(A3_HIGH_8G)
    assert quote["price_per_accelerator_hour_usd"] == pytest.approx(A3_HIGH_8G / 8)
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"], quote["accelerator_count"]) == (
        "NVIDIA H100",
        80.0,
        "sxm",
        8,
    )
    assert (quote["provider"], quote["region"], quote["currency"]) == ("Google Cloud", "us-central1", "USD")
    assert (str(quote["effective_from"]), quote["source_status"]) == ("2026-10-01", "documented")


def test_the_parts_of_a_large_machine_come_to_what_google_prints_for_it() -> None:
    parts = (core("A3Plus", 0.026924), ram("A3Plus", 0.002344), ssd(0.08), gpu("Nvidia H100 80GB Plus GPU", 10.344276))
    quote = machine(skus(*parts), "a3-megagpu-8g")
    assert quote is not None
    assert quote["price_per_instance_hour"] == pytest.approx(93.400712807, abs=0.001)


def test_smaller_machines_cannot_be_had_on_demand_but_spot() -> None:
    parsed = skus(*A3, *map(spot, A3))
    assert machine(parsed, "a3-highgpu-1g") is None
    assert "not_sold_on_demand" in why(parsed, "a3-highgpu-1g in us-central1")
    cheap = machine(parsed, "a3-highgpu-1g", "spot")
    assert cheap is not None
    assert cheap["price_per_instance_hour"] == pytest.approx(0.4 * (26 * 0.03 + 234 * 0.0025 + 10 + 750 * 0.073 / 730))


@pytest.mark.parametrize("missing", range(3))
def test_without_one_part_there_is_no_price(missing: int) -> None:
    parsed = skus(*(part for place, part in enumerate(A3) if place != missing))
    assert quotes(parsed) == []
    assert "component_missing" in why(parsed, "a3-highgpu-8g")


def test_without_a_card_there_is_no_machine() -> None:
    assert quotes(skus(core(), ram(), ssd())) == []


def test_parts_of_another_region_are_not_added() -> None:
    parsed = skus(core(region="europe-west4"), ram(), ssd(), gpu())
    assert quotes(parsed) == []


def test_a_part_with_two_prices_has_none() -> None:
    parsed = skus(*A3, core(price=0.05))
    assert quotes(parsed) == []
    assert "component_conflicting" in why(parsed, "a3-highgpu-8g")


def test_a_part_that_is_listed_twice_with_one_price_counts_once() -> None:
    assert machine(skus(*A3, core()), "a3-highgpu-8g") is not None


@pytest.mark.parametrize(
    "description",
    [
        "Reserved Nvidia H100 80GB GPU in Americas in Calendar Mode",
        "Nvidia H100 80GB GPU attached to DWS Defined Duration VMs running in Americas",
        "Commitment v1: Nvidia H100 80GB GPU running in Americas for 1 Year",
        "Nvidia H100 80GB GPU attached to Sole Tenancy VMs running in Americas",
        "Committed Use Discount Premium for A3 Instance Core running in Americas",
    ],
)
def test_special_prices_are_counted_and_change_nothing(description: str) -> None:
    parsed = skus(*A3, sku(description, "GPU", 4.4))
    quote = machine(parsed, "a3-highgpu-8g")
    assert quote is not None
    assert quote["price_per_instance_hour"] == pytest.approx(A3_HIGH_8G)
    assert (0, "special_price") in reasons(parsed)


def test_a_b200_is_an_eighth_of_its_machine_and_spot_is_told_by_the_description() -> None:
    ordinary = sku("A4 Nvidia B200 (1 gpu slice) running in Americas", "GPU", 16.0)
    cheap = sku("Spot Preemptible A4 Nvidia B200 (1 gpu slice) running in Americas", "GPU", 5.0)
    parsed = skus(ordinary, cheap)
    assert machine(parsed, "a4-highgpu-8g") is None
    assert why(parsed, "a4-highgpu-8g") == ["not_sold_on_demand"]
    quote = machine(parsed, "a4-highgpu-8g", "spot")
    assert quote is not None
    assert (quote["price_per_accelerator_hour_usd"], quote["accelerator"]) == (5.0, "NVIDIA B200")


def test_a100_with_40_and_80_gb_have_their_own_machines() -> None:
    hosts = (core("A2"), ram("A2"), ssd())
    parsed = skus(*hosts, gpu("Nvidia Tesla A100 GPU", 2.9), gpu("Nvidia Tesla A100 80GB GPU", 3.9))
    small, large = machine(parsed, "a2-highgpu-1g"), machine(parsed, "a2-ultragpu-1g")
    assert small is not None
    assert large is not None
    assert (small["accelerator_memory_gb"], large["accelerator_memory_gb"]) == (40.0, 80.0)
    assert small["price_per_instance_hour"] == pytest.approx(12 * 0.03 + 85 * 0.0025 + 2.9)
    assert large["price_per_instance_hour"] == pytest.approx(12 * 0.03 + 170 * 0.0025 + 3.9 + 375 * 0.073 / 730)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (gpu("Nvidia Q9 GPU"), "unknown_accelerator"),
        ({**gpu(), "serviceRegions": []}, "not_offered"),
        ({**gpu(), "pricingInfo": []}, "price_missing"),
        (sku("Nvidia H100 80GB GPU running in Americas", "GPU", 0.0), "price_not_positive"),
        (sku("Nvidia H100 80GB GPU running in Americas", "GPU", 9.0, unit="mo"), "unit_mismatch"),
        ({**gpu(), "description": None}, "description_missing"),
        ({**gpu(), "category": 5}, "category_not_an_object"),
    ],
)
def test_skus_that_are_no_price_of_a_part_are_rejected(entry: Fields, reason: str) -> None:
    assert reasons(skus(entry)) == [(1, reason)]


@pytest.mark.parametrize(
    ("description", "group", "reason"),
    [
        ("Nvidia Tesla T4 GPU running in Americas", "GPU", "component_price"),
        ("N1 Predefined Instance Core running in Americas", "N1Standard", "other_product"),
        ("Storage PD Capacity", "PDStandard", "other_product"),
        ("TpuV5e running in Americas", "TPU", "other_product"),
    ],
)
def test_other_products_are_counted(description: str, group: str, reason: str) -> None:
    parsed = skus(sku(description, group, 0.35), sku(description, group, 0.35))
    assert reasons(parsed) == [(0, reason)]
    assert parsed.rejected[0].detail.startswith("2 SKUs are not read")


def test_currencies_are_not_mixed() -> None:
    other = json.loads(json.dumps(core()).replace('"USD"', '"EUR"'))
    assert "currencies_differ" in why(skus(other, ram(), ssd(), gpu()), "a3-highgpu-8g")


def test_pages_of_a_snapshot_are_added_up_together() -> None:
    pages = [{"skus": [core(), ram()], "nextPageToken": "x/y"}, {"skus": [ssd(), gpu()]}]
    parsed = read("gcp", pack([Part(json.dumps(page).encode(), f"{ADDRESS}&n={n}", "application/json") for n, page in enumerate(pages)]))
    quote = machine(parsed, "a3-highgpu-8g")
    assert quote is not None
    assert quote["locator"] == "answer 2, skus[1]"
    assert Counter(reasons(parsed)) == {(4, "not_sold_on_demand"): 3}


def test_a_page_that_is_missing_or_broken_is_said() -> None:
    assert (0, "pages_missing") in reasons(read_json("gcp", {"skus": list(A3), "nextPageToken": "more"}))
    parts = [Part(json.dumps({"skus": list(A3)}).encode(), ADDRESS), Part(b'{"skus": [', f"{ADDRESS}&pageToken=2")]
    parsed = read("gcp", pack(parts))
    assert machine(parsed, "a3-highgpu-8g") is not None
    assert (0, "broken_json") in reasons(parsed)


def test_the_next_page_is_asked_for_by_its_token() -> None:
    def following(body: bytes) -> list[str]:
        return [request.url for request in FETCHING.following(Answer(Request(ADDRESS), body))]

    assert following(b'{"skus": [], "nextPageToken": "a/b="}') == [f"{ADDRESS}&pageToken=a%2Fb%3D"]
    assert following(b'{"skus": [], "nextPageToken": ""}') == []
    assert following(b"<html>") == []


@pytest.mark.parametrize(
    ("value", "reason"),
    [({"error": {"code": 403, "message": "key"}}, "source_error"), ({"skus": []}, "no_rows"), ({"x": 1}, "not_a_price_list")],
)
def test_an_answer_without_skus_is_refused(value: object, reason: str) -> None:
    assert refusal("gcp", json.dumps(value).encode()) == reason
    assert refusal("gcp", json.dumps({"skus": list(catalogue.A3)}).encode()[:-50]) == "broken_json"
