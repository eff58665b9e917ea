"""The packaged declarations on look-alike pages of every layout their vendors have used."""

from datetime import UTC, date, datetime

import pytest

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.prices.declared.page import packaged_declaration, packaged_pages
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.prices.price_pages import (
    hyperstack_card,
    json_ld,
    lambda_tab,
    nebius_grid,
    nebius_table_of_2024,
    page,
    prices,
    product,
    quotes,
    read,
    reasons,
    runpod_row,
    table,
)

NEBIUS_HEADINGS = ("Item", "vCPUs", "RAM, GB", "On-demand, GPU-hour", "GPU-hour (Effective October 1, 2026)")
CARD_HEADINGS = ("GPU Model ", "VRAM (GB)", "Max pCPUs per GPU", "Max RAM (GB) per GPU", "Pricing Per Hour")


@pytest.mark.parametrize("source", packaged_pages())
def test_every_packaged_declaration_is_valid_and_named_as_its_source(source: str) -> None:
    assert packaged_declaration(source).source == source
    documented = source in {"coreweave", "crusoe", "google_page"}
    assert (SOURCES[source].kind, SOURCES[source].status) == ("prices", "documented" if documented else "sampled")


# Nebius


def test_nebius_prices_of_today_and_announced_ones_are_both_quotes() -> None:
    parsed = read("nebius", page(nebius_grid("GPU servers", NEBIUS_HEADINGS, [("NVIDIA HGX H100", "16", "200", "$3.85", "$4.50")])))
    assert quotes(parsed, "price_per_accelerator_hour_usd", "effective_from", "purchase_option", "form_factor") == [
        (3.85, None, "on_demand", "sxm"),
        (4.5, date(2026, 10, 1), "on_demand", "sxm"),
    ]
    assert len({row["offer_key"] for row in parsed.rows["price_quotes"]}) == 1
    assert len({row["quote_id"] for row in parsed.rows["price_quotes"]}) == 2
    assert parsed.rejected == []


def test_nebius_placeholders_keep_their_column() -> None:
    headings = ("Item", "vCPUs", "RAM, GB", "Preemptible, GPU-hour", "On-demand, GPU-hour")
    rows = [
        ("NVIDIA GB300 NVL72", "112", "800", "&ndash;&ndash;", '<a href="#form">Contact us</a>'),
        ("NVIDIA HGX B200", "20", "224", "$3.95", "$7.15"),
        ("NVIDIA L40S with AMD CPU", "8-40", "32-160", "from $0.74", "from $1.55"),
    ]
    parsed = read("nebius", page(nebius_grid("GPU servers", headings, rows)))
    assert quotes(parsed, "instance_type", "purchase_option", "price_kind", "price_per_accelerator_hour") == [
        ("NVIDIA GB300 NVL72", "on_demand", "contact", None),
        ("NVIDIA HGX B200", "spot", "list", 3.95),
        ("NVIDIA HGX B200", "on_demand", "list", 7.15),
        ("NVIDIA L40S with AMD CPU", "spot", "from_teaser", 0.74),
        ("NVIDIA L40S with AMD CPU", "on_demand", "from_teaser", 1.55),
    ]
    assert reasons(parsed) == [("NVIDIA GB300 NVL72", "not_offered")]


def test_nebius_tables_of_processors_and_storage_are_dropped_on_purpose() -> None:
    parsed = read(
        "nebius",
        page(
            nebius_grid("GPU servers", NEBIUS_HEADINGS[:4], [("NVIDIA HGX H200", "16", "200", "$4.50")]),
            nebius_grid("CPU-only instances", ("Item", "vCPUs", "RAM, GB", "Price per hour"), [("AMD EPYC", "4", "16", "$0.10")]),
            nebius_grid("Storage", ("Item", "Price", "Unit"), [("Filesystem", "$0.08", "GiB/month")]),
        ),
    )
    assert prices(parsed) == {"NVIDIA HGX H200": 4.5}
    assert parsed.rejected == []


def test_nebius_a_reserved_column_is_not_taken_for_on_demand() -> None:
    parsed = read("nebius", page(nebius_grid("GPU servers", ("Item", "Reserved, GPU-hour"), [("NVIDIA HGX H200", "$2.30")])))
    assert reasons(parsed) == [("NVIDIA HGX H200", "purchase_option_mismatch")]


def test_nebius_a_new_part_with_prices_is_told() -> None:
    parsed = read(
        "nebius",
        page(
            nebius_grid("GPU servers", NEBIUS_HEADINGS[:4], [("NVIDIA HGX H200", "16", "200", "$4.50")]),
            nebius_table_of_2024("Clusters", ("Size", "A month"), [("16 × NVIDIA H200", "$40,000")]),
        ),
    )
    assert reasons(parsed) == [("Clusters", "section_not_read")]


