"""The index moves when prices move, and only then: matching, gaps, coverage, providers, chains."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.contracts import PRICE_INDEX, PRICE_QUOTES
from fab_pipeline.contracts.derive import empty, polars_schema
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.price_index import price_index
from fab_pipeline_tests.leaderboards.quote_builder import Row, day, frame, other, quote

BETA = other("Beta")


def index(*rows: Row, until: str = "2026-10-31", option: str = "on_demand") -> pl.DataFrame:
    return price_index(frame(*rows), day(until)).filter(form_factor="sxm", purchase_option=option).sort("as_of_date")


def levels(*rows: Row, until: str = "2026-10-31") -> dict[str, float]:
    return {str(row["as_of_date"]): row["index"] for row in index(*rows, until=until).to_dicts()}


def test_the_table_keeps_its_contract_and_gives_a_reason_for_every_blank() -> None:
    found = price_index(frame(quote("2026-10-01", 2.0), quote("2026-10-02", 2.2), quote("2026-10-02", 1.0, **BETA)), day("2026-10-02"))
    PRICE_INDEX.schema.validate(found)
    assert unexplained(PRICE_INDEX, found) == []
    assert price_index(empty(PRICE_QUOTES), day("2026-10-02")).schema == polars_schema(PRICE_INDEX)


def test_a_price_that_moves_moves_the_index() -> None:
    assert levels(quote("2026-10-01", 2.0), quote("2026-10-02", 3.0), until="2026-10-02") == {
        "2026-10-01": 100.0,
        "2026-10-02": pytest.approx(150.0),
    }


def test_offers_that_come_and_go_move_the_lowest_price_but_not_the_index() -> None:
    dear, cheap = quote("2026-10-01", 4.0), quote("2026-10-02", 1.0, **BETA)
    rows = index(dear, quote("2026-10-02", 4.0), cheap, quote("2026-10-03", 4.0), until="2026-10-03").to_dicts()
    assert [row["index"] for row in rows] == [100.0, 100.0, 100.0]
    assert [row["entered_offers"] for row in rows] == [1, 1, 0]
    assert [row["matched_offers"] for row in rows] == [0, 1, 2], "Beta was not seen on the third day; its price is carried"


def test_an_offer_that_leaves_is_counted_and_moves_nothing() -> None:
    rows = [quote("2026-10-01", 4.0), quote("2026-10-01", 1.0, instance_type="small"), quote("2026-10-02", 4.0)]
    last = index(*rows, until="2026-10-02").to_dicts()[-1]
    assert (last["index"], last["matched_offers"], last["left_offers"], last["moved_offers"]) == (100.0, 1, 1, 0)


def test_a_move_while_a_source_was_away_is_not_lost() -> None:
    daily = [quote(f"2026-10-{number:02}", 1.0, **BETA) for number in range(1, 13)]
    away = levels(*daily, quote("2026-10-01", 2.0), quote("2026-10-12", 8.0), until="2026-10-12")
    assert away["2026-10-11"] == 100.0
    assert away["2026-10-12"] == pytest.approx(200.0), "four times dearer at one of two providers: the geometric mean is two"


def test_each_provider_counts_once_however_many_regions_it_has() -> None:
    regions = [quote(f"2026-10-{seen}", price, region=f"r{n}") for seen, price in (("01", 1.0), ("02", 4.0)) for n in range(9)]
    still = [quote(f"2026-10-{seen}", 3.0, **BETA) for seen in ("01", "02")]
    assert levels(*regions, *still, until="2026-10-02")["2026-10-02"] == pytest.approx(200.0)


def test_there_and_back_leaves_the_index_where_it_was() -> None:
    there_and_back = [quote("2026-10-01", 2.0), quote("2026-10-02", 5.0), quote("2026-10-03", 2.0)]
    assert levels(*there_and_back, until="2026-10-03")["2026-10-03"] == pytest.approx(100.0)


def test_without_a_matched_offer_a_new_index_begins() -> None:
    rows = index(quote("2026-10-01", 2.0), quote("2026-10-20", 2.0, instance_type="other"), until="2026-10-20").to_dicts()
    assert (rows[-1]["index"], rows[-1]["change_ratio"], str(rows[-1]["index_base_date"])) == (100.0, None, "2026-10-20")


def test_a_list_price_is_matched_with_its_own_however_long_it_held() -> None:
    facts = [quote("2023-01-30", 100.0, dated_fact=True), quote("2025-06-23", 56.0, dated_fact=True)]
    assert levels(*facts, until="2025-06-23") == {"2023-01-30": 100.0, "2025-06-23": pytest.approx(56.0)}


def test_an_offer_with_several_prices_on_one_day_is_not_matched() -> None:
    twice = [quote("2026-10-01", price, quote_id=f"a{price}") for price in (2.0, 3.0)]
    assert index(*twice, quote("2026-10-02", 2.0), until="2026-10-02")["matched_offers"].to_list() == [0, 0]


def test_resold_and_held_back_prices_and_commitments_take_no_part() -> None:
    rows = [quote(seen, 2.0 if seen.endswith("1") else 9.0, reseller_of="Beta") for seen in ("2026-10-01", "2026-10-02")]
    assert index(*rows).is_empty()
    own = [quote("2026-10-01", 2.0), quote("2026-10-02", 9.0)]
    barred = pl.DataFrame({"quote_id": [own[1]["quote_id"]], "held_from": [day("2026-10-02")], "held_to": [None]}).cast(
        {"held_to": pl.Date}
    )
    assert price_index(frame(*own), day("2026-10-02"), barred)["as_of_date"].unique().to_list() == [day("2026-10-01")]
    assert index(quote("2026-10-01", 1.0, purchase_option="reserved", term_months=12)).is_empty()


@given(st.lists(st.floats(0.1, 50), min_size=2, max_size=6), st.floats(0.1, 10))
def test_scaling_every_price_changes_no_index(prices: list[float], factor: float) -> None:
    plain = levels(*(quote(f"2026-10-{n + 1:02}", price) for n, price in enumerate(prices)))
    scaled = levels(*(quote(f"2026-10-{n + 1:02}", price * factor) for n, price in enumerate(prices)))
    assert scaled == pytest.approx(plain)
    last = f"2026-10-{len(prices):02}"
    assert plain[last] == pytest.approx(100 * prices[-1] / prices[0])
