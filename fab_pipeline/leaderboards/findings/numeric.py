"""All numeric checks over the runs: arithmetic that a source's own figures must satisfy.

Belongs here: the list of checks. To add one, write a generator `check(evidence) -> rows` in a module of its own and name it in CHECKS. Does
not belong here: checks of a page's sentences, of prices and of what a page looks like.
"""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Final

import polars as pl

from fab_pipeline.leaderboards.claims_to_runs import NUMBERS, training_runs
from fab_pipeline.leaderboards.findings.bounds import bound_used
from fab_pipeline.leaderboards.findings.common import FindingRow, findings_frame
from fab_pipeline.leaderboards.findings.disagreement import stated_differently
from fab_pipeline.leaderboards.findings.each_text import by_text, on_run
from fab_pipeline.leaderboards.findings.evidence import Evidence, evidence_of
from fab_pipeline.leaderboards.findings.identity import identity
from fab_pipeline.leaderboards.findings.scopes import different_scopes, duration_of_one_phase, stated_in_phases
from fab_pipeline.leaderboards.findings.unit_cost import cost_at_round_price, cost_not_by_developer, unit_cost
from fab_pipeline.leaderboards.findings.unit_slips import days_for_hours, one_number_two_quantities, wall_clock
from fab_pipeline.leaderboards.findings.utilisation import utilisation

Check = Callable[[Evidence], Iterator[FindingRow]]

CHECKS: Final[tuple[Check, ...]] = (
    identity,
    utilisation,
    unit_cost,
    cost_not_by_developer,
    cost_at_round_price,
    bound_used,
    different_scopes,
    duration_of_one_phase,
    stated_in_phases,
    stated_differently,
    days_for_hours,
    wall_clock,
    one_number_two_quantities,
)
CHECKS_OF_ONE_TEXT: Final[tuple[Check, ...]] = (identity, utilisation, unit_cost)
"""Checks that also judge each text of a run by its own figures, where several texts tell of the run."""
_JUDGED: Final = "accelerator_hours"


def numeric_findings(claims: pl.DataFrame, runs: pl.DataFrame, prices: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """Findings of every check on every run.

    Args:
        claims: frame of TRAINING_CLAIMS, for figures that stand in phases.
        runs: frame of `claims_to_runs.RUNS_SCHEMA` made from them.
        prices: frame of ACCELERATOR_PRICES, for the effect on the board.
        board_date: UTC date of the rents in the effects.

    Returns:
        Frame of FINDINGS about table training_cost, sorted by finding_id.
    """
    rows = [row for evidence in evidence_of(claims, runs, prices, board_date) for check in CHECKS for row in check(evidence)]
    known = {(row["subject_key"], row["code"]) for row in rows}
    chosen = {claim_id for name in NUMBERS for claim_id in runs[f"{name}_claim_id"].drop_nulls()}
    texts = by_text(claims)
    for evidence in evidence_of(texts, training_runs(texts), prices, board_date):
        for row in (row for check in CHECKS_OF_ONE_TEXT for row in check(evidence) if row["severity"] != "info"):
            found = on_run(row, board_shows_it=evidence.run[f"{_JUDGED}_claim_id"] in chosen)
            if (found["subject_key"], found["code"]) not in known:
                rows.append(found)
    return findings_frame(rows)
