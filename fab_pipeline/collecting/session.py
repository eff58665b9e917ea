"""Asking servers: one session for a collection, and in it one conversation per source with its own allowance.

Belongs here: connections (proxy, certificates, retries, rate limit per host), keys, redirects, and the body within its limits. Does not
belong here: which requests a source needs and what becomes of the answers (see `live`). A key is put on a request when it is sent and
stands in nothing that is returned, raised or logged.
"""

import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import requests
import urllib3
from requests.utils import should_bypass_proxies
from requests_ratelimiter import LimiterAdapter

from fab_pipeline.collecting.addresses import check_step, is_loopback, public, with_key
from fab_pipeline.collecting.allowance import Allowance, pools
from fab_pipeline.collecting.body import ACCEPT_ENCODING, beginning, read_body
from fab_pipeline.collecting.faults import AnswerFault, connection_fault
from fab_pipeline.collecting.judging import require_answer
from fab_pipeline.collecting.retrying import Patience, quiet_logs
from fab_pipeline.collecting.robots import Robots
from fab_pipeline.network import Network
from fab_pipeline.sources.fetching import Fetching, KeyRule, Request

MAX_REDIRECTS: Final = 5
KEPT_OF_REFUSALS: Final = 64 * 1024
"""Bytes of a block page or an error page that are kept to be looked at."""


