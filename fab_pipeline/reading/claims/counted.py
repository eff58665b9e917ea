"""Ordinals and counts that are written without a numeral's usual place: 第四名, 首位, 第四代, NVLink 4.0, 5A 级, 三大核心枢纽.

Belongs here: finding them. Does not belong here: amounts (see `amounts`) and their nouns (see `nouns`).
"""

import re
from typing import Final

from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.reading.claims.nouns import noun_at
from fab_pipeline.reading.number_words import NUMBER_WORDS
from fab_pipeline.reading.numerals import zh_value

_ZH: Final = "一二两三四五六七八九十百"
_ORDINAL: Final = re.compile(
    rf"(?P<rank>第\s?(?P<n>[{_ZH}\d]+)\s?(?:名|位)|(?:排名|位列|位居|稳居|居|跻身|名列|取得|获得|夺得|斩获|荣获|拿下|蝉联"
        rf"|连续[^，。]{{0,8}})[^，。第\d]{{0,24}}?第\s?(?P<m>[{_ZH}\d]+)(?![代届批期次个家名位步])"
    rf"|(?P<first>(?<=市场)首位|(?<=居)首位|(?<=列)首位|(?<=居)榜首|(?<=列)榜首)|(?P<top>(?:ranked?|ranks|No\.?"
        rf"|number)\s?(?:#|No\.?)?\s?(?P<k>\d{{1,2}}|one|first|second|third)(?![\d.,%])"
    rf"|\b(?P<p>first|second|third)[ -]place\b))"
    rf"|(?P<generation>第\s?(?P<g>[{_ZH}\d]+)\s?代(?=\s?[A-Za-z\u4e00-\u9fff]))|(?P<link>NV\s?Link|PCIe"
        rf"|HBM)\s?(?:Gen\s?)?(?P<v>\d)(?:\.0)?(?![\d.]|\s?[GT]B)"
    rf"|(?P<grade>(?<![A-Za-z\d])(?P<a>[1-5{_ZH}])\s?A(?=\s?(?:级|卓越|增强|优秀|先进|认证|\b)))", re.I | re.A
)  # fmt: skip
_BIG: Final = re.compile(
    rf"(?P<n>[{_ZH}]|\d{{1,2}})\s?大(?!学|会|模型|厦|厅|幅|量|规模|数据|型|小|多|脑|湾|陆|奖|众|家|道|门|师|致|概|约|于"
    rf"|部|气|语言|赛|促|王|涨|批|力)(?P<noun>[^，,。；：、的\s\d]{{1,10}})"
)
_HALF: Final = re.compile(
    r"(?:降低|减少|缩短|下降|节省|压缩|缩减)(?:了)?(?:约|近|超过?|逾)?(?P<half>一半)"
    r"|\b(?:by|in) (?P<halves>half)\b(?!\s(?:the|of|as|its)\b)",
    re.I,
)
_FRACTION: Final = re.compile(
    r"(?:为|至|到|仅|约|只有|的|only|to|(?P<cut>降低|减少|缩短|下降|节省|压缩|缩减)了?)\s*(?P<n>[1-9])\s?/\s?(?P<d>[2-9]|10)(?![\d/])", re.I
)
_EN_FRACTION: Final = re.compile(
    r"(?:(?P<by>\bby\s)(?:about |around |nearly |almost |over |more than |up to |as much as )?)?\b"
    r"(?:(?P<n>one|a|two|three)[\s-](?P<d>third|quarter|fifth)s?|(?P<half>half)(?=\s(?:the|of|as|its)\b))"
    r"(?P<of>\sof\b)?(?P<less>\s(?:less|lower|fewer|cheaper|faster|shorter|reduction))?",
    re.I,
)
_ABOUT: Final = re.compile(r"\b(?:about|around|roughly|approximately|nearly|almost)\s(?:an?\s)?\Z", re.I)
_PARTS: Final = {"third": 3.0, "quarter": 4.0, "fifth": 5.0}
_DISCOUNT: Final = re.compile(rf"(?:打|低至|享|至|为|价的?|包[年月]|[年月]付)\s?(?P<n>[{_ZH}]|\d(?:\.\d)?)\s?折(?!叠|合|算|扣|旧|射)")
_RATIO_WORD: Final = re.compile(
    r"\b(?:twice|thrice)(?=\s(?:the|as|that|its)\b)|\b(?:doubl(?:es|ed|ing)|tripl(?:es|ed|ing))(?=\s[a-z])"
    r"|\b(?:quadrupl(?:es|ed|ing))(?=\s[a-z])"
    r"|\b(?P<number>two|three|four|five|six|seven|eight|nine|ten)(?:\stimes|[- ]?fold)\b"
    r"|\bby (?:a )?factors? of (?:about |around |up to |nearly |over )?"
    r"(?P<factor>\d+(?:\.\d+)?|two|three|four|five|six|seven|eight|nine|ten)\b",
    re.I,
)
_RATIOS: Final = {
    "twi": 2.0, "thr": 3.0, "dou": 2.0, "tri": 3.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0,
    "eight": 8.0, "nine": 9.0, "ten": 10.0, "qua": 4.0,
}  # fmt: skip
_PARAMETER_CLASS: Final = re.compile(r"(?<![\d.])(?<!\d[\s\-])(?<!hundred\s)\b(?P<scale>billion|trillion)[- ]parameters?\b", re.I)
_SCALES: Final = {"billion": 1e9, "trillion": 1e12}
_CLASSES: Final = re.compile(
    r"(?:从|由)?\s?(?P<low>[一十百千]?[万亿])\s?级?\s?(?:到|至|-|~|—)\s?(?P<high>[一十百千]?(?:万亿|[万亿]))\s?级?(?=[\u4e00-\u9fff，,。；;、]|\Z)"
)
_PARAMETER_NEAR: Final = re.compile(r"参数|模型")
_MEASURED: Final = re.compile(
    r"(?<![第之每某任十百千万\d几数])(?P<n>[二两三四五六七八九十]{1,3}|[一二两三四五六七八九十百千]{2,6})\s?(?P<more>[余多])?\s?"
    r"(?:[个座种类层级款处大所支门间条])\s?"
    r"(?=[\u4e00-\u9fffA-Z])(?:[十百千万]{1,3}卡级?的?)?"
)
_MANY: Final = 10.0
"""So many of anything are counted; of fewer, only what vendors count."""
_EN_MEASURED: Final = re.compile(r"(?<![A-Za-z-])(?P<n>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=[\s-][a-z])", re.I)
_COUNTED: Final = frozenset(
    {
        "{site}",
        "{tier}",
        "{mode}",
        "{strategy}",
        "{dimension}",
        "{industry}",
        "{country}",
        "{supernode}",
        "{accelerator_type}",
        "{capability_domain}",
    }
)
_NO_NOUN: Final = re.compile(r"打造|提供|构建|支持|赋能|助力|成为|推动|实现|加速|引领|驱动|发布")


