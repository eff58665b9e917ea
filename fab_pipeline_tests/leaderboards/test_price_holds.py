"""Prices that are held back: which, for how long, what a person can do about it, and what it does to the statistics."""

from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts import HELD_PRICES
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices, update_accelerator_prices
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.price_holds import OVERRIDES_SCHEMA, held_back, held_prices
from fab_pipeline.leaderboards.quotes_in_force import as_of_days, in_force
from fab_pipeline_tests.leaderboards.quote_builder import Row, day, frame, other, quote

BOARD = day("2026-10-10")
NORTH = [quote(since, price, dated_fact=True) for since, price in (("2026-01-01", 40.0), ("2026-05-16", 7.0), ("2026-09-01", 40.0))]
SOUTH = [quote("2026-01-01", 40.0, dated_fact=True, region="south")]


def decisions(*taken: tuple[object, str]) -> pl.DataFrame:
    rows = [(key, override, "looked at", "A. Reader", BOARD) for key, override in taken]
    return pl.DataFrame(rows, schema=OVERRIDES_SCHEMA, orient="row")


def held(*rows: Row, board: str = "2026-10-10", overrides: pl.DataFrame | None = None) -> list[dict[str, Any]]:
    found = held_prices(frame(*rows), day(board), overrides)
    HELD_PRICES.schema.validate(found)
    assert unexplained(HELD_PRICES, found) == []
    return found.to_dicts()


def lowest(*rows: Row, on: str, statistic: str = "lowest_on_demand", overrides: pl.DataFrame | None = None) -> float | None:
    quotes = frame(*rows)
    prices = accelerator_prices(quotes, day(on), held_back(held_prices(quotes, day(on), overrides)))
    wanted = prices.filter(as_of_date=day(on), form_factor="any", statistic=statistic, price_window="day")
    value = wanted["price_per_accelerator_hour_usd"][0]
    assert value is None or isinstance(value, float)
    return value


def test_a_price_that_moved_alone_is_shown_with_its_days_and_wins_nothing() -> None:
    (row,) = held(*NORTH, *SOUTH)
    assert (row["quote_id"], row["reason"]) == (NORTH[1]["quote_id"], "price_moved_alone")
    assert (str(row["held_from"]), str(row["held_to"]), str(row["since"])) == ("2026-05-16", "2026-08-31", "2026-05-16")
    assert row["detail"] == "40.0 → 7.0 USD on 2026-05-16, while 1 other region(s) of the instance type kept theirs"
    assert (row["compared_price_per_accelerator_hour"], row["compared_quote_id"]) == (40.0, NORTH[0]["quote_id"])
    assert [lowest(*NORTH, *SOUTH, on=on) for on in ("2026-05-15", "2026-06-01", "2026-09-01")] == [40.0, 40.0, 40.0]


def test_a_cut_in_all_regions_wins_at_once() -> None:
    cut = [
        quote(since, price, dated_fact=True, region=name) for name in "ab" for since, price in (("2026-01-01", 10.0), ("2026-05-16", 5.4))
    ]
    assert held(*cut) == []
    assert lowest(*cut, on="2026-05-16") == 5.4


def test_each_snapshot_of_a_price_that_moved_alone_is_held_back() -> None:
    rows = [
        quote(seen, price, region=name)
        for name, prices in (("north", (3.0, 1.0, 1.0)), ("south", (3.0, 3.0, 3.0)))
        for seen, price in zip(("2026-10-08", "2026-10-09", "2026-10-10"), prices, strict=True)
    ]
    assert [(str(row["held_from"]), row["held_to"] and str(row["held_to"])) for row in held(*rows)] == [
        ("2026-10-09", "2026-10-09"),
        ("2026-10-10", None),
    ]
    assert lowest(*rows, on="2026-10-10") == 3.0


