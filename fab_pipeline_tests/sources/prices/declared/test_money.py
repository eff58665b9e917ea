"""Printed prices: the amount, what kind of price it is, and what stands beside it."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.declared.money import currencies_in, holds_money, marks_of, period_in, read_price, unit_in, without_marks


@pytest.mark.parametrize(
    ("text", "amount", "per", "period"),
    [
        ("$2.99 / GPU / hr", "2.99", "accelerator", "hour"),
        ("$1.89/H100/hour", "1.89", "accelerator", "hour"),
        ("$4.29/GPU-hr", "4.29", "accelerator", "hour"),
        ("$3.50 per GPU per hour", "3.5", "accelerator", "hour"),
        ("$20.72 / hr", "20.72", None, "hour"),
        ("$ 3.44 per Hour", "3.44", None, "hour"),
        ("$98.32/instance/hour", "98.32", "instance", "hour"),
        ("$23.92 per node-hour", "23.92", "instance", "hour"),
        ("US$1,460.00/mo", "1460.00", None, "month"),
        ("$0.00044/s", "0.00044", None, "second"),
        ("$2.49/hr, billed per second", "2.49", None, "hour"),
        ("$2.49 billed per minute", "2.49", None, None),
        ("18.5元/卡/小时", "18.5", "accelerator", "hour"),
        ("＄２.５０", "2.50", None, None),
        (".80", "0.80", None, None),
    ],
)
def test_amount_unit_and_period(text: str, amount: str, per: str | None, period: str | None) -> None:
    printed = read_price(text)
    assert (printed.kind, printed.amount, printed.per, printed.period) == ("price", Decimal(amount), per, period)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("€2.49", {"EUR"}),
        ("2.49 EUR", {"EUR"}),
        ("CHF 2.49", {"CHF"}),
        ("A$2.49", {"AUD"}),
        ("¥18", {"CNY", "JPY"}),
        ("RMB 18", {"CNY"}),
        ("2.49", None),
    ],
)
def test_the_currency_that_is_printed(text: str, codes: set[str] | None) -> None:
    assert read_price(text).currencies == codes


def test_a_dollar_sign_can_mean_several_currencies() -> None:
    assert {"USD", "CAD", "AUD"} <= (read_price("$2.49").currencies or set())


@pytest.mark.parametrize(("heading", "codes"), [("Price (€)", {"EUR"}), ("USD per hour", {"USD"}), ("ALL regions", None), ("Price", None)])
def test_the_currency_of_a_heading(heading: str, codes: set[str] | None) -> None:
    assert currencies_in(heading) == codes


@pytest.mark.parametrize(("text", "amount"), [("2,49", "2.49"), ("1.234,50 €", "1234.50"), ("0,5", "0.5"), ("1.234 €", "1234")])
def test_decimal_comma(text: str, amount: str) -> None:
    assert read_price(text, "comma").amount == Decimal(amount)


@pytest.mark.parametrize("text", ["2,49", "1.234,5", "$049", "1,23,456", "$1.2.3"])
def test_a_number_that_is_not_written_as_declared_is_not_read(text: str) -> None:
    with pytest.raises(CellError) as error:
        read_price(text)
    assert error.value.reason == "price_unreadable"


@pytest.mark.parametrize(
    ("text", "marks", "rest"),
    [
        ("2.24*", ("*",), "2.24"),
        ("1.15**", ("**",), "1.15"),
        ("42.00[^1]", ("1",), "42.00"),
        ("GPU-hour*", ("*",), "GPU-hour"),
        ("H100", (), "H100"),
    ],
)
def test_footnote_marks(text: str, marks: tuple[str, ...], rest: str) -> None:
    assert marks_of(text) == marks
    assert without_marks(text) == rest


@pytest.mark.parametrize(
    ("heading", "per", "period"),
    [
        ("PRICE/GPU/HR*", "accelerator", "hour"),
        ("On-demand, GPU-hour", "accelerator", "hour"),
        ("Per Hour Price", None, "hour"),
        ("1 Year price (/hr)", None, "hour"),
        ("6-month reserved", None, None),
        ("Monthly", None, "month"),
        ("Price per node", "instance", None),
        ("Price", None, None),
    ],
)
def test_units_of_headings(heading: str, per: str | None, period: str | None) -> None:
    assert (unit_in(heading), period_in(heading)) == (per, period)


@pytest.mark.parametrize(
    ("text", "money"), [("$2", True), ("2 €", True), ("8 GPUs", False), ("80 GB", False), ("1.8 TB/s", False), ("Contact us", False)]
)
def test_whether_a_text_holds_money(text: str, money: bool) -> None:
    assert holds_money(text) is money


@settings(deadline=None)
@given(st.decimals(min_value="0.01", max_value="99999", places=2), st.sampled_from(["${}", "$ {} / hr", "{} USD", "USD {}/GPU/hour", "{}"]))
def test_every_plain_price_is_read_as_it_is_written(amount: Decimal, form: str) -> None:
    for written in (f"{amount}", f"{amount:,}"):
        assert read_price(form.format(written)).amount == amount


def test_a_number_without_a_currency_is_a_price_only_where_nothing_else_can_be_meant() -> None:
    assert read_price("2.49").amount == Decimal("2.49")
    assert read_price("from 2.49 / hr").kind == "from_teaser"
    assert read_price("3", whole_numbers=True).amount == 3
    for text, reason in (("3", "currency_not_printed"), ("24.3 TiB", "price_unreadable"), ("NVLink 4.0", "price_unreadable")):
        with pytest.raises(CellError) as error:
            read_price(text)
        assert error.value.reason == reason


@settings(deadline=None)
@given(st.text(max_size=30))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(CellError):
        printed = read_price(text)
        assert (printed.amount is None) == (printed.kind in {"contact", "nothing"})
