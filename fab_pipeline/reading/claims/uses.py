"""Whether a page tells how somebody used accelerators, and who that is where only its first words say so.

Belongs here: the words of use, and of selling. Does not belong here: headings, and whose section a sentence stands in (see `sections`).
"""

import re
from typing import Final

from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain

_CASE: Final = re.compile(
    r"案例|客户故事|用户故事|的经验|训出|训练使用了|使用了\s?\d|用了\s?\d|case stud|customer stor|success stor"
        r"|(?:trained|pre-?trained) (?:on|with|using)|the challenge|the solution"
    r"|why they chose|deployed \d", re.I | re.A
)  # fmt: skip
_CASE_ALONE: Final = re.compile(
    r"(?:trained|pre-?trained|fine-?tuned)\s+(?:its\s+|their\s+|the\s+)?[A-Z][\w.\-]+|训练(?:了|出)?\s?[A-Z][\w.\-]+|用(?:了)?\s?[\d,.]+\s?[万千]?\s?(?:个|张|颗|块|台)"
    r"|集群(?:配备|拥有|由)|powered by [\d,.]+|installed [\d,.]+|built (?:a|its) (?:super|cluster)"
)
"""What somebody did with accelerators, where a short page says nothing else of itself."""
_SELLS: Final = re.compile(
    r"(?:平台|产品|服务|我们|本公司)(?:[^，,。]{0,12})(?:支持|提供|可|具备|采用)|客户可|按需|租用|购买|免费试用"
    r"|our (?:platform|customers|cloud|service)"
    r"|you can|your |sign up|pricing|contact (?:us|sales)|\bwe (?:offer|provide|support)"
    r"|(?:platform|cloud) (?:offers|provides|supports|delivers)",
    re.I | re.A,
)
_SHORT: Final = 1500
_OPENS: Final = re.compile(
    r"\W*(?P<name>(?![在以对通将用从为当随本该这一每各据经由])[A-Z][\w&.\-]*(?:\s[A-Z][\w&.\-]*){0,2}|[A-Za-z][A-Za-z0-9]{1,15}|[\u4e00-\u9fff]{2,6}?)\s?"
    r"(?:的\s?\S{1,20}?\s?集群|用(?:了)?\s?\d|使用|训练|为|trained|pre-?trained|fine-?tuned|used|uses|deployed|built|runs|installed)"
)
"""Who a page begins with, and what was done."""
_NO_NAME: Final = re.compile(r"规模|平台|集群|模型|训练|公司|客户|企业|我们|系统|\A(?:The|A|An|Our|We|In|On|With|For|This|It|Training)\b")
_READ: Final = 40_000


def tells_use(title: str | None, text: str) -> bool:
    """Whether a page speaks of uses: three times, or in the few sentences that it has, beginning with who acts and selling nothing."""
    folded = plain(f"{title or ''}\n{text[:_READ]}")
    if len(_CASE.findall(folded)) >= 3:
        return True
    return len(folded) <= _SHORT and who_acts(text) is not None and bool(_CASE_ALONE.search(folded)) and not _SELLS.search(folded)


def who_acts(text: str) -> str | None:
    """The name that a text begins with, where a verb of use follows; as printed."""
    opens = _OPENS.match(plain(text[:_READ]))
    if opens is None or find_accelerators(opens["name"]) or _NO_NAME.search(opens["name"]):
        return None
    return text[opens.start("name") : opens.end("name")]
