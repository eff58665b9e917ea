"""The name under which claims of several sources meet: the run id.

A run id is the slug `organisation-model[-variant]`. Names of one run become one id by these rules, in this order:

1. An address of a hub as a model's name ("meta-llama/Llama-3.1-405B") is taken apart: the account says who, where nothing else does.
2. Organisation: its names and accounts are one ("Meta AI", "facebook" → meta). Of several, the first that the alias table lists counts.
   Where none is named, a model called by brand, version and size only is the brand's ("Llama 3.1 405B" → meta).
3. Model: lower case, one hyphen for space, hyphen and underscore; a word and its version are parted ("Qwen2.5" → qwen-2.5); Greek letters
   are spelled ("PanGu-Σ" → pangu-sigma), accents dropped, "+" is "plus"; the organisation's name in front is dropped unless it is the
   family's own ("Meta-Llama-3.1" → llama-3.1, but "DeepSeek-V3" stays); "-hf" at the end, a format of the weights, is dropped.
4. Base and tuned model are one run where the card says that they share it (`shared_pretraining` of the alias table).
5. What is left is looked up among the declared other names of models.

Sizes, versions and dates of release always stay: 13B and 70B, V2 and V3, 3.1 and 3.3 are different runs. Nothing is matched by likeness.
Belongs here: the rules. Does not belong here: the table of names (`vocabulary.run_names`).
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from fab_pipeline.vocabulary.run_names import Organization, account_of, run_names

_NOT_IN_SLUG: Final = re.compile(r"[^a-z0-9.]+")
_NOT_IN_WORD: Final = re.compile(r"[^\w.]+")
_ON_A_HUB: Final = re.compile(r"(?P<owner>[A-Za-z0-9][\w.\-]*)/(?P<name>(?=[^/]*[A-Za-z]{2})[A-Za-z0-9][\w.\-]*)")
_GREEK: Final = re.compile(r"[\u0370-\u03ff]")
_ACCENTS: Final = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
_PLUS: Final = re.compile(r"(?<=[a-z0-9])\+(?![a-z0-9+])")
_GLUED: Final = re.compile(r"(?<![a-z0-9.])([a-z]{3,})(?=\d[\d.]*[a-z]?(?:-|\Z))")
_SPACED_SIZE: Final = re.compile(r"(?<![a-z0-9])(\d[\d.]*)-b(?=-|\Z)")
_FORMAT: Final = re.compile(r"(?<=.)-hf\Z")
_SEVERAL: Final = re.compile(r"\s*[,;，；、]\s*")
_IN_MANY_NAMES: Final = frozenset(
    {"ai", "lab", "labs", "research", "team", "org", "hf", "the", "of", "for", "and", "university", "institute", ""}
)
_LATIN_WORD: Final = re.compile(r"[a-z]{3,}|\A[a-z]{2}\Z")
_SAID_OF_MANY: Final = frozenset(
    [
        "base",
        "chat",
        "flash",
        "instruct",
        "large",
        "lite",
        "max",
        "mini",
        "nano",
        "plus",
        "preview",
        "pro",
        "small",
        "thinking",
        "turbo",
        "ultra",
        "vision",
    ]
)
"""Words of many models' names, which alone tell none from another."""
_BARE: Final = re.compile(r"(?:-v?\d[\d.]*)?(?:-\d[\d.]*[bm])*(?:-(?:base|instruct|chat))?")


def run_slug(organization: str | None, model: str) -> str:
    """Id of a run by the rules above, e.g. "meta-llama-3.1-405b".

    A name without a telling Latin word keeps its own letters ("文心-4.5", "混元-7b"), so that two such names do not become one.
    """
    on_hub = _ON_A_HUB.fullmatch(model.strip())
    if on_hub and (not organization or run_names().organization_named(on_hub["owner"])):
        organization, model = organization or on_hub["owner"], on_hub["name"]
    return _run_slug(organization.strip() if organization else None, model)


