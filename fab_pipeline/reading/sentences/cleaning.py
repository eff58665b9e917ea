"""A text as its readers want it: half-width, without markup of emphasis, lines and cells apart, cards by their names.

Belongs here: what is done to a text before anything is read in it. Does not belong here: masking of names and numbers (see `amounts`).
Nothing printed refers to places in a cleaned text.
"""

import re
from typing import Final

from fab_pipeline.vocabulary.characters import half_width

_EMPHASIS: Final = re.compile(r"\*\*|__|\\(?=[~*_$#<>|])|</?(?:b|i|em|strong|sup|sub|span|p|br|td|th|tr|code)\b[^<>]{0,80}>|`")
_MARKUP: Final = re.compile(r"[*_\\<`]")
_BARE_CARD: Final = re.compile(
    r"((?:(?<![A-Za-z])(?:single|a|an|one)\s|(?<![\d.,])\d{1,3}\s?[x×*]\s?|(?<![\d.,])\d{1,3}\s|[张張块塊卡]\s?))"
    r"((?:20[678]0|30[6789]0|40[6789]0|50[789]0)(?:\s?Ti)?)(?=s?(?:[\s,.;，。）)、]|GPU|$|[\u4e00-\u9fff])(?![,.]\d))"
)
"""Consumer cards that are called by their number alone, behind a count or an article: "8 3090s", "a single 4090"."""
_CARD_NUMBER: Final = re.compile(r"[2-5]0[5-9]0")
_BARE_ASCEND: Final = re.compile(
    r"(?<![A-Za-z0-9.,])(?<!昇腾)(?<!昇腾 )(?<!华为)(?<!华为 )(?<!Ascend )(?<!Ascend-)(?<!Huawei )(910[ABC]\d?)(?![A-Za-z0-9])"
    r"(?=\s?(?:[(（]?\s?(?:32|64|128)\s?GB?(?![A-Za-z])|(?:[x×*]\s?\d)|(?:AI\s)?(?:NPUs?|GPUs?|cards?|chips?|accelerators?|nodes?|servers?|clusters?)"
    r"|卡|芯片|集群|超节点|节點|节点|服务器|加速|NPU))"
    r"|(?<=[张張块塊颗片])(\s?)(910[ABC]\d?)(?![A-Za-z0-9])|(?<=[x×*])(\s?)(910[ABC]\d?)(?![A-Za-z0-9])"
)
"""Huawei's cards by their number alone, beside a word, a memory or a sign that only cards have: a "910B model" is none."""
_TPU_BEHIND: Final = re.compile(r"(?<![A-Za-z0-9])(v\d[a-z]?(?:-\d+)?)[\s-]TPUs?(?![A-Za-z])")
_LINE: Final = re.compile(r"[^\S\n]*\n\s*(?=(?:[-*|#•]|[A-Z\u4e00-\u9fff][\w ()/]{1,30}:))|(\s*\n\s*)")
"""A line break before an item, a row or a label; any other is inside a sentence."""
_OPEN_ENDS: Final = ".:;,|。("
"""Behind these a line needs no further end."""
_RULE: Final = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?\s*")
_VALUE: Final = re.compile(r"\s*(?:values?|details?|settings?|specifications?|数值|值|内容|说明|配置|)\s*", re.I)
_SPOKEN: Final = {
    "个把月": "约1个月",
    "个把星期": "约1个星期",
    "个把小时": "约1个小时",
    "俩月": "2个月",
    "俩星期": "2个星期",
    "仨月": "3个月",
}
_ANY_SPOKEN: Final = re.compile("|".join(_SPOKEN))
_MOST_ROWS: Final = 12


def cleaned(text: str) -> str:
    """The text with one width of characters and no markup; a line break inside a sentence is a space, any other ends a clause."""
    text = half_width(text)
    if _MARKUP.search(text):
        text = _EMPHASIS.sub("", text)
    if _CARD_NUMBER.search(text):
        text = _BARE_CARD.sub(r"\1RTX \2", text)
    if "910" in text:
        text = _BARE_ASCEND.sub(lambda hit: f" Ascend {hit[1] or hit[3] or hit[5]}", text)
    if "TPU" in text:
        text = _TPU_BEHIND.sub(lambda hit: f"TPU {hit[1]}", text)
    if not text.isascii():
        text = _ANY_SPOKEN.sub(lambda hit: _SPOKEN[hit[0]], text)
    text = text.strip()
    if "\n" not in text:
        return text
    return _LINE.sub(_line_break, _with_headings(text) if "|" in text else text)


def _line_break(hit: re.Match[str]) -> str:
    """No figure, unit or label reaches from one line into the next."""
    if hit[1]:
        return " "
    return "\n" if hit.string[hit.start() - 1] in _OPEN_ENDS else ";\n"


def _with_headings(text: str) -> str:
    """A small table with each cell behind its heading: "Model | GPU hours" over "Rook | 1.2M" is "Model: Rook; GPU hours: 1.2M"."""
    lines = text.split("\n")
    rule = next((number for number, line in enumerate(lines) if number and "|" in lines[number - 1] and _RULE.fullmatch(line)), None)
    if rule is None or len(lines) - rule > _MOST_ROWS:
        return text
    headings = _cells(lines[rule - 1])
    if len(headings) <= len("|x") and _VALUE.fullmatch(headings[-1]):
        return "\n".join(lines[: rule - 1] + lines[rule + 1 :])
    rows = [_row(headings, line) if "|" in line else line for line in lines[rule + 1 :]]
    return "\n".join(lines[: rule - 1] + rows)


def _row(headings: list[str], line: str) -> str:
    cells = zip(headings, _cells(line), strict=False)
    return "| " + "; ".join(f"{heading}: {cell}" if heading else cell for heading, cell in cells if cell) + " |"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
