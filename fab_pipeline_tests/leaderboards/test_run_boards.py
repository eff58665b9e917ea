"""The smaller boards over training runs: unit cost, hardware groups, coverage, history."""

from datetime import date

import polars as pl
import pytest

from fab_pipeline.contracts import DISCLOSURE_COVERAGE, TRAINING_BY_ACCELERATOR, TRAINING_COST_HISTORY, UNIT_COMPUTE_COST
from fab_pipeline.contracts.derive import empty
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.disclosure_coverage import disclosure_coverage
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.training_by_accelerator import training_by_accelerator
from fab_pipeline.leaderboards.training_cost import training_cost
from fab_pipeline.leaderboards.training_cost_history import training_cost_history
from fab_pipeline.leaderboards.unit_compute_cost import unit_compute_cost
from fab_pipeline.reading.quantity import Quantity, approx, at_most, between, exact
from fab_pipeline.vocabulary.accelerators import CUSTOM_ASIC_GROUP, UNDISCLOSED_GROUP
from fab_pipeline_tests.leaderboards.claims import BOARD_DATE, NO_FINDINGS, UNDISCLOSED, Claim, Words, claim, frame, price, prices, run

SXM_80 = {"form_factor": "sxm", "accelerator_memory_gb": 80.0}
YESTERDAY = date(2026, 10, 27)


def cost_board(claims: pl.DataFrame, rents: pl.DataFrame | None = None) -> pl.DataFrame:
    return training_cost(training_runs(claims), prices() if rents is None else rents, NO_FINDINGS, BOARD_DATE)


def groups(*claims: Claim | list[Claim]) -> dict[str, dict[str, object]]:
    stated = frame(*claims)
    rows = training_by_accelerator(cost_board(stated), stated)
    TRAINING_BY_ACCELERATOR.schema.validate(rows)
    assert unexplained(TRAINING_BY_ACCELERATOR, rows) == []
    return {row["accelerator_group"]: row for row in rows.to_dicts()}


def pretraining(days: float, qualifier: str = "exact") -> Quantity:
    return Quantity(days, qualifier=qualifier, scope="pretraining")


def test_unit_cost_ranks_runs_with_cost_and_hours_by_their_quotient() -> None:
    rows = unit_compute_cost(
        cost_board(
            frame(
                run("a-dear", accelerator_hours=exact(10.0), disclosed_cost_usd=exact(40.0)),
                run("a-cheap", accelerator_hours=exact(10.0), disclosed_cost_usd=exact(10.0)),
                run("a-mixed", accelerator_hours=pretraining(10.0), disclosed_cost_usd=Quantity(5.0, scope="all")),
                run("a-range", accelerator_hours=between(1.0, 2.0), disclosed_cost_usd=exact(10.0)),
                run("a-hours", accelerator_hours=exact(10.0)),
            )
        )
    )
    UNIT_COMPUTE_COST.schema.validate(rows)
    assert unexplained(UNIT_COMPUTE_COST, rows) == []
    assert rows.select("rank", "model", "usd_per_accelerator_hour", "scope_status").rows() == [
        (1, "cheap", 1.0, "scope_unverified"),
        (2, "dear", 4.0, "scope_unverified"),
        (3, "mixed", None, "scope_mismatch"),
    ]


@pytest.mark.parametrize(
    ("hours", "cost", "comparable"),
    [
        (pretraining(10.0), pretraining(20.0, "approx"), True),
        (pretraining(10.0), exact(20.0), False),
        (Quantity(10.0, 10.0, None, "lower_bound", "pretraining"), pretraining(20.0), False),
    ],
)
def test_runs_compare_only_by_figures_of_one_known_scope(hours: Quantity, cost: Quantity, comparable: bool) -> None:
    rows = unit_compute_cost(cost_board(frame(run("a-one", accelerator_hours=hours, disclosed_cost_usd=cost))))
    assert rows["comparable"].to_list() == [comparable]


def test_groups_are_ordered_by_size_and_unnamed_hardware_comes_last() -> None:
    found = groups(
        run("a-one", accelerators=UNDISCLOSED),
        run("a-two", accelerators=UNDISCLOSED),
        run("a-three", accelerators=UNDISCLOSED),
        run("a-four", accelerators=Words("own ASIC")),
        run("a-five", accelerators="NVIDIA H100"),
        run("a-six", accelerators="NVIDIA GB200 + NVIDIA GB300"),
        run("a-seven", accelerators="NVIDIA GB200"),
        run("a-eight", accelerators="NVIDIA A100"),
    )
    assert list(found) == ["NVIDIA GB200 / GB300", "NVIDIA A100", "NVIDIA H100", CUSTOM_ASIC_GROUP, UNDISCLOSED_GROUP]
    assert found["NVIDIA GB200 / GB300"]["members"] == "seven; six"
    assert found[UNDISCLOSED_GROUP]["runs"] == 3


def test_labels_keep_the_memory_as_printed() -> None:
    found = groups(
        claim("a-one", "accelerators", "NVIDIA H100", text_as_printed="NVIDIA H100-80GB"),
        claim("a-two", "accelerators", "NVIDIA H100", text_as_printed="NVIDIA H100"),
    )
    assert found["NVIDIA H100"]["member_labels"] == "NVIDIA H100 80GB; NVIDIA H100"


