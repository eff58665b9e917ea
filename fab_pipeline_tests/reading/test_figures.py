"""Printed figures, also where the next words are glued to them, and how finely they are printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.reading.figures import figure_of_value, figures, leading_figure


@pytest.mark.parametrize(
    ("text", "names", "value", "step"),
    [
        ("270,000,000", (), 270e6, 1),
        ("7.69", (), 7.69, 0.01),
        ("270.0M", (), 270e6, 1e5),
        ("270.0MBrook-4 的 GPU 小时数", ("Brook-4",), 270e6, 1e5),
        ("5Models", (), 5, 1),
        ("5 models", (), 5, 1),
        ("6其余只披露卡数", (), 6, 1),
        ("3.2 亿", (), 3.2e8, 1e7),
        ("1.5 million GPU hours", (), 1.5e6, 1e5),
        ("12万卡时", (), 120_000, 1e4),
    ],
)
def test_value_and_last_printed_digit(text: str, names: tuple[str, ...], value: float, step: float) -> None:
    figure = next(figures(text, names))
    assert (figure.value, figure.step) == (pytest.approx(value), pytest.approx(step))


def test_a_figure_agrees_with_what_rounds_to_it() -> None:
    figure = next(figures("7.69"))
    assert figure.agrees_with(7.692307)
    assert figure.agrees_with(7.685)
    assert not figure.agrees_with(7.7)


def test_leading_figure_may_follow_a_colon_but_no_word() -> None:
    assert leading_figure("：$1,200") is not None
    assert leading_figure("about 1,200") is None


def test_figure_of_value_finds_the_right_one() -> None:
    found = figure_of_value("$79,875,600 约为披露值的 1.33 倍", 1.33)
    assert found is not None
    assert found.decimals == 2


@given(st.integers(min_value=0, max_value=10**12))
def test_thousands_separators_change_nothing(number: int) -> None:
    assert next(figures(f"{number:,}")).value == next(figures(str(number))).value == number
