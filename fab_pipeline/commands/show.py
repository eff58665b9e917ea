"""Commands that read the current release: show, prices, quote, explain.

They resolve the pointer once and print; nothing here computes a figure that a table does not hold, except `quote`, which multiplies.
"""

from datetime import datetime
from typing import Final

import click
import polars as pl

import fab_pipeline
from fab_pipeline.commands.board_view import print_board
from fab_pipeline.commands.explain import explain_cell
from fab_pipeline.commands.output import facts_option, format_option, print_facts, print_frame, user_command
from fab_pipeline.commands.parameters import FiniteRange
from fab_pipeline.commands.price_view import print_prices
from fab_pipeline.commands.vendor_table import print_ranking
from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.words import STATISTICS
from fab_pipeline.errors import UsageError

SHORT_BOARDS: Final[dict[str, tuple[str, ...]]] = {
    "findings": ("severity", "code", "subject_key", "arithmetic", "message_en"),
    "vendor_metrics": ("comparability_key", "vendor", "as_stated", "interval", "basis", "better_than", "undecided_against"),
    "accelerator_specs": (
        *("accelerator", "form_factor", "accelerator_memory_gb", "spec", "precision", "density"),
        *("value", "unit", "value_low", "value_high", "texts", "rejected_texts"),
    ),
    "specification_sources": ("accelerator", "form_factor", "spec", "precision", "density", "value", "unit", "status", "source_url"),
    "compute_prices": (
        *("accelerator", "form_factor", "statistic", "price_window"),
        *("usd_per_1e15_dense_bf16_flop_at_peak", "price_per_accelerator_hour_usd", "peak_dense_tflops", "peak_form_factor"),
    ),
    "speed_claims": ("span", "accelerator", "baseline_accelerator", "claimed_ratio", "claimed_ratio_high", "verdict", "reason_en"),
    "speed_claims_per_dollar": (
        *("claim_id", "statistic", "price_ratio", "claimed_per_dollar_ratio", "implied_per_dollar_ratio_high"),
        *("largest_implied_per_dollar_ratio", "speedup_needed", "verdict"),
    ),
    "selection_guide": ("criterion", "metric", "vendor", "stated", "evidence", "benchmarks", "reason_en"),
    "industry_cases": (
        *("case_id", "organization", "model", "accelerators", "accelerator_count", "duration_days", "accelerator_hours"),
        *("training_tokens", "parameters_total", "recomputed_cost_low_usd", "recomputed_cost_high_usd", "guideline", "finding_codes"),
    ),
    "vendor_claim_use": ("claim_id", "vendor", "metric", "use", "reasons"),
}
"""Columns that `show` prints unless told; other tables print all their columns."""

MAX_HOURS: Final = 1e12
"""A million accelerators for a hundred years are less; what lies beyond is a slip of the keyboard."""

_WINNER: Final[tuple[str, ...]] = (
    "statistic",
    "price_per_accelerator_hour_usd",
    "provider",
    "region",
    "instance_type",
    "observed_at",
    "quotes",
    "providers",
)


@click.command()
@click.argument("board")
@click.option("--as-of", "as_of", type=click.DateTime(["%Y-%m-%d"]), help="Only rows of this day, for tables that have as_of_date.")
@click.option("--columns", help="Columns to print, separated by commas; 'all' for every column.")
@format_option
@user_command
def show(board: str, as_of: datetime | None, columns: str | None, form: str) -> None:
    """Print a table of the current release.

    Example: fab-pipeline show training_cost --columns model,accelerator_hours,recomputed_cost_usd
    """
    if board not in TABLES:
        raise UsageError(f"there is no table {board!r}; tables are {', '.join(TABLES)}")
    frame = fab_pipeline.load(board)
    if as_of:
        if "as_of_date" not in frame.columns:
            raise UsageError(f"{board} has no as_of_date; build the boards of that day: fab-pipeline run --as-of {as_of:%Y-%m-%d}")
        frame = frame.filter(pl.col("as_of_date") == as_of.date())
    if board == "training_cost" and form == "table" and columns is None:
        print_board(frame, fab_pipeline.load("findings"), f"{board}: {TABLES[board].row}")
        return
    if board == "vendor_ranking" and form == "table" and columns is None:
        print_ranking(frame)
        return
    print_frame(frame.select(_chosen(board, frame.columns, columns, form)), form, title=f"{board}: {TABLES[board].row}")


