"""The figures of a sentence as claims state them: amounts of the number grammar, counts of named things, ordinals, pairs "from A to B".

Belongs here: what the number grammar leaves to its users: which noun a bare number counts, ordinals (第四名, 首位, 第四代), best cases whose
word stands apart from the number (可压缩至 21 天), and which two figures are one change. Does not belong here: numerals, units and comparators
(see `amounts`), and what a figure is a figure of (see `claims_metrics`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.amounts import read_amounts
from fab_pipeline.reading.claims_nouns import NOUNS, WORD_UNITS, noun_at
from fab_pipeline.reading.numerals import zh_value
from fab_pipeline.vocabulary.traditional import plain

_ZH: Final = "一二两三四五六七八九十百"
_OF_BEST: Final = re.compile(
    r"(?:可(?:以)?(?:将.{0,16})?(?:进一步)?(?:压缩|缩短|缩减|降低?|下降|提升|提高|达到?|扩展|扩容|支持|提供|节省|节约|减少|加速|实现|承载)[^，,。；\d]{0,3}?(?:至|到|达|了)?"
    r"|(?:最高|最多|最大|至多|最低)(?:可|能)?[^，,。；\d的]{0,14}?|(?:高|多|低|长|快)达|up to|as (?:much|many|low|fast) as)\s*\Z", re.I
)  # fmt: skip
_BUT_LEVEL: Final = re.compile(r"(?:规模|数量|已|均|总)\s*可?达到?\s*\Z")
_AT_LEAST_OF_CLASS: Final = re.compile(r"(?:级别?|量级|规模)?\s*(?:及?以上|\+)")
_OVER_BEFORE: Final = re.compile(r"(?:超过?|突破|逾|大于|高于|over|more than|exceed\w*|beyond)\s*\Z", re.I)
_RHETORIC: Final = re.compile(r"(?:几|数|成|上|好几)[十百千万]?[上]?\Z")
_FROM: Final = re.compile(r"(?:从|由|自|\bfrom)\s*(?:[^，,。；]{0,8}的?)?\s*\Z", re.I)
_TO: Final = re.compile(
    r"[^，,。；\d]{0,24}?(?:提升|提高|压缩|缩短|缩减|缩|降低?|下降|减少|减|增长|增加|增|升|扩展|扩大|扩容|优化|延长|上升|跃升|攀升|拉长|变)?[^，,。；\d]{0,3}?(?:至|到|为|达|成|\bto\b|\binto\b|down to|up to)"
    r"\s*(?:[^，,。；\d]{0,6}的?)?\s*\Z", re.I
)  # fmt: skip
_SET_AGAINST: Final = re.compile(r"(?:相较于?|相比于?|对比|相对于?|compared (?:to|with)|versus|vs\.?)\s*\Z", re.I)
_VERSUS: Final = re.compile(r"\s*(?:→|->|=>|⇒|➔)\s*\Z")
_ORDINAL: Final = re.compile(
    rf"(?P<rank>第\s?(?P<n>[{_ZH}\d]+)\s?(?:名|位)|(?:排名|位列|位居|稳居|居|跻身|名列|蝉联|连续[^，。]{{0,8}})[^，。第\d]{{0,24}}?第\s?(?P<m>[{_ZH}\d]+)(?![代届批期次个家名位步])"
    rf"|(?P<first>(?<=市场)首位|(?<=居)首位|(?<=列)首位|(?<=居)榜首|(?<=列)榜首)|(?P<top>(?:ranked?|ranks|No\.?|number)\s?(?:#|No\.?)?\s?(?P<k>\d{{1,2}}|one|first|second|third)(?![\d.,%])))"
    rf"|(?P<generation>第\s?(?P<g>[{_ZH}\d]+)\s?代(?=\s?[A-Za-z\u4e00-\u9fff]))|(?P<link>NV\s?Link|PCIe|HBM)\s?(?:Gen\s?)?(?P<v>\d)(?:\.0)?(?![\d.]|\s?[GT]B)"
    rf"|(?P<grade>(?<![A-Za-z\d])(?P<a>[1-5{_ZH}])\s?A(?=\s?(?:级|卓越|增强|优秀|先进|认证|\b)))", re.I
)  # fmt: skip
_BIG: Final = re.compile(rf"(?P<n>[{_ZH}]|\d{{1,2}})\s?大(?!学|会|模型|厦|厅|幅|量|规模|数据|型|小|多|脑|湾|陆|奖|众|家|道|门|师|致|概|约|于|部|气|语言|赛|促|王|涨|批|力)(?P<noun>[^，,。；：、的\s\d]{{1,10}})")
_SYSTEM: Final = re.compile(r"\s*[个套台座]?\s*(?:NVIDIA\s?|英伟达\s?)?[DH]GX(?:\s?[A-Z]{1,2}\d{2,3})?(?:\s?(?:系统|服务器|systems?|servers?|nodes?))?", re.I)
_HORIZON: Final = re.compile(r"(?:未来|过去|最近|此后|今后|近|当前|每|前|后|第|over the (?:past|last|next)|next|last|past|every|per)\s*\Z", re.I)
_CALENDAR: Final = re.compile(r"\s*(?:年代|月|日(?!均)|号|世纪|点)|\s*年(?=\s?(?:初|底|末|度|第|\d))")
_NO_NOUN: Final = re.compile(r"打造|提供|构建|支持|赋能|助力|成为|推动|实现|加速|引领|驱动|发布")


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a sentence.

    Attributes:
        value: in `unit`; lower end of a range; None for a class without a number.
        value_max: upper end.
        unit: UCUM-like.
        comparator: eq, ge, gt, le, approx or up_to.
        of_class: an order of magnitude.
        start: first code point in the sentence, qualifying words included.
        end: behind the last.
        dimension: of the number grammar; "count", "rank", "generation" or "grade" for those read here.
        several: 数X: two to nine times X.
        baseline: the figure before it in "from A to B".
        is_baseline: whether it is such an A.
        bare: no unit at all: a number that only a noun far away could explain.
    """

    value: float | None
    value_max: float | None
    unit: str
    comparator: str
    of_class: bool
    start: int
    end: int
    dimension: str
    several: bool = False
    baseline: "Figure | None" = None
    is_baseline: bool = False
    bare: bool = False


