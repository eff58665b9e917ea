"""What surrounds a figure or a capability in its sentence: baseline, conditions, precision, phase, date, modality, whose word it is.

Belongs here: these readings, each from words that stand there; what is not said is None. Does not belong here: figures and metrics.
"""

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.claims.clauses import clause_end, clause_start
from fab_pipeline.reading.dates import PrintedDate, dates
from fab_pipeline.vocabulary.characters import lowered
from fab_pipeline.vocabulary.metrics import Metric

_BASELINE: Final = re.compile(
    r"(?:相较于?|相比较?于?|对比|相对于?|较之?"
        r"|(?<![占速价同环对销配])比(?![例重较如分特]))\s*(?P<a>[^，,。；;：]{2,30}?)\s*(?:的?\s*(?:提升|提高|降低|下降"
        r"|减少|增长|增加|领先|快|高|低|节省|缩短|有))"
    r"|(?:为|是|达到?)\s?(?P<f>[^，,。；;：\d为是]{2,24}?"
        r"|[^，,。；;：\d为是]{0,8}[A-Z]\d{2,4})\s?的\s*(?=[近约]?\s?[\d一二两三四五六七八九十])"
    r"|(?:与|和|同)\s?(?P<b>[^，,。；;\d]{2,24}?)\s?(?:相比|对比|比较)|相?较于?\s?(?P<c>[^，,。；;\d]{2,24}?)(?=[，,])"
        r"|(?:对比|相比|相对)\s?(?P<d>[^，,。；;]{2,24}?)(?=[，,])"
    r"|(?:compared (?:to|with)|versus|vs\.?|relative to|over|than)\s+(?P<e>(?:the |an? |its "
        r"|our )?[A-Za-z][^,.;]{2,40}?)(?=\s(?:and|by|to|in|for|with|while|at)\b|[,.;]|\Z)", re.I | re.A
)  # fmt: skip
_COMPARES: Final = re.compile(r"比|较|对于?|compared|versus|vs|relative|over|than|的\s*[近约]?\s?[\d一二两三四五六七八九十]")
"""One of these is in every comparison, and none in most sentences; the pattern of comparisons is dear."""
_NO_BASELINE: Final = re.compile(r"^(?:the )?(?:past|last|next|\d)|^(?:企业|客户|用户)提供|^(?:企业|用户|客户|大模型)\s*\Z", re.I | re.A)
_CONDITION: Final = re.compile(
    r"[（(](?P<a>[^（）()]{0,30}(?:=|\d)[^（）()]{0,20})[)）]|(?:在|于)\s?(?P<b>[^，,。；;：]{2,36}?)(?:场景|规模|条件"
        r"|情况|环境|配置|负载|任务|集群|数据)?(?:下|中|上)(?=[，,\s实可能]|$)"
        r"|(?P<c>[\d万千百十\s]*[万千百十\d]\s?卡[^，,。；;：]{0,4}?(?:规模|集群|级))"
    r"|\b(?P<d>(?:on|with|using|at|across) (?:an? |the )?[^,.;]{0,30}(?:GPUs?|nodes?|cluster|model|parameters|H\d00"
        r"|B\d00|A100|MI\d+\w?|scale))", re.I | re.A
)  # fmt: skip
_PRECISION: Final = re.compile(r"(?<![A-Za-z])(?:FP(?:4|6|8|16|32|64)|BF16|TF32|INT(?:4|8)|MXFP4|NVFP4|HiF8)(?!\d)", re.I | re.A)
_TRAINING: Final = re.compile(r"训练(?!工厂|平台)|預?預訓練|訓練|微调|预训|精调|训出|\btrain\w*|\bpre-?train\w*|fine-?tun\w*", re.I | re.A)
_INFERENCE: Final = re.compile(r"推理|推論|\binferenc\w*|\bserving\b|\bdecod\w+|首\s?token|TTFT", re.I | re.A)
_RELATIVE: Final = re.compile(
    r"去年同期|去年|今年|目前|当前|截至目前|至今|上半年|下半年|近日|last year|this year|currently|today|to date|as of now", re.I | re.A
)
_DATED: Final = re.compile(r"(?:截至|截止|自|在|于|as of|by|since|in)?\s*\Z", re.I | re.A)
_DATE_TAIL: Final = re.compile(r"\s?(?:底|末|初|年底|年末|年初|上半年|下半年|第[一二三四]季度|[QH][1-4])")
_TARGET: Final = re.compile(
    r"规划|计划|预计|目标|拟建|将(?:于|在|进一步|突破|建成|扩展|推出|应用|陆续|达到)|未来|有望|力争|plan(?:s|ned"
        r"|ning)?\b|will\b|target\w*|aim\w*|expect\w*|roadmap|upcoming|by 20[3-9]\d|intend\w*", re.I | re.A
)  # fmt: skip
_GUIDELINE: Final = re.compile(
    r"建议|应优先|应选|推荐|至关重要|入门配置|起步|适合|考察|关注|recommend\w*|should\b|minimum|at least", re.I | re.A
)
_DONE: Final = re.compile(
    r"已(?!知|有)|实现了|达成|完成|截至|累计|服务(?:了|于)|支撑|官方披露|使用了|训出|花费|耗时|消耗|披露|achiev\w+"
    r"|trained|reached|has (?:been|built|deployed)|have (?:been|built)|took|delivered",
    re.I | re.A,
)
_ANALYST: Final = re.compile(
    r"IDC(?=[^，。；]{0,20}(?:报告|发布|显示|MarketScape|《|数据|预测|评估|统计|调研|认为|指出)|\s(?:report|data|says"
        r"|estimates))|Gartner|Omdia|Forrester|Frost\s?&\s?Sullivan|弗若斯特沙利文|沙利文|易观(?:分析)?|艾瑞(?:咨询)?"
        r"|赛迪(?:顾问)?"
        r"|Canalys|Counterpoint|TrendForce|集邦|SemiAnalysis|Synergy|Dell'?Oro|头豹|亿欧|中国信通院.{0,6}(?:报告|白皮书)"
        r"|Everest Group|451 Research"
)  # fmt: skip
_THIRD_PARTY: Final = re.compile(
    r"MLPerf|SPEC(?![a-z])|TOP\s?500|Green500|IO500|第三方(?:机构)?(?:实测|评测|测试|检测)|独立(?:评测|测试)"
    r"|信通院.{0,12}(?:实测|测试结果)|independent(?:ly)? (?:test|benchmark|evaluat)\w*|third-party (?:test"
    r"|benchmark)\w*",
    re.I | re.A,
)
_MEDIA: Final = re.compile(
    r"(?:据|结合|来自)[^，,。]{0,14}(?:报道|媒体)|媒体报道|according to (?:the )?(?:press|media|news)|reported by", re.I | re.A
)
_OFFICIAL: Final = re.compile(r"据?\s?([\u4e00-\u9fffA-Za-z ]{0,12}官方(?:资料|披露|数据|公布|公开)[\u4e00-\u9fff]{0,2})")
_TITLE: Final = re.compile(r"《([^》]{4,60})》")


