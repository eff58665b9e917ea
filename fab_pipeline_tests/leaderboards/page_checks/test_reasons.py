"""Why a row has no recomputed cost, held against the row."""

import pytest

from fab_pipeline.leaderboards.page_checks.reasons import reason_verdicts
from fab_pipeline.leaderboards.page_checks.verdict import Verdict
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import UNDISCLOSED, run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, prints

GB = "NVIDIA GB200 + NVIDIA GB300"


def verdict(reason: str, subject: str | None = None, accelerators: str = "NVIDIA H100", *more: Said, hours: float | None = None) -> Verdict:
    stated = {"accelerator_hours": exact(hours)} if hours else {}
    claims = [
        run("acme-brook", accelerators=accelerators, **stated),
        run("acme-lake", accelerators="NVIDIA A100", accelerator_hours=exact(1000.0)),
    ]
    [found] = reason_verdicts(page_of(claims, prints("acme-brook", "no_recompute_reason", value_text=reason, subject=subject), *more))
    return found


@pytest.mark.parametrize(
    ("reason", "subject", "accelerators"),
    [
        ("no_live_quote", "NVIDIA H100", "NVIDIA H100"),
        ("no_live_quote", None, "NVIDIA H100"),
        ("no_live_quote", "Google TPU", "Google TPU v5p"),
        ("no_live_quote", GB, GB),
        ("no_accelerator_hours", None, "NVIDIA H100"),
        ("accelerator_undisclosed", None, UNDISCLOSED),
    ],
)
def test_true_reasons(reason: str, subject: str | None, accelerators: str) -> None:
    found = verdict(reason, subject, accelerators)
    assert (found.verdict, found.findings) == ("holds", ())


@pytest.mark.parametrize(
    ("reason", "subject", "accelerators", "hours", "code"),
    [
        ("price_basis_note", None, "NVIDIA H100", None, "status_text_misplaced"),
        ("no_accelerator_hours", None, "NVIDIA H100", 500.0, "statement_contradicted_by_data"),
        ("accelerator_undisclosed", None, "NVIDIA H100", None, "statement_contradicted_by_data"),
        ("no_live_quote", "NVIDIA B200", "NVIDIA H100", None, "statement_contradicted_by_data"),
        ("no_live_quote", "NVIDIA GB200", GB, None, "reason_names_part"),
    ],
)
def test_reasons_that_the_row_contradicts(reason: str, subject: str | None, accelerators: str, hours: float | None, code: str) -> None:
    found = verdict(reason, subject, accelerators, hours=hours)
    assert found.verdict == "fails"
    [row] = found.findings
    assert (row["code"], row["subject_table"], row["subject_key"]) == (code, "training_cost", "acme-brook")


def test_no_quote_for_an_accelerator_that_the_page_prices_elsewhere() -> None:
    product = prints("acme-lake", "recomputed_cost_usd", 1190.0, "$1,190")
    assert verdict("no_live_quote", "NVIDIA A100", "NVIDIA A100", product).verdict == "fails"
    assert verdict("no_live_quote", "NVIDIA H100", "NVIDIA H100", product).verdict == "holds"


def test_a_note_beside_a_recomputed_cost_is_in_its_place() -> None:
    product = prints("acme-brook", "recomputed_cost_usd", 1190.0, "$1,190")
    assert verdict("price_basis_note", None, "NVIDIA H100", product).verdict == "holds"


def test_words_without_a_reason_are_not_judged() -> None:
    assert verdict("other").verdict == "not_checkable"
