"""Cards that group runs by hardware: heading, "3 条任务", members, "平均工期来自 2 条能解析出天数的记录"; the same in English.

Belongs here: reading one heading, one count, one list of members, one note. Does not belong here: which lines of a page form a card.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from fab_pipeline.reading.statements import Said
from fab_pipeline.vocabulary.accelerators import find_accelerators

_COUNT: Final = re.compile(
    r"(?P<n>\d+)\s*(?:(?:条|个|项|次)\s*(?:训练任务|任务|训练|模型|记录|项目)|(?i:training\s+runs?|tasks?|runs?|models?|jobs?|records?)(?![a-z]))"
)
_CUSTOM: Final = re.compile(
    r"(?i)(?:自研|自主研发|定制|未具名|custom|in-house|proprietary|unnamed)[^\n]{0,24}?(?:ASIC|芯片|加速器|chips?|silicon|accelerators?)|\bASICs?\b"
)
_UNDISCLOSED: Final = re.compile(
    r"(?i)^(?:(?:硬件|卡型|加速器)?\s*(?:均)?(?:未披露|未指明|未说明|不明)|(?:hardware|accelerators?)?\s*(?:undisclosed|unspecified|not\s+(?:disclosed|specified|stated)|unknown))"
)
_LONGEST_HEADING: Final = 60
_LONGEST_EXTRA: Final = 24
_SENTENCE_ENDS: Final = re.compile(r"[。；？！]|\.\s")
_BETWEEN: Final = r"[\s、,，;；/|·•]+|和|及|\band\b"

_NOTES: Final[dict[str, tuple[str, ...]]] = {
    "group_mean_days": (
        r"平均(?:工期|时长)\s*(?:为|约|[:：])?\s*[~～约]?\s*(?P<n>\d+(?:\.\d+)?)\s*天",
        r"(?i)(?:average|mean)\s+duration\s*(?:is|of|:)?\s*~?(?P<n>\d+(?:\.\d+)?)\s*days?",
    ),
    "group_durations": (
        r"(?:来自|基于|取自)\s*(?P<n>\d+)\s*条(?:能够?|可以?)?(?:解析|换算)",
        r"(?i)\b(?:from|over|of|based\s+on)\s+(?P<n>\d+)\s+(?:records?|runs?|entries)\s+(?:with|whose|that|having)\b",
    ),
    "group_no_durations": (
        r"(?:解析|换算)不出天数|(?:无法|不能)(?:解析|换算)|没有可用(?:的)?工期",
        r"(?i)(?:cannot|could\s+not)\s+be\s+(?:parsed|read|converted)|no\s+(?:parsable|usable|disclosed)\s+duration|treated\s+as\s+undisclosed",
    ),
}


class GroupCount(NamedTuple):
    """How many runs a card counts; `heading` is what stands before the count in the same line, `rest` what follows."""

    value: int
    start: int
    end: int
    heading: str
    rest: str


def is_group_heading(text: str) -> bool:
    """Whether a line can head a group of hardware: accelerators and little else, a custom chip, or undisclosed hardware."""
    line = text.strip()
    if not line or len(line) > _LONGEST_HEADING or _SENTENCE_ENDS.search(line):
        return False
    mentions = find_accelerators(line, families=True)
    if mentions:
        extra = len(line) - sum(mention.end - mention.start for mention in mentions)
        return mentions[0].start <= 3 and extra <= _LONGEST_EXTRA
    return bool(_CUSTOM.search(line) or _UNDISCLOSED.search(line))


def read_group_count(text: str) -> GroupCount | None:
    """The last "N runs" of a line that stands at its start or behind a heading."""
    hit: GroupCount | None = None
    for match in _COUNT.finditer(text):
        heading = text[: match.start()].strip(" ·|—:：(（")
        if not heading or is_group_heading(heading) or re.fullmatch(r"\d+\s*条", heading):
            hit = GroupCount(int(match["n"]), match.start(), match.end(), heading, text[match.end() :])
    return hit


def names_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Any of the names, longest first; compiled once for a page."""
    return re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)")


def read_members(text: str, known: re.Pattern[str]) -> tuple[list[str], list[str]]:
    """Known names in a list of members, glued or not, and the words between them that no known name explains."""
    members = [match.group() for match in known.finditer(text)]
    others = [part.strip() for gap in known.split(text) for part in re.split(_BETWEEN, gap) if part.strip(" ()（）:：")]
    return members, [" ".join(others)] if others else []


def read_group_note(text: str) -> list[Said]:
    """What a line says about the durations of a group: their number (0 = none could be read), their mean."""
    found: list[Said] = []
    for code, patterns in _NOTES.items():
        match = next((hit for pattern in patterns if (hit := re.search(pattern, text))), None)
        if match is None:
            continue
        value = float(match["n"]) if "n" in match.groupdict() else 0.0
        found.append(Said("group_durations" if code == "group_no_durations" else code, match.start(), match.end(), value))
    return found
