"""Numeric findings: what a run's own figures must satisfy, and that consistent runs raise nothing."""

import polars as pl
import pytest

from fab_pipeline.contracts import FINDINGS
from fab_pipeline.contracts.derive import empty
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.findings.numeric import numeric_findings
from fab_pipeline.reading.quantity import Quantity, approx, at_least, at_most, between, exact
from fab_pipeline_tests.leaderboards.claims import BOARD_DATE, UNDISCLOSED, Claim, Words, claim, frame, price, prices, run

PRICES = prices(price("NVIDIA A100", 1.5), price("NVIDIA H100", 2.0))
MONTH = 30.4375

Finding = dict[str, object]


def found(*claims: Claim | list[Claim]) -> list[Finding]:
    stated = frame(*claims)
    rows = numeric_findings(stated, training_runs(stated), PRICES, BOARD_DATE)
    FINDINGS.schema.validate(rows)
    return rows.to_dicts()


def codes(*claims: Claim | list[Claim]) -> list[tuple[object, object]]:
    return [(row["code"], row["severity"]) for row in found(*claims)]


def only(code: str, *claims: Claim | list[Claim]) -> Finding:
    matching = [row for row in found(*claims) if row["code"] == code]
    assert len(matching) == 1, [row["code"] for row in found(*claims)]
    return matching[0]


def scoped(value: float, scope: str, qualifier: str = "exact") -> Quantity:
    return Quantity(value, qualifier=qualifier, scope=scope)


CONSISTENT = [
    pytest.param({"accelerator_hours": exact(240_000.0), "accelerator_count": exact(1000.0), "duration_days": exact(10.0)}, id="equal"),
    pytest.param({"accelerator_hours": exact(220_000.0), "accelerator_count": exact(1000.0), "duration_days": exact(10.0)}, id="92 %"),
    pytest.param({"accelerator_hours": exact(260_000.0), "accelerator_count": exact(1000.0), "duration_days": exact(10.0)}, id="108 %"),
    pytest.param(
        {"accelerator_hours": exact(720_000.0), "accelerator_count": exact(1000.0), "duration_days": approx(MONTH)}, id="a short month"
    ),
    pytest.param(
        {"accelerator_hours": scoped(240_000.0, "all"), "accelerator_count": exact(1000.0), "duration_days": scoped(10.0, "all")},
        id="same scope",
    ),
    pytest.param(
        {
            "parameters_total": exact(70e9),
            "training_tokens": exact(2e12),
            "accelerators": "NVIDIA A100",
            "accelerator_hours": exact(1.7e6),
            "disclosed_cost_usd": exact(3.3e6),
            "accelerator_count": exact(2000.0),
            "duration_days": exact(35.0),
        },
        id="a whole plausible run",
    ),
    pytest.param(
        {"accelerators": UNDISCLOSED, "accelerator_hours": UNDISCLOSED, "disclosed_cost_usd": UNDISCLOSED}, id="nothing disclosed"
    ),
    pytest.param({"accelerator_hours": Words("millions of card-days"), "accelerator_count": exact(5.0)}, id="words"),
]


@pytest.mark.parametrize("stated", CONSISTENT)
def test_consistent_runs_raise_nothing(stated: dict[str, object]) -> None:
    assert found(run("acme-one", **stated)) == []


def test_no_runs_no_findings() -> None:
    stated = frame()
    assert numeric_findings(stated, training_runs(stated), PRICES, BOARD_DATE).equals(empty(FINDINGS))


# hours = count x duration x 24


def test_hours_that_the_machine_could_not_have_given() -> None:
    row = only(
        "hours_exceed_count_times_duration",
        run(
            "acme-one",
            accelerators="NVIDIA A100",
            accelerator_hours=exact(270e6),
            accelerator_count=exact(25_000.0),
            duration_days=approx(3 * MONTH),
            disclosed_cost_usd=exact(300e6),
        ),
    )
    assert row["severity"] == "error"
    assert (row["stated"], row["expected_low"], row["expected_high"]) == (270e6, 54e6, 54_787_500.0)
    assert row["arithmetic"] == "25,000 × 90–91.3125 d × 24 h = 54,000,000–54,787,500 h; stated 270,000,000 / product = 492.8–500 %"
    assert row["effect"] == (
        "recomputed_cost_usd would be $81,000,000–$82,181,250 instead of $405,000,000 at $1.5 per accelerator-hour, "
        "0.27 times the disclosed cost instead of 1.35; the stated figure stays"
    )
    assert "4.93–5 times" in str(row["message_en"])
    assert "4.93–5 倍" in str(row["message_zh"])
    assert row["sources"] == "page:acme-one:accelerator_hours; page:acme-one:accelerator_count; page:acme-one:duration_days"


