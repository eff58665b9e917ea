"""What the status, the type and the first words of an answer say: an answer, a refusal, or another document.

Belongs here: rules that hold for every server. Does not belong here: what the rows of an answer say (the source's parser), and connections
(see `session`). A refusal or a challenge says nothing about offers; it is never taken for an empty list.
"""

import re
from collections.abc import Mapping
from typing import Final

from fab_pipeline.collecting.faults import AnswerFault
from fab_pipeline.files import one_line

_REFUSALS: Final[dict[int, str]] = {
    401: "the server wants a key, or does not take ours",
    403: "the server refuses",
    407: "the proxy wants a password; see FAB_PROXY",
    412: "the server refuses",
    429: "the server says that we ask too often",
    451: "the server may not answer here for legal reasons",
}
_GONE: Final[dict[int, str]] = {404: "nothing is at this address: it moved or was withdrawn", 410: "it was withdrawn"}
_CHALLENGE: Final = re.compile(
    rb"just a moment|captcha|cf-chl|attention required|are you a (?:robot|human)|verify (?:that )?you are (?:a )?human|unusual traffic"
    rb"|access (?:is |has been )?denied|request (?:has been )?blocked|enable javascript and cookies",
    re.I,
)
_LOOKED_AT: Final = 64 * 1024


def require_answer(status: int, headers: Mapping[str, str], body: bytes, place: str) -> None:
    """Complain about a status that is no answer; 200 and 304 are.

    Args:
        status: HTTP status, after all retries.
        headers: names in lower case.
        body: its beginning, kept with the fault.
        place: address for the message.

    Raises:
        AnswerFault: blocked or failed.
    """
    if status in {200, 304}:
        return
    pause = f", and to wait {one_line(headers['retry-after'][:40])}" if status in {429, 503} and headers.get("retry-after") else ""
    if status in _REFUSALS or is_challenge(headers, body):
        words = _REFUSALS.get(status, "the server wants to know whether a person asks")
        raise AnswerFault("blocked", f"http_{status}", f"{place}: {words}{pause}", body=body, status=status)
    words = _GONE.get(status) or ("the server is in trouble" if status >= 500 else "this status is no answer")
    raise AnswerFault("failed", f"http_{status}", f"{place}: {words}{pause}", body=body, status=status)


def require_media(media: frozenset[str], headers: Mapping[str, str], body: bytes, place: str) -> None:
    """Complain about an empty answer and about a document of another type than the source gives.

    Raises:
        AnswerFault: empty, blocked (a challenge page in place of data) or rejected.
    """
    if not body.strip(b"\x00 \t\r\n"):
        raise AnswerFault("empty", "empty_answer", f"{place}: the answer is empty", status=200)
    told = headers.get("content-type", "").partition(";")[0].strip().lower()
    if not told or told in media:
        return
    if is_challenge(headers, body):
        raise AnswerFault(
            "blocked", "challenge_page", f"{place}: a page that tells robots from people, not the prices", body=body, status=200
        )
    detail = f"{place}: the answer is {told[:60]!r}, not {' or '.join(sorted(media))}"
    raise AnswerFault("rejected", "wrong_content_type", detail, body=body, status=200)


def is_challenge(headers: Mapping[str, str], body: bytes) -> bool:
    """Whether an answer that is no data asks whether a person is there."""
    return "challenge" in headers.get("cf-mitigated", "") or _CHALLENGE.search(body[:_LOOKED_AT]) is not None
