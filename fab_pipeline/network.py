"""How this installation asks servers: who asks, through what, how long it waits, and with which keys.

Belongs here: the typed settings of live collecting. Does not belong here: folders and limits of files (see `settings`), and asking
(`fab_pipeline.collecting`).

| variable | what it sets |
|---|---|
| `FAB_CONTACT` | a mail address or web page of whoever operates this; servers are only asked with one |
| `FAB_KEY_…` | the key of a source; docs/sources.md says which has one |
| `FAB_PROXY`, `FAB_NO_PROXY`, `FAB_CA_BUNDLE` | else `HTTPS_PROXY`, `NO_PROXY`, `REQUESTS_CA_BUNDLE` or `SSL_CERT_FILE` |
| `FAB_CONNECT_TIMEOUT_SECONDS`, `FAB_READ_TIMEOUT_SECONDS` | how long to wait for a connection, and for the next byte |
| `FAB_SOURCE_DEADLINE_SECONDS` | how long one source may take in all |
| `FAB_RETRY_AFTER_LIMIT_SECONDS` | the longest pause that a server may ask for |
| `FAB_MAX_WIRE_BYTES` | most bytes that one source may send |
| `FAB_USER_AGENT` | how the pipeline names itself |
| `FAB_MIRROR` | a server that has https://host/path of every source as /host/path; it is recorded as what was asked |
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Final

from fab_pipeline.environment import KEY_PREFIX, SettingsError, first, positive

CONNECT_TIMEOUT_SECONDS: Final = 10.0
READ_TIMEOUT_SECONDS: Final = 30.0
SOURCE_DEADLINE_SECONDS: Final = 600.0
"""The slowest source has about a hundred pages at two a second."""
RETRY_AFTER_LIMIT_SECONDS: Final = 60.0
MAX_WIRE_BYTES: Final = 64 * 1024 * 1024

_CONTACT: Final = re.compile(r"[!-~]+@[!-~]+\.[!-~]+|https?://[!-~]+\.[!-~]+")
_AGENT: Final = re.compile(r"[ -~]+")
_ADDRESS: Final = re.compile(r"https?://[!-~]+")


@dataclass(frozen=True)
class Network:
    """How servers are asked.

    Attributes:
        user_agent: how the pipeline names itself.
        contact: where its operator can be reached: a mail address or a web page; servers are only asked with one.
        mirror: address of a server that has the sources below their host names, or None; it is recorded as what was asked.
        proxy: address of the proxy for all requests, or None. It may hold a password and is never printed.
        no_proxy: hosts that are asked without it, separated by commas; loopback always is.
        ca_bundle: file of the certificates that are trusted; those of the package certifi unless told.
        connect_timeout_seconds: how long to wait for a connection.
        read_timeout_seconds: how long a server may be silent.
        source_deadline_seconds: how long one source may take in all, retries and waits included.
        retry_after_limit_seconds: the longest pause that a server may ask for; for a longer one it is left alone until the next collection.
        max_wire_bytes: most bytes that one source may send, as they come over the wire.
        keys: keys of sources by variable; never printed.
    """

    user_agent: str = f"fab-pipeline/{version('fab-pipeline')}"
    contact: str | None = None
    mirror: str | None = None
    proxy: str | None = field(default=None, repr=False)
    no_proxy: str | None = None
    ca_bundle: Path | None = None
    connect_timeout_seconds: float = CONNECT_TIMEOUT_SECONDS
    read_timeout_seconds: float = READ_TIMEOUT_SECONDS
    source_deadline_seconds: float = SOURCE_DEADLINE_SECONDS
    retry_after_limit_seconds: float = RETRY_AFTER_LIMIT_SECONDS
    max_wire_bytes: int = MAX_WIRE_BYTES
    keys: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @classmethod
    def from_environment(cls, values: Mapping[str, str]) -> "Network":
        """Settings of this process.

        Raises:
            SettingsError: a variable holds what cannot be; one line, in which no key and no password stands.
        """
        return cls(
            user_agent=_printable("FAB_USER_AGENT", values.get("FAB_USER_AGENT") or cls.user_agent),
            contact=_contact(values.get("FAB_CONTACT")),
            mirror=_mirror(values.get("FAB_MIRROR")),
            proxy=_proxy(first(values, "FAB_PROXY", "HTTPS_PROXY", "https_proxy")),
            no_proxy=first(values, "FAB_NO_PROXY", "NO_PROXY", "no_proxy"),
            ca_bundle=_ca_bundle(first(values, "FAB_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE")),
            connect_timeout_seconds=positive(values, "FAB_CONNECT_TIMEOUT_SECONDS", CONNECT_TIMEOUT_SECONDS),
            read_timeout_seconds=positive(values, "FAB_READ_TIMEOUT_SECONDS", READ_TIMEOUT_SECONDS),
            source_deadline_seconds=positive(values, "FAB_SOURCE_DEADLINE_SECONDS", SOURCE_DEADLINE_SECONDS),
            retry_after_limit_seconds=positive(values, "FAB_RETRY_AFTER_LIMIT_SECONDS", RETRY_AFTER_LIMIT_SECONDS),
            max_wire_bytes=int(positive(values, "FAB_MAX_WIRE_BYTES", MAX_WIRE_BYTES)),
            keys={name: _key(name, value) for name, value in values.items() if name.startswith(KEY_PREFIX) and value.strip()},
        )

    @property
    def introduction(self) -> str:
        """The User-Agent of every request: the pipeline, and whom to write to.

        Raises:
            SettingsError: no contact is set.
        """
        if self.contact is None:
            raise SettingsError(
                "servers are only asked by somebody who can be reached: set FAB_CONTACT to a mail address or a web page of yours"
            )
        return f"{self.user_agent} (+{self.contact})"


def _printable(name: str, text: str) -> str:
    if not _AGENT.fullmatch(text):
        raise SettingsError(f"{name} is {text!r}; only printable ASCII fits into a header")
    return text


def _contact(text: str | None) -> str | None:
    if text and not _CONTACT.fullmatch(text):
        raise SettingsError(f"FAB_CONTACT is {text!r}; write a mail address or the https address of a web page")
    return text or None


def _mirror(text: str | None) -> str | None:
    if text and not _ADDRESS.fullmatch(text):
        raise SettingsError(f"FAB_MIRROR is {text!r}; write an address like https://mirror.example, or http:// on this machine")
    return text or None


def _proxy(proxy: str | None) -> str | None:
    if proxy and not _ADDRESS.fullmatch(proxy):
        raise SettingsError("the proxy (FAB_PROXY or HTTPS_PROXY) is no address like http://proxy.example:3128")
    return proxy


def _ca_bundle(text: str | None) -> Path | None:
    if text and not Path(text).is_file():
        raise SettingsError(f"the certificates {text!r} (FAB_CA_BUNDLE, REQUESTS_CA_BUNDLE or SSL_CERT_FILE) are no file")
    return Path(text) if text else None


def _key(name: str, value: str) -> str:
    key = value.strip()
    if not _AGENT.fullmatch(key):
        raise SettingsError(f"{name} holds something that fits into no header or address; only printable ASCII does")
    return key
