"""Hours times an implied rent, one rent per accelerator."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.leaderboards.page_checks.products import product_verdicts
from fab_pipeline.leaderboards.page_checks.verdict import Verdict
from fab_pipeline.reading.quantity import at_least, exact
from fab_pipeline_tests.leaderboards.claims import run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, prints, says

H100 = "NVIDIA H100"
BROOK = run("acme-brook", accelerator_hours=exact(2_000_000), accelerators=H100)
LAKE = run("acme-lake", accelerator_hours=exact(300_000), accelerators=H100)
SEA = run("pond-sea", accelerator_hours=exact(123_457), accelerators="NVIDIA B200")


def product(run_id: str, value: float) -> Said:
    return prints(run_id, "recomputed_cost_usd", value, f"${value:,.0f}")


def verdicts(*said: Said) -> dict[str, Verdict]:
    return {verdict.statement.statement_id: verdict for verdict in product_verdicts(page_of([BROOK, LAKE, SEA], *said))}


def test_products_of_one_rent_hold_and_imply_it() -> None:
    found = verdicts(product("acme-brook", 4_980_000), product("acme-lake", 747_000), product("pond-sea", 738_273))
    assert {verdict.verdict for verdict in found.values()} == {"holds"}
    assert found[f"{'a' * 12}:implied:rent_usd_per_accelerator_hour:{H100}"].recomputed == 2.49
    assert found[f"{'a' * 12}:implied:rent_usd_per_accelerator_hour:NVIDIA B200"].recomputed == pytest.approx(5.98)


def test_the_row_that_needs_an_odd_rent_is_the_wrong_one() -> None:
    found = verdicts(product("acme-brook", 4_980_000), product("acme-lake", 757_100))
    assert found["row_figure:recomputed_cost_usd:acme-brook"].verdict == "holds"
    wrong = found["row_figure:recomputed_cost_usd:acme-lake"]
    assert (wrong.verdict, wrong.recomputed, wrong.explained) == ("fails", pytest.approx(747_000), False)
    [row] = wrong.findings
    assert (row["code"], row["severity"], row["expected_low"]) == ("product_differs", "error", pytest.approx(747_000))
    assert found[f"{'a' * 12}:implied:rent_usd_per_accelerator_hour:{H100}"].verdict == "fails"


def test_two_rents_in_cents_are_both_doubted() -> None:
    found = verdicts(product("acme-brook", 4_980_000), product("acme-lake", 750_000))
    assert [found[f"row_figure:recomputed_cost_usd:acme-{name}"].verdict for name in ("brook", "lake")] == ["fails", "fails"]


def test_a_single_row_that_no_rent_in_cents_explains() -> None:
    found = verdicts(product("pond-sea", 738_274))
    assert found["row_figure:recomputed_cost_usd:pond-sea"].verdict == "fails"
    assert "no rent in cents" in str(found["row_figure:recomputed_cost_usd:pond-sea"].findings[0]["message_en"])


def test_a_rounded_cost_is_as_exact_as_its_last_digit() -> None:
    found = verdicts(prints("pond-sea", "recomputed_cost_usd", 740_000, "$0.74M"))
    assert found["row_figure:recomputed_cost_usd:pond-sea"].verdict == "holds"


def test_a_printed_rent_decides() -> None:
    rent = says("rent_usd_per_accelerator_hour", 2.5, "H100 $2.50", kind="sentence", subject=H100)
    found = verdicts(rent, product("acme-brook", 5_000_000), product("acme-lake", 747_000))
    assert [found[f"row_figure:recomputed_cost_usd:acme-{name}"].verdict for name in ("brook", "lake")] == ["holds", "fails"]


def test_without_hours_there_is_nothing_to_multiply() -> None:
    [verdict] = product_verdicts(page_of([run("acme-brook", accelerators=H100)], product("acme-brook", 5_000_000)))
    assert verdict.verdict == "not_checkable"


def test_hours_that_are_a_bound_make_the_product_one() -> None:
    claims = [run("acme-brook", accelerator_hours=at_least(2e6, "2M+"), accelerators=H100)]
    _, verdict = product_verdicts(page_of(claims, product("acme-brook", 4_980_000)))
    assert verdict.verdict == "holds"
    [row] = verdict.findings
    assert (row["code"], row["expected_low"], row["expected_high"]) == ("bound_used_as_value", 4_980_000, None)


@settings(max_examples=20, deadline=None)
@given(st.integers(min_value=10, max_value=2_000), st.lists(st.integers(min_value=1_000, max_value=10**8), min_size=1, max_size=4))
def test_any_rent_in_cents_is_found_again(cents: int, hours: list[int]) -> None:
    claims = [run(f"acme-{index}", accelerator_hours=exact(each), accelerators=H100) for index, each in enumerate(hours)]
    printed = [
        prints(f"acme-{index}", "recomputed_cost_usd", each * cents / 100, f"${each * cents / 100:,.2f}")
        for index, each in enumerate(hours)
    ]
    price, *rows = product_verdicts(page_of(claims, *printed))
    assert price.recomputed == pytest.approx(cents / 100)
    assert {verdict.verdict for verdict in (price, *rows)} == {"holds"}
