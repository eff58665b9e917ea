"""Amounts of money with their currency: "$5.576M", "约 1 亿美元", "¥40,000,000", "60–70 million USD".

Belongs here: amounts as printed. Does not belong here: conversion of currencies, which this project never does.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from fab_pipeline.reading.comparators import qualified, qualifier_after
from fab_pipeline.reading.numbers import NumberPhrase, number_phrases
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.characters import fold

CURRENCIES: Final[dict[str, str]] = {
    "USD": r"US\s?\$|USD|美元|美金|달러|US-Dollars?|(?:U\.?S\.? )?dollars?|(?<![A-Za-z])\$|(?<=\d[KMB])\$|(?<=\d\s[KMB])\$",
    "CNY": r"CN\s?¥|CNY|RMB|人民币|¥|￥|元",
    "EUR": r"€|EUR|euros?|欧元",
    "GBP": r"£|GBP(?!s)|英镑",
    "JPY": r"JP\s?¥|JPY|日元|円|yen",
    "KRW": r"₩|KRW|韩元|원(?![가-힣])",
    "INR": r"₹|INR",
    "HKD": r"HK\s?\$|HKD|港元|港币",
    "TWD": r"NT\s?\$|TWD|新台币|台币",
    "CAD": r"(?-i:CA\s?|C)\$|CAD",
    "AUD": r"(?-i:AU\s?|A)\$|AUD",
    "SGD": r"(?-i:SG\s?|S)\$|SGD",
    "BRL": r"(?-i:R)\$|BRL",
    "CHF": r"CHF",
}
"""ISO 4217 code → words and signs; ¥ without a country is CNY on the pages this project reads."""


def _sign(word: str) -> str:
    """Pattern of a sign or word; a latin one never stands inside a word."""
    return f"(?<![A-Za-z]){word}" if word[0].isascii() and not word.startswith("(?<") else word


_SIGNS: Final = re.compile(
    "|".join(
        f"(?P<{code}>{'|'.join(_sign(word) for word in words.split('|'))})"
        for code, words in sorted(CURRENCIES.items(), key=lambda entry: entry[0] in {"USD", "CNY"})
    ),
    re.I,
)


_SIGN_BEFORE: Final = re.compile(rf"(?:{_SIGNS.pattern})[\s~≈]{{0,2}}\Z", re.I)
_SIGN_ENDS: Final = ("$", "€", "£", "¥", "￥", "₩", "₹", "元", "币", "金")
_CODES: Final = frozenset({*CURRENCIES, "RMB"})
_SIGN_AFTER: Final = re.compile(rf"\s?(?:in\s|de\s|d'|of\s)?(?:{_SIGNS.pattern})", re.I)
_NEGATIVE: Final = re.compile(r"(?:^|\s)-\Z")
_LOST_SCALE: Final = re.compile(r"[KMBT][A-Za-z]")
"""A scale letter that is part of an unknown word ("$10Mxyz"): the amount may be ten dollars or ten million, so it is none."""


class CurrencySign(NamedTuple):
    """A currency sign or word: ISO 4217 code, and where it stands."""

    code: str
    start: int
    end: int


def currency_before(folded: str, position: int) -> CurrencySign | None:
    """The currency whose sign directly precedes a figure ("$5", "US$ 5", "RMB 5")."""
    tail = folded[max(0, position - 8) : position].rstrip(" ~≈")
    if not tail.endswith(_SIGN_ENDS) and tail[-3:].upper() not in _CODES:
        return None
    hit = _SIGN_BEFORE.search(folded, max(0, position - 8), position)
    return CurrencySign(hit.lastgroup, hit.start(), hit.end()) if hit and hit.lastgroup else None


def currency_after(folded: str, position: int) -> CurrencySign | None:
    """The currency whose sign or word directly follows a figure (万美元, "million dollars")."""
    hit = _SIGN_AFTER.match(folded, position)
    of_next = (
        hit is not None
        and hit[0][-1:] in _SIGN_ENDS[:6]
        and folded[hit.end() : hit.end() + 1].isdigit()
        and folded[position : position + 1].isspace()
    )
    return CurrencySign(hit.lastgroup, hit.start(), hit.end()) if hit and hit.lastgroup and not of_next else None


@dataclass(frozen=True)
class Money:
    """One amount.

    Attributes:
        amount: figure and qualifier, in units of the currency.
        currency: ISO 4217 code; None where none is printed with it.
        start: place in the text, sign and qualifying word included.
        end: its end.
    """

    amount: Quantity
    currency: str | None
    start: int
    end: int


def amounts(text: str) -> list[Money]:
    """All numbers of a text that stand with a currency, in printed order."""
    return [money for money in _all(text) if money.currency]


def leading_amount(text: str) -> Money | None:
    """The amount that a text begins with, with or without currency; None where it begins with other words."""
    money = next(iter(_all(text)), None)
    return money if money and not fold(text)[: money.start].strip(" \t\n:(（") else None


def _all(text: str) -> list[Money]:
    folded = fold(text)
    signs = list(_SIGNS.finditer(folded))
    starts, ends = [sign.start() for sign in signs], [sign.end() for sign in signs]
    plain = _SIGNS.sub(lambda sign: " " * len(sign[0]), folded)
    found: list[Money] = []
    for phrase in number_phrases(plain):
        floor = found[-1].end if found else 0
        # Only the nearest sign on either side can belong to a number: beyond it stands that sign.
        nearest, following = bisect_right(ends, phrase.figure_start) - 1, bisect_left(starts, phrase.end)
        before = signs[nearest] if nearest >= 0 and floor <= starts[nearest] and _stands_before(folded, signs[nearest], phrase) else None
        after = signs[following] if following < len(signs) and not folded[phrase.end : starts[following]].strip() else None
        money = _money(text, folded, phrase, before, after)
        negative = _NEGATIVE.search(folded, max(0, money.start - 2), money.start)
        if not negative and not (_LOST_SCALE.match(folded, phrase.end) and not phrase.scaled):
            found.append(money)
    return found


def _stands_before(folded: str, sign: re.Match[str], phrase: NumberPhrase) -> bool:
    return not folded[sign.end() : phrase.figure_start].strip(" ~≈<>=")


def _money(text: str, folded: str, phrase: NumberPhrase, before: re.Match[str] | None, after: re.Match[str] | None) -> Money:
    other = after if before and before[0] == "$" and after and after.lastgroup != "USD" else None
    sign = other or before or after
    start = min(phrase.start, before.start()) if before else phrase.start
    end = after.end() if after and (other or not before) else phrase.end
    more = qualifier_after(folded, end) if sign and end != phrase.end else None
    amount = qualified(phrase.quantity, more[0] if more else None)
    end = more[1] if more else end
    return Money(replace(amount, text=text[start:end]), sign.lastgroup if sign else None, start, end)
