"""What is doubtful about prices, by general checks over quotes and their history.

Belongs here: checks that compare quotes with each other. Does not belong here: rows that cannot be quotes at all (the funnel puts them
into quarantine), statistics, thresholds on the price of a named accelerator. A price that is found doubtful is shown, not removed.

Checks (severity warning)
- spot_above_on_demand: on the board's date a spot price is not below the on-demand price of the same provider, instance type, region
  and accelerator (seen for Azure ND96isr_H200_v5 in uksouth, 106.00 and 106.00, and for RunPod, skypilot-org/skypilot#4914).
- provider_shrunk: a source's newest snapshot has over 30 % fewer quotes than the one before (dstackai/dstack#2486).
- price_moved_alone: the list price of an instance type moved by over 40 % in one region and in none of its other regions within
  MOVED_TOGETHER_DAYS days (Azure ND96amsr_A100_v4 in polandcentral, 46.86 → 7.69 → 46.89 in 2025). Spot prices and marketplaces move
  by region as a rule and are left out.
"""

from datetime import date, timedelta
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import words
from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, figure, finding, findings_frame, percent
from fab_pipeline.leaderboards.price_changes import price_changes
from fab_pipeline.leaderboards.quotes_in_force import CARRY_DAYS, in_force

SHRUNK_BY: Final = 0.30
"""Loss of quotes that is worth a look. Our own choice: above what sold-out offers do from one day to the next."""

MOVED_BY: Final = 0.40
"""Move that is worth a look (ewyluda/gpu-price-index docs/methodology.md, 2026-10: drift over 40 % warns)."""

MOVED_TOGETHER_DAYS: Final = 3
"""Days within which moves of several regions count as one. Our own choice: as long as a failing source is carried forward."""

_PRICE: Final = "price_per_accelerator_hour"
_STAYS: Final = "none: the price takes part in the statistics as it stands"
_IDENTITY: Final = ("accelerator", "form_factor", "accelerator_memory_gb", "partition", "accelerator_count", "currency")
_SAME_INSTANCE: Final = ("provider", "instance_type", "region", *_IDENTITY)
_SAME_TYPE: Final = (
    "source",
    "provider",
    "instance_type",
    "accelerator",
    "form_factor",
    "accelerator_memory_gb",
    "purchase_option",
    "term_months",
    "currency",
)


def price_findings(quotes: pl.DataFrame, board_date: date) -> pl.DataFrame:
    """All findings about prices up to a day.

    Args:
        quotes: PRICE_QUOTES.
        board_date: spot prices are compared as they hold on this day; later observations and changes are left out.

    Returns:
        Frame of FINDINGS, sorted by finding_id.
    """
    known = quotes.filter(pl.col("observed_at").dt.date() <= board_date)
    return findings_frame(
        [*_spot_above_on_demand(known, board_date), *_provider_shrunk(known, board_date), *_price_moved_alone(known, board_date)]
    )


def _spot_above_on_demand(quotes: pl.DataFrame, board_date: date) -> list[FindingRow]:
    held = in_force(quotes, board_date).filter(
        pl.col("price_kind").is_in(words.WINNING_PRICE_KINDS) & pl.col("instance_type").is_not_null()
    )
    on_demand = held.filter(pl.col("purchase_option") == "on_demand").sort(_PRICE, "quote_id").unique(_SAME_INSTANCE, keep="first")
    pairs = (
        held.filter(pl.col("purchase_option") == "spot")
        .join(on_demand.select(*_SAME_INSTANCE, _PRICE, "quote_id"), on=_SAME_INSTANCE, nulls_equal=True, suffix="_on_demand")
        .filter(pl.col(_PRICE) >= pl.col(f"{_PRICE}_on_demand"))
    )
    return [_spot_row(pair) for pair in pairs.to_dicts()]


