"""When a page says that its data were read."""

from fab_pipeline.leaderboards.page_checks.timestamps import timestamp_verdicts
from fab_pipeline_tests.leaderboards.claims import run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, says


def stamp(iso: str, number: int, subject: str = "data") -> Said:
    row = says("timestamp", kind="sentence", subject=subject, value_text=iso, text=iso.replace("T", " "))
    return row | {"statement_id": f"sentence:timestamp:{subject}#{number}"}


def outcome(*said: Said) -> tuple[list[str], set[object]]:
    found = list(timestamp_verdicts(page_of([run("acme-brook", open_weights="true")], *said)))
    return [verdict.verdict for verdict in found], {row["code"] for verdict in found for row in verdict.findings}


def test_a_time_with_a_zone_raises_nothing() -> None:
    assert outcome(stamp("2026-10-01T08:00 UTC", 1)) == (["not_checkable"], set())


def test_a_time_without_a_zone_is_no_moment() -> None:
    assert outcome(stamp("2026-10-01T08:00", 1)) == (["not_checkable"], {"timestamp_without_zone"})


def test_a_repeated_time_holds_and_another_one_contradicts_it() -> None:
    assert outcome(stamp("2026-10-01T08:00 Z", 1), stamp("2026-10-01T08:00 Z", 2)) == (["holds", "holds"], set())
    assert outcome(stamp("2026-10-01T08:00 Z", 1), stamp("2026-10-02T08:00 Z", 2)) == (["fails", "fails"], {"stated_twice_differently"})
    assert outcome(stamp("2026-10-01T08:00 Z", 1), stamp("2026-10-02T08:00 Z", 2, "prices"))[0] == ["not_checkable", "not_checkable"]
