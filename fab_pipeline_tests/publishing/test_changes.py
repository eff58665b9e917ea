"""release_changes: what differs from the release before, cell by cell."""

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.validate import require
from fab_pipeline.publishing.changes import diff
from fab_pipeline_tests.publishing.boards import coverage, sources

NAME = "disclosure_coverage"


def cells(before: pl.DataFrame | None, after: pl.DataFrame) -> list[tuple[str | None, ...]]:
    changes = diff({} if before is None else {NAME: before}, {NAME: after}, "r1")
    require(changes, TABLES["release_changes"])
    assert changes["table"].unique().to_list() in ([], [NAME])
    assert changes["previous_release_id"].unique().to_list() in ([], ["r1"])
    return changes.select("key", "column", "change", "before", "after").rows()


def test_equal_tables_differ_nowhere() -> None:
    assert cells(coverage(runs=15), coverage(runs=15)) == []


def test_a_changed_cell_has_both_values_as_text() -> None:
    assert cells(coverage(runs=15, cost=3), coverage(runs=15, cost=6)) == [
        ("cost", "runs", "changed", "3", "6"),
        ("cost", "share", "changed", "0.2", "0.4"),
    ]


def test_a_row_that_came_and_one_that_went_are_one_line_each() -> None:
    assert cells(coverage(runs=15, cost=6), coverage(runs=15, hours=10)) == [
        ("cost", "*", "removed", None, None),
        ("hours", "*", "added", None, None),
    ]


def test_a_value_that_appears_or_vanishes_is_a_change() -> None:
    bare, told = coverage(runs=15), coverage(runs=15).with_columns(members=pl.lit("GPT-4"))
    assert cells(bare, told) == [("runs", "members", "changed", None, "GPT-4")]
    assert cells(told, bare) == [("runs", "members", "changed", "GPT-4", None)]


def test_a_table_that_was_not_there_is_all_new() -> None:
    assert cells(None, coverage(runs=15)) == [("runs", "*", "added", None, None)]


def test_a_column_that_was_not_there_was_null() -> None:
    assert cells(coverage(runs=15).drop("share"), coverage(runs=15)) == [("runs", "share", "changed", None, "1.0")]


def test_a_column_of_another_type_is_compared_as_text() -> None:
    assert cells(coverage(runs=15).with_columns(pl.col("runs").cast(pl.String)), coverage(runs=15)) == []


def test_a_key_of_several_columns_is_joined() -> None:
    table = TABLES["training_cost_history"]
    row = {"run_id": "a-b", "as_of_date": pl.date(2026, 10, 5), "statistic": "lowest_cluster", "price_window": "day"}
    frame = typed(table, []).vstack(
        pl.select(
            **{name: pl.lit(None, dtype=dtype) for name, dtype in typed(table, []).schema.items() if name not in row},
            **{name: value if name == "as_of_date" else pl.lit(value) for name, value in row.items()},
        ).select(table.columns)
    )
    assert diff({}, {"training_cost_history": frame}, "r1")["key"].to_list() == ["a-b | 2026-10-05 | lowest_cluster | day"]


def test_times_are_compared_to_the_microsecond() -> None:
    later = sources("azure").with_columns(pl.col("last_observed_at") + pl.duration(microseconds=1))
    changes = diff({"sources": sources("azure")}, {"sources": later}, "r1")
    assert changes.select("column", "before", "after").rows() == [
        ("last_observed_at", "2026-10-05 12:00:00.000000+00:00", "2026-10-05 12:00:00.000001+00:00")
    ]


tables = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3), max_size=4).map(lambda runs: coverage(**runs))


@given(tables, tables)
@settings(max_examples=30, deadline=None)
def test_there_is_a_change_exactly_where_the_tables_differ(before: pl.DataFrame, after: pl.DataFrame) -> None:
    changes = cells(before, after)
    was, now = ({row["measure"]: row for row in frame.to_dicts()} for frame in (before, after))
    expected = {(key, "*") for key in was.keys() ^ now.keys()}
    expected |= {(key, name) for key in was.keys() & now.keys() for name, value in now[key].items() if was[key][name] != value}
    assert {(key, column) for key, column, *_ in changes} == expected
