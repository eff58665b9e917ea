"""The form of a figure: a level (97 %), a gain (40 % more), a cut (40 % less) or a ratio (4 times).

Belongs here: words of change before and behind a figure, and which of them is the figure's own. Does not belong here: what changes (see
`metric_choice`).
"""

import re
from typing import Final

from fab_pipeline.reading.claims.clauses import last_stop
from fab_pipeline.reading.claims.figure import Figure

_NUMBER_AHEAD: Final = r"(?=\s?[\d近约超一两二三四五六七八九]|\s*\Z)"
_CUT: Final = (
    rf"↓|降低|下降|降幅|降本|降价|下调|减少|减(?:{_NUMBER_AHEAD})|节能|节电|节水|节省|节约|缩短|缩减|压缩|省(?:了|下)?{_NUMBER_AHEAD}"
    rf"|降(?:了)?{_NUMBER_AHEAD}|更低|低于|低{_NUMBER_AHEAD}|便宜"
    rf"|(?<!all-)(?<!all )reduc\w*|lower(?!\sbound)\w*|cut(?:s|ting)?\b|sav(?:e|es|ed|ing|ings)\b"
    r"|decreas\w*|declin\w*|less|fewer|cheaper|shorter|drop\w*|slash\w*|shorten\w*|shrink\w*|trim\w*|f[ae]ll(?:s|en)?\b|down(?![a-z])"
)
_GAIN: Final = (
    rf"↑|提升|提高|提效|增效|增长率?|增加|增幅|增{_NUMBER_AHEAD}|优化|加快|提速|领先|高出|高于|(?<!最)高{_NUMBER_AHEAD}|改善|改进|增强|跃升|上升|攀升|超出"
    rf"|(?<!最)多{_NUMBER_AHEAD}|快{_NUMBER_AHEAD}|加速(?!比|卡|器|库|层|计)|同比|环比|进步|improv\w*|increas\w*|boost\w*|gains?\b"
    r"|faster|higher|better|more|greater|uplift|growth|grew"
    r"|grow\w*|leads?\b|up(?![a-z]| to)|rais\w+|rose|ris(?:es|en)\b|climb\w*|jump\w*|accelerat(?:e|es|ed|ing|ion)\b|outperform\w*"
)
_CHANGE: Final = re.compile(rf"(?:(?P<cut>{_CUT})|(?P<gain>{_GAIN}))", re.I | re.A)
_NEAR_CHANGE: Final = 12
_COMPARES: Final = re.compile(
    r"\b(?:(?:no |not )?(?:more|less|fewer|lower|higher|greater) than|as (?:many|much|little|low|high|few) as|up to|at least|at most)\b",
    re.I,
)
"""Comparators of the figure itself are no words of change: "fell by more than 80%"."""
_DIRECTLY_BEHIND: Final = re.compile(
    r"\s(?:(?P<cut>lower|less|fewer|cheaper|shorter|smaller|reduction|decrease|savings?|drop|cut|off)"
    r"|(?P<gain>higher|faster|more|better|greater|larger|increase|improvement|gain|boost|uplift|growth|speedup))\b",
    re.I,
)
_CHANGE_BEHIND: Final = re.compile(rf"\s*(?:以上|左右|的)?\s*(?:[a-z\-]+\s){{0,2}}?(?:(?P<cut>{_CUT})|(?P<gain>{_GAIN}))", re.I | re.A)
_LABEL_BEHIND: Final = re.compile(rf"\s*[\u4e00-\u9fffA-Za-z\s]{{0,10}}?(?:(?P<cut>{_CUT})|(?P<gain>{_GAIN}))\s*\Z", re.I | re.A)
"""The label of a tile: "50%+ 训练提效"."""
_REACHES: Final = re.compile(
    r"(?:(?:提升|提高|增长|增加|降低|下降|缩短|压缩|减少|优化|升|降|缩)(?:了)?(?:至|到)|\bto\b|(?<!up )\bat\b)\s*(?:约"
    r"|近|超过?|about|over|more than|nearly)?\s*\Z",
    re.I | re.A,
)
_BY: Final = re.compile(r"\bby(?:\s(?:about|around|nearly|almost|over|roughly|some|an?|another))?\s*\Z", re.I)
"""The object stands between an English verb and its figure: "reduces training time by 40%"."""
_AHEAD_OF_NUMBER: Final = re.compile(r"[^\d一二两三四五六七八九十百]*")
_THAN: Final = re.compile(r"[^,.;，。；]{0,24}\bthan\b", re.I)
_CHANGE_ENDS: Final = re.compile(r"(?:利用|使用|占用|有效|成功|准确|命中|可用)率?\s*(?:高?达到?|为|超过?)?\s*\Z")


def forms_of(figure: Figure, folded: str, unit: str) -> tuple[str, ...]:
    """Forms that a figure may have, the likelier first: level, gain, cut or ratio.

    Args:
        figure: of `figures.figures`.
        folded: the folded sentence.
        unit: the figure's unit in the vocabulary.
    """
    if figure.dimension == "half":
        return ("cut", "level")
    if unit == "1" and not figure.bare:
        return ("ratio", "gain")
    if unit != "%" or figure.baseline or figure.is_baseline:
        return ("level",)
    return _of_share(figure, folded)


def _of_share(figure: Figure, folded: str) -> tuple[str, ...]:
    beside = _DIRECTLY_BEHIND.match(folded, figure.end)
    if beside is None and _REACHES.search(folded, 0, figure.start):
        return ("level",)
    before = _words_before(figure, folded)
    form = _last_change(before) or (_last_change(_words_before(figure, folded, whole=True)) if _BY.search(before) else None)
    if form and not beside:
        return (form, "level")
    opens = not folded[: figure.start].strip()
    behind = beside or _CHANGE_BEHIND.match(folded, figure.end) or (_LABEL_BEHIND.match(folded, figure.end) if opens else None)
    if behind is None:
        return ("level",)
    form = "cut" if behind["cut"] else "gain"
    return (form,) if not beside and _THAN.match(folded, behind.end()) else (form, "level")


def _words_before(figure: Figure, folded: str, *, whole: bool = False) -> str:
    """Words of the clause, or of the whole sentence, before a figure, comparators left out."""
    start = 0 if whole else max(last_stop(folded, figure.start), figure.start - 60)
    own = _AHEAD_OF_NUMBER.match(folded, figure.start, figure.end)
    words = _COMPARES.sub("", folded[start : figure.start] + (own[0] if own else ""))
    return re.sub(r"[\d.,~\-\s]+(?:到|至)?[\d.,\s]*\Z", "", words)


def _last_change(before: str) -> str | None:
    """The form of the last word of change of some words, where it is near their end or an English "by" ends them."""
    last = max(_CHANGE.finditer(before), key=lambda hit: hit.start(), default=None)
    near = last and (len(before) - last.end() <= _NEAR_CHANGE or _BY.search(before))
    if last is None or not near or _CHANGE_ENDS.search(before[last.end() :]):
        return None
    return "cut" if last["cut"] else "gain"
