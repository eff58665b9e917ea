"""What a check says of one statement: holds, fails or not checkable, with the figure that the page's own rows give.

Belongs here: the type and its three builders. Does not belong here: any check.
"""

from dataclasses import dataclass
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow
from fab_pipeline.leaderboards.page_checks.facts import Statement

HOLDS: Final = "holds"
FAILS: Final = "fails"
NOT_CHECKABLE: Final = "not_checkable"


@dataclass(frozen=True)
class Verdict:
    """Verdict on one statement.

    Attributes:
        statement: the statement; for a figure that follows from several, one made up for it (kind `implied`).
        verdict: holds, fails or not_checkable.
        recomputed: the figure that the rows give.
        recomputed_text: the same in words: members, keys of an order.
        arithmetic: the calculation with its numbers, or why there is none.
        findings: what the check raises; a verdict that holds may carry one too (a bound printed as a value).
        explained: for a verdict that fails: whether the page's own rows say what is wrong. A count can be counted again; a product that
            no price explains cannot be mended from the page.
    """

    statement: Statement
    verdict: str
    recomputed: float | None = None
    recomputed_text: str | None = None
    arithmetic: str = ""
    findings: tuple[FindingRow, ...] = ()
    explained: bool = True


def judged(
    statement: Statement, ok: bool, recomputed: float | None, arithmetic: str, *, finding: FindingRow, explained: bool = True
) -> Verdict:
    """Holds, or fails with the finding."""
    if ok:
        return Verdict(statement, HOLDS, recomputed, arithmetic=arithmetic)
    return Verdict(statement, FAILS, recomputed, arithmetic=arithmetic, findings=(finding,), explained=explained)


def not_checkable(statement: Statement, reason: str) -> Verdict:
    """The page does not print what the statement could be held against."""
    return Verdict(statement, NOT_CHECKABLE, arithmetic=reason)
