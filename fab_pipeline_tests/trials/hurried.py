"""The command line as it is, without the pause between two requests to a host: all sources are asked of one server on loopback.

`python -m fab_pipeline_tests.trials.hurried run --live`. Belongs here: that, and the same for trials in this process.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from fab_pipeline.cli import main
from fab_pipeline.collecting.session import LiveSession

PER_SECOND: Final = 1000.0

_polite = LiveSession.limiter


def _limiter(session: LiveSession, host: str, _per_second: float) -> Any:
    return _polite(session, host, PER_SECOND)


@contextmanager
def hurried() -> Iterator[None]:
    """Ask without pauses."""
    with patch.object(LiveSession, "limiter", _limiter):
        yield


if __name__ == "__main__":
    with hurried():
        main()
