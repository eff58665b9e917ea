"""What is doubtful about prices: the prices that are held back, and sources that lost quotes.

Belongs here: the findings about prices. Does not belong here: the checks that hold a price back (`price_holds`), rows that cannot be
quotes at all (the funnel puts them into quarantine), statistics, thresholds on the price of a named accelerator.

Checks (severity warning)
- spot_above_on_demand, price_far_from_others: held back, or released, on the board's date; see `price_holds`.
- price_moved_alone: one finding per move, also of the past, unless other regions followed or the price returned within
  MOVED_TOGETHER_DAYS days; see `price_moved_alone`.
- provider_shrunk: a source's newest snapshot has over 30 % fewer quotes than the one before (dstackai/dstack#2486); what a person
  wrote down is left out, because it is as long as that person made it.
"""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, figure, finding, findings_frame, percent
from fab_pipeline.leaderboards.price_holds import FAR_ABOVE, FAR_BELOW
from fab_pipeline.leaderboards.price_moved_alone import MOVED_BY
from fab_pipeline.leaderboards.quotes_in_force import CARRY_DAYS

SHRUNK_BY: Final = 0.30
"""Loss of quotes that is worth a look. Our own choice: above what sold-out offers do from one day to the next."""

MOVED_TOGETHER_DAYS: Final = 3
"""Days within which moves of several regions count as one. Our own choice: as long as a failing source is carried forward."""

_PRICE: Final = "price_per_accelerator_hour"
_COMPARED: Final = f"compared_{_PRICE}"


