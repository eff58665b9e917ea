"""Who sells accelerator-hours, and what kind of seller each is.

Belongs here: the closed list (providers.yaml) and the one lookup over it. Does not belong here: prices, and what to do with a seller
that is not listed (see `sources.prices.quotes`).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fab_pipeline.contracts.words import PROVIDER_KINDS
from fab_pipeline.vocabulary.documents import read_document


@dataclass(frozen=True)
class Provider:
    """One seller.

    Attributes:
        name: as boards show it.
        kind: hyperscaler, neocloud, marketplace or reseller.
        url: its public price page or price API.
        aliases: other spellings.
        reseller_of: provider whose capacity it sells, where that is one.
        placeholder_prices: numbers it prints per accelerator-hour where nothing is offered.
        note: why, where a choice was made.
    """

    name: str
    kind: str
    url: str
    aliases: tuple[str, ...]
    reseller_of: str | None = None
    placeholder_prices: tuple[float, ...] = ()
    note: str | None = None


@lru_cache(maxsize=4096)
def provider(name: str) -> Provider | None:
    """The listed provider of a name or alias; case, spaces and punctuation do not matter. None: not listed."""
    return _by_name().get(_key(name))


@lru_cache(maxsize=1)
def providers() -> tuple[Provider, ...]:
    """All listed providers, in the order of the list.

    Raises:
        ValueError: the list contradicts itself.
    """
    document: dict[str, Any] = read_document("providers")
    return tuple(_entry(raw) for raw in document["providers"])


def _entry(raw: dict[str, Any]) -> Provider:
    if raw["kind"] not in PROVIDER_KINDS:
        raise ValueError(f"providers.yaml: {raw['name']} has unknown kind {raw['kind']!r}")
    return Provider(
        name=raw["name"],
        kind=raw["kind"],
        url=raw["url"],
        aliases=tuple(raw["aliases"]),
        reseller_of=raw.get("reseller_of"),
        placeholder_prices=tuple(raw.get("placeholder_prices", ())),
        note=raw.get("note"),
    )


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Provider]:
    found: dict[str, Provider] = {}
    for entry in providers():
        for name in (entry.name, *entry.aliases):
            if found.setdefault(_key(name), entry) is not entry:
                raise ValueError(f"providers.yaml: {name!r} names both {found[_key(name)].name} and {entry.name}")
    return found


def _key(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
