"""The gate: which rows pass, which are rejected, and why."""

import math
from datetime import UTC, datetime

import pandera.polars as pa
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.contracts.sound import is_sound
from fab_pipeline.contracts.table import Rule, count, declare, number, text
from fab_pipeline.contracts.validate import ContractError, check, require

FRUIT = declare(
    "fruit",
    row="one fruit",
    key=("name",),
    columns={
        "name": text("its name"),
        "colour": text("its colour", words=("red", "green"), required=True),
        "weight": number("its weight", "g", above=0),
        "seeds": count("how many", minimum=1),
    },
)


def fruit(**changes: object) -> dict[str, object]:
    return {"name": "apple", "colour": "red", "weight": 150.0, "seeds": 5} | changes


def reasons(*rows: dict[str, object]) -> list[tuple[int, str]]:
    rejected = check(typed(FRUIT, rows), FRUIT).rejected
    return [(index, reason) for index, reason, _ in rejected.iter_rows()]


def test_good_rows_pass_in_their_order() -> None:
    frame = typed(FRUIT, [fruit(name="pear"), fruit(weight=None, seeds=None)])
    checked = check(frame, FRUIT)
    assert checked.good.equals(frame)
    assert checked.rejected.is_empty()
    assert checked.rejected.schema == {"row_index": pl.Int64, "reason": pl.String, "detail": pl.String}


@pytest.mark.parametrize(
    ("change", "reason", "detail"),
    [
        ({"name": None}, "null_value", "name is null"),
        ({"colour": None}, "null_value", "colour is null"),
        ({"colour": "blue"}, "unknown_word", "colour blue is not one of red, green"),
        ({"weight": math.nan}, "not_finite", "weight NaN is not a finite number"),
        ({"weight": -math.inf}, "not_finite", "weight -inf is not a finite number"),
        ({"weight": 0.0}, "not_above_minimum", "weight 0.0 is not above 0"),
        ({"seeds": 0}, "below_minimum", "seeds 0 is below 1"),
    ],
)
def test_each_broken_rule_names_itself(change: dict[str, object], reason: str, detail: str) -> None:
    checked = check(typed(FRUIT, [fruit(name="pear"), fruit(**change)]), FRUIT)
    assert checked.good["name"].to_list() == ["pear"]
    assert (1, reason) in [(index, code) for index, code, _ in checked.rejected.iter_rows()]
    assert detail in checked.rejected.filter(pl.col("reason") == reason)["detail"].to_list()


def test_a_row_that_breaks_several_rules_has_one_line_per_reason() -> None:
    row = fruit(colour="blue", weight=-1.0, seeds=0)
    assert reasons(row) == [(0, "below_minimum"), (0, "not_above_minimum"), (0, "unknown_word")]


def test_two_nulls_in_one_row_share_a_line() -> None:
    rejected = check(typed(FRUIT, [fruit(name=None, colour=None)]), FRUIT).rejected
    assert rejected.rows() == [(0, "null_value", "name is null; colour is null")]


def test_of_identical_rows_the_first_stays() -> None:
    checked = check(typed(FRUIT, [fruit(), fruit(name="pear"), fruit(), fruit()]), FRUIT)
    assert checked.good["name"].to_list() == ["apple", "pear"]
    assert checked.rejected.rows() == [(2, "duplicate_row", "name=apple: repeated"), (3, "duplicate_row", "name=apple: repeated")]


def test_rows_that_share_a_key_and_differ_are_all_rejected() -> None:
    assert reasons(fruit(), fruit(seeds=6), fruit(), fruit(name="pear")) == [
        (0, "duplicate_key"),
        (1, "duplicate_key"),
        (2, "duplicate_key"),
    ]


def test_a_broken_row_does_not_take_its_sound_namesake_with_it() -> None:
    assert reasons(fruit(), fruit(weight=-1.0)) == [(1, "not_above_minimum")]


def test_a_rule_over_several_columns_names_itself() -> None:
    quotes = TABLES["price_quotes"]
    row = {
        "quote_id": "s:1", "snapshot_id": "s", "offer_key": "o", "observed_at": datetime(2026, 10, 1, tzinfo=UTC), "origin": "ingested",
        "source": "azure", "source_status": "sampled", "dated_fact": False, "provider": "Azure", "provider_kind": "hyperscaler",
        "accelerator": "NVIDIA H100", "accelerator_vendor": "nvidia", "accelerator_model": "H100", "accelerator_memory_gb": 80.0,
        "form_factor": "sxm", "partition": "full", "market": "commercial", "accelerator_count": 8, "purchase_option": "on_demand",
        "price_kind": "list",
        "price_per_instance_hour": 80.0, "price_per_accelerator_hour": 10.0, "currency": "EUR", "price_per_accelerator_hour_usd": 10.0,
        "carried_forward": False, "capture_sha256": "c", "row_number": 1, "parser_version": "1",
    }  # fmt: skip
    rejected = check(typed(quotes, [row]), quotes).rejected
    assert rejected["reason"].to_list() == ["usd_only_from_usd"]
    assert rejected["detail"][0].startswith("USD price on a quote in another currency")


