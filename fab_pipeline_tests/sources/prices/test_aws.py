"""AWS's page data and price list files: which entries are the price of an instance with accelerators, where, and per hour of what."""

import json

import pytest

from fab_pipeline.sources.base import Parsed
from fab_pipeline.sources.prices.aws import FETCHING
from fab_pipeline_tests.sources.prices.aws_answers import bulk, bulk_row, page, page_entry, reserved
from fab_pipeline_tests.sources.prices.captures import only_quote, only_rejection, quotes, read, read_json, reasons, refusal

WHO = ("accelerator", "accelerator_memory_gb", "form_factor", "accelerator_count", "region")
PRICE = ("price_per_accelerator_hour", "currency", "purchase_option", "term_months")


def of_page(*entries: object) -> Parsed:
    return read_json("aws", page(*entries))


def of_file(*rows: dict[str, str]) -> Parsed:
    return read("aws_bulk", bulk(*rows))


def individual(parsed: Parsed) -> list[str]:
    return [reason for number, reason in reasons(parsed) if number]


def test_an_entry_of_the_page_is_an_instance_type_in_a_region() -> None:
    quote = only_quote(of_page(page_entry()))
    assert tuple(quote[name] for name in WHO) == ("NVIDIA H200", 141.0, "sxm", 8, "us-east-2")
    assert tuple(quote[name] for name in PRICE) == (8.0, "USD", "on_demand", None)
    assert (quote["provider"], quote["instance_type"], quote["source_status"]) == ("AWS", "p5en.48xlarge", "documented")


@pytest.mark.parametrize(
    ("name", "accelerator", "memory", "count"),
    [
        ("p4d.24xlarge", "NVIDIA A100", 40.0, 8),
        ("p4de.24xlarge", "NVIDIA A100", 80.0, 8),
        ("p5.4xlarge", "NVIDIA H100", 80.0, 1),
        ("g6e.12xlarge", "NVIDIA L40S", 48.0, 4),
        ("trn1.32xlarge", "AWS Trainium1", 32.0, 16),
    ],
)
def test_accelerators_come_from_the_list_of_instance_types(name: str, accelerator: str, memory: float, count: int) -> None:
    quote = only_quote(of_page(page_entry(**{"Instance Type": name})))
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["accelerator_count"]) == (accelerator, memory, count)


@pytest.mark.parametrize(
    ("location", "region", "market"),
    [
        ("US East (N. Virginia)", "us-east-1", "commercial"),
        ("EU (Ireland)", "eu-west-1", "commercial"),
        ("Europe (Ireland)", "eu-west-1", "commercial"),
        ("South America (São Paulo)", "sa-east-1", "commercial"),
        ("AWS GovCloud (US-West)", "us-gov-west-1", "government"),
        ("US West (Los Angeles)", "US West (Los Angeles)", "commercial"),
    ],
)
def test_locations_become_region_codes(location: str, region: str, market: str) -> None:
    quote = only_quote(of_page(page_entry(Location=location)))
    assert (quote["region"], quote["market"]) == (region, market)


def test_an_entry_without_its_own_location_is_of_the_location_it_stands_under() -> None:
    entry = {"rateCode": "X", "price": "55.0400000000", "Instance Type": "p5.48xlarge", "vCPU": "192", "Memory": "2048 GiB"}
    quote = only_quote(read_json("aws", page(entry, location="US West (Oregon)")))
    assert (quote["region"], quote["price_per_accelerator_hour_usd"]) == ("us-west-2", 6.88)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"Instance Type": "m7i.large"}, "no_accelerator"),
        ({"Instance Type": "p9.48xlarge"}, "unknown_accelerator"),
        ({"Instance Type": None}, "instance_type_missing"),
        ({"Instance Type": "g6f.large", "price": "0.2"}, "partition_not_full"),
        ({"price": "0.0000000000"}, "price_not_positive"),
        ({"price": None}, "price_missing"),
        ({"price": "N/A"}, "price_missing"),
        ({"price": "64 USD"}, "price_not_a_number"),
        ({"Operating System": "Windows"}, "licence_in_price"),
        ({"Operating System": "RHEL"}, "licence_in_price"),
        ({"Pre Installed S/W": "SQL Std"}, "licence_in_price"),
        ({"Pre Installed S/W": ["NA"]}, "pre_installed_s_w_not_a_text"),
        ({"Usage": "CapacityBlock:p5en.48xlarge"}, "capacity_block_price"),
    ],
)
def test_other_entries_are_rejected(changes: dict[str, object], reason: str) -> None:
    assert only_rejection(of_page(page_entry(**changes))).reason == reason