@dataclass(frozen=True, slots=True)
class AsOf:
    """When a claim holds: ISO form as exact as stated, and the words; None for what is not said."""

    iso: str | None
    words: str | None


UNDATED: Final = AsOf(None, None)


def phase_of(folded: str, start: int, end: int, before: str) -> str | None:
    """Training or inference: what the clause says, else the sentence, else the sentence before it."""
    for words in (_around(folded, start, end), folded, before) if any(_phases(folded)) else (before,):
        training, inference = _phases(words)
        if training and inference:
            return "training_and_inference" if words is not before else None
        if training or inference:
            return "training" if training else "inference"
    return None


@lru_cache(maxsize=64)
def _phases(words: str) -> tuple[bool, bool]:
    return _TRAINING.search(words) is not None, _INFERENCE.search(words) is not None


def precision_of(folded: str, start: int, end: int) -> str | None:
    """Arithmetic precision stated with a figure: in brackets behind it, in its clause, or in the clause before it."""
    if not _precisions(folded):
        return None
    behind = re.match(r"\s*[（(]([^（）()]{2,20})[)）]", folded[end:])
    for words in (behind[1] if behind else "", _around(folded, start, end), _clause_before(folded, start)):
        if len(hits := _precisions(words)) == 1:
            return next(iter(hits))
    return None


@lru_cache(maxsize=64)
def _precisions(words: str) -> frozenset[str]:
    return frozenset(hit[0].upper() for hit in _PRECISION.finditer(words))


def baseline_of(folded: str, start: int, end: int) -> str | None:
    """What a figure is compared with, as printed, in its clause or the one before."""
    if not _compares(folded):
        return None
    for left in (clause_start(folded, start), clause_start(folded, max(0, clause_start(folded, start) - 1))):
        right = clause_end(folded, end)
        for hit in reversed(list(_BASELINE.finditer(folded, left, right))):
            words = next(group for group in hit.groups() if group).strip(" 的")
            if not _NO_BASELINE.search(words) and not start < hit.start() < end:
                return words
    return None


