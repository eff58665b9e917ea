"""The integrity tests of a fetched answer: rows enough, known accelerators there, prices where other sources have theirs.

Belongs here: pure rules over the quotes of one answer. Passed tests on bytes that came live are what promotes a source to `verified`; an
answer that fails them is kept and shown. Does not belong here: what is held back from the boards whatever its source (`price_holds`).
"""

from collections.abc import Iterator, Mapping
from typing import Final

import polars as pl

from fab_pipeline.collecting.manifest import LiveCheck
from fab_pipeline.contracts.words import WINNING_PRICE_KINDS
from fab_pipeline.leaderboards.price_holds import FAR_ABOVE, FAR_BELOW
from fab_pipeline.sources.fetching import Integrity

MIN_PROVIDERS: Final = 3
"""Others to compare with, as for held prices."""

_PRICE: Final = "price_per_accelerator_hour_usd"


def check_quotes(quotes: pl.DataFrame, integrity: Integrity, elsewhere: Mapping[str, float]) -> LiveCheck:
    """What the tests say.

    Args:
        quotes: PRICE_QUOTES of one answer.
        integrity: what a good answer of the source keeps.
        elsewhere: per accelerator the price that other providers ask, as `prices_elsewhere` gives it.
    """
    failed = [*_failures(quotes, integrity, elsewhere)]
    compared = sum(name in elsewhere for name, _ in _medians(_winning(quotes)))
    return LiveCheck(not failed, quotes.height, "; ".join(failed) or _found(quotes, integrity, compared), compared)


def check_claims(claims: pl.DataFrame, integrity: Integrity) -> LiveCheck:
    """What the tests say of a source of disclosures: claims enough, and known models among them.

    Args:
        claims: TRAINING_CLAIMS of one answer.
        integrity: what a good answer of the source keeps; `min_quotes` counts claims here, `known_names` are models.
    """
    few = [f"{claims.height} of at least {integrity.min_quotes} claims"] if claims.height < integrity.min_quotes else []
    models = {str(model).casefold() for model in claims["model"].unique()}
    absent = [name for name in integrity.known_names if not any(name.casefold() in model for model in models)]
    failed = [*few, *([f"without {', '.join(absent)}"] if absent else [])]
    return LiveCheck(not failed, claims.height, "; ".join(failed) or f"{claims.height} claims about {len(models)} models")


def check_vendor_claims(claims: pl.DataFrame, rejected: pl.DataFrame, integrity: Integrity) -> LiveCheck:
    """What the tests say of a page about a vendor or case: claims enough, of whom they should be, in the shape declared.

    Args:
        claims: VENDOR_CLAIMS of one page.
        rejected: QUARANTINE of it.
        integrity: what a good answer of the source keeps; `min_quotes` counts claims here, `known_names` are vendors.
    """
    read = claims.filter(pl.col("value_kind") != "unparsed")
    few = [f"{read.height} of at least {integrity.min_quotes} claims"] if read.height < integrity.min_quotes else []
    vendors = set(read["vendor"].unique())
    absent = [name for name in integrity.known_names if name not in vendors]
    failed = [*few, *([f"no claim of {', '.join(absent)}"] if absent else []), *rejected["detail"].to_list()]
    return LiveCheck(not failed, read.height, "; ".join(failed) or f"{read.height} claims of {', '.join(sorted(vendors))}")


def prices_elsewhere(accelerator_prices: pl.DataFrame) -> dict[str, float]:
    """Median of what providers ask at least, per accelerator in any form, on the newest day, where at least three providers are there."""
    newest = accelerator_prices.filter(
        (pl.col("statistic") == "median_of_provider_lowest")
        & (pl.col("price_window") == "day")
        & (pl.col("form_factor") == "any")
        & (pl.col("as_of_date") == pl.col("as_of_date").max())
        & (pl.col("providers") >= MIN_PROVIDERS)
        & pl.col(_PRICE).is_not_null()
    )
    return dict(newest.select("accelerator", _PRICE).iter_rows())


def _failures(quotes: pl.DataFrame, integrity: Integrity, elsewhere: Mapping[str, float]) -> Iterator[str]:
    if quotes.height < integrity.min_quotes:
        yield f"{quotes.height} of at least {integrity.min_quotes} quotes"
    absent = [name for name in integrity.known_names if not _is_there(quotes, name)]
    if absent:
        yield f"without {', '.join(absent)}"
    priced = _winning(quotes)
    lowest, highest = integrity.prices_usd
    outside = priced.filter(~pl.col(_PRICE).is_between(lowest, highest))
    if outside.height:
        price, name = outside.sort(_PRICE).select(_PRICE, "accelerator").row(0)
        yield f"{outside.height} prices outside {lowest:g} to {highest:g} USD per accelerator-hour, e.g. {name} at {price:g}"
    far = [
        f"{name} at {price:.3g} USD, others ask {elsewhere[name]:.3g}"
        for name, price in _medians(priced)
        if name in elsewhere and not FAR_BELOW * elsewhere[name] <= price <= FAR_ABOVE * elsewhere[name]
    ]
    if far:
        yield f"far from other sources: {', '.join(far[:3])}"


def _found(quotes: pl.DataFrame, integrity: Integrity, compared: int) -> str:
    priced = _winning(quotes)
    said = [f"{quotes.height} quotes"]
    if integrity.known_names:
        said.append(f"{', '.join(integrity.known_names)} among them")
    if priced.height:
        prices = priced[_PRICE]
        said.append(f"{prices.min():g} to {prices.max():g} USD per accelerator-hour, {compared} accelerators compared with other sources")
    if not compared:
        said.append("not verified by that: no release here has prices of three other providers to compare with")
    return "; ".join(said)


def _is_there(quotes: pl.DataFrame, name: str) -> bool:
    wanted = name.casefold()
    return any(
        wanted in str(text).casefold() for column in ("accelerator", "instance_type") for text in quotes[column].drop_nulls().unique()
    )


def _winning(quotes: pl.DataFrame) -> pl.DataFrame:
    return quotes.filter(pl.col(_PRICE).is_not_null() & pl.col("price_kind").is_in(WINNING_PRICE_KINDS))


def _medians(priced: pl.DataFrame) -> list[tuple[str, float]]:
    on_demand = priced.filter(pl.col("purchase_option") == "on_demand")
    return list(on_demand.group_by("accelerator").agg(pl.col(_PRICE).median()).sort("accelerator").iter_rows())