def test_two_prices_of_one_type_in_one_region_are_both_held_back() -> None:
    parsed = of_page(page_entry(), page_entry(price="31.464"))
    assert quotes(parsed) == []
    assert reasons(parsed) == [(1, "conflicting_duplicate"), (2, "conflicting_duplicate")]


def test_one_broken_entry_leaves_the_others() -> None:
    assert reasons(of_page(page_entry(), 5)) == [(2, "not_an_object")]


@pytest.mark.parametrize(
    ("value", "reason"),
    [({"regions": {}}, "no_rows"), ({"regions": {"X": {}}}, "no_rows"), ({"sets": []}, "not_a_price_list"), ([1], "not_a_price_list")],
)
def test_an_answer_without_entries_is_refused(value: object, reason: str) -> None:
    assert refusal("aws", json.dumps(value).encode()) == reason


def test_a_list_in_the_place_of_regions_is_listed_entry_by_entry() -> None:
    parsed = read_json("aws", {"manifest": {"currencyCode": "USD"}, "regions": [{"US East (Ohio)": "nothing"}]})
    assert reasons(parsed) == [(1, "not_an_object")]


def test_the_large_commercial_regions_are_asked() -> None:
    asked = [request.url for request in FETCHING.first]
    assert len(asked) == len(set(asked)) == 10
    assert any("/US%20East%20%28N.%20Virginia%29/Linux/" in url for url in asked)
    assert not any("GovCloud" in url or "China" in url for url in asked)


def test_a_line_of_the_file_is_an_instance_type_in_a_region() -> None:
    quote = only_quote(of_file(bulk_row()))
    assert tuple(quote[name] for name in WHO) == ("NVIDIA H100", 80.0, "sxm", 8, "eu-north-1")
    assert tuple(quote[name] for name in PRICE) == (7.1, "USD", "on_demand", None)
    assert (str(quote["effective_from"]), quote["locator"]) == ("2026-09-01", "line 7")


@pytest.mark.parametrize(
    ("rows", "hour"),
    [
        ([reserved("40.0")], 5.0),
        (
            [
                reserved("", Unit="Quantity", PricePerUnit="70080", PurchaseOption="Partial Upfront"),
                reserved("24", PurchaseOption="Partial Upfront"),
            ],
            4.0,
        ),
        ([reserved("0", PurchaseOption="All Upfront"), reserved("280320", Unit="Quantity", PurchaseOption="All Upfront")], 4.0),
    ],
)
def test_what_is_paid_at_once_falls_on_the_hours_of_the_term(rows: list[dict[str, str]], hour: float) -> None:
    quote = only_quote(of_file(*rows))
    assert (quote["price_per_accelerator_hour_usd"], quote["purchase_option"], quote["term_months"]) == (hour, "reserved", 12)


def test_three_years_have_three_times_the_hours() -> None:
    quote = only_quote(of_file(reserved("525600", Unit="Quantity", PurchaseOption="All Upfront", LeaseContractLength="3 yr")))
    assert (quote["price_per_accelerator_hour_usd"], quote["term_months"]) == (2.5, 36)
    assert quote["instance_type"] == "p5.48xlarge (standard, all upfront)"


def test_ways_to_pay_are_offers_of_their_own() -> None:
    convertible = reserved("44", OfferTermCode="7NE97W5U4E", OfferingClass="convertible")
    parsed = of_file(bulk_row(), reserved("40"), convertible)
    assert parsed.rejected == []
    assert len({quote["offer_key"] for quote in quotes(parsed)}) == len({quote["quote_id"] for quote in quotes(parsed)}) == 3