def test_nebius_of_2024_prices_are_for_the_instance() -> None:
    headings = ("GPU", "vRAM, GB", "RAM, GB", "vCPUS", "On demand", "Reserve")
    rows = [
        ("1 × H100 SXM", "80", "200", "16", "$2.95", "$2.00"),
        ("8 × H100 SXM", "640", "1600", "128", "$23.60", "$16.00"),
        ("1 × L40s PCIe", "48", "32", "8", "$1.55", "$0.80"),
    ]
    parsed = read("nebius", page("<h2>Commitment discounts</h2>", nebius_table_of_2024("GPU prices", headings, rows)))
    columns = ("accelerator", "accelerator_memory_gb", "accelerator_count", "purchase_option", "price_kind", "price_per_accelerator_hour")
    assert quotes(parsed, *columns) == [
        ("NVIDIA H100", 80.0, 1, "on_demand", "list", 2.95),
        ("NVIDIA H100", 80.0, 1, "reserved", "from_teaser", 2.0),
        ("NVIDIA H100", 80.0, 8, "on_demand", "list", 2.95),
        ("NVIDIA H100", 80.0, 8, "reserved", "from_teaser", 2.0),
        ("NVIDIA L40S", 48.0, 1, "on_demand", "list", 1.55),
        ("NVIDIA L40S", 48.0, 1, "reserved", "from_teaser", 0.8),
    ]
    assert parsed.rejected == []


# Hyperstack


def test_hyperstack_without_a_suffix_is_the_pcie_card() -> None:
    rows = [
        ("NVIDIA H100 SXM", "80", "24", "240", " $3.20"),
        ("NVIDIA H100 NVLink", "80", "31", "180", "$2.60"),
        ("NVIDIA H100", "80", "28", "180", "&nbsp;$2.50"),
        ("NVIDIA RTX Pro 6000 SE", "96", "31", "180", "$1.85"),
    ]
    parsed = read("hyperstack", page(hyperstack_card("On-Demand GPU", CARD_HEADINGS, rows)))
    assert quotes(parsed, "instance_type", "form_factor", "accelerator_memory_gb", "price_per_accelerator_hour") == [
        ("NVIDIA H100 SXM", "sxm", 80.0, 3.2),
        ("NVIDIA H100 NVLink", "pcie", 80.0, 2.6),
        ("NVIDIA H100", "pcie", 80.0, 2.5),
        ("NVIDIA RTX Pro 6000 SE", "pcie", 96.0, 1.85),
    ]
    assert parsed.rejected == []


def test_hyperstack_cards_are_told_apart_by_title_and_headings() -> None:
    cards = (
        hyperstack_card("On-Demand GPU", CARD_HEADINGS, [("NVIDIA A100", "80", "28", "120", "&nbsp;$1.35")]),
        hyperstack_card("Reservation", ("GPU Model", "Starting from&nbsp;", "Reserve"), [("NVIDIA A100", "$0.95", "Reserve here")]),
        hyperstack_card("Spot VM", ("GPU Model", "Spot VM"), [("NVIDIA A100", "$1.08")]),
        hyperstack_card(
            "On-Demand CPU", ("CPU Flavor", "Cores", "RAM (GB)", "Disk", "Pricing Per Hour"), [("small", "4", "4", "100", "$0.35")]
        ),
        hyperstack_card("Storage", ("Service", "Pricing"), [("Volumes", "$0.00009 per GB per hour")]),
    )
    expected = [("on_demand", "list", 1.35), ("reserved", "from_teaser", 0.95), ("spot", "list", 1.08)]
    parsed = read("hyperstack", page(*cards))
    assert quotes(parsed, "purchase_option", "price_kind", "price_per_accelerator_hour") == expected
    assert parsed.rejected == []


@pytest.mark.parametrize(("title", "headings"), [(None, CARD_HEADINGS), ("On-demand", ())])
def test_hyperstack_a_card_is_known_by_its_title_or_by_its_headings(title: str | None, headings: tuple[str, ...]) -> None:
    parsed = read("hyperstack", page(hyperstack_card(title, headings, [("NVIDIA B300", "288", "28", "240", "$7.40")])))
    assert prices(parsed) == {"NVIDIA B300": 7.4}


