"""The command `reproduce`: a training-cost page rebuilt from its own claims and its own implied prices."""

import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import click
import polars as pl

from fab_pipeline.collecting.limits import read_within
from fab_pipeline.commands.output import format_option, print_frame, user_command
from fab_pipeline.errors import FabError
from fab_pipeline.figures import number_text
from fab_pipeline.files import one_line
from fab_pipeline.settings import Settings


@click.command()
@click.argument("page", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@format_option
@user_command
def reproduce(page: Path, form: str) -> None:
    """Does every printed figure and statement of a training-cost page follow from the page's own rows?

    Nothing is kept. Exit code 1 if a figure fails and no general check explains it.

    Example: fab-pipeline reproduce saved_page.html
    """
    from fab_pipeline.leaderboards.reproduction import unexplained

    reproduction, findings = rebuild(page)
    if form != "table":
        print_frame(reproduction, form)
    else:
        _print(reproduction, findings)
    open_points = unexplained(reproduction)
    for row in open_points.to_dicts():
        click.echo(f"fab-pipeline: {row['code']} {row['subject'] or row['run_id'] or ''}: no check explains why it fails", err=True)
    sys.exit(1 if open_points.height else 0)


def rebuild(page: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Frames of REPRODUCTION and FINDINGS of a page.

    Raises:
        FabError: the file is not a training-cost page; one line.
    """
    from fab_pipeline.contracts import TABLES
    from fab_pipeline.contracts.derive import empty
    from fab_pipeline.leaderboards.claims_to_runs import training_runs
    from fab_pipeline.leaderboards.findings.numeric import numeric_findings
    from fab_pipeline.leaderboards.findings.statements import statement_findings
    from fab_pipeline.leaderboards.reproduction import reproduce as verdicts
    from fab_pipeline.pipeline.parsing import parse_capture
    from fab_pipeline.sources.base import Capture

    body, now = read_within(page, Settings.from_environment()), datetime.now(UTC)
    frames = parse_capture(body, Capture("training_cost_page", now, sha256(body).hexdigest(), "ingested", filename=one_line(page.name)))
    claims, statements = frames["training_claims"], frames["page_statements"]
    if claims.is_empty():
        raise FabError("; ".join(frames["quarantine"]["detail"]) or f"{one_line(page.name)}: no row of a training-cost table was found")
    numeric = numeric_findings(claims, training_runs(claims), empty(TABLES["accelerator_prices"]), now.date())
    findings = pl.concat([numeric, statement_findings(claims, statements)])
    return verdicts(claims, statements, findings), findings


def _print(reproduction: pl.DataFrame, findings: pl.DataFrame) -> None:
    rows = [
        {
            "verdict": row["verdict"],
            "what": row["code"],
            "of": row["subject"] or row["run_id"],
            "printed": _figure(row["printed"]),
            "recomputed": _figure(row["recomputed"]) or row["recomputed_text"],
            "arithmetic": row["arithmetic"],
            "findings": "; ".join(_code(name) for name in (row["finding_ids"] or "").split("; ") if name) or None,
        }
        for row in reproduction.to_dicts()
    ]
    print_frame(pl.DataFrame(rows, schema=dict.fromkeys(rows[0], pl.String)) if rows else pl.DataFrame(), "table")
    counted = dict(reproduction.group_by("verdict").len().iter_rows())
    click.echo("\n" + ", ".join(f"{counted.get(name, 0)} {name}" for name in ("holds", "fails", "not_checkable")))
    order = pl.col("severity").replace_strict({"error": 0, "warning": 1, "info": 2}, return_dtype=pl.Int64)
    for finding in findings.sort(order, "code", "subject_key").to_dicts():
        click.echo(f"{finding['severity']:8}{finding['code']}: {finding['message_en']}")


def _code(finding_id: str) -> str:
    return finding_id.partition(":")[0]


def _figure(value: float | None) -> str | None:
    return None if value is None else number_text(value)
