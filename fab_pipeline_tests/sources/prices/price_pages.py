"""Look-alike price pages: the markup that the packaged declarations read, with rows of our own."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256

from fab_pipeline.sources.base import Capture, Parsed, Rejected
from fab_pipeline.sources.prices.declared.load import load_declaration
from fab_pipeline.sources.prices.declared.page import packaged_declaration, parse

SEEN = datetime(2026, 9, 15, 12, 0, tzinfo=UTC)
Rows = Iterable[Sequence[str]]


def read(source: str, html: str | bytes, seen: datetime = SEEN, media_type: str | None = "text/html") -> Parsed:
    """Read a page by a packaged declaration, or by the text of one."""
    body = html.encode() if isinstance(html, str) else html
    declaration = load_declaration(source, "my_page.yaml") if "\n" in source else packaged_declaration(source)
    capture = Capture(declaration.source, seen, sha256(body).hexdigest(), "ingested", media_type=media_type)
    return parse(body, capture, declaration)


def quotes(parsed: Parsed, *columns: str) -> list[tuple[object, ...]]:
    return [tuple(row[column] for column in columns) for row in parsed.rows["price_quotes"]]


def prices(parsed: Parsed) -> dict[str, object]:
    """Price per accelerator-hour by the provider's own name; each name must occur once."""
    rows = parsed.rows["price_quotes"]
    named = {str(row["instance_type"]): row["price_per_accelerator_hour"] for row in rows}
    assert len(named) == len(rows)
    return named


def reasons(parsed: Parsed) -> list[tuple[str | None, str]]:
    return [(entry.name, entry.reason) for entry in parsed.rejected]


def only_reason(parsed: Parsed) -> Rejected:
    assert parsed.rows["price_quotes"] == []
    (entry,) = parsed.rejected
    assert "\n" not in entry.detail
    return entry


def page(*parts: str) -> str:
    return f"<!doctype html><html><head><title>Prices</title></head><body>{''.join(parts)}</body></html>"


def table(headings: Sequence[str], rows: Rows, title: str = "GPU prices") -> str:
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<h2>{title}</h2><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def nebius_grid(title: str, headings: Sequence[str], rows: Rows) -> str:
    def line(cells: Sequence[str]) -> str:
        inner = "".join(f'<div class="pc-highlight-table-block__cell"><p>{cell}</p></div>' for cell in cells)
        return f'<div class="pc-highlight-table-block__row">{inner}</div>'

    return (
        f'<h2><span class="pc-title-item__text">{title}</span></h2><div class="pc-highlight-table-block__table">'
        f'<div class="pc-highlight-table-block__head">{line(headings)}</div>'
        f'<div class="pc-highlight-table-block__body">{"".join(line(row) for row in rows)}</div></div>'
    )


def nebius_table_of_2024(title: str, headings: Sequence[str], rows: Rows) -> str:
    def line(cells: Sequence[str]) -> str:
        return f'<div class="pc-table__row" role="row">{"".join(f"<div class=pc-table__cell>{cell}</div>" for cell in cells)}</div>'

    lines = "".join(line(cells) for cells in (headings, *rows))
    return f'<div class="TableBlock_lhs__a1"><span>{title}</span></div><div class="pc-table" role="table">{lines}</div>'


def hyperstack_card(title: str | None, headings: Sequence[str], rows: Rows) -> str:
    def cells(kind: str, texts: Sequence[str]) -> str:
        return "".join(f'<div class="page-price_card_{kind}{number}"><span>{text}</span></div>' for number, text in enumerate(texts, 1))

    top = f"<h3><span>{title}</span> Pricing</h3>" if title else ""
    head = f'<div class="df">{cells("head_item page-price_card_head_item", headings)}</div>' if headings else ""
    lines = "".join(f'<div class="page-price_card_row_item df">{cells("row_item_col page-price_card_col", row)}</div>' for row in rows)
    return f'<div class="page-price_card">{top}<div class="page-price_card_main">{head}<div>{lines}</div></div></div>'


def lambda_tab(number: int, label: str, rows: Rows, hidden: bool = True) -> str:
    heads = ("", "VRAM/GPU", "vCPUs", "RAM", "STORAGE", "PRICE/GPU/HR*")
    head = "".join(f"<th>{heading}</th>" for heading in heads)
    lines = "".join(
        f'<tr data-plan="{name}"><th>{name}</th>'
        + "".join(f'<td data-label="{label}">{cell}</td>' for label, cell in zip(heads[1:], cells, strict=True))
        + "</tr>"
        for name, *cells in rows
    )
    style = ' hidden="" aria-hidden="true"' if hidden else ""
    return (
        f'<button role="tab" id="tab-{number}" aria-controls="panel-{number}">{label}</button>'
        f'<div role="tabpanel" id="panel-{number}" aria-labelledby="tab-{number}"{style}>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def runpod_row(name: str, memory: int, secure: str, community: str) -> str:
    tags = f'<div class="gpu-pricing-row__tag"><div>{memory}</div><div>GB VRAM</div></div>'
    tags += '<div class="gpu-pricing-row__tag"><div>276</div><div>GB RAM</div></div>'
    price = f'<div data-secure-cloud-price="{secure}" data-community-cloud-price="{community}">0</div><div>/s</div>'
    return f'<a class="gpu-pricing-row"><div class="gpu-pricing-row__model-wrapper">{name}</div>{tags}<div><div>$</div>{price}</div></a>'


def json_ld(*products: dict[str, object]) -> str:
    document = {"@context": "https://schema.org", "@graph": [{"@type": "WebPage", "name": "Prices"}, *products]}
    return f'<script type="application/ld+json">{json.dumps(document)}</script>'


def product(name: str, *offers: dict[str, object]) -> dict[str, object]:
    amounts = [str(offer["price"]) for offer in offers]
    aggregate = {"@type": "AggregateOffer", "lowPrice": min(amounts), "highPrice": max(amounts), "offers": list(offers)}
    return {"@type": "Product", "name": name, "offers": aggregate}