@lru_cache(maxsize=64)
def _compares(folded: str) -> bool:
    return _COMPARES.search(lowered(folded)) is not None


def conditions_of(folded: str, start: int, end: int) -> str | None:
    """Conditions stated in the sentence, joined by "; "."""
    found = [words for first, last, words in _conditions(folded) if not first <= start < last and not start <= first < end]
    return "; ".join(list(dict.fromkeys(found))[:3]) or None


@lru_cache(maxsize=16)
def _conditions(folded: str) -> tuple[tuple[int, int, str], ...]:
    return tuple((hit.start(), hit.end(), next(group for group in hit.groups() if group).strip()) for hit in _CONDITION.finditer(folded))


def as_of(folded: str, start: int, published: date | None) -> AsOf:
    """Date that a figure holds for: the nearest one before it in the sentence, else the first behind it."""
    printed = _dates(folded)
    if printed:
        before = [one for one in printed if one.end <= start]
        chosen = before[-1] if before else printed[0]
        tail = _DATE_TAIL.match(folded, chosen.end)
        head = _DATED.search(folded, max(0, chosen.start - 3), chosen.start)
        begin = head.start() if head else chosen.start
        return AsOf(chosen.iso, folded[begin : tail.end() if tail else chosen.end].strip())
    before_words = [words for end, words in _relatives(folded) if end <= start]
    return AsOf(_anchored(before_words[-1].lower(), published), before_words[-1]) if before_words else UNDATED


@lru_cache(maxsize=64)
def _relatives(folded: str) -> tuple[tuple[int, str], ...]:
    return tuple((hit.end(), hit[0]) for hit in _RELATIVE.finditer(folded))


@lru_cache(maxsize=16)
def _dates(folded: str) -> tuple[PrintedDate, ...]:
    return tuple(dates(folded))


def modality_of(folded: str, start: int, end: int, kind: str, metric: Metric | None, comparator: str | None) -> str:
    """Whether it was reached, can be reached, or is meant to be."""
    near = folded[clause_start(folded, max(0, clause_start(folded, start) - 1)) : clause_end(folded, end)]
    target, done = _moods(folded)
    if target and _TARGET.search(near):
        return "target"
    if kind == "article":
        return "guideline" if _GUIDELINE.search(folded) or metric is None or metric.name.startswith("guideline") else "definition"
    if comparator == "up_to" and metric and metric.dimension == "efficiency_cost":
        return "best_case"
    if kind == "case" or (metric and metric.dimension == "industry_track_record" and metric.name != "experience_years"):
        return "achieved"
    return "achieved" if (done and _DONE.search(near)) or (metric and metric.kind == "rank") else "capability"


@lru_cache(maxsize=64)
def _moods(folded: str) -> tuple[bool, bool]:
    """Whether a sentence has a word of a target, and one of something done."""
    return _TARGET.search(folded) is not None, _DONE.search(folded) is not None


def evidence_of(folded: str, kind: str, metric: Metric | None) -> tuple[str, str | None]:
    """Whose word a claim is, and the source that the sentence names."""
    cited, analyst, third, media = _sources(folded)
    if metric and metric.name == "article_rank":
        return "media", None
    classes = (
        ("article_statement", kind == "article"),
        ("certification", metric is not None and metric.name == "certification"),
        ("analyst_report", analyst),
        ("third_party_evaluation", third),
        ("media", kind in {"case", "hardware"} or media),
    )
    return next((word for word, holds in classes if holds), "vendor_claim"), cited


@lru_cache(maxsize=16)
def _sources(folded: str) -> tuple[str | None, bool, bool, bool]:
    """The source that a sentence names; whether an analyst, a third party, the media say it."""
    title, analyst, official = _TITLE.search(folded), _ANALYST.search(folded), _OFFICIAL.search(folded)
    cited = f"{analyst[0]}{title[0] if title else ''}" if analyst else official[1].strip() if official else title[0] if title else None
    return cited, analyst is not None, _THIRD_PARTY.search(folded) is not None, _MEDIA.search(folded) is not None


def _anchored(words: str, published: date | None) -> str | None:
    if published is None:
        return None
    if words in {"去年", "去年同期", "last year"}:
        return str(published.year - 1)
    return str(published.year) if words in {"今年", "this year"} else None if words in {"上半年", "下半年"} else published.isoformat()


def _around(folded: str, start: int, end: int) -> str:
    return folded[clause_start(folded, start) : clause_end(folded, end)]


def _clause_before(folded: str, start: int) -> str:
    begin = clause_start(folded, start)
    return folded[clause_start(folded, max(0, begin - 1)) : begin]
