"""One duration stated twice."""

import pytest

from fab_pipeline.reading.durations_twice import first_amount, restatements


@pytest.mark.parametrize(
    ("text", "days", "low", "high", "agrees"),
    [
        ("21 days (511 hours) pretraining", 21, 511 / 24, 511 / 24, True),
        ("21 天（约 480 小时）", 21, 20, 20, False),
        ("~7 weeks (March 24 to May 13, 2026)", 49, 50, 51, False),
        ("50 days (2026-03-24 to 2026-05-13)", 50, 50, 51, True),
        ("7 周（2026年3月24日至5月13日）", 49, 50, 51, False),
        ("51 days (24 March - 13 May 2026)", 51, 50, 51, True),
        ("3 months (90 days)", 91.3125, 90, 90, True),
        ("3 months (60 days)", 91.3125, 60, 60, False),
    ],
)
def test_pairs(text: str, days: float, low: float, high: float, agrees: bool) -> None:
    [pair] = restatements(text)
    assert (pair.days, pair.low, pair.high, pair.agrees) == (pytest.approx(days), pytest.approx(low), pytest.approx(high), agrees)


def test_rounding_explains_seven_weeks_but_not_seven_days() -> None:
    [weeks] = restatements("~7 weeks (March 24 to May 13, 2026)")
    [days] = restatements("7 days (March 24 to May 13, 2026)")
    assert (weeks.rounding, days.rounding) == (True, False)


@pytest.mark.parametrize(
    "text", ["21 days pretraining, plus 5 days", "~3 months", "7 weeks (in Munich)", "7 weeks (May 40 to May 50, 2026)", ""]
)
def test_nothing_is_restated(text: str) -> None:
    assert list(restatements(text)) == []


def test_first_amount() -> None:
    assert first_amount("未披露 （论文分析的是 54 天窗口）") == ("54 天", 54.0)
    assert first_amount("未披露") is None