def is_developer(organization: str | None, address: str | None) -> bool | None:
    """Whether an address is the organisation's own; None where nothing tells.

    Of a listed organisation all accounts are known. The account of another one is its own where it shares a telling word with its name
    ("aviary-labs" of "Aviary Labs Ltd"); where it does not, it may still be, so that nothing is said.
    """
    account, owner = account_of(address), run_names().owner_of(address)
    if organization is None or (account is None and owner is None):
        return None
    who = _listed(organization)
    if who is not None:
        return owner is who
    if owner is not None:
        return None
    words = (set(_slug(name).split("-")) - _IN_MANY_NAMES for name in (account or "", organization))
    return True if set.intersection(*words) else None


@lru_cache(maxsize=8192)
def _run_slug(organization: str | None, model: str) -> str:
    who, name = _listed(organization), model_slug(model)
    if who is None and not organization:
        who = next((one for one, brands in _brands() if any(_only(name, brand) for brand in brands)), None)
    if who is not None:
        name = _without_organization(name, who)
        name = _shared_run(who.slug, name)
    first = who.slug if who else _slug(organization or "")
    other = _other_names().get((first, name))
    first, name = other or (first, name)
    return "-".join(part for part in (first, name) if part) or "unnamed"


def model_slug(model: str) -> str:
    """The model's part of a run id by rule 3, organisation not regarded."""
    slug = _slug(model)
    return _FORMAT.sub("", _SPACED_SIZE.sub(r"\1b", _GLUED.sub(r"\1-", slug)))


def _listed(organization: str | None) -> Organization | None:
    """The listed organisation of a text that names one or several."""
    if not organization:
        return None
    table = run_names()
    whole = table.organization_named(organization)
    named = (table.organization_named(part) for part in _SEVERAL.split(organization))
    return whole or next((one for one in named if one), None)


def _only(name: str, brand: str) -> bool:
    """Whether a model is called by brand, version or size, and nothing else."""
    rest = name.removeprefix(brand)
    return name.startswith(f"{brand}-") and bool(re.search(r"\d", rest)) and bool(_BARE.fullmatch(rest))


def _without_organization(name: str, who: Organization) -> str:
    for own in _names_in_front(who):
        rest = name.removeprefix(f"{own}-")
        if rest != name and re.match(r"[a-z]{2}", rest):
            return rest
    return name


def _shared_run(organization: str, name: str) -> str:
    for family, endings in _families().get(organization, ()):
        if name == family or name.startswith(f"{family}-"):
            for ending in endings:
                name = name.removesuffix(f"-{ending}")
    return name


@lru_cache(maxsize=1)
def _brands() -> tuple[tuple[Organization, tuple[str, ...]], ...]:
    return tuple((one, tuple(model_slug(brand) for brand in one.brands)) for one in run_names().organizations if one.brands)


@lru_cache(maxsize=256)
def _names_in_front(who: Organization) -> tuple[str, ...]:
    """Names of an organisation that may stand before a model's, longest first: those that are no family's own."""
    own = {_slug(text) for text in (who.slug, *who.names)} - {model_slug(brand) for brand in who.brands}
    return tuple(sorted(own, key=lambda name: (-len(name), name)))


@lru_cache(maxsize=1)
def _families() -> dict[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Organisation → families whose models share a pre-training run, with the endings of the names that do."""
    found: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
    for one in run_names().shared_pretraining:
        endings = tuple(_slug(ending) for ending in one.endings)
        found[one.organization] = (*found.get(one.organization, ()), (model_slug(one.family), endings))
    return found


@lru_cache(maxsize=1)
def _other_names() -> dict[tuple[str, str], tuple[str, str]]:
    """Organisation and model slugs under which a run is met as well → those of the run."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for one in run_names().models:
        for organization, model in one.also:
            listed = _listed(organization)
            found[(listed.slug if listed else _slug(organization), model_slug(model))] = (one.organization, model_slug(one.model))
    return found


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).lower())
    plain = unicodedata.normalize("NFC", _ACCENTS.sub("", plain))
    plain = _PLUS.sub("-plus", _GREEK.sub(lambda hit: f"-{unicodedata.name(hit[0], '').rpartition(' ')[2].lower()}-", plain))
    telling = any(word not in _SAID_OF_MANY for word in _LATIN_WORD.findall(plain))
    pattern = _NOT_IN_SLUG if telling else _NOT_IN_WORD
    return re.sub(r"-{2,}", "-", pattern.sub("-", plain).replace("_", "-")).strip("-.")
