"""One row of the findings table: its id, what it must rest on, and how its numbers are written."""

import pytest

from fab_pipeline.contracts import FINDINGS
from fab_pipeline.leaderboards.findings.common import Message, Subject, figure, finding, findings_frame, money, percent, some, span

RUN = Subject("training_cost", "acme-brook-1")
SAID = Message("Something is off.", "有一处不符。")


def test_id_is_code_table_key_and_detail() -> None:
    assert finding("order_differs", "info", RUN, SAID, ["s1"])["finding_id"] == "order_differs:training_cost:acme-brook-1"
    assert finding("order_differs", "info", RUN, SAID, ["s1"], detail="x")["finding_id"] == "order_differs:training_cost:acme-brook-1:x"


def test_a_finding_rests_on_something() -> None:
    with pytest.raises(ValueError, match="rests on no"):
        finding("order_differs", "info", RUN, SAID, [])


def test_frame_meets_the_contract_and_repeated_sources_are_named_once() -> None:
    frame = findings_frame([finding("order_differs", "info", RUN, SAID, ["s1", "s2", "s1"], stated=3.0, effect="none")])
    FINDINGS.schema.validate(frame)
    assert frame.select("sources", "stated", "effect").row(0) == ("s1; s2", 3.0, "none")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (figure(270_000_000), "270,000,000"),
        (figure(7.69230769), "7.6923"),
        (figure(0.37037, 3), "0.37"),
        (money(321_300_000), "$321,300,000"),
        (money(-2.5), "-$2.5"),
        (percent(4.928), "492.8 %"),
        (span(54e6, 57e6), "54,000,000–57,000,000"),
        (span(None, 60.875), "at most 60.875"),
        (span(15, None), "at least 15"),
        (span(49, 49), "49"),
        (some(["a", "b", "c"], ", ", most=2), "a, b, 1 more"),
        (some(["a", "b"]), "a; b"),
    ],
)
def test_numbers_are_written_plainly(written: str, expected: str) -> None:
    assert written == expected
