"""Semantic checks that a set of tables must pass before it may become a release.

Belongs here: pure checks over frames, each a named function that returns what is wrong, in one line each, or nothing. They catch faults
of the pipeline, not of the sources: a contradiction inside a source is a finding and never stops a release. The command line and the
Dagster asset checks run the same list. A failed check keeps the last good release in place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from fab_pipeline.contracts.words import WINNING_PRICE_KINDS, WINNING_SOURCE_STATUS

Frames = Mapping[str, pl.DataFrame]


@dataclass(frozen=True)
class ReleaseCheck:
    """One named check: the table it is shown at, what it demands, and the function that returns the faults."""

    name: str
    table: str
    demands: str
    faults: Callable[[Frames], list[str]]


def _board_has_runs(frames: Frames) -> list[str]:
    return [] if frames["training_cost"].height else ["training_cost has no run: no training-cost page could be read"]


def _prices_have_values(frames: Frames) -> list[str]:
    priced = frames["accelerator_prices"].filter(pl.col("price_per_accelerator_hour_usd").is_not_null())
    return [] if priced.height else ["accelerator_prices has no value: no price snapshot in force holds a usable quote"]


def _winners_exist(frames: Frames) -> list[str]:
    prices, quotes = frames["accelerator_prices"], frames["price_quotes"]
    won = prices.filter(pl.col("winning_quote_id").is_not_null())
    lost = won.join(quotes, left_on="winning_quote_id", right_on="quote_id", how="anti")
    return [
        f"{row['statistic']} of {row['accelerator']}: winning quote {row['winning_quote_id']} is not in price_quotes"
        for row in lost.head(5).to_dicts()
    ]


def _only_winning_kinds_win(frames: Frames) -> list[str]:
    won = frames["accelerator_prices"].join(
        frames["price_quotes"], left_on="winning_quote_id", right_on="quote_id", how="inner", suffix="_quote"
    )
    wrong = won.filter(
        ~pl.col("price_kind").is_in(WINNING_PRICE_KINDS)
        | ~pl.col("source_status").is_in(WINNING_SOURCE_STATUS)
        | ((pl.col("purchase_option") != "on_demand") & ~pl.col("statistic").str.contains("spot|reserved"))
    )
    return [
        f"{row['statistic']} of {row['accelerator']} is won by a {row['price_kind']} {row['purchase_option']} quote"
        for row in wrong.head(5).to_dicts()
    ]


def _winner_has_the_price(frames: Frames) -> list[str]:
    won = frames["accelerator_prices"].join(
        frames["price_quotes"], left_on="winning_quote_id", right_on="quote_id", how="inner", suffix="_quote"
    )
    differs = won.filter((pl.col("price_per_accelerator_hour_usd") - pl.col("price_per_accelerator_hour_usd_quote")).abs() > 1e-9)
    return [f"{row['statistic']} of {row['accelerator']}: value differs from its winning quote" for row in differs.head(5).to_dicts()]


def _recompute_is_the_product(frames: Frames) -> list[str]:
    board = frames["training_cost"].filter(pl.col("recomputed_cost_usd").is_not_null())
    product = pl.col("accelerator_hours") * pl.col("rent_usd_per_accelerator_hour")
    wrong = board.filter(product.is_null() | ((pl.col("recomputed_cost_usd") - product).abs() > 0.005))
    return [f"{row['run_id']}: recomputed_cost_usd is not accelerator_hours x rent" for row in wrong.head(5).to_dicts()]


def _claims_stand_behind_runs(frames: Frames) -> list[str]:
    orphans = frames["training_cost"].join(frames["training_claims"], on="run_id", how="anti")
    of_runs = frames["training_claims"].filter(~pl.col("of_family").fill_null(value=False))
    missing = of_runs.select("run_id").unique().join(frames["training_cost"], on="run_id", how="anti")
    return [f"{key}: on the board without a claim" for key in orphans["run_id"]] + [
        f"{key}: claimed but not on the board" for key in missing["run_id"]
    ]


def _findings_have_subjects(frames: Frames) -> list[str]:
    about_runs = frames["findings"].filter(pl.col("subject_table") == "training_cost")
    lost = about_runs.join(frames["training_cost"], left_on="subject_key", right_on="run_id", how="anti")
    return [f"finding {key} is about a run that is not on the board" for key in lost["finding_id"].head(5)]


def _every_claim_is_accounted_for(frames: Frames) -> list[str]:
    claims, use, board = frames["vendor_claims"], frames["vendor_claim_use"], frames["vendor_metrics"]
    dropped = claims.join(use, on="claim_id", how="anti")["claim_id"].head(5)
    silent = use.filter((pl.col("use") == "excluded") & pl.col("reasons").is_null())["claim_id"].head(5)
    lost = use.drop_nulls("comparability_key").join(board, on=["comparability_key", "vendor"], how="anti")["claim_id"].head(5)
    return (
        [f"claim {key} is nowhere in vendor_claim_use" for key in dropped]
        + [f"claim {key} is excluded without a reason" for key in silent]
        + [f"claim {key} enters a key that vendor_metrics does not have" for key in lost]
    )


def _positions_are_narrow(frames: Frames) -> list[str]:
    ranking = frames["vendor_ranking"]
    return [
        f"{row['vendor']}: a {prefix}position is printed over ranks {row[f'{prefix}rank_low']} to {row[f'{prefix}rank_high']}"
        for prefix in ("", "third_party_")
        for row in ranking.filter(
            pl.col(f"{prefix}position").is_not_null() & (pl.col(f"{prefix}rank_high") - pl.col(f"{prefix}rank_low") > 1)
        ).to_dicts()
    ]


def _dense_is_not_sparse(frames: Frames) -> list[str]:
    specs = frames["accelerator_specs"].filter((pl.col("spec") == "peak_matrix_rate") & pl.col("value").is_not_null())
    part = ["accelerator", "form_factor", "accelerator_memory_gb", "precision"]
    dense, sparse = (specs.filter(pl.col("density") == density).select(*part, "value") for density in ("dense", "sparse"))
    wrong = dense.join(sparse, on=part, suffix="_sparse").filter(pl.col("value") >= pl.col("value_sparse"))
    return [f"{row['accelerator']} {row['form_factor']} {row['precision']}: dense is not below sparse" for row in wrong.head(5).to_dicts()]


def _compute_price_is_the_quotient(frames: Frames) -> list[str]:
    cost = pl.col("usd_per_1e15_dense_bf16_flop_at_peak")
    quotient = pl.col("price_per_accelerator_hour_usd") / (pl.col("peak_dense_tflops") * 3.6)
    wrong = frames["compute_prices"].filter(cost.is_not_null() & (quotient.is_null() | ((cost / quotient - 1).abs() > 1e-9)))
    return [f"{row['statistic']} of {row['accelerator']}: not price over operations at peak" for row in wrong.head(5).to_dicts()]


def _speeds_rest_on_claims(frames: Frames) -> list[str]:
    lost = frames["speed_claims"].join(frames["vendor_claims"], on="claim_id", how="anti")
    return [f"{key}: judged without a claim" for key in lost["claim_id"].head(5)]


RELEASE_CHECKS: Final[tuple[ReleaseCheck, ...]] = (
    ReleaseCheck("board_has_runs", "training_cost", "the board has at least one run", _board_has_runs),
    ReleaseCheck(
        "claims_stand_behind_runs", "training_cost", "each run has claims, and each claimed run is shown", _claims_stand_behind_runs
    ),
    ReleaseCheck(
        "recompute_is_the_product",
        "training_cost",
        "each recompute equals accelerator-hours times the rent shown",
        _recompute_is_the_product,
    ),
    ReleaseCheck("prices_have_values", "accelerator_prices", "at least one statistic has a value", _prices_have_values),
    ReleaseCheck("winners_exist", "accelerator_prices", "each winning quote is in price_quotes", _winners_exist),
    ReleaseCheck(
        "only_winning_kinds_win",
        "accelerator_prices",
        "list, live or dynamic prices of proven sources win, nothing else",
        _only_winning_kinds_win,
    ),
    ReleaseCheck("winner_has_the_price", "accelerator_prices", "each lowest price equals its winning quote", _winner_has_the_price),
    ReleaseCheck(
        "every_claim_is_accounted_for",
        "vendor_claim_use",
        "each claim of a vendor is compared, covers, or says why not",
        _every_claim_is_accounted_for,
    ),
    ReleaseCheck(
        "positions_are_narrow",
        "vendor_ranking",
        "a position is printed only where its interval covers at most two ranks",
        _positions_are_narrow,
    ),
    ReleaseCheck(
        "dense_is_not_sparse", "accelerator_specs", "no dense rate is as large as the sparse one of its part", _dense_is_not_sparse
    ),
    ReleaseCheck(
        "compute_price_is_the_quotient",
        "compute_prices",
        "each price of compute equals the price over the dense operations of an hour at peak",
        _compute_price_is_the_quotient,
    ),
    ReleaseCheck("speeds_rest_on_claims", "speed_claims", "each judged claim is in vendor_claims", _speeds_rest_on_claims),
    ReleaseCheck("findings_have_subjects", "findings", "each finding about a run points to a run on the board", _findings_have_subjects),
)


def failures(frames: Frames) -> list[str]:
    """One line per fault: 'check: what is wrong'. Empty when the tables may be released."""
    return [f"{check.name}: {fault}" for check in RELEASE_CHECKS for fault in check.faults(frames)]
