"""What the columns of a training-cost table hold, by the words of their headings, Chinese and English, in any order, merged or apart.

Belongs here: roles of columns and the unit or scale that a heading gives to bare numbers ("Cost ($M)", 工期（天）). Does not belong here:
reading cells.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fab_pipeline.vocabulary.characters import fold

_ROLES: Final[tuple[tuple[str, str], ...]] = (
    ("cost_per_tokens", r"(?:每百万|每\s*1?M)\s*token\S*(?:\s*(?:训练)?成本)?|(?:(?:training )?cost |\$ ?|usd ?)?(?:per |/ ?)(?:1? ?m|million)\b(?: training)?(?: tokens?)?"),
    ("ratio", r"(?:重算|租价)[^|]{0,6}(?:倍数|比值|倍率|之比)|倍数|比值|倍率|\bratio\b|\bmultiple\b|recomputed? ?(?:/|to) ?disclosed"),
    ("recompute", r"(?:今日|当日|现时|按)?\s*租(?:价|金)?\s*(?:重算|折算)?(?:成本|费用)?|重算(?:成本|费用|值)?|(?:costs? )?(?:at )?(?:rent |price )?today(?:'?s? (?:rent\w*|price\w*))?(?: recomput\w*)?|recomput\w*(?: costs?)?(?: at today'?s? (?:rent\w*|price\w*))?|rental? (?:cost|equivalent)|cost to rent"),
    ("other", r"[^|]*flops?\b|[^|]*浮点|(?:\$|usd|美元)\s*/\s*(?:卡时|gpu|accelerator|chip)[\w\- ]*|每卡时\S*|per (?:gpu|accelerator|chip)[- ]hour|利用率|\bmfu\b"),
    ("parameters_active", r"激活(?:参数)?量?|\bactiv(?:e|ated)(?: param(?:eter)?s?)?"),
    ("size", r"(?:参数|模型)?规模\s*[(与和、/]?\s*(?=参数)|模型规模|model size|\bsize\b|\bscale\b"),
    ("tokens", r"(?:训练|预训练)?\s*(?:token|词元)s?(?:数|量)*|训练数据量?|语料量?|(?:training )?tokens?|training data|data(?:set)? size"),
    ("parameters", r"(?:总)?参数(?:总)?(?:量|规模|数)?|(?:total )?param(?:eter)?s?(?: count)?"),
    ("duration", r"工期|(?:训练)?(?:时长|周期|耗时|用时|天数)|训练时间|duration|wall[- ]?clock(?: time)?|training (?:time|days|window)|time to train|\bdays\b|\bweeks\b"),
    ("compute", r"(?:GPU|NPU|加速器|芯片|卡)\s*[·-]?(?:小时|天)|卡时|(?:gpu|npu|tpu|chip|accelerator|card|device)[- ]?(?:hours?|hrs?|days?)\b|训练算力|算力(?:投入|消耗|用量)?|(?:training )?compute\b"),
    ("count", r"(?:卡|芯片|加速器|GPU|显卡)\s*(?:数量?|个数|规模)|(?:number|count|no\.?|#) ?(?:of )?(?:gpus?|cards?|chips?|accelerators?)|(?:gpu|chip|card|accelerator) count|cluster size|\bgpus\b|\bcards\b|\bchips\b|\bcount\b|数量"),
    ("hardware", r"硬件(?:平台|配置|规模)?|加速(?:器|卡)|(?:卡|GPU|芯片)\s*(?:型号?|类型)|芯片|显卡|hardware|accelerators?|\bgpu\b(?: type| model)?|\bchip\b(?: type)?"),
    ("open_weights", r"开放权重|开源(?:情况|状态|与否)?|权重|open[- ]?(?:weights?|source)|\bweights\b|availability|access(?:ibility)?|\bopen\b"),
    ("license", r"许可证?|授权|协议|licen[sc]e"),
    ("cost", r"(?:披露|公开|公布|训练|美元)*\s*(?:成本|费用|花费|金额|造价)|(?:disclosed |training |stated |published |reported |usd )*costs?\b|\bspend\b|\bbudget\b|\bprice\b"),
    ("organization", r"(?:发布|研发|训练|所属)?(?:机构|厂商|公司|组织|开发(?:者|商|方)|团队|出品方|出品|实验室)|organi[sz]ation|developer|company|\blabs?\b|vendor|\bmaker\b|\borg\b|creator|publisher|trained by"),
    ("released", r"发布(?:时间|日期|年月|月份)?|日期|年月|月份|时间|release(?:d)?(?: date)?|\bdate\b|published|\bmonth\b|\byear\b|announced"),
    ("model", r"模型(?:名称|名)?|训练任务|任务|名称|\bmodels?\b|\bname\b|\bruns?\b|\bsystem\b|\bllm\b"),
    ("size", r"规模|大小"),
    ("note", r"备注|说明|注释|\bnotes?\b|remarks?|comments?"),
    ("link", r"来源|出处|披露|链接|详情|原文|\bsources?\b|\blinks?\b|references?|disclosures?|details|\burl\b"),
    ("rank", r"^\s*(?:#|no\.?|序号?|排名|名次|编号|rank|id)\s*$"),
)  # fmt: skip
"""Roles in order; words that gave one role are taken out before the next is tried, so that "GPU hours" is not also "GPU"."""
_PATTERNS: Final = tuple((role, re.compile(pattern, re.I)) for role, pattern in _ROLES)
_WEAK: Final = frozenset({"size", "link", "note", "model", "other"})
_GIVES_WAY: Final[dict[str, frozenset[str]]] = {
    "cost": frozenset({"recompute", "cost_per_tokens", "ratio"}),
    "recompute": frozenset({"ratio"}),
    "size": frozenset({"parameters", "tokens", "hardware", "count", "compute", "cost"}),
    "link": frozenset({"cost", "compute", "tokens", "parameters", "duration", "count", "hardware", "released", "organization", "model"}),
    "model": frozenset({"parameters", "tokens", "cost", "hardware", "compute", "released", "size", "duration", "count"}),
    "hardware": frozenset({"count"}),
}
"""A role that is dropped where one of the others is found in the same heading ("训练成本" is a cost, "模型发布时间" is a date)."""
FIGURES: Final = frozenset({"size", "parameters", "tokens", "hardware", "count", "duration", "compute", "cost"})

_SCALE_HINT: Final = re.compile(
    r"[(,/、\[]\s*(?:in )?(?:USD|US\$|\$|美元|单位[::]?)?\s*(?P<scale>万亿|千亿|百亿|十亿|亿|千万|百万|万|千|thousand|million|billion|trillion|[KMBT](?![A-Za-z]))s?"
    r"|(?P<usd>\$)\s?(?P<letter>[KMB])(?![A-Za-z])",
    re.I,
)
_DURATION_HINT: Final = re.compile(
    r"[(/,]\s*(?:in )?(?P<unit>days?|weeks?|months?|hours?|天|周|个?月|小时)\s*[)\]]?|\bdays\b|\bweeks\b|天数", re.I
)
_HOURS_HINT: Final = re.compile(r"(?:小时|卡时|hours?|hrs?\b|[- ]h\b)", re.I)
_DAYS_HINT: Final = re.compile(r"(?:GPU|NPU|TPU|chip|accelerator|card|device|加速器|卡|芯片)[\s·-]*(?:days?|天)", re.I)
_USD_HINT: Final = re.compile(r"USD|US\$|\$|美元|美金|dollars?", re.I)


@dataclass(frozen=True)
class Column:
    """One column: the roles of its heading, and what the heading adds to bare numbers.

    Attributes:
        heading: as printed.
        roles: what its cells hold; several where the heading merges them; empty where it is not known.
        scale: scale word for numbers without one, e.g. "M" or 万.
        duration_unit: unit for durations without one.
        hours_unit: unit for accelerator time without one.
        dollars: whether the heading says that amounts are US dollars.
    """

    heading: str
    roles: frozenset[str]
    scale: str = ""
    duration_unit: str = ""
    hours_unit: str = ""
    dollars: bool = False


def column_of(heading: str) -> Column:
    """Read a heading."""
    folded = fold(" ".join(heading.split()))
    return Column(
        heading,
        _roles(folded),
        scale=_scale(folded),
        duration_unit=_duration_unit(folded),
        hours_unit="GPU days" if _DAYS_HINT.search(folded) else "GPU hours" if _HOURS_HINT.search(folded) else "",
        dollars=bool(_USD_HINT.search(folded)),
    )


def table_score(columns: Sequence[Column]) -> int:
    """How much a table looks like the table of training runs: its figures, if it has a column of models; 0 otherwise."""
    roles = frozenset[str]().union(*(column.roles for column in columns)) if columns else frozenset[str]()
    figures = len(roles & FIGURES)
    return figures if "model" in roles and figures >= 2 else 0


def _roles(folded: str) -> frozenset[str]:
    left = folded
    found: set[str] = set()
    for role, pattern in _PATTERNS:
        if role not in found and pattern.search(left):
            found.add(role)
            left = pattern.sub(" ", left)
    dropped = {role for role in found if _GIVES_WAY.get(role, frozenset[str]()) & found}
    kept = found - dropped
    strong = kept - _WEAK
    return frozenset(kept - {"other", "note", "link"} if strong else kept)


def _scale(folded: str) -> str:
    hit = _SCALE_HINT.search(folded)
    return (hit["scale"] or hit["letter"]) if hit else ""


def _duration_unit(folded: str) -> str:
    hit = _DURATION_HINT.search(folded)
    if hit is None:
        return ""
    unit = hit["unit"] or {"天数": "天"}.get(hit[0], hit[0])
    return {"月": "个月"}.get(unit, unit)
