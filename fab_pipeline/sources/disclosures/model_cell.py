"""The cell that names a run: model, organisation, month and badge, in parts or glued ("GPT-4OpenAI · 2023-03").

Belongs here: taking these apart. Element boundaries, badges and separators cut first; a glued organisation is cut by the closed list of
organisations, then by the model's name standing elsewhere on the page, then by the one place where a name could end; where none of them
decides, the organisation stays unknown. Does not belong here: other cells.
"""

import re
from dataclasses import dataclass
from typing import Final

from fab_pipeline.reading.dates import PrintedDate, dates
from fab_pipeline.vocabulary.characters import fold
from fab_pipeline.vocabulary.organizations import is_organization, organizations, organizations_at_end

_WORD_ENDS: Final = r"(?!(?-i:[a-z]))"
OPEN_BADGE: Final = re.compile(
    r"开放权重|权重开放|开源权重|权重开源|已?开源|open[- ]?weights|open[- ]?source(?-i:d(?![a-z]))?"
    rf"|(?:open[- ]?weight|weights open){_WORD_ENDS}",
    re.I,
)
CLOSED_BADGE: Final = re.compile(
    r"闭源|不开放权重|未开放权重|未开源|权重未(?:开放|公开)|closed[- ]?weights|closed[- ]?source"
    rf"|(?:closed[- ]?weight|(?<![A-Za-z])(?:closed|proprietary|api[- ]only)){_WORD_ENDS}"
    r"|(?-i:(?<=[A-Za-z0-9])(?<!dis)(?:closed|proprietary|API[- ]only)(?=\s*(?:[A-Z·|\n\u4e00-\u9fff]|$)))",
    re.I,
)
_SEPARATOR: Final = re.compile(r"\s*(?:[·・‧∙|•\n\t,，;；]|\s[-–—/@]\s)\s*")
_ORNAMENT: Final = re.compile(r"[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]+")
"""Pictographs beside a name are part of its layout."""
_BRACKETED_END: Final = re.compile(r"(?P<model>[^()（）]+?)\s*[(（](?P<inner>[^()（）]*)[)）]\s*", re.S)
_OPEN_TAG: Final = re.compile(r"open|开放|公开|✓|weights", re.I)
_CLOSED_TAG: Final = re.compile(r"closed|闭源|api|proprietary", re.I)
_LICENSE_TAG: Final = re.compile(
    r"apache[- ]?2(?:\.0)?|mit(?: license)?|bsd\S*|cc[- ]by\S*|l?gpl\S*|.*\blicen[cs]e|.*许可证?|modified mit", re.I
)
_BRACKETS: Final = {"(": ")", "（": "）", "[": "]", "【": "】"}
_TERMS: Final = re.compile(
    r"\s*[(（](?P<terms>[^()（）]*(?:licen[cs]e|许可|commercial|商用|research|研究|apache|mit|cc[- ]by|restricted|gated)[^()（）]*)[)）]",
    re.I,
)
"""Terms of use in brackets behind a badge."""
_OTHER_TAG: Final = re.compile(r"moe|dense|new|multimodal|reasoning|新|稠密|多模态|推理|base|估算", re.I)
_BOUNDARY: Final = re.compile(
    r"(?<=[a-z0-9+\u4e00-\u9fff])(?=[A-Z])(?!(?<=\d)[BMTK](?![a-z]))|(?<=[A-Z])(?=[A-Z][a-z])"
    r"|(?<=[A-Za-z0-9+])(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])(?=[A-Za-z])| (?=[A-Z\u4e00-\u9fff])"
)
_PARTNERS: Final = re.compile(r"\s[/&×]\s|、|\s(?:and|与|和)\s")
_AFTER_VERSION: Final = re.compile(r"(?:\d|\d[BMTK]|\d\+)\Z")
_ORGANIZATION_SHAPE: Final = re.compile(r"[A-Z\u4e00-\u9fff][^\d]+")


@dataclass(frozen=True)
class ModelCell:
    """What the cell says.

    Attributes:
        model: name as printed; "" where the cell names nothing.
        organization: who trained it, as printed.
        released: date, as exact as printed.
        open_weights: True or False where a badge says so, None without one.
        license: licence as printed.
    """

    model: str
    organization: str | None
    released: PrintedDate | None
    open_weights: bool | None
    license: str | None = None


def read_model_cell(text: str, *, elsewhere: str = "", has_organization_column: bool = False, may_be_glued: bool = True) -> ModelCell:
    """Take the cell apart.

    Args:
        text: its words; element boundaries are line breaks.
        elsewhere: text of the page outside the table, where models are named again.
        has_organization_column: the organisation stands in a column of its own, so nothing is cut off here.
        may_be_glued: whether parts may touch without a boundary (flattened text, or one element for all).
    """
    open_weights, terms, rest = _take_badge(_ORNAMENT.sub(" ", text))
    released, rest = _take_date(rest)
    if has_organization_column:
        return ModelCell(_whole(rest), None, released, open_weights)
    pieces = _pieces(rest)
    tags, pieces = pieces[1:], pieces[:1] + [piece for piece in pieces[1:] if not _is_tag(piece)]
    if open_weights is None:
        said = [bool(_OPEN_TAG.fullmatch(tag)) for tag in tags if _OPEN_TAG.fullmatch(tag) or _CLOSED_TAG.fullmatch(tag)]
        open_weights = said[0] if said else None
    license_tag = next((tag for tag in tags if _LICENSE_TAG.fullmatch(tag) and tag not in pieces), terms)
    if not pieces:
        return ModelCell("", None, released, open_weights)
    if len(pieces) == 1 and (named := [tag for tag in tags if is_organization(tag)]):
        return ModelCell(pieces[0], named[0], released, open_weights)
    if partners := _of_partners(rest.strip(" \t\n·|•"), may_be_glued=may_be_glued):
        model, organization = partners
    elif len(pieces) > 1:
        model, organization = _of_pieces(pieces)
    elif may_be_glued:
        model, organization = _unglued(pieces[0], elsewhere, dated=released is not None)
    else:
        model, organization = pieces[0], None
    return ModelCell(model, organization, released, open_weights, license_tag)


