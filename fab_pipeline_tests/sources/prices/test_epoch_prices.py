"""Epoch's hardware prices: rents on demand and committed, what the notes add, and what is no rent at all."""

from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from fab_pipeline.sources.base import Parsed
from fab_pipeline_tests.sources.prices.captures import Quote, columns, only_quote, only_rejection, quotes, read, read_rows, reasons, refusal
from fab_pipeline_tests.sources.prices.look_alikes import epoch_row
from fab_pipeline_tests.sources.prices.tables import csv_table

ON_DEMAND, ONE_YEAR, THREE_YEARS = (f"Price per chip-hour ({term})" for term in ("on-demand", "1-year CUD", "3-year CUD"))
PURCHASE = "Price (hardware purchase)"


def table(*rows: dict[str, object]) -> Parsed:
    return read_rows("epoch_prices", *rows)


def one(**changes: object) -> Quote:
    return only_quote(table(epoch_row(**changes)))


def test_a_rent_is_a_dated_fact_per_chip() -> None:
    quote = one()
    assert (quote["provider"], quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (
        "Lambda",
        "NVIDIA H100",
        80.0,
        "sxm",
    )
    assert (quote["price_per_accelerator_hour_usd"], quote["currency"], quote["purchase_option"]) == (3.1, "USD", "on_demand")
    assert (quote["observed_at"], quote["dated_fact"]) == (datetime(2025, 4, 2, tzinfo=UTC), True)
    assert quote["source_url"] == "https://archive.example.org/prices-of-spring"


def test_one_row_may_state_three_rents() -> None:
    parsed = table(epoch_row(**{ONE_YEAR: "2.2", THREE_YEARS: "1.7"}))
    assert parsed.rejected == []
    assert columns(parsed, "purchase_option", "term_months", "price_per_accelerator_hour_usd") == [
        ("on_demand", None, 3.1),
        ("reserved", 12, 2.2),
        ("reserved", 36, 1.7),
    ]
    assert len({quote["quote_id"] for quote in quotes(parsed)}) == 3


def test_a_commitment_that_costs_more_than_none_is_a_slip() -> None:
    parsed = table(epoch_row(**{ONE_YEAR: "3.4", THREE_YEARS: "1.7"}))
    assert columns(parsed, "term_months") == [(None,), (36,)]
    assert reasons(parsed) == [(1, "reserved_above_on_demand")]


def test_a_column_of_prices_that_is_not_known_is_told() -> None:
    parsed = table(epoch_row() | {"Price per chip-hour (5-year CUD)": "1.1"})
    assert reasons(parsed) == [(0, "column_not_read")]


def test_the_last_price_of_an_offer_ends_on_its_own_date() -> None:
    parsed = table(epoch_row(), epoch_row(**{"Price date": "2025-09-09", ON_DEMAND: "2.9"}))
    assert columns(parsed, "price_per_accelerator_hour", "valid_to") == [(3.1, None), (2.9, date(2025, 9, 9))]


def test_buying_is_not_renting() -> None:
    assert only_rejection(table(epoch_row(**{ON_DEMAND: "", PURCHASE: "30000"}))).reason == "hardware_purchase"
    both = table(epoch_row(**{PURCHASE: "30000"}))
    assert (len(quotes(both)), reasons(both)) == (1, [(1, "hardware_purchase")])


def test_the_number_of_chips_makes_the_price_of_the_instance() -> None:
    quote = one(**{"Number of GPUs": "8"})
    assert (quote["accelerator_count"], quote["price_per_instance_hour"], quote["price_per_accelerator_hour"]) == (8, 24.8, 3.1)


def test_an_instance_type_in_the_notes_settles_form_memory_and_count() -> None:
    quote = one(**{"Hardware model": "NVIDIA A100", "Vendor": "Amazon Web Services", "Notes": "from the row of p4de.24xlarge"})
    assert (quote["accelerator_memory_gb"], quote["form_factor"], quote["accelerator_count"]) == (80.0, "sxm", 8)
    assert quote["instance_type"] == "p4de.24xlarge"
    azure = one(**{"Hardware model": "NVIDIA A100", "Vendor": "Microsoft Azure", "Cloud GPU description": "ND96asr A100 v4"})
    assert (azure["accelerator_memory_gb"], azure["form_factor"], azure["accelerator_count"]) == (40.0, "sxm", 8)


def test_the_description_may_state_the_memory() -> None:
    assert one(**{"Hardware model": "NVIDIA A100", "Cloud GPU description": "A100 (40 GB)"})["accelerator_memory_gb"] == 40.0
    assert one(**{"Hardware model": "NVIDIA A100", "Cloud GPU description": "80 GB"})["accelerator_memory_gb"] == 80.0
    assert one(**{"Hardware model": "NVIDIA A100"})["accelerator_memory_gb"] == 0.0


def test_a_station_card_stands_for_any_v100() -> None:
    quote = one(**{"Hardware model": "NVIDIA Tesla V100 DGXS 32 GB"})
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == ("NVIDIA V100", 32.0, "unknown")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"Cloud GPU description": "A100 (80 GB)"}, "accelerator_mismatch"),
        ({"Notes": "p4d.24xlarge", "Vendor": "AWS"}, "accelerator_mismatch"),
        ({"Hardware model": "NVIDIA A100 PCIe 40 GB", "Notes": "p4d.24xlarge"}, "form_mismatch"),
        ({"Hardware model": "NVIDIA A100 SXM4 80 GB", "Notes": "p4d.24xlarge"}, "memory_mismatch"),
        ({"Notes": "p5.48xlarge", "Number of GPUs": "4"}, "count_mismatch"),
        ({"Notes": "Standard_NC40ads_H100_v5", "Hardware model": "NVIDIA H100 PCIe"}, "form_mismatch"),
        ({"Number of GPUs": "two"}, "count_not_a_number"),
        ({"Hardware model": ""}, "accelerator_model_missing"),
        ({"Hardware model": "NVIDIA Z900"}, "unknown_accelerator"),
        ({"Vendor": ""}, "provider_missing"),
        ({"Vendor": "Somebody"}, "unknown_provider"),
        ({"Price date": ""}, "observed_at_missing"),
        ({"Price date": "spring"}, "price_date_unreadable"),
        ({"Price date": "2031-01-01"}, "observed_in_future"),
        ({ON_DEMAND: ""}, "no_price"),
        ({ON_DEMAND: "0"}, "price_not_positive"),
        ({ON_DEMAND: "about 3"}, "price_not_a_number"),
        ({ON_DEMAND: "3100"}, "price_implausible"),
    ],
)
def test_rows_that_contradict_themselves_or_say_too_little_are_rejected(changes: dict[str, object], reason: str) -> None:
    assert only_rejection(table(epoch_row(**changes))).reason == reason


