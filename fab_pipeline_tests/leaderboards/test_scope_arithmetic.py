"""Arithmetic across scopes, cell by cell as the contract writes it, for every computation of the boards in which two figures meet.

unknown × unknown computes and is flagged; unknown × known computes as scope_unverified; one known scope computes; two known, different
scopes give null with the reason.
"""

import pytest

from fab_pipeline.contracts.words import SCOPES
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.null_reasons import read
from fab_pipeline.leaderboards.training_cost import training_cost
from fab_pipeline.leaderboards.unit_compute_cost import unit_compute_cost
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline_tests.leaderboards.claims import BOARD_DATE, NO_FINDINGS, frame, price, prices, run

FIGURES = {
    "disclosed_cost_usd": 480_000.0,
    "accelerator_hours": 240_000.0,
    "training_tokens": 10e12,
    "accelerator_count": 1000.0,
    "duration_days": 10.0,
}
MEETINGS = {
    "usd_per_accelerator_hour": (("disclosed_cost_usd", "accelerator_hours"), 2.0),
    "break_even_usd_per_accelerator_hour": (("disclosed_cost_usd", "accelerator_hours"), 2.0),
    "recomputed_to_disclosed_ratio": (("accelerator_hours", "disclosed_cost_usd"), 0.75),
    "cost_per_million_tokens_usd": (("disclosed_cost_usd", "training_tokens"), 0.048),
    "implied_accelerator_hours_low": (("accelerator_count", "duration_days"), 240_000.0),
    "implied_accelerator_hours_high": (("accelerator_count", "duration_days"), 240_000.0),
    "implied_recomputed_cost_low_usd": (("accelerator_count", "duration_days"), 360_000.0),
}
"""Computed column → the two figures that meet in it, and the result where they may."""
KNOWN = [scope for scope in SCOPES if scope != "unknown"]
CELLS = [
    ("unknown", "unknown", "scope_unverified"),
    *(("unknown", scope, "scope_unverified") for scope in KNOWN if scope != "cluster"),
    *((scope, "unknown", "scope_unverified") for scope in KNOWN if scope != "cluster"),
    *((scope, scope, "same") for scope in KNOWN if scope != "cluster"),
    *((one, other, "scope_mismatch") for one in KNOWN for other in KNOWN if one != other and "cluster" not in (one, other)),
]
"""What a cluster has is no scope of a run: see the last test."""


def row_with(first: str, first_scope: str, second: str, second_scope: str) -> dict[str, object]:
    scopes = {first: first_scope, second: second_scope}
    stated = {name: Quantity(FIGURES[name], scope=scopes.get(name, "unknown")) for name in (first, second)}
    runs = training_runs(frame(run("acme-one", accelerators="NVIDIA A100", **stated)))
    board = training_cost(runs, prices(price("NVIDIA A100", 1.5)), NO_FINDINGS, BOARD_DATE)
    return board.row(0, named=True)


@pytest.mark.parametrize("column", MEETINGS)
def test_every_cell_of_the_contract(column: str) -> None:
    (first, second), result = MEETINGS[column]
    for one, other, status in CELLS:
        row = row_with(first, one, second, other)
        if status == "scope_mismatch":
            assert row[column] is None, (one, other)
            because = "needs_implied_accelerator_hours_low" if column == "implied_recomputed_cost_low_usd" else "scope_mismatch"
            assert read(str(row["null_reasons"]))[column] == [because], (one, other)
        else:
            assert row[column] == pytest.approx(result), (one, other)
        assert row["scope_status"] == status, (one, other)


@pytest.mark.parametrize(("one", "other", "status"), CELLS)
def test_the_board_of_unit_costs_says_the_same(one: str, other: str, status: str) -> None:
    stated = {"disclosed_cost_usd": Quantity(480_000.0, scope=one), "accelerator_hours": Quantity(240_000.0, scope=other)}
    runs = training_runs(frame(run("acme-one", **stated)))
    row = unit_compute_cost(training_cost(runs, prices(), NO_FINDINGS, BOARD_DATE)).row(0, named=True)
    assert row["scope_status"] == status
    assert row["usd_per_accelerator_hour"] == (None if status == "scope_mismatch" else 2.0)
    assert row["comparable"] == (status == "same")


def test_what_the_cluster_has_bounds_the_hours_and_computes_none() -> None:
    row = row_with("accelerator_count", "cluster", "duration_days", "unknown")
    assert (row["implied_accelerator_hours_low"], row["implied_accelerator_hours_high"]) == (None, 240_000.0)
    row = row_with("accelerator_count", "cluster", "duration_days", "pretraining")
    assert (row["implied_accelerator_hours_low"], row["implied_accelerator_hours_high"]) == (None, None)
