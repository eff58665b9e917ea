"""The section `fetch:` of a declaration: that the page may be asked for, where, and what a good answer keeps.

    fetch: {hosts: [cloud.example], min_quotes: 8, known_names: [H100], prices_usd: [0.3, 20]}

Belongs here: those keys and what is wrong with them. Does not belong here: asking (`fab_pipeline.collecting`). A page is always asked
within the robots.txt of its host, once, without a key.
"""

from typing import Final
from urllib.parse import urlsplit

from fab_pipeline.sources.fetching import Fetching, Integrity, host_of, page
from fab_pipeline.sources.prices.declared.yaml_tree import Entry

_KEYS: Final = ("hosts", "min_quotes", "known_names", "prices_usd")


def read_fetching(entry: Entry, url: str | None) -> Fetching:
    """How the page is asked.

    Args:
        entry: the section `fetch`.
        url: address of the page.

    Raises:
        DeclarationError: no https address, unknown keys, a host without the page, numbers that are none; one line.
    """
    entry.check_keys(_KEYS)
    if url is None or urlsplit(url).scheme != "https" or not host_of(url):
        raise entry.error("needs the https address of the page under url")
    hosts = frozenset(host.text().lower() for host in entry.many("hosts")) or frozenset({host_of(url)})
    if host_of(url) not in hosts:
        raise entry.mapping()["hosts"].error(f"lacks {host_of(url)}, the host of url")
    return page(url, hosts, _integrity(entry))


def _integrity(entry: Entry) -> Integrity:
    plain = Integrity()
    least = found.number() if (found := entry.get("min_quotes")) else float(plain.min_quotes)
    if least != int(least):
        raise entry.mapping()["min_quotes"].error("must be a whole number")
    bounds = [bound.number() for bound in entry.many("prices_usd")] or list(plain.prices_usd)
    if len(bounds) != 2 or bounds[0] >= bounds[1]:
        raise entry.mapping()["prices_usd"].error("must be two prices per accelerator-hour, the lower first: [0.3, 20]")
    return Integrity(int(least), tuple(name.text() for name in entry.many("known_names")), (bounds[0], bounds[1]))
