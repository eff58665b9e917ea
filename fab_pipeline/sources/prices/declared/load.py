"""A declaration of a price page from its YAML text; whatever is wrong is one line with file, line and key.

Belongs here: which keys stand where, and what they may hold. Does not belong here: YAML itself (see `yaml_tree`), the types (see
`schema`), single places and constants (see `places`).
"""

import hashlib
from collections.abc import Mapping
from typing import Final

from fab_pipeline.contracts.words import PRICE_KINDS, PROVIDER_KINDS, PURCHASE_OPTIONS, SOURCE_STATUS
from fab_pipeline.sources.prices.declared.fetching import read_fetching
from fab_pipeline.sources.prices.declared.places import PLACE_KEYS, read_field, read_places
from fab_pipeline.sources.prices.declared.schema import (
    FIELDS,
    Block,
    Condition,
    Declaration,
    Field,
    FootnoteRule,
    Pattern,
    PriceSpec,
    alias_key,
)
from fab_pipeline.sources.prices.declared.yaml_tree import Entry, read_entries
from fab_pipeline.vocabulary.providers import provider
from fab_pipeline.vocabulary.sources import is_source_name, source_facts

_OFFER_KEYS: Final = frozenset({*FIELDS, "memory_of", "decimal", "scale"})
_PAGE_KEYS: Final = _OFFER_KEYS | {
    "source",
    "provider_kind",
    "reseller_of",
    "source_status",
    "url",
    "drop",
    "keep_hidden",
    "drop_titles",
    "aliases",
    "footnotes",
    "fetch",
    "blocks",
}
_HTML_KEYS: Final = frozenset({"within", "title", "header", "row", "cell", "when", "skip_columns"})
_BLOCK_KEYS: Final = _OFFER_KEYS | _HTML_KEYS | {"name", "skip", "prices", "json_ld", "script", "rows"}
_PRICE_KEYS: Final = _OFFER_KEYS | PLACE_KEYS | {"at", "only_if"}
_NEEDED: Final = ("provider", "accelerator", "purchase_option", "per", "currency")
"""What must be said of every price; nothing of it is assumed."""

Offered = Mapping[str, Entry]


def load_declaration(text: str, file: str) -> Declaration:
    """A declaration from its text.

    Args:
        text: YAML.
        file: its name, for messages.

    Raises:
        DeclarationError: one line: file, line, key, and what is wrong.
    """
    root = read_entries(text, file)
    root.check_keys(_PAGE_KEYS, required=("source", "blocks"))
    source = root.mapping()["source"]
    if not is_source_name(source.text()):
        raise source.error(f"is {source.text()!r}; write a snake_case name, e.g. my_provider")
    if source_facts(source.text()).kind != "prices":
        raise source.error(f"is {source.text()!r}, which is no source of prices")
    offered = _offered(root)
    blocks = tuple(_block(entry, offered) for entry in root.many("blocks"))
    declaration = Declaration(
        file=file,
        source=source.text(),
        blocks=blocks,
        digest=digest_of(text),
        provider_kind=_word(root, "provider_kind", PROVIDER_KINDS),
        reseller_of=_text(root, "reseller_of"),
        source_status=_word(root, "source_status", SOURCE_STATUS),
        url=_text(root, "url"),
        drop=_selectors(root, "drop"),
        keep_hidden=_selectors(root, "keep_hidden"),
        drop_titles=_patterns(root, "drop_titles"),
        aliases={alias_key(name): entry.text() for name, entry in _mapping(root, "aliases").items()},
        footnotes=tuple(_footnote(entry) for entry in root.many("footnotes")),
        fetching=read_fetching(found, _text(root, "url")) if (found := root.get("fetch")) else None,
    )
    _check_sellers(declaration, root)
    return declaration