@dataclass(frozen=True)
class Reply:
    """What a server answered: 200 with a body, or 304 without.

    Attributes:
        status: 200 or 304.
        headers: names in lower case.
        body: unpacked.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


class LiveSession:
    """Asks servers for all sources of one collection; sources may ask side by side.

    Args:
        network: who asks, through what and how patiently.
        retry_backoff: seconds before the second retry.

    Raises:
        SettingsError: nobody can be reached: no contact is set.
    """

    def __init__(self, network: Network, retry_backoff: float = 1.0) -> None:
        self.network = network
        self.introduction = network.introduction
        self.retry_backoff = retry_backoff
        self.robots = Robots()
        self._limiters: dict[tuple[str, float], LimiterAdapter] = {}
        self._open: list[Conversation] = []
        self._lock = threading.Lock()
        self.room_for_large = threading.Lock()
        quiet_logs()

    def __enter__(self) -> "LiveSession":
        return self

    def __exit__(self, *_: object) -> None:
        for keeper in self._limiters.values():
            keeper.close()

    def stop(self) -> None:
        """End all conversations, because somebody wants to stop."""
        for conversation in list(self._open):
            conversation.allowance.stop()

    def key(self, rule: KeyRule | None) -> str | None:
        """The key of a source; None where it needs none, or there is none."""
        return self.network.keys.get(rule.variable) if rule else None

    def limiter(self, host: str, per_second: float) -> Any:
        """The limiter of a host (pyrate_limiter), shared by all sources that ask it as often."""
        with self._lock:
            if (host, per_second) not in self._limiters:
                # One request per so many milliseconds: evenly, not all of a second's at once.
                self._limiters[host, per_second] = LimiterAdapter(per_second=per_second, burst=1 / per_second)
            return self._limiters[host, per_second].limiter

    @contextmanager
    def conversation(self, fetching: Fetching) -> Generator["Conversation"]:
        """A conversation with the servers of one source; its allowance begins now."""
        conversation = Conversation(self, fetching)
        self._open.append(conversation)
        try:
            yield conversation
        finally:
            self._open.remove(conversation)
            conversation.close()


class Conversation:
    """Requests of one source, one after the other, within one allowance of time and bytes."""

    def __init__(self, session: LiveSession, fetching: Fetching) -> None:
        network = session.network
        self._session = session
        self._fetching = fetching
        self._key = session.key(fetching.key)
        self._large = False
        self.allowance = Allowance(network.source_deadline_seconds, network.max_wire_bytes, network.read_timeout_seconds)
        self._http = requests.Session()
        # Nothing from the environment but what the settings read: a .netrc would send passwords along.
        self._http.trust_env = False
        self._http.verify = str(network.ca_bundle) if network.ca_bundle else True
        self._http.headers = {"User-Agent": session.introduction, "Accept-Encoding": ACCEPT_ENCODING, "Accept": "*/*"}
        for host in sorted(fetching.hosts):
            self._http.mount(f"http://{host}", self._adapter(host))
            self._http.mount(f"https://{host}", self._adapter(host))

    def close(self) -> None:
        """Close all connections, and leave the room for large answers to others."""
        self._http.close()
        if self._large:
            self._session.room_for_large.release()
            self._large = False

    def ask(self, request: Request, limit: int, conditions: Mapping[str, str] | None = None) -> Reply:
        """One answer.

        Args:
            request: what is asked.
            limit: most bytes of the unpacked body.
            conditions: If-None-Match and If-Modified-Since.

        Raises:
            AnswerFault: there is none that can be used; holds no secret.
        """
        target = request
        for _ in range(MAX_REDIRECTS + 1):
            place = public(target.url, self._fetching.key)
            check_step(place, self._fetching.hosts)
            moved_to = self._once(target, place, limit, conditions or {})
            if isinstance(moved_to, Reply):
                return moved_to
            if target.method == "POST":
                raise AnswerFault("failed", "redirected", f"{place}: sends a question elsewhere ({public(moved_to, self._fetching.key)})")
            check_step(public(moved_to, self._fetching.key), self._fetching.hosts, before=place)
            target = Request(moved_to, headers=request.headers)
        raise AnswerFault("failed", "too_many_redirects", f"{public(request.url, self._fetching.key)}: more than {MAX_REDIRECTS} redirects")

    def pause(self, seconds: float) -> None:
        """Wait as robots.txt asks; the time counts.

        Raises:
            AnswerFault: there is not so much time left.
        """
        if seconds >= self.allowance.left():
            raise self.allowance.over()
        time.sleep(seconds)

    def robots_txt(self, url: str, limit: int) -> bytes:
        """The robots.txt at an address; AnswerFault where there is none."""
        return self.ask(Request(url), limit).body

    def _once(self, request: Request, place: str, limit: int, conditions: Mapping[str, str]) -> Reply | str:
        """The answer, or the address that it redirects to."""
        try:
            with self._sent(request, conditions) as response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                if response.is_redirect:
                    return urljoin(request.url, response.headers["location"])
                encoding = headers.get("content-encoding")
                if response.status_code not in {200, 304}:
                    require_answer(response.status_code, headers, beginning(response.raw, encoding, KEPT_OF_REFUSALS), place)
                if response.status_code == 304:
                    return Reply(304, headers, b"")
                return Reply(200, headers, read_body(response.raw, encoding, limit, self._wait_for_room))
        except AnswerFault as fault:
            at_place = fault.detail if place in fault.detail else f"{place}: {fault.detail}"
            raise AnswerFault(fault.outcome, fault.reason, at_place, body=fault.body, status=fault.status) from None
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            late = self.allowance.left() <= 0
            found = self.allowance.over() if late else connection_fault(error, place)
        if late:
            found = AnswerFault(found.outcome, found.reason, f"{place}: {found.detail}")
        raise found

    def _wait_for_room(self) -> None:
        """Wait until no other source of the collection brings in a large answer; the time counts."""
        if not self._large:
            self._large = self._session.room_for_large.acquire(timeout=max(0.0, self.allowance.left()))
            if not self._large:
                raise self.allowance.over()

    def _sent(self, request: Request, conditions: Mapping[str, str]) -> requests.Response:
        network, rule = self._session.network, self._fetching.key
        headers = {**dict(request.headers), **conditions}
        url = request.url
        own = urlsplit(request.url).netloc in {urlsplit(first.url).netloc for first in self._fetching.first}
        if rule and self._key and own:  # a host that we were sent on to gets no key
            url, headers = with_key(url, headers, rule, self._key)
        direct = is_loopback(url) or should_bypass_proxies(url, network.no_proxy)
        proxies = {} if network.proxy is None or direct else {"http": network.proxy, "https": network.proxy}
        body: Any = {"json": request.json} if request.method == "POST" else {}
        return self._http.request(
            request.method,
            url,
            headers=headers,
            timeout=(network.connect_timeout_seconds, network.read_timeout_seconds),
            allow_redirects=False,
            stream=True,
            proxies=proxies,
            **body,
        )

    def _adapter(self, host: str) -> LimiterAdapter:
        limiter = self._session.limiter(host, self._fetching.requests_per_second)
        retries = Patience.of(self.allowance, self._session.network.retry_after_limit_seconds, self._session.retry_backoff)
        return _Adapter(self.allowance, limiter, retries)


class _Adapter(LimiterAdapter):
    """Connections that spend an allowance and ask a host no more often than its limiter lets them."""

    def __init__(self, allowance: Allowance, limiter: Any, retries: Patience) -> None:
        self._allowance = allowance
        self._pools = pools(allowance)
        super().__init__(limiter=limiter, per_host=True, limit_statuses=(), max_retries=retries)

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = self._pools

    def proxy_manager_for(self, *args: Any, **options: Any) -> Any:
        manager: Any = super().proxy_manager_for(*args, **options)
        manager.pool_classes_by_scheme = self._pools
        return manager

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        # How long the limiter may make us wait.
        self.max_delay = self._allowance.wait() if self._allowance.left() <= 0 else self._allowance.left()
        return super().send(request, **options)
