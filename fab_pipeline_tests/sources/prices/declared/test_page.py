"""The reader of declared pages, on the page of a provider that does not exist."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.sources.base import Parsed, UnreadableCaptureError
from fab_pipeline_tests.sources.prices.price_pages import only_reason, page, prices, quotes, read, reasons, table

TABLE = """
source: acme
provider: Acme Compute
provider_kind: neocloud
url: https://acme.example/pricing
currency: USD
blocks:
  - name: rates
    accelerator: {column: '^gpu'}
    memory: {column: memory}
    per: accelerator
    prices:
      - {column: on-demand, purchase_option: on_demand}
      - {column: spot, purchase_option: spot}
      - {column: commit|reserved, purchase_option: reserved}
"""
HEADINGS = ("GPU", "Memory", "On-demand", "Spot")

CARDS = """
source: acme
provider: Acme Compute
provider_kind: neocloud
currency: USD
per: accelerator
purchase_option: on_demand
blocks:
  - name: cards
    within: body
    row: .card
    accelerator: {select: h3}
    prices:
      - {select: .price}
"""


def with_price(cell: str, heading: str = "On-demand") -> Parsed:
    return read(TABLE, page(table(("GPU", heading), [("NVIDIA H100 SXM", cell)])))


def card(name: str, price: str, more: str = "") -> str:
    return f'<div class="card"><h3>{name}</h3><div class="price">{price}</div>{more}</div>'


def test_a_table_gives_a_quote_per_price_and_the_declaration_its_facts() -> None:
    parsed = read(TABLE, page(table(HEADINGS, [("NVIDIA H200 SXM", "141 GB", "$3.20", "$1.90")])))
    (on_demand, spot) = parsed.rows["price_quotes"]
    assert (on_demand["price_per_accelerator_hour_usd"], on_demand["purchase_option"], on_demand["price_kind"]) == (
        3.2,
        "on_demand",
        "list",
    )
    assert (spot["price_per_accelerator_hour_usd"], spot["purchase_option"]) == (1.9, "spot")
    assert (on_demand["provider"], on_demand["provider_kind"], on_demand["source"]) == ("Acme Compute", "neocloud", "acme")
    assert (on_demand["accelerator"], on_demand["form_factor"], on_demand["accelerator_memory_gb"]) == ("NVIDIA H200", "sxm", 141.0)
    assert on_demand["source_url"] == "https://acme.example/pricing"
    assert on_demand["locator"] == "rates, 'GPU prices', row 1, column 'On-demand'"
    assert str(on_demand["parser_version"]).startswith("declared_page/")
    TABLES["price_quotes"].schema.validate(typed(TABLES["price_quotes"], parsed.rows["price_quotes"]))


@pytest.mark.parametrize(
    ("cell", "kind", "price"),
    [
        ("$2.49", "list", 2.49),
        ("$&nbsp;2.49 / hr", "list", 2.49),
        ("<span>$</span><span>2</span><span>.49</span>", "list", 2.49),
        ("$2<!-- -->.49<!-- -->/GPU/hr", "list", 2.49),
        ("<sup>$</sup>2.49", "list", 2.49),
        ("<s>$3.10</s> $2.49", "list", 2.49),
        ('<span style="text-decoration: line-through">$3.10</span> $2.49/hr', "list", 2.49),
        ("$2.49/hr ($1,817.70/mo)", "list", 2.49),
        ("$2.49 <span class='sr-only'>$2.49 dollars an hour</span>", "list", 2.49),
        ("$2.49 <small>($2.49/hr)</small>", "list", 2.49),
        ("2.49 USD per hour", "list", 2.49),
        ("<span>2.49</span>", "list", 2.49),
        ("$2.49 <span hidden>$9.99</span><span style='display:none'>$8</span><template>$7</template>", "list", 2.49),
        ("from $2.49", "from_teaser", 2.49),
        ("Starting at $2.49/hr", "from_teaser", 2.49),
        ("$2.49+", "from_teaser", 2.49),
        ("~$2.49", "estimated", 2.49),
        ("Contact us", "contact", None),
        ("<a href='/sales'>Talk to sales</a>", "contact", None),
        ("Request a quote", "contact", None),
    ],
)
def test_a_price_as_printed(cell: str, kind: str, price: float | None) -> None:
    parsed = with_price(cell)
    assert quotes(parsed, "price_kind", "price_per_accelerator_hour") == [(kind, price)]
    assert parsed.rejected == []


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("&ndash;&ndash;", "not_offered"),
        ("—", "not_offered"),
        ("", "not_offered"),
        ("N/A", "not_offered"),
        ("Sold out", "not_offered"),
        ("Coming soon", "not_offered"),
        ("Join the waitlist", "not_offered"),
        ("$0.00", "price_not_positive"),
        ("Free", "price_not_positive"),
        ("$2.49 – $3.10", "several_prices"),
        ("$2.49/hr or $2.10/hr", "several_prices"),
        ("$2<sup>49</sup>", "price_unreadable"),
        ("<div>$2</div><div>.49</div>", "price_unreadable"),
        ("$2,49", "price_unreadable"),
        ("249¢", "price_unreadable"),
        ("up to $2.49", "price_is_a_bound"),
        ("$2.49 off", "price_is_a_bound"),
        ("$19.92 / 8 GPUs", "price_unreadable"),
        ("2.49 €", "currency_mismatch"),
        ("$2.49 / node / hr", "unit_mismatch"),
        ("$1,817.70 / month", "period_mismatch"),
        ("$0.0007 / s", "period_mismatch"),
        ("$9,999.00", "price_implausible"),
        ("see below", "price_unreadable"),
        ("24", "currency_not_printed"),
        ("24 $0.15", "price_unreadable"),
        ("$-2.49", "price_unreadable"),
        ("-2.49", "price_unreadable"),
        ("1.8 TB", "price_unreadable"),
        ("208 vCPUs", "price_unreadable"),
        ("$2.49*", "footnote_missing"),
    ],
)
def test_what_is_no_price_is_rejected_with_its_reason(cell: str, reason: str) -> None:
    entry = only_reason(with_price(cell))
    assert (entry.name, entry.reason) == ("NVIDIA H100 SXM", reason)


@pytest.mark.parametrize(
    ("heading", "reason"),
    [
        ("On-demand price per node", "unit_mismatch"),
        ("On-demand, monthly", "period_mismatch"),
        ("On-demand (€)", "currency_mismatch"),
        ("On-demand from October 1", "effective_date_unreadable"),
        ("On-demand (Effective October 1)", "effective_date_unreadable"),
        ("On-demand (Effective October 2026)", "effective_date_unreadable"),
        ("On-demand (October 1, 2026)", "effective_date_unreadable"),
        ("On-demand until August 31, 2026", "price_expired"),
    ],
)
def test_a_heading_that_contradicts_the_declaration_rejects_its_prices(heading: str, reason: str) -> None:
    assert only_reason(with_price("$2.49", heading)).reason == reason


@pytest.mark.parametrize(
    ("heading", "day"),
    [
        ("On-demand (Effective October 1, 2026)", date(2026, 10, 1)),
        ("On-demand, effective from 1 Oct 2026", date(2026, 10, 1)),
        ("On-demand starting 2026-10-01", date(2026, 10, 1)),
        ("On-demand until September 30, 2026", None),
        ("On-demand", None),
    ],
)
def test_the_day_from_which_a_price_holds_stands_in_its_heading(heading: str, day: date | None) -> None:
    assert quotes(with_price("$2.49", heading), "price_kind", "effective_from") == [("list", day)]


def test_an_announced_price_stands_beside_that_of_today() -> None:
    headings = ("GPU", "On-demand", "On-demand (Effective October 1, 2026)")
    parsed = read(TABLE, page(table(headings, [("NVIDIA H100 SXM", "$2.49", "$2.99")])))
    assert quotes(parsed, "price_per_accelerator_hour", "effective_from") == [(2.49, None), (2.99, date(2026, 10, 1))]


@pytest.mark.parametrize(
    "cell",
    [
        "$2.49 until September 30, 2026; $2.99 from October 1, 2026",
        "$2.49<br>$2.99 (effective October 1, 2026)",
        "$2.49 / hour, $2.99 / hour starting October 1, 2026",
    ],
)
def test_an_announced_price_may_stand_in_the_cell_of_todays(cell: str) -> None:
    assert quotes(with_price(cell), "price_per_accelerator_hour", "effective_from") == [(2.49, None), (2.99, date(2026, 10, 1))]


@pytest.mark.parametrize(
    "cell",
    ["$2.99 from October 1, 2026 (now $2.49)", "$2.49 $2.99 effective Q4 2026", "$2.49 – $2.99", "$2.49 $2.79 $2.99 from October 1, 2026"],
)
def test_two_prices_of_which_nobody_can_say_when_they_hold_are_none(cell: str) -> None:
    assert only_reason(with_price(cell)).reason in {"several_prices", "effective_date_unreadable"}


def test_an_announced_table_stands_beside_that_of_today() -> None:
    rows = [("NVIDIA H100 SXM", "$2.49")]
    later = [("NVIDIA H100 SXM", "$2.99")]
    html = page(table(("GPU", "On-demand"), rows), table(("GPU", "On-demand"), later, title="New prices, effective November 16, 2026"))
    assert quotes(read(TABLE, html), "price_per_accelerator_hour", "effective_from") == [(2.49, None), (2.99, date(2026, 11, 16))]


def test_the_term_of_a_commitment_stands_in_its_heading() -> None:
    headings = ("GPU", "1-year commitment", "3 year reserved", "Reserved 6–12 months")
    parsed = read(TABLE, page(table(headings, [("NVIDIA H100 SXM", "$2.10", "$1.80", "$2.20")])))
    assert quotes(parsed, "purchase_option", "term_months", "price_per_accelerator_hour") == [
        ("reserved", 12, 2.1),
        ("reserved", 36, 1.8),
        ("reserved", None, 2.2),
    ]


def test_merged_cells_keep_every_price_under_its_heading() -> None:
    html = page("""<table>
        <tr><th rowspan=2>GPU</th><th rowspan=2>Memory</th><th colspan=2>Price per GPU-hour</th></tr>
        <tr><th>On-demand</th><th>Spot</th></tr>
        <tr><td rowspan=2>NVIDIA A100 SXM</td><td>40 GB</td><td>$1.10</td><td>$0.60</td></tr>
        <tr><td>80 GB</td><td>$1.50</td><td>—</td></tr>
        <tr><td colspan=4>Prices without taxes</td></tr></table>""")
    parsed = read(TABLE, html)
    assert quotes(parsed, "accelerator_memory_gb", "purchase_option", "price_per_accelerator_hour") == [
        (40.0, "on_demand", 1.1),
        (40.0, "spot", 0.6),
        (80.0, "on_demand", 1.5),
    ]
    assert reasons(parsed) == [("NVIDIA A100 SXM", "not_offered")]


def test_headings_over_several_columns_in_a_head_of_two_rows() -> None:
    html = page("""<table><thead><tr><th>GPU</th><th colspan=2>On-demand</th></tr>
        <tr><th></th><th>Today</th><th>Effective October 1, 2026</th></tr></thead>
        <tbody><tr><td>NVIDIA B200</td><td>$5.00</td><td>$6.00</td></tr></tbody></table>""")
    assert quotes(read(TABLE, html), "price_per_accelerator_hour", "effective_from") == [(5.0, None), (6.0, date(2026, 10, 1))]


def test_headings_of_two_rows_without_a_head() -> None:
    html = page("""<table><tr><th rowspan=2>GPU</th><th colspan=2>On-demand, per node</th></tr>
        <tr><th>Today</th><th>From 2026-10-01</th></tr>
        <tr><td>NVIDIA B200</td><td>$40.00</td><td>$48.00</td></tr></table>""")
    assert reasons(read(TABLE, html)) == [("NVIDIA B200", "unit_mismatch")] * 2
    per_node = TABLE.replace("per: accelerator", "per: instance\n    count: 8")
    assert quotes(read(per_node, html), "price_per_accelerator_hour", "effective_from") == [(5.0, None), (6.0, date(2026, 10, 1))]


def test_a_second_heading_row_starts_another_order_of_columns() -> None:
    html = page("""<table><tr><th>GPU</th><th>On-demand</th><th>Spot</th></tr><tr><td>NVIDIA B200</td><td>$5.00</td><td>$3.00</td></tr>
        <tr><th>GPU</th><th>Spot</th><th>On-demand</th></tr><tr><td>NVIDIA H200</td><td>$2.00</td><td>$3.50</td></tr></table>""")
    assert quotes(read(TABLE, html), "accelerator_model", "purchase_option", "price_per_accelerator_hour") == [
        ("B200", "on_demand", 5.0),
        ("B200", "spot", 3.0),
        ("H200", "on_demand", 3.5),
        ("H200", "spot", 2.0),
    ]


def test_a_row_with_a_missing_cell_is_not_read_under_shifted_headings() -> None:
    parsed = read(TABLE, page(table(HEADINGS, [("NVIDIA H200 SXM", "141 GB", "$1.90"), ("NVIDIA H100 SXM", "80 GB", "$2.49", "$1.10")])))
    assert reasons(parsed) == [("NVIDIA H200 SXM", "ragged_row")]
    assert quotes(parsed, "accelerator_model", "price_per_accelerator_hour") == [("H100", 2.49), ("H100", 1.1)]


def test_a_price_beyond_the_headings_is_not_read_and_a_button_there_does_not_matter() -> None:
    parsed = read(
        TABLE, page(table(HEADINGS[:3], [("NVIDIA H200 SXM", "$1.90", "141 GB", "$3.20"), ("NVIDIA H100", "", "$2.49", "Order")]))
    )
    assert reasons(parsed) == [("NVIDIA H200 SXM", "ragged_row")]
    assert prices(parsed) == {"NVIDIA H100": 2.49}


def test_unknown_names_slices_and_impossible_memories_are_told() -> None:
    rows = [
        ("NVIDIA R9000 Ultra", "500 GB", "$9.00", "—"),
        ("NVIDIA H100 MIG 1g.10gb", "10 GB", "$0.40", "—"),
        ("NVIDIA H100 SXM", "20 GB", "$0.60", "—"),
        ("NVIDIA A100 or H100", "80 GB", "$2.00", "—"),
    ]
    parsed = read(TABLE, page(table(HEADINGS, rows)))
    assert parsed.rows["price_quotes"] == []
    assert [reason for _, reason in reasons(parsed) if reason != "not_offered"] == [
        "unknown_accelerator",
        "partition_not_full",
        "memory_mismatch",
        "ambiguous_accelerator",
    ]


def test_columns_rows_and_tables_that_nobody_reads_are_told() -> None:
    html = page(
        table(("GPU", "On-demand", "Weekend"), [("NVIDIA H100 SXM", "$2.49", "$1.99"), ("NVIDIA H200 SXM", "$3.10", "$2.50")]),
        table(("Disk", "Price"), [("SSD", "$0.08 per GB")], title="Disks"),
    )
    parsed = read(TABLE, html)
    assert prices(parsed) == {"NVIDIA H100 SXM": 2.49, "NVIDIA H200 SXM": 3.1}
    assert reasons(parsed) == [("Weekend", "column_not_read"), (None, "row_not_read")]
    quiet = TABLE.replace("blocks:", "drop_titles: [disks]\nblocks:").replace("    prices:", "    skip_columns: [weekend]\n    prices:")
    assert read(quiet, html).rejected == []


def test_a_table_that_no_block_takes_is_told_by_its_title() -> None:
    declared = TABLE.replace("    accelerator:", "    when: [{column: '^gpu'}]\n    accelerator:")
    parsed = read(
        declared,
        page(
            table(("GPU", "On-demand"), [("NVIDIA H100 SXM", "$2.49")]),
            table(("Model", "Price"), [("NVIDIA H200", "$3")], title="Clusters"),
        ),
    )
    assert reasons(parsed) == [("Clusters", "section_not_read")]


def test_hidden_leftovers_are_not_read_and_panels_of_tabs_are() -> None:
    html = page(
        card("NVIDIA H100 SXM", "$2.49"),
        f"<div style='display: none'>{card('NVIDIA H200 SXM', '$0.99')}</div>",
        f"<div aria-hidden='true'>{card('NVIDIA B200', '$0.98')}</div>",
        f"<template>{card('NVIDIA B300', '$0.97')}</template><noscript>{card('NVIDIA L4', '$0.96')}</noscript>",
        f"<div hidden>{card('NVIDIA A100 PCIe', '$0.95')}</div><!-- {card('NVIDIA A40', '$0.94')} -->",
        f"<div role='tabpanel' hidden>{card('NVIDIA L40S', '$0.93')}</div>",
    )
    parsed = read(CARDS, html)
    assert prices(parsed) == {"NVIDIA H100 SXM": 2.49, "NVIDIA L40S": 0.93}
    (entry,) = parsed.rejected
    assert (entry.row_number, entry.reason) == (0, "hidden_not_read")
    assert entry.detail.startswith("3 hidden elements hold accelerators with prices")


def test_what_the_page_only_shows_after_a_click_can_be_kept() -> None:
    declared = CARDS.replace("blocks:", "keep_hidden: ['.more']\ndrop: ['.old']\nblocks:")
    html = page(f"<div class='more' hidden>{card('NVIDIA L40S', '$0.93')}</div>", f"<div class='old'>{card('NVIDIA H100', '$0.90')}</div>")
    parsed = read(declared, html)
    assert prices(parsed) == {"NVIDIA L40S": 0.93}
    assert parsed.rejected == []


def test_of_several_prices_on_a_card_none_is_chosen_unless_one_alone_is_by_the_hour() -> None:
    html = page(
        card("NVIDIA H100 SXM", "$2.49", '<div class="price">$1.99</div>'),
        card("NVIDIA H200 SXM", "$3.10 / hr", '<div class="price">$2,263 / mo</div>'),
        card("NVIDIA L40S", "<s>$1.20</s>", '<div class="price">$0.93</div>'),
        card("NVIDIA L4", "$0.40", '<div class="price">$0.40</div>'),
    )
    parsed = read(CARDS, html)
    assert prices(parsed) == {"NVIDIA H200 SXM": 3.1, "NVIDIA L40S": 0.93, "NVIDIA L4": 0.4}
    assert reasons(parsed) == [("NVIDIA H100 SXM", "several_prices")]


def test_a_footnote_says_what_a_price_with_its_mark_is() -> None:
    html = page(
        card("NVIDIA H100 SXM", "<div>$</div><h1>2.24*</h1><div>/ hour</div>"),
        card("NVIDIA A100 SXM 80GB", "$1.15<sup>2</sup> / hour"),
        card("NVIDIA L40S", "$0.90†"),
        card("NVIDIA L4", "$0.40‡"),
        "<p>*$2.24/hour is for a 3-year commitment. On demand it is $6.00/hour.</p>",
        "<p><sup>2</sup> Plus applicable taxes.</p><small>† Starting at this price.<br>‡ Only on Tuesdays.</small>",
    )
    parsed = read(CARDS, html)
    assert quotes(parsed, "accelerator_model", "purchase_option", "term_months", "price_kind", "price_per_accelerator_hour") == [
        ("H100", "reserved", 36, "list", 2.24),
        ("A100", "on_demand", None, "list", 1.15),
        ("L40S", "on_demand", None, "from_teaser", 0.9),
    ]
    assert reasons(parsed) == [("NVIDIA L4", "footnote_not_understood")]


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("* Excluding taxes.", True),
        ("* Hosted in Iceland and Norway.", True),
        ("* As of October 2020, excluding taxes.", True),
        ("* Two months paid in advance.", False),
        ("* Discounts of 20 % with a contract are included.", False),
    ],
)
def test_a_note_at_a_heading_matters_only_if_it_can_make_another_product_of_the_price(note: str, kept: bool) -> None:
    parsed = read(TABLE, page(table(("GPU", "On-demand*"), [("NVIDIA H100 SXM", "$2.49")]), f"<p>{note}</p>"))
    assert bool(parsed.rows["price_quotes"]) is kept
    assert [reason for _, reason in reasons(parsed)] == ([] if kept else ["footnote_not_understood"])


@pytest.mark.parametrize(("heading", "printed"), [("On-demand*", "$2.49"), ("On-demand", "$2.49*")])
@pytest.mark.parametrize(
    "note",
    [
        "* Plus applicable sales tax. Prices effective November 16, 2026.",
        "* Prices take effect on November 16, 2026.",
        "* Effective from 16 November 2026",
    ],
)
def test_a_note_that_announces_a_price_dates_it(note: str, heading: str, printed: str) -> None:
    html = page(table(("GPU", heading), [("NVIDIA H100 SXM", printed)]), f"<p>{note}</p>")
    assert quotes(read(TABLE, html), "price_kind", "price_per_accelerator_hour", "effective_from") == [("list", 2.49, date(2026, 11, 16))]


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ("* Effective November 16, excluding taxes.", "effective_date_unreadable"),
        ("* Excluding taxes; see the changes of March 1, 2031.", "effective_date_unreadable"),
        ("* Excluding taxes. Valid until September 1, 2020.", "price_expired"),
    ],
)
def test_a_note_whose_day_is_not_clear_or_past_makes_no_price(note: str, reason: str) -> None:
    parsed = read(TABLE, page(table(("GPU", "On-demand*"), [("NVIDIA H100 SXM", "$2.49")]), f"<p>{note}</p>"))
    assert reasons(parsed) == [("NVIDIA H100 SXM", reason)]


def test_a_declared_footnote_goes_before_the_usual_meanings() -> None:
    declared = CARDS.replace("blocks:", "footnotes:\n  - {match: tuesdays, price_kind: estimated}\nblocks:")
    parsed = read(declared, page(card("NVIDIA L4", "$0.40*"), "<p>* Only on Tuesdays.</p>"))
    assert quotes(parsed, "price_kind") == [("estimated",)]


def test_the_count_comes_from_the_name_and_a_price_for_an_instance_is_divided() -> None:
    declared = TABLE.replace("per: accelerator", "per: instance")
    rows = [
        ("8x NVIDIA H100 SXM", "80 GB", "$20.00", "—"),
        ("NVIDIA H200 SXM x4", "141 GB", "$12.00", "—"),
        ("NVIDIA B200", "180 GB", "$6.00", "—"),
    ]
    parsed = read(declared, page(table(HEADINGS, rows)))
    assert quotes(parsed, "accelerator_count", "price_per_instance_hour", "price_per_accelerator_hour") == [(8, 20.0, 2.5), (4, 12.0, 3.0)]
    assert ("NVIDIA B200", "count_missing") in reasons(parsed)


@pytest.mark.parametrize(
    ("per", "cells"),
    [("accelerator", ("$2.50", "$5.00", "$20.00")), ("instance", ("$2.50", "$2.50", "$2.50"))],
    ids=["per GPU", "per instance"],
)
def test_prices_in_proportion_to_the_count_were_read_in_the_wrong_unit(per: str, cells: tuple[str, ...]) -> None:
    rows = [(f"{count}x NVIDIA H100 SXM", "80 GB", cell, "—") for count, cell in zip((1, 2, 8), cells, strict=True)]
    parsed = read(TABLE.replace("per: accelerator", f"per: {per}"), page(table(HEADINGS, rows)))
    assert parsed.rows["price_quotes"] == []
    assert [reason for _, reason in reasons(parsed) if reason != "not_offered"] == ["unit_contradicts_counts"] * 3


def test_a_unit_may_be_left_to_the_page() -> None:
    declared = TABLE.replace("per: accelerator", "per: printed")
    rows = [
        ("8x NVIDIA H100 SXM", "80 GB", "$20.00 / node / hr", "—"),
        ("NVIDIA H200 SXM", "", "$3.00/GPU/h", "—"),
        ("NVIDIA B200", "", "$6.00", "—"),
    ]
    parsed = read(declared, page(table(HEADINGS, rows)))
    assert quotes(parsed, "accelerator_count", "price_per_accelerator_hour") == [(8, 2.5), (1, 3.0)]
    assert ("NVIDIA B200", "unit_not_stated") in reasons(parsed)


@pytest.mark.parametrize(
    ("period", "cell", "price"),
    [("month", "$1,460 / mo", 2.0), ("year", "$17,520", 2.0), ("term", "$52,560", 6.0), ("day", "$48/day", 2.0)],
)
def test_other_periods_are_brought_to_the_hour(period: str, cell: str, price: float) -> None:
    declared = TABLE.replace("{column: commit|reserved,", f"{{column: commit|reserved, period: {period}, term: 12 months,")
    parsed = read(declared, page(table(("GPU", "Reserved"), [("NVIDIA H100 SXM", cell)])))
    assert quotes(parsed, "term_months", "price_per_accelerator_hour") == [(12, price)]


def test_prices_with_a_comma_and_in_cents() -> None:
    euros = TABLE.replace("currency: USD", "currency: EUR\ndecimal: comma")
    parsed = read(euros, page(table(HEADINGS, [("NVIDIA H100 SXM", "80 GB", "2,49 €/h", "€ 1,05")])))
    assert quotes(parsed, "currency", "price_per_accelerator_hour", "price_per_accelerator_hour_usd") == [
        ("EUR", 2.49, None),
        ("EUR", 1.05, None),
    ]
    cents = TABLE.replace("currency: USD", "currency: USD\nscale: 0.01")
    assert quotes(read(cents, page(table(HEADINGS[:3], [("NVIDIA H100 SXM", "80 GB", "249")]))), "price_per_accelerator_hour") == [(2.49,)]


def test_spot_that_is_no_discount_is_rejected() -> None:
    parsed = read(TABLE, page(table(HEADINGS, [("NVIDIA H200 SXM", "141 GB", "$3.20", "$3.20")])))
    assert reasons(parsed) == [("NVIDIA H200 SXM", "spot_not_below_on_demand")]


def test_one_offer_with_two_prices_is_trusted_by_nobody_and_a_repeated_one_counts_once() -> None:
    rows = [("NVIDIA H100 SXM", "80 GB", "$2.49", "—"), ("NVIDIA H100 SXM", "80 GB", "$1.49", "—")]
    assert [reason for _, reason in reasons(read(TABLE, page(table(HEADINGS, rows))))].count("conflicting_duplicate") == 2
    twice = read(TABLE, page(table(HEADINGS, rows[:1]), table(HEADINGS, rows[:1])))
    assert quotes(twice, "price_per_accelerator_hour") == [(2.49,)]


def test_the_name_of_the_card_and_of_the_offer_may_differ() -> None:
    declared = TABLE.replace("blocks:", "aliases:\n  H100 Turbo: NVIDIA H100 SXM\nblocks:")
    parsed = read(declared, page(table(HEADINGS, [("8x  H100  turbo", "80 GB", "$2.49", "—")])))
    assert quotes(parsed, "instance_type", "accelerator", "form_factor", "accelerator_count") == [
        ("8x H100 turbo", "NVIDIA H100", "sxm", 8)
    ]


def test_a_page_in_another_encoding_is_read_as_it_declares() -> None:
    html = page(table(HEADINGS, [("NVIDIA H100 SXM", "80 GB", "£2.49", "—")])).replace("<head>", '<head><meta charset="windows-1252">')
    declared = TABLE.replace("currency: USD", "currency: GBP")
    assert quotes(read(declared, html.encode("windows-1252")), "currency", "price_per_accelerator_hour") == [("GBP", 2.49)]
    stray = html.replace("</body>", "<footer>\N{COPYRIGHT SIGN}</footer></body>").encode("utf-8").replace(b"\xc2\xa9", b"\xa9")
    assert quotes(read(declared, stray.replace(b"windows-1252", b"utf-8")), "price_per_accelerator_hour") == [(2.49,)]


def test_a_changed_page_is_told_and_not_read_as_empty() -> None:
    with pytest.raises(UnreadableCaptureError) as error:
        read(TABLE, page("<h1>Pricing</h1><div class='v2'>H100: $2.49</div>"))
    assert error.value.reason == "no_rows"
    assert error.value.detail == "no row of acme found: the page has changed, or a script fills it in"


def test_observation_before_and_after_the_announced_day_gives_the_same_quotes() -> None:
    html = page(table(("GPU", "On-demand", "On-demand (Effective October 1, 2026)"), [("NVIDIA H100 SXM", "$2.49", "$2.99")]))
    later = read(TABLE, html, seen=datetime(2026, 10, 10, tzinfo=UTC))
    assert quotes(later, "price_per_accelerator_hour", "effective_from") == [(2.49, None), (2.99, date(2026, 10, 1))]


@settings(max_examples=60, deadline=None)
@example("10.00115")
@given(st.text(alphabet="$€.,0123456789 /GPUhrmofx*–—", max_size=14))
def test_no_cell_breaks_the_reader_and_no_accepted_price_is_not_printed(cell: str) -> None:
    parsed = with_price(cell.replace("<", ""))
    for price, kind in quotes(parsed, "price_per_accelerator_hour", "price_kind"):
        assert kind in {"list", "from_teaser", "contact"}
        digits = "".join(character for character in f"{Decimal(repr(price)):f}" if character.isdigit()).strip("0")
        assert digits in "".join(character for character in cell if character.isdigit()).replace(" ", "")
