"""The training-cost board: order, rents, reasons, proxies, implied hours."""

from datetime import date

import polars as pl
import pytest

from fab_pipeline.contracts import TRAINING_COST
from fab_pipeline.contracts.derive import empty
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.findings.common import Message, Subject, finding, findings_frame
from fab_pipeline.leaderboards.null_reasons import CODES, NEEDS, read, unexplained
from fab_pipeline.leaderboards.training_cost import training_cost
from fab_pipeline.reading.quantity import Quantity, approx, at_least, at_most, between, exact
from fab_pipeline_tests.leaderboards.claims import BOARD_DATE, NO_FINDINGS, UNDISCLOSED, Claim, Words, claim, frame, price, prices, run
from fab_pipeline_tests.leaderboards.quote_builder import frame as quotes
from fab_pipeline_tests.leaderboards.quote_builder import quote

PRICES = prices(
    price("NVIDIA A100", 1.5),
    price("NVIDIA A100", 1.0, "lowest_on_demand"),
    price("NVIDIA A100", 1.8, "median_of_provider_lowest"),
    price("NVIDIA A100", 4.0, "p90_on_demand"),
    price("NVIDIA H100", 2.0),
    price("NVIDIA H100", 6.0, "lowest_hyperscaler"),
)
EVERYTHING = {
    "parameters_total": exact(100e9),
    "parameters_active": exact(10e9),
    "training_tokens": exact(10e12),
    "accelerators": "NVIDIA A100",
    "accelerator_count": exact(1000.0),
    "duration_days": exact(10.0),
    "accelerator_hours": exact(240_000.0),
    "disclosed_cost_usd": exact(480_000.0),
    "released": "2026-01",
    "open_weights": "true",
    "license": "MIT",
}


def board(*claims: Claim | list[Claim], rents: pl.DataFrame = PRICES, findings: pl.DataFrame = NO_FINDINGS) -> pl.DataFrame:
    return training_cost(training_runs(frame(*claims)), rents, findings, BOARD_DATE)


def only(*claims: Claim | list[Claim], **more: pl.DataFrame) -> dict[str, object]:
    return board(*claims, **more).row(0, named=True)


def reasons(row: dict[str, object], column: str) -> list[str]:
    cell = row["null_reasons"]
    assert cell is None or isinstance(cell, str)
    return read(cell).get(column, [])


def test_hours_are_priced_under_four_definitions() -> None:
    row = only(run("acme-one", **EVERYTHING))
    assert row["recompute_status"] == "recomputed"
    assert row["recomputed_cost_usd"] == 360_000.0
    assert row["recomputed_cost_low_usd"] == 240_000.0
    assert row["recomputed_cost_median_usd"] == 432_000.0
    assert (row["recomputed_cost_high_usd"], row["recomputed_cost_high_statistic"]) == (960_000.0, "p90_on_demand")
    assert (row["rent_statistic"], row["rent_price_window"], row["rent_as_of_date"]) == ("lowest_cluster", "day", BOARD_DATE)
    assert (row["rent_form_factor"], row["rent_winning_quote_id"]) == ("any", "quote:NVIDIA A100:lowest_cluster")


def test_quotients_of_the_runs_own_figures() -> None:
    row = only(run("acme-one", **EVERYTHING))
    assert row["usd_per_accelerator_hour"] == row["break_even_usd_per_accelerator_hour"] == 2.0
    assert row["cost_per_million_tokens_usd"] == pytest.approx(0.048)
    assert row["recomputed_to_disclosed_ratio"] == 0.75
    assert row["scope_status"] == "scope_unverified"


def test_figures_of_known_different_scopes_are_not_combined() -> None:
    stated = EVERYTHING | {
        "accelerator_hours": Quantity(240_000.0, scope="pretraining"),
        "disclosed_cost_usd": Quantity(480_000.0, scope="all"),
        "training_tokens": Quantity(10e12, scope="pretraining"),
    }
    row = only(run("acme-one", **stated))
    assert row["recomputed_cost_usd"] == 360_000.0
    for column in (
        "usd_per_accelerator_hour",
        "break_even_usd_per_accelerator_hour",
        "cost_per_million_tokens_usd",
        "recomputed_to_disclosed_ratio",
    ):
        assert row[column] is None
        assert reasons(row, column) == ["scope_mismatch"]
    assert row["scope_status"] == "scope_mismatch"


