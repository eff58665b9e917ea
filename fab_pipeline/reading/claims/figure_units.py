"""The unit of a figure: that of its amount, or the noun that it counts, or a sign of the field.

Belongs here: what the number grammar leaves to its users about units. Does not belong here: units of measure (see `reading.units`) and
the nouns (see `nouns`).
"""

import re
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.claims.nouns import WORD_UNITS, noun_at, noun_before
from fab_pipeline.reading.units import unit_at

_AN_HOUR_BEFORE: Final = re.compile(r"每\s?(?:张?卡|GPU)\s?(?:每)?\s?(?:个?小时|时)\s*(?:仅需?|只需|低至|约)?\s*\Z", re.I)
_SYSTEM: Final = re.compile(
    r"\s*[个套台座]?\s*(?:NVIDIA\s?|英伟达\s?)?[DH]GX(?:\s?[A-Z]{1,2}\d{2,3})?(?:\s?(?:系统|服务器|systems?|servers?"
    r"|nodes?))?",
    re.I | re.A,
)
_OF_NETWORK: Final = re.compile(r"带宽|网络|网卡|以太|RoCE|Infini|光模块|交换机|network|ethernet|NIC", re.I | re.A)
_PER_DEVICE: Final = frozenset({"bit_rate", "byte_rate", "bytes", "flop_rate", "power", "accelerator", "node"})
_OF_COMPUTE: Final = re.compile(r"算力|智算|compute", re.I)
_OF_STORAGE: Final = re.compile(r"\s?(?:级|的|高性能|并行|对象|文件)*(?:存储|数据|容量)")
_PETA: Final = re.compile(r"\s?P(?![A-Za-z0-9])")
_TIMES: Final = re.compile(r"\s?[x×X](?![A-Za-z0-9]|\s*\d)|\s?times\b|-fold\b")
_OFTEN: Final = re.compile(r"\s?times\s(?:an?|per|each|every|in)\s", re.I)


def unit_of_amount(amount: Amount, folded: str, hidden: str) -> tuple[str, int, str]:
    """Unit, end and dimension of an amount, with what stands behind its number and is no unit of the number grammar."""
    unit, end, dimension = amount.unit, amount.end, amount.dimension
    if unit == "{pod}" or (unit == "{node}" and folded[:end].lower().endswith("systems")):
        return "{supernode}" if unit == "{pod}" else "{system}", end, "count"
    if amount.per and (whole := _of_rate(amount, hidden)):
        return whole
    if dimension == "money" and amount.per in {None, "h"} and _AN_HOUR_BEFORE.search(folded, max(0, amount.start - 12), amount.start):
        return f"{unit.split('/', maxsplit=1)[0]}/{{GPU}}.h", end, dimension
    if unit == "" or unit in WORD_UNITS:
        return _counted(amount, folded, hidden) or (_unnamed(folded, end) if unit == "" else (unit, end, dimension))
    near = folded[max(0, amount.start - 16) : end + 8]
    if unit == "GB" and folded[:end].endswith(("G", "g")) and _OF_NETWORK.search(near):
        return "Gbit/s", end, "bit_rate"
    return unit, end, dimension


def _of_rate(amount: Amount, hidden: str) -> tuple[str, int, str] | None:
    """Unit, end and dimension of an amount whose "per" is no part of its unit; None where it is."""
    unit, end, dimension = amount.unit, amount.end, amount.dimension
    if dimension == "share":
        return unit.split("/", maxsplit=1)[0], end, dimension  # 每年电费降低 7%: a share of each year's bill
    if dimension in _PER_DEVICE:
        return unit.split("/{", maxsplit=1)[0], end, dimension  # "800 Gb/s per GPU" is a bandwidth; of what, the sentence says
    own = unit_at(hidden, amount.figure_end) if dimension == "time" else None
    return (own[0].code, own[1], dimension) if own else None  # "11 minutes a year ago" is no rate


def _counted(amount: Amount, folded: str, hidden: str) -> tuple[str, int, str] | None:
    """Unit, end and dimension of the noun that an amount counts, where it counts one."""
    unit, end = amount.unit, amount.end
    if unit in {"", "{accelerator}"} and (system := _SYSTEM.match(folded, amount.figure_end)):
        return "{system}", system.end(), "count"
    noun = None if _TIMES.match(folded, amount.figure_end) else noun_at(hidden, amount.figure_end)
    if noun:
        return noun[0], max(noun[1], end if unit else noun[1]), noun[2]
    counted = noun_before(hidden, amount.start, end) if unit == "" else None
    return (counted, end, "count") if counted else None


def _unnamed(folded: str, end: int) -> tuple[str, int, str]:
    """Unit, end and dimension of a number whose unit is a sign of the field (5000P of computing, 2.3x), else none."""
    if _OF_COMPUTE.search(folded) and (peta := _PETA.match(folded, end)):
        return "PFLOP/s", peta.end(), "flop_rate"
    if (peta := _PETA.match(folded, end)) and _OF_STORAGE.match(folded, peta.end()):
        return "PB", peta.end(), "bytes"
    if _OFTEN.match(folded, end):
        return "{time}", end + len(" times"), "count"
    times = _TIMES.match(folded, end)
    return ("1", times.end(), "ratio") if times else ("", end, "")