def test_hyperstack_of_2024_is_a_table_with_two_price_columns() -> None:
    headings = (
        "GPU Model",
        "VRAM <span>(GB)</span>",
        "Max pCPUs",
        "Max RAM",
        "Pricing Per <i></i><span>Hour</span>",
        "Reservation <span>Pricing</span>",
    )
    rows = [
        ("NVIDIA H100 SXM 80GB", "80", "24", "240", "$ 3.75 per Hour", 'Starts from <a href="/x">$2.25/hour</a>'),
        ("NVIDIA A100 80GB PCIe NVLink", "80", "31", "240", "<span>$</span> &nbsp;2.30 Per Hour", "Starts from $1.38/hour"),
        ("NVIDIA RTX A6000/A40", "48", "28", "58", "$ 1.00 per Hour", "Starts from $0.60/hour"),
    ]
    parsed = read("hyperstack", page(table(headings, rows)))
    assert quotes(parsed, "accelerator", "form_factor", "purchase_option", "price_kind", "price_per_accelerator_hour") == [
        ("NVIDIA H100", "sxm", "on_demand", "list", 3.75),
        ("NVIDIA H100", "sxm", "reserved", "from_teaser", 2.25),
        ("NVIDIA A100", "pcie", "on_demand", "list", 2.3),
        ("NVIDIA A100", "pcie", "reserved", "from_teaser", 1.38),
    ]
    assert reasons(parsed) == [("NVIDIA RTX A6000/A40", "ambiguous_accelerator")] * 2


# Lambda


def test_lambda_tabs_give_the_count_and_each_its_own_price() -> None:
    specs = ("180 GB", "208", "2900 GiB", "22 TiB SSD")
    tabs = [
        lambda_tab(number, f"{count}x", [("NVIDIA B200 SXM6", *specs, price)], hidden=number > 0)
        for number, (count, price) in enumerate([(8, "$6.69"), (4, "$6.79"), (2, "$6.89"), (1, "$6.99")])
    ]
    parsed = read("lambda_page", page("<h2>Instances pricing</h2>", *tabs, "<p>* plus applicable sales tax</p>"))
    assert quotes(parsed, "accelerator_count", "price_per_accelerator_hour", "price_per_instance_hour") == [
        (8, 6.69, 53.52),
        (4, 6.79, 27.16),
        (2, 6.89, 13.78),
        (1, 6.99, 6.99),
    ]
    assert parsed.rejected == []


def test_lambda_rows_of_one_name_differ_by_memory() -> None:
    rows = [
        ("NVIDIA A100 SXM", "80 GB", "240", "1800 GiB", "19.5 TiB", "$2.79"),
        ("NVIDIA A100 SXM", "40 GB", "124", "1800 GiB", "5.8 TiB", "$1.99"),
    ]
    parsed = read("lambda_page", page(lambda_tab(0, "8x", rows)))
    assert quotes(parsed, "accelerator_memory_gb", "price_per_accelerator_hour") == [(80.0, 2.79), (40.0, 1.99)]


def test_lambda_a_tab_that_does_not_say_its_count_gives_no_price() -> None:
    parsed = read("lambda_page", page(lambda_tab(0, "Eight GPUs", [("NVIDIA H100 SXM", "80 GB", "208", "1800 GiB", "22 TiB", "$3.99")])))
    assert reasons(parsed) == [("NVIDIA H100 SXM", "count_missing")]


def test_lambda_one_click_clusters_are_reserved_and_an_empty_term_is_not_offered() -> None:
    headings = ("Plan", "DURATION", "GPU COUNT", "PRICE/GPU/HR*", "")
    rows = [
        ("NVIDIA HGX B200", "2 weeks – 1 year", "16", "$9.86", "Reserve"),
        ("NVIDIA HGX B200", "2 weeks – 1 year", "256+", "$8.87", "Reserve"),
        ("NVIDIA HGX B200", "1 year+", "16-256+", "—", "Talk to our team"),
    ]
    parsed = read("lambda_page", page(table(headings, rows, "1-Click Clusters pricing")))
    assert quotes(parsed, "purchase_option", "term_months", "accelerator_count", "price_per_accelerator_hour") == [
        ("reserved", None, 16, 9.86),
        ("reserved", None, 256, 8.87),
    ]
    assert reasons(parsed) == [("NVIDIA HGX B200", "not_offered")]


LAMBDA_2024 = [
    ("<strong>On-demand 8x NVIDIA H100 SXM</strong>", "80 GB", "208", "1800 GiB", "26 TiB SSD", "$2.99 / GPU / hr"),
    ("<strong>Reserved 8x NVIDIA H100 SXM</strong>", "80 GB", "208", "1800 GiB", "22 TiB SSD", "<a>CONTACT SALES</a>"),
    ("<strong>On-demand 1x NVIDIA H100 PCIe</strong>", "80 GB", "26", "225 GiB", "1 TiB SSD", "$2.49 / GPU / hr"),
]


