"""Currency codes: the closed list of ISO 4217, nothing that only looks like one."""

import pytest

from fab_pipeline.vocabulary.currencies import CURRENCIES, is_currency


@pytest.mark.parametrize("code", ["USD", "EUR", "CNY", "JPY", "GBP", "INR", "CHF"])
def test_currencies_in_use(code: str) -> None:
    assert is_currency(code)


@pytest.mark.parametrize("code", ["", "usd", "$", "US$", "USDT", "BTC", "RMB", "XXX", "XAU", "DEM", "HRK", "BGN"])
def test_what_is_not_a_currency_in_use(code: str) -> None:
    assert not is_currency(code)


def test_the_list_is_of_three_capitals() -> None:
    assert all(len(code) == 3 and code.isascii() and code.isupper() for code in CURRENCIES)
    assert 140 < len(CURRENCIES) < 170
