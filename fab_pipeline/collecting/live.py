"""One source asked once: its first requests, the pages that follow, and one snapshot of them or one reason why there is none.

Belongs here: the order of requests, paging and its limits, conditional requests by what the archive has, and putting the answers together.
Does not belong here: connections (see `session`) and what the rows say (`pipeline.collect_live` has that looked at before it is recorded).

A snapshot is whole or it is none: when a later page fails, what had come is kept as evidence beside the reason, and no row of it is read.
"""

import hashlib
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from fab_pipeline.collecting.addresses import public
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.faults import AnswerFault
from fab_pipeline.collecting.judging import require_media
from fab_pipeline.collecting.manifest import ArchiveError, Entry
from fab_pipeline.collecting.robots import MAX_ROBOTS_BYTES
from fab_pipeline.collecting.session import Conversation, LiveSession, Reply
from fab_pipeline.errors import FabError
from fab_pipeline.sources.answers import MEDIA_TYPE, Part, pack
from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.fetching import Answer, Fetching, Request

HIDDEN: Final = "***"
MAX_LOCATOR: Final = 4000
"""Characters of a question (GraphQL, a search) that the manifest keeps."""


class SkippedError(FabError):
    """A source that is not asked: it needs a key, and there is none."""


@dataclass(frozen=True)
class Fetched:
    """What asking a source gave.

    Attributes:
        body: the snapshot, or with a fault what had come of it.
        url: address of the snapshot, without secrets.
        outcome: word of `contracts.words.LIVE_OUTCOMES`.
        reason: 'code: one line' where the outcome is not ok.
        status: HTTP status; 304 where the server said that nothing has changed.
        headers: of the one answer; none of a snapshot of several.
        media_type: of the snapshot.
        locator: the question, where it was not only an address.
    """

    body: bytes
    url: str
    outcome: str = "ok"
    reason: str | None = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    media_type: str | None = None
    locator: str | None = None


def require_key(name: str, fetching: Fetching, session: LiveSession) -> None:
    """Complain about a source whose key is not there.

    Raises:
        SkippedError: one line.
    """
    if fetching.key and session.key(fetching.key) is None:
        raise SkippedError(f"{name}: it needs a key: set {fetching.key.variable}")


def fetch(name: str, fetching: Fetching, session: LiveSession, archive: Archive, limit: int) -> Fetched:
    """Ask a source.

    Args:
        name: source name, for the archive and messages.
        fetching: how it is asked.
        session: of the collection.
        archive: whose newest observation of an address makes the request for it conditional.
        limit: most bytes of a capture (`Settings.max_capture_bytes`).

    Returns:
        The snapshot, or why there is none; never an error of the network.

    Raises:
        SkippedError: its key is not there.
    """
    require_key(name, fetching, session)
    with session.conversation(fetching) as conversation:
        asking = _Asking(name, fetching, session, archive, conversation, min(limit, fetching.max_bytes))
        try:
            asking.ask_all()
        except AnswerFault as fault:
            return without_key(asking.failed(fault), session.key(fetching.key))
        return without_key(asking.snapshot(), session.key(fetching.key))


def without_key(fetched: Fetched, key: str | None) -> Fetched:
    """The same with the key struck out wherever a server has repeated it: headers and messages are its words too."""
    if key is None:
        return fetched

    def struck(text: str | None) -> str | None:
        return text.replace(key, HIDDEN) if text else text

    headers = {name: value for name, value in fetched.headers.items() if key not in value}
    body = b"" if key.encode() in fetched.body else fetched.body
    url = fetched.url.replace(key, HIDDEN)
    reason, locator, media_type = struck(fetched.reason), struck(fetched.locator), struck(fetched.media_type)
    return replace(fetched, body=body, url=url, headers=headers, reason=reason, locator=locator, media_type=media_type)


