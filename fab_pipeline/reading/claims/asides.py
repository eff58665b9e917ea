"""Figures of a page that claim nothing about what it offers: steps of a manual, quotations of a share, sales offers.

Belongs here: telling them, with the reason that the page's reader notes. Does not belong here: what has digits and states no figure at all
(see `sentences`).
"""

import re
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.claims.clauses import clause_end, clause_start

_STEP_WORDS: Final = (
    r"(?:登录|点击|单击|打开|输入|填写|上传|提交|勾选|粘贴|(?P<listed>(?:\d{1,2}|[①-⑩])\s?[.、)）]\s*(?:选择|设置|创建|运行|执行|下载|查看|部署))"
    r"|(?:log|sign) in to|click|go to the|enter your|paste)"
)
_STEP: Final = re.compile(rf"\s*{_STEP_WORDS}", re.I)
_STEP_ANYWHERE: Final = re.compile(_STEP_WORDS, re.I)
"""How a step of a manual begins; some verbs do so only behind a list number."""
_OF_A_SHARE: Final = re.compile(
    r"股价|市值|收盘|收于|当日涨|股票|每股|\b(?:share price|stock|market cap\w*|shares? (?:rose|fell|closed|traded))\b", re.I
)
_OFFER: Final = re.compile(r"限时|优惠券|代金券|满\s?\d+\s?减|立减|抽奖|门票|free tier|in credits?\b|free credits?|coupon", re.I)
_TERMS: Final = frozenset({"d", "mo", "h"})
_SHARE_UNITS: Final = frozenset({"%", "1"})


@lru_cache(maxsize=64)
def _kinds(folded: str) -> tuple[bool, bool, bool]:
    """Whether a sentence has words of a step, of a share, of an offer: most have none."""
    return _STEP_ANYWHERE.search(folded) is not None, _OF_A_SHARE.search(folded) is not None, _OFFER.search(folded) is not None


def aside(folded: str, start: int, end: int, unit: str) -> str | None:
    """Why a figure is no claim; None where it may be one.

    Args:
        folded: the folded sentence.
        start: of the figure.
        end: of the figure.
        unit: of the figure.
    """
    step, share, offer = _kinds(folded)
    if not (step or share or offer):
        return None
    own = folded[clause_start(folded, start) : clause_end(folded, end)]
    if _STEP.match(own) or (step and _STEP.match(folded)):
        return "a step that a manual asks for"
    is_money = unit.partition("/")[0].isupper() and len(unit.partition("/")[0]) == 3
    if (is_money or unit in _SHARE_UNITS) and _OF_A_SHARE.search(own if unit in _SHARE_UNITS else folded):
        return "a quotation of a share"
    return "a sales offer" if (is_money or unit in _TERMS) and _OFFER.search(own) else None
