"""Pages for the checks, in a few words: claims of `claims.run` and statements of `says`."""

import polars as pl

from fab_pipeline.contracts import PAGE_STATEMENTS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, pages
from fab_pipeline_tests.leaderboards.claims import SEEN, Claim, frame

CAPTURE = "a" * 64

Said = dict[str, object]


def says(code: str, value: float | None = None, text: str = "", *, kind: str = "tile", **more: object) -> Said:
    """One statement; its id is `<kind>:<code>[:<run or subject>]`."""
    about = more.get("run_id") or more.get("subject")
    return {
        "statement_id": ":".join(str(part) for part in (kind, code, about) if part),
        "capture_sha256": CAPTURE,
        "kind": kind,
        "code": code,
        "value": value,
        "text_as_printed": text or (f"{value:g}" if value is not None else code),
        "source": "page",
        "observed_at": SEEN,
    } | more


def prints(run_id: str, code: str, value: float | None = None, text: str = "", **more: object) -> Said:
    """A figure or reason in the row of a run."""
    return says(code, value, text, kind="row_figure", run_id=run_id, **more)


def statements(*said: Said) -> pl.DataFrame:
    """PAGE_STATEMENTS of these."""
    return typed(PAGE_STATEMENTS, said)


def page_of(claims: list[list[Claim]], *said: Said) -> PageFacts:
    """The page of these claims and statements."""
    [page] = pages(frame(*claims), statements(*said))
    return page