def _spot_row(pair: dict[str, Any]) -> FindingRow:
    spot, on_demand, currency = pair[_PRICE], pair[f"{_PRICE}_on_demand"], pair["currency"]
    return finding(
        "spot_above_on_demand",
        "warning",
        Subject("price_quotes", pair["quote_id"]),
        Message(
            f"{_offer(pair)}: spot costs {figure(spot)} {currency} per accelerator-hour, "
            f"on demand {figure(on_demand)}; spot is not cheaper.",
            f"{_offer(pair)}：竞价实例每卡时 {figure(spot)} {currency}，按需 {figure(on_demand)}；竞价价格并不更低。",
        ),
        [pair["quote_id"], pair["quote_id_on_demand"]],
        quantity=_PRICE,
        stated=spot,
        expected_high=on_demand,
        arithmetic=f"{figure(spot)} / {figure(on_demand)} = {figure(spot / on_demand)}",
        effect=_STAYS,
    )


def _provider_shrunk(quotes: pl.DataFrame, board_date: date) -> list[FindingRow]:
    snapshots = quotes.filter(~pl.col("dated_fact")).group_by("source", "snapshot_id").agg(pl.col("observed_at").max(), rows=pl.len())
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


def _price_moved_alone(quotes: pl.DataFrame, board_date: date) -> list[FindingRow]:
    listed = (pl.col("price_kind") == "list") & (pl.col("purchase_option") != "spot") & (pl.col("provider_kind") != "marketplace")
    named = pl.col("instance_type").is_not_null() & pl.col("region").is_not_null()
    changes = price_changes(quotes.filter(listed & named)).filter(pl.col("valid_from") <= board_date)
    before = pl.col("quote_id").shift(1).over("offer_key", order_by="valid_from")
    moves = changes.with_columns(quote_id_before=before).filter(_moved("change_ratio"))
    elsewhere = changes.select(*_SAME_TYPE, "region", "valid_from", "valid_to", "change_ratio")
    pairs = moves.join(elsewhere, on=_SAME_TYPE, nulls_equal=True, suffix="_other").filter(pl.col("region") != pl.col("region_other"))

    start, start_other = pl.col("valid_from"), pl.col("valid_from_other")
    moved_too = _moved("change_ratio_other") & ((start_other - start).abs() <= timedelta(days=MOVED_TOGETHER_DAYS))
    in_force_then = (start_other <= start) & (pl.col("valid_to_other").is_null() | (pl.col("valid_to_other") >= start))
    judged = pairs.group_by("offer_key", "valid_from").agg(
        moved_too=moved_too.fill_null(False).any(), regions=pl.col("region_other").filter(in_force_then).n_unique()
    )
    alone = judged.filter(~pl.col("moved_too") & (pl.col("regions") > 0))
    return [_moved_row(row) for row in moves.join(alone, on=["offer_key", "valid_from"]).to_dicts()]


def _moved(ratio: str) -> pl.Expr:
    return (pl.col(ratio) - 1).abs() > MOVED_BY


def _moved_row(row: dict[str, Any]) -> FindingRow:
    price, before, currency, start, regions = row[_PRICE], row[f"previous_{_PRICE}"], row["currency"], row["valid_from"], row["regions"]
    return finding(
        "price_moved_alone",
        "warning",
        Subject("price_changes", f"{row['offer_key']} | {start}"),
        Message(
            f"{_offer(row)}: the list price went from {figure(before)} to {figure(price)} {currency} per accelerator-hour on {start}, "
            f"while {regions} other region(s) of the same instance type kept theirs.",
            f"{_offer(row)}：列表价于 {start} 由每卡时 {figure(before)} 变为 {figure(price)} {currency}，"
            f"同一机型的其他 {regions} 个区域未随之变动。",
        ),
        [row["quote_id"], row["quote_id_before"]],
        quantity=_PRICE,
        stated=price,
        expected_low=(1 - MOVED_BY) * before,
        expected_high=(1 + MOVED_BY) * before,
        arithmetic=f"{figure(price)} / {figure(before)} = {figure(row['change_ratio'])}",
        effect=_STAYS,
    )


def _offer(row: dict[str, Any]) -> str:
    return " ".join(str(part) for part in (row["provider"], row["instance_type"], row["region"], f"({row['accelerator']})") if part)
