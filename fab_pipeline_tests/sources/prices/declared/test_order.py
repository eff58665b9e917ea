"""Elements of a page by selector, and damaged pages: boxes that were never closed."""

import pytest
from bs4 import BeautifulSoup

from fab_pipeline.sources.prices.declared.order import Order
from fab_pipeline_tests.sources.prices.price_pages import page, prices, read, table

BOXES = """
source: acme
provider: Acme Compute
provider_kind: neocloud
currency: USD
per: accelerator
purchase_option: on_demand
blocks:
  - name: boxes
    within: .list
    header: .head
    row: .row
    cell: .cell
    accelerator: {column: gpu}
    prices:
      - {column: price}
"""


def boxes(*rows: tuple[str, str], closed: bool) -> str:
    end = "</div>" if closed else ""
    head = f'<div class="head">GPU{end}<div class="head">Price{end}'
    lines = "".join(f'<div class="row"><div class="cell">{name}{end}<div class="cell">{price}{end}{end}' for name, price in rows)
    return f'<body><div class="list">{head}{lines}</div></body>'


@pytest.mark.parametrize(
    "selector",
    ["td", "TD", ".a", "td.a", "b.a, td", "*", ":not(td)", "tr > td", "[title]", ".a:not(b)", ":is(td, b)", ".none", "p, .a b", "#one"],
)
def test_a_selector_selects_what_it_selects_elsewhere(selector: str) -> None:
    soup = BeautifulSoup(
        '<table><tr><td class="a x" id="one">1</td><td title="t">2</td></tr></table><b class="a">3</b><p class="A">4<b>5</b></p>', "lxml"
    )
    assert list(Order(soup).select(selector)) == list(soup.select(selector))


@pytest.mark.parametrize("closed", [True, False])
def test_cells_that_are_never_closed_are_read_like_others(closed: bool) -> None:
    parsed = read(BOXES, boxes(("NVIDIA H100 SXM", "$2.50"), ("NVIDIA H200 SXM", "$3.20"), closed=closed))
    assert prices(parsed) == {"NVIDIA H100 SXM": 2.50, "NVIDIA H200 SXM": 3.20}
    assert parsed.rejected == []


def test_a_row_in_a_row_is_read_once() -> None:
    inner = '<div class="row"><div class="cell">NVIDIA H200 SXM</div><div class="cell">$3.20</div></div>'
    outer = f'<div class="row"><div class="cell">NVIDIA H100 SXM</div><div class="cell">$2.50</div>{inner}</div>'
    head = '<div class="head">GPU</div><div class="head">Price</div>'
    assert prices(read(BOXES, f'<body><div class="list">{head}{outer}</div></body>')) == {"NVIDIA H100 SXM": 2.50, "NVIDIA H200 SXM": 3.20}


def test_a_list_in_a_list_keeps_its_rows_and_its_headings() -> None:
    inner = boxes(("NVIDIA H200 SXM", "$3.20"), closed=True).removeprefix("<body>").removesuffix("</body>")
    outer = boxes(("NVIDIA H100 SXM", "$2.50"), closed=True).replace("</div></body>", f"{inner}</div></body>")
    assert prices(read(BOXES, outer)) == {"NVIDIA H100 SXM": 2.50, "NVIDIA H200 SXM": 3.20}


def test_nine_thousand_headings_are_joined_once() -> None:
    """Joined anew for each heading row, they take ten seconds."""
    heads = "<tr><th>GPU</th><th>Price</th></tr>" * 9_000
    text = page(table(("GPU", "Price"), [("NVIDIA H100 SXM", "$2.50")])).replace("<tbody>", f"<tbody>{heads}")
    assert heads in text
    declared = BOXES.replace("    within: .list\n    header: .head\n    row: .row\n    cell: .cell\n", "")
    assert prices(read(declared, text)) == {"NVIDIA H100 SXM": 2.50}


def test_what_is_selected_in_a_card_is_of_that_card_alone() -> None:
    """Cards that were never closed stand in each other; looked through anew for each card, three hundred take seconds."""
    declared = BOXES.replace("    header: .head\n    cell: .cell\n", "").replace("{column: gpu}", "{select: h3}")
    declared = declared.replace("{column: price}", "{select: .price}")
    cards = "".join(
        f'<div class="row"><h3>{name}</h3><b class="price">{price}</b>' for name, price in (("H100 SXM", "$2.50"), ("H200 SXM", "$3.20"))
    )
    assert prices(read(declared, f'<body><div class="list">{cards}</div></body>')) == {"H100 SXM": 2.50, "H200 SXM": 3.20}