def ordinals(folded: str) -> list[Figure]:
    """Ranks (第四名, 首位, "ranked first"), generations (第四代, NVLink 4.0) and grades (5A 级) of a sentence."""
    found: list[Figure] = []
    for hit in _ORDINAL.finditer(folded):
        named = {name: value for name, value in hit.groupdict().items() if value is not None}
        if "rank" in named or "top" in named or "first" in named:
            value = _ordinal_value(named.get("n") or named.get("m") or named.get("k") or named.get("p") or "1")
            start = hit.end() - len(named["m"]) - 1 if named.get("m") else hit.start()
            start = folded.rfind("第", hit.start(), start + 1) if named.get("m") else start
            found.append(Figure(value, None, "{rank}", "eq", False, start, hit.end(), "rank"))
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


def big_counts(folded: str) -> list[Figure]:
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


def measured_counts(folded: str) -> list[Figure]:
    """三座智算中心, 两种交付模式: a small number in words with a measure word and a noun of the few kinds that vendors count."""
    found: list[Figure] = []
    for hit in _MEASURED.finditer(folded):
        noun, value = noun_at(folded, hit.end()), zh_value(hit["n"])
        if noun and (noun[0] in _COUNTED or value >= _MANY):
            found.append(Figure(value, None, noun[0], "gt" if hit["more"] else "eq", False, hit.start(), noun[1], "count"))
    for hit in _EN_MEASURED.finditer(folded):
        noun = noun_at(folded, hit.end() + (folded[hit.end()] == "-"))
        if noun and noun[0] in _COUNTED:
            found.append(Figure(NUMBER_WORDS["en"][hit["n"].lower()], None, noun[0], "eq", False, hit.start(), noun[1], "count"))
    return found


