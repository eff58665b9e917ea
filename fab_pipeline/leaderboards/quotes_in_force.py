"""Which quotes hold on which days.

Belongs here: how long a snapshot and a dated fact speak for, which of them gives way, which days are worth a row, and which sources
were there. Does not belong here: what is computed over the quotes that hold.

Rules
- Snapshot quotes (`dated_fact` false) hold from the day their source was seen until the day before it is seen again, at most
  CARRY_DAYS days. Of several observations of one day, an offer's newest counts.
- Dated facts hold from their effective day (`effective_from`, else the day of `observed_at`) until the day before the offer's next
  fact, or until `valid_to`.
- A price announced for later (`effective_from` after the day) does not hold before that day.
- A statement replaces an older one of the same offer only if it says the same kind of thing: a bid or a teaser beside a list price
  leaves the list price alone, "contact us" in its place ends it. Statements of one offer made in the same observation all hold.
- A dated fact gives way on a day to a snapshot of the same provider for the same accelerator, memory, form, purchase option and term; a
  memory or form that one of the two does not say fits any ("HGX H100" on the page of today, 80 GB in the fact of last year).

Everything that touches quotes is written against narwhals (lazy), so that it runs on polars here and on a cluster elsewhere; days are
UTC and come as a frame with one Date column `as_of_date`.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Final

import narwhals.stable.v2 as nw
import polars as pl

from fab_pipeline.contracts import words

Frame = nw.LazyFrame[Any]

CARRY_DAYS: Final = 3
"""Days for which the last good capture of a failing source stands in (as ewyluda/gpu-price-index docs/methodology.md)."""

EXPECTED_DAYS: Final = 30
"""Days after its last observation for which a source is still expected; after that it counts as discontinued. Our own choice."""

PRICE_STATEMENTS: Final = (*words.WINNING_PRICE_KINDS, "contact")
"""Kinds that state what the offer costs: a price that can be paid, or that there is none in public."""

COMPARABLE: Final = (
    (nw.col("partition") == "full")
    & nw.col("source_status").is_in(words.WINNING_SOURCE_STATUS)
    & nw.col("market").is_in(words.WINNING_MARKETS)
    & (nw.col("operating_system").fill_null("linux") == "linux")
)
"""A whole accelerator under Linux that every customer can rent, from a source whose reading is proven."""

SAME_COMMITMENT: Final = ("as_of_date", "provider", "accelerator", "purchase_option", "term")
COVERED: Final = (*SAME_COMMITMENT, "accelerator_memory_gb", "form_factor")

_NEVER: Final = date(1000, 1, 1)
_FOREVER: Final = date(9999, 12, 31)
_DAY: Final = timedelta(days=1)


def days_frame(days: Iterable[date]) -> Frame:
    """The days as a lazy narwhals frame (polars) with the column `as_of_date`, sorted, each once."""
    frame = pl.LazyFrame({"as_of_date": sorted(set(days))}, schema={"as_of_date": pl.Date})
    return nw.from_native(frame)


def in_force(quotes: pl.DataFrame, day: date) -> pl.DataFrame:
    """Quotes that hold on a day.

    Args:
        quotes: PRICE_QUOTES, any number of observations.
        day: UTC day.

    Returns:
        The same columns, sorted by quote_id; `carried_forward` is true where the source was last seen on an earlier day.
    """
    frame: pl.DataFrame = held_within_reach(quotes, [day]).to_native().select(quotes.columns).collect()
    return frame.sort("quote_id")


def held_within_reach(quotes: pl.DataFrame, days: Iterable[date]) -> Frame:
    """`held_on` for polars quotes, leaving out at once the snapshots that no rule could make hold on any of the days."""
    wanted = sorted(set(days))
    first, last = (wanted[0], wanted[-1]) if wanted else (_NEVER, _NEVER)
    seen_on = pl.col("observed_at").dt.date()
    within_reach = pl.col("dated_fact") | seen_on.is_between(pl.lit(first).dt.offset_by(f"-{CARRY_DAYS}d"), pl.lit(last))
    return held_on(nw.from_native(quotes.lazy().filter(within_reach)), days_frame(wanted))


def held_on(quotes: Frame, days: Frame) -> Frame:
    """Every quote once for each of the days on which it holds.

    Args:
        quotes: PRICE_QUOTES columns.
        days: `as_of_date`.

    Returns:
        The columns of `quotes` (`carried_forward` set for the day) and `as_of_date`.
    """
    columns = [name for name in quotes.collect_schema().names() if name != "carried_forward"]
    snapshots = _snapshots_on(_snapshot_spans(quotes), days)
    covering = snapshots.filter(COMPARABLE & nw.col("price_kind").is_in(PRICE_STATEMENTS)).select(*COVERED).unique()
    facts = _fact_spans(quotes).join(days, how="cross").filter(_within_span())
    facts = _without_covered(facts, covering).with_columns(carried_forward=nw.lit(False))
    kept = ("as_of_date", *columns, "carried_forward")
    return nw.concat([snapshots.select(*kept), facts.select(*kept)], how="vertical")


def speaking(quotes: Frame) -> Frame:
    """Quotes with the day from which each speaks, and about what.

    Added are `seen_on` (day of observation), `start` (first day for which the quote speaks), `next_seen` (next day on which its snapshot
    source was seen, null for the newest), `lane` (statements that replace each other), `announced` and `term` (without nulls).
    """
    states_price = nw.col("price_kind").is_in(PRICE_STATEMENTS)
    of_fact, of_snapshot = nw.col("effective_from").fill_null(nw.col("seen_on")), nw.max_horizontal("seen_on", "effective_from")
    dated = quotes.with_columns(seen_on=nw.col("observed_at").dt.date()).join(
        _observation_days(quotes), on=["source", "seen_on"], how="left"
    )
    return dated.with_columns(
        start=nw.when(nw.col("dated_fact")).then(of_fact).otherwise(of_snapshot),
        announced=nw.col("effective_from").fill_null(nw.lit(_NEVER)),
        lane=nw.when(states_price).then(nw.lit("price")).otherwise(nw.col("price_kind")),
        term=nw.col("term_months").fill_null(nw.lit(0)),
    )


def _without_covered(facts: Frame, covering: Frame) -> Frame:
    """Facts without those on the days on which a snapshot speaks for the same product (`covering`: COVERED)."""
    memory, form = nw.col("accelerator_memory_gb"), nw.col("form_factor")
    seen_memory, seen_form = nw.col("accelerator_memory_gb_seen"), nw.col("form_factor_seen")
    same_memory = (memory == seen_memory) | (memory == 0) | (seen_memory == 0)
    same_form = (form == seen_form) | (form == "unknown") | (seen_form == "unknown")
    key = ["quote_id", "as_of_date"]
    stated = facts.select(*key, *(name for name in COVERED if name not in key))
    covered = stated.join(covering, on=list(SAME_COMMITMENT), suffix="_seen").filter(same_memory & same_form)
    return facts.join(covered.select(*key).unique(), on=key, how="anti")


def without_held_back(in_force_on: Frame, held_back: Frame) -> Frame:
    """Quotes and days of `held_on` without those on which a price is held back; it still took the place of what it replaced.

    Args:
        in_force_on: from `held_on`.
        held_back: `price_holds.held_back`: quote_id, held_from, held_to (null = from then on).
    """
    key = ["quote_id", "as_of_date"]
    spans = in_force_on.select(*key).join(held_back, on="quote_id")
    ended = nw.col("held_to").fill_null(nw.lit(_FOREVER))
    barred = spans.filter((nw.col("held_from") <= nw.col("as_of_date")) & (nw.col("as_of_date") <= ended))
    return in_force_on.join(barred.select(*key).unique(), on=key, how="anti")


def as_of_days(quotes: pl.DataFrame, board_date: date) -> list[date]:
    """Days up to `board_date` on which a source was seen or a price took effect, and `board_date` itself; sorted."""
    frame: Frame = nw.from_native(quotes.lazy())
    parts = [_observation_days(frame).select(day=nw.col("seen_on"))]
    parts += [spans.filter(_holds()).select(day=nw.col("start")) for spans in (_snapshot_reach(frame), _fact_reach(frame))]
    days = nw.concat(parts, how="vertical").unique().filter(nw.col("day") <= nw.lit(board_date)).to_native()
    return sorted({board_date, *days.collect()["day"].to_list()})


def sources_on(quotes: pl.DataFrame, days: Iterable[date]) -> pl.DataFrame:
    """Which sources should have been there on each day, and which were.

    A source is expected while it has dated facts in force or was seen within the last EXPECTED_DAYS days; it is present while it has
    dated facts in force or was seen within the last CARRY_DAYS days.

    Returns:
        as_of_date, sources_expected, sources_present (names joined by '; ', null where there is none).
    """
    frame: Frame = nw.from_native(quotes.lazy())
    wanted = pl.LazyFrame({"as_of_date": sorted(set(days))}, schema={"as_of_date": pl.Date})
    seen: pl.LazyFrame = _observation_days(frame).to_native()
    seen = seen.select(
        "source", start="seen_on", end=pl.min_horizontal(pl.col("next_seen") - _DAY, pl.col("seen_on") + EXPECTED_DAYS * _DAY)
    )
    facts: pl.LazyFrame = _fact_spans(frame).select("source", "start", "end").unique().to_native()
    spans = pl.concat([seen.with_columns(last="start"), facts.with_columns(last="end")])
    known = wanted.join_where(spans, pl.col("start") <= pl.col("as_of_date"), pl.col("as_of_date") <= pl.col("end"))
    present = pl.col("as_of_date") - pl.col("last") <= CARRY_DAYS * _DAY
    listed = known.group_by("as_of_date").agg(
        sources_expected=pl.col("source").unique().sort().str.join("; "),
        sources_present=pl.col("source").filter(present).unique().sort().str.join("; "),
    )
    frames = wanted.join(listed, on="as_of_date", how="left").with_columns(pl.col("sources_present").replace("", None))
    return frames.collect().sort("as_of_date")


def _observation_days(quotes: Frame) -> Frame:
    """Snapshot sources, the days on which they were seen, and for each the next such day (null for the newest)."""
    seen = quotes.filter(~nw.col("dated_fact")).select("source", seen_on=nw.col("observed_at").dt.date()).unique()
    return seen.with_columns(next_seen=nw.col("seen_on").shift(-1).over("source", order_by="seen_on"))


def _snapshot_spans(quotes: Frame) -> Frame:
    return _until_superseded(_snapshot_reach(quotes), offer=["offer_key", "lane", "seen_on"], newest=["observed_at", "announced"])


def _snapshot_reach(quotes: Frame) -> Frame:
    """Snapshot quotes with the first and last day on which their source lets them hold."""
    snapshots = speaking(quotes).filter(~nw.col("dated_fact"))
    return snapshots.with_columns(end=nw.min_horizontal(_shifted("seen_on", CARRY_DAYS), _shifted("next_seen", -1)))


def _fact_spans(quotes: Frame) -> Frame:
    return _until_superseded(_fact_reach(quotes), offer=["offer_key", "lane"], newest=["start", "observed_at"])


def _fact_reach(quotes: Frame) -> Frame:
    """Dated facts with their effective day and the last day that they name themselves."""
    facts = speaking(quotes).filter(nw.col("dated_fact"))
    return facts.with_columns(end=nw.col("valid_to").fill_null(nw.lit(_FOREVER)))


def _until_superseded(spans: Frame, *, offer: list[str], newest: list[str]) -> Frame:
    """End each span on the day before a newer statement about its offer starts, and drop those that never hold.

    `newest` orders the statements of an offer; equal ones start on the same day and all hold.
    """
    keys = dict.fromkeys([*offer, *newest])
    order = list(newest)
    statements = spans.select(*dict.fromkeys([*keys, "start"])).unique()
    statements = statements.with_columns(replaced_on=nw.col("start").cum_min(reverse=True).over(*offer, order_by=order))
    statements = statements.with_columns(replaced_on=nw.col("replaced_on").shift(-1).over(*offer, order_by=order))
    joined = spans.join(statements.select(*keys, "replaced_on"), on=list(keys))
    ended = joined.with_columns(end=nw.min_horizontal("end", _shifted("replaced_on", -1)))
    return ended.filter(_holds()).drop("replaced_on")


def _snapshots_on(spans: Frame, days: Frame) -> Frame:
    """Joined by the few days on which a quote that holds can have been seen, instead of comparing each quote with each day."""
    reach = [days.with_columns(seen_on=_shifted("as_of_date", -carried)) for carried in range(CARRY_DAYS + 1)]
    held = spans.join(nw.concat(reach, how="vertical"), on="seen_on").filter(_within_span())
    return held.with_columns(carried_forward=nw.col("seen_on") < nw.col("as_of_date"))


def _holds() -> nw.Expr:
    return nw.col("start") <= nw.col("end")


def _within_span() -> nw.Expr:
    return (nw.col("start") <= nw.col("as_of_date")) & (nw.col("as_of_date") <= nw.col("end"))


def _shifted(column: str, days: int) -> nw.Expr:
    """The day `days` later; cast back, because some engines make a timestamp of it."""
    return nw.col(column).dt.offset_by(f"{days}d").cast(nw.Date)