def test_bounds_propagate() -> None:
    row = only(run("acme-one", **EVERYTHING | {"training_tokens": at_least(10e12), "accelerator_hours": at_least(240_000.0)}))
    assert row["cost_per_million_tokens_usd_qualifier"] == "upper_bound"
    assert row["usd_per_accelerator_hour_qualifier"] == "upper_bound"
    assert row["recomputed_cost_usd_qualifier"] == "lower_bound"
    assert row["recomputed_to_disclosed_ratio_qualifier"] == "lower_bound"


def test_a_range_of_hours_has_no_product() -> None:
    row = only(run("acme-one", **EVERYTHING | {"accelerator_hours": between(1.0, 2.0)}))
    assert row["recompute_status"] == "no_accelerator_hours"
    assert (row["accelerator_hours_min"], row["accelerator_hours_max"]) == (1.0, 2.0)
    assert reasons(row, "accelerator_hours") == ["range_has_no_value"]


@pytest.mark.parametrize(
    ("stated", "status", "all_that_hold"),
    [
        ({"accelerators": UNDISCLOSED}, "no_accelerator_hours", "no_accelerator_hours; accelerator_undisclosed"),
        ({"accelerators": "NVIDIA GB200 + NVIDIA GB300"}, "no_accelerator_hours", "no_accelerator_hours; accelerator_unmapped"),
        ({"accelerators": "NVIDIA H800"}, "no_accelerator_hours", "no_accelerator_hours; no_live_quote"),
        ({"accelerators": "NVIDIA H100"}, "no_accelerator_hours", "no_accelerator_hours"),
        ({"accelerator_hours": exact(1.0), "accelerators": UNDISCLOSED}, "accelerator_undisclosed", "accelerator_undisclosed"),
        ({"accelerator_hours": exact(1.0), "accelerators": Words("Acme X1")}, "accelerator_unmapped", "accelerator_unmapped"),
        ({"accelerator_hours": exact(1.0), "accelerators": "NVIDIA H800"}, "no_live_quote", "no_live_quote"),
        ({"accelerator_hours": exact(1.0)}, "accelerator_undisclosed", "accelerator_undisclosed"),
        ({"accelerator_hours": exact(1.0), "accelerators": "NVIDIA H100"}, "recomputed", None),
    ],
)
def test_status_and_all_reasons_in_order(stated: dict[str, object], status: str, all_that_hold: str | None) -> None:
    row = only(run("acme-one", **stated))
    assert (row["recompute_status"], row["recompute_reasons"]) == (status, all_that_hold)


def test_no_accelerator_is_priced_with_the_rent_of_another_except_as_labelled_proxy() -> None:
    row = only(run("acme-one", accelerator_hours=exact(1000.0), accelerators="NVIDIA H800"))
    assert row["recomputed_cost_usd"] is None
    assert (row["proxy_accelerator"], row["proxy_recomputed_cost_usd"]) == ("NVIDIA H100", 2000.0)


def test_an_accelerator_with_a_rent_of_its_own_needs_no_proxy() -> None:
    row = only(run("acme-one", accelerator_hours=exact(1000.0), accelerators="NVIDIA H800"), rents=prices(price("NVIDIA H800", 3.0)))
    assert (row["recomputed_cost_usd"], row["proxy_accelerator"]) == (3000.0, None)
    assert reasons(row, "proxy_accelerator") == ["own_rent_available"]


def test_implied_hours_span_both_lengths_of_a_month() -> None:
    row = only(run("acme-one", accelerators="NVIDIA A100", accelerator_count=exact(25_000.0), duration_days=approx(91.3125)))
    assert (row["implied_accelerator_hours_low"], row["implied_accelerator_hours_high"]) == (54_000_000.0, 54_787_500.0)
    assert (row["implied_recomputed_cost_low_usd"], row["implied_recomputed_cost_high_usd"]) == (81_000_000.0, 82_181_250.0)


def test_an_upper_bound_of_the_duration_implies_no_lower_end() -> None:
    row = only(run("acme-one", accelerator_count=exact(2048.0), duration_days=at_most(60.875)))
    assert (row["implied_accelerator_hours_low"], row["implied_accelerator_hours_high"]) == (None, 2_992_128.0)
    assert reasons(row, "implied_accelerator_hours_low") == ["no_lower_bound"]


def test_a_missing_operand_is_named() -> None:
    row = only(run("acme-one", accelerator_count=exact(50_000.0), duration_days=UNDISCLOSED))
    assert reasons(row, "implied_accelerator_hours_low") == ["needs_duration_days"]
    assert reasons(row, "duration_days") == ["undisclosed"]
    assert reasons(row, "license") == ["not_stated"]


