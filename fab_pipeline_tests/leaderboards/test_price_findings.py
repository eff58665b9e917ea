"""The general checks over prices: what they raise, and what they leave alone."""

from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.contracts import FINDINGS
from fab_pipeline.leaderboards.price_findings import price_findings
from fab_pipeline.leaderboards.price_holds import held_prices
from fab_pipeline_tests.leaderboards.quote_builder import Row, day, frame, other, quote

DAY = "2026-10-10"


def found_in(*rows: Row, board: str = DAY) -> pl.DataFrame:
    return price_findings(frame(*rows), held_prices(frame(*rows), day(board)), day(board))


def codes(*rows: Row, board: str = DAY) -> list[str]:
    found = found_in(*rows, board=board)
    FINDINGS.schema.validate(found)
    return found["code"].to_list()


def spot(price: float, **facts: object) -> Row:
    return quote(DAY, price, purchase_option="spot", **facts)


@pytest.mark.parametrize(("price", "raised"), [(2.99, []), (3.0, ["spot_above_on_demand"]), (4.0, ["spot_above_on_demand"])])
def test_spot_must_be_cheaper_than_on_demand(price: float, raised: list[str]) -> None:
    assert codes(quote(DAY, 3.0), spot(price)) == raised


@pytest.mark.parametrize(
    "facts",
    [
        {"region": "south"},
        {"instance_type": "other"},
        {"provider": "Beta"},
        {"currency": "EUR"},
        {"accelerator_count": 8},
        {"price_kind": "bid"},
    ],
)
def test_spot_is_compared_with_the_same_thing_only(facts: dict[str, object]) -> None:
    assert codes(quote(DAY, 3.0), spot(4.0, **facts)) == []


def test_spot_finding_shows_its_figures_and_both_quotes() -> None:
    rows = [quote(DAY, 3.0), spot(4.0)]
    found = found_in(*rows).to_dicts()[0]
    assert (found["severity"], found["stated"], found["expected_high"], found["arithmetic"]) == ("warning", 4.0, 3.0, "4 / 3 = 1.3333")
    assert found["sources"] == f"{rows[1]['quote_id']}; {rows[0]['quote_id']}"
    assert "Alpha h100 north (NVIDIA H100)" in found["message_en"]


def snapshot(seen: str, offers: int) -> list[Row]:
    return [quote(seen, 2.0, instance_type=f"type{number}") for number in range(offers)]


@pytest.mark.parametrize(("now", "raised"), [(10, []), (7, []), (6, ["provider_shrunk"])])
def test_a_source_that_lost_over_thirty_per_cent_of_its_quotes(now: int, raised: list[str]) -> None:
    assert codes(*snapshot("2026-10-09", 10), *snapshot(DAY, now)) == raised


def test_what_a_person_wrote_down_is_as_long_as_that_person_made_it() -> None:
    rows = [*snapshot("2026-10-09", 10), *snapshot(DAY, 3)]
    assert codes(*(row | {"origin": "transcribed"} for row in rows)) == []


def test_shrinking_is_judged_by_the_newest_snapshot_only_and_while_it_is_in_force() -> None:
    rows = [*snapshot("2026-10-01", 10), *snapshot("2026-10-02", 3)]
    assert codes(*rows, board="2026-10-05") == ["provider_shrunk"]
    assert codes(*rows, board="2026-10-06") == []
    assert codes(*rows, *snapshot("2026-10-04", 3), board="2026-10-05") == []


def region(name: str, *prices: tuple[str, float], **facts: object) -> list[Row]:
    return [quote(since, price, region=name, dated_fact=True, **facts) for since, price in prices]


NORTH = region("north", ("2024-01-01", 46.86), ("2025-05-16", 7.69), ("2025-10-08", 46.89))
SOUTH = region("south", ("2024-01-01", 40.0))


def test_a_region_that_moves_alone_is_found_once_and_its_return_ends_the_doubt() -> None:
    found = found_in(*NORTH, *SOUTH).to_dicts()
    assert [(row["code"], row["subject_table"]) for row in found] == [("price_moved_alone", "price_changes")]
    assert found[0]["subject_key"].split(" | ")[1] == "2025-05-16"
    assert found[0]["effect"] == "the price was held back from 2025-05-16 to 2025-10-07 and won no statistic (held_prices)"
    assert found[0]["arithmetic"] == "7.69 / 46.86 = 0.1641"
    assert found[0]["sources"] == f"{NORTH[1]['quote_id']}; {NORTH[0]['quote_id']}"


def test_only_what_had_happened_by_the_board_date() -> None:
    assert codes(*NORTH, *SOUTH, board="2025-06-01") == ["price_moved_alone"]


def test_regions_that_move_together_within_three_days_are_a_price_cut() -> None:
    cut = [
        row
        for name, since in (("a", "2025-05-16"), ("b", "2025-05-18"), ("c", "2025-05-19"))
        for row in region(name, ("2024-01-01", 10.0), (since, 5.0))
    ]
    assert codes(*cut) == []


@pytest.mark.parametrize(
    "rows",
    [
        [*NORTH],
        [*NORTH, *region("south", ("2024-01-01", 40.0), instance_type="other")],
        [*NORTH, *region("south", ("2026-01-01", 40.0))],
        [*SOUTH, *region("north", ("2024-01-01", 10.0), ("2025-05-16", 6.1))],
        [*SOUTH, *region("north", ("2024-01-01", 10.0), ("2025-05-16", 13.9))],
    ],
    ids=["one region", "another instance type", "the other region came later", "fell by 39 %", "rose by 39 %"],
)
def test_no_region_moved_alone(rows: list[Row]) -> None:
    assert codes(*rows) == []


@pytest.mark.parametrize("facts", [{"purchase_option": "spot"}, {"provider_kind": "marketplace"}, {"price_kind": "live_offer"}])
def test_prices_that_move_by_region_as_a_rule_are_left_alone(facts: dict[str, object]) -> None:
    assert (
        codes(*region("north", ("2024-01-01", 10.0), ("2025-05-16", 1.0), **facts), *region("south", ("2024-01-01", 10.0), **facts)) == []
    )


def test_snapshots_are_judged_too() -> None:
    rows = [
        quote(seen, price, region=name, **other("Beta"))
        for name, prices in (("north", (3.0, 1.0)), ("south", (3.0, 3.1)))
        for seen, price in zip(("2026-10-01", "2026-10-02"), prices, strict=True)
    ]
    assert codes(*rows) == ["price_moved_alone"]


def test_the_real_history_of_azure_has_one_region_that_moved_alone_and_a_cut_everywhere(shared: Path) -> None:
    history = pl.read_csv(shared / "samples/prices/karpenter_azure/azure_ondemand_Nseries_history.csv")
    wanted = history.filter(pl.col("arm_sku_name").is_in(["Standard_ND96amsr_A100_v4", "Standard_ND96isr_MI300X_v5"]))
    rows = [
        quote(pulled.removesuffix("Z"), price / 8, region=region, instance_type=sku, accelerator_count=8, dated_fact=True)
        for pulled, region, sku, price in wanted.select("generated_at", "arm_region", "arm_sku_name", "price_per_instance_hour").rows()
    ]
    found = found_in(*rows).filter(code="price_moved_alone")
    assert [key.split(" | ")[1] for key in found["subject_key"]] == ["2025-05-16"]
    assert found["subject_key"].str.contains("polandcentral").all()


def test_nothing_is_found_in_nothing() -> None:
    assert codes() == []
