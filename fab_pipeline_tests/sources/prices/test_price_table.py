"""The generic price table: what a good row becomes, and why a bad one is rejected."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.sources.base import Parsed, Rejected, UnreadableCaptureError
from fab_pipeline.sources.prices.price_table import REQUIRED, parse
from fab_pipeline_tests.sources.prices.tables import capture, csv_table, json_lines, parquet_table, row

FORMATS = {"csv": csv_table, "json_lines": json_lines, "parquet": parquet_table}


def parsed(*rows: dict[str, object]) -> Parsed:
    body = json_lines(rows)
    return parse(body, capture(body))


def only_quote(**changes: object) -> dict[str, object]:
    result = parsed(row(**changes))
    assert result.rejected == []
    (quote,) = result.rows["price_quotes"]
    return quote


def only_rejection(**changes: object) -> Rejected:
    result = parsed(row(**changes))
    assert result.rows["price_quotes"] == []
    (rejection,) = result.rejected
    assert rejection.row_number == 1
    assert "\n" not in rejection.detail
    return rejection


@pytest.mark.parametrize("kind", FORMATS)
def test_the_required_columns_make_a_quote_in_every_format(kind: str) -> None:
    body = FORMATS[kind]([row()])
    about = capture(body)
    (quote,) = parse(body, about).rows["price_quotes"]
    snapshot = f"my_price_list-20261010T120000000000Z-{about.sha256[:12]}"
    assert quote["quote_id"] == f"{snapshot}:1"
    assert quote["snapshot_id"] == snapshot
    assert quote["observed_at"] == datetime(2026, 10, 10, 12, tzinfo=UTC)
    assert (quote["accelerator"], quote["accelerator_vendor"], quote["accelerator_model"]) == ("NVIDIA H100", "nvidia", "H100")
    assert (quote["form_factor"], quote["accelerator_memory_gb"], quote["partition"]) == ("unknown", 0.0, "full")
    assert (quote["provider"], quote["provider_kind"]) == ("Nebius", "neocloud")
    assert (quote["price_per_accelerator_hour"], quote["price_per_accelerator_hour_usd"]) == (3.0, 3.0)
    assert (quote["origin"], quote["source_status"], quote["dated_fact"]) == ("ingested", "sampled", False)
    assert (quote["operating_system"], quote["carried_forward"], quote["available"]) == ("linux", False, None)


@pytest.mark.parametrize("kind", FORMATS)
def test_quotes_keep_the_contract(kind: str) -> None:
    body = FORMATS[kind]([row(), row(provider="Lambda", available=True, effective_from="2026-10-01", region="us-east-1")])
    rows = parse(body, capture(body)).rows["price_quotes"]
    TABLES["price_quotes"].schema.validate(typed(TABLES["price_quotes"], rows))


def test_all_optional_columns_are_kept() -> None:
    quote = only_quote(
        accelerator_vendor="NVIDIA",
        accelerator_memory_gb=80,
        form_factor="SXM",
        partition="full",
        provider_kind="neocloud",
        region="eu-north1",
        country="fi",
        instance_type="gpu-h100-sxm",
        node_accelerators=8,
        interconnect="InfiniBand",
        operating_system="Linux",
        available="yes",
        effective_from="2026-10-01",
        dated_fact="true",
        valid_to="2026-12-31",
        source_url="https://nebius.com/prices",
        locator="table 1, row 4",
        source_status="sampled",
    )
    assert quote["offer_key"] == "my_price_list|Nebius|eu-north1|gpu-h100-sxm|NVIDIA H100|80GB|sxm|8x|linux|on_demand|-|price|USD"
    assert (quote["region"], quote["country"], quote["node_accelerators"]) == ("eu-north1", "FI", 8)
    assert (quote["effective_from"], quote["valid_to"], quote["dated_fact"]) == (date(2026, 10, 1), date(2026, 12, 31), True)
    assert (quote["available"], quote["interconnect"], quote["locator"]) == (True, "InfiniBand", "table 1, row 4")
    assert quote["source_url"] == "https://nebius.com/prices"


def test_exported_quotes_can_be_handed_in_again() -> None:
    quote = only_quote()
    again = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in quote.items()}
    result = parsed(again)
    assert result.rejected == []
    assert result.rows["price_quotes"][0]["offer_key"] == quote["offer_key"]


def test_headers_may_have_spaces_and_capitals() -> None:
    body = csv_table([{f" {name.replace('_', ' ').title()} ": value for name, value in row().items()}])
    assert len(parse(body, capture(body)).rows["price_quotes"]) == 1


def test_words_may_have_hyphens_and_capitals() -> None:
    assert only_quote(purchase_option="On-Demand", price_kind="Live offer")["price_kind"] == "live_offer"


@pytest.mark.parametrize(
    ("price", "reason"),
    [
        (-1, "price_not_positive"),
        (0, "price_not_positive"),
        ("-0.5", "price_not_positive"),
        (float("nan"), "price_not_finite"),
        ("NaN", "price_not_finite"),
        (float("inf"), "price_not_finite"),
        ("-Infinity", "price_not_finite"),
        ("1e999", "price_not_finite"),
        ("$24.00", "price_not_a_number"),
        ("24,00", "price_not_a_number"),
        ("1,024.50", "price_not_a_number"),
        ("contact us", "price_not_a_number"),
        ("２４", "price_not_a_number"),
        ("1_000", "price_not_a_number"),
        (True, "price_not_a_number"),
        ([24], "price_not_a_number"),
        ("", "price_missing"),
        (None, "price_missing"),
        (0.01, "price_implausible"),
        (5600, "price_implausible"),
    ],
)
def test_a_price_that_is_none(price: object, reason: str) -> None:
    assert only_rejection(price_per_instance_hour=price).reason == reason


def test_a_whole_number_too_large_for_a_float() -> None:
    assert only_rejection(price_per_instance_hour=10**400).reason == "price_not_finite"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"currency": ""}, "currency_missing"),
        ({"currency": "USDT"}, "unknown_currency"),
        ({"currency": "$"}, "unknown_currency"),
        ({"accelerator_count": 0}, "count_not_positive"),
        ({"accelerator_count": -8}, "count_not_positive"),
        ({"accelerator_count": 7.5}, "count_not_whole"),
        ({"accelerator_count": "eight"}, "count_not_a_number"),
        ({"accelerator_count": None}, "accelerator_count_missing"),
        ({"accelerator_count": 10**9}, "count_implausible"),
        ({"accelerator_model": "2x H100", "accelerator_count": 8}, "count_mismatch"),
        ({"accelerator_model": "H100 SXM x 4", "accelerator_count": 8}, "count_mismatch"),
        ({"accelerator_model": "H999"}, "unknown_accelerator"),
        ({"accelerator_model": "H100 Turbo"}, "unknown_accelerator"),
        ({"accelerator_model": "Google TPU"}, "unknown_accelerator"),
        ({"accelerator_model": ""}, "accelerator_model_missing"),
        ({"accelerator_model": "H100 or H200"}, "ambiguous_accelerator"),
        ({"accelerator_model": "H100 MIG 1g.10gb"}, "partition_not_full"),
        ({"accelerator_model": "A100", "accelerator_memory_gb": 50}, "memory_mismatch"),
        ({"accelerator_model": "A100 80GB", "accelerator_memory_gb": 40}, "memory_mismatch"),
        ({"accelerator_model": "A100", "accelerator_memory_gb": -80}, "memory_mismatch"),
        ({"accelerator_model": "H100 PCIe", "form_factor": "sxm"}, "form_mismatch"),
        ({"accelerator_model": "L40S", "form_factor": "sxm"}, "form_mismatch"),
        ({"accelerator_vendor": "AMD"}, "vendor_mismatch"),
        ({"accelerator": "NVIDIA H200"}, "accelerator_mismatch"),
        ({"partition": "mig:1g.10gb"}, "partition_not_full"),
        ({"partition": "fraction:0.5"}, "partition_not_full"),
        ({"form_factor": "socket"}, "unknown_form_factor"),
        ({"operating_system": "Windows Server"}, "windows_price"),
        ({"instance_type": "NC48ads_A100_v4 Low Priority"}, "low_priority_price"),
        ({"instance_type": "D4s DevTest"}, "dev_test_price"),
        ({"purchase_option": "preemptible"}, "unknown_purchase_option"),
        ({"purchase_option": ""}, "purchase_option_missing"),
        ({"price_kind": "cheap"}, "unknown_price_kind"),
        ({"provider_kind": "startup"}, "unknown_provider_kind"),
        ({"source_status": "trusted"}, "unknown_source_status"),
        ({"provider": "Nobody Cloud"}, "unknown_provider"),
        ({"provider": ""}, "provider_missing"),
        ({"source": ""}, "source_missing"),
        ({"source": "../../etc"}, "source_not_a_name"),
        ({"source": "training_cost_page"}, "source_not_of_prices"),
        ({"observed_at": ""}, "observed_at_missing"),
        ({"observed_at": "10/10/2026"}, "observed_at_unreadable"),
        ({"observed_at": "yesterday"}, "observed_at_unreadable"),
        ({"observed_at": "2026-02-30"}, "observed_at_unreadable"),
        ({"observed_at": "2026-10-10T12:00:00"}, "observed_at_without_zone"),
        ({"observed_at": "2027-01-01"}, "observed_in_future"),
        ({"observed_at": "9999-12-31T23:59:59-12:00"}, "observed_at_unreadable"),
        ({"observed_at": "1999-12-31"}, "observed_too_early"),
        ({"observed_at": "0001-01-01"}, "observed_too_early"),
        ({"effective_from": "0001-01-01"}, "effective_too_early"),
        ({"effective_from": "1500-01-01", "dated_fact": True}, "effective_too_early"),
        ({"term_months": 12}, "term_without_commitment"),
        ({"term_months": "a year", "purchase_option": "reserved"}, "term_months_not_a_number"),
        ({"node_accelerators": 4}, "node_smaller_than_instance"),
        ({"country": "Finland"}, "unknown_country"),
        ({"source_url": "javascript:alert(1)"}, "source_url_not_http"),
        ({"available": "perhaps"}, "available_not_a_flag"),
        ({"effective_from": "soon"}, "effective_from_unreadable"),
        ({"valid_to": "2026-10-20"}, "valid_to_of_snapshot"),
        ({"valid_to": "2026-10-01", "dated_fact": True}, "valid_to_before_start"),
        ({"price_per_accelerator_hour": 24}, "price_mismatch"),
        ({"region": "eu\x00north"}, "text_not_printable"),
        ({"region": "\ud800"}, "text_not_printable"),
        ({"region": "x" * 3000}, "text_too_long"),
        ({"region": {"name": "eu"}}, "region_not_a_text"),
    ],
)
def test_a_row_that_does_not_hold(changes: dict[str, object], reason: str) -> None:
    assert only_rejection(**changes).reason == reason


def test_a_rejected_row_says_what_was_found_and_what_to_do() -> None:
    rejection = only_rejection(provider="Nobody Cloud", instance_type="h100.8x")
    assert rejection.name == "h100.8x"
    assert rejection.locator == "line 1"
    assert "Nobody Cloud" in rejection.detail
    assert "provider_kind" in rejection.detail


def test_a_new_provider_needs_only_its_kind() -> None:
    quote = only_quote(provider="Nobody Cloud", provider_kind="neocloud")
    assert (quote["provider"], quote["provider_kind"]) == ("Nobody Cloud", "neocloud")


def test_a_listed_provider_is_shown_under_its_name_and_keeps_the_kind_the_row_gives() -> None:
    quote = only_quote(provider="microsoft azure", provider_kind="reseller", reseller_of="amazon web services")
    assert (quote["provider"], quote["provider_kind"], quote["reseller_of"]) == ("Azure", "reseller", "AWS")


def test_a_users_own_source_name_is_fine() -> None:
    assert only_quote(source="Berlin Price-List")["source"] == "berlin_price_list"


def test_another_currency_is_kept_and_never_converted() -> None:
    quote = only_quote(currency="eur")
    assert (quote["currency"], quote["price_per_accelerator_hour"], quote["price_per_accelerator_hour_usd"]) == ("EUR", 3.0, None)


def test_contact_has_no_price_and_bids_are_only_labelled() -> None:
    assert only_quote(price_kind="contact", price_per_instance_hour=None)["price_per_accelerator_hour_usd"] is None
    assert only_quote(price_kind="bid_floor", price_per_instance_hour=0.08)["price_per_accelerator_hour"] == 0.01


def test_a_printed_placeholder_is_not_a_price() -> None:
    assert only_rejection(provider="RunPod Community Cloud", accelerator_count=1, price_per_instance_hour=0.5).reason == "placeholder_price"
    assert only_quote(provider="Vast.ai", accelerator_count=1, price_per_instance_hour=0.5)["price_per_accelerator_hour"] == 0.5


def test_a_date_is_the_start_of_that_utc_day() -> None:
    assert only_quote(observed_at="2026-10-10")["observed_at"] == datetime(2026, 10, 10, tzinfo=UTC)
    assert only_quote(observed_at="2026-10-10T01:00:00+08:00")["observed_at"] == datetime(2026, 10, 9, 17, tzinfo=UTC)


def test_a_commitment_has_its_term_and_none_is_zero() -> None:
    assert only_quote(purchase_option="reserved", term_months="12")["term_months"] == 12
    assert only_quote(term_months="0")["term_months"] is None


def test_dated_sources_give_dated_facts_unless_the_row_says_otherwise() -> None:
    assert only_quote(source="aws_history")["dated_fact"] is True
    assert only_quote(source="aws_history", dated_fact=False)["dated_fact"] is False


def test_the_same_statement_twice_counts_once() -> None:
    result = parsed(row(), row(), row(region="eu-west1"))
    assert [quote["row_number"] for quote in result.rows["price_quotes"]] == [1, 3]
    assert [(item.row_number, item.reason, item.detail) for item in result.rejected] == [(2, "duplicate_row", "says the same as row 1")]


def test_two_prices_for_one_offer_at_one_time_are_both_held_back() -> None:
    result = parsed(row(), row(price_per_instance_hour=20.0), row(observed_at="2026-10-09"))
    assert [quote["row_number"] for quote in result.rows["price_quotes"]] == [3]
    assert [(item.row_number, item.reason) for item in result.rejected] == [(1, "conflicting_duplicate"), (2, "conflicting_duplicate")]
    assert "rows 1, 2 state 20.0 and 24.0" in result.rejected[0].detail


def test_one_bad_row_does_not_stop_the_others() -> None:
    result = parsed(row(), row(price_per_instance_hour=-1), row(provider="Lambda"))
    assert [quote["provider"] for quote in result.rows["price_quotes"]] == ["Nebius", "Lambda"]
    assert [item.reason for item in result.rejected] == ["price_not_positive"]


def test_columns_that_are_not_read_are_named() -> None:
    result = parsed(row(colour="red", mood=1))
    assert len(result.rows["price_quotes"]) == 1
    assert [(item.row_number, item.reason) for item in result.rejected] == [(0, "columns_ignored")]
    assert "colour, mood" in result.rejected[0].detail


PRICES = st.one_of(
    st.floats(min_value=0.1, max_value=90.0).map(lambda price: round(price, 4)), st.sampled_from(["NaN", "-3", "free", "", "1e309"])
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "provider": st.sampled_from(["AWS", "Lambda", "Nebius", "Nobody"]),
            "accelerator_model": st.sampled_from(["H100", "A100 80GB", "B200", "H800", "X1"]),
            "region": st.sampled_from(["a", "b", ""]),
            "price_per_instance_hour": PRICES,
        }
    ),
    min_size=1,
    max_size=12,
)


def _contents(result: Parsed) -> set[str]:
    moving = {"quote_id", "snapshot_id", "row_number", "capture_sha256", "locator"}
    return {str(sorted((name, str(value)) for name, value in quote.items() if name not in moving)) for quote in result.rows["price_quotes"]}


@given(rows=ROWS, data=st.data())
def test_the_order_of_rows_does_not_matter_for_what_is_accepted(rows: list[dict[str, object]], data: st.DataObject) -> None:
    rows = [row(accelerator_count=1, **changes) for changes in rows]
    shuffled = data.draw(st.permutations(rows))
    assert _contents(parsed(*rows)) == _contents(parsed(*shuffled))


@given(rows=ROWS)
def test_parsing_is_deterministic_and_loses_no_row(rows: list[dict[str, object]]) -> None:
    rows = [row(accelerator_count=1, **changes) for changes in rows]
    result = parsed(*rows)
    assert result == parsed(*rows)
    numbers = [quote["row_number"] for quote in result.rows["price_quotes"]] + [item.row_number for item in result.rejected]
    assert sorted(numbers) == list(range(1, len(rows) + 1))


def _reasons(body: bytes) -> list[str]:
    try:
        return [item.reason for item in parse(body, capture(body)).rejected]
    except UnreadableCaptureError as error:
        return [] if "\n" in error.detail else [error.reason]


@given(st.binary(max_size=300))
def test_any_bytes_give_rows_or_one_line(junk: bytes) -> None:
    header = (",".join(REQUIRED) + "\n").encode()
    for body in (junk, header + junk, b"PAR1" + junk + b"PAR1", b"{" + junk):
        assert all(_reasons(body))
        assert _reasons(body)


def test_a_list_price_that_becomes_a_price_on_request_is_the_same_offer_and_a_bid_is_not() -> None:
    keys = {kind: only_quote(price_kind=kind)["offer_key"] for kind in ("list", "dynamic", "live_offer", "bid")}
    keys["contact"] = only_quote(price_kind="contact", price_per_instance_hour=None)["offer_key"]
    assert keys["list"] == keys["dynamic"] == keys["live_offer"] == keys["contact"] != keys["bid"]
