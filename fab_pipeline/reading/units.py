"""Units of printed amounts: which words follow a number, their code and dimension.

Belongs here: the table, as data. Codes are UCUM-like as in the claims ("PFLOP/s", "{GPU}.h", "{token}"): https://ucum.org/ucum, with
annotations in braces for what is counted. Does not belong here: joining numbers with units (see `amounts`), currencies (see `money`).

Patterns see folded text in which names of accelerators are masked (`measures.MASK`).
"""

import re
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from fab_pipeline.reading.durations import DAYS_PER_MONTH, DAYS_PER_YEAR
from fab_pipeline.reading.measures import MASK

PFLOP_PER_S_DAY: Final = 1e15 * 86400.0
"""Floating-point operations of one petaflop/s-day."""


class UnitOf(NamedTuple):
    """One unit.

    Attributes:
        code: UCUM-like code of the unit as printed.
        dimension: what it measures; the base is days for time, hours for accelerator_time and core_time, operations for compute.
        factor: length in the base of its dimension.
        divisor: units in one base unit (24 hours in a day); with it 511 hours are 511 / 24 days exactly.
        inexact: its length is not fixed (a month).
        pattern: words for it.
        noun: words for it that adjectives may precede ("15T high-quality tokens").
        lead: what stands before the words; neighbours in the table that share one are tried together.
    """

    code: str
    dimension: str
    pattern: str
    factor: float = 1.0
    divisor: float = 1.0
    inexact: bool = False
    noun: str = ""
    lead: str = ""

    def to_base(self, value: float) -> float:
        """A figure in the base of the dimension."""
        return value * self.factor / self.divisor


_END: Final = r"(?![A-Za-z])"
_CLASSIFIER: Final = r"(?:个|個|张|張|块|塊|片|颗|顆|枚|台|基|枚の|基の|個の|台の|장의?|개의?|대의?)?\s*(?:的)?"
_CARDS: Final = rf"(?:GPUs?\s+)?{MASK}+s?(?:\s\d{{2,3}}\s?GB?)?(?:\s?(?:and|/|&|,)\s?{MASK}+s?)*"
_DEVICE: Final = (
    rf"(?:(?:{_CARDS}[\s\-·]*)?(?:GPUs?|NPUs?|TPUs?|XPUs?|DCUs?|accelerators?|chips?|cards?|devices?|加速器|加速卡|芯片|卡|カード|Karten?)"
    rf"|{_CARDS})"
)
_CORE: Final = rf"(?:{MASK}+[\s\-·]*)?(?:TPU|GPU|CPU)?[\s\-]*(?:cores?|核|コア)"
_SUMMED: Final = r"(?:total|cumulative|aggregate|combined|equivalent|effective|additional|training|compute)"
_JOIN: Final = r"[ \t\-·*]*(?:的)?(?:(?:compute|training|of|equivalent)[ \t\-]+)?"
_OF_DEVICES: Final = rf"(?:{_CLASSIFIER}|{_SUMMED}\s+){_DEVICE}{_JOIN}"
_HOUR: Final = rf"(?:hours?{_END}|hrs?{_END}|h{_END}|小时|小時|时(?!间|候|代)|時間|시간|Stunden?{_END}|heures?{_END})"
_DAY: Final = rf"(?:days?{_END}|天|日間?(?!期|本)|일(?!본)|Tagen?{_END}|Tage{_END}|jours?{_END})"
_WEEK: Final = rf"(?:weeks?{_END}|周|週間?|주(?!요)|Wochen?{_END}|semaines?{_END})"
_MONTH: Final = rf"(?:months?{_END}|个?月|개월|ヶ月|か月|カ月|Monaten?{_END}|Monate{_END}|mois{_END})"
_YEAR: Final = rf"(?:years?{_END}|年(?!代|度)|Jahren?{_END}|Jahre{_END}|ans{_END}|années?{_END})"
_STOP: Final = (
    r"(?!(?:of|on|in|for|with|and|or|per|to|at|by|from|than|the|a|an|is|was|were|are|using|over|during|steps?|epochs?|parameters?|params?"
    r"|tokens?|GPUs?|chips?|cards?|accelerators?|devices?|hours?|days?|weeks?|months?|years?|nodes?|context|sequences?|languages?|million|billion|trillion|thousand"
    r"|dollars?|USD|und|mit|auf|et|sur|avec)(?![A-Za-z]))"
)
_NOT_TIME: Final = r"(?!s?[\s\-·]*(?:hours?|days?|weeks?|years?)(?![A-Za-z]))"
_ADJECTIVES: Final = rf"(?:(?<=[\s\-]){_STOP}[A-Za-z\ue001][A-Za-z\-\ue001]+,?\s+){{1,3}}"
"""Up to three words that may describe what is counted ("15T high-quality multilingual tokens")."""
_TOKENS: Final = rf"(?:tokens?|toks?|标识符|標識符|トークン|토큰|词元|詞元|字元|jetons){_END}"
_ZH_WORDS: Final = r"(?:(?!模型|参数|首|每)[\u4e00-\u9fff]){0,8}?"
"""What may stand between a number and its tokens; "千亿模型首 token" counts none."""


