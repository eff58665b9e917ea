"""Azure Retail Prices: which meters are the price of a Linux instance, and what the others are."""

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from fab_pipeline_tests.sources.prices.captures import (
    Quote,
    columns,
    only_quote,
    only_rejection,
    quotes,
    read,
    read_json,
    reasons,
    refusal,
)
from fab_pipeline_tests.sources.prices.look_alikes import azure_item, azure_page

EIGHT_H100 = "Standard_ND96isr_H100_v5"


def one(**changes: object) -> Quote:
    return only_quote(read_json("azure", azure_page(azure_item(**changes))))


def rejection(**changes: object) -> str:
    return only_rejection(read_json("azure", azure_page(azure_item(**changes)))).reason


def test_a_linux_meter_is_an_on_demand_quote_of_the_accelerators_of_its_size() -> None:
    quote = one(armSkuName=EIGHT_H100, retailPrice=98.32)
    assert (quote["provider"], quote["provider_kind"], quote["market"]) == ("Azure", "hyperscaler", "commercial")
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == ("NVIDIA H100", 80.0, "sxm")
    assert (quote["accelerator_count"], quote["price_per_instance_hour"], quote["price_per_accelerator_hour_usd"]) == (8, 98.32, 12.29)
    assert (quote["purchase_option"], quote["price_kind"], quote["operating_system"]) == ("on_demand", "list", "linux")
    assert (quote["region"], quote["effective_from"], quote["source_status"]) == ("westeurope", date(2026, 3, 1), "sampled")
    assert quote["locator"] == "Items[0]"


@pytest.mark.parametrize(
    ("printed", "accelerator", "memory", "form", "count"),
    [
        ("Standard_NC24ads_A100_v4", "NVIDIA A100", 80.0, "pcie", 1),
        ("Standard_ND96asr_v4", "NVIDIA A100", 40.0, "sxm", 8),
        ("Standard_ND96amsr_A100_v4", "NVIDIA A100", 80.0, "sxm", 8),
        ("Standard_NC80adis_H100_v5", "NVIDIA H100", 94.0, "nvl", 2),
        ("Standard_ND96isr_MI300X_v5", "AMD MI300X", 192.0, "oam", 8),
        ("Standard_ND128isr_NDR_GB200_v6", "NVIDIA GB200", 186.0, "superchip", 4),
    ],
)
def test_names_say_vcpus_so_accelerators_come_from_the_table_of_sizes(
    printed: str, accelerator: str, memory: float, form: str, count: int
) -> None:
    quote = one(armSkuName=printed, retailPrice=10.0 * count)
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, memory, form)
    assert (quote["accelerator_count"], quote["price_per_accelerator_hour_usd"]) == (count, 10.0)


