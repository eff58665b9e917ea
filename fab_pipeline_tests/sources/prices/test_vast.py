"""Vast.ai's offers: whole offers, chunks of one machine, bids, and cards that only their memory tells apart."""

import json
from pathlib import Path

import pytest

from fab_pipeline.sources.base import Parsed
from fab_pipeline_tests.sources.prices.captures import Quote, columns, only_quote, only_rejection, quotes, read, read_json, reasons, refusal
from fab_pipeline_tests.sources.prices.look_alikes import vast_offer


def offers(*entries: object) -> Parsed:
    return read_json("vast", {"offers": list(entries)})


def one(**changes: object) -> Quote:
    return only_quote(offers(vast_offer(**{"min_bid": None, **changes})))


def rejection(**changes: object) -> str:
    return only_rejection(offers(vast_offer(**changes))).reason


def test_the_price_is_of_the_whole_offer() -> None:
    quote = one()
    assert (quote["price_per_instance_hour"], quote["accelerator_count"], quote["price_per_accelerator_hour_usd"]) == (1.8, 2, 0.9)
    assert (quote["provider"], quote["provider_kind"], quote["price_kind"]) == ("Vast.ai", "marketplace", "live_offer")
    assert (quote["purchase_option"], quote["available"], quote["node_accelerators"]) == ("on_demand", True, 8)
    assert (quote["region"], quote["country"], quote["instance_type"]) == ("Norway, NO", "NO", "A100 SXM4 x2, machine 700")


@pytest.mark.parametrize(
    ("printed", "mebibytes", "accelerator", "memory", "form"),
    [
        ("A100 SXM4", 40_960, "NVIDIA A100", 40.0, "sxm"),
        ("A100 SXM4", 81_920, "NVIDIA A100", 80.0, "sxm"),
        ("A100 PCIE", 40_536, "NVIDIA A100", 40.0, "pcie"),
        ("H100 NVL", 95_830, "NVIDIA H100", 94.0, "nvl"),
        ("H200", 143_771, "NVIDIA H200", 141.0, "unknown"),
        ("H100 SXM", 80, "NVIDIA H100", 80.0, "sxm"),
        ("GH200 SXM", 97_871, "NVIDIA GH200", 96.0, "superchip"),
        ("RTX 6000Ada", 49_140, "NVIDIA RTX 6000 Ada", 48.0, "pcie"),
        ("RTX PRO 6000 WS", 97_887, "NVIDIA RTX PRO 6000", 96.0, "pcie"),
        ("RTX PRO 6000 MAX-Q", 97_887, "NVIDIA RTX PRO 6000", 96.0, "pcie"),
        ("RTX 4070S Ti", 16_376, "NVIDIA RTX 4070 Ti SUPER", 16.0, "pcie"),
        ("GTX 1660 S", 6_144, "NVIDIA GTX 1660 SUPER", 6.0, "pcie"),
        ("Q P4000", 8_192, "NVIDIA P4000", 8.0, "pcie"),
        ("A16", 15_356, "NVIDIA A16", 16.0, "pcie"),
        ("InstinctMI50", 16_368, "AMD MI50", 16.0, "pcie"),
        ("Tesla V100", 16_384, "NVIDIA V100", 16.0, "unknown"),
        ("Tesla V100", 32_768, "NVIDIA V100", 32.0, "unknown"),
    ],
)
def test_memory_tells_cards_of_one_name_apart(printed: str, mebibytes: int, accelerator: str, memory: float, form: str) -> None:
    quote = one(gpu_name=printed, gpu_ram=mebibytes)
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, memory, form)


@pytest.mark.parametrize(
    ("place", "country"),
    [("Norway, NO", "NO"), ("Quebec, CA, NA", "CA"), (", US", "US"), ("Walvis Bay, NA", "NA"), ("Somewhere", None), (None, None)],
)
def test_the_country_is_told_from_the_continent(place: str | None, country: str | None) -> None:
    quote = one(geolocation=place)
    assert (quote["region"], quote["country"]) == (place, country)