def price_findings(quotes: pl.DataFrame, held: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """All findings about prices up to a day.

    Args:
        quotes: PRICE_QUOTES.
        held: HELD_PRICES of the same quotes and day.
        board_date: later observations are left out.

    Returns:
        Frame of FINDINGS, sorted by finding_id.
    """
    known = quotes.filter(pl.col("observed_at").dt.date() <= board_date)
    return findings_frame([*_held_back(held, board_date), *_provider_shrunk(known, board_date)])


def _held_back(held: pl.DataFrame, board_date: date) -> list[FindingRow]:
    still = pl.col("held_to").is_null()
    moved = pl.col("reason") == "price_moved_alone"
    lasted = pl.col("held_to").max().over("offer_key", "since") >= pl.col("since") + timedelta(days=MOVED_TOGETHER_DAYS)
    moves = held.filter(moved).filter((still.any().over("offer_key", "since")) | lasted).sort("held_from", "quote_id")
    others = held.filter(still & pl.col("reason").is_in(list(_WRITTEN)) & ~moved)
    rows = [*moves.unique(["offer_key", "since"], keep="first", maintain_order=True).to_dicts(), *others.to_dicts()]
    return [_WRITTEN[row["reason"]](row, _effect(row, board_date)) for row in rows]


def _effect(row: dict[str, Any], board_date: date) -> str:
    if row["override"] == "released":
        return f"none: released by hand ({row['override_reason']})"
    if row["held_to"] is not None and row["held_to"] < board_date:
        return f"the price was held back from {row['held_from']} to {row['held_to']} and won no statistic (held_prices)"
    return "the price is held back and wins no statistic (held_prices)"


def _spot_row(row: dict[str, Any], effect: str) -> FindingRow:
    spot, on_demand, currency = row[_PRICE], row[_COMPARED], row["currency"]
    return finding(
        "spot_above_on_demand",
        "warning",
        Subject("price_quotes", row["quote_id"]),
        Message(
            f"{_offer(row)}: spot costs {figure(spot)} {currency} per accelerator-hour, "
            f"on demand {figure(on_demand)}; spot is not cheaper.",
            f"{_offer(row)}：竞价实例每卡时 {figure(spot)} {currency}，按需 {figure(on_demand)}；竞价价格并不更低。",
        ),
        [row["quote_id"], row["compared_quote_id"]],
        quantity=_PRICE,
        stated=spot,
        expected_high=on_demand,
        arithmetic=f"{figure(spot)} / {figure(on_demand)} = {figure(spot / on_demand)}",
        effect=effect,
    )


def _far_row(row: dict[str, Any], effect: str) -> FindingRow:
    price, median, currency = row[_PRICE], row[_COMPARED], row["currency"]
    return finding(
        "price_far_from_others",
        "warning",
        Subject("price_quotes", row["quote_id"]),
        Message(
            f"{_offer(row)}: {figure(price)} {currency} per accelerator-hour is far from {figure(median)}, the median of the lowest prices "
            "of all providers.",
            f"{_offer(row)}：每卡时 {figure(price)} {currency}，与各供应商最低价的中位数 {figure(median)} 相差悬殊。",
        ),
        [row["quote_id"]],
        quantity=_PRICE,
        stated=price,
        expected_low=FAR_BELOW * median,
        expected_high=FAR_ABOVE * median,
        arithmetic=f"{figure(price)} / {figure(median)} = {figure(price / median)}",
        effect=effect,
    )


def _moved_row(row: dict[str, Any], effect: str) -> FindingRow:
    price, before, currency, since = row[_PRICE], row[_COMPARED], row["currency"], row["since"]
    return finding(
        "price_moved_alone",
        "warning",
        Subject("price_changes", f"{row['offer_key']} | {since}"),
        Message(
            f"{_offer(row)}: the list price went from {figure(before)} to {figure(price)} {currency} per accelerator-hour on {since}, "
            "while the other regions of the same instance type kept theirs.",
            f"{_offer(row)}：列表价于 {since} 由每卡时 {figure(before)} 变为 {figure(price)} {currency}，同一机型的其他区域未随之变动。",
        ),
        [row["quote_id"], row["compared_quote_id"]],
        quantity=_PRICE,
        stated=price,
        expected_low=(1 - MOVED_BY) * before,
        expected_high=(1 + MOVED_BY) * before,
        arithmetic=f"{figure(price)} / {figure(before)} = {figure(price / before)}",
        effect=effect,
    )


_WRITTEN: Final[dict[str, Callable[[dict[str, Any], str], FindingRow]]] = {
    "spot_not_below_on_demand": _spot_row,
    "price_far_from_others": _far_row,
    "price_moved_alone": _moved_row,
}


def _provider_shrunk(quotes: pl.DataFrame, board_date: date) -> list[FindingRow]:
    whole = ~pl.col("dated_fact") & (pl.col("origin") != "transcribed")
    snapshots = quotes.filter(whole).group_by("source", "snapshot_id").agg(pl.col("observed_at").max(), rows=pl.len())
    previous = (
        pl.col(column).shift(1).over("source", order_by=("observed_at", "snapshot_id")).alias(f"{column}_before")
        for column in ("rows", "snapshot_id")
    )
    newest = snapshots.with_columns(previous).sort("observed_at", "snapshot_id").unique("source", keep="last")
    current = pl.col("observed_at").dt.date() >= board_date - timedelta(days=CARRY_DAYS)
    shrunk = newest.filter(current & (pl.col("rows") < (1 - SHRUNK_BY) * pl.col("rows_before")))
    return [_shrunk_row(row) for row in shrunk.to_dicts()]


def _shrunk_row(row: dict[str, Any]) -> FindingRow:
    source, rows, before = row["source"], row["rows"], row["rows_before"]
    fell = percent(1 - rows / before)
    return finding(
        "provider_shrunk",
        "warning",
        Subject("sources", source),
        Message(
            f"{source}: the newest snapshot has {rows} quotes, the one before had {before}: {fell} fewer.",
            f"{source}：最新快照有 {rows} 条报价，上一份有 {before} 条，减少 {fell}。",
        ),
        [row["snapshot_id"], row["snapshot_id_before"]],
        detail=row["snapshot_id"],
        quantity="rows",
        stated=float(rows),
        expected_low=(1 - SHRUNK_BY) * before,
        arithmetic=f"1 - {rows} / {before} = {fell}",
        effect="the statistics rest on fewer quotes of this source",
    )


def _offer(row: dict[str, Any]) -> str:
    return " ".join(str(part) for part in (row["provider"], row["instance_type"], row["region"], f"({row['accelerator']})") if part)
