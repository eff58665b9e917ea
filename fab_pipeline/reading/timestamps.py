"""Dates with a time of day, with the zone that is printed beside them, and whether they are about data or prices.

Belongs here: reading them; a time without a zone stays without one. Does not belong here: which moment is meant.
"""

import re
from typing import Final

from fab_pipeline.reading.statements import Said

_STAMP: Final = re.compile(
    r"(?P<year>20\d\d)[-/.年](?P<month>\d{1,2})[-/.月](?P<day>\d{1,2})日?[ T]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2}(?:\.\d+)?)?"
    r"(?: *(?P<zone>Z\b|UTC|GMT|CST|[A-Z]{2,4}T\b|[+-]\d{2}:?\d{2}|[（(]?(?:北京时间|东八区|Asia/\w+)[）)]?))?"
)
_ABOUT_PRICES: Final = re.compile(r"(?i)租价|租金|价格|price|rent")
_ABOUT_DATA: Final = re.compile(r"(?i)数据|披露|data|disclos|updated|更新")
_WORDS_BEFORE_STAMP: Final = 24


def read_timestamps(text: str) -> list[Said]:
    """Dates with a time of day: words = ISO form as printed, with its zone where one is printed; subject = data, prices or unknown."""
    found: list[Said] = []
    for match in _STAMP.finditer(text):
        year, month, day, hour, minute = (int(match[part]) for part in ("year", "month", "day", "hour", "minute"))
        zone = (match["zone"] or "").strip("（）()")
        iso = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}{' ' + zone if zone else ''}"
        before = text[max(0, match.start() - _WORDS_BEFORE_STAMP) : match.start()]
        found.append(Said("timestamp", match.start(), match.end(), words=iso, subject=_stamp_subject(before)))
    return found


def _stamp_subject(before: str) -> str:
    places = {
        "prices": max((match.end() for match in _ABOUT_PRICES.finditer(before)), default=-1),
        "data": max((match.end() for match in _ABOUT_DATA.finditer(before)), default=-1),
    }
    nearest = max(places, key=lambda name: places[name])
    return nearest if places[nearest] >= 0 else "unknown"