@pytest.mark.parametrize(
    "heading", ["<tr><td>GPUs</td><td>VRAM/GPU</td><td>vCPUs</td><td>RAM</td><td>Storage</td><td>PRICE/GPU/HR*</td></tr>", ""]
)
def test_lambda_of_2024_prices_are_per_gpu_and_the_heading_may_be_an_ordinary_row_or_cut_off(heading: str) -> None:
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in LAMBDA_2024)
    html = (
        page(f"<table><tbody>{heading}{rows}</tbody></table>") if heading else f"<span>PRICE/GPU/HR*</span></td></tr>{rows}</tbody></table>"
    )
    parsed = read("lambda_page", html)
    assert quotes(parsed, "accelerator_count", "form_factor", "purchase_option", "price_kind", "price_per_accelerator_hour") == [
        (8, "sxm", "on_demand", "list", 2.99),
        (8, "sxm", "reserved", "contact", None),
        (1, "pcie", "on_demand", "list", 2.49),
    ]
    assert parsed.rejected == []


def test_lambda_of_2023_instance_prices_beside_reserved_prices_per_gpu() -> None:
    instances = table(
        ("GPUs", "VRAM per GPU", "vCPUs", "RAM", "Storage", "Price"),
        [("<strong>8x NVIDIA H100 SXM <span class=tag>New</span></strong>", "80 GB", "220", "1.8 TB", "24 TiB", "$20.72 / hr")],
    )
    reserved = table(
        ("&nbsp;", "Instance type", "GPU", "GPU Memory", "Per Hour Price", "Term", "# of GPUs"),
        [
            ("Reserved", "8x NVIDIA H100", "H100 SXM", "80 GB", "$1.89/H100/hour", "3-years", "64 - 60,000"),
            ("Sprint", "8x NVIDIA H100", "H100 SXM", "80 GB", "$4.85/H100/hour", "3-months", "248"),
        ],
    )
    parsed = read("lambda_page", page(instances, reserved), seen=datetime(2023, 9, 9, tzinfo=UTC))
    assert quotes(
        parsed, "accelerator_count", "purchase_option", "term_months", "price_per_instance_hour", "price_per_accelerator_hour"
    ) == [
        (8, "on_demand", None, 20.72, 2.59),
        (8, "reserved", 36, 15.12, 1.89),
        (8, "reserved", 3, 38.8, 4.85),
    ]
    assert parsed.rejected == []


# RunPod


def offer(cloud: str, price: str) -> dict[str, object]:
    return {"@type": "Offer", "name": cloud, "price": price, "priceCurrency": "USD"}


def test_runpod_reads_the_single_offers_of_each_cloud() -> None:
    parsed = read(
        "runpod_page",
        page(json_ld(product("H100 SXM GPU on Runpod", offer("Community Cloud", "2.69"), offer("Secure Cloud", "2.99")))),
    )
    assert quotes(parsed, "provider", "provider_kind", "accelerator", "form_factor", "price_per_accelerator_hour_usd") == [
        ("RunPod Community Cloud", "marketplace", "NVIDIA H100", "sxm", 2.69),
        ("RunPod Secure Cloud", "neocloud", "NVIDIA H100", "sxm", 2.99),
    ]


def test_runpod_offers_say_from_when_until_when_and_whether_they_can_be_had() -> None:
    parsed = read(
        "runpod_page",
        page(
            json_ld(
                product(
                    "H100 SXM",
                    offer("Secure Cloud", "2.99") | {"priceValidUntil": "2026-09-14"},
                    offer("Community Cloud", "2.69") | {"availability": "https://schema.org/OutOfStock"},
                ),
                product("H200 SXM", offer("Secure Cloud", "4.39") | {"validFrom": "2026-10-01", "priceValidUntil": "2026-12-31"}),
            )
        ),
    )
    assert quotes(parsed, "price_per_accelerator_hour", "available", "effective_from") == [
        (2.69, False, None),
        (4.39, None, date(2026, 10, 1)),
    ]
    assert reasons(parsed) == [("H100 SXM", "price_expired")]


@pytest.mark.parametrize(("unit", "printed", "price"), [("HUR", "3.99", 3.99), (None, "3.99", 3.99), ("MON", "2920", 4.0)])
def test_runpod_a_price_specification_says_for_how_long_it_is(unit: str | None, printed: str, price: float) -> None:
    specification = {"@type": "UnitPriceSpecification", "price": printed, "priceCurrency": "USD", "unitCode": unit}
    item = {"@type": "Product", "name": "H200", "offers": {"@type": "Offer", "name": "Secure Cloud", "priceSpecification": specification}}
    assert quotes(read("runpod_page", page(json_ld(item))), "price_per_accelerator_hour") == [(price,)]