@pytest.mark.parametrize(("hours", "severity"), [(200_000.0, "warning"), (97_000.0, "warning"), (90_000.0, "error")])
def test_hours_below_the_product_are_a_scope_gap_or_a_fault(hours: float, severity: str) -> None:
    stated = run("acme-one", accelerator_hours=exact(hours), accelerator_count=exact(1000.0), duration_days=exact(10.0))
    assert codes(stated) == [("hours_below_count_times_duration", severity)]


def test_how_long_the_hours_would_last_is_said() -> None:
    row = only(
        "hours_below_count_times_duration",
        run("acme-one", accelerator_hours=exact(253_000.0), accelerator_count=exact(512.0), duration_days=approx(49.0)),
    )
    assert "42 %" in str(row["message_en"])
    assert "20.6 days" in str(row["message_en"])
    assert (row["expected_low"], row["expected_high"]) == (602_112.0, 602_112.0)


@pytest.mark.parametrize(
    ("count", "days", "hours"),
    [
        (exact(1000.0), at_most(10.0), exact(100_000.0)),
        (exact(1000.0), at_least(10.0), exact(900_000.0)),
        (at_most(1000.0), exact(10.0), exact(10_000.0)),
        (exact(1000.0), between(5.0, 20.0), exact(130_000.0)),
        (exact(1000.0), exact(10.0), at_least(100_000.0)),
        (scoped(1000.0, "cluster"), exact(10.0), exact(50_000.0)),
    ],
)
def test_bounds_accuse_nobody_within_them(count: Quantity, days: Quantity, hours: Quantity) -> None:
    stated = run("acme-one", accelerator_hours=hours, accelerator_count=count, duration_days=days)
    assert not [code for code, _ in codes(stated) if str(code).startswith("hours_")]


def test_hours_beyond_an_upper_bound_are_a_fault() -> None:
    stated = run("acme-one", accelerator_hours=exact(300_000.0), accelerator_count=exact(1000.0), duration_days=at_most(10.0))
    assert ("hours_exceed_count_times_duration", "error") in codes(stated)


def test_hours_of_all_phases_may_exceed_one_phase_but_not_fall_below_it() -> None:
    facts = {"accelerator_count": exact(1000.0), "duration_days": scoped(10.0, "pretraining")}
    more = found(run("acme-one", accelerator_hours=scoped(400_000.0, "all"), **facts))
    less = found(run("acme-one", accelerator_hours=scoped(100_000.0, "all"), **facts))
    assert [row["code"] for row in more] == ["scope_mismatch"]
    assert [row["code"] for row in less] == ["hours_below_count_times_duration", "scope_mismatch"]


def test_hours_that_match_one_of_several_phases() -> None:
    days = [
        scoped(511 / 24, "pretraining"),
        ("pretraining", exact(511 / 24)),
        ("mid_training", exact(5.0)),
        ("long_context", exact(13 / 24)),
    ]
    rows = found(run("acme-one", accelerator_hours=exact(392_000.0), accelerator_count=exact(768.0), duration_days=days))
    assert [(row["code"], row["severity"], row["quantity"]) for row in rows] == [
        ("scope_mismatch", "info", "accelerator_hours"),
        ("stated_in_phases", "info", "duration_days"),
    ]
    assert "match pre-training only (stated / product 99.9 %)" in str(rows[0]["message_en"])
    assert (rows[0]["expected_high"], rows[1]["expected_high"]) == (pytest.approx(494_592.0), pytest.approx(26.8333, abs=1e-4))
    assert "26.2 % more" in str(rows[0]["message_en"])


def test_hours_stated_by_phase_are_held_against_the_duration_of_that_phase() -> None:
    days = [scoped(30.0, "all"), ("pretraining", exact(20.0)), ("post_training", exact(10.0))]
    hours = [scoped(72_000.0, "all"), ("pretraining", exact(20_000.0)), ("post_training", exact(24_000.0))]
    rows = found(run("acme-one", accelerator_hours=hours, accelerator_count=exact(100.0), duration_days=days))
    assert [(row["code"], row["expected_high"]) for row in rows] == [("hours_below_count_times_duration", 48_000.0)]