def test_old_cards_cost_a_few_cents_and_cards_for_training_do_not() -> None:
    assert one(gpu_name="GTX 1660 S", gpu_ram=6_144, num_gpus=1, dph_total=0.03)["price_per_accelerator_hour_usd"] == 0.03
    assert rejection(gpu_name="GTX 1660 S", gpu_ram=6_144, num_gpus=1, dph_total=0.009, min_bid=None) == "price_implausible"
    assert rejection(gpu_name="H100 SXM", gpu_ram=81_559, num_gpus=1, dph_total=0.03, min_bid=None) == "price_implausible"


def test_without_memory_a_card_of_two_sizes_stays_without_size() -> None:
    assert one(gpu_ram=None)["accelerator_memory_gb"] == 0.0


def test_the_lowest_bid_is_a_bid_beside_the_offer() -> None:
    parsed = offers(vast_offer())
    assert columns(parsed, "purchase_option", "price_kind", "price_per_accelerator_hour_usd", "locator") == [
        ("on_demand", "live_offer", 0.9, "offers[0]"),
        ("spot", "bid", 0.45, "offers[0].min_bid"),
    ]


@pytest.mark.parametrize("fields", [{"is_bid": True}, {"type": "bid"}, {"type": "interruptible"}])
def test_a_search_for_bids_gives_bids_only(fields: dict[str, object]) -> None:
    parsed = offers(vast_offer(**fields))
    assert columns(parsed, "purchase_option", "price_kind", "price_per_accelerator_hour_usd") == [("spot", "bid", 0.9)]


def test_a_reserved_offer_is_reserved() -> None:
    assert one(type="reserved")["purchase_option"] == "reserved"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gpu_name": "A100 SXM4", "gpu_ram": 24_576}, "memory_mismatch"),
        ({"gpu_name": "H100 SXM", "gpu_ram": 20_096}, "memory_mismatch"),
        ({"gpu_ram": 0}, "memory_mismatch"),
        ({"gpu_ram": "lots"}, "gpu_ram_not_a_number"),
        ({"gpu_name": "A100 MIG 1g.10gb"}, "partition_not_full"),
        ({"gpu_name": "Z900"}, "unknown_accelerator"),
        ({"gpu_name": "A100Z"}, "unknown_accelerator"),
        ({"gpu_name": None}, "accelerator_model_missing"),
        ({"gpu_name": {}}, "gpu_name_not_a_text"),
        ({"num_gpus": 0}, "count_not_positive"),
        ({"num_gpus": 1.5}, "count_not_whole"),
        ({"num_gpus": None}, "accelerator_count_missing"),
        ({"dph_total": None, "min_bid": None}, "price_missing"),
        ({"dph_total": 0, "min_bid": None}, "price_not_positive"),
        ({"dph_total": 0.02, "min_bid": None}, "price_implausible"),
        ({"dph_total": 4000, "min_bid": None}, "price_implausible"),
        ({"dph_total": "1,80"}, "price_not_a_number"),
        ({"min_bid": "low"}, "price_not_a_number"),
        ({"rentable": False}, "not_on_offer"),
        ({"rented": True}, "not_on_offer"),
        ({"rentable": "maybe"}, "rentable_not_a_flag"),
        ({"verification": "unverified"}, "unverified_machine"),
        ({"verification": None, "verified": False}, "unverified_machine"),
    ],
)
def test_what_nobody_can_rent_as_a_whole_accelerator_is_rejected(changes: dict[str, object], reason: str) -> None:
    assert rejection(**changes) == reason


def test_the_price_field_of_the_wrong_kind_of_offer_does_not_leak() -> None:
    parsed = offers(vast_offer(dph_total=None))
    assert columns(parsed, "price_kind") == [("bid",)]
    assert reasons(parsed) == [(1, "price_missing")]


def chunk(number: int, count: int, each: float, **changes: object) -> dict[str, object]:
    return vast_offer(id=number, num_gpus=count, gpu_frac=count / 8, dph_total=each * count, min_bid=None, **changes)


def test_a_chunk_that_a_larger_one_covers_for_no_more_is_not_counted_again() -> None:
    parsed = offers(chunk(1, 1, 0.9), chunk(2, 2, 0.9), chunk(3, 8, 0.9))
    assert columns(parsed, "accelerator_count", "price_per_accelerator_hour_usd") == [(8, 0.9)]
    assert reasons(parsed) == [(1, "overlapping_chunk"), (2, "overlapping_chunk")]


