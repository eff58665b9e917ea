"""Moves: each named statistic against its newest value before the board's date."""

from datetime import date

import polars as pl
import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.price_moves import MOVES_SCHEMA, price_moves

BOARD = date(2026, 10, 10)


def prices(*rows: tuple[int, str, float | None], **facts: object) -> pl.DataFrame:
    """Rows (day of October, accelerator, price)."""
    common = {"form_factor": "any", "accelerator_memory_gb": 0.0, "statistic": "lowest_on_demand", "price_window": "day"}
    made = [
        {
            **common,
            **{"as_of_date": date(2026, 10, day), "accelerator": accelerator, "price_per_accelerator_hour_usd": price},
            **{"quotes": 1, "providers": 1, "provider": "Alpha Cloud"},
            **facts,
        }
        for day, accelerator, price in rows
    ]
    return typed(TABLES["accelerator_prices"], made)


def test_a_move_is_told_with_both_values_the_day_before_and_the_fraction():
    (move,) = price_moves(prices((9, "NVIDIA H100", 2.0), (10, "NVIDIA H100", 2.5)), BOARD).to_dicts()
    assert move == {
        **{"accelerator": "NVIDIA H100", "statistic": "lowest_on_demand", "provider": "Alpha Cloud"},
        **{"previous_date": date(2026, 10, 9), "previous_usd": 2.0, "price_usd": 2.5, "change": 0.25},
    }


def test_the_newest_value_before_counts_over_a_gap_and_over_a_blank():
    table = prices((1, "NVIDIA H100", 9.0), (5, "NVIDIA H100", 2.0), (9, "NVIDIA H100", None), (10, "NVIDIA H100", 1.0))
    (move,) = price_moves(table, BOARD).to_dicts()
    assert (move["previous_date"], move["change"]) == (date(2026, 10, 5), -0.5)


@pytest.mark.parametrize(
    "table",
    [
        prices((9, "NVIDIA H100", 2.0), (10, "NVIDIA H100", 2.0)),
        prices((10, "NVIDIA H100", 2.0)),
        prices((9, "NVIDIA H100", 2.0)),
        prices((9, "NVIDIA H100", 2.0), (11, "NVIDIA H100", 3.0)),
        prices((9, "NVIDIA H100", 2.0), (10, "NVIDIA H100", 3.0), form_factor="sxm"),
        prices((9, "NVIDIA H100", 2.0), (10, "NVIDIA H100", 3.0), price_window="month_to_date"),
        prices(),
    ],
    ids=["same", "first", "gone", "later", "one form", "month", "empty"],
)
def test_what_is_no_move_of_the_day_is_left_out(table: pl.DataFrame):
    moves = price_moves(table, BOARD)
    assert moves.is_empty()
    assert dict(moves.schema) == MOVES_SCHEMA


def test_the_largest_move_comes_first_up_or_down():
    table = prices((9, "NVIDIA A100", 2.0), (10, "NVIDIA A100", 2.2), (9, "NVIDIA H100", 2.0), (10, "NVIDIA H100", 1.0))
    assert price_moves(table, BOARD)["accelerator"].to_list() == ["NVIDIA H100", "NVIDIA A100"]