def test_columns_may_come_in_any_order() -> None:
    frame = typed(FRUIT, [fruit()])
    assert check(frame.select(reversed(frame.columns)), FRUIT).good.columns == list(FRUIT.columns)


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (typed(FRUIT, [fruit()]).drop("seeds"), "table fruit: missing columns: seeds"),
        (typed(FRUIT, [fruit()]).with_columns(taste=1), "table fruit: unknown columns: taste"),
        (typed(FRUIT, [fruit()]).with_columns(seeds=pl.lit("five")), "table fruit: wrong types: seeds is String, not Int64"),
        (empty(FRUIT).with_columns(seeds=pl.lit(1.5)), "table fruit: wrong types: seeds is Float64, not Int64"),
    ],
)
def test_a_frame_of_another_shape_is_refused_in_one_line(frame: pl.DataFrame, message: str) -> None:
    with pytest.raises(ContractError) as error:
        check(frame, FRUIT)
    assert str(error.value) == message


def test_a_lazy_frame_is_refused_because_its_values_would_not_be_checked() -> None:
    bad = typed(FRUIT, [fruit(weight=-1.0)])
    FRUIT.schema.validate(bad.lazy())  # passes: this is the trap
    for gate in (check, require):
        with pytest.raises(TypeError, match="eager"):
            gate(bad.lazy(), FRUIT)  # type: ignore[arg-type]


def test_require_gives_the_frame_back_in_declared_order() -> None:
    frame = typed(FRUIT, [fruit()])
    assert require(frame.select(reversed(frame.columns)), FRUIT).equals(frame)
    assert require(empty(FRUIT), FRUIT).is_empty()


def test_require_names_the_first_row_that_fails() -> None:
    with pytest.raises(ContractError) as error:
        require(typed(FRUIT, [fruit(name="pear"), fruit(weight=0.0), fruit(name="plum", seeds=0)]), FRUIT)
    assert str(error.value) == "table fruit: row 2 (name=apple): not_above_minimum: weight 0.0 is not above 0 (and 1 more rows)"


def test_require_refuses_even_an_identical_duplicate() -> None:
    with pytest.raises(ContractError, match="duplicate_row"):
        require(typed(FRUIT, [fruit(), fruit()]), FRUIT)


rows = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from([None, "a", "b", "c", "d", "e"]),
            "colour": st.sampled_from([None, "red", "green", "blue"]),
            "weight": st.sampled_from([None, 1.0, 0.0, math.nan, math.inf]),
            "seeds": st.sampled_from([None, 0, 1]),
        }
    ),
    max_size=12,
)


def _sound(row: dict[str, object]) -> bool:
    weight, seeds = row["weight"], row["seeds"]
    return row["name"] is not None and row["colour"] in ("red", "green") and weight in (None, 1.0) and seeds in (None, 1)


@given(rows)
@settings(max_examples=40, deadline=None)
def test_every_row_is_either_good_or_rejected_and_what_is_good_passes(given_rows: list[dict[str, object]]) -> None:
    checked = check(typed(FRUIT, given_rows), FRUIT)
    rejected = set(checked.rejected["row_index"].to_list())
    kept = [row for index, row in enumerate(given_rows) if index not in rejected]
    assert checked.good.to_dicts() == kept
    assert {index for index, row in enumerate(given_rows) if not _sound(row)} <= rejected
    assert len({row["name"] for row in kept}) == len(kept)
    require(checked.good, FRUIT)


ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(["apple", "pear", "fig", None]),
            "colour": st.sampled_from(["red", "green", "blue", None]),
            "weight": st.none() | st.floats(),
            "seeds": st.none() | st.integers(-1, 3),
        }
    ),
    max_size=3,
)


@given(rows=ROWS)
def test_one_query_over_all_rules_says_what_pandera_says(rows: list[dict[str, object]]) -> None:
    table = declare(
        "fruit",
        row=FRUIT.row,
        key=FRUIT.key,
        columns=dict(FRUIT.schema.columns),
        rules=(Rule("red_has_seeds", "no seeds", (pl.col("colour") != "red") | pl.col("seeds").is_not_null()),),
    )
    frame = typed(table, rows)
    try:
        table.schema.validate(frame, lazy=True)
    except pa.errors.SchemaErrors:
        assert not is_sound(frame, table)
    else:
        assert is_sound(frame, table)


def test_a_rule_of_another_kind_is_left_to_pandera() -> None:
    table = declare("fruit", row="one fruit", key=("name",), columns={"name": pa.Column(pl.String, pa.Check.str_startswith("a"))})
    assert not is_sound(typed(table, [{"name": "apple"}]), table)
    assert check(typed(table, [{"name": "apple"}]), table).rejected.is_empty()
    assert check(typed(table, [{"name": "pear"}]), table).rejected.height == 1