def fractions(folded: str) -> list[Figure]:
    """缩短一半, "by half", 仅为 1/3: fractions without a unit of their own, as ratios."""
    found = [
        Figure(0.5, None, "1", "eq", False, max(hit.start("half"), hit.start("halves")), hit.end(), "half")
        for hit in _HALF.finditer(folded)
    ]
    for hit in _DISCOUNT.finditer(folded):
        number = float(hit["n"]) if hit["n"][0].isdigit() else zh_value(hit["n"])
        found.append(Figure(number * 10, None, "%", "eq", False, hit.start("n"), hit.end(), "share"))
    for hit in _FRACTION.finditer(folded):
        found.append(
            Figure(float(hit["n"]) / float(hit["d"]), None, "1", "eq", False, hit.start("n"), hit.end(), "half" if hit["cut"] else "ratio")
        )
    for hit in _EN_FRACTION.finditer(folded):
        cut, half = hit["by"] or hit["less"], hit["half"] is not None
        if cut or half or hit["of"]:
            value = 0.5 if half else NUMBER_WORDS["en"].get(hit["n"].lower(), 1.0) / _PARTS[hit["d"].lower()]
            start = hit.start("half") if half else hit.start("n")
            about = "approx" if _ABOUT.search(folded, max(0, start - 12), start) else "eq"
            found.append(Figure(value, None, "1", about, False, start, hit.end(), "half" if cut else "ratio"))
    return found


def english_ratios(folded: str) -> list[Figure]:
    """Ratios that English writes as a word: "twice the performance", "doubles throughput"."""
    return [
        Figure(
            _ratio_of(hit),
            None,
            "1",
            "eq",
            False,
            hit.start(),
            hit.end(),
            "ratio",
        )
        for hit in _RATIO_WORD.finditer(folded)
    ]


def _ratio_of(hit: re.Match[str]) -> float:
    word = (hit["factor"] or hit["number"] or hit[0][:3]).lower()
    return float(word) if word[0].isdigit() else _RATIOS[word]


def size_classes(folded: str) -> list[Figure]:
    """Sizes of models as classes: "trillion-parameter models", 从千万级到十亿级参数."""
    found = [
        Figure(_SCALES[hit["scale"].lower()], None, "{parameter}", "approx", True, hit.start(), hit.end(), "parameter")
        for hit in _PARAMETER_CLASS.finditer(folded)
    ]
    for hit in _CLASSES.finditer(folded):
        if _PARAMETER_NEAR.search(folded[max(0, hit.start() - 10) : hit.end() + 4]):
            low, high = zh_value(hit["low"]), zh_value(hit["high"])
            found.append(Figure(low, high, "{parameter}", "eq", True, hit.start(), hit.end(), "parameter"))
    return found


def _last_noun(words: str) -> tuple[str, int]:
    """The unit of the first noun of a phrase that the table has, and where it ends; a count of something else where it has none."""
    words = _NO_NOUN.split(words)[0]
    for place in range(len(words)):
        if noun := noun_at(words, place):
            return noun[0], noun[1]
    return "{}", min(len(words), 4)
