"""The figures of a sentence as claims state them: amounts of the number grammar, with what it leaves to its users.

Belongs here: which noun a bare number counts, best cases whose word stands apart from the number (可压缩至 21 天), and numbers that
count nothing (一家, 几百上千张). Does not belong here: numerals, units and comparators (see `amounts`), ordinals (see
`counted`), and what a figure is a figure of (see `metric_choice`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.amounts import read_amounts
from fab_pipeline.reading.claims.counted import big_counts, english_ratios, fractions, measured_counts, ordinals, size_classes
from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.reading.claims.figure_units import unit_of_amount
from fab_pipeline.reading.claims.pairs import paired
from fab_pipeline.vocabulary.traditional import plain

_OF_BEST: Final = re.compile(
    r"(?:可(?:以)?(?:进一步)?(?:达到?|(?:压缩|缩短|缩减|降低?|下降|提升|提高|扩展|扩容|减少|加速)[^，,。；\d]{0,3}?(?:至|到|达))"
    r"|(?:最高|最多|最大|至多|最低)(?:可|能)?[^，,。；\d的]{0,14}?|(?:高|多|低|长|快)达|低至"
    r"|up to|as (?:much|many|low|fast|little|few|short|high|large) as"
    r"|peaks? at|\bpeak [a-z ]{2,20} (?:is|of)|\bscales? (?:out )?to)\s*\Z", re.I | re.A
)  # fmt: skip
_BUT_LEVEL: Final = re.compile(r"(?:规模|数量|已|均|总)\s*可?达到?\s*\Z")
_AT_LEAST_OF_CLASS: Final = re.compile(r"(?:级别?|量级|规模)?\s*(?:及?以上|\+)")
_OR_MORE: Final = re.compile(
    r"\s(?:or (?:more|higher|above|better|greater|longer)|and (?:up|above|beyond)|(?P<less>or (?:less|fewer|lower|below|shorter)))\b", re.I
)
_WITHIN: Final = re.compile(r"\s*(?:之|以)?内(?![存部置容网外生核])")
_OVER_BEFORE: Final = re.compile(r"(?:超过?|突破|逾|大于|高于|over|more than|exceed\w*|beyond)\s*\Z", re.I | re.A)
_OF_A_NAME: Final = re.compile(r"(?<![A-Za-z\d])[A-Z][A-Za-z]{0,8}\Z")
"""X3 超节点: a digit behind a capital letter is of a name."""
_ABOUT_APART: Final = re.compile(r"(?<![条节集签合租])约\s?(?:比|较|是|为|相当于)[^，,。；;约]{1,14}\Z")
"""约比 A100 快 2.2 倍: the word of the comparator stands before the comparison."""
_FLOOR: Final = re.compile(r"(?:\bstart\w*\s(?:at|from)|\bfrom(?:\sjust)?)\s*\Z", re.I)
_STARTS: Final = re.compile(r"\bstart(?:s|ing)?\s(?:at|from|with)(?: just| only)?\s*\Z", re.I)
"""Sizes and prices that start at a figure."""
_ALONG: Final = re.compile(
    r"\b(?:runs?|ran|running|train\w*|spread|distribut\w+|connect\w*|communicat\w+|scal(?:ed|ing)|shard\w*|parallel\w*|traffic|data|nodes|GPUs)"
    r"\sover\s\Z",
    re.I,
)
"""What runs over 400 Gb/s Ethernet runs on it."""
_FLOOR_BEHIND: Final = re.compile(r"\s*起(?![步码飞动])")
"""A price "from" is a floor."""
_UPWARDS: Final = re.compile(r"(?<![十百千万])上\Z")
"""上千张 is a thousand or more; 几百上千张 is rhetoric."""
_RHETORIC: Final = re.compile(r"(?:几|数|(?<![组构形建达完集])成|(?<=[十百千万])上|好几)[十百千万]{0,2}上?\Z")
_HORIZON: Final = re.compile(
    r"(?:未来|过去|任意|任何|any|最近|此后|今后|近|当前|每|前|后|第|over the (?:past|last|next)|next|last|past|every|per)\s*\Z", re.I | re.A
)
_CALENDAR: Final = re.compile(r"\s*(?:年代|月|日(?!均)|号|世纪|点)|\s*年(?=\s?(?:初|底|末|度|第|\d))")
_CLASS_WORD: Final = re.compile(r"\s*(?:级别|量级|级)")
_ONE_DAY: Final = re.compile(r"\s*(?:天|日|年|年来|day|year)")
_TENS: Final = re.compile(r"十[几幾]|[几数幾數]十")
_ANY_TWO: Final = re.compile(r"\b(?:any|these|those|either|other|between(?: the)?)\s\Z", re.I)
_OF_EFFORT: Final = re.compile(r"约|仅|耗时|花费|用了|\b(?:in|took|takes?|within|under|than|about|over|nearly|only|just|from|to|by)\s\Z")
"""What stands before "a month" or 一天 where it is a duration and not a rate."""
_PAST: Final = re.compile(r"\s*(?:ago|earlier|later|old|from now)\b|\s*(?:之前|以前|前(?=\s*(?:[,，。；;]|\Z)))", re.I)
"""Behind a time that tells when: "a year ago"."""
_MORE_BY: Final = re.compile(r"(?:提升|提高|增长|增加|扩大|加快|快|高|多|翻)(?:了|出)?\s*(?:约|近|超过?|逾)?\s*\Z")
_CUT_BY: Final = re.compile(
    r"(?:降低|下降|降|减少|缩短|节省|节约|省|压缩|缩减)(?:了|约|近|超过?|逾|\s)*\Z|\b(?:reduc|cut|lower|sav|shorten|fell|drop)\w*\b[^,.;]{0,40}\bby\s\Z",
    re.I,
)
_OPEN: Final = frozenset({"eq", "approx"})
_NAMED: Final = (ordinals, big_counts, measured_counts, fractions, english_ratios, size_classes)
_LARGEST: Final[dict[str, tuple[str, float]]] = {"ZFLOP/s": ("EFLOP/s", 1e3), "Pbit/s": ("Tbit/s", 1e3)}
"""Units above the largest that claims are given in: 2.4 zettaFLOPS are 2,400 EFLOP/s."""
_DAYS: Final[dict[str, float]] = {"d": 1.0, "wk": 7.0, "mo": 30.4375, "a": 365.25, "h": 1 / 24, "min": 1 / 1440, "s": 1 / 86400}
"""Length in days, the base in which the number grammar gives the bounds of "several" times."""


def figures(hidden: str, words: str) -> list[Figure]:
    """Figures of a sentence, in printed order.

    Args:
        hidden: the sentence with what states no figure masked (`sentences.hidden`).
        words: the sentence as printed, of the same length.
    """
    read = read_amounts(hidden)
    named = [figure for reads in _NAMED for figure in reads(read.folded)]
    taken = [(figure.start, figure.end) for figure in named]
    names = [(mention.start, mention.end) for mention in read.mentions]
    found = [
        figure
        for amount in read.amounts
        if not any(start < amount.end and amount.figure_start < end for start, end in taken)
        and not any(start <= amount.figure_start < end for start, end in names)
        and (figure := _figure(amount, read.folded, read.hidden))
    ]
    whole = [_with_name(figure, names) for figure in found]
    return paired(sorted(whole + named, key=lambda figure: figure.start), plain(words))


def _with_name(figure: Figure, names: Sequence[tuple[int, int]]) -> Figure:
    """The figure up to the end of the name that its unit begins."""
    end = max((end for start, end in names if start < figure.end < end), default=figure.end)
    return figure if end == figure.end else replace(figure, end=end)


def _figure(amount: Amount, folded: str, hidden: str) -> Figure | None:
    if amount.kind == "date" or _counts_nothing(amount, folded):
        return None
    unit, end, dimension = unit_of_amount(amount, folded, hidden)
    if amount.kind == "class" and amount.value is None:
        return Figure(None, None, unit, "class", True, amount.start, _class_end(folded, end), "time")
    of_class = amount.kind in {"class", "scale"}
    upwards = amount.kind == "scale" and _UPWARDS.search(folded, 0, amount.figure_start) is not None
    several = amount.comparator == "several"
    value, value_max = amount.value, amount.value_max
    if dimension == "ratio" and value == 1.0 and _MORE_BY.search(folded, max(0, amount.start - 8), amount.figure_start):
        value = 2.0  # 提升一倍 is doubled
    if dimension == "ratio" and amount.kind == "idiom" and (value or 1.0) < 1.0:
        halved = folded[amount.figure_start : amount.figure_end].strip()[:2] in {"减半", "減半", "腰斩", "ha"}
        dimension = "half" if halved or _CUT_BY.search(folded, max(0, amount.start - 48), amount.figure_start) else dimension
    if unit in _LARGEST:
        unit, factor = _LARGEST[unit]
        value, value_max = (None if bound is None else bound * factor for bound in (value, value_max))
    if several:
        factor = _DAYS.get(amount.unit, 1.0) if amount.dimension == "time" else 1.0
        value, value_max = (None if bound is None else bound / factor for bound in (amount.quantity.minimum, amount.quantity.maximum))
    if value is None:
        return None
    comparator, start, end = _comparator(amount, folded, end, dimension)
    if upwards:
        comparator, start = "ge", start - 1
    if of_class and comparator != "ge":
        end = _class_end(folded, end)
    return Figure(
        _round(value),
        _round(value_max),
        unit,
        comparator,
        of_class or several,
        start,
        end,
        dimension,
        several=several,
        bare=not unit,
        scaled=amount.scaled,
    )


def _comparator(amount: Amount, folded: str, end: int, dimension: str) -> tuple[str, int, int]:
    """Comparator of an amount with words that stand apart from it, and where both begin and end."""
    start, at = amount.start, amount.figure_start
    on = _ALONG.search(folded, max(0, start - 24), at) if amount.comparator == "gt" else None
    if on or amount.comparator == "several":
        return "eq" if on else "approx", on.end() if on else start, end
    comparator = {"range": "eq", "lt": "le"}.get(amount.comparator, amount.comparator)
    if comparator == "le" and re.match(r"最多|最大", folded[start:]):
        comparator = "up_to"
    if comparator in _OPEN and (bound := _bound_behind(amount, folded, end, dimension)):
        return bound[0], start, bound[1]
    best = _OF_BEST.search(folded, max(0, at - 30), at)
    of_one = comparator in {*_OPEN, "le"} and amount.kind not in {"class", "scale"}
    if best and of_one and not _BUT_LEVEL.search(folded, max(0, at - 12), at):
        return "up_to", start, end
    floor = _FLOOR.search(folded, max(0, start - 16), start) or _FLOOR_BEHIND.match(folded, end)
    if comparator == "eq" and ((dimension == "money" and floor) or _STARTS.search(folded, max(0, start - 24), start)):
        return "ge", start, end
    return _word_apart(folded, comparator, start, end)


def _word_apart(folded: str, comparator: str, start: int, end: int) -> tuple[str, int, int]:
    """超过 and 约 that stand apart from their number."""
    over = _OVER_BEFORE.search(folded, max(0, start - 12), start)
    if over and comparator in _OPEN:
        return "gt", over.start(), end
    about = comparator == "eq" and _ABOUT_APART.search(folded, max(0, start - 20), start)
    return ("approx" if about else comparator), start, end


def _bound_behind(amount: Amount, folded: str, end: int, dimension: str) -> tuple[str, int] | None:
    """A bound whose word stands behind an amount or inside its noun: 3 分钟内, 8 种以上芯片, 万卡级以上; and where it ends."""
    if dimension == "time" and (within := _WITHIN.match(folded, end)):
        return "le", within.end()
    if "以上" in folded[amount.figure_end : end]:
        return "ge", end
    tail = _AT_LEAST_OF_CLASS.match(folded, end)
    if tail:
        return "ge", tail.end()
    more = _OR_MORE.match(folded, end)
    return ("le" if more["less"] else "ge", more.end()) if more else None


def _round(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.12g}")


def _counts_nothing(amount: Amount, folded: str) -> bool:
    """一家, 一个, 几百上千张, 未来三年, 3D: words that count nothing, rhetoric, horizons."""
    figure = folded[amount.figure_start : amount.figure_end].strip()
    before, behind = folded[: amount.figure_start], folded[amount.figure_end :]
    one = figure.lower() in {"一", "a", "an", "one"}
    of_time = amount.dimension == "time"
    several = amount.comparator == "several"
    return (
        (one and not of_time and amount.dimension not in {"accelerator_time", "ratio"})
        or (of_time and figure.lower() in {"a", "an"} and not _OF_EFFORT.search(before[-12:]))
        or (of_time and bool(_PAST.match(behind[len(folded[amount.figure_end : amount.end]) :])))
        or (of_time and amount.unit == "d" and behind.startswith("D"))
        or (of_time and one and bool(_ONE_DAY.match(behind)) and not _OF_EFFORT.search(before[-6:]))
        or (of_time and bool(_HORIZON.search(before[-16:])))
        or (amount.dimension in {"", "count"} and bool(_OF_A_NAME.search(before[-10:])))
        or (amount.unit == "" and (several or bool(_CALENDAR.match(behind))))
        or (several and (not (amount.scaled or _TENS.match(figure)) or bool(re.match(r"上[百千万]", behind))))
        or (several and amount.quantity.maximum is None)
        or (figure.lower() == "two" and bool(_ANY_TWO.search(before[-12:])))
        or (amount.kind == "scale" and bool(_RHETORIC.search(before[-5:])))
    )


def _class_end(folded: str, end: int) -> int:
    hit = _CLASS_WORD.match(folded, end)
    return hit.end() if hit else end
