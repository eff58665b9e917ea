"""Dates, as exact as printed."""

import pytest

from fab_pipeline.reading.dates import read_date


@pytest.mark.parametrize(
    ("text", "iso", "precision"),
    [
        ("2023-03", "2023-03", "month"),
        ("2023年3月", "2023-03", "month"),
        ("２０２３年３月１４日", "2023-03-14", "day"),
        ("March 2023", "2023-03", "month"),
        ("14 Mar 2023", "2023-03-14", "day"),
        ("Sept. 9, 2023", "2023-09-09", "day"),
        ("2023/03", "2023-03", "month"),
        ("2023", "2023", "year"),
        ("2023 Q2", "2023", "year"),
        ("Example Lab · 2023-03", "2023-03", "month"),
        ("ExampleLabDec 2024", "2024-12", "month"),
        ("OpenGPT-XNov 2024", "2024-11", "month"),
    ],
)
def test_a_date(text: str, iso: str, precision: str) -> None:
    printed = read_date(text)
    assert printed is not None
    assert (printed.iso, printed.precision) == (iso, precision)


@pytest.mark.parametrize("text", ["2023-13", "2023-02-30", "May", "12,023", "GPT-4"])
def test_no_date(text: str) -> None:
    assert read_date(text) is None
