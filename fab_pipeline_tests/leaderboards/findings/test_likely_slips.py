"""Which slip a wrong figure tells of, by its factor."""

import pytest

from fab_pipeline.leaderboards.findings.likely_slips import in_words, of_identity


@pytest.mark.parametrize(
    ("ratio", "count", "slip"),
    [
        (24.0, 8.0, "×24: the 8 accelerators of one node counted for 24 nodes"),
        (16.0, 4.0, "×16: the 4 accelerators of one node counted for 16 nodes"),
        (1 / 24, 96.0, "×24: days of accelerators held as hours"),
        (1 / 96, 96.0, "×96: wall-clock hours held as accelerator-hours"),
        (10.0, 192.0, "×10: one of the figures has a digit too many or too few"),
        (0.1, 192.0, "×10: one of the figures has a digit too many or too few"),
        (1 / 5, 64.0, "×5: hours of one of 5 equal parts (epochs, runs) beside the duration of all"),
    ],
)
def test_the_slip_behind_hours_that_do_not_fit(ratio: float, count: float, slip: str) -> None:
    assert in_words(of_identity(ratio, count))["en"] == f" Likely slip: {slip}."


@pytest.mark.parametrize("ratio", [3.4, 5.0, 0.55, 0.29])
def test_no_slip_is_made_up_for_a_factor_that_tells_nothing(ratio: float) -> None:
    assert of_identity(ratio, 96.0) == []
