"""gpuhunt: the catalogue with its version pointer, and the table of TPU prices."""

import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from fab_pipeline.contracts.words import WINNING_SOURCE_STATUS
from fab_pipeline.sources.base import Parsed, UnreadableCaptureError
from fab_pipeline.sources.prices.gpuhunt import PROVIDERS, catalog_url
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.prices.captures import (
    about,
    columns,
    only_quote,
    only_rejection,
    quotes,
    read,
    read_json,
    read_rows,
    reasons,
    refusal,
)
from fab_pipeline_tests.sources.prices.look_alikes import gpuhunt_row, tpu_table, zip_file
from fab_pipeline_tests.sources.prices.tables import csv_table


def nebius(**changes: object) -> Parsed:
    return read_rows("gpuhunt_nebius", gpuhunt_row(**changes))


def test_a_row_of_the_catalogue_is_the_price_of_the_whole_instance() -> None:
    quote = only_quote(nebius())
    assert (quote["provider"], quote["accelerator"], quote["accelerator_count"]) == ("Nebius", "NVIDIA H100", 8)
    assert (quote["price_per_instance_hour"], quote["price_per_accelerator_hour_usd"]) == (23.6, 2.95)
    assert (quote["accelerator_memory_gb"], quote["form_factor"], quote["region"]) == (80.0, "sxm", "eu-north1")
    assert (quote["dated_fact"], quote["purchase_option"]) == (False, "on_demand")


def test_the_catalogue_was_built_from_documentation_so_its_rows_win_nothing() -> None:
    assert only_quote(nebius())["source_status"] == "documented"
    assert "documented" not in WINNING_SOURCE_STATUS


def test_zip_and_csv_say_the_same() -> None:
    table = csv_table([gpuhunt_row(), gpuhunt_row(spot="True", price="9.6")])
    names = ("row_number", "price_per_instance_hour", "purchase_option", "offer_key")
    assert columns(read("gpuhunt_nebius", zip_file({"nebius.csv": table})), *names) == columns(read("gpuhunt_nebius", table), *names)


def test_rows_of_several_files_are_counted_on() -> None:
    tables = {"one.csv": csv_table([gpuhunt_row(), gpuhunt_row(gpu_count="0")]), "two.csv": csv_table([gpuhunt_row(location="us-1")])}
    parsed = read("gpuhunt_nebius", zip_file(tables))
    assert columns(parsed, "row_number", "region", "locator") == [(1, "eu-north1", "one.csv line 2"), (3, "us-1", "two.csv line 2")]
    assert reasons(parsed) == [(2, "no_accelerator")]


def test_the_file_of_another_provider_is_that_providers() -> None:
    table = csv_table([gpuhunt_row(instance_name="gpu_8x_h100_sxm5", location="us-west-1")])
    quote = only_quote(read("gpuhunt_nebius", zip_file({"lambdalabs.csv": table})))
    assert (quote["source"], quote["provider"]) == ("gpuhunt_lambdalabs", "Lambda")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gpu_count": "0"}, "no_accelerator"),
        ({"gpu_name": ""}, "no_accelerator"),
        ({"gpu_count": "0.125"}, "partition_not_full"),
        ({"gpu_count": "many"}, "count_not_a_number"),
        ({"spot": ""}, "purchase_option_missing"),
        ({"spot": "sometimes"}, "spot_not_a_flag"),
        ({"gpu_name": "Z900"}, "unknown_accelerator"),
        ({"gpu_memory": "24"}, "memory_mismatch"),
        ({"price": ""}, "price_missing"),
        ({"price": "0.0"}, "price_not_positive"),
        ({"price": "99999999"}, "price_implausible"),
        ({"flags": "gcp-dws-calendar-mode"}, "capacity_block_price"),
        ({"provider_data": '{"is_dws_calendar_mode": true}'}, "capacity_block_price"),
    ],
)
def test_other_rows_are_rejected_with_their_reason(changes: dict[str, object], reason: str) -> None:
    assert only_rejection(nebius(**changes)).reason == reason


@pytest.mark.parametrize(
    ("printed", "accelerator", "chips"),
    [
        ("v5p-8", "Google TPU v5p", 4),
        ("v4-32", "Google TPU v4", 16),
        ("v3-8", "Google TPU v3", 4),
        ("v2-8", "Google TPU v2", 4),
        ("tpu-v5p-128", "Google TPU v5p", 64),
        ("v5litepod-16", "Google TPU v5e", 16),
        ("v6e-8", "Google TPU v6e", 8),
    ],
)
def test_slices_of_tpus_are_counted_in_chips(printed: str, accelerator: str, chips: int) -> None:
    row = gpuhunt_row(instance_name=printed, gpu_name=printed, gpu_count="1", gpu_memory="0", price=str(2.0 * chips), gpu_vendor="google")
    quote = only_quote(read_rows("gpuhunt_gcp", row))
    assert (quote["accelerator"], quote["accelerator_count"], quote["price_per_accelerator_hour_usd"]) == (accelerator, chips, 2.0)


