"""How a source is asked: addresses, paging, limits, key and integrity tests, declared beside its parser.

Belongs here: the types of that declaration, and rules of paging that several sources share. A source module that can be fetched exports
`FETCHING: Final[Fetching]`; a declared page says it under `fetch:`. Everything is pure: nothing here asks anybody. Does not belong here:
sending requests, retries and what an answer's status means (`fab_pipeline.collecting`), and any secret: a key is named, never held.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

from fab_pipeline.environment import KEY_PREFIX

JSON: Final = frozenset({"application/json", "text/json"})
HTML: Final = frozenset({"text/html", "application/xhtml+xml"})
TEXT: Final = frozenset({"text/csv", "text/plain", "application/csv", "application/octet-stream", "binary/octet-stream"})
"""Media types under which tables and pointers are served: object stores and GitHub do not tell one text from another."""
ZIP: Final = frozenset({"application/zip", "application/x-zip-compressed", "application/octet-stream", "binary/octet-stream"})

MAX_SNAPSHOT_BYTES: Final = 64 * 1024 * 1024
"""Decompressed bytes of all answers of one snapshot: what the archive takes in (a lower `Settings.max_capture_bytes` counts)."""
MAX_PAGES: Final = 50


@dataclass(frozen=True)
class Request:
    """One question to a server.

    Attributes:
        url: address with its query, without any secret.
        method: GET or POST.
        headers: further headers, none of them secret.
        json: body of a POST; any JSON value.
    """

    url: str
    method: Literal["GET", "POST"] = "GET"
    headers: tuple[tuple[str, str], ...] = ()
    json: object = field(default=None, hash=False)


@dataclass(frozen=True)
class Answer:
    """What came back, as the paging rule sees it.

    Attributes:
        request: what was asked.
        body: decompressed bytes.
        headers: of the response, names in lower case.
    """

    request: Request
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class KeyRule:
    """Where a source's key comes from and how it is sent. Without the variable the source is skipped in one line.

    Attributes:
        variable: environment variable that holds the key; its name begins with FAB_KEY_, e.g. FAB_KEY_LAMBDA.
        place: bearer (header Authorization: Bearer …), header (named by `name`) or query (parameter named by `name`).
        name: of the header or query parameter.
    """

    variable: str
    place: Literal["bearer", "header", "query"] = "bearer"
    name: str = ""

    def __post_init__(self) -> None:
        """Complain about a variable that the settings would not read, and about a header or parameter without a name.

        Raises:
            ValueError: either.
        """
        if not self.variable.startswith(KEY_PREFIX) or (self.place != "bearer" and not self.name):
            raise ValueError(f"a key comes from a variable {KEY_PREFIX}…, and goes into a bearer header or one with a name")


@dataclass(frozen=True)
class Integrity:
    """What a good answer of a source keeps; an answer that does not is shown, and promotes nothing.

    Attributes:
        min_quotes: at least so many good quotes.
        known_names: words of which each must occur in the accelerator or instance type of some quote, e.g. "H100"; case is ignored.
        prices_usd: every USD price per accelerator-hour of a kind that can win lies between these.
    """

    min_quotes: int = 1
    known_names: tuple[str, ...] = ()
    prices_usd: tuple[float, float] = (0.05, 100.0)


def nothing_follows(_: Answer) -> tuple[Request, ...]:
    """The paging rule of a source that answers all at once."""
    return ()


def every_answer(_: Answer) -> bool:
    """The keeping rule of a source whose answers all hold rows."""
    return True


@dataclass(frozen=True)
class Fetching:
    """How one source is asked.

    Attributes:
        first: requests to begin with, at least one: one, or one per region.
        hosts: host names that may be asked, redirects and further pages included. Ports do not matter.
        media: media types of a good answer; another type is no answer (a block page, an error page).
        following: requests that follow from an answer: its next page, the file that a pointer names.
        keep: whether an answer is part of the snapshot; a pointer to the file is not.
        key: how the source is paid its due, where it wants one.
        max_pages: answers of one snapshot.
        max_bytes: decompressed bytes of one snapshot.
        requests_per_second: per host.
        robots: whether robots.txt is asked first: pages are crawled and obey it, documented interfaces are called.
        integrity: what a good answer keeps.
    """

    first: tuple[Request, ...]
    hosts: frozenset[str]
    media: frozenset[str] = JSON
    following: Callable[[Answer], tuple[Request, ...]] = nothing_follows
    keep: Callable[[Answer], bool] = every_answer
    key: KeyRule | None = None
    max_pages: int = MAX_PAGES
    max_bytes: int = MAX_SNAPSHOT_BYTES
    requests_per_second: float = 1.0
    robots: bool = False
    integrity: Integrity = Integrity()

    def __post_init__(self) -> None:
        """Complain about a declaration that could never be asked.

        Raises:
            ValueError: no request, or one to a host that is not declared.
        """
        if not self.first:
            raise ValueError("a source that is fetched needs a first request")
        strangers = [request.url for request in self.first if host_of(request.url) not in self.hosts]
        if strangers:
            raise ValueError(f"{strangers[0]} is not on a declared host ({', '.join(sorted(self.hosts))})")

    @property
    def address(self) -> str:
        """The address by which the snapshot is known: that of the first request."""
        return self.first[0].url


def host_of(url: str) -> str:
    """Host name of an address in lower case; empty where there is none."""
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def page(url: str, hosts: frozenset[str] | None = None, integrity: Integrity | None = None) -> Fetching:
    """How an ordinary web page is asked: once, within robots.txt."""
    return Fetching(
        first=(Request(url),),
        hosts=hosts or frozenset({host_of(url)}),
        media=HTML,
        robots=True,
        integrity=integrity or Integrity(),
    )


def at(fetching: Fetching, base: str) -> Fetching:
    """The same questions asked of a mirror, which has every host of the source below its own name.

    Args:
        fetching: as declared.
        base: address of the mirror, e.g. http://127.0.0.1:8080: https://prices.example/list is asked there as /prices.example/list.
    """
    there = urlsplit(base.rstrip("/"))
    moved = tuple(replace(request, url=_below(request.url, there)) for request in fetching.first)
    return replace(fetching, first=moved, hosts=frozenset({host_of(base)}))


def _below(url: str, there: SplitResult) -> str:
    here = urlsplit(url)
    return here._replace(scheme=there.scheme, netloc=there.netloc, path=f"{there.path}/{host_of(url)}{here.path}").geturl()
