"""The named statistics on hand-built quotes, per day, per month and as of a day."""

import polars as pl
import pytest

from fab_pipeline.contracts import words
from fab_pipeline.leaderboards.price_statistics import LOWEST, MEDIAN, PERCENTILES, daily_statistics, month_to_date
from fab_pipeline_tests.leaderboards.quote_builder import Row, day, frame, other, quote

DAY = "2026-10-10"
HYPERSCALER = other("Hyper", provider_kind="hyperscaler")
MARKET = other("Market", provider_kind="marketplace")
RESELLER = other("Resell", provider_kind="reseller", reseller_of="Alpha")

OFFERS: list[Row] = [
    quote(DAY, 3.0),
    quote(DAY, 3.4, region="south"),
    quote(DAY, 3.2, accelerator_count=8),
    quote(DAY, 7.0, accelerator_count=8, **HYPERSCALER),
    quote(DAY, 1.5, **MARKET),
    quote(DAY, 1.8, accelerator_count=8, **MARKET),
    quote(DAY, 2.5, accelerator_count=8, **RESELLER),
    quote(DAY, 4.0, **other("Beta")),
    quote(DAY, 1.0, purchase_option="spot"),
    quote(DAY, 2.2, purchase_option="reserved", term_months=12),
    quote(DAY, 2.0, purchase_option="reserved", term_months=36),
    quote(DAY, 1.9, purchase_option="reserved", term_months=6),
]


def on_day(quotes: pl.DataFrame, statistic: str, on: str = DAY, form: str = "sxm") -> dict[str, object]:
    """The one row of the statistic, or an empty dictionary where there is none."""
    rows = daily_statistics(quotes, [day(on)]).filter(statistic=statistic, form_factor=form).to_dicts()
    assert len(rows) < 2
    return rows[0] if rows else {}


def value(quotes: pl.DataFrame, statistic: str, on: str = DAY, form: str = "sxm") -> object:
    return on_day(quotes, statistic, on, form).get("price_per_accelerator_hour_usd")


def test_every_statistic_of_the_contract_is_computed() -> None:
    assert {*LOWEST, *PERCENTILES, MEDIAN} == set(words.STATISTICS)


@pytest.mark.parametrize(
    ("statistic", "price", "quotes", "providers"),
    [
        ("lowest_on_demand", 1.5, 8, 4),
        ("lowest_no_marketplace", 2.5, 6, 3),
        ("lowest_8_accelerator_node", 1.8, 4, 3),
        ("lowest_cluster", 3.2, 2, 2),
        ("lowest_hyperscaler", 7.0, 1, 1),
        ("median_of_provider_lowest", 3.5, 7, 4),
        ("p10_on_demand", 1.71, 8, 4),
        ("p90_on_demand", 4.9, 8, 4),
        ("lowest_spot", 1.0, 1, 1),
        ("lowest_reserved_12_months", 2.2, 1, 1),
        ("lowest_reserved_36_months", 2.0, 1, 1),
    ],
)
def test_statistic_of_the_day(statistic: str, price: float, quotes: int, providers: int) -> None:
    row = on_day(frame(*OFFERS), statistic)
    assert row["price_per_accelerator_hour_usd"] == pytest.approx(price)
    assert (row["quotes"], row["providers"]) == (quotes, providers)


def test_lowest_names_its_quote_and_the_others_name_none() -> None:
    lowest = on_day(frame(*OFFERS), "lowest_cluster")
    assert (lowest["winning_quote_id"], lowest["provider"], lowest["region"]) == (OFFERS[2]["quote_id"], "Alpha", "north")
    median = on_day(frame(*OFFERS), MEDIAN)
    assert (median["winning_quote_id"], median["provider"], median["region"], median["instance_type"]) == (None, None, None, None)


def test_observed_at_is_the_winner_s_or_the_newest_used() -> None:
    early, late = quote("2026-10-10T01:00:00", 2.0), quote("2026-10-10T09:00:00", 5.0, **other("Beta"))
    quotes = frame(early, late)
    assert on_day(quotes, "lowest_on_demand")["observed_at"] == early["observed_at"]
    assert on_day(quotes, MEDIAN)["observed_at"] == late["observed_at"]
    assert on_day(quotes, "p10_on_demand")["observed_at"] == late["observed_at"]


@pytest.mark.parametrize(
    "facts",
    [
        {"price_kind": "from_teaser"},
        {"price_kind": "bid"},
        {"price_kind": "bid_floor"},
        {"price_kind": "estimated"},
        {"price_kind": "implied"},
        {"source_status": "documented"},
        {"partition": "mig:1g.10gb"},
        {"currency": "EUR"},
        {"available": False},
        {"operating_system": "windows"},
        {"market": "government"},
        {"market": "china"},
        {"purchase_option": "spot"},
        {"purchase_option": "reserved", "term_months": 12},
    ],
)
def test_what_cannot_win_an_on_demand_statistic(facts: dict[str, object]) -> None:
    quotes = frame(quote(DAY, 3.0), quote(DAY, 0.5, instance_type="odd", **facts))
    assert value(quotes, "lowest_on_demand") == 3.0
    assert on_day(quotes, "p90_on_demand")["quotes"] == 1


