"""Groups of runs by hardware: counts, members, durations, and every row in exactly one."""

import pytest

from fab_pipeline.leaderboards.page_checks.groups import group_verdicts
from fab_pipeline.leaderboards.page_checks.verdict import Verdict
from fab_pipeline.reading.quantity import Quantity, approx, at_most, exact
from fab_pipeline_tests.leaderboards.claims import UNDISCLOSED, Words, run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, says

RUNS = [
    run("acme-brook", accelerators="NVIDIA H100", duration_days=exact(30)),
    run("acme-lake", accelerators="NVIDIA H100", duration_days=exact(41)),
    run("acme-pool", accelerators="NVIDIA GB200 + NVIDIA GB300"),
    run("pond-sea", accelerators="Google TPU v5p"),
    run("pond-bay", accelerators=Words("in-house AI ASIC, vendor not named")),
    run("pond-bog", accelerators=UNDISCLOSED),
]


def card(name: str, members: str, durations: int | None = None, count: int | None = None) -> list[Said]:
    names = members.split("; ")
    said = [
        says("group_runs", len(names) if count is None else count, kind="group", subject=name),
        says("group_members", kind="group", subject=name, value_text=members, text=members),
    ]
    return said if durations is None else [*said, says("group_durations", durations, kind="group", subject=name)]


GOOD = [
    *card("NVIDIA H100", "brook; lake", 2),
    *card("NVIDIA GB200 / GB300", "pool", 0),
    *card("Google TPU", "sea", 0),
    *card("自研 ASIC（厂商未具名）", "bay", 0),
    *card("硬件未披露或未指明", "bog", 0),
]


def verdicts(*said: Said) -> dict[str, Verdict]:
    return {verdict.statement.statement_id.replace("a" * 12 + ":", ""): verdict for verdict in group_verdicts(page_of(RUNS, *said))}


def test_headings_are_read_by_meaning() -> None:
    found = verdicts(*GOOD)
    assert {verdict.verdict for verdict in found.values()} == {"holds"}
    assert not [row for verdict in found.values() for row in verdict.findings]
    assert found["group:groups_cover_runs"].arithmetic == "2 + 1 + 1 + 1 + 1 = 6 of 6 rows"


def test_english_headings() -> None:
    found = verdicts(*card("Custom ASIC", "bay"), *card("Hardware undisclosed", "bog"))
    assert found["group:group_members:Custom ASIC"].verdict == "holds"
    assert found["group:group_members:Hardware undisclosed"].verdict == "holds"


def test_a_wrong_count_and_a_wrong_member() -> None:
    found = verdicts(*card("NVIDIA H100", "brook; sea", count=3))
    assert found["group:group_runs:NVIDIA H100"].verdict == "fails"
    members = found["group:group_members:NVIDIA H100"]
    assert members.verdict == "fails"
    assert "missing: lake; of other hardware or no row: sea" in str(members.findings[0]["message_en"])


def test_a_lost_group_leaves_rows_in_no_group() -> None:
    together = verdicts(*GOOD[3:])["group:groups_cover_runs"]
    assert together.verdict == "fails"
    [row] = together.findings
    assert (row["code"], row["stated"], row["expected_low"]) == ("statement_contradicted_by_data", 4, 6)
    assert "brook, lake" in str(row["message_en"])


def test_wrong_number_of_durations() -> None:
    found = verdicts(*card("NVIDIA H100", "brook; lake", 1))["group:group_durations:NVIDIA H100"]
    assert (found.verdict, found.recomputed) == ("fails", 2)


@pytest.mark.parametrize(("mean", "verdict"), [(35.5, "holds"), (36.5, "fails")])
def test_a_printed_mean_is_computed_again(mean: float, verdict: str) -> None:
    said = says("group_mean_days", mean, kind="group", subject="NVIDIA H100")
    found = verdicts(*card("NVIDIA H100", "brook; lake", 2), said)["group:group_mean_days:NVIDIA H100"]
    assert (found.verdict, found.recomputed) == (verdict, 35.5)


@pytest.mark.parametrize(("mean", "verdict"), [(90, "holds"), (91.3, "holds"), (95, "fails")])
def test_a_month_may_have_thirty_days(mean: float, verdict: str) -> None:
    claims = [run("acme-brook", accelerators="NVIDIA H100", duration_days=approx(91.3125, "~3 months"))]
    said = says("group_mean_days", mean, kind="group", subject="NVIDIA H100")
    page = page_of(claims, *card("NVIDIA H100", "brook", 1), said)
    assert {found.statement.code: found.verdict for found in group_verdicts(page)}["group_mean_days"] == verdict


def test_a_mean_over_a_bound_or_over_scopes_is_none() -> None:
    claims = [
        run("acme-brook", accelerators="NVIDIA H100", duration_days=at_most(60, "under two months")),
        run("acme-lake", accelerators="NVIDIA H100", duration_days=Quantity(20, scope="pretraining")),
    ]
    page = page_of(claims, *card("NVIDIA H100", "brook; lake", 2))
    codes = [row["code"] for verdict in group_verdicts(page) for row in verdict.findings]
    assert codes == ["bound_used_as_value", "scope_mismatch"]


def test_a_run_on_two_kinds_of_hardware_may_stand_under_either() -> None:
    claims = [run("acme-brook", accelerators="NVIDIA H100 + NVIDIA A100"), run("acme-lake", accelerators="NVIDIA A100")]
    page = page_of(claims, *card("NVIDIA H100", "brook"), *card("NVIDIA A100", "lake"))
    assert {verdict.verdict for verdict in group_verdicts(page)} == {"holds"}


def test_two_headings_of_one_hardware_are_checked_by_their_members_only() -> None:
    claims = [run("acme-brook", accelerators="NVIDIA GB200"), run("acme-lake", accelerators="NVIDIA GB300")]
    page = page_of(claims, *card("NVIDIA GB200", "brook"), *card("NVIDIA GB300", "lake"))
    assert {verdict.verdict for verdict in group_verdicts(page)} == {"holds"}
