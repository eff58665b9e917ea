"""When a request is tried again: what the server says (408, 429, 5xx, Retry-After), within the patience of this collection.

Belongs here: urllib3's `Retry` with two further rules: a pause longer than the limit or than the time left means to give up rather than
to ask earlier than told, and a header that cannot be read is no header. And keeping addresses out of that library's log lines, which
would show the keys in them. All requests of this project only read, POST included, so that all may be repeated.
"""

import logging
import re
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from urllib3 import Retry
from urllib3.exceptions import InvalidHeader, MaxRetryError, ResponseError

from fab_pipeline.collecting.allowance import Allowance

if TYPE_CHECKING:
    from urllib3.connectionpool import ConnectionPool
    from urllib3.response import BaseHTTPResponse

RETRIES: Final = 4
STATUSES: Final = frozenset({408, 429, *range(500, 600)})
"""Every 5xx: servers behind a CDN say 520 to 529 for what passes."""
BACKOFF_LIMIT_SECONDS: Final = 20.0

_QUERY: Final = re.compile(r"\?[^\s'\"<>]*")


class Patience(Retry):
    """Retries of one source's requests."""

    allowance: Allowance | None = None
    longest_pause: float = 0.0

    @classmethod
    def of(cls, allowance: Allowance, longest_pause: float, backoff: float) -> Self:
        """Retries that spend this allowance.

        Args:
            allowance: of the source.
            longest_pause: seconds that a server may ask for.
            backoff: seconds before the second retry; doubled before each further one.
        """
        found = cls(
            total=RETRIES,
            redirect=0,
            status_forcelist=STATUSES,
            allowed_methods={"GET", "POST"},
            backoff_factor=backoff / 2,
            backoff_max=BACKOFF_LIMIT_SECONDS,
            raise_on_status=False,
            raise_on_redirect=False,
        )
        found.allowance, found.longest_pause = allowance, longest_pause
        return found

    def new(self, **kw: Any) -> Self:
        """A copy with other counts, and the same allowance."""
        fresh = super().new(**kw)
        fresh.allowance, fresh.longest_pause = self.allowance, self.longest_pause
        return fresh

    def parse_retry_after(self, retry_after: str) -> float:
        """Seconds that the header asks for; 0 where it cannot be read."""
        try:
            return super().parse_retry_after(retry_after)
        except (InvalidHeader, OverflowError, ValueError):
            return 0.0

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: "BaseHTTPResponse | None" = None,
        error: Exception | None = None,
        _pool: "ConnectionPool | None" = None,
        _stacktrace: TracebackType | None = None,
    ) -> Self:
        """The retries that are left after one more failure.

        Raises:
            MaxRetryError: none, or the pause before the next is longer than the limit or than the time left.
        """
        asked_for = self.get_retry_after(response) if response is not None else None
        fresh = super().increment(method, url, response, error, _pool, _stacktrace)
        pause = fresh.get_backoff_time() if asked_for is None else asked_for
        if pause > self.longest_pause or (self.allowance is not None and pause >= self.allowance.left()):
            raise MaxRetryError(_pool, url or "", error or ResponseError("no time for another try"))  # type: ignore[arg-type]
        return fresh


class _WithoutQueries(logging.Filter):
    """Takes the queries of addresses out of log lines: a key may stand in one. And a retry is no warning for people: its end is told."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _QUERY.sub("?…", record.getMessage()), ()
        record.levelno, record.levelname = logging.DEBUG, "DEBUG"
        return True


_FILTER: Final = _WithoutQueries()


def quiet_logs() -> None:
    """See to it that no log line of the HTTP library holds a query; called again, it changes nothing."""
    for name in ("urllib3.connectionpool", "urllib3.util.retry", "urllib3.poolmanager", "requests_ratelimiter.requests_ratelimiter"):
        logging.getLogger(name).addFilter(_FILTER)