def test_own_form_and_memory_are_priced_where_stated() -> None:
    sxm = price("NVIDIA A100", 1.7, form_factor="sxm", accelerator_memory_gb=80.0)
    claims = [
        *run("acme-one", accelerator_hours=exact(1000.0)),
        claim("acme-one", "accelerators", "NVIDIA A100", text_as_printed="NVIDIA A100 SXM 80GB"),
    ]
    row = only(claims, rents=pl.concat([PRICES, prices(sxm)]))
    assert (row["rent_form_factor"], row["rent_accelerator_memory_gb"], row["recomputed_cost_usd"]) == ("sxm", 80.0, 1700.0)
    assert row["recomputed_cost_low_usd"] is None
    assert reasons(row, "recomputed_cost_low_usd") == ["no_quote"]


def test_order_is_hours_then_release_then_model() -> None:
    ordered = board(
        run("a-small", accelerator_hours=exact(1.0)),
        run("a-old", released="2024-01"),
        run("a-beta", released="2025-01"),
        run("a-alpha", released="2025-01"),
        run("a-undated", license="MIT"),
        run("a-large", accelerator_hours=exact(9.0)),
    )
    assert ordered["model"].to_list() == ["large", "small", "alpha", "beta", "old", "undated"]
    assert ordered["rank"].to_list() == [1, 2, 3, 4, 5, 6]


def test_release_dates_keep_their_precision() -> None:
    row = only(run("acme-one", released="2026-01"))
    assert (row["released"], row["released_precision"]) == (date(2026, 1, 1), "month")


def test_findings_stand_beside_their_run() -> None:
    rows = [
        finding(code, "info", Subject("training_cost", "acme-one"), Message("en", "zh"), ["x"], detail=detail)
        for code, detail in (("b_code", "1"), ("a_code", "1"), ("a_code", "2"))
    ]
    findings = findings_frame(rows)
    two = board(run("acme-one", license="MIT"), run("acme-two", license="MIT"), findings=findings)
    assert dict(zip(two["run_id"], two["finding_codes"], strict=True)) == {"acme-one": "a_code; b_code", "acme-two": None}


def test_one_offer_that_holds_the_whole_run_makes_it_rentable_at_once() -> None:
    offers = quotes(quote("2026-10-28", 2.0, accelerator="NVIDIA A100", accelerator_count=1000))
    runs = training_runs(frame(run("acme-one", **EVERYTHING), run("acme-two", **EVERYTHING | {"accelerator_count": exact(1001.0)})))
    rows = training_cost(runs, PRICES, NO_FINDINGS, BOARD_DATE, offers)
    assert dict(zip(rows["run_id"], rows["rentable_at_once"], strict=True)) == {"acme-one": True, "acme-two": None}


def test_a_cost_estimate_is_marked() -> None:
    row = only(claim("acme-one", "disclosed_cost_usd", exact(5.0), estimated=True, stated_by="third_party"))
    assert (row["disclosed_cost_by"], row["disclosed_cost_estimated"]) == ("third_party", True)


def test_every_blank_cell_has_a_reason_from_the_list() -> None:
    rows = board(
        run("a-all", **EVERYTHING),
        run("a-silent", license="MIT"),
        run("a-undisclosed", **dict.fromkeys(EVERYTHING, UNDISCLOSED)),
        run("a-words", **dict.fromkeys(EVERYTHING, Words("lots"))),
        run("a-bounds", accelerator_hours=between(1.0, 2.0), accelerator_count=at_least(3.0), duration_days=at_most(4.0)),
        run("a-vague", accelerator_hours=Quantity(2e6, 2e6, qualifier="vague"), disclosed_cost_usd=exact(1.0), accelerators="NVIDIA H800"),
        run("a-vaguer", accelerator_count=Quantity(None, qualifier="vague"), duration_days=exact(1.0)),
        run("a-export", accelerator_hours=exact(5.0), accelerators="NVIDIA H800", disclosed_cost_usd=exact(0.0)),
        run("a-two", accelerators="NVIDIA A100 + NVIDIA H100", accelerator_hours=exact(5.0)),
    )
    TRAINING_COST.schema.validate(rows)
    assert unexplained(TRAINING_COST, rows) == []
    for row in rows.to_dicts():
        for column, codes in read(row["null_reasons"]).items():
            assert all(code in CODES or code.startswith(NEEDS) for code in codes), (column, codes)
            assert all(row[code.removeprefix(NEEDS)] is None for code in codes if code.startswith(NEEDS))


def test_no_runs_give_an_empty_board() -> None:
    assert board().equals(empty(TRAINING_COST))
