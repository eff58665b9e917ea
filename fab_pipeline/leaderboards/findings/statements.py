"""Findings about what a training-cost page says of its own rows, and about what its form damaged.

Belongs here: gathering them from the verdicts (`page_checks`), the printed words (`page_text`) and the form (`rendering`). Does not belong
here: any check.
"""

from collections.abc import Iterator

import polars as pl

from fab_pipeline.leaderboards.findings.common import FindingRow, findings_frame
from fab_pipeline.leaderboards.findings.page_text import text_findings
from fab_pipeline.leaderboards.findings.rendering import rendering_findings
from fab_pipeline.leaderboards.page_checks.all_checks import verdicts_of
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, pages


def statement_findings(claims: pl.DataFrame, statements: pl.DataFrame) -> pl.DataFrame:
    """Findings of every page that states something.

    Args:
        claims: frame of TRAINING_CLAIMS; a page is held against its own claims only.
        statements: frame of PAGE_STATEMENTS.

    Returns:
        Frame of FINDINGS about tables page_statements and training_cost, sorted by finding_id; each finding once.
    """
    found: dict[object, FindingRow] = {}
    for page in pages(claims, statements):
        for row in _of_page(page):
            found.setdefault(row["finding_id"], row)
    return findings_frame(found.values())


def _of_page(page: PageFacts) -> Iterator[FindingRow]:
    for verdict in verdicts_of(page):
        yield from verdict.findings
    yield from text_findings(page)
    yield from rendering_findings(page)
