"""Prices as people see them in the Dagster UI: the moves as a small table, the history as a plot.

Belongs here: pure functions from the table `accelerator_prices` to Dagster's metadata. Does not belong here: what a move is
(`leaderboards.price_moves`), and how a line is drawn (`plot`).
"""

from datetime import date, timedelta
from typing import Final

import dagster as dg
import polars as pl

from fab_pipeline.defs.plot import line_plot, markdown_image
from fab_pipeline.figures import money_text
from fab_pipeline.leaderboards.price_moves import day_values, price_moves

MOVES_SHOWN: Final = 12
LINES_SHOWN: Final = 7
DAYS_SHOWN: Final = 365
PLOTTED: Final = "lowest_on_demand"

_VALUE: Final = "price_per_accelerator_hour_usd"


def price_metadata(prices: pl.DataFrame, board_date: date) -> dict[str, dg.MetadataValue]:
    """What a materialization says about prices.

    Args:
        prices: ACCELERATOR_PRICES.
        board_date: the board's day.
    """
    moves = price_moves(prices, board_date)
    return {
        "price_moves": dg.MetadataValue.md(moves_table(moves)),
        "price_moves_count": dg.MetadataValue.int(moves.height),
        "price_history": dg.MetadataValue.md(history_plot(prices, board_date)),
    }


def moves_table(moves: pl.DataFrame) -> str:
    """The largest moves as a Markdown table, or one line where nothing moved.

    Args:
        moves: MOVES_SCHEMA.
    """
    if moves.is_empty():
        return "No named statistic moved since the day before."
    head = "| accelerator | statistic | before | now, USD/h | change | provider |\n|---|---|--:|--:|--:|---|\n"
    rows = [
        f"| {row['accelerator']} | {row['statistic']} | {money_text(row['previous_usd'])} ({row['previous_date']}) "
        f"| {money_text(row['price_usd'])} | {row['change']:+.1%} | {row['provider'] or '—'} |"
        for row in moves.head(MOVES_SHOWN).to_dicts()
    ]
    more = f"\n\nand {moves.height - MOVES_SHOWN} smaller moves" if moves.height > MOVES_SHOWN else ""
    return head + "\n".join(rows) + more


def history_plot(prices: pl.DataFrame, board_date: date) -> str:
    """The lowest on-demand price of the accelerators with most quotes, over the last year, as a Markdown image."""
    values = day_values(prices).filter(
        (pl.col("statistic") == PLOTTED) & pl.col("as_of_date").is_between(board_date - timedelta(days=DAYS_SHOWN), board_date)
    )
    most = values.group_by("accelerator").agg(pl.col("quotes").last()).sort("quotes", "accelerator", descending=[True, False])
    names = most["accelerator"].head(LINES_SHOWN).to_list()
    series = {name: _points(values.filter(pl.col("accelerator") == name)) for name in names}
    title = f"{PLOTTED}: USD per accelerator-hour, to {board_date}"
    return markdown_image(line_plot(series, title), title)


def _points(values: pl.DataFrame) -> list[tuple[date, float]]:
    return list(values.sort("as_of_date").select("as_of_date", _VALUE).iter_rows())
