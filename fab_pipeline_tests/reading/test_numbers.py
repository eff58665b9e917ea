"""One number phrase: value, bounds, qualifier, scale, and what is no number."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.reading.numbers import number_phrases
from fab_pipeline.reading.quantity import Quantity, approx, at_least, at_most, between, exact


def read(text: str) -> list[tuple[float | None, float | None, float | None, str]]:
    return [_figures(phrase.quantity) for phrase in number_phrases(text)]


def _figures(quantity: Quantity) -> tuple[float | None, float | None, float | None, str]:
    return quantity.value, quantity.minimum, quantity.maximum, quantity.qualifier


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("1,234,567", exact(1_234_567)),
        ("16 000", exact(16_000)),
        ("58.000.000", exact(58e6)),
        ("1'024", exact(1024)),
        ("2.5e25", exact(2.5e25)),
        ("3 x 10^8", exact(3e8)),
        ("1.4T", exact(1.4e12)),
        ("1.4Ttokens", exact(1.4e12)),
        ("1.6 T", exact(1.6e12)),
        ("175 billion", exact(175e9)),
        ("1.5 万亿", exact(1.5e12)),
        ("3 兆", exact(3e12)),
        ("6710 亿", exact(671e9)),
        ("10W卡", exact(100_000)),
        ("十六万", exact(160_000)),
        ("两千", exact(2000)),
        ("一亿三千万", exact(1.3e8)),
        ("半", exact(0.5)),
        ("three", exact(3)),
        ("~13T", approx(13e12)),
        ("≈ 13T", approx(13e12)),
        ("约 280 万", approx(2.8e6)),
        ("100左右", approx(100)),
        ("an estimated 78 million", exact(78e6)),
        ("15T+", at_least(15e12)),
        ("more than 20 trillion", at_least(20e12)),
        ("超过1.7万亿", at_least(1.7e12)),
        ("5万以上", at_least(50_000)),
        ("50多万", at_least(500_000)),
        ("100 or more", at_least(100)),
        (">= 8", at_least(8)),
        ("under two", at_most(2)),
        ("no more than 5", at_most(5)),
        ("不超过 5 万", at_most(50_000)),
        ("近1亿", at_most(1e8)),
        ("up to 4,096", at_most(4096)),
        ("30 以内", at_most(30)),
        ("2-3", between(2, 3)),
        ("90至100", between(90, 100)),
        ("15–18T", between(15e12, 18e12)),
        ("between 2 and 3", between(2, 3)),
        ("millions of", Quantity(None, 2e6, None, "vague")),
        ("hundreds of thousands", Quantity(None, 2e5, None, "vague")),
        ("数万", Quantity(None, 2e4, 9e4, "vague")),
        ("十几万", Quantity(None, 1.1e5, 1.9e5, "vague")),
    ],
)
def test_a_number_phrase(text: str, quantity: Quantity) -> None:
    assert read(text) == [_figures(quantity)]


@pytest.mark.parametrize("text", ["1234,567", "-5", "12,34", "第三", "no number"])
def test_a_malformed_number_is_none(text: str) -> None:
    assert read(text) == []


def test_bytes_are_not_scaled() -> None:
    assert read("20TB") == [_figures(exact(20))]


def test_places_include_the_qualifying_words() -> None:
    (phrase,) = number_phrases("训练了超过 1.7万亿 token")
    assert (phrase.quantity.text, phrase.scaled) == ("超过 1.7万亿", True)


def test_the_words_between_figures_qualify_the_next_one_only() -> None:
    assert read("3 个月, 约 5 天") == [_figures(exact(3)), _figures(approx(5))]


@settings(deadline=None)
@given(st.integers(min_value=1, max_value=10**12), st.sampled_from(["", "约 ", "~", "超过 ", "不到 "]))
def test_full_width_is_half_width(number: int, before: str) -> None:
    half = f"{before}{number:,}"
    wide = "".join(chr(ord(character) + 0xFEE0) if "!" <= character <= "~" else character for character in half)
    assert read(wide) == read(half)


@settings(deadline=None)
@given(st.integers(min_value=1, max_value=9999))
def test_one_figure_written_four_ways(number: int) -> None:
    expected = [_figures(exact(number * 1e4))]
    assert read(f"{number} 万") == read(f"{number}万") == read(f"{number * 10_000:,}") == read(f"{number * 10}K") == expected


@settings(deadline=None)
@given(st.integers(min_value=1, max_value=10**9), st.sampled_from(["", "万", "亿", " million", "B"]))
def test_about_changes_only_the_qualifier(number: int, scale: str) -> None:
    ((value, low, high, qualifier),) = read(f"{number}{scale}")
    assert (low, high, qualifier) == (None, None, "exact")
    assert read(f"约 {number}{scale}") == [(value, None, None, "approx")]
