"""robots.txt: whether a page may be asked for, and how slowly. Asked for once per host and collection.

Rules of RFC 9309: no such file (4xx) allows everything; a server in trouble or out of reach (5xx, no connection) allows nothing for now.
Belongs here: those rules over the file. Does not belong here: asking for it (see `session`) and which sources obey it (`Fetching.robots`).
"""

import threading
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from protego import Protego

from fab_pipeline.collecting.faults import AnswerFault

ROBOT: Final = "fab-pipeline"
"""The name under which robots.txt may speak to us."""
MAX_ROBOTS_BYTES: Final = 512 * 1024
"""RFC 9309, 2.5: at least 500 kibibytes are read."""
LONGEST_DELAY_SECONDS: Final = 60.0

Ask = Callable[[str], bytes]
"""Asks for an address and gives its body; AnswerFault where there is none."""


class Robots:
    """The rules of all hosts of one collection."""

    def __init__(self) -> None:
        self._rules: dict[str, Protego | AnswerFault] = {}
        self._lock = threading.Lock()

    def require(self, url: str, ask: Ask) -> float:
        """Complain about an address that a robot may not ask for.

        Args:
            url: the page.
            ask: gives robots.txt, if it is not known yet.

        Returns:
            Seconds to wait before the page is asked for.

        Raises:
            AnswerFault: the host forbids it, or cannot say.
        """
        where = urlsplit(url)
        site = f"{where.scheme}://{where.netloc}"
        with self._lock:
            known = self._rules.get(site)
        if known is None:
            known = _rules(f"{site}/robots.txt", ask)
            with self._lock:
                self._rules[site] = known
        if isinstance(known, AnswerFault):
            raise AnswerFault("failed", "robots_unknown", f"{site}/robots.txt cannot be read ({known.reason}), so nothing is asked for")
        if not known.can_fetch(url, ROBOT):
            raise AnswerFault("blocked", "robots_disallowed", f"{site}/robots.txt does not allow {where.path or '/'} to robots")
        delay = known.crawl_delay(ROBOT) or 0.0
        if delay > LONGEST_DELAY_SECONDS:
            raise AnswerFault(
                "blocked", "robots_delay", f"{site}/robots.txt asks for {delay:g} s between requests; put the page in by hand"
            )
        return delay


def _rules(url: str, ask: Ask) -> Protego | AnswerFault:
    try:
        return Protego.parse(ask(url).decode("utf-8", "replace"))
    except AnswerFault as fault:
        absent = fault.status is not None and 400 <= fault.status < 500 and fault.status != 429
        return Protego.parse("") if absent else fault