def digest_of(text: str) -> str:
    """Short hash of the text of a declaration."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _block(entry: Entry, outer: Offered) -> Block:
    entry.check_keys(_BLOCK_KEYS, required=("prices",))
    index = entry.path.rpartition("[")[2].rstrip("]")
    name = _text(entry, "name") or f"block {int(index) + 1 if index.isdigit() else 1}"
    offered = {**outer, **_offered(entry)}
    prices = tuple(_price(price, offered) for price in entry.many("prices"))
    skip = entry.get("skip")
    pattern = skip.pattern() if skip else None
    if entry.get("json_ld") or entry.get("script"):
        wrong = next((found for key in _HTML_KEYS if (found := entry.get(key))), None)
        if wrong:
            raise wrong.error("is for tables and cards; this block reads data records")
        return _data_block(entry, name, prices, pattern)
    if entry.get("rows"):
        raise entry.mapping()["rows"].error("goes with script; the rows of a table are found by row")
    defaults = Block(name, "html", prices)
    return Block(
        name=name,
        kind="html",
        prices=prices,
        within=_selector(entry, "within") or defaults.within,
        title=_selector(entry, "title") or defaults.title,
        titled=entry.get("title") is not None,
        header=_selector(entry, "header"),
        row=_selector(entry, "row") or defaults.row,
        cell=_selector(entry, "cell"),
        when=tuple(_condition(condition) for condition in entry.many("when")),
        skip=pattern,
        skip_columns=_patterns(entry, "skip_columns"),
    )


def _data_block(entry: Entry, name: str, prices: tuple[PriceSpec, ...], skip: Pattern | None) -> Block:
    if json_ld := entry.get("json_ld"):
        json_ld.word(("offers",))
        return Block(name, "json_ld", prices, skip=skip)
    rows = entry.get("rows")
    if rows is None:
        raise entry.error("lacks rows: the JSON path of the records, e.g. props.pageProps.data[*]")
    return Block(name, "script", prices, skip=skip, script=_selector(entry, "script") or "", rows=rows.text())


def _price(entry: Entry, outer: Offered) -> PriceSpec:
    entry.check_keys(_PRICE_KEYS)
    offered = {**outer, **_offered(entry)}
    only_if = entry.get("only_if")
    spec = PriceSpec(
        places=read_places(entry),
        fields={name: read_field(name, found) for name, found in offered.items() if name in FIELDS},
        memory_of=found.word(("accelerator", "instance")) if (found := offered.get("memory_of")) else "accelerator",
        decimal=found.word(("point", "comma")) if (found := offered.get("decimal")) else "point",
        scale=found.number() if (found := offered.get("scale")) else 1.0,
        only_if=read_places(only_if) if only_if else (),
    )
    for name in _NEEDED:
        if name not in spec.fields:
            raise entry.error(f"needs {name} ({FIELDS[name]}); say it here, in the block or for the whole page")
    return spec


def _offered(entry: Entry) -> dict[str, Entry]:
    return {key: found for key in _OFFER_KEYS if (found := entry.get(key))}


def _condition(entry: Entry) -> Condition:
    entry.check_keys(("title", "column"))
    title, column = entry.get("title"), entry.get("column")
    if not title and not column:
        raise entry.error("must name a title or a column")
    return Condition(title.pattern() if title else None, column.pattern() if column else None)


def _footnote(entry: Entry) -> FootnoteRule:
    entry.check_keys(("match", "purchase_option", "price_kind"), required=("match",))
    return FootnoteRule(
        match=entry.mapping()["match"].pattern(),
        purchase_option=_word(entry, "purchase_option", PURCHASE_OPTIONS),
        price_kind=_word(entry, "price_kind", PRICE_KINDS),
    )


def _check_sellers(declaration: Declaration, root: Entry) -> None:
    """A seller that is not in the list of providers needs a kind, and it is better told now than at every row."""
    if declaration.provider_kind:
        return
    for block in declaration.blocks:
        for price in block.prices:
            for name in _names(price.fields["provider"]):
                if provider(name) is None:
                    place = root.get("provider") or root.mapping()["source"]
                    raise place.error(
                        f"names {name!r}, which is not in the list of providers; add provider_kind: {', '.join(PROVIDER_KINDS)}"
                    )


def _names(field: Field) -> list[str]:
    return [name for place in field for name in ([place.what] if place.kind == "value" else place.words.values())]


def _text(entry: Entry, key: str) -> str | None:
    found = entry.get(key)
    return found.text() if found else None


def _word(entry: Entry, key: str, allowed: Mapping[str, str]) -> str | None:
    found = entry.get(key)
    return found.word(allowed) if found else None


def _selector(entry: Entry, key: str) -> str | None:
    found = entry.get(key)
    return found.selector() if found else None


def _selectors(entry: Entry, key: str) -> tuple[str, ...]:
    return tuple(item.selector() for item in entry.many(key))


def _patterns(entry: Entry, key: str) -> tuple[Pattern, ...]:
    return tuple(item.pattern() for item in entry.many(key))


def _mapping(entry: Entry, key: str) -> Mapping[str, Entry]:
    found = entry.get(key)
    return found.mapping() if found else {}
