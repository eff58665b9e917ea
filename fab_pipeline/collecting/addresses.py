"""Addresses on their way to a server and into a manifest: where a request may go, and what of its address may be shown.

Belongs here: pure rules over addresses. A source may be asked, and may send us on, only to the hosts that it declares, encrypted; without
encryption only on this machine (a server of the tests, a mirror of one's own).
"""

import ipaddress
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from fab_pipeline.collecting.faults import AnswerFault
from fab_pipeline.sources.fetching import KeyRule, host_of


def public(url: str, rule: KeyRule | None) -> str:
    """The address without what is secret in it: the key, and names and passwords before the host."""
    try:
        parts = urlsplit(url)
        netloc = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "an address that is none"
    query = parts.query
    if rule and rule.place == "query":
        kept = [pair for pair in query.split("&") if pair and not _is_key(pair, rule.name)]
        query = "&".join(kept)
    return "".join(sign if sign.isprintable() else quote(sign) for sign in urlunsplit((parts.scheme, netloc, parts.path, query, "")))


def with_key(url: str, headers: Mapping[str, str], rule: KeyRule, key: str) -> tuple[str, dict[str, str]]:
    """Address and headers with the key in its place, as they are sent."""
    match rule.place:
        case "bearer":
            return url, {**headers, "Authorization": f"Bearer {key}"}
        case "header":
            return url, {**headers, rule.name: key}
        case "query":
            parts = urlsplit(public(url, rule))
            query = "&".join(part for part in (parts.query, urlencode({rule.name: key})) if part)
            return urlunsplit(parts._replace(query=query)), dict(headers)


def check_step(place: str, hosts: frozenset[str], before: str | None = None) -> None:
    """Complain about an address that may not be asked.

    Args:
        place: the address, as `public` gives it.
        hosts: those that the source declares.
        before: address that sent us there, for the message.

    Raises:
        AnswerFault: another host, or no encryption.
    """
    came = f"{before} sends us on to {place}" if before else place
    host = host_of(place)
    if host not in hosts:
        raise AnswerFault("failed", "host_not_declared", f"{came}: {host or 'it'} is not among the hosts of this source")
    if urlsplit(place).scheme != "https" and not (urlsplit(place).scheme == "http" and is_loopback(place)):
        raise AnswerFault("failed", "not_encrypted", f"{came}: only https is asked")


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine."""
    host = host_of(url)
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_key(pair: str, name: str) -> bool:
    found = parse_qsl(pair, keep_blank_values=True)
    return bool(found) and found[0][0].casefold() == name.casefold()