def test_a_spot_meter_is_told_by_the_names_of_meter_and_sku() -> None:
    for names in ({"meterName": "NC40adsH100v5 Spot"}, {"skuName": "NC40ads_H100_v5 Spot"}):
        assert one(retailPrice=2.5, **names)["purchase_option"] == "spot"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"productName": "Virtual Machines NCadsH100v5 Series Windows"}, "windows_price"),
        ({"productName": "NCadsH100v5 Series Win"}, "windows_price"),
        ({"meterName": "NC40adsH100v5 Low Priority"}, "low_priority_price"),
        ({"skuName": "NC40ads_H100_v5 LowPriority"}, "low_priority_price"),
        ({"type": "DevTestConsumption"}, "dev_test_price"),
        ({"type": "Gift"}, "unknown_price_type"),
        ({"type": None}, "unknown_price_type"),
        ({"productName": "NDsrH100v5 Series Dedicated Host"}, "dedicated_host_price"),
        ({"meterName": "ND96isrH100v5 Dedicated Host"}, "dedicated_host_price"),
        ({"productName": "NCadsH100v5 Series CloudServices"}, "cloud_services_price"),
        ({"productName": "NCadsH100v5 Series RHEL"}, "licence_price"),
        ({"serviceName": "Azure Machine Learning"}, "not_a_virtual_machine"),
        ({"meterName": "NC40adsH100v5 Windows"}, "windows_price"),
        ({"meterName": "NC40adsH100v5 - Expired"}, "price_expired"),
        ({"productName": None}, "meter_not_described"),
        ({"meterName": None, "skuName": " "}, "meter_not_described"),
        ({"armSkuName": "NDMI300Xv5_Type1", "productName": "NDMI300Xv5 Series Dedicated Host"}, "dedicated_host_price"),
        ({"armRegionName": None}, "region_missing"),
        ({"armSkuName": ""}, "instance_type_missing"),
        ({"armSkuName": "Standard_D4s_v5"}, "no_accelerator"),
        ({"armSkuName": "Standard_NC999ads_H300_v9"}, "unknown_accelerator"),
        ({"armSkuName": "Standard_NV6ads_A10_v5"}, "partition_not_full"),
        ({"unitOfMeasure": "1 GB/Month"}, "unit_not_hourly"),
        ({"unitOfMeasure": None}, "unit_not_hourly"),
        ({"unitOfMeasure": "0 Hours"}, "unit_not_hourly"),
        ({"tierMinimumUnits": 500}, "volume_tier"),
        ({"retailPrice": 0.0}, "price_not_positive"),
        ({"retailPrice": -8.2}, "price_not_positive"),
        ({"retailPrice": None, "unitPrice": None}, "price_missing"),
        ({"retailPrice": "8,20"}, "price_not_a_number"),
        ({"retailPrice": float("nan")}, "price_not_finite"),
        ({"retailPrice": 10**400}, "price_not_finite"),
        ({"retailPrice": True}, "price_not_a_number"),
        ({"retailPrice": {"amount": 8.2}}, "price_not_a_number"),
        ({"retailPrice": 820000.0}, "price_implausible"),
        ({"currencyCode": "Dollars"}, "unknown_currency"),
        ({"effectiveStartDate": "soon"}, "effective_start_date_unreadable"),
        ({"effectiveStartDate": "2026-03-01T00:00:00"}, "effective_start_date_without_zone"),
        ({"effectiveEndDate": "2026-09-30T23:59:59Z"}, "price_expired"),
        ({"effectiveEndDate": "2026-02-01T00:00:00Z"}, "effective_window_impossible"),
        ({"type": "Reservation", "reservationTerm": "1 Month"}, "unknown_term"),
        ({"type": "Reservation"}, "unknown_term"),
    ],
)
def test_what_is_no_price_of_a_linux_instance_is_rejected_with_its_reason(changes: dict[str, object], reason: str) -> None:
    assert rejection(**changes) == reason


@pytest.mark.parametrize(("term", "years"), [("1 Year", 1), ("3 Years", 3), ("5 Years", 5)])
def test_a_reservation_prints_the_total_of_its_term_and_is_brought_to_the_hour(term: str, years: int) -> None:
    quote = one(armSkuName=EIGHT_H100, type="Reservation", reservationTerm=term, retailPrice=8760.0 * years * 8 * 5.25)
    assert (quote["purchase_option"], quote["term_months"]) == ("reserved", 12 * years)
    assert (quote["price_per_instance_hour"], quote["price_per_accelerator_hour_usd"]) == (42.0, 5.25)


def test_the_published_year_of_eight_h100_is_7_87_an_hour() -> None:
    quote = one(armSkuName=EIGHT_H100, type="Reservation", reservationTerm="1 Year", retailPrice=551_221.0)
    assert quote["price_per_accelerator_hour_usd"] == pytest.approx(7.87, abs=0.005)


def test_a_reservation_that_was_an_hourly_price_all_along_is_outside_all_bounds() -> None:
    assert rejection(armSkuName=EIGHT_H100, type="Reservation", reservationTerm="3 Years", retailPrice=98.32) == "price_implausible"


def test_a_size_on_promotion_is_an_offer_beside_the_size() -> None:
    usual = azure_item(armSkuName="Standard_NC24r", meterName="NC24r", retailPrice=3.96)
    named = azure_item(armSkuName="Standard_NC24r_Promo", meterName="NC24r Promo", retailPrice=1.6)
    metered = azure_item(armSkuName="Standard_NC24r", meterName="NC24r Promo", retailPrice=1.6, armRegionName="uksouth")
    assert columns(read_json("azure", azure_page(usual, named, metered)), "instance_type", "price_per_accelerator_hour_usd") == [
        ("Standard_NC24r", 0.99),
        ("Standard_NC24r_Promo", 0.4),
        ("Standard_NC24r_Promo", 0.4),
    ]


