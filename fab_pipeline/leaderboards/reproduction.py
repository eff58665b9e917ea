"""A training-cost page rebuilt from its own claims and its own implied rents: does every printed figure and statement hold?

Belongs here: one row per statement, with the findings about it. Does not belong here: the checks (`page_checks`), rents from outside the
page, printing.
"""

from collections.abc import Mapping
from typing import Final

import polars as pl

from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.ledger import REPRODUCTION
from fab_pipeline.leaderboards.page_checks.all_checks import verdicts_of
from fab_pipeline.leaderboards.page_checks.facts import pages
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, Verdict

_RESTS_ON: Final[Mapping[str, tuple[str, ...]]] = {
    "largest_accelerator_hours": ("accelerator_hours",),
    "recomputed_cost_usd": ("accelerator_hours",),
    "recomputed_to_disclosed_ratio": ("accelerator_hours", "disclosed_cost_usd"),
    "cost_per_million_tokens_usd": ("disclosed_cost_usd", "training_tokens"),
    "usd_per_accelerator_hour": ("disclosed_cost_usd", "accelerator_hours"),
}
"""Quantities of the run behind a printed figure: its arithmetic can hold while a finding says that the quantity cannot."""


def reproduce(claims: pl.DataFrame, statements: pl.DataFrame, findings: pl.DataFrame) -> pl.DataFrame:
    """Verdict on every figure and statement of the pages that `statements` holds.

    Args:
        claims: frame of TRAINING_CLAIMS; each page is rebuilt from its own claims only.
        statements: frame of PAGE_STATEMENTS.
        findings: frame of FINDINGS; a statement names those that rest on it or are about it.

    Returns:
        Frame of REPRODUCTION, in the order of the checks. `explained` is false where a printed figure fails and no general check says why.
    """
    of_statement = _findings_by_statement(findings)
    of_run = _findings_by_quantity(findings)
    known = set(findings["finding_id"].to_list())
    rows: list[dict[str, object]] = []
    for page in pages(claims, statements):
        for verdict in verdicts_of(page):
            statement = verdict.statement
            operands = [(statement.run_id or "", quantity) for quantity in _RESTS_ON.get(statement.code, ())]
            raised = [str(row["finding_id"]) for row in verdict.findings if row["finding_id"] in known]
            about = [
                *raised,
                *of_statement.get(statement.statement_id, []),
                *(finding_id for operand in operands for finding_id in of_run.get(operand, [])),
            ]
            rows.append(_row(verdict, list(dict.fromkeys(about)), explained=verdict.explained and bool(raised)))
    return typed(REPRODUCTION, rows)


def unexplained(reproduction: pl.DataFrame) -> pl.DataFrame:
    """Rows that fail without a general check that explains them; empty for a page that is reproduced."""
    return reproduction.filter((pl.col("verdict") == FAILS) & ~pl.col("explained").fill_null(value=False))


def _findings_by_statement(findings: pl.DataFrame) -> dict[str, list[str]]:
    by_statement: dict[str, list[str]] = {}
    for finding_id, subject, sources in findings.select("finding_id", "subject_key", "sources").iter_rows():
        for statement_id in dict.fromkeys([subject, *sources.split("; ")]):
            by_statement.setdefault(statement_id, []).append(finding_id)
    return by_statement


def _findings_by_quantity(findings: pl.DataFrame) -> dict[tuple[str, str], list[str]]:
    """Findings that doubt a quantity of a run (errors and warnings), by run and quantity."""
    doubts = findings.filter(
        (pl.col("subject_table") == "training_cost") & (pl.col("severity") != "info") & pl.col("quantity").is_not_null()
    )
    by_quantity: dict[tuple[str, str], list[str]] = {}
    for finding_id, run_id, quantity in doubts.select("finding_id", "subject_key", "quantity").iter_rows():
        by_quantity.setdefault((run_id, quantity), []).append(finding_id)
    return by_quantity


def _row(verdict: Verdict, finding_ids: list[str], *, explained: bool) -> dict[str, object]:
    statement = verdict.statement
    return {
        "statement_id": statement.statement_id,
        "kind": statement.kind,
        "code": statement.code,
        "run_id": statement.run_id,
        "subject": statement.subject,
        "text_as_printed": statement.text,
        "printed": statement.value,
        "recomputed": verdict.recomputed,
        "recomputed_text": verdict.recomputed_text,
        "arithmetic": verdict.arithmetic or None,
        "verdict": verdict.verdict,
        "explained": explained if verdict.verdict == FAILS else None,
        "finding_ids": "; ".join(finding_ids) or None,
    }