def _counted(noun: str, words: str) -> UnitOf:
    return UnitOf(f"{{{noun}}}", "count", words, lead=r"(?:[个個名家项項款种種位条條套类類]\s*)?")


def _machine(code: str, dimension: str, words: str, factor: float = 1.0) -> UnitOf:
    return UnitOf(code, dimension, words, factor, lead="(?=[A-Za-z次浮兆千吉瓦度])")


UNITS: Final[tuple[UnitOf, ...]] = (
    # compute of a whole training, before rates and device time
    UnitOf("PFLOP/s.d", "compute", rf"(?:peta|P)[\s\-]?F(?:LOPs?)?(?:/s(?:ec)?|ps)?[\s\-·*]*{_DAY}", PFLOP_PER_S_DAY),
    UnitOf("EFLOP/s.d", "compute", rf"(?:exa|E)[\s\-]?FLOPs?(?:/s(?:ec)?|ps)?[\s\-·*]*{_DAY}", PFLOP_PER_S_DAY * 1e3),
    # time of many devices
    UnitOf("{core}.h", "core_time", _HOUR, lead=_CORE + _JOIN),
    UnitOf("{core}.d", "core_time", _DAY, 24.0, lead=_CORE + _JOIN),
    UnitOf("{core}.a", "core_time", _YEAR, DAYS_PER_YEAR * 24.0, lead=_CORE + _JOIN),
    UnitOf("{GPU}.h", "accelerator_time", _HOUR, lead=_OF_DEVICES),
    UnitOf("{GPU}.h", "accelerator_time", rf"(?:d['’]\s?)?heures?[\s\-](?:de\s)?(?:GPU|TPU|{MASK}+){_END}"),
    UnitOf("{GPU}.d", "accelerator_time", _DAY, 24.0, lead=_OF_DEVICES),
    UnitOf("{GPU}.wk", "accelerator_time", _WEEK, 168.0, lead=_OF_DEVICES),
    UnitOf("{GPU}.mo", "accelerator_time", _MONTH, DAYS_PER_MONTH * 24.0, inexact=True, lead=_OF_DEVICES),
    UnitOf("{GPU}.a", "accelerator_time", _YEAR, DAYS_PER_YEAR * 24.0, lead=_OF_DEVICES),
    # rates and sizes of machines
    _machine("ZFLOP/s", "flop_rate", rf"(?:zetta|Z)[\s\-]?(?:(?-i:FLOPS|Flops|flops)(?:/s)?|FLOPs?(?:/s|ps)){_END}", 1e21),
    _machine("EFLOP/s", "flop_rate", rf"(?:exa|E)[\s\-]?(?:flops?|FLOP)(?:/s|ps)?{_END}|E(?=级|的?算力|智能|\s*级)", 1e18),
    _machine("PFLOP/s", "flop_rate", rf"(?:peta|P)[\s\-]?(?:flops?|FLOP)(?:/s|ps)?{_END}|P(?=\s*(?:级|的?算力|智能|通用|规模|$))", 1e15),
    _machine("TFLOP/s", "flop_rate", rf"(?:tera|T)[\s\-]?(?:flops?|FLOP)(?:/s|ps)?{_END}", 1e12),
    _machine("GFLOP/s", "flop_rate", rf"(?:giga|G)[\s\-]?(?:flops?|FLOP)(?:/s|ps)?{_END}", 1e9),
    _machine("ZFLOP", "flop", rf"(?:zetta|Z)[\s\-]?FLOPs?(?!/s){_END}", 1e21),
    _machine("YFLOP", "flop", rf"(?:yotta|Y)[\s\-]?FLOPs?(?!/s){_END}", 1e24),
    _machine("FLOP", "flop", rf"(?:total\s+)?(?:(?:training\s+)?FLOPs?(?!/s|ps){_END}|floating[\s\-]point operations|次浮点运算|浮点运算)"),
    _machine("FLOP/s", "flop_rate", rf"FLOPS?/s(?:ec)?{_END}"),
    *(
        _machine(f"{prefix}bit/s", "bit_rate", rf"{prefix}(?-i:b)ps{_END}|{prefix}(?:bit|(?-i:b))/s{_END}|{prefix}(?-i:bE){_END}", size)
        for prefix, size in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6))
    ),
    *(
        _machine(f"{prefix}B/s", "byte_rate", rf"{prefix}(?-i:B)/?p?s{_END}", size)
        for prefix, size in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6))
    ),
    *(
        _machine(f"{prefix}B", "bytes", rf"{prefix}i?B(?:ytes?)?{_END}|{word}bytes?{_END}", size)
        for prefix, word, size in (("P", "peta", 1e15), ("T", "tera", 1e12), ("G", "giga", 1e9), ("M", "mega", 1e6))
    ),
    _machine("GWh", "energy", rf"GWh{_END}", 1e9),
    _machine("MWh", "energy", rf"MWh{_END}|兆瓦时", 1e6),
    _machine("kWh", "energy", rf"kWh{_END}|千瓦时|(?<![百千])度(?=\s*(?:电|$|[,，。;；]))", 1e3),
    _machine("GW", "power", rf"GW{_END}|吉瓦", 1e9),
    _machine("MW", "power", rf"MW{_END}|兆瓦", 1e6),
    _machine("kW", "power", rf"kW{_END}|千瓦", 1e3),
    _machine("W", "power", rf"W{_END}|瓦", 1.0),
    # shares and multiples
    UnitOf("%", "share", r"%|percent(?:age points?)?\b|(?-i:pp)(?![A-Za-z])|个?百分点|Prozent|パーセント"),
    UnitOf(
        "1", "ratio",
        r"[x×X](?=\s*(?:faster|slower|more|fewer|less|better|the|of|higher|lower|larger|smaller|longer|shorter|cheaper|improve|speed|的|提升|-|~|–|$|[,.;)\u4e00-\u9fff]))|倍"
        rf"|times(?=\s+(?:faster|slower|more|fewer|less|better|higher|lower|larger|smaller|longer|shorter|cheaper))|fold{_END}",
    ),
    # time
    UnitOf("ns", "time", rf"ns{_END}|nanoseconds?{_END}|纳秒", 1e-9, 86400.0),
    UnitOf("us", "time", rf"[uµμ]s{_END}|microseconds?{_END}|微秒", 1e-6, 86400.0),
    UnitOf("ms", "time", rf"ms{_END}|milliseconds?{_END}|毫秒", 1e-3, 86400.0),
    UnitOf("s", "time", rf"s{_END}|secs?{_END}|seconds?{_END}|秒", 1.0, 86400.0),
    UnitOf("min", "time", rf"分钟|分鐘|minutes?{_END}|mins?{_END}|Minuten?{_END}", 1.0, 1440.0),
    UnitOf("h", "time", rf"[个個]?[多来]?(?:{_HOUR}|钟头|鐘頭)", 1.0, 24.0),
    UnitOf(
        "wk", "time",
        rf"(?:[个個]?[多来]?(?:星期|礼拜|禮拜)|周(?!期|年)|週間?|주간?(?!요)|weeks?{_END}|wks?\.?{_END}|Wochen?{_END}|semaines?{_END})",
        7.0,
    ),
    UnitOf(
        "mo", "time",
        rf"[个個][半多来]?月|月(?=左右|以上|以内|的?时间)|months?{_END}|mos?\.?{_END}|[ヶケかカヵ]月|개월|Monaten?{_END}|Monate{_END}|mois{_END}",
        DAYS_PER_MONTH, inexact=True,
    ),
    UnitOf("d", "time", rf"{_DAY}|(?-i:d)(?![A-Za-z0-9])|fortnights?{_END}|Kalendertage", 1.0),
    UnitOf("a", "time", rf"{_YEAR}|yrs?{_END}", DAYS_PER_YEAR),
    # what is counted
    UnitOf("{token}", "token", rf"(?:个|個|条|的|개의?)?\s*{_ZH_WORDS}\s*{_TOKENS}", noun=_TOKENS),
    UnitOf(
        "{parameter}", "parameter",
        r"(?:[个個]|개의?)?\s*(?:级别?|級|规模|規模)?(?:的)?(?:总|激活|活跃|可训练)?(?:参数|參數|引數|パラメーター?|매개변수|파라미터)|级?\s*(?:别的?)?\s*(?:MoE|大?模型|LLM)",
        noun=rf"(?:param(?:eter)?s?|Parametern?|paramètres){_END}",
    ),
    UnitOf(
        "{node}", "node",
        r"[个個台]?\s*(?:计算|GPU|服务器)?(?:节点|節點|ノード|노드|服务器|伺服器|サーバー?|机(?=[,，。\s]|$))|台(?=\s*\ue001)",
        noun=rf"(?:nodes?|servers?|hosts?|machines?|instances?|Server[n]?|Knoten|nœuds?|boxes|systems){_END}",
    ),
    UnitOf("{pod}", "pod", "", noun=rf"(?:pods?|superpods?|racks?|slices?){_END}"),
    UnitOf("{core}", "core", rf"(?:{MASK}+[\s\-]*)?(?:TPU|GPU|CPU)?[\s\-]*cores?{_END}"),
    UnitOf(
        "{accelerator}", "accelerator",
        rf"(?:{_CLASSIFIER}(?:\s*[x×*]\s*)?(?:{MASK}|高端|国产|國產|AI|算力|智能|加速|异构|万亿)*\s*"
        rf"(?:(?:GPUs?|NPUs?|TPUs?|XPUs?|DCUs?){_END}"
        r"|加速卡|加速器|芯片|处理器|處理器|晶片|显卡|顯卡|グラフィックカード|卡(?!型|车|通|顿))"
        rf"|{_CLASSIFIER}\s*[x×*]?\s*{MASK}"
        rf"|(?:NVIDIA|英伟达|AMD)(?=\s*$)|[张張块塊颗顆](?=\s*(?:[A-Z\ue001]|\d{3,4}|用于|用来|参与|投入|被|实际|进行|同时))|[张張块塊片颗顆枚基장](?=으로|의|을|를|[でをのにが]|\s*(?:$|[,，。;、)和与及]))){_NOT_TIME}",
        noun=rf"(?:(?:[x×*]\s*)?(?:{MASK}+[\s\-]*)?(?:GPUs?|NPUs?|TPUs?|accelerators?|(?:graphics )?cards?|chips?|superchips?|devices?"
        rf"|processors?|[A-Z]*-?Grafikkarten|Karten|GPU-Karten|Beschleunigern?|cartes|Chips){_END}|(?:[x×*]\s*)?{MASK}){_NOT_TIME}",
    ),
    UnitOf("{operation}/s", "count", rf"级?别?的?\s*IOPS{_END}"),
    UnitOf("{query}/s", "count", rf"级?别?的?\s*(?:QPS|TPS){_END}"),
    _counted("query", r"次?(?:请求|查询)|(?:queries|requests)(?![A-Za-z])"),
    _counted("user", r"(?:企业|付费|注册|开发者|月活)?用户|users?"),
    _counted("customer", r"(?:企业|行业|付费)?客户|customers?|clients?|家(?![庭用族])"),
    _counted("application", r"(?:AI|原生)?\s*应用(?!程序接口)|applications?|apps"),
    _counted("scenario", r"(?:业务|应用|行业|落地)?场景|scenarios?"),
    _counted("vendor", r"厂商|供应商|vendors?"),
    _counted("person", r"(?:员工|人员|工程师|开发者|研究人员|人)|employees|engineers|developers|people|researchers|customers"),
    _counted("task", r"(?:训练)?任务|作业|tasks?|jobs?"),
    _counted("item", r"项|項|(?:自主)?(?:知识产权|专利)|patents?|items?"),
    _counted("model", r"款?(?:大模型|模型)|(?:models?|variants?|versions?|checkpoints?)(?![A-Za-z])"),
    _counted("language", r"语言|languages?"),
    _counted("step", r"步(?!骤)|steps?|iterations?|次迭代"),
    _counted("epoch", r"轮(?!胎)|epochs?"),
    _counted("time", r"次(?!浮|迭)|回(?=[,，。]|$)"),
    _counted("layer", r"层|layers?"),
    _counted("PB", r"PB"),
    UnitOf("t", "mass", rf"吨|tons?{_END}|tonnes?{_END}|tCO2(?:eq?)?|t\b"),
    UnitOf("kg", "mass", rf"kg{_END}|公斤|千克"),
)  # fmt: skip
"""The first that fits counts."""