class _Asking:
    """Requests of one source and what has come of them so far."""

    def __init__(
        self, name: str, fetching: Fetching, session: LiveSession, archive: Archive, conversation: Conversation, limit: int
    ) -> None:
        self.name = name
        self.fetching = fetching
        self.session = session
        self.archive = archive
        self.conversation = conversation
        self.limit = limit
        self.parts: list[tuple[Part, Reply]] = []
        self.bytes = 0
        self._asked: set[str] = set()
        self._with_followers: set[str] = set()

    def ask_all(self) -> None:
        """Ask the first requests and what follows from each, page after page.

        Raises:
            AnswerFault: an answer is none, or there is no end of them.
        """
        waiting = deque(self.fetching.first)
        while waiting:
            request = waiting.popleft()
            place = public(request.url, self.fetching.key)
            if len(self._asked) >= self.fetching.max_pages:
                raise AnswerFault("failed", "too_many_pages", f"{place}: more than {self.fetching.max_pages} answers, and no end")
            self._note(request, place)
            answer, reply, media_type = self._answer(request, place)
            if self.fetching.keep(answer):
                self.parts.append((Part(answer.body, place, media_type, request.method), reply))
            self.bytes += len(answer.body)
            # Depth first: the pages of one list stay together.
            waiting.extendleft(reversed(self._following(answer, place)))

    def snapshot(self) -> Fetched:
        """All answers as one: alone as it came, several packed."""
        if not self.parts:
            return self.failed(AnswerFault("empty", "empty_answer", f"{self.fetching.address}: no answer holds rows"))
        url, locator = public(self.fetching.address, self.fetching.key), _question(self.fetching.first[0])
        if len(self.parts) > 1:
            packed = pack([part for part, _ in self.parts])
            return Fetched(packed, url, status=200, media_type=MEDIA_TYPE, locator=locator)
        part, reply = self.parts[0]
        headers = {name: value for name, value in reply.headers.items() if name != "content-type"}
        return Fetched(part.body, part.url, status=reply.status, headers=headers, media_type=part.media_type, locator=locator)

    def failed(self, fault: AnswerFault) -> Fetched:
        """What had come, with the reason why it is no snapshot."""
        body, media_type = fault.body, None
        if not body and self.parts:
            body, media_type = pack([part for part, _ in self.parts]), MEDIA_TYPE
        url = public(self.fetching.address, self.fetching.key)
        reason = f"{fault.reason}: {fault.detail}"
        return Fetched(body, url, fault.outcome, reason, fault.status, media_type=media_type, locator=_question(self.fetching.first[0]))

    def _note(self, request: Request, place: str) -> None:
        question = json.dumps([request.method, place, request.json], sort_keys=True, default=str)
        if question in self._asked:
            raise AnswerFault("failed", "paging_loop", f"{place}: the pages lead back to one that was read already")
        self._asked.add(question)

    def _answer(self, request: Request, place: str) -> tuple[Answer, Reply, str | None]:
        if self.fetching.robots:
            delay = self.session.robots.require(request.url, lambda url: self.conversation.robots_txt(url, MAX_ROBOTS_BYTES))
            if delay:
                self.conversation.pause(delay)
        known = self._known(request, place)
        reply = self.conversation.ask(request, self.limit - self.bytes, _conditions(known))
        if reply.status == 304:
            if known is None:
                raise AnswerFault("failed", "http_304", f"{place}: says that nothing has changed, and was not asked that", status=304)
            headers = {**known.headers, **reply.headers}
            return Answer(request, self.archive.body(known), headers), Reply(304, headers, b""), known.media_type
        require_media(self.fetching.media, reply.headers, reply.body, place)
        if self._holds_key(reply.body):
            raise AnswerFault("rejected", "key_in_answer", f"{place}: the answer repeats our key, so it is not kept", status=200)
        media_type = reply.headers.get("content-type", "").partition(";")[0].strip().lower() or None
        return Answer(request, reply.body, reply.headers), reply, media_type

    def _following(self, answer: Answer, place: str) -> tuple[Request, ...]:
        try:
            following = self.fetching.following(answer)
        except UnreadableCaptureError as error:
            raise AnswerFault("rejected", error.reason, f"{place}: {error.detail}", body=answer.body) from None
        if following:
            digest = hashlib.sha256(answer.body).hexdigest()
            if digest in self._with_followers:
                raise AnswerFault("failed", "paging_loop", f"{place}: the same page comes again and again")
            self._with_followers.add(digest)
        return following

    def _known(self, request: Request, place: str) -> Entry | None:
        """The newest good observation of exactly this address, if its bytes are still there to be meant by a 304."""
        if request.method != "GET":
            return None
        for entry in reversed(self.archive.entries(self.name)):
            if entry.origin == "fetched" and entry.outcome == "ok" and entry.url == place and entry.media_type != MEDIA_TYPE:
                return entry if _conditions(entry) and self._intact(entry) else None
        return None

    def _intact(self, entry: Entry) -> bool:
        try:
            self.archive.body(entry)
        except ArchiveError:
            return False
        return True

    def _holds_key(self, body: bytes) -> bool:
        key = self.session.key(self.fetching.key)
        return key is not None and key.encode() in body


def _conditions(known: Entry | None) -> dict[str, str]:
    names: tuple[tuple[str, str], ...] = (("etag", "If-None-Match"), ("last-modified", "If-Modified-Since"))
    return {name: known.headers[header] for header, name in names if known and known.headers.get(header)}


def _question(request: Request) -> str | None:
    """What was asked with a POST: without it nobody can say what the answer leaves out."""
    if request.method != "POST":
        return None
    return f"POST {json.dumps(request.json, ensure_ascii=False, default=str)}"[:MAX_LOCATOR]
