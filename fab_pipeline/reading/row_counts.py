"""Counts of rows in running text: "3 条有美元成本、6 条有 GPU 小时", "15 models · updated daily", "3 comparable".

Belongs here: the grammar, in Chinese and English. Does not belong here: tiles (see `tiles`) and counts of hardware groups (`run_groups`).
"""

import re
from typing import Final

from fab_pipeline.reading.statements import MONEY, TELL, Said, compiled, matches

_RUNS: Final = r"(?:条|个|款|项)?(?:模型|记录|项目|任务)?"
_END: Final = r"(?-i:(?![a-z]))"
"""End of an English word, also where the next word is glued to it with a capital ("comparableBy hardware")."""
_RUNS_EN: Final = r"(?:models?|runs?|records?|rows?|entries|projects|of\s+them)?"

COUNTS: Final[dict[str, tuple[str, ...]]] = {
    "cost_disclosed": (
        r"(?P<n>\d+)\s*" + _RUNS + r"(?:有|带|含|" + TELL + r")(?:了)?\s*" + MONEY,
        r"(?i)\b(?P<n>\d+)\s+"
        + _RUNS_EN
        + r"\s*(?:have|has|with|disclose|report|publish)\s+(?:a\s+|an\s+|their\s+)?(?:usd\s+|dollar\s+|disclosed\s+|training\s+)?costs?"
        + _END,
    ),
    "accelerator_hours_disclosed": (
        r"(?P<n>\d+)\s*" + _RUNS + r"(?:有|带|含|" + TELL + r")(?:了)?\s*(?:GPU|加速器|卡|芯片)\s*[·-]?(?:小时|时)",
        r"(?i)\b(?P<n>\d+)\s+" + _RUNS_EN + r"\s*(?:have|has|with|disclose|report|publish)\s+(?:gpu|accelerator|chip|card)[ -]?hours",
    ),
    "unit_cost_comparable": (r"(?P<n>\d+)\s*" + _RUNS + r"可比", r"(?i)\b(?P<n>\d+)\s+" + _RUNS_EN + r"\s*(?:are\s+)?comparable" + _END),
    "coverage_both": (
        r"(?P<n>\d+)\s*" + _RUNS + r"(?:同时披露|两个?(?:维度|者|项)(?:都|均)有)",
        r"(?:两个?(?:维度|者|项)(?:都|均)有)\s*[:：]?\s*(?P<n>\d+)\s*" + _RUNS + r"$",
        r"(?i)\b(?P<n>\d+)\s+" + _RUNS_EN + r"\s*(?:have|has|with|disclose|cover)\s+both" + _END,
        r"(?i)\bboth(?:\s+dimensions)?\s*[:：]?\s*(?P<n>\d+)\b",
    ),
    "coverage_hours_only": (
        r"(?:只|仅)有?(?:披露)?(?:算力|GPU\s*小时|卡时)\s*[:：]?\s*(?P<n>\d+)\s*" + _RUNS + "$",
        r"(?i)\b(?:gpu|accelerator)[ -]hours\s+only\s*[:：]?\s*(?P<n>\d+)\b",
    ),
    "coverage_cost_only": (
        r"(?:只|仅)有?(?:披露)?(?:美元)?成本\s*[:：]?\s*(?P<n>\d+)\s*" + _RUNS + "$",
        r"(?i)\bcost\s+only\s*[:：]?\s*(?P<n>\d+)\b",
    ),
    "coverage_neither": (
        r"(?:两者|两项|两个维度)?(?:都|均)(?:没有|未披露|无)\s*[:：]?\s*(?P<n>\d+)\s*" + _RUNS + "$",
        r"(?i)\bneither\s*[:：]?\s*(?P<n>\d+)\b",
    ),
    "open_weights": (
        r"(?P<n>\d+)\s*(?:个|款|条)?(?:模型)?(?:是|为)?(?:开放权重|开源权重|权重开放)",
        r"(?i)\b(?P<n>\d+)\s+(?:models?\s+|are\s+|with\s+)*open[ -]weights?" + _END,
    ),
    "runs_total": (
        r"(?:^|共\s*|[·|]\s*|[A-Z]{3})(?P<n>\d+)\s*(?:个|款)模型(?!\s*(?:有|披露|公开|公布|只|仅|未|没|可|是|为|开放|家族))",
        r"共\s*(?P<n>\d+)\s*(?:条|个)",
        r"^(?P<n>\d+)\s*条(?:记录)?(?=\s*(?:$|[|，,、·]|\d+\s*条))",
        r"(?i)(?:^|[·|]\s*|\btotal\s+of\s+)(?P<n>\d+)\s+(?:models|runs|training\s+runs|rows|entries|records)(?=\s*(?:$|[·|.,]|in\s+total|tracked|listed))",
        r"(?i)^(?P<n>\d+)\s+in\s+total\b",
        r"[A-Z]{3}(?P<n>\d+)\s+(?:models|runs)(?=[A-Z]|\s|$)",
    ),
}
"""Counts of rows, most specific first. In text that lost its boundaries "15 条" may stand before "| # |" or another count; hence the
look-aheads."""


_DIGIT: Final = re.compile(r"\d")
_COUNTS: Final = compiled(COUNTS)


def read_counts(text: str) -> list[Said]:
    """Counts of rows (COUNTS) in one line, in order; a figure that one pattern took is not read again by a later one."""
    found: dict[int, Said] = {}
    if not _DIGIT.search(text):
        return []
    for code, patterns in _COUNTS.items():
        for match in matches(patterns, text):
            found.setdefault(match.start("n"), Said(code, match.start("n"), match.end(), float(match["n"])))
    return [found[start] for start in sorted(found)]