UNIT_CLASSES: Final[dict[str, str]] = {"ns": "纳秒", "us": "微秒", "ms": "毫秒", "s": "秒", "min": "分钟", "h": "小时"}
"""Units that stand without a number before 级: 毫秒级 is a class, and no figure."""

_GAP: Final = r"(?P<gap>(?>\s?-\s?|\s*))"


def _alternatives() -> str:
    """The words of all units, each unit a group; units of one lead share it."""
    numbered = [(unit.lead, f"(?P<u{index}>{'|'.join(filter(None, (unit.pattern, unit.noun)))})") for index, unit in enumerate(UNITS)]
    return "|".join(f"{lead}(?:{'|'.join(words for _, words in same)})" for lead, same in groupby(numbered, key=itemgetter(0)))


_MAY_BEGIN: Final = re.compile(r"(?>\s*-?\s*)[^\s\d,.;:!?()\[\]{}=+/|<>$€£¥、。，；：）（\"'~≈]")
"""No unit begins with these; the patterns are dear."""
_DIRECT: Final = re.compile(rf"{_GAP}(?:{_alternatives()})", re.I)
_DESCRIBED: Final = re.compile(
    rf"{_GAP}{_ADJECTIVES}(?:" + "|".join(f"(?P<u{index}>{unit.noun})" for index, unit in enumerate(UNITS) if unit.noun) + ")", re.I
)


def unit_at(folded: str, position: int) -> tuple[UnitOf, int, bool] | None:
    """The unit whose words stand at a place, their end, and whether a hyphen joins them; None where there is none."""
    if not _MAY_BEGIN.match(folded, position):
        return None
    hit = _DIRECT.match(folded, position) or _DESCRIBED.match(folded, position)
    if hit is None or hit.lastgroup is None:
        return None
    return UNITS[int(hit.lastgroup[1:])], hit.end(), "-" in hit["gap"]