def test_a_location_stands_in_for_a_region_without_name() -> None:
    quote = one(armRegionName="", location="US Gov Virginia")
    assert (quote["region"], quote["market"]) == ("US Gov Virginia", "government")


@pytest.mark.parametrize("unit", ["1/Hour", "1 Hour", "1 hours"])
def test_an_hour_is_written_in_several_ways(unit: str) -> None:
    assert one(unitOfMeasure=unit)["price_per_accelerator_hour_usd"] == 8.2


def test_a_price_for_a_hundred_hours_is_brought_to_one() -> None:
    assert one(unitOfMeasure="100 Hours", retailPrice=820.0)["price_per_accelerator_hour_usd"] == 8.2


def test_the_unit_price_speaks_where_the_retail_price_is_missing() -> None:
    assert one(retailPrice=None, unitPrice=8.5)["price_per_instance_hour"] == 8.5


def test_savings_plans_are_quotes_of_their_own_with_a_term() -> None:
    plans = [{"unitPrice": 6.0, "retailPrice": 6.0, "term": "1 Year"}, {"retailPrice": 4.1, "term": "3 Years"}]
    parsed = read_json("azure", azure_page(azure_item(savingsPlan=plans)))
    assert parsed.rejected == []
    assert columns(parsed, "purchase_option", "term_months", "price_per_accelerator_hour_usd", "locator") == [
        ("on_demand", None, 8.2, "Items[0]"),
        ("reserved", 12, 6.0, "Items[0].savingsPlan[0]"),
        ("reserved", 36, 4.1, "Items[0].savingsPlan[1]"),
    ]
    assert len({quote["quote_id"] for quote in quotes(parsed)}) == 3


def test_a_savings_plan_that_cannot_be_read_does_not_take_the_meter_with_it() -> None:
    plans: list[object] = [
        "cheap",
        {"retailPrice": 4.0, "term": "a while"},
        {"retailPrice": 71_832.0, "term": "1 Year"},
        {"term": "1 Year"},
    ]
    parsed = read_json("azure", azure_page(azure_item(savingsPlan=plans)))
    assert columns(parsed, "purchase_option") == [("on_demand",)]
    assert [reason for _, reason in reasons(parsed)] == ["not_an_object", "unknown_term", "reserved_above_on_demand", "price_missing"]


def test_a_government_region_is_a_labelled_quote_of_its_own_market() -> None:
    assert one(armRegionName="usgovarizona")["market"] == "government"
    assert one(armRegionName="chinanorth3")["market"] == "china"


@pytest.mark.parametrize("page", [{"BillingCurrency": "EUR"}, {}])
def test_another_currency_is_kept_and_never_converted(page: dict[str, object]) -> None:
    currency = None if page else "EUR"
    quote = only_quote(read_json("azure", azure_page(azure_item(currencyCode=currency), **page)))
    assert (quote["currency"], quote["price_per_accelerator_hour"], quote["price_per_accelerator_hour_usd"]) == ("EUR", 8.2, None)


def test_an_announced_price_stands_beside_the_price_of_today() -> None:
    today = azure_item(effectiveEndDate="2026-12-31T23:59:59Z")
    later = azure_item(effectiveStartDate="2027-01-01T00:00:00Z", retailPrice=7.0)
    parsed = read_json("azure", azure_page(today, later))
    assert parsed.rejected == []
    assert columns(parsed, "effective_from", "price_per_instance_hour") == [(date(2026, 3, 1), 8.2), (date(2027, 1, 1), 7.0)]


def test_spot_at_or_above_on_demand_is_no_discount() -> None:
    spot = azure_item(meterName="NC40adsH100v5 Spot", retailPrice=8.2)
    parsed = read_json("azure", azure_page(azure_item(), spot))
    assert columns(parsed, "purchase_option") == [("on_demand",)]
    assert reasons(parsed) == [(2, "spot_not_below_on_demand")]


def test_spot_is_held_against_its_own_region_only() -> None:
    spot = azure_item(meterName="NC40adsH100v5 Spot", retailPrice=8.2, armRegionName="brazilsouth")
    assert len(quotes(read_json("azure", azure_page(azure_item(), spot)))) == 2


def test_the_same_meter_twice_counts_once_and_two_prices_for_it_not_at_all() -> None:
    twice = read_json("azure", azure_page(azure_item(), azure_item()))
    assert (len(quotes(twice)), reasons(twice)) == (1, [(2, "duplicate_row")])
    torn = read_json("azure", azure_page(azure_item(), azure_item(retailPrice=9.0)))
    assert (quotes(torn), reasons(torn)) == ([], [(1, "conflicting_duplicate"), (2, "conflicting_duplicate")])


