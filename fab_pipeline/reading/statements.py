"""Sentences in which a page says something about its own rows, read into codes that its rows can be checked against.

Belongs here: the grammar, in Chinese and English, as tables of patterns; a sentence that no pattern knows gives nothing. Does not belong
here: tiles (see `tiles`), groups of runs, where on the page a sentence stands, and whether it is true. Patterns describe what is said,
never a model, an organisation or a page.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Said:
    """One statement found in a text.

    Attributes:
        code: what is stated; see the tables below.
        start: place in the text, in code points.
        end: its end.
        value: the figure stated, where there is one.
        words: what is named in place of a figure, joined by '; '.
        subject: which of several things of one code it is about.
    """

    code: str
    start: int
    end: int
    value: float | None = None
    words: str | None = None
    subject: str | None = None


def compiled(table: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[re.Pattern[str], ...]]:
    """A table of patterns, compiled once: a page can have tens of thousands of lines, and each is tried with all of them."""
    return {code: tuple(re.compile(pattern) for pattern in patterns) for code, patterns in table.items()}


TELL: Final = r"(?:披露|公布|公开|提供|报告|给)(?:出|了)?"
MONEY: Final = r"(?:美元|训练)?(?:成本|费用|花费|金额|造价|钱)"
_ONLY: Final = r"(?:只|仅|就)"
_NO: Final = r"(?:不|没有?|未)"
_MANY: Final = r"(?:绝?大?多数|大部分|大厂|各厂)(?:的)?(?:项目|模型|厂商|记录|条目|公司|任务)?(?:普遍|通常|往往)?(?:都)?"
_MOST: Final = (
    r"(?<![A-Za-z])(?:(?:most|the\s+majority)\s+(?:of\s+(?:the\s+|them\b|these\s+)?)?|(?:large|big|major)\s+(?=labs|vendors|companies))"
    r"(?:\w+\s+){0,2}?(?:generally\s+|usually\s+)?(?:only\s+)?(?:disclose|publish|report|give|share)s?\s+(?:only\s+|just\s+)?"
)
_COMPUTE_EN: Final = r"(?:the\s+)?(?:compute|(?:gpu|accelerator)[ -]hours)"
SENTENCES: Final[dict[str, tuple[str, ...]]] = {
    "rest_disclose_only": (
        rf"(?:其余|其他|剩下|剩余)(?:的)?(?:模型|项目|厂商|记录)?(?:均|都|则)?{_ONLY}{TELL}(?P<what>[^，。；！？\n]{{1,40}}(?:，或[^，。；\n]{{1,20}})?)",
        r"(?i)(?<![a-z])the\s+(?:rest|others|remaining\s+\w+)\s+(?:only\s+)?(?:disclose|publish|report|give)s?\s+(?:only\s+|just\s+)?"
        r"(?P<what>[^.;\n]{1,60})",
    ),
    "most_disclose_one_dimension": (
        rf"{_MANY}{_ONLY}{TELL}[^，。；\n]{{0,20}}?(?:其中|里|中)(?:的)?(?:一个|一项|单个|1\s*[个项]|一)(?:维度|项)?",
        r"(?i)" + _MOST + r"(?:one|a\s+single|1)\s+(?:of\s+the\s+(?:two|dimensions)|dimension)",
    ),
    "most_disclose_compute_not_money": (
        rf"{_MANY}{_ONLY}?{TELL}算力[，、]?(?:而|却|但)?{_NO}(?:{TELL})?{MONEY}",
        r"(?i)"
        + _MOST
        + _COMPUTE_EN
        + r",?\s+(?:and\s+|but\s+)?(?:not|no|never|without|rarely)\s+"
        + r"(?:the\s+|disclose\s+|dollar\s+|usd\s+)*(?:money|costs?|dollars|price)",
    ),
    "estimate_marker": (
        r"(?:estimated|估算|估计)[^。\n]{0,40}?写(?:作|成|为)?\s*[「“『\"'](?P<what>[^」”』\"'\n]{1,20})[」”』\"']",
        r"(?i)\bestimat\w+\b[^.\n]{0,60}?\b(?:written|shown|marked|labell?ed|displayed)\s+(?:as\s+|with\s+)?[“\"'「](?P<what>[^”\"'」\n]{1,20})[”\"'」]",
    ),
    "disclosed_marker": (
        r"标注?为\s*[「“]?disclosed[」”]?\s*的[^。\n]{0,8}按[^。\n]{0,4}披露",
        r"disclosed\s*(?:表示|指|即)[^。\n]{0,8}(?:厂商|开发者|官方)",
        r"(?i)\b(?:costs?\s+)?marked\s+(?:as\s+)?[“\"']?disclosed[”\"']?[^.\n]{0,40}\b(?:vendor|developer|published|disclosed)",
    ),
    "recompute_above_disclosed": (
        r"重算」?\s*[^。？?\n]{0,4}(?:比[^。？?\n]{0,16}(?:成本|披露值?)[^。？?\n]{0,4}高|高于[^。？?\n]{0,12}(?:成本|披露值?))",
        r"(?i)\brecomput\w+[^.?\n]{0,60}\b(?:higher|more)\s+than\b[^.?\n]{0,40}\b(?:disclosed|cost)",
    ),
    "rent_several_times_disclosed": (
        r"(?:贵|高)(?:出)?(?:好几|数|几)倍",
        r"(?i)\bseveral\s+times\s+(?:more|higher|as\s+(?:much|expensive)|the\s+(?:disclosed|original))",
    ),
    "gap_is_margin": (
        r"(?:后者|重算|租价|差值|差距)[^。\n]{0,24}(?:毛利|利润)",
        r"(?i)\b(?:gap|difference|latter|rent(?:al)?|price)\b[^.\n]{0,60}\b(?:includes?|is|reflects?|covers?|contains?)\b[^.\n]{0,30}\bmargins?\b",
    ),
    "active_parameters_affect_cost_per_token": (
        r"按激活参数(?:量)?(?:来)?(?:计算|算|计)?[^。，\n]{0,4}，?[^。，\n]{0,4}(?:低估|高估)[^。，\n]{0,4}成本",
        r"(?i)\bactive\s+param\w*[^.\n]{0,60}\b(?:under|over)(?:state|estimate)s?\b[^.\n]{0,40}\bcosts?",
    ),
    "order_stated": (
        r"(?:按|以)(?P<what>[^，。；\n]{1,24}?)(?:降序|从高到低|从大到小|由高到低|由大到小|从新到旧|排列|排序)",
        r"(?i)\b(?:sorted|ordered|ranked)\s+by\s+(?P<what>[a-z][a-z -]{2,40}?),?\s+"
        r"(?:in\s+)?(?:descending|from\s+(?:high|large|new)\w*|(?:highest|largest|newest)\s+first)",
    ),
}

PRICE_BASES: Final[dict[str, tuple[str, ...]]] = {
    "lowest_of_month": (
        r"(?:当月|本月|月内)(?:的)?最低",
        r"(?i)\b(?:month['’]?s\s+lowest|lowest\b[^.\n]{0,30}\b(?:of|in|this|that)\s+(?:the\s+)?month|monthly\s+low(?:est)?)\b",
    ),
    "today": (
        r"(?:今日|今天的?|当日)(?:的)?租(?:价|金)",
        r"(?i)\btoday['’]?s?\s+(?:\w+\s+)?(?:rents?|rentals?|prices?)\b",
    ),
}

DIMENSIONS: Final[dict[str, str]] = {
    "accelerator_count": r"(?i)卡数|(?:card|gpu|chip|accelerator)\s+counts?|number\s+of",
    "duration_days": r"(?i)工期|时长|窗口|duration|time",
    "accelerator_hours": r"(?i)小时|卡时|hours",
    "accelerators": r"(?i)卡型|硬件|hardware|model\s+of",
    "disclosed_cost_usd": r"(?i)成本|费用|花费|costs?|money",
    "nothing": r"(?i)(?:不|没有?|未)(?:披露|公布|公开)|什么都|nothing|none|not\s+at\s+all",
}
"""Dimensions that a sentence may name, by quantity of the contract; 'nothing' = says that nothing is disclosed."""

ORDER_KEYS: Final[dict[str, str]] = {
    "accelerator_hours": r"(?i)小时|卡时|算力|hours|compute",
    "released": r"(?i)时间|日期|月份|发布|date|release|month",
    "disclosed_cost_usd": r"(?i)(?<!单位)成本|(?<!unit )cost",
    "parameters_total": r"(?i)参数|规模|param|size",
}


_SENTENCES: Final = compiled(SENTENCES)


def read_sentences(text: str) -> list[Said]:
    """Statements of SENTENCES in a text, in order."""
    found = [
        Said(code, match.start(), match.end(), words=_words(code, match.groupdict().get("what")))
        for code, patterns in _SENTENCES.items()
        for match in matches(patterns, text)
    ]
    return sorted(found, key=lambda said: said.start)


def read_price_bases(text: str) -> list[Said]:
    """The first place where each price basis of PRICE_BASES is named."""
    found: list[Said] = []
    for basis, patterns in PRICE_BASES.items():
        places = [match for pattern in patterns if (match := re.search(pattern, text))]
        if places:
            first = min(places, key=lambda match: match.start())
            found.append(Said("price_basis", first.start(), first.end(), words=basis, subject=basis))
    return found


def matches(patterns: tuple[re.Pattern[str], ...], text: str) -> Iterator[re.Match[str]]:
    """Matches of the patterns, the earlier pattern first; a place that one took is not taken again."""
    taken: list[tuple[int, int]] = []
    for pattern in patterns:
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                taken.append(match.span())
                yield match


def _words(code: str, what: str | None) -> str | None:
    if what is None:
        return None
    table = {"rest_disclose_only": DIMENSIONS, "order_stated": ORDER_KEYS}.get(code)
    if table is None:
        return what.strip()
    return "; ".join(name for name, pattern in table.items() if re.search(pattern, what)) or what.strip()