def test_a_duration_of_one_phase_beside_hours_of_unknown_scope() -> None:
    days = Quantity(60.875, None, 60.875, "upper_bound", "pretraining")
    row = only("scope_mismatch", run("acme-one", accelerator_hours=exact(2e6), accelerator_count=exact(2048.0), duration_days=days))
    assert (row["severity"], row["quantity"]) == ("info", "duration_days")


def test_what_cannot_be_checked_is_said_and_not_called_right() -> None:
    row = only("identity_not_checkable", run("acme-one", accelerator_hours=exact(2.38e6)))
    assert row["severity"] == "info"
    assert "the accelerator count and the duration" in str(row["message_en"])


def test_the_duration_that_hours_and_count_imply_is_derived() -> None:
    row = only(
        "duration_implied_by_hours",
        run("acme-one", accelerator_hours=exact(30.84e6), accelerator_count=exact(16_000.0), duration_days=UNDISCLOSED),
    )
    assert row["expected_low"] == row["expected_high"] == pytest.approx(80.3125)
    assert row["stated"] is None


# utilisation


def utilisation_of(hours: float, **more: object) -> list[tuple[object, object]]:
    stated: dict[str, object] = {
        "parameters_total": exact(1e11),
        "training_tokens": exact(1e12),
        "accelerators": "NVIDIA A100",
        "accelerator_hours": exact(hours),
    }
    return [(code, severity) for code, severity in codes(run("acme-one", **stated | more)) if str(code).startswith("utilisation")]


FULL = 6e23 / (3600 * 312e12)
"""Hours in which the run of `utilisation_of` would use the whole dense peak of an A100."""


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (1.01, [("utilisation_above_one", "error")]),
        (0.99, [("utilisation_out_of_band", "info")]),
        (0.61, [("utilisation_out_of_band", "info")]),
        (0.59, []),
        (0.06, []),
        (0.04, [("utilisation_out_of_band", "info")]),
        (0.009, [("utilisation_out_of_band", "warning")]),
    ],
)
def test_utilisation_bands(share: float, expected: list[tuple[str, str]]) -> None:
    assert utilisation_of(FULL / share) == expected


def test_active_parameters_count_where_they_are_stated() -> None:
    assert utilisation_of(FULL / 1.01, parameters_active=exact(3e10)) == []


def test_undisclosed_active_parameters_leave_the_total_as_an_upper_bound() -> None:
    assert utilisation_of(FULL / 1.01, parameters_active=UNDISCLOSED) == []
    assert utilisation_of(FULL / 0.009, parameters_active=UNDISCLOSED) == [("utilisation_out_of_band", "warning")]


@pytest.mark.parametrize(("more", "hinted"), [({}, True), ({"parameters_active": exact(1e11)}, False)])
def test_an_impossible_utilisation_says_where_sparsity_would_explain_it(more: dict[str, object], hinted: bool) -> None:
    stated = {
        "parameters_total": exact(1e11),
        "training_tokens": exact(1e12),
        "accelerators": "NVIDIA A100",
        "accelerator_hours": exact(1.0),
    }
    row = only("utilisation_above_one", run("acme-one", **stated | more))
    assert ("unless only some parameters are active" in str(row["message_en"])) is hinted


def test_a_lower_bound_of_tokens_cannot_make_utilisation_too_low() -> None:
    assert utilisation_of(FULL / 0.009, training_tokens=at_least(1e12)) == []
    assert utilisation_of(FULL / 1.01, training_tokens=at_least(1e12)) == [("utilisation_above_one", "error")]


def test_tokens_of_another_scope_say_nothing_about_the_hours() -> None:
    mixed = {"accelerator_hours": scoped(1.0, "all"), "training_tokens": scoped(1e12, "pretraining")}
    assert utilisation_of(1.0, **mixed) == []


def test_hours_implied_by_count_and_duration_stand_in_for_undisclosed_ones() -> None:
    implied = {"accelerator_hours": UNDISCLOSED, "accelerator_count": exact(1.0), "duration_days": exact(1.0)}
    assert utilisation_of(1.0, **implied) == [("utilisation_above_one", "error")]


def test_an_accelerator_without_a_known_peak_is_not_judged() -> None:
    assert utilisation_of(1.0, accelerators=Words("Acme X1")) == []


# cost


def cost_codes(**stated: object) -> list[tuple[object, object]]:
    return [pair for pair in codes(run("acme-one", **stated)) if pair[0] != "identity_not_checkable"]