def test_a_smaller_chunk_that_is_cheaper_stays() -> None:
    parsed = offers(chunk(1, 1, 0.8), chunk(2, 4, 0.85), chunk(3, 8, 0.9))
    assert columns(parsed, "accelerator_count") == [(1,), (4,), (8,)]


def test_leaving_out_chunks_never_changes_a_lowest_price_of_any_size() -> None:
    entries = [chunk(1, 1, 0.95), chunk(2, 2, 0.9), chunk(3, 4, 1.0), chunk(4, 8, 0.92), chunk(5, 1, 0.85)]
    kept = {(quote["accelerator_count"], quote["price_per_accelerator_hour_usd"]) for quote in quotes(offers(*entries))}
    assert kept == {(2, 0.9), (8, 0.92), (1, 0.85)}
    for least, lowest in ((1, 0.85), (2, 0.9), (4, 0.92), (8, 0.92)):
        assert min(str(price) for count, price in kept if isinstance(count, int) and count >= least) == str(lowest)


def test_equal_chunks_of_one_machine_count_once_and_equal_offers_of_two_machines_twice() -> None:
    same = offers(chunk(1, 2, 0.9), chunk(2, 2, 0.9))
    assert (len(quotes(same)), reasons(same)) == (1, [(2, "overlapping_chunk")])
    assert len(quotes(offers(chunk(1, 2, 0.9), chunk(2, 2, 0.9, machine_id=701)))) == 2


def test_bids_and_offers_do_not_cover_each_other() -> None:
    parsed = offers({**chunk(1, 1, 0.9), "min_bid": 0.3}, {**chunk(2, 2, 0.9), "min_bid": 1.2})
    assert columns(parsed, "price_kind", "accelerator_count") == [("bid", 1), ("live_offer", 2), ("bid", 2)]


def test_without_machine_ids_every_listing_is_kept() -> None:
    entries = [chunk(number, 2, 0.9, machine_id=None) for number in (1, 2)]
    assert len(quotes(offers(*entries))) == 2


def test_an_offer_that_comes_twice_counts_once_and_two_versions_of_it_not_at_all() -> None:
    twice = offers(chunk(1, 2, 0.9), chunk(1, 2, 0.9))
    assert (len(quotes(twice)), reasons(twice)) == (1, [(2, "duplicate_row")])
    torn = offers(chunk(1, 2, 0.9), chunk(1, 2, 0.7))
    assert (quotes(torn), reasons(torn)) == ([], [(1, "conflicting_duplicate"), (2, "conflicting_duplicate")])


@pytest.mark.parametrize("value", [{"offers": [vast_offer()]}, {"bundles": [vast_offer()]}, {"offers": vast_offer()}, [vast_offer()]])
def test_every_shape_of_the_answer_is_read(value: object) -> None:
    assert len(quotes(read_json("vast", value))) == 2


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"success": False, "error": "too_many_requests", "msg": "slow down"}, "source_error"),
        ({"instances": []}, "not_vast_offers"),
        ({"offers": []}, "no_rows"),
        ({"offers": "none"}, "not_a_price_list"),
        (None, "not_a_price_list"),
    ],
)
def test_an_answer_without_offers_is_refused(value: object, reason: str) -> None:
    assert refusal("vast", json.dumps(value).encode()) == reason


def test_elements_of_the_wrong_type_are_listed() -> None:
    parsed = offers(3, vast_offer(), None)
    assert len(quotes(parsed)) == 2
    assert reasons(parsed) == [(1, "not_an_object"), (3, "not_an_object")]


def test_the_captured_offers_part_the_a100_by_memory(shared: Path) -> None:
    parsed = read("vast", (shared / "samples/prices/raw_captures/vast.json").read_bytes())
    assert len(quotes(parsed)) == 138
    assert parsed.rejected == []
    assert {memory for name, memory in columns(parsed, "accelerator", "accelerator_memory_gb") if name == "NVIDIA A100"} == {40.0, 80.0}


def test_a_share_that_no_machine_has_tells_no_machine() -> None:
    assert one(gpu_frac=5e-324)["node_accelerators"] is None
