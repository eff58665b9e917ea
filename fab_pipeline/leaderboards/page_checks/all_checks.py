"""All checks of a page's statements. To add one: write `check(page) -> verdicts` in a module of its own and name it in CHECKS."""

from collections.abc import Callable, Iterator
from typing import Final

from fab_pipeline.leaderboards.page_checks.counts import count_verdicts
from fab_pipeline.leaderboards.page_checks.explanations import explanation_verdicts
from fab_pipeline.leaderboards.page_checks.facts import PageFacts
from fab_pipeline.leaderboards.page_checks.groups import group_verdicts
from fab_pipeline.leaderboards.page_checks.order import order_verdicts
from fab_pipeline.leaderboards.page_checks.products import product_verdicts
from fab_pipeline.leaderboards.page_checks.quotients import quotient_verdicts
from fab_pipeline.leaderboards.page_checks.reasons import reason_verdicts
from fab_pipeline.leaderboards.page_checks.sentences import sentence_verdicts
from fab_pipeline.leaderboards.page_checks.timestamps import timestamp_verdicts
from fab_pipeline.leaderboards.page_checks.verdict import Verdict

CHECKS: Final[tuple[Callable[[PageFacts], Iterator[Verdict]], ...]] = (
    count_verdicts,
    product_verdicts,
    quotient_verdicts,
    group_verdicts,
    order_verdicts,
    reason_verdicts,
    sentence_verdicts,
    explanation_verdicts,
    timestamp_verdicts,
)


def verdicts_of(page: PageFacts) -> Iterator[Verdict]:
    """Verdicts of every check on one page, check by check."""
    for check in CHECKS:
        yield from check(page)
