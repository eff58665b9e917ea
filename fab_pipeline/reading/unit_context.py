"""Units that the words around a bare number tell: "3.2T 超高通信带宽", "48G、96G 高显存机型", "企业用户数量已达 46 万".

Belongs here: units that do not stand directly behind their number. Does not belong here: those that do (see `units`).
"""

import re
from typing import Final

from fab_pipeline.reading.measures import MASK
from fab_pipeline.reading.numbers import NumberPhrase
from fab_pipeline.reading.units import UnitOf

_WORDS_BEHIND: Final = r"\s*(?:[\u4e00-\u9fffA-Za-z、,/]|\d+G|\s){0,16}?"
_BANDWIDTH: Final = re.compile(rf"{_WORDS_BEHIND}(?:带宽|網路|网络|互联|bandwidth|InfiniBand|RoCE|RDMA|network|IB(?![A-Za-z]))", re.I)
_BANDWIDTH_G: Final = re.compile(rf"G{_WORDS_BEHIND}(?:带宽|网络|互联|bandwidth|InfiniBand|RoCE|RDMA|network|IB(?![A-Za-z]))", re.I)
_BANDWIDTH_BEFORE: Final = re.compile(
    r"(?:带宽|網路|网络|互联|bandwidth|InfiniBand|RoCE|RDMA)(?:的|已|可|能|最高|单口|速率|速度|\s)*(?:为|达到了?|达|高达|至|提升[至到]|是|of|is|reaches|up\s+to)*"
    r"[\s:：]*(?:约|超过?|近|高达|超)?\s*\Z",
    re.I,
)
_MEMORY_G: Final = re.compile(r"Gi?(?![A-Za-z])(?:[、,/]\s?\d+G)*\s*(?:[\u4e00-\u9fff]{0,4}?(?:显存|内存|顯存)|HBM|VRAM|memory|RAM)?", re.I)
_NOUN_BEFORE: Final = re.compile(
    r"(?P<user>用户|users?)|(?P<customer>客户|customers?)|(?P<application>应用)|(?P<parameter>参数|參數|引數|パラメーター?"
    r"|parameters?|params?)|(?P<token>tokens?|词元|トークン)"
    r"|(?P<accelerator>卡|GPU|加速卡|芯片|accelerators|chips|cards)|(?P<node>节点|nodes)",
    re.I,
)
_TAIL: Final = re.compile(
    r"(?<!/)(?<!/ )(?<!per )(?P<noun>用户|users?|客户|customers?|应用|参数|參數|引數|パラメーター?|parameters?|params?|tokens?|词元"
    r"|トークン|加速卡"
    r"|GPUs?|accelerators|chips|cards|芯片|卡|节点|nodes)"
    r"(?:\s(?:seen|processed|consumed|trained|used))?\s?(?:生成|调用|处理|消耗|使用|吞吐)?(?:\s?数量|總數|总数|\s?数|量|规模|總量|总量|\s+counts?)?"
    r"(?:已经|已|就|仅|都|分别|分別)?(?:达到了|达到|达|達|为|為|约|有"
    r"|超过|突破|是|到了|は|が)*\s*[:：|=]?\s*(?:of\s+)?\Z",
    re.I,
)
_LABEL: Final = re.compile(
    rf"(?:(?P<device>(?:GPU|TPU|NPU|accelerator|chip|加速卡|卡|{MASK}+)[\s\-·]*(?:(?P<gpu_hours>hours?|hrs?|小时|时)|(?P<gpu_days>days?|天)))"
    r"|(?P<hours>[(（](?:in\s)?(?:hours?|hrs?|h|小时)(?=[)）])|(?<![a-z])(?:wall[\s\-]?clock|train(?:ing)?)?\s?hours(?=\s+used\W|\s?[:|])|训练小时数|使用小时数)|(?P<days>[(（](?:in\s)?(?:days?|天)(?=[)）])))"
    r"(?:\s*(?:used|spent|consumed|消耗|总计)?\s*[)）]?\s*(?:[:：=|]|was|were|is|为|达)|[^.;:()（）\d]{0,40}[(（])\s*(?:约|~)?\s*\Z",
    re.I,
)
_LABEL_ENDS: Final = (":", "：", "=", "|", "was", "were", "is", "为", "达", "(", "（", "约", "~")
"""What such a label ends in; most words before a number do not, and the pattern is dear."""
_LABELS: Final = {
    "gpu_hours": UnitOf("{GPU}.h", "accelerator_time", ""),
    "gpu_days": UnitOf("{GPU}.d", "accelerator_time", "", 24.0),
    "hours": UnitOf("h", "time", "", 1.0, 24.0),
    "days": UnitOf("d", "time", ""),
}
"""Labels before a value: "GPU hours: 1.3M", "Training time (days) | 21"."""
_DIMENSIONS: Final = {"parameter": "parameter", "token": "token", "accelerator": "accelerator", "node": "node"}


def unit_around(hidden: str, phrase: NumberPhrase) -> tuple[UnitOf, int] | None:
    """The unit of a number that no unit follows, and where the amount ends."""
    letter = hidden[phrase.figure_end - 1 : phrase.figure_end]
    if letter == "T" and (_BANDWIDTH.match(hidden, phrase.figure_end) or _BANDWIDTH_BEFORE.search(hidden, 0, phrase.figure_start)):
        return UnitOf("Tbit/s", "bit_rate", "", 1e12), phrase.end
    if _BANDWIDTH_G.match(hidden, phrase.end):
        return UnitOf("Gbit/s", "bit_rate", "", 1e9), phrase.end + 1
    if _MEMORY_G.match(hidden, phrase.end) and not phrase.scaled and phrase.numeral:
        return UnitOf("GB", "bytes", "", 1e9), phrase.end + 1
    ahead = hidden[max(0, phrase.start - 8) : phrase.start].rstrip().lower()
    label = _LABEL.search(hidden, max(0, phrase.start - 64), phrase.start) if ahead.endswith(_LABEL_ENDS) else None
    if label and phrase.kind != "scale":
        return _LABELS[next(name for name in _LABELS if label[name])], phrase.end
    before = _TAIL.search(hidden, max(0, phrase.start - 24), phrase.start)
    noun = _NOUN_BEFORE.search(before["noun"]) if before else None
    name = noun.lastgroup if noun and noun.lastgroup else ""
    if phrase.kind == "scale" and name != "parameter":
        return None
    return (UnitOf(f"{{{name}}}", _DIMENSIONS.get(name, "count"), ""), phrase.end) if name else None