@pytest.mark.parametrize(("price", "reasons"), [(2.99, []), (3.0, ["spot_not_below_on_demand"]), (4.0, ["spot_not_below_on_demand"])])
def test_spot_wins_only_below_the_on_demand_price_of_the_same_thing(price: float, reasons: list[str]) -> None:
    rows = [quote("2026-10-10", 3.0), quote("2026-10-10", price, purchase_option="spot")]
    assert [row["reason"] for row in held(*rows)] == reasons
    assert lowest(*rows, on="2026-10-10", statistic="lowest_spot") == (None if reasons else price)


def test_spot_is_held_back_only_while_on_demand_is_as_cheap() -> None:
    rows = [
        quote("2026-10-01", 3.0, dated_fact=True, purchase_option="spot"),
        *(quote(since, price, dated_fact=True) for since, price in (("2026-10-01", 4.0), ("2026-10-04", 2.9), ("2026-10-07", 4.0))),
    ]
    assert [(str(row["held_from"]), str(row["held_to"])) for row in held(*rows)] == [("2026-10-04", "2026-10-06")]


def providers(*prices: float, **facts: object) -> list[Row]:
    return [quote("2026-10-10", price, **other(f"P{number}", **facts)) for number, price in enumerate(prices)]


@pytest.mark.parametrize(
    ("prices", "far"),
    [
        ((2.0, 2.0, 2.0, 2.0, 0.39), [0.39]),
        ((2.0, 2.0, 2.0, 2.0, 0.4), []),
        ((2.0, 2.0, 2.0, 2.0, 10.1), [10.1]),
        ((2.0, 2.0, 2.0, 2.0, 10.0), []),
        ((2.0, 2.0, 2.0, 0.1), []),
    ],
)
def test_a_price_far_from_what_five_providers_ask_is_held_back(prices: tuple[float, ...], far: list[float]) -> None:
    assert [row["price_per_accelerator_hour"] for row in held(*providers(*prices))] == far


@pytest.mark.parametrize("facts", [{"accelerator_memory_gb": 40.0}, {"purchase_option": "spot"}, {"accelerator": "NVIDIA A100"}])
def test_far_is_judged_among_the_same_accelerator_memory_and_option(facts: dict[str, object]) -> None:
    assert held(*providers(2.0, 2.0, 2.0, 2.0, 2.0), quote("2026-10-10", 0.1, **other("Q", **facts))) == []


def test_a_marketplace_may_be_far_from_what_clouds_ask() -> None:
    offer = quote("2026-10-10", 0.294, **other("Market", provider_kind="marketplace"))
    assert held(*providers(2.0, 2.0, 2.0, 2.0, 2.0), offer) == []
    assert lowest(*providers(2.0, 2.0, 2.0, 2.0, 2.0), offer, on="2026-10-10") == 0.294


@pytest.mark.parametrize("names_offer", [True, False])
def test_a_person_releases_a_price(names_offer: bool) -> None:
    key = frame(NORTH[1])["offer_key" if names_offer else "quote_id"][0]
    released = decisions((key, "released"))
    (row,) = held(*NORTH, *SOUTH, overrides=released)
    assert (row["override"], row["override_reason"], row["overridden_by"], row["overridden_on"]) == (
        "released",
        "looked at",
        "A. Reader",
        BOARD,
    )
    assert lowest(*NORTH, *SOUTH, on="2026-06-01", overrides=released) == 7.0


def test_a_release_by_quote_id_holds_for_later_snapshots_of_the_same_price_only() -> None:
    rows = [
        quote(seen, price, region=name)
        for name, prices in (("north", (3.0, 1.0, 1.0, 0.4)), ("south", (3.0,) * 4))
        for seen, price in zip(("2026-10-07", "2026-10-08", "2026-10-09", "2026-10-10"), prices, strict=True)
    ]
    released = decisions((rows[1]["quote_id"], "released"))
    found = [(row["price_per_accelerator_hour"], row["override"]) for row in held(*rows, overrides=released)]
    assert sorted(found) == [(0.4, None), (1.0, "released"), (1.0, "released")]


