"""What a page says about its prices and about the gap between recomputed and disclosed cost."""

from fab_pipeline.leaderboards.page_checks.explanations import explanation_verdicts
from fab_pipeline.leaderboards.page_checks.verdict import Verdict
from fab_pipeline.reading.quantity import approx, exact
from fab_pipeline_tests.leaderboards.claims import run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, prints, says

INFLATED = run(
    "acme-brook",
    accelerator_hours=exact(120_000_000.0),
    accelerator_count=exact(10_000),
    duration_days=approx(100, "100 days"),
    disclosed_cost_usd=exact(50e6),
    training_tokens=exact(10e12),
)
SOUND = run("acme-lake", accelerator_hours=exact(2_400_000.0), accelerator_count=exact(1_000), duration_days=exact(100))
RATIO = prints("acme-brook", "recomputed_to_disclosed_ratio", 2.4, "2.40")


def sentence(code: str) -> Said:
    return says(code, kind="sentence")


def verdicts(*said: Said) -> list[Verdict]:
    return list(explanation_verdicts(page_of([INFLATED, SOUND], *said)))


def test_a_gap_that_comes_from_impossible_hours_is_no_margin() -> None:
    [found] = verdicts(RATIO, sentence("gap_is_margin"))
    assert found.verdict == "fails"
    assert "brook 2.4 (with its own count x duration 0.48)" in found.arithmetic
    [fine] = verdicts(prints("acme-lake", "recomputed_to_disclosed_ratio", 2.4, "2.40"), sentence("gap_is_margin"))
    assert fine.verdict == "not_checkable"


def test_several_times_needs_a_ratio_of_two_on_sound_hours() -> None:
    sound = prints("acme-lake", "recomputed_to_disclosed_ratio", 3.0, "3.0")
    assert [found.verdict for found in verdicts(RATIO, sentence("rent_several_times_disclosed"))] == ["fails"]
    assert [found.verdict for found in verdicts(RATIO, sound, sentence("rent_several_times_disclosed"))] == ["holds"]
    assert [found.verdict for found in verdicts(sentence("rent_several_times_disclosed"))] == ["not_checkable"]


def test_above_the_disclosed_cost_must_hold_for_every_ratio() -> None:
    low = prints("acme-lake", "recomputed_to_disclosed_ratio", 0.8, "0.8")
    high = prints("acme-lake", "recomputed_to_disclosed_ratio", 1.2, "1.2")
    assert [found.verdict for found in verdicts(high, sentence("recompute_above_disclosed"))] == ["holds"]
    assert [found.verdict for found in verdicts(low, sentence("recompute_above_disclosed"))] == ["fails"]


def test_two_price_bases_contradict_each_other() -> None:
    month = says("price_basis", kind="sentence", subject="lowest_of_month", value_text="lowest_of_month", text="当月最低")
    today = says("price_basis", kind="sentence", subject="today", value_text="today", text="今日租价")
    both = verdicts(month, today)
    assert [found.verdict for found in both] == ["fails", "fails"]
    assert both[0].findings == both[1].findings
    assert [found.verdict for found in verdicts(today)] == ["not_checkable"]


def test_parameters_do_not_enter_the_cost_per_token() -> None:
    said = sentence("active_parameters_affect_cost_per_token")
    right = prints("acme-brook", "cost_per_million_tokens_usd", 5.0, "$5.00")
    assert [found.verdict for found in verdicts(right, said)] == ["fails"]
    wrong = prints("acme-brook", "cost_per_million_tokens_usd", 9.0, "$9.00")
    assert [found.verdict for found in verdicts(wrong, said)] == ["not_checkable"]
