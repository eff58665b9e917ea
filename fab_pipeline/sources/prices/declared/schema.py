"""What a declaration of a price page can say, as types.

Belongs here: the shape of a declaration once it is read and found valid. Does not belong here: reading it from YAML (see `load`)
and reading a page by it (see `page`). `docs/price_pages.md` explains every key with an example.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from fab_pipeline.sources.fetching import Fetching

Pattern = re.Pattern[str]
PlaceKind = Literal["column", "cell", "select", "attr", "closest", "before", "tab", "title", "json", "value"]

FIELDS: Final[dict[str, str]] = {
    "accelerator": "name of the accelerator as printed",
    "form": "form of the accelerator (SXM, PCIe, NVL …)",
    "memory": "memory, of one accelerator unless memory_of says instance",
    "count": "accelerators of the instance; from the name ('8x H100') unless told",
    "purchase_option": "on_demand, spot or reserved, or words that say so",
    "term": "length of a commitment; from the column heading unless told",
    "price_kind": "word of the contract; list unless told or printed otherwise",
    "per": "accelerator or instance, or printed: the cell or heading must say it",
    "period": "hour (unless told), minute, second, day, week, month, year, or term: the whole commitment",
    "currency": "ISO 4217 code",
    "provider": "who sells",
    "region": "region name",
    "country": "ISO 3166-1 alpha-2 code",
    "instance_type": "the provider's own name of the offer; the printed name of the accelerator unless told",
    "effective_from": "day from which the price holds; from the column heading unless told",
    "valid_until": "last day on which the price holds; from cell or heading unless told",
    "available": "whether it can be rented",
    "interconnect": "fabric between nodes",
    "operating_system": "linux unless told",
    "node_accelerators": "accelerators of the node the offer lives on",
}
"""What can be said of an offer, on the page, in a block or at a price; the innermost word counts."""

PER_WORDS: Final = ("accelerator", "instance", "printed")
PERIODS: Final = ("second", "minute", "hour", "day", "week", "month", "year", "term")


@dataclass(frozen=True)
class Place:
    """Where a text stands.

    Attributes:
        kind: column, cell, select, attr, closest, before, tab, title, json or value.
        what: selector, attribute, JSON path or constant.
        heading: pattern of the column heading, for kind column.
        number: number of the cell from 1, from -1 backwards, for kind cell.
        attribute: attribute of the selected element whose value is taken instead of its text.
        match: pattern that the text must match; its first group (or all of it) is taken.
        words: what printed words stand for; a word that is not among them is not understood.
        default: taken where the place is empty.
    """

    kind: PlaceKind
    what: str = ""
    heading: Pattern | None = None
    number: int = 0
    attribute: str | None = None
    match: Pattern | None = None
    words: Mapping[str, str] = field(default_factory=dict[str, str])
    default: str | None = None


Field = tuple[Place, ...]
"""Places to look, in order; the first that says something counts."""


@dataclass(frozen=True)
class PriceSpec:
    """One price of a row: where it stands and what holds for it.

    Attributes:
        places: where the price stands; the first place that exists counts.
        fields: what holds for it, by name of `FIELDS`: its own words, else those of the block, else those of the page.
        memory_of: whether a printed memory is that of one accelerator or of the whole instance.
        decimal: point or comma.
        scale: what the printed number is multiplied with, 0.01 where cents are printed.
        only_if: place that must say something, else the price is not offered.
    """

    places: Field
    fields: Mapping[str, Field]
    memory_of: str = "accelerator"
    decimal: str = "point"
    scale: float = 1.0
    only_if: Field = ()


@dataclass(frozen=True)
class Condition:
    """What must be true of a container; all that is said must hold."""

    title: Pattern | None = None
    column: Pattern | None = None


@dataclass(frozen=True)
class Block:
    """One kind of table, grid, card list or data record of a page.

    Attributes:
        name: for messages and locators.
        kind: html, json_ld or script.
        within: selector of the containers: one element is one table, grid or card.
        title: selector of its title: the nearest one before the first row.
        titled: whether the declaration names the title itself, so that its words can be relied on.
        header: selector of the heading cells; without it thead, or a row that holds declared headings and no price.
        row: selector of the rows.
        cell: selector of the cells; without it td and th.
        when: conditions of which one must hold for a container; none: every container.
        skip: rows whose text matches are no offers (CPUs, storage) and need no entry.
        skip_columns: headings of columns with money that is not a price of accelerators.
        script: selector of the script element, for kind script.
        rows: JSON path of the records, for kind script.
        prices: the prices of a row.
    """

    name: str
    kind: Literal["html", "json_ld", "script"]
    prices: tuple[PriceSpec, ...]
    within: str = "table"
    title: str = "caption, h1, h2, h3, h4, h5, h6"
    titled: bool = False
    header: str | None = None
    row: str = "tr"
    cell: str | None = None
    when: tuple[Condition, ...] = ()
    skip: Pattern | None = None
    skip_columns: tuple[Pattern, ...] = ()
    script: str = ""
    rows: str = ""


@dataclass(frozen=True)
class FootnoteRule:
    """What a footnote means for the prices that carry its mark; nothing said: it changes nothing."""

    match: Pattern
    purchase_option: str | None = None
    price_kind: str | None = None


@dataclass(frozen=True)
class Declaration:
    """A price page as declared.

    Attributes:
        file: name of the declaration, for messages.
        source: source name of the contract, or the user's own.
        blocks: in the order in which a container is offered to them.
        provider_kind: where the provider is not in the list of providers.
        drop: selectors of elements that are not read at all.
        keep_hidden: selectors of elements that are read although the page hides them until clicked.
        drop_titles: titles of containers that hold no accelerators.
        aliases: printed name → name of the list of accelerators; keys are normalised by `alias_key`.
        fetching: how the page is asked; None: it only comes as files.
        digest: of the text of the declaration; part of the parser version.
    """

    file: str
    source: str
    blocks: tuple[Block, ...]
    digest: str
    provider_kind: str | None = None
    reseller_of: str | None = None
    source_status: str | None = None
    url: str | None = None
    drop: tuple[str, ...] = ()
    keep_hidden: tuple[str, ...] = ()
    drop_titles: tuple[Pattern, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])
    footnotes: tuple[FootnoteRule, ...] = ()
    fetching: Fetching | None = None


def alias_key(name: str) -> str:
    """Form in which printed names are compared: case and surplus space do not matter."""
    return " ".join(name.casefold().split())
