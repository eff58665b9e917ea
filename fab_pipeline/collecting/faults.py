"""Why asking a source gave no answer that can be used, in words that hold no secret.

Belongs here: the fault with its outcome, code and one line, and from an exception of the HTTP library to such a line. Those exceptions
carry the whole address, so nothing of their text is ever passed on.
"""

from typing import Final

import requests
import urllib3

from fab_pipeline.errors import FabError


class AnswerFault(FabError):  # noqa: N818  (it is a finding about a server, and caught as one)
    """An answer that is none.

    Attributes:
        outcome: word of `contracts.words.LIVE_OUTCOMES`: blocked, empty, rejected or failed.
        reason: code in snake_case.
        detail: one line for people, without the source's name.
        body: what came, where that is worth keeping: a block page, a wrong document.
        status: HTTP status, where there was one.
    """

    def __init__(self, outcome: str, reason: str, detail: str, *, body: bytes = b"", status: int | None = None) -> None:
        super().__init__(f"{reason}: {detail}")
        self.outcome = outcome
        self.reason = reason
        self.detail = detail
        self.body = body
        self.status = status


_MEANINGS: Final[tuple[tuple[tuple[type[BaseException], ...], str, str], ...]] = (
    (
        (requests.exceptions.SSLError, urllib3.exceptions.SSLError),
        "tls_failed",
        "the connection is not safe: the certificate is not trusted; behind a proxy of your own set FAB_CA_BUNDLE",
    ),
    (
        (requests.exceptions.ProxyError, urllib3.exceptions.ProxyError),
        "proxy_failed",
        "the proxy does not answer, or refuses; see FAB_PROXY",
    ),
    ((urllib3.exceptions.NameResolutionError,), "connection_failed", "the host name is not known; is there a network?"),
    ((ConnectionRefusedError,), "connection_failed", "the connection was refused"),
    ((requests.exceptions.Timeout, urllib3.exceptions.TimeoutError, TimeoutError), "timed_out", "the server was silent for too long"),
    ((urllib3.exceptions.IncompleteRead,), "cut_off", "the answer broke off before its end"),
    ((ConnectionResetError, urllib3.exceptions.ProtocolError), "connection_lost", "the connection broke off"),
)
"""Kinds of exceptions, the more telling first, with code and words."""


def connection_fault(error: Exception, place: str) -> AnswerFault:
    """What an exception of requests or urllib3 means.

    Args:
        error: as raised.
        place: address for the message; it holds no secret.
    """
    causes = _causes(error)
    for kinds, reason, words in _MEANINGS:
        if any(isinstance(cause, kinds) for cause in causes):
            return AnswerFault("failed", reason, f"{place}: {words}")
    return AnswerFault("failed", "connection_failed", f"{place}: no connection ({type(error).__name__})")


def _causes(error: BaseException) -> list[BaseException]:
    """The error and what is inside it: there the reason stands."""
    found: list[BaseException] = []
    waiting: list[BaseException] = [error]
    while waiting:
        current = waiting.pop()
        if any(current is known for known in found):
            continue
        found.append(current)
        inner = [getattr(current, "reason", None), current.__cause__, current.__context__, *current.args]
        waiting += [part for part in inner if isinstance(part, BaseException)]
    return found
