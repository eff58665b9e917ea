"""Command `overrides`: which prices are held back, and a person's decision to release one or to hold one back.

Does not belong here: the file (`pipeline.overrides`) and the checks (`leaderboards.price_holds`). A decision takes effect with the next
run, which builds the prices anew.
"""

from datetime import UTC, datetime
from typing import Final

import click
import polars as pl

import fab_pipeline
from fab_pipeline.commands.output import facts_option, format_option, print_facts, print_frame, user_command
from fab_pipeline.errors import UsageError
from fab_pipeline.settings import Settings

SHORT: Final[tuple[str, ...]] = (
    *("quote_id", "reason", "held_from", "held_to", "accelerator", "price_per_accelerator_hour", "currency"),
    *("detail", "override", "override_reason"),
)
"""Columns of the table form; CSV and JSON have all."""

_reason = click.option("--reason", required=True, help="Why, in one line; published beside the price.")
_by = click.option("--by", help="Who decides; published beside the price.")


@click.group(invoke_without_command=True)
@click.option("--all", "everything", is_flag=True, help="Also prices that were held back on earlier days only.")
@format_option
@click.pass_context
@user_command
def overrides(ctx: click.Context, everything: bool, form: str) -> None:
    """List held-back prices; release one or hold one back.

    A held-back price stays in the quotes and is shown, but sets no statistic. KEY is a quote id (that offer at that price) or an offer key
    (that offer at any price).

    Example: fab-pipeline overrides release QUOTE_ID --reason "confirmed by the vendor's page"
    """
    if ctx.invoked_subcommand is not None:
        return
    held = fab_pipeline.load("held_prices")
    shown = held if everything else held.filter(pl.col("held_to").is_null())
    print_frame(shown.select(SHORT) if form == "table" else shown, form, title="held_prices: prices that win no statistic")
    if form == "table":
        click.echo(f"{shown.height} held back or released on the board's date, {held.height} in all (--all)")


@overrides.command()
@click.argument("key")
@_reason
@_by
@facts_option
@user_command
def release(key: str, reason: str, by: str | None, form: str) -> None:
    """Let a held-back price take part again.

    Example: fab-pipeline overrides release QUOTE_ID --reason "confirmed by the vendor's page" --by "A. Reader"
    """
    _decide(key, "released", reason, by, form)


@overrides.command()
@click.argument("key")
@_reason
@_by
@facts_option
@user_command
def hold(key: str, reason: str, by: str | None, form: str) -> None:
    """Keep any price back.

    Example: fab-pipeline overrides hold OFFER_KEY --reason "the vendor's page shows another price"
    """
    _decide(key, "held", reason, by, form)


@overrides.command()
@click.argument("key")
@facts_option
@user_command
def clear(key: str, form: str) -> None:
    """Take a decision back; the general checks decide again.

    Example: fab-pipeline overrides clear QUOTE_ID
    """
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.pipeline.overrides import read_overrides, write_overrides

    settings = _writable()
    with at_work(settings, "overrides"):
        known = read_overrides(settings)
        left = known.filter(pl.col("key") != key)
        if left.height == known.height:
            raise UsageError(f"there is no decision about {key!r}; decided: {'; '.join(known['key'].head(5)) or 'nothing'}")
        path = write_overrides(settings, left)
    print_facts({"key": key, "decision": None, "file": str(path)}, f"cleared {key} in {path}; next: fab-pipeline run", form)


def _decide(key: str, decision: str, reason: str, by: str | None, form: str) -> None:
    from fab_pipeline.leaderboards.price_holds import OVERRIDES_SCHEMA
    from fab_pipeline.pipeline.at_work import at_work
    from fab_pipeline.pipeline.overrides import read_overrides, write_overrides

    why, who = " ".join(reason.split()), " ".join((by or "").split()) or None
    if not why:
        raise UsageError('a decision needs a reason: --reason "…"')
    settings = _writable()
    concerned = _quotes_of(key)
    entry = {
        "key": key,
        "override": decision,
        "override_reason": why,
        "overridden_by": who,
        "overridden_on": datetime.now(UTC).date(),
    }
    with at_work(settings, "overrides"):
        known = read_overrides(settings).filter(pl.col("key") != key)
        path = write_overrides(settings, pl.concat([known, pl.DataFrame([entry], schema=OVERRIDES_SCHEMA)]))
    said = f"{decision} {key} ({concerned} quotes) in {path}; next: fab-pipeline run"
    print_facts({"key": key, "decision": decision, "reason": why, "quotes": concerned, "file": str(path)}, said, form)


def _quotes_of(key: str) -> int:
    """How many quotes of the current release a decision about the key concerns."""
    quotes = fab_pipeline.load("price_quotes").select("quote_id", "offer_key", "price_per_accelerator_hour")
    same = quotes.filter(pl.col("quote_id") == key).select("offer_key", "price_per_accelerator_hour")
    concerned = quotes.join(same, on=same.columns, how="semi", nulls_equal=True).height or quotes.filter(pl.col("offer_key") == key).height
    if not concerned:
        raise UsageError(f"{key!r} is neither a quote id nor an offer key of the current release; see fab-pipeline overrides --format csv")
    return concerned


def _writable() -> Settings:
    settings = Settings.from_environment()
    settings.require_writable()
    return settings
