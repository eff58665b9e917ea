"""Of whom each block of a page speaks: the vendor, case or accelerator of its heading, or nobody (advice, definitions, references).

Belongs here: how far a heading reaches. A heading sets the subject when a name stands in it; a heading of the same or a higher rank without
one ends it; on a page that is one maker's own, and in the story of one customer, headings change nothing. Does not belong here: which
lines are headings and what they name (see `headings`), and which organisation a single sentence speaks of (see `subjects`).
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.reading.claims.document import Block, ClaimsPage
from fab_pipeline.reading.claims.headings import GUIDE, level_of, named_by
from fab_pipeline.reading.claims.page_subject import page_subject, tells_cases
from fab_pipeline.reading.claims.subject import NOBODY, Subject

_REFERENCES: Final = re.compile(r"参考文献|参考资料|资料来源|references?\s*\Z|sources\s*\Z|延伸阅读|相关阅读|further reading", re.I | re.A)


@dataclass(frozen=True, slots=True)
class Section:
    """One block with what its headings say about it.

    Attributes:
        block: the block.
        text: its words.
        subject: of whom it speaks.
        heading: the headings above it, joined by " / ".
        is_heading: whether it is a heading itself.
        is_reference: whether it stands among references.
    """

    block: Block
    text: str
    subject: Subject
    heading: str
    is_heading: bool
    is_reference: bool


def sections(page: ClaimsPage) -> list[Section]:
    """The blocks of a page in order, each with its subject."""
    default = page_subject(page)
    is_case = tells_cases(page)
    found: list[Section] = []
    subject, rank, trail, reference = default, 9, "", False
    for block in page.blocks:
        words = page.text[block.start : block.end]
        level = level_of(words, block, marked=page.marked)
        if level:
            reference = bool(_REFERENCES.search(words)) or (reference and level > rank)
            named = named_by(words, level, page, is_case=is_case)
            if default.alone:
                subject = replace(default, product=named.product if named and named.kind == "hardware" else None)
            elif named:
                subject, rank = named, level
            elif GUIDE.search(words) and not _single(default, is_case=is_case):
                subject, rank = NOBODY, level
            elif level <= rank and rank < 9 and (page.marked or level == 1):
                subject, rank = (default if _single(default, is_case=is_case) else NOBODY), 9
            trail = words if level <= 1 or not trail else f"{trail.split(' / ', maxsplit=1)[0]} / {words}"
        found.append(Section(block, words, subject, trail, bool(level), reference))
    return found


def _single(default: Subject, *, is_case: bool) -> bool:
    return default.vendor is not None and not is_case