def test_a_mean_over_exact_and_approximate_values_of_one_scope() -> None:
    found = groups(
        run("a-one", accelerators="NVIDIA H100", duration_days=exact(10.0)),
        run("a-two", accelerators="NVIDIA H100", duration_days=approx(20.0)),
        run("a-three", accelerators="NVIDIA H100", duration_days=at_most(90.0)),
        run("a-four", accelerators="NVIDIA H100", duration_days=UNDISCLOSED),
    )["NVIDIA H100"]
    assert (found["runs"], found["runs_with_duration"]) == (4, 3)
    assert (found["duration_days_mean"], found["duration_days_mean_runs"], found["duration_days_mean_scope"]) == (15.0, 2, "unknown")
    assert found["duration_values"] == "one: 10 exact unknown; three: 90 upper_bound unknown; two: 20 approx unknown"


def test_durations_of_different_scope_are_never_averaged() -> None:
    found = groups(
        run("a-one", accelerators="NVIDIA B200", duration_days=pretraining(511 / 24)),
        run("a-two", accelerators="NVIDIA B200", duration_days=approx(49.0)),
    )["NVIDIA B200"]
    assert found["duration_days_mean"] is None
    assert "duration_days_mean: scopes_differ" in str(found["null_reasons"])
    assert found["duration_values"] == "one: 21.2917 exact pretraining; two: 49 approx unknown"


def test_a_bound_is_never_averaged() -> None:
    found = groups(run("a-one", accelerators="NVIDIA H800", duration_days=at_most(60.875)))["NVIDIA H800"]
    assert (found["runs_with_duration"], found["duration_days_mean"]) == (1, None)
    assert "duration_days_mean: only_bounds" in str(found["null_reasons"])


def test_coverage_counts_each_dimension_and_every_combination() -> None:
    rows = disclosure_coverage(
        cost_board(
            frame(
                run("a-one", accelerator_hours=exact(1.0), disclosed_cost_usd=exact(1.0), open_weights="true"),
                run("a-two", accelerator_hours=at_most(1.0), accelerator_count=between(1.0, 2.0), open_weights="false"),
                run("a-three", accelerator_hours=Words("many"), duration_days=UNDISCLOSED),
                run("a-four", accelerator_hours=Quantity(2e6, qualifier="vague")),
            )
        )
    )
    DISCLOSURE_COVERAGE.schema.validate(rows)
    assert unexplained(DISCLOSURE_COVERAGE, rows) == []
    counts = dict(zip(rows["measure"], rows["runs"], strict=True))
    assert counts["runs"] == 4
    assert counts["open_weights"] == 1
    assert (counts["accelerator_hours"], counts["disclosed_cost_usd"], counts["accelerator_count"], counts["duration_days"]) == (2, 1, 1, 0)
    assert (counts["with:cost+hours"], counts["only:cost+hours"], counts["only:hours+count"], counts["only:nothing"]) == (1, 1, 1, 2)
    only = sum(count for measure, count in counts.items() if measure.startswith("only:"))
    assert only == counts["runs"]
    assert rows.filter(pl.col("measure") == "open_weights")["members"].item() == "one"


def test_coverage_of_no_runs() -> None:
    rows = disclosure_coverage(cost_board(frame()))
    assert rows["runs_total"].unique().to_list() == [0]
    assert unexplained(DISCLOSURE_COVERAGE, rows) == []


def test_history_prices_each_day_under_each_statistic() -> None:
    rents = prices(
        price("NVIDIA H100", 2.0),
        price("NVIDIA H100", 1.0, "lowest_spot"),
        price("NVIDIA H100", 3.0, as_of_date=YESTERDAY),
        price("NVIDIA H100", 1.5, price_window="month_to_date"),
        price("NVIDIA H100", None, "lowest_hyperscaler"),
        price("NVIDIA A100", 9.0),
    )
    board = cost_board(
        frame(
            run("a-one", accelerators="NVIDIA H100", accelerator_hours=exact(100.0)),
            run("a-two", accelerators="NVIDIA H100"),
            run("a-three", accelerators="NVIDIA A100 + NVIDIA H100", accelerator_hours=exact(1.0)),
            run("a-four", accelerators="NVIDIA H100", accelerator_hours=Quantity(2e6, qualifier="vague")),
        ),
        rents,
    )
    rows = training_cost_history(board, rents)
    TRAINING_COST_HISTORY.schema.validate(rows)
    assert rows.select("run_id", "as_of_date", "statistic", "price_window", "recomputed_cost_usd").rows() == [
        ("a-one", YESTERDAY, "lowest_cluster", "day", 300.0),
        ("a-one", BOARD_DATE, "lowest_cluster", "day", 200.0),
        ("a-one", BOARD_DATE, "lowest_cluster", "month_to_date", 150.0),
        ("a-one", BOARD_DATE, "lowest_spot", "day", 100.0),
    ]


def test_history_uses_the_runs_own_form_on_days_on_which_it_is_quoted() -> None:
    rents = prices(
        price("NVIDIA H100", 2.0),
        price("NVIDIA H100", 3.0, **SXM_80),
        price("NVIDIA H100", 2.5, as_of_date=YESTERDAY),
    )
    claims = frame(
        claim("a-one", "accelerators", "NVIDIA H100", text_as_printed="H100 SXM 80GB"), claim("a-one", "accelerator_hours", exact(10.0))
    )
    rows = training_cost_history(cost_board(claims, rents), rents)
    assert rows.select("as_of_date", "form_factor", "recomputed_cost_usd").rows() == [(YESTERDAY, "any", 25.0), (BOARD_DATE, "sxm", 30.0)]


def test_history_of_nothing() -> None:
    assert training_cost_history(cost_board(frame()), prices()).equals(empty(TRAINING_COST_HISTORY))