def test_a_meter_that_is_not_the_primary_one_of_its_region_gives_way() -> None:
    parsed = read_json("azure", azure_page(azure_item(isPrimaryMeterRegion=False, retailPrice=9.9), azure_item()))
    assert columns(parsed, "price_per_instance_hour") == [(8.2,)]
    assert reasons(parsed) == [(1, "secondary_meter")]
    assert one(isPrimaryMeterRegion=False)["price_per_instance_hour"] == 8.2


def test_several_pages_are_read_through_and_a_missing_one_is_reported() -> None:
    first = azure_page(azure_item(), NextPageLink="https://prices.example/next?skip=1000")
    second = azure_page(azure_item(armRegionName="japaneast"))
    whole = read_json("azure", [first, second])
    assert columns(whole, "row_number", "region", "locator") == [
        (1, "westeurope", "page 1 Items[0]"),
        (2, "japaneast", "page 2 Items[0]"),
    ]
    assert whole.rejected == []
    part = read_json("azure", first)
    assert (len(quotes(part)), reasons(part)) == (1, [(0, "pages_missing")])


@pytest.mark.parametrize("shape", ["page", "list", "lines", "pages in lines", "with a byte order mark"])
def test_every_shape_of_the_answer_gives_the_same_quotes(shape: str) -> None:
    items = [azure_item(), azure_item(armRegionName="japaneast")]
    body = {
        "page": json.dumps(azure_page(*items)).encode(),
        "list": json.dumps(items).encode(),
        "lines": b"\n".join(json.dumps(item).encode() for item in items),
        "pages in lines": b"\n".join(json.dumps(azure_page(item)).encode() for item in items),
        "with a byte order mark": b"\xef\xbb\xbf" + json.dumps(items).encode(),
    }[shape]
    parsed = read("azure", body)
    assert parsed.rejected == []
    assert columns(parsed, "row_number", "region") == [(1, "westeurope"), (2, "japaneast")]


def test_elements_that_are_no_items_are_listed_and_the_others_are_read() -> None:
    parsed = read_json("azure", azure_page(None, "NC40", azure_item(), [azure_item()], 7))
    assert len(quotes(parsed)) == 1
    assert reasons(parsed) == [(1, "not_an_object"), (2, "not_an_object"), (4, "not_an_object"), (5, "not_an_object")]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"Error": {"Code": "400", "Message": "Invalid OData parameters supplied"}}, "source_error"),
        ({"value": []}, "not_azure_prices"),
        ({"Items": {"0": "x"}}, "not_azure_prices"),
        ({"Items": []}, "no_rows"),
        ([], "no_rows"),
        (None, "not_azure_prices"),
        ("Items", "not_azure_prices"),
    ],
)
def test_an_answer_without_items_is_refused_as_a_whole(value: object, reason: str) -> None:
    assert refusal("azure", json.dumps(value).encode()) == reason


def test_unknown_sizes_are_named_in_the_quarantine() -> None:
    entry = only_rejection(read_json("azure", azure_page(azure_item(armSkuName="Standard_ND777_Z1_v9"))))
    assert entry.name == "Standard_ND777_Z1_v9"
    assert "Standard_ND777_Z1_v9" in entry.detail
    assert "instance_types.yaml" in entry.detail


def test_the_first_62_items_of_a_capture_hold_14_commercial_on_demand_prices(shared: Path) -> None:
    body = (shared / "samples/prices/raw_captures/azure_first62.json").read_bytes()
    parsed = read("azure", body, datetime(2026, 10, 10, 12, 30, tzinfo=UTC))
    by_kind: dict[tuple[object, ...], int] = {}
    for key in columns(parsed, "market", "purchase_option"):
        by_kind[key] = by_kind.get(key, 0) + 1
    assert by_kind == {("commercial", "on_demand"): 14, ("government", "on_demand"): 1, ("commercial", "spot"): 10}
    found = [reason for _, reason in reasons(parsed)]
    assert {reason: found.count(reason) for reason in found} == {"windows_price": 28, "low_priority_price": 9}
    assert {quote["operating_system"] for quote in quotes(parsed)} == {"linux"}