def test_half_a_chip_is_no_accelerator() -> None:
    row = gpuhunt_row(gpu_name="v3-1", gpu_count="1", gpu_memory="0")
    assert only_rejection(read_rows("gpuhunt_gcp", row)).reason == "partition_not_full"


def test_a_memory_that_gpuhunt_has_wrong_says_nothing() -> None:
    row = gpuhunt_row(instance_name="8xMI325X", gpu_name="MI325X", gpu_memory="288.0", gpu_vendor="amd", price="16")
    assert only_quote(read_rows("gpuhunt_hotaisle", row))["accelerator_memory_gb"] == 256.0


def test_what_is_known_of_a_provider_labels_its_rows() -> None:
    vast = [gpuhunt_row(instance_name="8831", location="NO"), gpuhunt_row(instance_name="8831", location="NO", spot="True", price="9.0")]
    assert columns(read_rows("gpuhunt_vastai", *vast), "price_kind") == [("live_offer",), ("bid",)]
    assert columns(read_rows("gpuhunt_crusoe", gpuhunt_row()), "price_kind") == [("estimated",)]
    runpod = [gpuhunt_row(location="EU-SE-1"), gpuhunt_row(location="SE")]
    assert columns(read_rows("gpuhunt_runpod", *runpod), "provider") == [("RunPod Secure Cloud",), ("RunPod Community Cloud",)]


def test_instance_types_of_known_clouds_must_agree() -> None:
    row = gpuhunt_row(instance_name="p5.48xlarge", location="us-east-1", price="55.04")
    assert only_quote(read_rows("gpuhunt_aws", row))["form_factor"] == "sxm"
    assert only_rejection(read_rows("gpuhunt_aws", row | {"gpu_count": "4"})).reason == "count_mismatch"
    assert only_rejection(read_rows("gpuhunt_aws", row | {"gpu_name": "H200", "gpu_memory": "141"})).reason == "accelerator_mismatch"
    assert only_rejection(read_rows("gpuhunt_aws", row | {"location": "cn-north-1"})).reason == "currency_not_stated"
    assert only_quote(read_rows("gpuhunt_aws", row | {"location": "us-gov-west-1"}))["market"] == "government"


def test_an_instance_named_like_its_card_tells_the_form() -> None:
    row = gpuhunt_row(instance_name="NVIDIA H100 80GB HBM3", gpu_count="1", price="2.99", location="US-KS-2")
    assert only_quote(read_rows("gpuhunt_runpod", row))["form_factor"] == "sxm"


@pytest.mark.parametrize("instance", ["a4-highgpu-8g", "a3-ultragpu-8g", "a3-highgpu-2g"])
def test_what_google_prices_and_does_not_sell_on_demand_is_no_on_demand_quote(instance: str) -> None:
    row = gpuhunt_row(instance_name=instance, location="us-central1")
    assert only_rejection(read_rows("gpuhunt_gcp", row)).reason == "not_sold_on_demand"
    assert only_quote(read_rows("gpuhunt_gcp", row | {"spot": "True"}))["purchase_option"] == "spot"
    assert only_quote(read_rows("gpuhunt_gcp", row | {"instance_name": "a3-highgpu-8g"}))["purchase_option"] == "on_demand"


def test_a_flag_that_is_false_flags_nothing() -> None:
    assert only_quote(nebius(provider_data="{'is_dws_calendar_mode': False}"))["price_per_accelerator_hour_usd"] == 2.95


def test_every_provider_of_the_list_has_a_known_seller() -> None:
    for name in PROVIDERS:
        assert "unknown_provider" not in {reason for _, reason in reasons(read_rows(f"gpuhunt_{name}", gpuhunt_row()))}, name


def test_the_version_pointer_leads_to_the_catalogue() -> None:
    assert (
        catalog_url("nebius", "20261009-812\n")
        == "https://dstack-gpu-pricing.s3.eu-west-1.amazonaws.com/v3/nebius/20261009-812/catalog.zip"
    )
    body = b"20261009-812\n"
    with pytest.raises(UnreadableCaptureError, match=r"v3/nebius/20261009-812/catalog\.zip") as caught:
        SOURCES["gpuhunt_nebius"].parse(body, about("gpuhunt_nebius", body))
    assert caught.value.reason == "version_pointer"


@pytest.mark.parametrize("pointer", ["", "latest", "<html>", "20261009", "../20261009-1"])
def test_a_pointer_that_holds_something_else_makes_no_address(pointer: str) -> None:
    with pytest.raises(UnreadableCaptureError, match="not a version"):
        catalog_url("nebius", pointer)


