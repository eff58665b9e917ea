"""Figures as people read them."""

import pytest

from fab_pipeline.figures import money_text, number_text


@pytest.mark.parametrize(("value", "text"), [(0.5, "0.5"), (2.0, "2"), (9.99661, "9.9966"), (1234.5, "1,234"), (2_788_000.0, "2,788,000")])
def test_numbers(value: float, text: str):
    assert number_text(value) == text


@pytest.mark.parametrize(("value", "text"), [(0.5, "0.50"), (3.0, "3.00"), (2.985, "2.985"), (9.99661, "9.9966"), (1234.5, "1,234.50")])
def test_hourly_prices_have_two_to_four_decimals(value: float, text: str):
    assert money_text(value) == text
