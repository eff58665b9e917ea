"""Whether a text discloses anything, whether it calls its figure an estimate, and whose figure it is.

Belongs here: "undisclosed" before everything else that stands in a cell, marks of an estimate, and who stated it. Does not belong here:
figures.
"""

import re
from typing import Final

from fab_pipeline.reading import lexicon
from fab_pipeline.vocabulary.characters import fold, lowered

_OPENING: Final = r"[\s(\[（「:=·*_~]*"
_LEADING: Final = re.compile(
    rf"{_OPENING}(?:(?:{lexicon.UNDISCLOSED['zh']})|(?:{lexicon.UNDISCLOSED['en']})"
    rf"|(?:{lexicon.UNDISCLOSED['en, whole words']})(?![A-Za-z]))[\s)\]」。.*_]*",
    re.I,
)
_ONLY_SIGN: Final = re.compile(rf"[\s$€£¥]*(?:{lexicon.UNDISCLOSED['signs']})\s*")
_LEADING_DASH: Final = re.compile(r"\s*[—–]+\s*(?=[(\[（])")
_ESTIMATED: Final = re.compile(lexicon.ESTIMATED, re.I)
_NOT_ESTIMATED: Final = re.compile(r"\b(?:not|no|un)[- ]?(?:an )?estimat\w*|非估[算计]|不是估[算计]", re.I)
_THIRD_PARTY: Final = re.compile(lexicon.THIRD_PARTY)
_BY_WORDS: Final = (
    "公开", "报道", "媒体", "第三方", "外界", "分析师", "厂商", "官方", "开发",
    "public", "third", "press", "analyst", "report", "media", "by ", "offic",
)  # fmt: skip
"""One of these stands in whatever tells whose figure it is; most texts have none."""
_DEVELOPER: Final = re.compile(lexicon.DEVELOPER)


def undisclosed_lead(text: str) -> int | None:
    """Where the words end by which a text starts to say that it discloses nothing; None where it does not start so.

    What follows them ("未披露（论文分析的是 54 天）") is a remark, not a disclosure. A dash counts where it stands alone or before a
    bracket.
    """
    folded = fold(text)
    hit = _LEADING.match(folded) or _ONLY_SIGN.fullmatch(folded) or _LEADING_DASH.match(folded)
    return hit.end() if hit else None


def is_estimated(text: str) -> bool:
    """Whether a text marks its figure as an estimate."""
    folded = fold(text)
    return bool(_ESTIMATED.search(folded)) and not _NOT_ESTIMATED.search(folded)


def stated_by(text: str) -> str:
    """Whose figure it is, as the text says: developer, third_party or unknown."""
    folded = lowered(fold(text))
    if not any(word in folded for word in _BY_WORDS):
        return "unknown"
    if _THIRD_PARTY.search(folded):
        return "third_party"
    return "developer" if _DEVELOPER.search(folded) else "unknown"
