"""One row per run: figures, statuses and words of the winning claims, phases beside them."""

from datetime import date, timedelta

import pytest

from fab_pipeline.leaderboards.claims_to_runs import RUNS_SCHEMA, quantity_of, run_phases, training_runs
from fab_pipeline.reading.quantity import Quantity, at_most, between, exact
from fab_pipeline_tests.leaderboards.claims import SEEN, UNDISCLOSED, Words, claim, frame, run


def test_a_run_takes_figures_status_words_and_claim_ids() -> None:
    stated = at_most(60.875, "under two months")
    row = training_runs(frame(run("acme-one", duration_days=stated, accelerator_hours=UNDISCLOSED))).row(0, named=True)
    assert quantity_of(row, "duration_days") == stated
    assert row["duration_days_claim_id"] == "page:acme-one:duration_days"
    assert (row["accelerator_hours"], row["accelerator_hours_status"]) == (None, "undisclosed")
    assert (row["disclosed_cost_usd"], row["disclosed_cost_usd_status"]) == (None, None)


def test_words_in_place_of_a_figure_are_kept_and_are_no_figure() -> None:
    row = training_runs(frame(run("acme-one", accelerator_hours=Words("millions of card-days")))).row(0, named=True)
    assert quantity_of(row, "accelerator_hours") is None
    assert (row["accelerator_hours_status"], row["accelerator_hours_text"]) == ("unreadable", "millions of card-days")


def test_a_range_is_a_quantity_without_a_value() -> None:
    row = training_runs(frame(run("acme-one", accelerator_hours=between(10.0, 20.0)))).row(0, named=True)
    assert quantity_of(row, "accelerator_hours") == between(10.0, 20.0, "None")
    assert row["accelerator_hours"] is None


@pytest.mark.parametrize(
    ("iso", "printed", "expected"),
    [
        ("2026-10", "2026-10", (date(2026, 10, 1), "month")),
        ("2026-10-01", "2026-10", (date(2026, 10, 1), "month")),
        ("2026-10-01", "2026 年 10 月", (date(2026, 10, 1), "month")),
        ("2026-10-01", "2026-10-01", (date(2026, 10, 1), "day")),
        ("2026", "2026", (date(2026, 1, 1), "year")),
        ("2026-13", "2026-13", (None, None)),
        ("soon", "soon", (None, None)),
    ],
)
def test_a_date_is_as_exact_as_it_was_printed(iso: str, printed: str, expected: tuple[date | None, str | None]) -> None:
    row = training_runs(frame(claim("acme-one", "released", iso, text_as_printed=printed))).row(0, named=True)
    assert (row["released"], row["released_precision"]) == expected


def test_text_quantities() -> None:
    row = training_runs(frame(run("acme-one", open_weights="false", license="MIT", accelerators="NVIDIA H100"))).row(0, named=True)
    assert (row["open_weights"], row["license"], row["accelerators"], row["accelerator_group"]) == (
        False,
        "MIT",
        "NVIDIA H100",
        "NVIDIA H100",
    )


def test_phases_stand_in_a_frame_of_their_own() -> None:
    claims = frame(run("acme-one", duration_days=[exact(20.0), ("pretraining", exact(15.0)), ("post_training", exact(5.0))]))
    assert training_runs(claims).height == 1
    assert run_phases(claims).select("scope", "value").rows() == [("pretraining", 15.0), ("post_training", 5.0)]


def test_runs_are_sorted_and_each_stands_once() -> None:
    claims = frame(run("b-two", accelerator_hours=exact(1.0), license="MIT"), run("a-one", accelerator_hours=UNDISCLOSED))
    assert training_runs(claims)["run_id"].to_list() == ["a-one", "b-two"]


def test_the_source_of_the_row_is_the_source_of_its_hours() -> None:
    claims = frame(
        claim("acme-one", "accelerator_hours", exact(1.0), source="card", source_url="https://example.org/card"),
        claim("acme-one", "license", "MIT", source="aaa"),
    )
    row = training_runs(claims).row(0, named=True)
    assert (row["source"], row["source_url"]) == ("card", "https://example.org/card")


def test_a_missing_scope_reads_as_unknown() -> None:
    assert quantity_of({"x": 1.0, "x_qualifier": "exact", "x_scope": None}, "x") == Quantity(1.0)


def test_the_total_of_a_family_is_no_run() -> None:
    total = claim("acme-oak", "accelerator_hours", exact(9000.0), of_family=True)
    assert training_runs(frame(run("acme-oak-7b", accelerator_hours=exact(1000.0)), total))["run_id"].to_list() == ["acme-oak-7b"]
    assert training_runs(frame(total)).is_empty()


def test_a_run_is_named_as_the_claim_of_its_hours_names_it_and_by_any_organisation() -> None:
    hours = claim("acme-oak-7b", "accelerator_hours", exact(1000.0), model="Oak 7B", organization=None)
    newer = claim(
        "acme-oak-7b", "training_tokens", exact(2e12), model="oak-7b-it", organization="Acme AI", observed_at=SEEN + timedelta(days=1)
    )
    row = training_runs(frame(newer, hours)).row(0, named=True)
    assert (row["model"], row["organization"]) == ("Oak 7B", "Acme AI")


def test_no_claims_give_no_runs() -> None:
    assert training_runs(frame()).schema == RUNS_SCHEMA