def _chosen(board: str, available: list[str], columns: str | None, form: str) -> list[str]:
    if columns is None and form == "table":
        return list(SHORT_BOARDS.get(board, available))
    if columns is None or columns == "all":
        return available
    chosen = [name.strip() for name in columns.split(",") if name.strip()]
    unknown = [name for name in chosen if name not in available]
    if unknown:
        raise UsageError(f"{board} has no column {', '.join(unknown)}; it has {', '.join(available)}")
    return chosen


@click.command()
@click.argument("accelerator", required=False)
@click.option("--window", type=click.Choice(["day", "month_to_date"]), default="day", show_default=True, help="Over which time.")
@click.option("--all", "every_form", is_flag=True, help="A table for each form and memory, blank statistics included.")
@format_option
@user_command
def prices(accelerator: str | None, window: str, every_form: bool, form: str) -> None:
    """The named statistics of an accelerator side by side, with the winning offers.

    Example: fab-pipeline prices H100
    """
    frame = _newest(fab_pipeline.load("accelerator_prices"), window)
    if accelerator is None:
        wide = frame.filter(pl.col("form_factor") == "any").pivot("statistic", index="accelerator", values="price_per_accelerator_hour_usd")
        print_frame(wide.select("accelerator", *[name for name in STATISTICS if name in wide.columns]), form)
        return
    chosen = _of_accelerator(frame, accelerator)
    if form == "table" and not every_form:
        for _, rows in chosen.group_by("accelerator", maintain_order=True):
            print_prices(rows)
        return
    for (label, factor, memory), rows in chosen.group_by(["accelerator", "form_factor", "accelerator_memory_gb"], maintain_order=True):
        memory_text = f"{memory:g} GB" if isinstance(memory, float) and memory else "any memory"
        title = f"{label}, form {factor}, {memory_text}: USD per accelerator-hour on {rows['as_of_date'][0]} ({window})"
        print_frame(rows.select(_WINNER) if form == "table" else rows, form, title=title)


@click.command()
@click.option("--accelerator", required=True, help="Accelerator, e.g. H100 or 'NVIDIA H100'.")
@click.option("--hours", type=FiniteRange(min=0, min_open=True, max=MAX_HOURS), required=True, help="Accelerator-hours.")
@format_option
@user_command
def quote(accelerator: str, hours: float, form: str) -> None:
    """What a number of accelerator-hours costs under each statistic.

    Example: fab-pipeline quote --accelerator H100 --hours 30840000
    """
    newest = _newest(fab_pipeline.load("accelerator_prices"), "day")
    frame = _of_accelerator(newest, accelerator).filter(pl.col("form_factor") == "any")
    price = pl.col("price_per_accelerator_hour_usd")
    costs = frame.select("accelerator", "statistic", price, (price * hours).alias("cost_usd"), "provider", "instance_type", "as_of_date")
    print_frame(costs, form)


def _newest(frame: pl.DataFrame, window: str) -> pl.DataFrame:
    order = {name: place for place, name in enumerate(STATISTICS)}
    newest = frame.filter((pl.col("as_of_date") == pl.col("as_of_date").max()) & (pl.col("price_window") == window))
    place = pl.col("statistic").replace_strict(order, return_dtype=pl.Int64)
    return newest.sort("accelerator", pl.col("form_factor") != "any", "form_factor", "accelerator_memory_gb", place)


def _of_accelerator(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    labels = frame["accelerator"].unique().sort().to_list()
    wanted = name.casefold()
    matching = [label for label in labels if wanted in (label.casefold(), label.casefold().partition(" ")[2])]
    if not matching:
        raise UsageError(f"no price for {name!r}; priced accelerators are {', '.join(labels)}")
    return frame.filter(pl.col("accelerator").is_in(matching))


@click.command()
@click.argument("table")
@click.argument("key")
@click.argument("column", required=False)
@facts_option
@user_command
def explain(table: str, key: str, column: str | None, form: str) -> None:
    """The chain of one cell: rule, claims or quotes, capture, address, words.

    Example: fab-pipeline explain training_cost openai-gpt-4 recomputed_cost_usd
    """
    for line in explain_cell(fab_pipeline.open_release(), table, key, column):
        print_facts({"line": line.strip(), "depth": (len(line) - len(line.lstrip())) // 2}, line, form)
