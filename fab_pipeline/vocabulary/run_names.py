"""Under which names one training run is met: the alias table `run_names.yaml`, checked entry by entry when it is read.

Belongs here: organisations with their names, accounts and hosts; models with several names; families whose base and tuned models share the
pre-training run. Does not belong here: what is done with a name (see `reading.identity`), and names of organisations as a page glues
them to a model (see `organizations`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from importlib import resources
from typing import Final, cast
from urllib.parse import urlsplit

from fab_pipeline.vocabulary.documents import parse_yaml

HUBS: Final = frozenset({"github.com", "raw.githubusercontent.com", "huggingface.co", "modelscope.cn"})
"""Sites whose addresses begin with the account that owns what stands there."""

_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_OF_ORGANIZATION: Final = {"slug": str, "names": list, "owners": list, "hosts": list, "brands": list}
_OF_EVIDENCE: Final = {"because": str, "url": str, "opened": date}
_OF_MODEL: Final = {"organization": str, "model": str, "also": list, **_OF_EVIDENCE}
_OF_SHARED: Final = {"organization": str, "family": str, "endings": list, **_OF_EVIDENCE}
_OPTIONAL: Final = frozenset({"owners", "hosts", "brands"})


class RunNamesError(ValueError):
    """The alias table breaks its form; one line that names the entry."""


@dataclass(frozen=True)
class Organization:
    """One organisation that trains models.

    Attributes:
        slug: its part of a run id.
        names: as printed anywhere.
        owners: its accounts on the sites of HUBS.
        hosts: hosts that are its own.
        brands: families that only it trains.
    """

    slug: str
    names: tuple[str, ...]
    owners: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()


@dataclass(frozen=True)
class OtherNames:
    """One model and the pairs of organisation and name under which it is met as well."""

    organization: str
    model: str
    also: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SharedPretraining:
    """A family whose models with one of the endings share the pre-training run of the name without it."""

    organization: str
    family: str
    endings: tuple[str, ...]


@dataclass(frozen=True)
class RunNames:
    """The whole table."""

    organizations: tuple[Organization, ...]
    models: tuple[OtherNames, ...]
    shared_pretraining: tuple[SharedPretraining, ...]

    def organization_named(self, name: str) -> Organization | None:
        """The organisation of a name or an account, in any case of letters."""
        return self._by_name.get(_key(name))

    def owner_of(self, address: str | None) -> Organization | None:
        """The organisation that owns an address: its account on a hub, or its own host; None where the table knows neither."""
        parts = urlsplit(address or "")
        host = (parts.hostname or "").removeprefix("www.")
        if host in HUBS:
            return self._by_name.get(_key(account_of(address) or ""))
        return next((one for one in self.organizations if any(host == own or host.endswith(f".{own}") for own in one.hosts)), None)

    @cached_property
    def _by_name(self) -> Mapping[str, Organization]:
        found: dict[str, Organization] = {}
        for one in self.organizations:
            for name in (one.slug, *one.names, *one.owners):
                other = found.setdefault(_key(name), one)
                if other is not one:
                    raise RunNamesError(f"organizations: {name!r} is a name of both {other.slug} and {one.slug}")
        return found


def account_of(address: str | None) -> str | None:
    """The account in an address of one of HUBS: "meta-llama" of https://huggingface.co/meta-llama/Llama-3.1-8B."""
    parts = urlsplit(address or "")
    if (parts.hostname or "").removeprefix("www.") not in HUBS:
        return None
    first = [part for part in parts.path.split("/") if part and part not in {"models", "datasets", "spaces"}]
    return first[0] if first else None


@lru_cache(maxsize=1)
def run_names() -> RunNames:
    """The table that ships."""
    return read_run_names(resources.files("fab_pipeline.vocabulary").joinpath("run_names.yaml").read_text("utf-8"))


def read_run_names(text: str) -> RunNames:
    """A table from YAML.

    Raises:
        RunNamesError: a field is missing, unknown or of the wrong kind; a name belongs to two organisations.
    """
    document: object = parse_yaml(text)
    tables = cast("Mapping[str, Sequence[object]]", document) if isinstance(document, dict) else {}
    if set(tables) != {"organizations", "models", "shared_pretraining"}:
        raise RunNamesError("the table needs exactly organizations, models and shared_pretraining")
    table = RunNames(
        tuple(_organization(number, entry) for number, entry in enumerate(tables["organizations"] or (), 1)),
        tuple(_other_names(number, entry) for number, entry in enumerate(tables["models"] or (), 1)),
        tuple(_shared(number, entry) for number, entry in enumerate(tables["shared_pretraining"] or (), 1)),
    )
    slugs = {one.slug for one in table.organizations}
    for entry in (*table.models, *table.shared_pretraining):
        if entry.organization not in slugs:
            raise RunNamesError(f"{entry.organization!r} is no slug of an organisation of the table")
    table.organization_named("")
    return table


def _organization(number: int, entry: object) -> Organization:
    fields = _checked(f"organizations, entry {number}", entry, _OF_ORGANIZATION)
    if not _SLUG.fullmatch(str(fields["slug"])):
        raise RunNamesError(f"organizations, entry {number}: slug {fields['slug']!r} is not lower case with hyphens")
    lists = {
        name: _texts(f"organizations, entry {number}: {name}", fields.get(name, [])) for name in ("names", "owners", "hosts", "brands")
    }
    return Organization(str(fields["slug"]), **lists)


def _other_names(number: int, entry: object) -> OtherNames:
    where = f"models, entry {number}"
    fields = _checked(where, entry, _OF_MODEL)
    own, also = str(fields["organization"]), []
    for other in cast("list[object]", fields["also"]):
        named = _checked(f"{where}, also", other, {"organization": str, "model": str}, frozenset({"organization"}))
        also.append((str(named.get("organization", own)), str(named["model"])))
    return OtherNames(own, str(fields["model"]), tuple(also))


def _shared(number: int, entry: object) -> SharedPretraining:
    where = f"shared_pretraining, entry {number}"
    fields = _checked(where, entry, _OF_SHARED)
    return SharedPretraining(str(fields["organization"]), str(fields["family"]), _texts(f"{where}: endings", fields["endings"]))


def _checked(where: str, entry: object, kinds: Mapping[str, type], optional: frozenset[str] = _OPTIONAL) -> Mapping[str, object]:
    if not isinstance(entry, dict):
        raise RunNamesError(f"{where}: is no mapping")
    fields = cast("Mapping[str, object]", entry)
    if strange := [name for name in fields if name not in kinds]:
        raise RunNamesError(f"{where}: unknown field {strange[0]}; fields are {', '.join(kinds)}")
    for name, kind in kinds.items():
        if name not in fields and name in optional:
            continue
        if not isinstance(fields.get(name), kind) or not fields[name]:
            raise RunNamesError(f"{where}: {name} is missing, empty or no {kind.__name__}")
    if "url" in kinds and not str(fields["url"]).startswith("https://"):
        raise RunNamesError(f"{where}: url must be the https address that was opened")
    return fields


def _texts(where: str, values: object) -> tuple[str, ...]:
    listed = cast("Sequence[object]", values)
    if not all(isinstance(value, str) and value.strip() for value in listed):
        raise RunNamesError(f"{where}: must be a list of texts")
    return tuple(str(value) for value in listed)


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