def test_runpod_placeholders_slices_and_unknown_clouds_are_no_prices() -> None:
    parsed = read(
        "runpod_page",
        page(
            json_ld(
                product("MI300X GPU on Runpod", offer("Community Cloud", "0.5"), offer("Secure Cloud", "2.39")),
                product("PRO 6000 MIG 24GB GPU on Runpod", offer("Secure Cloud", "0.69")),
                product("A40 GPU on Runpod", offer("Moon Cloud", "0.44")),
                product("Network volume", offer("Secure Cloud", "0.07")),
            )
        ),
    )
    assert prices(parsed) == {"MI300X": 2.39}
    assert reasons(parsed) == [
        ("MI300X", "placeholder_price"),
        ("PRO 6000 MIG 24GB", "partition_not_full"),
        ("A40", "provider_missing"),
        ("Network volume", "unknown_accelerator"),
    ]


def test_runpod_a_lowest_price_without_offers_is_a_floor() -> None:
    parsed = read(
        "runpod_page",
        page(
            json_ld(
                {
                    "@type": "Product",
                    "name": "L40S",
                    "offers": {
                        "@type": "AggregateOffer",
                        "name": "Secure Cloud",
                        "lowPrice": "0.79",
                        "highPrice": "0.99",
                        "priceCurrency": "USD",
                    },
                }
            )
        ),
    )
    assert quotes(parsed, "price_kind", "price_per_accelerator_hour") == [("from_teaser", 0.79)]


def test_runpod_of_2025_reads_attributes_and_not_the_figure_a_script_fills_in() -> None:
    parsed = read("runpod_page", page(runpod_row("H200", 141, "3.79", "3.59"), runpod_row("H100 NVL", 94, "2.79", "")))
    assert quotes(parsed, "provider", "accelerator_memory_gb", "price_per_accelerator_hour") == [
        ("RunPod Secure Cloud", 141.0, 3.79),
        ("RunPod Community Cloud", 141.0, 3.59),
        ("RunPod Secure Cloud", 94.0, 2.79),
    ]
    assert reasons(parsed) == [("H100 NVL", "not_offered")]


def test_runpod_of_2023_reads_the_state_of_the_page() -> None:
    state = """<script id="__NEXT_DATA__" type="application/json">{"props": {"pageProps": {"data": [
        {"id": "NVIDIA H100 80GB HBM3", "displayName": "H100 80GB SXM5", "memoryInGb": 80, "secureCloud": true, "communityCloud": false,
         "securePrice": 4.49, "communityPrice": 4.09, "communitySpotPrice": null, "sixMonthPrice": 3.9},
        {"id": "NVIDIA RTX A4000", "memoryInGb": 16, "secureCloud": true, "communityCloud": true, "securePrice": 0.5, "communityPrice": 0}
        ]}}}</script>"""
    parsed = read("runpod_page", page(state), seen=datetime(2023, 9, 29, tzinfo=UTC))
    assert quotes(parsed, "provider", "form_factor", "purchase_option", "term_months", "price_per_accelerator_hour") == [
        ("RunPod Secure Cloud", "sxm", "on_demand", None, 4.49),
        ("RunPod Secure Cloud", "sxm", "reserved", 6, 3.9),
    ]
    assert reasons(parsed) == [
        ("NVIDIA H100 80GB HBM3", "not_offered"),
        ("NVIDIA RTX A4000", "placeholder_price"),
        ("NVIDIA RTX A4000", "price_not_positive"),
    ]


# What is no price page


@pytest.mark.parametrize("source", packaged_pages())
@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (b"", "empty_file"),
        (b"   \n ", "empty_file"),
        (b'{"offers": []}', "not_html"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "not_text"),
        (
            b"<html><head><title>Just a moment...</title></head><body><div>Enable JavaScript and cookies to continue</div></body></html>",
            "blocked_page",
        ),
        (b"<html><body><h1>Please verify you are a human</h1><div class='g-recaptcha'></div></body></html>", "blocked_page"),
        (b"<html><body><h1>A new design</h1><section><p>Prices on request.</p></section></body></html>", "no_rows"),
    ],
)
def test_a_page_without_any_row_is_told_in_one_line(source: str, html: bytes, reason: str) -> None:
    with pytest.raises(UnreadableCaptureError) as error:
        read(source, html)
    assert error.value.reason == reason
    assert "\n" not in error.value.detail
