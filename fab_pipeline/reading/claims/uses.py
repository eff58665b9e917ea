"""Whether a page tells how somebody used accelerators, and who that is where only its first words say so.

Belongs here: weighing what tells of a use against what tells of an offer. Does not belong here: the evidence (see
`vocabulary.page_evidence`), headings, and whose section a sentence stands in (see `sections`).
"""

import re
from typing import Final

from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.characters import lowered
from fab_pipeline.vocabulary.page_evidence import EvidenceKind, use_evidence
from fab_pipeline.vocabulary.traditional import plain

_OPENS: Final = re.compile(
    r"\W*(?P<name>(?![在以对通将用从为当随本该这一每各据经由])[A-Z][\w&.\-]*(?:\s[A-Z][\w&.\-]*){0,2}|[A-Za-z][A-Za-z0-9]{1,15}|[\u4e00-\u9fff]{2,6}?)\s?"
    r"(?:的\s?\S{1,20}?\s?集群|用(?:了)?\s?\d|使用|训练|为|trained|pre-?trained|fine-?tuned|used|uses|deployed|built|runs|installed)"
)
"""Who a page begins with, and what was done."""
_NO_NAME: Final = re.compile(r"规模|平台|集群|模型|训练|公司|客户|企业|我们|系统|\A(?:The|A|An|Our|We|In|On|With|For|This|It|Training)\b")
_SHORT: Final = 1500
_BEGINS: Final = 2
"""Points of a short page that begins with who acts."""
_READ: Final = 40_000


def tells_use(title: str | None, text: str) -> bool:
    """Whether a page tells how somebody used accelerators, rather than what somebody offers: evidence weighed as in `use_evidence`."""
    kinds, needed = use_evidence()
    folded = lowered(plain(f"{title.strip()}\n{text[:_READ]}" if title else text[:_READ]).strip())
    begun = _BEGINS if len(folded) <= _SHORT and who_acts(text) is not None else 0
    return sum(_points(kind, folded) for kind in kinds) + begun >= needed


def _points(kind: EvidenceKind, folded: str) -> int:
    wordings = {re.sub(r"[\d,.\s]+", "", hit[0]) for hit in kind.words.finditer(folded)} if kind.words else set[str]()
    points = min(kind.weight * len(wordings), kind.most)
    return -points if kind.against else points


def who_acts(text: str) -> str | None:
    """The name that a text begins with, where a verb of use follows; as printed."""
    opens = _OPENS.match(plain(text[:_READ]))
    if opens is None or find_accelerators(opens["name"]) or _NO_NAME.search(opens["name"]):
        return None
    return text[opens.start("name") : opens.end("name")]
