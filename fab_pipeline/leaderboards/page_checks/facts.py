"""One page as its checks see it: its runs in printed order, read from its own claims, and its statements.

Belongs here: gathering both from the frames, page by page. Does not belong here: any check; claims of other sources.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from fab_pipeline.leaderboards.claims_to_runs import quantity_of, training_runs
from fab_pipeline.leaderboards.findings.common import Subject, some
from fab_pipeline.leaderboards.quantities import single
from fab_pipeline.reading.figures import PrintedFigure, figure_of_value
from fab_pipeline.reading.quantity import Quantity

Run = Mapping[str, Any]
"""A row of `claims_to_runs.RUNS_SCHEMA`."""


@dataclass(frozen=True)
class Statement:
    """One row of PAGE_STATEMENTS; `words` is its value_text, `text` its text_as_printed."""

    statement_id: str
    kind: str
    code: str
    run_id: str | None
    subject: str | None
    value: float | None
    words: str | None
    text: str

    @property
    def listed(self) -> list[str]:
        """The words as a list."""
        return [word for word in (self.words or "").split("; ") if word]

    @property
    def about(self) -> Subject:
        """The statement as the subject of a finding."""
        return Subject("page_statements", self.statement_id)

    @property
    def printed(self) -> PrintedFigure:
        """The figure with the digits it was printed in; plain digits where the text does not show it."""
        value = self.value or 0.0
        return figure_of_value(self.text, value) or PrintedFigure(value, 1.0, 0, 0, 0)


@dataclass(frozen=True)
class PageFacts:
    """One page.

    Attributes:
        capture: sha256 of its bytes.
        runs: its runs in printed order.
        statements: what it prints about them.
    """

    capture: str
    runs: tuple[Run, ...]
    statements: tuple[Statement, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Run]:
        """Runs by run_id."""
        return {run["run_id"]: run for run in self.runs}

    @cached_property
    def _by_code(self) -> Mapping[str, list[Statement]]:
        by_code: dict[str, list[Statement]] = {}
        for statement in self.statements:
            by_code.setdefault(statement.code, []).append(statement)
        return by_code

    @cached_property
    def _of_runs(self) -> Mapping[tuple[str, str], Statement]:
        return {(statement.run_id, statement.code): statement for statement in reversed(self.statements) if statement.run_id}

    def having(self, *codes: str) -> list[Statement]:
        """Statements of these codes, code by code, in printed order."""
        return [statement for code in codes for statement in self._by_code.get(code, ())]

    def of_run(self, run_id: str, code: str) -> Statement | None:
        """The first statement of a code about a run."""
        return self._of_runs.get((run_id, code))

    def models(self, runs: list[Run]) -> str:
        """Names of runs, for messages."""
        return some((run["model"] for run in runs), ", ")


def pages(claims: pl.DataFrame, statements: pl.DataFrame) -> list[PageFacts]:
    """Every page that states something, by sha256.

    Args:
        claims: frame of TRAINING_CLAIMS; only the page's own claims are used.
        statements: frame of PAGE_STATEMENTS.
    """
    found: list[PageFacts] = []
    for capture in statements["capture_sha256"].unique().sort().to_list():
        own = claims.filter(pl.col("capture_sha256") == capture)
        order = own.group_by("run_id").agg(pl.col("row_number").min())
        runs = training_runs(own).join(order, on="run_id").sort("row_number", "run_id")
        said = tuple(_statement(row) for row in statements.filter(pl.col("capture_sha256") == capture).to_dicts())
        found.append(PageFacts(capture, tuple(runs.to_dicts()), said))
    return found


def stated(run: Run, name: str) -> Quantity | None:
    """Disclosed quantity of a run, None where there is none."""
    return quantity_of(run, name)


def number(run: Run, name: str) -> float | None:
    """The one number of a quantity to compute with; None for nothing, a range or a vague figure."""
    return single(quantity_of(run, name))


def claims_of(run: Run, *names: str) -> list[str]:
    """Claim ids behind quantities of a run."""
    return [claim_id for name in names if (claim_id := run[f"{name}_claim_id"])]


def _statement(row: Mapping[str, Any]) -> Statement:
    return Statement(
        row["statement_id"],
        row["kind"],
        row["code"],
        row["run_id"],
        row["subject"],
        row["value"],
        row["value_text"],
        row["text_as_printed"],
    )