GOOD_ZIP = zip_file({"nebius.csv": csv_table([gpuhunt_row()] * 40)})


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty_file"),
        (GOOD_ZIP[:60], "damaged_zip"),
        (GOOD_ZIP[:-30], "damaged_zip"),
        (GOOD_ZIP[:80] + b"\xff\xff" + GOOD_ZIP[82:], "damaged_zip"),
        (zip_file({"readme.txt": b"hello"}), "not_a_catalogue"),
        (zip_file({f"{number}.csv": b"x" for number in range(101)}), "not_a_catalogue"),
        (zip_file({"nebius.csv": csv_table([{"name": "x", "price": 1}])}), "missing_columns"),
        (csv_table([gpuhunt_row()]).split(b"\r\n")[0] + b"\r\n", "no_rows"),
    ],
)
def test_a_catalogue_that_cannot_be_read_is_refused(body: bytes, reason: str) -> None:
    assert refusal("gpuhunt_nebius", body) == reason


def test_every_kind_of_compression_is_unpacked() -> None:
    for kind in (zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert len(quotes(read("gpuhunt_nebius", zip_file({"nebius.csv": csv_table([gpuhunt_row()])}, kind)))) == 1


def test_tpu_prices_are_per_chip_with_commitments_and_spot() -> None:
    parsed = read_json("gpuhunt_gcp", tpu_table())
    names = ("accelerator", "accelerator_count", "purchase_option", "term_months", "price_per_accelerator_hour_usd", "region")
    assert columns(parsed, *names) == [
        ("Google TPU v5e", 1, "on_demand", None, 1.3, "us-south9"),
        ("Google TPU v5e", 1, "reserved", 12, 0.9, "us-south9"),
        ("Google TPU v5e", 1, "reserved", 36, 0.6, "us-south9"),
        ("Google TPU v5e", 1, "spot", None, 0.5, "us-south9"),
        ("Google TPU v3", 1, "on_demand", None, 2.1, "europe-east9"),
    ]
    assert reasons(parsed) == [(2, "spot_not_below_on_demand")]
    assert {(quote["source_status"], quote["dated_fact"]) for quote in quotes(parsed)} == {("sampled", True)}


def test_two_currencies_of_one_price_are_two_quotes_and_another_column_of_money_is_told() -> None:
    prices = {"On Demand (USD)": 1.2, "On Demand (EUR)": 1.1, "Per core (USD)": 0.6}
    parsed = read_json("gpuhunt_gcp", {"TPU v5e": {"us-west4": prices}})
    assert columns(parsed, "price_per_accelerator_hour", "currency") == [(1.2, "USD"), (1.1, "EUR")]
    assert len({quote["quote_id"] for quote in quotes(parsed)}) == 2
    assert reasons(parsed) == [(0, "column_not_read")]


def test_pods_and_devices_are_different_offers() -> None:
    table = {"TPU v3 pod": {"eu": {"On Demand (USD)": 2.0}}, "TPU v3 device": {"eu": {"On Demand (USD)": 2.2}}}
    assert columns(read_json("gpuhunt_gcp", table), "instance_type") == [("TPU v3 pod, per chip",), ("TPU v3 device, per chip",)]


@pytest.mark.parametrize(
    ("prices", "reason"),
    [
        ({"Location": "Here"}, "no_price"),
        ({"On Demand (USD)": None, "Spot (USD)": ""}, "no_price"),
        ({"On Demand (USD)": "from 2"}, "price_not_a_number"),
        ({"On Demand (USD)": 0}, "price_not_positive"),
        ({"On Demand (XYZW)": 2}, "no_price"),
        ({"On Demand (QQQ)": 2}, "unknown_currency"),
        ("none", "not_an_object"),
    ],
)
def test_a_region_without_a_usable_price_is_reported(prices: object, reason: str) -> None:
    table = {**tpu_table(), "TPU v4 pod": {"us-nowhere": prices}}
    assert reasons(read_json("gpuhunt_gcp", table))[-1] == (3, reason)


def test_an_unknown_generation_is_named() -> None:
    entry = read_json("gpuhunt_gcp", {**tpu_table(), "TPU v99": {"us": {"On Demand (USD)": 2}}}).rejected[-1]
    assert (entry.reason, entry.name) == ("unknown_accelerator", "TPU v99")


@pytest.mark.parametrize("value", [{}, [], [1], {"a": 1}, {"Items": []}, {"data": {"gpuTypes": []}}])
def test_other_json_is_no_table_of_tpus(value: object) -> None:
    assert refusal("gpuhunt_gcp", json.dumps(value).encode()) == "not_a_tpu_table"


@pytest.mark.parametrize(
    ("name", "accepted", "rejected"),
    [("tpu_pricing", 36, {"spot_not_below_on_demand": 6}), ("tpu_pricing_c8bb9a7", 68, {}), ("tpu_pricing_edc13c0", 80, {})],
)
def test_the_captured_tables_are_read_whole(shared: Path, name: str, accepted: int, rejected: dict[str, int]) -> None:
    parsed = read("gpuhunt_gcp", (shared / f"samples/prices/gpuhunt_tpu/{name}.json").read_bytes())
    assert len(quotes(parsed)) == accepted
    assert Counter(reason for _, reason in reasons(parsed)) == rejected
