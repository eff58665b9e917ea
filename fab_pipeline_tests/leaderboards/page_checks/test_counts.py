"""Counts that a page prints of its own rows."""

import pytest

from fab_pipeline.leaderboards.page_checks.counts import count_verdicts
from fab_pipeline.reading.quantity import approx, exact
from fab_pipeline_tests.leaderboards.claims import UNDISCLOSED, Words, run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import page_of, prints, says

RUNS = [
    run("acme-brook", accelerator_hours=exact(3e6), disclosed_cost_usd=exact(9e6), open_weights="true"),
    run("acme-lake", accelerator_hours=approx(1e6), open_weights="false", accelerator_count=exact(512)),
    run("pond-sea", accelerator_hours=Words("millions of accelerator-days"), disclosed_cost_usd=UNDISCLOSED, duration_days=exact(30)),
]


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("runs_total", 3),
        ("open_weights", 1),
        ("accelerator_hours_disclosed", 2),
        ("cost_disclosed", 1),
        ("accelerator_count_disclosed", 1),
        ("duration_disclosed", 1),
        ("recomputable", 1),
        ("unit_cost_comparable", 1),
        ("coverage_both", 1),
        ("coverage_hours_only", 1),
        ("coverage_cost_only", 0),
        ("coverage_neither", 1),
        ("organizations_total", 2),
    ],
)
def test_each_count_counts_rows(code: str, counted: int) -> None:
    product = prints("acme-brook", "recomputed_cost_usd", 6e6)
    [right] = count_verdicts(page_of(RUNS, product, says(code, counted)))
    [wrong] = count_verdicts(page_of(RUNS, product, says(code, counted + 1)))
    assert (right.verdict, right.recomputed, right.findings) == ("holds", counted, ())
    assert (wrong.verdict, wrong.recomputed, wrong.explained) == ("fails", counted, True)
    [row] = wrong.findings
    assert (row["code"], row["stated"], row["expected_low"]) == ("statement_contradicted_by_data", counted + 1, counted)


def test_the_largest_is_compared_at_its_printed_digits() -> None:
    [rounded] = count_verdicts(page_of(RUNS, says("largest_accelerator_hours", 3.0e6, "最大算力3.0M", run_id="acme-brook")))
    [wrong] = count_verdicts(page_of(RUNS, says("largest_accelerator_hours", 3.1e6, "最大算力3.1M", run_id="acme-brook")))
    [other_run] = count_verdicts(page_of(RUNS, says("largest_accelerator_hours", 3.0e6, "最大算力3.0M", run_id="acme-lake")))
    assert [verdict.verdict for verdict in (rounded, wrong, other_run)] == ["holds", "fails", "fails"]
    assert other_run.recomputed_text == "brook"


def test_no_hours_no_largest() -> None:
    [verdict] = count_verdicts(page_of([run("acme-brook", open_weights="true")], says("largest_accelerator_hours", 5.0)))
    assert verdict.verdict == "not_checkable"