def test_prices_of_china_are_yuan_and_compare_with_nothing() -> None:
    china = {"Currency": "CNY", "Region Code": "cn-north-1", "Location": "China (Beijing)", "PricePerUnit": "400"}
    quote = only_quote(of_file(bulk_row(**china)))
    assert (quote["currency"], quote["price_per_accelerator_hour"], quote["price_per_accelerator_hour_usd"]) == ("CNY", 50.0, None)
    assert quote["market"] == "china"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"Instance Type": ""}, "other_product"),
        ({"Instance Type": "m7i.large"}, "no_accelerator"),
        ({"Tenancy": "Dedicated"}, "other_tenancy"),
        ({"Operating System": "Windows"}, "other_operating_system"),
        ({"CapacityStatus": "AllocatedCapacityReservation"}, "capacity_reservation"),
        ({"Pre Installed S/W": "SQL Web"}, "software_in_price"),
        ({"MarketOption": "CapacityBlock"}, "capacity_block_price"),
        ({"PriceDescription": "$31.464 per p5.48xlarge Capacity Block hour"}, "capacity_block_price"),
    ],
)
def test_other_lines_are_counted_with_their_reason(changes: dict[str, str], reason: str) -> None:
    parsed = of_file(bulk_row(), bulk_row(SKU="SKU1", **changes), bulk_row(SKU="SKU2", **changes))
    assert len(quotes(parsed)) == 1
    (entry,) = parsed.rejected
    assert (entry.row_number, entry.reason) == (0, reason)
    assert entry.detail.startswith("2 lines are not read; the first is line 8")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (bulk_row(**{"Instance Type": "p9.48xlarge"}), "unknown_accelerator"),
        (bulk_row(PricePerUnit="0.0000000000"), "price_not_positive"),
        (bulk_row(PricePerUnit=""), "price_missing"),
        (bulk_row(PricePerUnit="1,000"), "price_not_a_number"),
        (bulk_row(Unit="Days"), "unit_not_hourly"),
        (bulk_row(Unit="Quantity"), "unit_not_hourly"),
        (bulk_row(StartingRange="100"), "volume_tier"),
        (bulk_row(TermType="Spot"), "unknown_price_type"),
        (bulk_row(Currency=""), "unknown_currency"),
        (bulk_row(EffectiveDate="soon"), "effective_date_unreadable"),
        (reserved("40", LeaseContractLength="5yr"), "unknown_term"),
        (reserved("24", PurchaseOption="Partial Upfront"), "upfront_missing"),
        (reserved("0", PurchaseOption="All Upfront"), "upfront_missing"),
        (reserved("70080", PurchaseOption="Partial Upfront", Unit="Quantity"), "hourly_missing"),
        (bulk_row(**{"Instance Type": "g6f.large"}), "partition_not_full"),
    ],
)
def test_lines_that_are_no_price_are_rejected_one_by_one(row: dict[str, str], reason: str) -> None:
    assert individual(of_file(row)) == [reason]


def test_a_reservation_that_costs_more_than_the_hour_is_none() -> None:
    parsed = of_file(bulk_row(), reserved("551221"))
    assert [quote["purchase_option"] for quote in quotes(parsed)] == ["on_demand"]
    assert individual(parsed) == ["price_implausible"]


def test_a_damaged_line_leaves_the_others_and_a_cut_file_is_refused() -> None:
    body = bulk(bulk_row(), bulk_row(SKU="SKU1", **{"Region Code": "eu-west-1"}))
    damaged = (
        body.replace(b'"SKU1",', b"", 1)
        + bulk(bulk_row(SKU="SKU2", **{"Region Code": "eu-west-2"})).rpartition(b'"SKU2"')[1]
        + (bulk(bulk_row(SKU="SKU2", **{"Region Code": "eu-west-2"})).rpartition(b'"SKU2"')[2])
    )
    assert individual(read("aws_bulk", damaged)) == ["ragged_row"]
    assert refusal("aws_bulk", body[:-40]) == "file_cut_off"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty_file"),
        (bulk(), "no_rows"),
        (b"a,b\n1,2\n", "not_aws_price_list"),
        (b"SKU,PricePerUnit\n1,2\n", "missing_columns"),
        (b"\x1f\x8b\x08\x00", "packed_file"),
        (bulk(bulk_row()).replace(b"Stockholm", b"St\xf6ckholm"), "wrong_encoding"),
        (b"<html>Access Denied</html>", "not_aws_price_list"),
    ],
)
def test_other_files_are_refused(body: bytes, reason: str) -> None:
    assert refusal("aws_bulk", body) == reason
