"""Look-alikes of the price pages of CoreWeave, Crusoe and Google: their markup, with rows of our own."""

from collections.abc import Iterable, Sequence
from typing import Final

CONTACT: Final = '<a href="/contact-sales">Contact sales</a>'
COREWEAVE_HEADINGS: Final = (
    "GPU Model", "GPU Count", "VRAM (GB)", "vCPUs", "System RAM<br/>(GB)", "Local Storage<br/>(TB)", "On-Demand Price (Per Hour)",
    "Spot Price (Per Hour)",
)  # fmt: skip
INFERENCE: Final = "Inference Single GPU Price(Per Hour)²"
GOOGLE_HEADINGS: Final = (
    "Machine type", "GPU", "Components", "Price (USD)", "DWS Flex-start price (USD)", "DWS Calendar Mode price (USD)",
    "Current Spot pricing (USD)", "Compute Resource CUDs - 1 Year (USD)", "Compute Resource CUDs - 3 Year (USD)",
)  # fmt: skip
FLEXIBLE: Final = ("Compute Flexible CUD - 1 Year<sup>*</sup> (USD)", "Compute Flexible CUD - 3 Year<sup>*</sup> (USD)")
_TOOLTIP: Final = (
    '<sup>*</sup><span><button aria-label="tooltip"><i aria-hidden="true">info</i></button>'
    '<div role="status"><div aria-hidden="true"><h2>Consumption model ID:</h2><div>0000-000A-0BBB</div></div></div></span>'
)


def coreweave_row(name: str, count: str, memory: str, on_demand: str, spot: str, inference: str | None = None) -> str:
    """One instance, with the second copy of its cells that small screens show."""
    link = "" if on_demand else '<a href="/contact-us" class="table-pricing-url">Contact sales</a>'
    cells = [f"<div>{text}</div>" for text in (count, memory, "128", "2,048", "61.44")] + [f"<div>{on_demand}</div>{link}"]
    copy = (
        f'<div class="table-cell-column table-cell-column-left"><h3 class="table-model-name">{name}</h3>'
        f'<span class="instance-price">On-Demand Price: <span class="item-value">{on_demand}</span> / Hour<br/></span>'
        f'<span class="spot-price">Spot Price: <span class="item-value">{spot}</span> / Hour</span></div>'
    )
    last = [f"<div>{spot}</div>"] + ([] if inference is None else [f"<div>{inference}</div>"])
    wrap = '<div class="table-v2-cell">{}</div>'.format
    head = f'<div class="table-v2-cell table-v2-cell--name"><h3 data-product="x" class="table-model-name">{name}</h3></div>'
    inner = head + "".join(map(wrap, cells)) + copy + "".join(map(wrap, last))
    row = f'<div class="w-embed"><div class="table-grid">{inner}</div></div>'
    return f'<div role="listitem" class="table-row-v2 kubernetes-gpu-pricing">{row}</div>'


def coreweave_processor(*cells: str) -> str:
    inner = "".join(f'<div class="table-v2-cell"><div>{cell}</div></div>' for cell in cells)
    return f'<div role="listitem" class="table-row-v2 kubernetes-cpu-pricing"><div class="table-grid">{inner}</div></div>'


def coreweave_table(region: str, headings: Sequence[str], rows: Iterable[str]) -> str:
    head = "".join(f'<div class="table-v2-cell"><div class="table-header-text">{heading}</div></div>' for heading in headings)
    return (
        f'<h5><strong class="eyebrow">REGION: {region}</strong></h5><div class="table-v2 gpu-pricing">'
        f'<div class="table-v2-header"><div class="table-grid">{head}</div></div><div class="table-v2-body">{"".join(rows)}</div></div>'
    )


def crusoe_card(name: str, memory: str, form: str, *prices: str) -> str:
    tags = f'<div class="pricing-tag is-dark">{memory}</div>'
    tags += f'<div class="pricing-tag">{form}</div>' if form else '<div class="pricing-tag w-dyn-bind-empty"></div>'
    head = (
        f'<div class="pricing-item-heading-wr"><h4 class="pricing-item-heading">{name}</h4></div><div class="pricing_tags-wr">{tags}</div>'
    )
    cells = "".join(f'<div class="pricing-rich w-richtext"><p>{price}</p></div>' for price in prices)
    item = f'<div class="pricing_gpu-item"><a class="pricing-item-head-part">{head}</a>{cells}</div>'
    return f'<div role="listitem" class="prixing-item">{item}</div>'


def crusoe_other(name: str, price: str) -> str:
    """A row of the same markup that prices something else."""
    head = f'<div class="pricing-item-head-part"><h4 class="pricing-item-heading">{name}</h4></div>'
    cell = f'<div class="pricing-rich w-richtext"><p>{price}</p></div>'
    return f'<div class="prixing-item"><div class="pricing_gpu-item is-1-m">{head}{cell}</div></div>'


def crusoe_section(title: str, headings: Sequence[str], rows: Iterable[str]) -> str:
    head = "".join(f'<div class="pricing-heading is-d">{heading}</div>' for heading in headings)
    return (
        f'<div class="pricing-dd"><div class="pricing_title"><h3 class="pricing-col-heading">{title}</h3></div><div class="table-wr-h">'
        f'<div class="pricing-table-heading">{head}</div><div role="list">{"".join(rows)}</div></div></div>'
    )


def crusoe_gpus(*cards: str) -> str:
    return crusoe_section("GPU instances pricing", ("GPU model", "On-demand", "Current spot"), cards)


def google_row(machine: str, gpu: str, count: str, *prices: str) -> list[str]:
    components = f"<p>GPUs: {count}</p><p>vCPUs: 96</p><p>Memory: 1,360GB</p><p>SSD: 3,000 GiB</p>"
    cells = [f"{price} / 1 hour" if price.startswith("$") else f"<p>{price}</p>" for price in prices]
    return [f"<p>{machine}</p>", f"<p>{gpu}</p>", components, *cells]


def google_table(rows: Iterable[Sequence[str]], *, flexible: bool = False) -> str:
    """A table of machine types; the newer ones have two more columns."""
    headings = (*GOOGLE_HEADINGS[:4], *(FLEXIBLE if flexible else ()), *GOOGLE_HEADINGS[4:])
    head = "".join(f"<th><div><p>{heading}</p>{_TOOLTIP if heading.startswith('Price') else ''}</div></th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr><tbody>{body}</tbody></table>"


def google_family(name: str, columns: int = 9) -> list[str]:
    """The row that only names a family."""
    return [f"<p><b>{name}</b></p>", *[""] * (columns - 1)]
