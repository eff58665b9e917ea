"""Fixed phrases that state a figure without an ordinary numeral: 翻倍, 减半, 七成, 三分之一, 百分之八十五, 7x24 小时, 毫秒级; half-years.

Belongs here: finding them, with value and unit. Does not belong here: numerals (see `numerals`) and units behind numerals (see `units`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fab_pipeline.reading.numerals import zh_value
from fab_pipeline.reading.units import UNIT_CLASSES

_ZH: Final = "零〇一二两兩三四五六七八九十百"
_NUMBER: Final = rf"(?:\d+(?:\.\d+)?|[{_ZH}]+)"


@dataclass(frozen=True, slots=True)
class Idiom:
    """One fixed phrase: its value in its unit, None where it states a class or a date."""

    value: float | None
    unit: str
    dimension: str
    kind: str
    comparator: str
    start: int
    end: int


def idioms(folded: str) -> list[Idiom]:
    """All fixed phrases of a text, in printed order, none inside another."""
    found: list[Idiom] = []
    if not _MARKS.intersection(folded) and not any(word in folded.lower() for word in _WORDS):
        return found
    for hit in _ANY.finditer(folded):
        name = hit.lastgroup or ""
        value, unit, dimension = _READ[name](hit)
        kind = "class" if name == "unit_class" else "date" if dimension == "date" else "idiom"
        comparator = "class" if kind == "class" else "eq"
        found.append(Idiom(value, unit, dimension, kind, comparator, hit.start(), hit.end(name) if name != "unit_class" else hit.end()))
    return found


def _number(text: str) -> float:
    return float(text) if text[0].isdigit() else zh_value(text)


def _hours_a_week(hit: re.Match[str]) -> tuple[float, str, str]:
    first, second = (float(part) for part in re.findall(r"\d+", hit["week"])[:2])
    return first * second, "h/wk", "idiom"


def _class(hit: re.Match[str]) -> tuple[None, str, str]:
    word = hit["unit_class"]
    return None, next((code for code, name in UNIT_CLASSES.items() if word.startswith(name)), ""), "time"


def _share(group: str, factor: float) -> Callable[[re.Match[str]], tuple[float, str, str]]:
    return lambda hit: (_number(hit[group].removeprefix("百分之").rstrip("成")) * factor, "%", "share")


def _tenths(hit: re.Match[str]) -> tuple[float, str, str]:
    head, _, half = hit["tenths"].partition("成")
    return _number(head.strip()) * 10 + (5 if half == "半" else zh_value(half)), "%", "share"


def _fraction(hit: re.Match[str]) -> tuple[float, str, str]:
    low, _, high = hit["fraction"].partition("分之")
    return _number(high) / (_number(low) or 1.0), "1", "ratio"


def _ratio(value: float) -> Callable[[re.Match[str]], tuple[float, str, str]]:
    return lambda _: (value, "1", "ratio")


_READ: Final[dict[str, Callable[[re.Match[str]], tuple[float | None, str, str]]]] = {
    "week": _hours_a_week,
    "percent": _share("percent", 1.0),
    "tenths": _tenths,
    "fraction": _fraction,
    "doubled": _ratio(2.0),
    "fourfold": _ratio(4.0),
    "halved": _ratio(0.5),
    "half_year": lambda _: (None, "date", "date"),
    "unit_class": _class,
}
_MARKS: Final = frozenset("成倍半番斩之级級")
_WORDS: Final = ("24", "doubl", "halv", "q1", "q2", "q3", "q4", "h1", "h2")
"""One of these is in every fixed phrase; most texts have none."""
_CLASS_NAMES: Final = "|".join(UNIT_CLASSES.values())
_ANY: Final = re.compile(
    r"(?P<week>(?<!\d)(?:7\s?[x×*/]\s?24|24\s?[x×*/]\s?7)(?:/365)?(?:\s*(?:小时|hours?|h))?(?!\d)"
    r"|7\s?天\s?[x×*]?\s?24\s?(?:个)?小时|(?<!\d)24 hours a day,? (?:7|seven) days a week)"
    rf"|(?P<percent>百分之{_NUMBER})|(?P<fraction>{_NUMBER}分之{_NUMBER})"
    rf"|(?P<tenths>(?<![\d{_ZH}第])(?:[一二两三四五六七八九]|\d(?:\.\d)?)\s?成[半一二三四五六七八九]?)(?![立员为功果长熟品交绩就分型套百千份因像语效都本])"
    r"|(?P<fourfold>翻了?[两兩]番)|(?P<doubled>翻倍|翻了?一[倍番]|翻番|(?<![A-Za-z])(?:doubl(?:ed|es|ing))(?![A-Za-z]))"
    r"|(?P<halved>减半|減半|腰斩|(?<![A-Za-z])halv(?:ed|es|ing)(?![A-Za-z]))"
    r"|(?P<half_year>(?:(?:19|20)\d\d\s?年\s?)?(?:上|下)半年|[HQ][1-4]\s?(?:19|20)\d\d|(?:19|20)\d\d\s?[HQ][1-4])"
    rf"|(?<![\d{_ZH}几数])(?P<unit_class>(?:{_CLASS_NAMES}))(?=级|級)",
    re.I,
)
