"""How `prices` shows one accelerator on one screen: every "lowest", cheapest first, and whose it is.

Belongs here: one line per winning offer with the statistics and forms that it wins, and the words that say what each statistic is.
Does not belong here: the figures (table `accelerator_prices`).
"""

from typing import Final

import click
import polars as pl

from fab_pipeline.commands.output import print_frame
from fab_pipeline.contracts.words import ANY_FORM, STATISTICS
from fab_pipeline.figures import money_text

_PRICE: Final = "price_per_accelerator_hour_usd"
_OFFER: Final = (_PRICE, "winning_quote_id", "provider", "region", "instance_type", "observed_at")
_NO_WINNER: Final = ("median_of_provider_lowest", "p10_on_demand", "p90_on_demand")
_COMMITMENTS: Final[dict[str, str]] = {
    "lowest_spot": "spot",
    "lowest_reserved_12_months": "reserved, 12 months",
    "lowest_reserved_36_months": "reserved, 36 months",
}
_LABELS: Final[dict[str, str]] = {_PRICE: "USD/h", "wins": "is", "instance_type": "offer", "observed_at": "seen"}


def print_prices(rows: pl.DataFrame) -> None:
    """Print one accelerator.

    Args:
        rows: ACCELERATOR_PRICES of one accelerator, date and window, in the order of forms and statistics.
    """
    first = rows.row(0, named=True)
    title = f"{first['accelerator']}: USD per accelerator-hour on {first['as_of_date']} ({first['price_window']}), every lowest"
    priced = rows.filter(pl.col(_PRICE).is_not_null()).with_columns(form=_form())
    if priced.is_empty():
        click.echo(f"{title}: no quote is in force")
    else:
        print_frame(_offers(priced), "table", title=title, labels=_LABELS)
    _print_spread(priced)
    shown = [name for name in STATISTICS if name in set(priced["statistic"])]
    for name in shown:
        click.echo(f"  {name:<26} {STATISTICS[name]}")
    if priced.height and (missing := [name for name in STATISTICS if name not in shown]):
        click.echo(f"  no quote: {', '.join(missing)}")
    expected, present = ((first[name] or "").split("; ") for name in ("sources_expected", "sources_present"))
    absent = sorted(set(expected) - set(present))
    click.echo(f"sources: {len(present)} of {len(expected)} expected were there" + (f"; absent: {', '.join(absent)}" if absent else ""))
    click.echo(f"every form with its quotes: fab-pipeline prices {first['accelerator'].partition(' ')[2]!r} --all")


def _form() -> pl.Expr:
    memory = pl.col("accelerator_memory_gb")
    with_memory = pl.format("{} {} GB", "form_factor", memory.cast(pl.Int64))
    any_form = pl.col("form_factor") == ANY_FORM
    return pl.when(any_form).then(pl.lit("any form")).when(memory > 0).then(with_memory).otherwise("form_factor")


def _offers(priced: pl.DataFrame) -> pl.DataFrame:
    """One row per winning offer: on demand before commitments, cheapest first."""
    commitment = pl.col("statistic").replace_strict(_COMMITMENTS, default="on demand")
    won = priced.filter(~pl.col("statistic").is_in(_NO_WINNER)).with_columns(commitment=commitment)
    by_forms = won.group_by("commitment", *_OFFER, "statistic", maintain_order=True).agg(pl.col("form").str.join(", "))
    by_forms = by_forms.with_columns(wins=pl.format("{} ({})", "statistic", "form"))
    offers = by_forms.group_by("commitment", *_OFFER, maintain_order=True).agg(pl.col("wins").str.join(", "))
    ordered = offers.sort(pl.col("commitment") != "on demand", "commitment", _PRICE, "provider")
    return ordered.with_columns(pl.col(_PRICE).map_elements(money_text, return_dtype=pl.String).str.pad_start(8)).select(
        _PRICE, "wins", "provider", "region", "instance_type", pl.col("observed_at").dt.date()
    )


def _print_spread(priced: pl.DataFrame) -> None:
    spread = priced.filter(pl.col("statistic").is_in(_NO_WINNER))
    for (form,), rows in spread.group_by("form", maintain_order=True):
        values = ", ".join(f"{row['statistic']} {money_text(row[_PRICE])}" for row in rows.to_dicts())
        click.echo(f"  {form}: {values} ({rows['quotes'].max()} quotes, {rows['providers'].max()} providers)")
