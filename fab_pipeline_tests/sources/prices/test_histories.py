"""Dated histories of AWS and Azure: every row is a quote or in quarantine, and every quote says until when."""

from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from fab_pipeline.sources.base import Parsed
from fab_pipeline_tests.sources.prices.captures import columns, only_quote, only_rejection, quotes, read, read_rows, reasons, refusal
from fab_pipeline_tests.sources.prices.look_alikes import aws_pull, azure_pull
from fab_pipeline_tests.sources.prices.tables import csv_table

WHEN = datetime(2026, 11, 30, 12, tzinfo=UTC)
AUGUST, SEPTEMBER = "2026-08-01T09:30:00+02:00", "2026-09-01T09:30:00+02:00"


def aws(*rows: dict[str, object]) -> Parsed:
    return read_rows("aws_history", *rows)


def test_a_row_is_a_dated_fact_of_the_day_of_its_pull() -> None:
    quote = only_quote(aws(aws_pull()))
    assert (quote["provider"], quote["accelerator"], quote["form_factor"]) == ("AWS", "NVIDIA H100", "sxm")
    assert (quote["accelerator_count"], quote["price_per_accelerator_hour_usd"]) == (8, 7.1)
    assert (quote["observed_at"], quote["dated_fact"], quote["valid_to"]) == (datetime(2026, 8, 1, 7, 30, tzinfo=UTC), True, None)
    assert quote["source_url"] == "https://github.com/aws/karpenter-provider-aws/blob/0123456789ab/pkg/prices/generated_aws.go"


def test_an_azure_row_names_its_own_file() -> None:
    quote = only_quote(read_rows("azure_history", azure_pull()))
    assert (quote["provider"], quote["region"], quote["instance_type"]) == ("Azure", "norwayeast", "Standard_ND96isr_H200_v5")
    assert quote["price_per_accelerator_hour_usd"] == 11.0
    assert str(quote["source_url"]).startswith("https://github.com/Azure/karpenter-provider-azure/blob/ba9876543210/")


@pytest.mark.parametrize("commit", ["", "../../etc", "not a commit", "0123456789ab?x=1"])
def test_an_address_is_only_made_of_what_looks_like_a_commit(commit: str) -> None:
    assert only_quote(aws(aws_pull(commit=commit)))["source_url"] is None


def test_a_price_holds_until_the_next_pull() -> None:
    parsed = aws(aws_pull(), aws_pull(generated_at=SEPTEMBER, price_per_instance_hour="52.0"))
    assert columns(parsed, "price_per_instance_hour", "valid_to") == [(56.8, None), (52.0, None)]


def test_an_offer_that_the_next_pull_lacks_is_known_to_hold_on_its_last_day_only() -> None:
    other = {"instance_type": "p4d.24xlarge", "price_per_instance_hour": "24"}
    parsed = aws(aws_pull(), aws_pull(**other), aws_pull(generated_at=SEPTEMBER))
    assert columns(parsed, "instance_type", "observed_at", "valid_to") == [
        ("p5.48xlarge", datetime(2026, 8, 1, 7, 30, tzinfo=UTC), None),
        ("p4d.24xlarge", datetime(2026, 8, 1, 7, 30, tzinfo=UTC), date(2026, 8, 1)),
        ("p5.48xlarge", datetime(2026, 9, 1, 7, 30, tzinfo=UTC), None),
    ]


def test_parts_of_the_cloud_that_are_pulled_apart_do_not_end_each_other() -> None:
    china = aws_pull(region="cn-north-1", currency="CNY", generated_at=SEPTEMBER)
    parsed = aws(aws_pull(), china)
    assert columns(parsed, "market", "valid_to") == [("commercial", None), ("china", None)]


