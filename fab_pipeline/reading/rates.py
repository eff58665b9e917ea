"""What an amount is per: "/GPU-hr", "per trillion tokens", 每日 … .

Belongs here: finding the rate behind or before an amount. Does not belong here: units of the amount itself (see `units`).
"""

import re
from typing import Final

_SCALE: Final = r"(?:(?:万亿|百万|千|万|亿|trillion|million|billion|1?[TMBK](?![A-Za-z]))\s?(?:个\s?)?)?"
_RATE: Final = re.compile(
    rf"\s*(?:/\s?|每\s?个?|(?:per|a|an|each|every|pro|par)\s+)(?=[A-Za-z\u4e00-\u9fff\ue000])(?:single\s+)?{_SCALE}", re.I
)
_BEFORE: Final = re.compile(
    r"(?:每|平均每)(?:个|一)?(?P<per>日|天|年|月|小时|秒|万亿\s?tokens?|百万\s?tokens?)\s*[\u4e00-\u9fff]{0,4}\s*\Z|per\s+day[\s:]*\Z", re.I
)
_OF_NEXT: Final = re.compile(r"\s*(?:的)?(?:训练)?(?:成本|价格|费用)|\s+(?:training\s+)?(?:cost|price)", re.I)
"""Behind a rate that belongs to the next amount: "30 万 GPU 小时每百万 token 训练成本 $4"."""
_BEFORE_CODES: Final = {"日": "d", "天": "d", "年": "a", "月": "mo", "小时": "h", "秒": "s"}
_UNIT: Final = re.compile(
    r"(?P<gpu_hour>(?:GPU|NPU|TPU|chip|card|accelerator|卡|\ue000+)s?[\s\-·]*(?:hours?|hrs?|h|小时|时)(?![a-z]))"
    r"|(?P<h>hours?|hrs?|h(?![A-Za-z])|小时|时)|(?P<d>days?|天|日)|(?P<wk>weeks?|周)|(?P<mo>months?|月)|(?P<a>years?|年|yr)"
    r"|(?P<s>sec(?:ond)?s?|s(?![A-Za-z])|秒)|(?P<gpu>(?:GPU|NPU|TPU|chip|card|accelerator|device|卡|\ue000+)s?)"
    r"|(?P<node>nodes?|servers?|节点|服务器|台|机)|(?P<tok>tokens?|词元)|(?P<parameter>param\w*|参数)|(?P<step>steps?|步|iteration)"
    r"|(?P<epoch>epochs?|轮)|(?P<other>(?:run|model|task|user|request|sample|batch|round|query|expert|pod|rack|socket|core)s?(?![a-z]))",
    re.I,
)
_CODES: Final = {
    "gpu_hour": "{GPU}.h",
    "gpu": "{GPU}",
    "node": "{node}",
    "tok": "{token}",
    "parameter": "{parameter}",
    "step": "{step}",
    "epoch": "{epoch}",
    "other": "{other}",
}


def rate_at(hidden: str, start: int, end: int) -> tuple[str | None, int]:
    """Code of what an amount is per, None where it is no rate, and where the amount with its rate ends.

    Args:
        hidden: folded text with names masked.
        start: where the amount begins.
        end: behind its unit.
    """
    hit = _RATE.match(hidden, end)
    unit = _UNIT.match(hidden, hit.end()) if hit else None
    if unit and unit.lastgroup and not _OF_NEXT.match(hidden, unit.end()):
        return _CODES.get(unit.lastgroup, unit.lastgroup), unit.end()
    before = _BEFORE.search(hidden, max(0, start - 24), start)
    if before:
        return _BEFORE_CODES.get(before["per"] or "日", "{token}"), end
    return None, end