@pytest.mark.parametrize(("cost", "raised"), [(370.4, True), (501.3, False), (9_990.7, False), (10_010.9, True)])
def test_a_price_per_hour_that_nobody_pays(cost: float, raised: bool) -> None:
    expected = [("unit_cost_out_of_band", "warning")] if raised else []
    assert cost_codes(accelerator_hours=exact(1000.0 + 1 / 3), disclosed_cost_usd=exact(cost)) == expected


def test_a_bound_outside_the_band_counts_only_if_all_of_it_is_outside() -> None:
    low = {"accelerator_hours": exact(1001.0), "disclosed_cost_usd": at_least(100.0)}
    assert ("unit_cost_out_of_band", "warning") not in cost_codes(**low)
    high = {"accelerator_hours": at_least(1001.0), "disclosed_cost_usd": exact(100.0)}
    assert ("unit_cost_out_of_band", "warning") in cost_codes(**high)


def test_cost_and_hours_of_different_scope_have_no_price_per_hour() -> None:
    stated = {"accelerator_hours": scoped(1e6, "all"), "disclosed_cost_usd": scoped(1.0, "pretraining")}
    assert cost_codes(**stated) == [("scope_mismatch", "warning")]


@pytest.mark.parametrize(
    ("more", "raised"),
    [
        ({"estimated": True}, True),
        ({"estimated": True, "stated_by": "third_party"}, True),
        ({"stated_by": "third_party"}, True),
        ({"estimated": False, "stated_by": "developer"}, False),
        ({"stated_by": "unknown"}, False),
    ],
)
def test_a_cost_that_is_not_the_developers(more: dict[str, object], raised: bool) -> None:
    expected = [("cost_not_disclosed_by_developer", "warning")] if raised else []
    assert codes(claim("acme-one", "disclosed_cost_usd", exact(100e6), **more)) == expected


def test_an_estimate_of_the_developer_is_its_own_figure_and_no_money_that_was_paid() -> None:
    row = only("cost_is_an_estimate", claim("acme-one", "disclosed_cost_usd", between(7e6, 15e6), estimated=True, stated_by="developer"))
    assert row["severity"] == "info"
    assert row["message_en"] == "The cost ($7,000,000–$15,000,000) is the developer's own estimate, not money that was paid."


@pytest.mark.parametrize(
    ("hours", "cost", "raised"),
    [
        (2_788_000.0, 5_576_000.0, True),
        (30_840_000.0, 60_000_000.0, False),
        (2_788_000.0, 3_485_000.0, True),
        (50_000_000.0, 100_000_000.0, False),
    ],
)
def test_a_cost_that_is_the_hours_times_a_round_price(hours: float, cost: float, raised: bool) -> None:
    expected = [("cost_is_hours_times_round_price", "info")] if raised else []
    assert cost_codes(accelerator_hours=exact(hours), disclosed_cost_usd=exact(cost)) == expected


# bounds


def test_a_quotient_over_a_lower_bound_is_an_upper_bound() -> None:
    row = only("bound_used_as_value", run("acme-one", training_tokens=at_least(15e12, "15T+"), disclosed_cost_usd=exact(60e6)))
    assert row["finding_id"] == "bound_used_as_value:training_cost:acme-one:cost_per_million_tokens_usd"
    assert row["message_en"] == ("training_tokens is a lower bound (15T+): cost_per_million_tokens_usd is an upper bound, no exact value.")
    assert row["effect"] == "cost_per_million_tokens_usd carries the qualifier upper_bound"


def test_a_bound_that_nothing_is_computed_from_is_no_finding() -> None:
    assert found(run("acme-one", training_tokens=at_least(15e12), duration_days=at_most(60.0))) == []


def test_a_bound_of_the_duration_bounds_the_implied_hours() -> None:
    row = only("bound_used_as_value", run("acme-one", accelerator_count=exact(2048.0), duration_days=at_most(60.875)))
    assert (row["quantity"], row["stated"], row["expected_high"]) == ("duration_days", 60.875, 60.875)


def test_every_finding_speaks_both_languages_and_names_its_claims() -> None:
    rows = numeric_findings(
        stated := frame(run("a-one", accelerator_hours=exact(9e6), accelerator_count=exact(10.0), duration_days=exact(10.0))),
        training_runs(stated),
        PRICES,
        BOARD_DATE,
    )
    assert rows.filter(pl.col("message_zh").str.contains(r"\p{Han}") & pl.col("message_en").str.ends_with(".")).height == rows.height
    assert set(rows["sources"].str.split("; ").explode()) <= set(stated["claim_id"])
