"""One printed price as a number, with what is printed beside it.

Belongs here: "$2.24* / hour", "from $1.55", "2,24 €/GPU/h", "Contact us", "––" → `Printed`, or the reason why it is no price. A text with
two amounts is never a price of our choosing. Does not belong here: what the declaration says of the price (see `offer`).
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.vocabulary.characters import fold
from fab_pipeline.vocabulary.currencies import is_currency

_ACCELERATOR: Final = r"(?:GPUs?|TPUs?|NPUs?|accelerators?|cards?|chips?|(?:GH|GB|MI|RTX\s?|[ABHLTVP])\d{1,4}[A-Za-z]{0,3}|卡)"
_INSTANCE: Final = r"(?:instances?|nodes?|VMs?|servers?|machines?|systems?|hosts?|droplets?|box|台)"
_PER: Final = r"(?:/|\bper\b|每)\s*"
_LENGTHS: Final = {
    "second": r"s|secs?|seconds?|秒",
    "minute": r"min|mins|minutes?|分钟",
    "hour": r"h|hr|hrs|hours?|小时|时",
    "day": r"days?|天",
    "week": r"wk|weeks?|周",
    "month": r"mo|mth|months?|月",
    "year": r"yr|years?|年",
}
_ANY_LENGTH: Final = "|".join(f"(?P<{name}>{words})" for name, words in _LENGTHS.items())
_PERIOD: Final = re.compile(
    rf"(?:{_PER}(?:[\w.]+[\s/-]+)?|(?:{_ACCELERATOR}|{_INSTANCE})[\s/-]+)(?:{_ANY_LENGTH})(?![A-Za-z])"
    r"|(?P<adverb>\b(?:hourly|daily|weekly|monthly|yearly|annually)\b)",
    re.I,
)
_ADVERBS: Final = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"}
_BILLING: Final = re.compile(
    r"(?:billed|charged|metered|billing|granularity)\s+(?:(?:per|by)\s+)?(?:the\s+)?\w+|per[- ](?:minute|second)\s+bill\w*", re.I
)
_PER_ACCELERATOR: Final = re.compile(
    rf"{_PER}{_ACCELERATOR}(?![A-Za-z0-9])|(?<![A-Za-z0-9]){_ACCELERATOR}[\s/-]+(?:h|hr|hrs|hours?)(?![A-Za-z])", re.I
)
_PER_INSTANCE: Final = re.compile(
    rf"{_PER}{_INSTANCE}(?![A-Za-z0-9])|(?<![A-Za-z0-9]){_INSTANCE}[\s/-]+(?:h|hr|hrs|hours?)(?![A-Za-z])", re.I
)
_PER_OTHER: Final = re.compile(
    rf"{_PER}(v?CPUs?|v?cores?|[GMT]i?B|(?:\d+ ?[KM]? ?)?tokens?|clusters?|users?|seats?|requests?)(?![A-Za-z0-9])", re.I
)
_PER_SEVERAL: Final = re.compile(rf"{_PER}\d+\s*[x×]?\s*{_ACCELERATOR}", re.I)

_SIGN: Final = r"US\$|CA\$|AU\$|HK\$|NT\$|NZ\$|A\$|C\$|S\$|R\$|[$€£¥₹₩]|元|RMB\b|\b[A-Z]{3}\b"
_NUMBER: Final = r"(?:\d[\d.,]*\d|\d)|(?<!\d)[.,]\d+"
_SIGNED: Final = re.compile(rf"(?P<before>{_SIGN})\s*(?P<n1>{_NUMBER})|(?P<n2>{_NUMBER})\s*(?P<after>{_SIGN})")
_SIGN_ALONE: Final = re.compile(r"US\$|CA\$|AU\$|HK\$|[$€£¥₹₩元]|\b(?:USD|EUR|GBP|CNY|RMB|JPY|CHF|CAD|AUD|INR|KRW|SGD|HKD|BRL)\b")
"""Signs and codes that mean money in a heading; other codes are words there ("ALL", "TOP", "TRY")."""
_BARE: Final = re.compile(rf"(?<![A-Za-z\d])(?:{_NUMBER})(?![A-Za-z\d%])")
_TORN: Final = re.compile(r"\s*[.,]\s*\d|\s\d")
_BETWEEN: Final = re.compile(rf"\d\s*(?:{_SIGN})\s*[\d.,]")
"""A sign between two numbers ("24 $0.15"): nobody can say to which of them it belongs."""
_NEGATIVE: Final = re.compile(rf"(?:^|{_SIGN}|\()\s*[-−–]\s*(?:{_SIGN})?\s*[\d.]")
_RAISED_CENTS: Final = re.compile(r"\[\^\d{2}\]")
_CURRENCIES: Final = {
    "US$": {"USD"}, "CA$": {"CAD"}, "C$": {"CAD"}, "AU$": {"AUD"}, "A$": {"AUD"}, "HK$": {"HKD"}, "NT$": {"TWD"}, "NZ$": {"NZD"},
    "S$": {"SGD"}, "R$": {"BRL"}, "€": {"EUR"}, "£": {"GBP"}, "¥": {"CNY", "JPY"}, "元": {"CNY"}, "RMB": {"CNY"},
    "₹": {"INR"}, "₩": {"KRW"},
    "$": {"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP"},
}  # fmt: skip

_CONTACT: Final = re.compile(
    r"\bcontact\b|\btalk to\b|\bcall\b|\bcustom\b|\bquote\b|\brequest\b|\b(?:i|e)nquir|\bget in touch\b|\bask\b|\bPOA\b|\bsales\b|\bjoin\b"
    r"|\banfrage\b|联系|咨询|询价|面议",
    re.I,
)
_NOTHING: Final = re.compile(r"[\s\-–—−_·.•/\\✗✕×]*|x|n/?a|none|null|tb[ad]|soon|无|暂无", re.I)
_NOT_OFFERED: Final = re.compile(
    r"\bnot (?:yet )?(?:available|offered|applicable)|\bunavailable\b|\bsold[- ]out\b|\bout of stock\b|\bcoming soon\b|\bwait-?list\b|售罄",
    re.I,
)
_FROM: Final = re.compile(
    r"\bfrom\b|\bstart(?:s|ing)?\s+(?:at|from)\b|\bas low as\b|\bstarting\b|\bstarts\b|\bminimum\b|\bab\b|起|最低|≥|\d\s*\+(?:\s|$|/)", re.I
)
_ABOUT: Final = re.compile(r"[~≈]|\bapprox|\bestimate|\babout\b|约", re.I)
_BOUND: Final = re.compile(
    rf"(?:\bup to|\bsave|≤|\bmax(?:imum)?\.?)\s*(?:{_SIGN})?\s*(?:{_NUMBER})(?![\d%]|\s*%)"
    rf"|(?:{_NUMBER})\s*(?:{_SIGN})?\s*(?:off|discount)\b",
    re.I,
)
_CENTS: Final = re.compile(r"¢|\bcents?\b", re.I)
_MARK: Final = re.compile(r"\[\^([^\]]{1,5})\]|(?<=[\w.)])\s?([*†‡§]+)")


@dataclass(frozen=True)
class Printed:
    """A price as printed.

    Attributes:
        kind: price, from_teaser, estimated, contact or nothing.
        amount: the number; None for contact and nothing.
        currencies: currencies that its sign or code can mean; None where none is printed.
        per: accelerator or instance, where printed.
        period: where printed.
        marks: footnote marks at it.
    """

    kind: Literal["price", "from_teaser", "estimated", "contact", "nothing"]
    amount: Decimal | None = None
    currencies: frozenset[str] | None = None
    per: str | None = None
    period: str | None = None
    marks: tuple[str, ...] = ()


def read_price(text: str, decimal: str = "point", *, whole_numbers: bool = False) -> Printed:
    """A printed price.

    A number without a currency is a price only if it stands alone (units like "/hr" apart), and a whole number not even then: under a
    shifted heading it is a number of processors, or a memory.

    Args:
        text: as `html.price_text` gives it: footnote marks of raised figures stand as "[^1]".
        decimal: point or comma.
        whole_numbers: take whole numbers without a currency; for data, and for columns whose heading names the currency.

    Raises:
        CellError: price_unreadable, several_prices, price_is_a_bound or currency_not_printed.
    """
    marks = marks_of(text)
    words = _MARK.sub(lambda hit: hit[0] if re.fullmatch(r"\[\^\d{2}\]", hit[0]) else " ", fold(text)).strip()
    words = _BILLING.sub(" ", words)
    found = _amounts(words)
    if not found:
        return _without_amount(words, text, marks)
    if _CENTS.search(words):
        raise CellError("price_unreadable", f"the price {shown(text)} is in cents; say scale: 0.01 and take the number alone")
    number, sign, behind = _the_one(found, text)
    if sign is None:
        _check_bare(number, words, text, whole_numbers=whole_numbers)
    if _BOUND.search(words):
        raise CellError("price_is_a_bound", f"{shown(text)} is a bound or a discount, not a price")
    torn = _TORN.match(behind) or (number.isdigit() and _RAISED_CENTS.match(behind))
    if torn or any(pattern.search(words) for pattern in (_BETWEEN, _NEGATIVE, _PER_SEVERAL)):
        raise CellError("price_unreadable", f"{shown(text)} cannot be read as one amount for one accelerator or instance")
    if other := _PER_OTHER.search(words):
        raise CellError("unit_mismatch", f"{shown(text)} is a price per {other[1]}, neither per accelerator nor per instance")
    kind = "from_teaser" if _FROM.search(words) else "estimated" if _ABOUT.search(words) else "price"
    return Printed(kind, _decimal(number, decimal, text), _meaning(sign), unit_in(words), period_in(words), marks)


def holds_money(text: str) -> bool:
    """Whether a text holds an amount with a currency."""
    return any(_meaning(hit["before"] or hit["after"]) for hit in _SIGNED.finditer(fold(text)))


def amount_starts(text: str) -> list[int]:
    """Where each amount with a currency begins."""
    return [hit.start() for hit in _SIGNED.finditer(fold(text)) if _meaning(hit["before"] or hit["after"])]


def currencies_in(text: str) -> frozenset[str] | None:
    """Currencies that a sign or code in a heading can mean; None where it names none."""
    meant = [found for hit in _SIGN_ALONE.finditer(fold(text)) if (found := _meaning(hit[0]))]
    return meant[0] if meant else None


def unit_in(text: str) -> str | None:
    """Accelerator or instance, where a text says for which of them a price is; None where it says neither or both."""
    said = [name for name, pattern in (("accelerator", _PER_ACCELERATOR), ("instance", _PER_INSTANCE)) if pattern.search(text)]
    return said[0] if len(said) == 1 else None


def period_in(text: str) -> str | None:
    """The first period that a text names behind a slash or "per"; how it is billed does not count."""
    hit = _PERIOD.search(_BILLING.sub(" ", text))
    if hit is None:
        return None
    return _ADVERBS[hit["adverb"].lower()] if hit["adverb"] else next(name for name in _LENGTHS if hit[name])


def is_teaser(text: str) -> bool:
    """Whether a heading says that the prices below are floors ("Starting from")."""
    return bool(_FROM.search(text))


def marks_of(text: str) -> tuple[str, ...]:
    """Footnote marks of a text: "2.24*" has "*", "42.00[^1]" has "1"."""
    return tuple(dict.fromkeys(hit[1] or hit[2] for hit in _MARK.finditer(text)))


def without_marks(text: str) -> str:
    """The text without footnote marks."""
    return " ".join(_MARK.sub(" ", text).split())


def _amounts(words: str) -> list[tuple[str, str | None, str]]:
    """Numbers with their currency sign and the words up to the next number. Numbers without a sign count only where none has one."""
    signed = [hit for hit in _SIGNED.finditer(words) if _meaning(hit["before"] or hit["after"])]
    hits = signed or list(_BARE.finditer(words))
    ends = [hit.start() for hit in hits[1:]] + [len(words)]
    found: list[tuple[str, str | None, str]] = []
    for hit, end in zip(hits, ends, strict=False):
        number, sign = (hit["n1"] or hit["n2"], hit["before"] or hit["after"]) if signed else (hit[0], None)
        found.append((number, sign, words[hit.end() : end]))
    return found


def _the_one(found: list[tuple[str, str | None, str]], text: str) -> tuple[str, str | None, str]:
    """The amount that is meant: the only one, however often it is printed, or the only one by the hour."""
    if len({number for number, _, _ in found}) == 1:
        return found[0]
    hourly = [each for each in found if period_in(each[2]) == "hour"]
    if len(hourly) != 1:
        raise CellError("several_prices", f"{shown(text)} holds {len(found)} amounts; say with match which one is meant")
    return hourly[0]


def _check_bare(number: str, words: str, text: str, *, whole_numbers: bool) -> None:
    rest = words.replace(number, " ", 1)
    for pattern in (_PERIOD, _PER_ACCELERATOR, _PER_INSTANCE, _FROM, _ABOUT):
        rest = pattern.sub(" ", rest)
    if any(character.isalnum() for character in rest):
        raise CellError("price_unreadable", f"{shown(text)} is not a price: it names no currency, and more than the number")
    if number.isdigit() and not whole_numbers:
        raise CellError("currency_not_printed", f"{shown(text)} is a whole number without a currency, in the cell and in the heading")


def _without_amount(words: str, text: str, marks: tuple[str, ...]) -> Printed:
    if _NOTHING.fullmatch(words) or _NOT_OFFERED.search(words):
        return Printed("nothing", marks=marks)
    if _CONTACT.search(words):
        return Printed("contact", marks=marks)
    if re.fullmatch(r"free\W*|免费", words, re.I):
        return Printed("price", Decimal(0), marks=marks)
    raise CellError("price_unreadable", f"{shown(text)} is not a price")


def _meaning(sign: str | None) -> frozenset[str] | None:
    if sign is None:
        return None
    meant = _CURRENCIES.get(sign) or ({sign} if is_currency(sign) else None)
    return frozenset(meant) if meant else None


def _decimal(number: str, decimal: str, text: str) -> Decimal:
    point, group = (".", ",") if decimal == "point" else (",", ".")
    grouped = rf"\d{{1,3}}(?:{re.escape(group)}\d{{3}})+(?:{re.escape(point)}\d+)?"
    plain = rf"(?:0|[1-9]\d*)?(?:{re.escape(point)}\d+)?"
    if not re.fullmatch(f"{grouped}|{plain}", number):
        other = "comma" if decimal == "point" else "point"
        raise CellError(
            "price_unreadable", f"the price {shown(text)} is not written with a decimal {decimal}; say decimal: {other} if it is"
        )
    return Decimal(number.replace(group, "").replace(point, "."))
