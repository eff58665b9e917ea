"""Quotients that a page prints in its rows, compared at their printed digits."""

import pytest

from fab_pipeline.leaderboards.page_checks.quotients import quotient_verdicts
from fab_pipeline.leaderboards.page_checks.verdict import Verdict
from fab_pipeline.reading.quantity import at_least, exact
from fab_pipeline_tests.leaderboards.claims import run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, prints

CLAIMS = [run("acme-brook", accelerator_hours=exact(2e6), disclosed_cost_usd=exact(9e6), training_tokens=exact(13e12))]
PRODUCT = prints("acme-brook", "recomputed_cost_usd", 4_980_000, "$4,980,000")


def verdict(said: Said) -> Verdict:
    [found] = quotient_verdicts(page_of(CLAIMS, PRODUCT, said))
    return found


@pytest.mark.parametrize(
    ("code", "value", "text", "recomputed"),
    [
        ("recomputed_to_disclosed_ratio", 0.55, "0.55", 0.5533),
        ("recomputed_to_disclosed_ratio", 0.6, "0.6", 0.5533),
        ("cost_per_million_tokens_usd", 0.69, "$0.69", 0.6923),
        ("usd_per_accelerator_hour", 4.5, "$4.50", 4.5),
    ],
)
def test_right_quotients_hold(code: str, value: float, text: str, recomputed: float) -> None:
    found = verdict(prints("acme-brook", code, value, text))
    assert (found.verdict, found.recomputed, found.findings) == ("holds", pytest.approx(recomputed, abs=1e-4), ())


def test_a_wrong_quotient_fails_and_nothing_explains_it() -> None:
    found = verdict(prints("acme-brook", "cost_per_million_tokens_usd", 0.71, "$0.71"))
    assert (found.verdict, found.explained) == ("fails", False)
    [row] = found.findings
    assert (row["code"], row["stated"], row["expected_low"]) == ("quotient_differs", 0.71, pytest.approx(0.6923, abs=1e-4))


def test_tokens_that_are_a_lower_bound_make_the_quotient_an_upper_bound() -> None:
    claims = [run("acme-brook", disclosed_cost_usd=exact(9e6), training_tokens=at_least(15e12, "15T+"))]
    [found] = quotient_verdicts(page_of(claims, prints("acme-brook", "cost_per_million_tokens_usd", 0.6, "$0.60")))
    assert found.verdict == "holds"
    [row] = found.findings
    assert (row["code"], row["expected_low"], row["expected_high"]) == ("bound_used_as_value", None, 0.6)


def test_a_quotient_without_operands_is_not_checkable() -> None:
    [found] = quotient_verdicts(page_of([run("acme-brook", open_weights="true")], prints("acme-brook", "usd_per_accelerator_hour", 2.0)))
    assert found.verdict == "not_checkable"
