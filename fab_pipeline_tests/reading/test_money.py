"""Amounts with their currency; nothing is converted."""

import pytest

from fab_pipeline.reading.money import amounts, leading_amount


@pytest.mark.parametrize(
    ("text", "currency", "amount", "qualifier"),
    [
        ("$100,000,000公开来源标注为估算", "USD", 100e6, "exact"),
        ("~$5.576M", "USD", 5.576e6, "approx"),
        ("about $5.6 million", "USD", 5.6e6, "approx"),
        ("US$ 78 million", "USD", 78e6, "exact"),
        ("5.58M USD", "USD", 5.58e6, "exact"),
        ("560 万美元", "USD", 5.6e6, "exact"),
        ("超过 $100M", "USD", 100e6, "lower_bound"),
        ("$5M+", "USD", 5e6, "lower_bound"),
        ("<$6M", "USD", 6e6, "upper_bound"),
        ("¥40,000,000", "CNY", 40e6, "exact"),
        ("4000 万元", "CNY", 40e6, "exact"),
        ("€2M", "EUR", 2e6, "exact"),
        ("HK$5M", "HKD", 5e6, "exact"),
        ("$5M AUD", "AUD", 5e6, "exact"),
        ("~5M$", "USD", 5e6, "approx"),
        ("100,000,000", None, 100e6, "exact"),
        ("~$10Mestimated", "USD", 10e6, "approx"),
        ("$4.6Mpublic sources", "USD", 4.6e6, "exact"),
        ("$3,500,000estimated", "USD", 3.5e6, "exact"),
    ],
)
def test_the_amount_a_text_begins_with(text: str, currency: str | None, amount: float, qualifier: str) -> None:
    money = leading_amount(text)
    assert money is not None
    assert (money.currency, money.amount.value, money.amount.qualifier) == (currency, pytest.approx(amount), qualifier)


def test_an_amount_that_may_have_lost_its_scale_is_none() -> None:
    assert leading_amount("$10Mxyz") is None


def test_a_range_of_amounts() -> None:
    for text in ("$60–70M", "$60M-$70M"):
        money = leading_amount(text)
        assert money is not None
        assert (money.amount.minimum, money.amount.maximum, money.amount.qualifier) == (60e6, 70e6, "range")


def test_two_currencies_stay_two_amounts() -> None:
    assert [(money.currency, money.amount.value) for money in amounts("¥40M (about $5.5M)")] == [("CNY", 40e6), ("USD", 5.5e6)]


def test_a_negative_amount_is_none() -> None:
    assert amounts("-$100,000,000") == []
    assert leading_amount("说明：$5") is None
