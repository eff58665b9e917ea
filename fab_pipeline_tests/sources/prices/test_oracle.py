"""Oracle's price list: which products are accelerator-hours of the public cloud, and what their names mean."""

import json
from collections import Counter
from pathlib import Path

import pytest

from fab_pipeline.sources.base import Parsed
from fab_pipeline_tests.sources.prices.captures import Quote, columns, only_quote, only_rejection, quotes, read, read_json, reasons, refusal
from fab_pipeline_tests.sources.prices.look_alikes import oracle_price, oracle_product


def products(*entries: object) -> Parsed:
    return read_json("oracle", {"items": list(entries)})


def one(**changes: object) -> Quote:
    return only_quote(products(oracle_product(**changes)))


def rejection(**changes: object) -> str:
    return only_rejection(products(oracle_product(**changes))).reason


def test_a_product_is_the_price_of_one_accelerator_anywhere() -> None:
    quote = one()
    assert (quote["provider"], quote["accelerator"], quote["form_factor"]) == ("Oracle Cloud", "NVIDIA H100", "sxm")
    assert (quote["accelerator_count"], quote["node_accelerators"], quote["region"]) == (1, 8, None)
    assert (quote["price_per_accelerator_hour_usd"], quote["purchase_option"], quote["price_kind"]) == (9.5, "on_demand", "list")
    assert quote["instance_type"] == "B900001 OCI - Compute - GPU - H100"
    assert quote["locator"] == "items[0].currencyCodeLocalizations[0].prices[0]"


@pytest.mark.parametrize(
    ("display", "accelerator", "memory", "form"),
    [
        ("Oracle Cloud Infrastructure - Compute - GPU Standard - X7", "NVIDIA P100", 16.0, "unknown"),
        ("Compute - GPU Standard - V2", "NVIDIA V100", 16.0, "sxm"),
        ("Compute - GPU - E3", "NVIDIA A100", 40.0, "sxm"),
        ("OCI  -  Compute -GPU - A100 - v2", "NVIDIA A100", 80.0, "sxm"),
        ("OCI - Compute - GPU - MI300X", "AMD MI300X", 192.0, "oam"),
        ("OCI - Compute - GPU - GB200", "NVIDIA GB200", 186.0, "superchip"),
        ("OCI - Compute - GPU - L40S", "NVIDIA L40S", 48.0, "pcie"),
        ("OCI – Compute – GPU – H100", "NVIDIA H100", 80.0, "sxm"),
    ],
)
def test_opaque_names_are_read_by_the_shapes_they_price(display: str, accelerator: str, memory: float, form: str) -> None:
    quote = one(displayName=display)
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, memory, form)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"metricName": "Node Per Hour"}, "unit_not_gpu_hour"),
        ({"metricName": "OCPU Per Hour"}, "unit_not_gpu_hour"),
        ({"metricName": None}, "unit_not_gpu_hour"),
        ({"serviceCategory": "Compute - VMware"}, "other_service"),
        ({"serviceCategory": "Compute - GPU - Limited Availability"}, "other_service"),
        ({"serviceCategory": "Oracle Roving Edge"}, "other_service"),
        ({"displayName": "Compute - GPU - H100 - Cloud@Customer"}, "other_service"),
        ({"displayName": "Compute - GPU - H100 - 1 Year Commit"}, "other_service"),
        ({"displayName": "OCI - Compute - GPU - Z900"}, "unknown_accelerator"),
        ({"displayName": ""}, "accelerator_model_missing"),
        ({"displayName": ["H100"]}, "display_name_not_a_text"),
        ({"currencyCodeLocalizations": None}, "price_missing"),
        ({"currencyCodeLocalizations": []}, "price_missing"),
        ({"currencyCodeLocalizations": [7]}, "price_missing"),
        ({"currencyCodeLocalizations": [{"currencyCode": "USD"}]}, "price_missing"),
        ({"currencyCodeLocalizations": [{"currencyCode": "USD", "prices": []}]}, "price_missing"),
        ({"currencyCodeLocalizations": [oracle_price("USD", None)]}, "price_missing"),
        ({"currencyCodeLocalizations": [oracle_price("USD", 0)]}, "price_not_positive"),
        ({"currencyCodeLocalizations": [oracle_price("USD", "9.5 USD")]}, "price_not_a_number"),
        ({"currencyCodeLocalizations": [oracle_price("", 9.5)]}, "unknown_currency"),
        ({"currencyCodeLocalizations": [oracle_price("USD", 9.5, model="MONTHLY_COMMIT")]}, "not_pay_as_you_go"),
        ({"currencyCodeLocalizations": [oracle_price("USD", 9.5, model=None)]}, "not_pay_as_you_go"),
        ({"currencyCodeLocalizations": [oracle_price("USD", 9.5, rangeMin=1000, rangeMax=5000)]}, "volume_tier"),
    ],
)
def test_other_products_are_rejected_with_their_reason(changes: dict[str, object], reason: str) -> None:
    assert rejection(**changes) == reason


def test_every_currency_is_a_quote_and_only_dollars_compare() -> None:
    parsed = products(
        oracle_product(currencyCodeLocalizations=[oracle_price("EUR", 8.8), oracle_price("USD", 9.5), oracle_price("CNY", 68)])
    )
    assert parsed.rejected == []
    assert columns(parsed, "currency", "price_per_accelerator_hour", "price_per_accelerator_hour_usd") == [
        ("EUR", 8.8, None),
        ("USD", 9.5, 9.5),
        ("CNY", 68.0, None),
    ]
    assert len({quote["quote_id"] for quote in quotes(parsed)}) == 3


def test_the_first_range_is_the_price_of_an_hour_and_later_ones_are_not() -> None:
    ranges = {
        "currencyCode": "USD",
        "prices": [
            {"model": "PAY_AS_YOU_GO", "value": 9.5, "rangeMin": 0, "rangeMax": 100},
            {"model": "PAY_AS_YOU_GO", "value": 7.0, "rangeMin": 100, "rangeMax": 99999},
        ],
    }
    parsed = products(oracle_product(currencyCodeLocalizations=[ranges]))
    assert columns(parsed, "price_per_accelerator_hour_usd") == [(9.5,)]
    assert reasons(parsed) == [(1, "volume_tier")]


def test_a_part_that_comes_twice_counts_once() -> None:
    parsed = products(oracle_product(), oracle_product(), "B900001")
    assert len(quotes(parsed)) == 1
    assert reasons(parsed) == [(2, "duplicate_row"), (3, "not_an_object")]


@pytest.mark.parametrize(
    ("value", "reason"),
    [({"products": []}, "not_oracle_products"), ({"items": []}, "no_rows"), ({"items": 3}, "not_a_price_list"), ("x", "not_a_price_list")],
)
def test_an_answer_without_products_is_refused(value: object, reason: str) -> None:
    assert refusal("oracle", json.dumps(value).encode()) == reason


def test_the_captured_price_list_has_17_accelerators(shared: Path) -> None:
    parsed = read("oracle", (shared / "samples/prices/raw_captures/oracle.json").read_bytes())
    assert len(quotes(parsed)) == 17
    assert Counter(reason for _, reason in reasons(parsed)) == {"unit_not_gpu_hour": 5, "other_service": 4}
    assert len(set(columns(parsed, "accelerator", "accelerator_memory_gb", "instance_type"))) == 17