@pytest.mark.parametrize(
    "facts", [{"available": True}, {"operating_system": "linux"}, {"price_kind": "live_offer"}, {"price_kind": "dynamic"}]
)
def test_what_can_win(facts: dict[str, object]) -> None:
    assert value(frame(quote(DAY, 3.0), quote(DAY, 2.0, instance_type="odd", **facts)), "lowest_on_demand") == 2.0


def test_a_small_offer_on_an_eight_accelerator_node_is_not_such_a_node() -> None:
    assert on_day(frame(quote(DAY, 2.0, accelerator_count=4, node_accelerators=8)), "lowest_8_accelerator_node") == {}


def test_forms_and_memories_are_apart_and_together() -> None:
    quotes = frame(quote(DAY, 3.0), quote(DAY, 2.0, form_factor="pcie"), quote(DAY, 4.0, form_factor="nvl", accelerator_memory_gb=94.0))
    lowest = daily_statistics(quotes, [day(DAY)]).filter(statistic="lowest_on_demand")
    found = {(row["form_factor"], row["accelerator_memory_gb"]): row["price_per_accelerator_hour_usd"] for row in lowest.to_dicts()}
    assert found == {("sxm", 80.0): 3.0, ("pcie", 80.0): 2.0, ("nvl", 94.0): 4.0, ("any", 0.0): 2.0}
    assert value(quotes, MEDIAN, form="any") == 2.0


def test_a_resold_offer_alone_has_a_lowest_price_but_no_median() -> None:
    quotes = frame(quote(DAY, 2.5, **RESELLER))
    assert on_day(quotes, "lowest_on_demand")["providers"] == 1
    assert on_day(quotes, MEDIAN) == {}


def test_equal_prices_newest_observation_then_provider_region_and_quote_id_decide() -> None:
    tied = [
        quote("2026-10-10T05:00:00", 2.0, **other("Aaa")),
        quote("2026-10-10T06:00:00", 2.0, **other("Beta"), quote_id="b2"),
        quote("2026-10-10T06:00:00", 2.0, **other("Beta"), quote_id="b1", instance_type="x"),
        quote("2026-10-10T06:00:00", 2.0, **other("Beta"), quote_id="b0", region="zone", instance_type="y"),
        quote("2026-10-10T06:00:00", 2.0, **other("Gamma"), quote_id="a"),
    ]
    assert on_day(frame(*tied), "lowest_on_demand")["winning_quote_id"] == "b1"
    assert on_day(frame(*reversed(tied)), "lowest_on_demand")["winning_quote_id"] == "b1"


def test_carried_quote_counts_on_the_days_it_is_carried_to() -> None:
    quotes = frame(quote(DAY, 2.0))
    daily = daily_statistics(quotes, [day(d) for d in ("2026-10-09", DAY, "2026-10-13", "2026-10-14")])
    assert sorted(set(daily["as_of_date"])) == [day(DAY), day("2026-10-13")]


def month(quotes: pl.DataFrame, days: list[str], statistic: str) -> dict[str, object]:
    dates = [day(d) for d in days]
    running = month_to_date(daily_statistics(quotes, dates), dates).filter(statistic=statistic, form_factor="sxm").sort("as_of_date")
    return {str(row["as_of_date"]): row["price_per_accelerator_hour_usd"] for row in running.to_dicts()}


MONTH = ["2026-09-30", "2026-10-01", "2026-10-10", "2026-10-20", "2026-10-31"]
MONTH_QUOTES = [quote(MONTH[0], 1.0), quote(MONTH[1], 3.0), quote(MONTH[2], 2.0), quote(MONTH[3], 9.0)]


def test_month_to_date_lowest_starts_anew_each_month_and_outlives_a_gap() -> None:
    found = month(frame(*MONTH_QUOTES), MONTH, "lowest_on_demand")
    assert found == dict(zip(MONTH, [1.0, 3.0, 2.0, 2.0, 2.0], strict=True))


@pytest.mark.parametrize("statistic", [MEDIAN, "p10_on_demand"])
def test_month_to_date_of_the_others_is_the_median_of_the_daily_values_that_exist(statistic: str) -> None:
    assert month(frame(*MONTH_QUOTES), MONTH, statistic) == dict(zip(MONTH, [1.0, 3.0, 2.5, 3.0, 3.0], strict=True))


def test_month_to_date_names_the_quote_of_the_day_that_set_it() -> None:
    days = [day(d) for d in MONTH]
    running = month_to_date(daily_statistics(frame(*MONTH_QUOTES), days), days)
    last = running.filter(statistic="lowest_on_demand", form_factor="sxm", as_of_date=days[-1]).to_dicts()[0]
    assert (last["winning_quote_id"], last["observed_at"]) == (MONTH_QUOTES[2]["quote_id"], MONTH_QUOTES[2]["observed_at"])


def test_month_to_date_with_an_equal_price_names_the_newest() -> None:
    quotes = frame(quote("2026-10-01", 2.0), quote("2026-10-05", 3.0), quote("2026-10-09", 2.0))
    days = [day(d) for d in ("2026-10-01", "2026-10-05", "2026-10-09")]
    running = month_to_date(daily_statistics(quotes, days), days).filter(statistic="lowest_on_demand", form_factor="any").sort("as_of_date")
    assert [str(seen.date()) for seen in running["observed_at"]] == ["2026-10-01", "2026-10-01", "2026-10-09"]