@pytest.mark.parametrize("names_offer", [True, False])
def test_a_person_holds_any_price_back(names_offer: bool) -> None:
    rows = [quote("2026-10-10", 2.0), quote("2026-10-10", 3.0, **other("Beta"))]
    key = frame(rows[0])["offer_key" if names_offer else "quote_id"][0]
    (row,) = held(*rows, overrides=decisions((key, "held")))
    assert (row["reason"], row["override"], row["detail"]) == ("held_by_hand", "held", "held by hand: looked at")
    assert lowest(*rows, on="2026-10-10", overrides=decisions((key, "held"))) == 3.0


def test_the_quote_id_speaks_before_the_offer_key() -> None:
    key, offer = frame(NORTH[1]).select("quote_id", "offer_key").row(0)
    rows = held(*NORTH, *SOUTH, overrides=decisions((offer, "held"), (key, "released")))
    assert {row["override"] for row in rows if row["quote_id"] == key} == {"released"}


def test_decisions_about_what_is_not_there_do_nothing() -> None:
    assert held(*SOUTH, overrides=decisions(("nothing", "held"))) == []
    assert held() == []


prices = st.sampled_from([0.1, 0.5, 1.0, 2.0, 3.0, 9.0, 30.0])
DAYS = [f"2026-10-{number:02}" for number in range(1, 8)]


@st.composite
def offers(draw: st.DrawFn) -> Row:
    return quote(
        draw(st.sampled_from(DAYS)),
        draw(prices),
        region=draw(st.sampled_from(["north", "south"])),
        purchase_option=draw(st.sampled_from(["on_demand", "on_demand", "spot"])),
        **other(draw(st.sampled_from(["A", "B", "C", "D"])), dated_fact=draw(st.booleans())),
    )


many = st.lists(offers(), min_size=1, max_size=20).map(lambda rows: [row | {"quote_id": f"q{n:02}"} for n, row in enumerate(rows)])
few = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(many)
@few
def test_holding_back_only_raises_a_lowest_price_or_leaves_it(rows: list[Row]) -> None:
    quotes, board = frame(*rows), day(DAYS[-1])
    key = ["as_of_date", "form_factor", "accelerator_memory_gb", "statistic", "price_window"]
    value = "price_per_accelerator_hour_usd"
    free, kept = accelerator_prices(quotes, board), accelerator_prices(quotes, board, held_back(held_prices(quotes, board)))
    both = kept.join(free, on=key, suffix="_free").filter(pl.col("statistic").str.starts_with("lowest_"))
    assert both.filter(pl.col(value) < pl.col(f"{value}_free")).is_empty()


@given(many)
@few
def test_a_day_is_judged_by_what_was_seen_by_then_and_in_any_order(rows: list[Row]) -> None:
    whole = held_prices(frame(*rows), day(DAYS[-1]))
    assert whole.equals(held_prices(frame(*reversed(rows)), day(DAYS[-1])))
    # Only the days for which boards exist: between them a span of days is not judged anew.
    for on in as_of_days(frame(*rows), day(DAYS[-1]))[:-1]:
        then = frame(*[row for row in rows if str(row["observed_at"])[:10] <= str(on)])
        there = in_force(then, on).select("quote_id")
        during = pl.lit(on).is_between("held_from", pl.coalesce("held_to", pl.lit(on)))
        barred = [there.join(found.filter(during), on="quote_id", how="semi") for found in (whole, held_prices(then, on))]
        assert barred[0].equals(barred[1])


def test_bringing_up_to_date_takes_the_holds_into_account() -> None:
    rows, board = [*NORTH, *SOUTH], BOARD
    quotes = frame(*rows)
    barred = held_back(held_prices(quotes, board))
    before = accelerator_prices(quotes, board)
    changed = [day("2026-05-16")]
    assert update_accelerator_prices(before, quotes, changed, board, barred).equals(accelerator_prices(quotes, board, barred))