def test_prices_of_china_stay_in_yuan_and_governments_have_their_own_market() -> None:
    parsed = aws(aws_pull(region="cn-northwest-1", currency="CNY"), aws_pull(region="us-gov-east-1"))
    assert parsed.rejected == []
    assert columns(parsed, "market", "currency", "price_per_accelerator_hour", "price_per_accelerator_hour_usd") == [
        ("china", "CNY", 7.1, None),
        ("government", "USD", 7.1, 7.1),
    ]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"instance_type": "g6f.large"}, "partition_not_full"),
        ({"instance_type": "f2.6xlarge"}, "no_accelerator"),
        ({"instance_type": "m7i.large"}, "no_accelerator"),
        ({"instance_type": "p99.48xlarge"}, "unknown_accelerator"),
        ({"instance_type": ""}, "instance_type_missing"),
        ({"price_per_instance_hour": ""}, "price_missing"),
        ({"price_per_instance_hour": "0"}, "price_not_positive"),
        ({"price_per_instance_hour": "56,8"}, "price_not_a_number"),
        ({"price_per_instance_hour": "56800"}, "price_implausible"),
        ({"currency": ""}, "currency_missing"),
        ({"currency": "dollars"}, "unknown_currency"),
        ({"generated_at": ""}, "observed_at_missing"),
        ({"generated_at": "2026-08-01T09:30:00"}, "generated_at_without_zone"),
        ({"generated_at": "first of August"}, "generated_at_unreadable"),
        ({"generated_at": "2027-08-01T09:30:00Z"}, "observed_in_future"),
        ({"generated_at": "1999-08-01T09:30:00Z"}, "observed_too_early"),
    ],
)
def test_rows_that_are_no_price_of_whole_accelerators_are_rejected(changes: dict[str, object], reason: str) -> None:
    assert only_rejection(aws(aws_pull(**changes))).reason == reason


def test_repeated_rows_count_once_and_contradictions_not_at_all() -> None:
    assert reasons(aws(aws_pull(), aws_pull())) == [(2, "duplicate_row")]
    torn = aws(aws_pull(), aws_pull(price_per_instance_hour="1.0e1"))
    assert (quotes(torn), reasons(torn)) == ([], [(1, "conflicting_duplicate"), (2, "conflicting_duplicate")])


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty_file"),
        (csv_table([aws_pull()]).split(b"\r\n")[0] + b"\r\n", "no_rows"),
        (csv_table([azure_pull()]), "missing_columns"),
    ],
)
def test_a_file_that_is_no_such_history_is_refused(body: bytes, reason: str) -> None:
    assert refusal("aws_history", body) == reason


def test_every_row_of_the_aws_history_is_accounted_for(shared: Path) -> None:
    body = (shared / "samples/prices/karpenter_aws/aws_ondemand_accelerated_history.csv").read_bytes()
    parsed = read("aws_history", body, WHEN)
    assert {number for (number,) in columns(parsed, "row_number")} | {number for number, _ in reasons(parsed)} == set(range(1, 8269))
    assert len(quotes(parsed)) + len(parsed.rejected) == 8268
    assert Counter(reason for _, reason in reasons(parsed)) == {"no_accelerator": 321, "partition_not_full": 100}
    assert Counter(market for (market,) in columns(parsed, "market")) == {"commercial": 6121, "government": 1678, "china": 48}
    assert all(quote["price_per_accelerator_hour_usd"] is None for quote in quotes(parsed) if quote["currency"] != "USD")
    named = [quote for quote in quotes(parsed) if (quote["region"], quote["instance_type"]) == ("us-east-1", "p5.48xlarge")]
    newest = max(named, key=lambda quote: str(quote["observed_at"]))
    assert (newest["price_per_instance_hour"], newest["price_per_accelerator_hour_usd"]) == (55.04, 6.88)


def test_every_row_of_the_azure_history_is_accounted_for(shared: Path) -> None:
    body = (shared / "samples/prices/karpenter_azure/azure_ondemand_Nseries_history.csv").read_bytes()
    parsed = read("azure_history", body, WHEN)
    assert {number for (number,) in columns(parsed, "row_number")} | {number for number, _ in reasons(parsed)} == set(range(1, 16534))
    assert len(quotes(parsed)) + len(parsed.rejected) == 16533
    found = Counter(reason for _, reason in reasons(parsed))
    assert found == {"partition_not_full": 2940, "no_accelerator": 444, "unknown_accelerator": 401}
    poland = [
        quote for quote in quotes(parsed) if (quote["region"], quote["instance_type"]) == ("polandcentral", "Standard_ND96amsr_A100_v4")
    ]
    assert any(quote["price_per_instance_hour"] == 7.692 for quote in poland)
