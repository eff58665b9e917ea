"""Every blank cell of a board says why it is blank."""

import polars as pl

from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.table import Table, declare, number, text
from fab_pipeline.leaderboards.null_reasons import CODES, BoardRow, read, unexplained, write

TABLE: Table = declare(
    "toy",
    row="one toy",
    key=("name",),
    columns={
        "name": text("name"),
        "price": number("price", "USD"),
        "price_qualifier": text("how"),
        "weight": number("weight", "kg"),
        "null_reasons": text("why"),
    },
)


def frame(**cells: object) -> pl.DataFrame:
    row = {"name": "top", "price": 1.0, "price_qualifier": None, "weight": 2.0, "null_reasons": None} | cells
    return typed(TABLE, [row])


def test_codes_are_written_in_column_order_each_code_once() -> None:
    reasons = {"weight": ["not_stated"], "price": ["no_quote", "scope_mismatch", "no_quote"]}
    assert write(TABLE, {"name": "top"}, reasons) == "price: no_quote; price: scope_mismatch; weight: not_stated"


def test_filled_cells_have_no_reason() -> None:
    assert write(TABLE, {"name": "top", "price": 0.0, "weight": 1.0}, {"price": ["no_quote"]}) is None


def test_reading_is_the_inverse_of_writing() -> None:
    assert read("price: no_quote; price: scope_mismatch; weight: not_stated") == {
        "price": ["no_quote", "scope_mismatch"],
        "weight": ["not_stated"],
    }
    assert read(None) == {}


def test_a_board_row_collects_cells_and_reasons() -> None:
    row = BoardRow()
    row.put("name", "top")
    row.put("price", None, "no_quote")
    row.put("weight", 2.0, "not_stated")
    assert row.finished(TABLE)["null_reasons"] == "price: no_quote"


def test_a_blank_without_a_reason_is_found() -> None:
    assert unexplained(TABLE, frame(price=None)) == ["top price"]
    assert unexplained(TABLE, frame(price=None, null_reasons="price: no_quote")) == []


def test_a_companion_is_explained_by_its_base_column() -> None:
    assert unexplained(TABLE, frame(price_qualifier=None)) == []


def test_a_reason_for_a_filled_cell_is_found() -> None:
    assert unexplained(TABLE, frame(null_reasons="weight: not_stated")) == ["top weight: filled"]


def test_every_code_has_a_meaning() -> None:
    assert all(code.replace("_", "").isalpha() and meaning for code, meaning in CODES.items())
