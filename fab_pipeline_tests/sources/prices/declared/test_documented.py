"""The declarations of CoreWeave, Crusoe and Google on look-alike pages: right rows, and nothing else that the pages price."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline_tests.sources.prices.documented_pages import (
    CONTACT,
    COREWEAVE_HEADINGS,
    INFERENCE,
    coreweave_processor,
    coreweave_row,
    coreweave_table,
    crusoe_card,
    crusoe_gpus,
    crusoe_other,
    crusoe_section,
    google_family,
    google_row,
    google_table,
)
from fab_pipeline_tests.sources.prices.price_pages import page, quotes, read, reasons

IDENTITY = ("accelerator", "accelerator_memory_gb", "form_factor", "accelerator_count")
PRICE = ("purchase_option", "price_per_accelerator_hour_usd")


def coreweave(*rows: str) -> str:
    return page("<h2>On-demand GPU instances</h2>", coreweave_table("NORTH AMERICA", COREWEAVE_HEADINGS, rows))


def test_coreweave_prices_are_of_the_instance_in_each_region() -> None:
    america = coreweave_table(
        "NORTH AMERICA", (*COREWEAVE_HEADINGS, INFERENCE), [coreweave_row("NVIDIA HGX H100", "8", "80", "$48.00", "$20.00", "$6.00")]
    )
    europe = coreweave_table("EUROPE", COREWEAVE_HEADINGS, [coreweave_row("NVIDIA HGX H100", "8", "80", "$48.80", "$24.00")])
    parsed = read("coreweave", page("<h2>On-demand GPU instances</h2>", america, europe))
    assert parsed.rejected == []
    assert set(quotes(parsed, *IDENTITY)) == {("NVIDIA H100", 80.0, "sxm", 8)}
    assert quotes(parsed, "region", *PRICE) == [
        ("NORTH AMERICA", "on_demand", 6.0),
        ("NORTH AMERICA", "spot", 2.5),
        ("EUROPE", "on_demand", 6.1),
        ("EUROPE", "spot", 3.0),
    ]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (coreweave_row("NVIDIA GB200 NVL72", "4^1", "186", "$44.00", "$20.00"), ("NVIDIA GB200", 186.0, "superchip", 4, 11.0)),
        (coreweave_row("NVIDIA HGX B200", "8", "180", "$68.80", "$34.00"), ("NVIDIA B200", 180.0, "sxm", 8, 8.6)),
        (coreweave_row("NVIDIA GH200", "1", "96", "$6.40", "$3.00"), ("NVIDIA GH200", 96.0, "superchip", 1, 6.4)),
        (coreweave_row("NVIDIA A100", "8", "80", "$22.40", "$9.60"), ("NVIDIA A100", 80.0, "unknown", 8, 2.8)),
        (
            coreweave_row("NVIDIA RTX PRO 6000 Blackwell Server Edition (High Memory)", "8", "96", "$20.40", "$11.00"),
            ("NVIDIA RTX PRO 6000", 96.0, "pcie", 8, 2.55),
        ),
    ],
)
def test_coreweave_names_counts_and_memories(row: str, expected: tuple[object, ...]) -> None:
    first, _ = quotes(read("coreweave", coreweave(row)), *IDENTITY, "price_per_accelerator_hour_usd")
    assert first == expected


def test_coreweave_what_is_not_sold_that_way_has_no_price() -> None:
    parsed = read(
        "coreweave",
        coreweave(coreweave_row("NVIDIA HGX B300", "8", "270", "", "$36.00"), coreweave_row("NVIDIA L40", "8", "48", "$10.00", "N/A")),
    )
    assert quotes(parsed, "accelerator", "price_kind", *PRICE) == [
        ("NVIDIA B300", "contact", "on_demand", None),
        ("NVIDIA B300", "list", "spot", 4.5),
        ("NVIDIA L40", "list", "on_demand", 1.25),
    ]
    assert [reason for _, reason in reasons(parsed)] == ["not_offered"]


def test_coreweave_the_second_list_says_nothing_new_and_processors_are_left_alone() -> None:
    row = coreweave_row("NVIDIA HGX H200", "8", "141", "$50.40", "$21.00")
    processors = coreweave_table("NORTH AMERICA", ("CPU Model", "On-Demand Price (Per Hour)"), [coreweave_processor("AMD Genoa", "$6.40")])
    parsed = read("coreweave", page(coreweave(row), processors, coreweave(row)))
    assert len(parsed.rows["price_quotes"]) == 2
    assert [reason for _, reason in reasons(parsed)] == ["duplicate_row", "duplicate_row"]


def test_coreweave_another_price_in_the_second_list_holds_both_back() -> None:
    first, second = (coreweave_row("NVIDIA HGX H200", "8", "141", price, "N/A") for price in ("$50.40", "$50.80"))
    parsed = read("coreweave", page(coreweave(first), coreweave(second)))
    assert parsed.rows["price_quotes"] == []
    assert [reason for _, reason in reasons(parsed)].count("conflicting_duplicate") == 2


def test_coreweave_an_unknown_name_is_rejected() -> None:
    parsed = read(
        "coreweave",
        coreweave(coreweave_row("NVIDIA HGX Q900", "8", "80", "$48.00", "N/A"), coreweave_row("NVIDIA L40S", "8", "48", "$18.00", "$8.00")),
    )
    assert len(parsed.rows["price_quotes"]) == 2
    assert ("NVIDIA HGX Q900", "unknown_accelerator") in reasons(parsed)


def test_crusoe_prices_are_of_one_gpu_and_tags_say_memory_and_form() -> None:
    cards = (
        crusoe_card("NVIDIA H100", "80GB", "HGX", "$3.95/GPU-hr", "$1.60/GPU-hr"),
        crusoe_card("NVIDIA A100", "80GB", "SXM", "$2.40/GPU-hr", CONTACT),
        crusoe_card("NVIDIA A100", "80GB", "PCIe", "$2.05/GPU-hr", CONTACT),
        crusoe_card("NVIDIA L40S", "48GB", "", "$1.55/GPU-hr", CONTACT),
        crusoe_card("AMD MI300X", "192GB", "", "$3.50/GPU-hr", CONTACT),
        crusoe_card("NVIDIA GB200", "186GB", "NVL72", CONTACT, CONTACT),
    )
    parsed = read("crusoe", page(crusoe_gpus(*cards)))
    assert parsed.rejected == []
    assert [row for row in quotes(parsed, *IDENTITY, *PRICE) if row[-1]] == [
        ("NVIDIA H100", 80.0, "sxm", 1, "on_demand", 3.95),
        ("NVIDIA H100", 80.0, "sxm", 1, "spot", 1.6),
        ("NVIDIA A100", 80.0, "sxm", 1, "on_demand", 2.4),
        ("NVIDIA A100", 80.0, "pcie", 1, "on_demand", 2.05),
        ("NVIDIA L40S", 48.0, "pcie", 1, "on_demand", 1.55),
        ("AMD MI300X", 192.0, "oam", 1, "on_demand", 3.5),
    ]
    assert {kind for kind, price in quotes(parsed, "price_kind", "price_per_accelerator_hour") if price is None} == {"contact"}


def test_crusoe_processors_disks_clusters_and_tokens_are_no_accelerators() -> None:
    others = (
        crusoe_section("CPU instances pricing", ("CPU Type", "On-demand"), [crusoe_other("General-purpose", "$0.04/vCPU-hr")]),
        crusoe_section("Storage pricing ", ("Storage",), [crusoe_other("Persistent disks", "$0.08<br/>per GiB/month")]),
        crusoe_section(
            "Managed Kubernetes pricing ", ("Managed Kubernetes",), [crusoe_other("Cluster pricing", "$0.10<br/>per cluster hour")]
        ),
        crusoe_section("Serverless Inference pricing", ("Model", "Input tokens"), [crusoe_other("DeepSeek", "$1.74")]),
    )
    parsed = read("crusoe", page(crusoe_gpus(crusoe_card("NVIDIA H200", "141GB", "HGX", "$4.40/GPU-hr", CONTACT)), *others))
    assert quotes(parsed, "accelerator", "price_kind") == [("NVIDIA H200", "list"), ("NVIDIA H200", "contact")]
    assert parsed.rejected == []


@pytest.mark.parametrize(
    "price", ["$0.90/vCPU-hr", "$0.90 per GiB/month", "$1.74 per 1M tokens", "$0.90 / core / hr", "$2.00 per cluster hour"]
)
def test_crusoe_a_price_of_something_else_in_the_list_is_no_price_of_a_gpu(price: str) -> None:
    parsed = read("crusoe", page(crusoe_gpus(crusoe_card("NVIDIA H100", "80GB", "HGX", price, CONTACT))))
    assert ("NVIDIA H100", "unit_mismatch") in reasons(parsed)


def test_google_machines_are_told_apart_by_their_names() -> None:
    rows = [
        google_family("A4 High"),
        google_row("a4-highgpu-8g", "Nvidia B200", "8", "N/A", "$64.4", "$90.2", "$40.0", "$88.0", "$56.0"),
        google_row("a3-highgpu-8g", "Nvidia H100", "8", "$88.8", "$38.3", "$41.6", "$52.8", "$61.6", "$38.4"),
        google_row("a2-ultragpu-8g", "Nvidia A100", "8", "$40.8", "$19.2", "N/A", "$24.8", "N/A", "N/A"),
        google_row("a2-highgpu-1g", "Nvidia A100", "1", "$3.70", "$2 .0000", "N/A", "$2.20", "$2.30", "$1.30"),
    ]
    parsed = read("google_page", page(google_table(rows)))
    assert quotes(parsed, *IDENTITY, "region", "term_months", *PRICE) == [
        ("NVIDIA B200", 180.0, "sxm", 8, "us-central1", None, "spot", 5.0),
        ("NVIDIA B200", 180.0, "sxm", 8, "us-central1", 12, "reserved", 11.0),
        ("NVIDIA B200", 180.0, "sxm", 8, "us-central1", 36, "reserved", 7.0),
        ("NVIDIA H100", 80.0, "sxm", 8, "us-central1", None, "on_demand", 11.1),
        ("NVIDIA H100", 80.0, "sxm", 8, "us-central1", None, "spot", 6.6),
        ("NVIDIA H100", 80.0, "sxm", 8, "us-central1", 12, "reserved", 7.7),
        ("NVIDIA H100", 80.0, "sxm", 8, "us-central1", 36, "reserved", 4.8),
        ("NVIDIA A100", 80.0, "sxm", 8, "us-central1", None, "on_demand", 5.1),
        ("NVIDIA A100", 80.0, "sxm", 8, "us-central1", None, "spot", 3.1),
        ("NVIDIA A100", 40.0, "sxm", 1, "us-central1", None, "on_demand", 3.7),
        ("NVIDIA A100", 40.0, "sxm", 1, "us-central1", None, "spot", 2.2),
        ("NVIDIA A100", 40.0, "sxm", 1, "us-central1", 12, "reserved", 2.3),
        ("NVIDIA A100", 40.0, "sxm", 1, "us-central1", 36, "reserved", 1.3),
    ]
    assert {reason for _, reason in reasons(parsed)} == {"not_offered"}


def test_google_flexible_commitments_are_not_read_and_parts_of_a_card_are_no_quotes() -> None:
    rows = [
        google_row("g4-standard-6", "NVIDIA RTX PRO 6000", "1/8", "$0.65", "$0.54", "$0.37", "$0.32", "-", "$0.24", "$0.45", "$0.28"),
        google_row("g4-standard-96", "NVIDIA RTX PRO 6000", "2", "$9.20", "$7.60", "$5.20", "$4.50", "N/A", "$3.40", "$6.20", "$4.00"),
        google_row("g2-standard-24", "NVIDIA L4", "2", "$2.02", "$1.58", "$1.14", "N/A", "N/A", "g2-standard-24-spot", "$1.26", "$0.90"),
    ]
    parsed = read("google_page", page(google_table(rows, flexible=True)))
    assert quotes(parsed, "instance_type", "accelerator_count", *PRICE) == [
        ("g4-standard-96", 2, "on_demand", 4.6),
        ("g4-standard-96", 2, "spot", 1.7),
        ("g4-standard-96", 2, "reserved", 3.1),
        ("g4-standard-96", 2, "reserved", 2.0),
        ("g2-standard-24", 2, "on_demand", 1.01),
        ("g2-standard-24", 2, "reserved", 0.63),
        ("g2-standard-24", 2, "reserved", 0.45),
    ]
    assert {reason for _, reason in reasons(parsed)} == {"count_unreadable", "price_unreadable"}


PAGES = {
    "coreweave": coreweave(coreweave_row("NVIDIA HGX H100", "8", "80", "$48.00", "$20.00")),
    "crusoe": page(crusoe_gpus(crusoe_card("NVIDIA H100", "80GB", "HGX", "$3.95/GPU-hr", CONTACT))),
    "google_page": page(google_table([google_row("a3-highgpu-8g", "Nvidia H100", "8", "$88.8", "N/A", "N/A", "$52.8", "N/A", "N/A")])),
}


@pytest.mark.parametrize("source", PAGES)
def test_their_quotes_are_documented_only(source: str) -> None:
    assert {status for (status,) in quotes(read(source, PAGES[source]), "source_status")} == {"documented"}


def said(source: str, body: bytes) -> list[str]:
    """What is said about a page: why it is refused, or what of it is rejected."""
    try:
        return [entry.detail for entry in read(source, body).rejected]
    except UnreadableCaptureError as error:
        return [error.detail]


@pytest.mark.parametrize("source", PAGES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_damaged_pages_are_read_or_refused(source: str, data: st.DataObject) -> None:
    body = bytearray(PAGES[source].encode())
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(body)))
        body[start : start + data.draw(st.integers(0, 12))] = data.draw(st.binary(max_size=8))
    end = data.draw(st.integers(0, len(body))) if data.draw(st.booleans()) else len(body)
    details = said(source, bytes(body[:end]))
    assert all(detail and "\n" not in detail for detail in details)
