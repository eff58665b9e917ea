"""When a page says that its data and prices were read.

Belongs here: times without a zone, and times of one kind that differ. Does not belong here: when we read the page.
"""

from collections.abc import Iterator

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, finding
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Statement
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, HOLDS, NOT_CHECKABLE, Verdict


def timestamp_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """One verdict per printed time: it fails where the page prints another time of the same kind, and holds where it repeats it."""
    stamps = page.having("timestamp")
    bare = [statement for statement in stamps if statement.words and " " not in statement.words]
    without_zone = (_without_zone(bare),) if bare else ()
    for statement in stamps:
        alike = [other for other in stamps if other.subject == statement.subject and other.subject != "unknown"]
        findings = without_zone if statement in bare else ()
        if len({other.words for other in alike}) > 1:
            yield Verdict(statement, FAILS, arithmetic=_listed(alike), findings=(_differing(alike), *findings))
        else:
            verdict, why = (HOLDS, f"printed {len(alike)} times alike") if len(alike) > 1 else (NOT_CHECKABLE, "printed once")
            yield Verdict(statement, verdict, None, statement.words, why, findings)


def _without_zone(bare: list[Statement]) -> FindingRow:
    message = Message(f"The page prints times without a zone: {_listed(bare)}.", f"页面的时间没有时区：{_listed(bare)}。")
    effect = "no time is taken from the page: observed_at is ours"
    return finding("timestamp_without_zone", "info", bare[0].about, message, [statement.statement_id for statement in bare], effect=effect)


def _differing(stamps: list[Statement]) -> FindingRow:
    kind = stamps[0].subject or "data"
    message = Message(
        f"The page gives different times for its {kind}: {_listed(stamps)}.", f"页面给出了不同的时间（{kind}）：{_listed(stamps)}。"
    )
    sources = [statement.statement_id for statement in stamps]
    return finding("stated_twice_differently", "warning", stamps[0].about, message, sources, quantity="timestamp")


def _listed(stamps: list[Statement]) -> str:
    return ", ".join(dict.fromkeys(statement.text for statement in stamps))
