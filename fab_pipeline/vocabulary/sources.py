"""Names of sources, and what is known of each: title, address, terms.

Belongs here: the list (sources.yaml), the lookup over it, and what a name may look like. Does not belong here: reading a source (see
`fab_pipeline.sources.registry`).
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

from fab_pipeline.contracts.words import SOURCE_STATUS
from fab_pipeline.vocabulary.documents import read_document

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_NAME_LIMIT: Final = 64
_NEEDED: Final = ("kind", "title", "status", "license", "redistribution", "unit", "currency", "carries", "traps")


@dataclass(frozen=True)
class SourceFacts:
    """What is known of a source apart from its rows.

    Attributes:
        name: source name of the contract, or a user's own.
        kind: prices, disclosures or vendors.
        title: what it is, for people.
        status: verified, sampled or documented.
        url: where it lives, where it has an address.
        license: terms of the data.
        redistribution: whether its rows may be published.
        dated_facts: each row holds from its date until the next fact of the same offer.
        unit: what one printed price is for; None for a user's own source, as with the next two.
        currency: of the prices, and whether the source says it.
        carries: which offers it has, and what it says of them.
        traps: how it has misled readers.
    """

    name: str
    kind: Literal["prices", "disclosures", "vendors"]
    title: str
    status: str
    url: str | None
    license: str
    redistribution: bool
    dated_facts: bool
    unit: str | None = None
    currency: str | None = None
    carries: str | None = None
    traps: tuple[str, ...] = ()


def is_source_name(name: str) -> bool:
    """Whether a text may name a source: snake_case, ASCII, at most 64 characters."""
    return len(name) <= _NAME_LIMIT and bool(_NAME.fullmatch(name))


def source_facts(name: str) -> SourceFacts:
    """Facts of a listed source or family; a name that is not listed is a user's own source of ingested prices."""
    listed = listed_sources()
    if name in listed:
        return listed[name]
    family = listed.get(f"{name.partition('_')[0]}_*")
    if family is not None:
        member = name.partition("_")[2].replace("_", " ")
        return replace(family, name=name, title=f"{family.title}: {member}")
    return SourceFacts(name, "prices", "ingested", "sampled", None, "not stated by who handed it in", True, False)


@lru_cache(maxsize=1)
def listed_sources() -> dict[str, SourceFacts]:
    """Facts by name, in the order of the list; families are listed as "<name>_*".

    Raises:
        ValueError: an entry lacks a fact, or has a word that the contract does not know.
    """
    document: dict[str, Any] = read_document("sources")
    return {name: _facts(name, raw) for name, raw in document["sources"].items()}


def _facts(name: str, raw: dict[str, Any]) -> SourceFacts:
    missing = [field for field in _NEEDED if raw.get(field) in (None, "", [])]
    if missing:
        raise ValueError(f"sources.yaml: {name} lacks {', '.join(missing)}")
    if raw["status"] not in SOURCE_STATUS or raw["kind"] not in {"prices", "disclosures", "vendors"}:
        raise ValueError(f"sources.yaml: {name} has an unknown status or kind")
    return SourceFacts(
        name=name,
        kind=raw["kind"],
        title=raw["title"],
        status=raw["status"],
        url=raw.get("url"),
        license=raw["license"],
        redistribution=raw["redistribution"],
        dated_facts=raw.get("dated_facts", False),
        unit=raw["unit"],
        currency=raw["currency"],
        carries=raw["carries"],
        traps=tuple(raw["traps"]),
    )