def _pieces(text: str) -> list[str]:
    bracketed = _BRACKETED_END.fullmatch(text.strip())
    if bracketed and ("\n" in bracketed["inner"] or is_organization(bracketed["inner"].strip())):
        text = f"{bracketed['model']}\n{bracketed['inner']}"
    return [piece.strip() for piece in _SEPARATOR.split(text) if piece and piece.strip(" \t\n()（）")]


def _is_tag(piece: str) -> bool:
    """Whether a piece is a tag beside the name; MIT is an organisation where nothing else is."""
    return any(tag.fullmatch(piece) for tag in (_OPEN_TAG, _CLOSED_TAG, _LICENSE_TAG, _OTHER_TAG))


def _take_badge(text: str) -> tuple[bool | None, str | None, str]:
    """Whether a badge says that the weights are open, terms in brackets behind it, and the words without both."""
    folded = fold(text)
    closed = CLOSED_BADGE.search(folded)
    badge = closed or OPEN_BADGE.search(folded)
    if badge is None or badge.start() == 0:
        return None, None, text
    terms = _TERMS.match(folded, badge.end())
    before, behind = text[: badge.start()].rstrip(), text[terms.end() if terms else badge.end() :].lstrip()
    if before[-1:] in _BRACKETS and behind[:1] == _BRACKETS[before[-1:]]:
        before, behind = before[:-1].rstrip(), behind[1:].lstrip()
    return closed is None, terms["terms"] if terms else None, f"{before}\n{behind}"


def _take_date(text: str) -> tuple[PrintedDate | None, str]:
    found = [printed for printed in dates(text) if printed.start > 0]
    last = found[-1] if found else None
    if last is None or (last.precision == "year" and not re.search(r"[·|•\n(,，（]\s*\Z", text[: last.start])):
        return None, text
    return last, f"{text[: last.start]}\n{text[last.end :]}"


def _whole(text: str) -> str:
    return " ".join(re.sub(r"[·|•]", " ", text).split()).strip(" -–—/@(（,，")


def _of_pieces(pieces: list[str]) -> tuple[str, str | None]:
    """Model and organisation of several pieces: a known organisation wherever it stands behind the name, else the last piece."""
    known = [index for index, piece in enumerate(pieces) if index and is_organization(piece)]
    at = known[-1] if known else len(pieces) - 1
    if not known and re.search(r"\d", pieces[at]) and len(pieces) > 1 and not re.match(r"[A-Z\u4e00-\u9fff]", pieces[at]):
        return " ".join(pieces), None
    return " ".join(pieces[:at]), pieces[at]


def _unglued(piece: str, elsewhere: str, *, dated: bool) -> tuple[str, str | None]:
    named_elsewhere = [name for name in organizations() if piece.endswith(name) and _stands_alone(piece[: -len(name)].rstrip(), elsewhere)]
    if known := named_elsewhere[:1] or organizations_at_end(piece):
        return piece[: -len(known[0])].rstrip(), known[0]
    if not dated or _stands_alone(piece, elsewhere):
        return piece, None
    cuts = [hit.start() for hit in _BOUNDARY.finditer(piece) if hit.start() and _ORGANIZATION_SHAPE.fullmatch(piece[hit.start() :].strip())]
    named = [cut for cut in cuts if _stands_alone(piece[:cut], elsewhere)]
    at = max(named, default=None)
    if at is None:
        glued = [cut for cut in cuts if piece[cut] != " "]
        versions = [cut for cut in glued if _AFTER_VERSION.search(piece[:cut])]
        at = versions[-1] if versions else glued[0] if len(glued) == 1 else None
    return (piece, None) if at is None else (piece[:at].rstrip(), piece[at:].strip())


def _of_partners(words: str, *, may_be_glued: bool) -> tuple[str, str] | None:
    """Model and several organisations: "MT 530BMicrosoft / NVIDIA"; None where the words before the joint hold no organisation."""
    joint = _PARTNERS.search(words)
    partners = words[joint.end() :].strip() if joint else ""
    if joint is None or not partners or re.search(r"[\d\n·|•]", partners):
        return None
    *names, first = [piece.strip() for piece in re.split(r"[\n·|•]", words[: joint.start()]) if piece.strip()] or [""]
    if names:
        cut = words.rindex(first, 0, joint.start())
        return (_whole(words[:cut]), words[cut:]) if not _is_tag(first) else None
    known = organizations_at_end(first) if may_be_glued else []
    glued = [hit.start() for hit in _BOUNDARY.finditer(first) if first[hit.start()] != " " and _AFTER_VERSION.search(first[: hit.start()])]
    if not known and not (glued and may_be_glued and _ORGANIZATION_SHAPE.fullmatch(first[glued[-1] :])):
        return None
    cut = words.index(first) + (len(first) - len(known[0]) if known else glued[-1])
    return words[:cut].strip(), words[cut:]


def _stands_alone(name: str, elsewhere: str) -> bool:
    """Whether a name stands elsewhere on the page and is not merely the beginning of a longer word there."""
    if len(name) < 2:
        return False
    for hit in re.finditer(re.escape(name), elsewhere):
        after = elsewhere[hit.end() : hit.end() + 1]
        if not (after.isascii() and after.isalnum() and (after.islower() or (after.isdigit() and name[-1].isdigit()))):
            return True
    return False