def figures(hidden: str, words: str) -> list[Figure]:
    """Figures of a sentence, in printed order.

    Args:
        hidden: the sentence with what states no figure masked (`claims_sentences.hidden`).
        words: the sentence as printed, of the same length.
    """
    read = read_amounts(hidden)
    named = _ordinals(read.folded) + _big_counts(read.folded)
    taken = [(figure.start, figure.end) for figure in named]
    names = [(mention.start, mention.end) for mention in read.mentions]
    found = [
        figure
        for amount in read.amounts
        if not any(start < amount.end and amount.figure_start < end for start, end in taken)
        and not any(start <= amount.figure_start < end for start, end in names)
        and (figure := _figure(amount, read.folded, read.hidden))
    ]
    whole = [replace(figure, end=max([figure.end, *(end for start, end in names if start < figure.end < end)])) for figure in found]
    return _pairs(sorted(whole + named, key=lambda figure: figure.start), plain(words))


def _figure(amount: Amount, folded: str, hidden: str) -> Figure | None:
    if amount.kind == "date" or _counts_nothing(amount, folded):
        return None
    unit, end, dimension = amount.unit, amount.end, amount.dimension
    if amount.kind == "class" and amount.value is None:
        return Figure(None, None, unit, "class", True, amount.start, _class_end(folded, end), "time")
    system = _SYSTEM.match(folded, amount.figure_end) if unit in {"", "{accelerator}"} else None
    if system:
        unit, end, dimension = "{system}", system.end(), "count"
    elif unit == "" or unit in WORD_UNITS:
        noun = noun_at(hidden, amount.figure_end)
        if noun and (unit == "" or noun[0] in NOUNS):
            unit, end, dimension = noun[0], max(noun[1], end if unit else noun[1]), noun[2]
    comparator = _comparator(amount, folded, end)
    of_class = amount.kind in {"class", "scale"}
    value, value_max = amount.value, amount.value_max
    several = amount.comparator == "several"
    if several:
        value, value_max, comparator, of_class = amount.quantity.minimum, amount.quantity.maximum, "approx", True
        factor = _printed_factor(amount)
        value, value_max = (None if v is None else v / factor for v in (value, value_max))
    tail = _AT_LEAST_OF_CLASS.match(folded, end)
    if tail and comparator in {"eq", "approx"}:
        comparator, end = "ge", tail.end()
    elif of_class and not several:
        end = _class_end(folded, end)
    start, at = amount.start, amount.figure_start
    best = _OF_BEST.search(folded, max(0, at - 30), at)
    if best and comparator in {"eq", "le", "approx"} and not of_class and not _BUT_LEVEL.search(folded, max(0, at - 12), at):
        comparator = "up_to"
    over = _OVER_BEFORE.search(folded, max(0, start - 12), start)
    if over and comparator in {"eq", "approx"}:
        comparator, start = "gt", over.start()
    if value is None:
        return None
    return Figure(_round(value), _round(value_max), unit, comparator, of_class, start, end, dimension, several=several, bare=not unit)


def _printed_factor(amount: Amount) -> float:
    """What one printed unit is in the base of its dimension, for 数X of units that are not their own base."""
    return 1.0 if amount.dimension in {"", "count", "token", "parameter", "accelerator", "node", "money", "share", "ratio"} else _ONE.get(amount.unit, 1.0)


_ONE: Final[dict[str, float]] = {"d": 1.0, "wk": 7.0, "mo": 30.4375, "a": 365.25, "h": 1 / 24, "min": 1 / 1440, "s": 1 / 86400}


