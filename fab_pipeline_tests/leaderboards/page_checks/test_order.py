"""The order in which a page prints its rows."""

from fab_pipeline.leaderboards.page_checks.order import order_verdicts
from fab_pipeline.leaderboards.page_checks.verdict import Verdict
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import Claim, run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, says

ORDER = says("row_order", kind="order")


def rows(*facts: tuple[float | None, str]) -> list[list[Claim]]:
    """Runs with hours and month, in printed order; their names are in no order."""
    claims: list[list[Claim]] = []
    for index, (hours, month) in enumerate(facts):
        more = {} if hours is None else {"accelerator_hours": exact(hours)}
        claims.append(run(f"acme-{'mdxbcqak'[index]}", released=f"{month}-01", **more))
    return claims


def verdict(claims: list[list[Claim]], *said: Said) -> Verdict:
    return list(order_verdicts(page_of(claims, *said)))[-1]


def test_hours_then_months() -> None:
    found = verdict(rows((9, "2023-01"), (7, "2025-06"), (5, "2024-01"), (None, "2026-02"), (None, "2025-12"), (None, "2025-11")), ORDER)
    assert (found.verdict, found.recomputed_text) == ("holds", "accelerator-hours, descending then release date, descending")


def test_one_break_is_named_and_ties_are_counted() -> None:
    months = ["2026-02", "2026-02", "2025-10", "2025-11", "2025-09", "2025-01"]
    found = verdict(rows((9, "2023-01"), (7, "2025-06"), *((None, month) for month in months)), ORDER)
    assert found.verdict == "fails"
    [row] = found.findings
    assert (row["code"], row["stated"]) == ("order_differs", 1)
    assert "c (2025-10) stands before q (2025-11); neighbours that tie in no defined order: 1" in str(row["message_en"])


def test_names_in_alphabetical_order() -> None:
    claims = [run(f"acme-{name}", accelerator_hours=exact(hours)) for name, hours in (("a", 1), ("c", 5), ("f", 2), ("x", 8))]
    found = verdict(claims, ORDER)
    assert (found.verdict, found.recomputed_text) == ("holds", "model name")


def test_no_order_is_no_accusation() -> None:
    claims = [run(f"acme-{name}", accelerator_hours=exact(hours)) for name, hours in (("m", 3), ("z", 9), ("a", 1), ("q", 7), ("b", 5))]
    assert verdict(claims, ORDER).verdict == "not_checkable"


def test_a_stated_order_is_held_to_its_word() -> None:
    stated = says("order_stated", kind="sentence", value_text="released")
    assert verdict(rows((1, "2026-02"), (9, "2025-02"), (5, "2024-02")), stated).verdict == "holds"
    assert verdict(rows((9, "2024-02"), (5, "2025-02"), (1, "2026-02")), stated).verdict == "fails"
