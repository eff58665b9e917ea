"""Sentences about most rows, the rest, and estimates."""

from fab_pipeline.leaderboards.page_checks.sentences import sentence_verdicts
from fab_pipeline.leaderboards.page_checks.verdict import Verdict
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import Claim, Words, claim, run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, prints, says

FULL = run("acme-brook", accelerator_hours=exact(3e6), disclosed_cost_usd=exact(9e6))
HOURS = run("acme-lake", accelerator_hours=exact(1e6))
COUNT = run("acme-pool", accelerator_count=exact(512))
SILENT = [run(f"pond-{name}", open_weights="true") for name in ("a", "b", "c", "d")]
DAYS = run("pond-sea", accelerator_hours=Words("millions of accelerator-days"), accelerator_count=exact(50_000))


def verdict(claims: list[list[Claim]], code: str, words: str | None = None, *more: Said, text: str = "") -> Verdict:
    [found] = sentence_verdicts(page_of(claims, says(code, kind="sentence", value_text=words, text=text or code), *more))
    return found


def test_the_rest_disclose_only_card_counts_or_nothing() -> None:
    words = "accelerator_count; nothing"
    assert verdict([FULL, COUNT, *SILENT], "rest_disclose_only", words).verdict == "holds"
    other_words = verdict([FULL, COUNT, DAYS], "rest_disclose_only", words)
    assert other_words.verdict == "fails"
    assert "millions of accelerator-days" in str(other_words.findings[0]["message_en"])
    duration = run("pond-bay", duration_days=exact(30))
    assert verdict([FULL, duration], "rest_disclose_only", words).verdict == "fails"
    assert verdict([FULL, duration], "rest_disclose_only", "duration_days").verdict == "holds"


def test_most_disclose_one_dimension() -> None:
    assert verdict([FULL, HOURS, HOURS], "most_disclose_one_dimension").verdict == "fails"  # HOURS twice is one run
    other = run("acme-rain", accelerator_hours=exact(5e5))
    assert verdict([FULL, HOURS, other], "most_disclose_one_dimension").verdict == "holds"
    few = verdict([FULL, HOURS, *SILENT], "most_disclose_one_dimension")
    assert (few.verdict, few.recomputed) == ("fails", 1 / 6)
    assert few.findings[0]["code"] == "statement_contradicted_by_data"


def test_most_disclose_compute_but_no_money() -> None:
    assert verdict([FULL, HOURS, COUNT], "most_disclose_compute_not_money").verdict == "holds"
    assert verdict([FULL, HOURS, COUNT, *SILENT], "most_disclose_compute_not_money").verdict == "fails"


def test_estimates_carry_the_words_that_the_page_promises() -> None:
    cost = claim("acme-brook", "disclosed_cost_usd", exact(9e6), estimated=True)
    promised = prints("acme-brook", "disclosed_cost_note", text="（估算）")
    other = prints("acme-brook", "disclosed_cost_note", text="媒体标注为估算")
    assert verdict([[cost]], "estimate_marker", "(估算)", promised).verdict == "holds"
    found = verdict([[cost]], "estimate_marker", "（估算）", other)
    assert found.verdict == "fails"
    assert "媒体标注为估算" in str(found.findings[0]["message_zh"])
    assert verdict([FULL], "estimate_marker", "（估算）").verdict == "not_checkable"


def test_a_heading_that_calls_estimates_disclosed() -> None:
    estimated = [claim("acme-brook", "disclosed_cost_usd", exact(9e6), estimated=True)]
    assert verdict([estimated], "costs_called_disclosed").verdict == "fails"
    assert verdict([FULL], "costs_called_disclosed").verdict == "holds"
    assert verdict([HOURS], "costs_called_disclosed").verdict == "not_checkable"