def _round(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.12g}")


def _counts_nothing(amount: Amount, folded: str) -> bool:
    """一家, 一个, 几百上千张: words that count nothing, and rhetoric."""
    figure = folded[amount.figure_start : amount.figure_end].strip()
    before = folded[: amount.figure_start]
    if figure in {"一", "a", "an", "one", "A", "One"} and amount.dimension not in {"time", "accelerator_time"}:
        return True
    if amount.dimension == "time" and amount.unit == "d" and folded[amount.figure_end : amount.figure_end + 1] == "D":
        return True
    if amount.dimension == "time" and figure in {"一", "one", "a"} and re.match(r"\s*(?:天|日|年|年来|day|year)", folded[amount.figure_end :]) and not re.search(r"约|仅|耗时|花费|用了|in\s\Z|took", before[-6:]):
        return True
    if amount.dimension == "time" and _HORIZON.search(before[-16:]):
        return True
    if amount.unit == "" and (amount.comparator == "several" or _CALENDAR.match(folded, amount.figure_end)):
        return True
    if amount.comparator == "several" and (not amount.scaled or re.match(r"上[百千万]", folded[amount.figure_end :])):
        return True
    return bool(amount.kind == "scale" and (_RHETORIC.search(before[-4:]) or re.search(r"(?:几|数|成)[十百千万]+上?\Z", before[-5:])))


def _comparator(amount: Amount, folded: str, end: int) -> str:
    word = {"range": "eq", "lt": "le"}.get(amount.comparator, amount.comparator)
    if word == "le" and re.match(r"最多|最大", folded[amount.start :]):
        return "up_to"
    return word


def _class_end(folded: str, end: int) -> int:
    hit = re.compile(r"\s*(?:级别|量级|级)").match(folded, end)
    return hit.end() if hit else end


def _ordinals(folded: str) -> list[Figure]:
    found: list[Figure] = []
    for hit in _ORDINAL.finditer(folded):
        named = {name: value for name, value in hit.groupdict().items() if value is not None}
        if "rank" in named or "top" in named or "first" in named:
            value = _ordinal_value(named.get("n") or named.get("m") or named.get("k") or "1")
            found.append(Figure(value, None, "{rank}", "eq", False, hit.start(), hit.end(), "rank"))
        elif "generation" in named or "link" in named:
            value = _ordinal_value(named.get("g") or named.get("v") or "")
            if named.get("link", "NVLink").replace(" ", "").upper() == "NVLINK":
                found.append(Figure(value, None, "{generation}", "eq", False, hit.start(), hit.end(), "generation"))
        else:
            found.append(Figure(_ordinal_value(named["a"]), None, "{A}", "eq", False, hit.start(), hit.end(), "grade"))
    return found


def _ordinal_value(words: str) -> float:
    english = {"one": 1.0, "first": 1.0, "second": 2.0, "third": 3.0}
    return float(words) if words.isdigit() else english.get(words.lower()) or zh_value(words)


def _big_counts(folded: str) -> list[Figure]:
    """三大核心枢纽, 六大全局优化能力: counts whose noun stands at the end of the phrase."""
    found: list[Figure] = []
    for hit in _BIG.finditer(folded):
        number = hit["n"]
        if number == "一" or re.search(r"[第最十百千万]\Z", folded[: hit.start()]):
            continue
        value = float(number) if number.isdigit() else zh_value(number)
        unit, length = _last_noun(hit["noun"])
        found.append(Figure(value, None, unit, "eq", False, hit.start(), hit.start("noun") + length, "count"))
    return found


def _last_noun(words: str) -> tuple[str, int]:
    """The unit of the first noun of a phrase that the table has, and where it ends; a count of something else where it has none."""
    words = _NO_NOUN.split(words)[0]
    for place in range(len(words)):
        if noun := noun_at(words, place):
            return noun[0], noun[1]
    return "{}", min(len(words), 4)


def _pairs(found: Sequence[Figure], folded: str) -> list[Figure]:
    """Figures of which two are one change: A is marked as baseline, B gets it."""
    result = list(found)
    for index, first in enumerate(result[:-1]):
        second = result[index + 1]
        between = folded[first.end : second.start]
        begins = _FROM.search(folded, max(0, first.start - 14), first.start)
        joins = (begins and _TO.fullmatch(between)) or _VERSUS.fullmatch(between)
        alike = first.unit == second.unit or first.dimension == second.dimension or not first.unit
        if joins and alike and first.value is not None and second.value is not None and not first.is_baseline:
            unit = first.unit or second.unit
            marked = replace(first, is_baseline=True, unit=unit, dimension=second.dimension, bare=False)
            result[index] = marked
            result[index + 1] = replace(second, baseline=marked)
        elif second.unit == first.unit and _SET_AGAINST.search(between):
            result[index + 1] = replace(second, is_baseline=True)
    return result