def test_one_bad_rent_does_not_take_the_others_with_it() -> None:
    parsed = table(epoch_row(**{ONE_YEAR: "?", THREE_YEARS: "1.7"}))
    assert columns(parsed, "term_months") == [(None,), (36,)]
    assert reasons(parsed) == [(1, "price_not_a_number")]


def test_a_summary_of_many_offers_is_an_estimate() -> None:
    assert one(Vendor="vast.ai")["price_kind"] == "estimated"


def test_repeated_statements_count_once_and_different_machines_of_one_description_all() -> None:
    assert reasons(table(epoch_row(), epoch_row())) == [(2, "duplicate_row")]
    assert len(quotes(table(epoch_row(), epoch_row(**{ON_DEMAND: "3.3"})))) == 2


@pytest.mark.parametrize("printed", ["", "my own e-mails", "https://archive.example.org/x copy"])
def test_only_the_address_of_a_source_is_kept(printed: str) -> None:
    expected = "https://archive.example.org/x" if printed.startswith("https") else None
    assert one(**{"Price source": printed})["source_url"] == expected


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty_file"),
        (csv_table([epoch_row()]).split(b"\r\n")[0] + b"\r\n", "no_rows"),
        (csv_table([{"Vendor": "AWS", "Price date": "2025-01-01"}]), "missing_columns"),
    ],
)
def test_a_file_that_is_not_the_table_is_refused(body: bytes, reason: str) -> None:
    assert refusal("epoch_prices", body) == reason


def test_every_row_of_the_table_is_accounted_for(shared: Path) -> None:
    body = (shared / "samples/prices/epoch_hardware_prices/Hardware prices.csv").read_bytes()
    parsed = read("epoch_prices", body, datetime(2026, 11, 30, 12, tzinfo=UTC))
    assert {number for (number,) in columns(parsed, "row_number")} | {number for number, _ in reasons(parsed)} == set(range(1, 592))
    found = Counter(reason for _, reason in reasons(parsed))
    assert found["hardware_purchase"] == 122
    assert sum(found.values()) - found["hardware_purchase"] < 0.05 * len(quotes(parsed))
    assert {quote["term_months"] for quote in quotes(parsed)} == {None, 12, 36}
