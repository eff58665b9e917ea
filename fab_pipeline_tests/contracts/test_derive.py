"""What derives from the contracts: typed frames, the Table Schema of the data package, and the data dictionary."""

from datetime import date

import polars as pl
import pytest
from frictionless import Schema

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import data_dictionary, describe, empty, polars_schema, resource_schema, typed
from fab_pipeline.contracts.table import TIMESTAMP, count, day, declare, moment, number, text
from fab_pipeline_tests.conftest import REPOSITORY

VISIT = declare(
    "visit",
    row="one visit",
    key=("visitor",),
    columns={
        "visitor": text("who | when"),
        "mood": text("how it felt", words=("good", "bad")),
        "paid": number("what it cost", "USD", minimum=0, required=True),
        "hours": number("how long", "h", above=0),
        "guests": count("how many", minimum=2),
        "on": day("which day"),
        "at": moment("when"),
    },
)

PLAIN_TYPES = {pl.String(), pl.Float64(), pl.Int64(), pl.Boolean(), pl.Date(), TIMESTAMP}


def test_whole_numbers_stay_floats_in_a_float_column() -> None:
    frame = typed(VISIT, [{"visitor": "a", "paid": 1}, {"visitor": "b", "paid": 1.5, "on": date(2026, 1, 2)}])
    assert frame["paid"].to_list() == [1.0, 1.5]
    assert frame.schema == polars_schema(VISIT) == empty(VISIT).schema


def test_an_unknown_column_is_an_error() -> None:
    with pytest.raises(ValueError, match="table visit has no columns price"):
        typed(VISIT, [{"visitor": "a", "price": 1.0}])


def test_the_schema_says_type_unit_and_constraints() -> None:
    schema = resource_schema(VISIT)
    assert schema["primaryKey"] == ["visitor"]
    assert schema["fields"] == [
        {"name": "visitor", "type": "string", "description": "who | when", "constraints": {"required": True}},
        {"name": "mood", "type": "string", "description": "how it felt", "constraints": {"enum": ["good", "bad"]}},
        {
            "name": "paid",
            "type": "number",
            "description": "what it cost",
            "unit": "USD",
            "constraints": {"required": True, "minimum": 0},
        },
        {"name": "hours", "type": "number", "description": "how long", "unit": "h"},
        {"name": "guests", "type": "integer", "description": "how many", "unit": "1", "constraints": {"minimum": 2}},
        {"name": "on", "type": "date", "description": "which day"},
        {"name": "at", "type": "datetime", "description": "when"},
    ]


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_plain_described_and_valid_by_frictionless(name: str) -> None:
    table = TABLES[name]
    assert list(Schema.metadata_validate(resource_schema(table))) == []
    for column in describe(table):
        assert column.dtype in PLAIN_TYPES, f"{name}.{column.name} is {column.dtype}, which not every Parquet reader understands"
        assert column.description, f"{name}.{column.name} has no description"


def test_the_dictionary_has_a_line_for_every_column() -> None:
    text = data_dictionary([VISIT])
    assert "One row is one visit. Key: `visitor`." in text
    assert r"| `visitor` | string |  | no | who \| when |" in text
    assert "| `mood` | string |  | yes | how it felt; one of: good, bad |" in text
    assert "| lower_bound | more than or at least; the bound is in min |" in text


def test_the_committed_dictionary_is_fresh() -> None:
    committed = (REPOSITORY / "docs" / "data_dictionary.md").read_text(encoding="utf-8")
    assert committed == data_dictionary(TABLES.values()), "a contract changed: write the dictionary anew with `fab-pipeline docs`"


def test_half_a_character_is_replaced_and_no_row_is_lost():
    frame = typed(VISIT, [{"visitor": "a\ud83d", "mood": "good"}, {"visitor": "b \U0001f600", "mood": None}])
    assert frame["visitor"].to_list() == ["a\ufffd", "b \U0001f600"]
