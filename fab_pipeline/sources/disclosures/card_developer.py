"""Who developed the model of a card: by a label ("Developed by: X"), in its title ("Wren-7B by X"), or in a sentence about the model.

Belongs here: finding the name as printed. Does not belong here: which organisation that is (see `reading.identity`). The developer of the
model that this one builds on is not meant; where sentences name several, nobody is.
"""

import re
from collections.abc import Mapping
from typing import Final

_LABEL: Final = re.compile(
    r"(?:^|\n|[*•\-]\s)\s*(?:Model\s+)?(?:Developers?|Developed\s+by|Organization|Created\s+by|开发者|开发机构|开发单位|研发机构|研发单位)"
    r"\s*(?:[:：]\s*|\s)(?P<name>[^\n.,;(（。，；]{2,60})",
    re.I,
)
_MISSING: Final = re.compile(r"\[?More Information Needed\]?|\{\{", re.I)
_WORD: Final = r"(?:[A-Z][\w.\-]*\w|[A-Z])"
_NAME: Final = rf"(?P<name>{_WORD}(?:\s(?:(?:of|for|and|de|&)\s(?:the\s)?)?{_WORD}){{0,5}})"
_IN_TITLE: Final = re.compile(rf"\S\s+(?:by|from)\s+(?:the\s+)?{_NAME}\s*\Z")
_IN_SENTENCE: Final = re.compile(
    r"(?P<about>[^.!?。！？\n]{0,160}?)(?:(?:(?<![A-Za-z])(?:[Dd]eveloped|[Bb]uilt|[Cc]reated|[Rr]eleased|[Pp]ublished|[Mm]ade|[Ii]ntroduced|[Tt]rained)"
    rf"(?:,?\s+(?:and\s+)?\w+ed){{0,2}}|(?<![A-Za-z])(?:models?|LLM|family)(?:,)?)\s+by\s+(?:the\s+)?{_NAME}"
    rf"|(?<![A-Za-z])[Ww]e\s+at\s+(?:the\s+)?{_NAME.replace('<name>', '<we>')}"
    r"|由\s?(?P<zh>[\u4e00-\u9fffA-Za-z][\u4e00-\u9fffA-Za-z \-·]{1,20}?)\s?(?:自主|独立|联合|共同|团队)?"
    r"(?:研发|开发|研制|训练|发布|推出|打造))"
)
_OF_ANOTHER: Final = re.compile(
    r"(?<![a-z])(?:based\s+on|built\s+on|fine-?tun\w+|derived\s+from|initiali[sz]ed|distill\w+|using|trained\s+(?:on|with)|compared|than|dataset|corpus|tokeni[sz]er|framework|library"
    r"|supercomputer|cluster)(?![a-z])|基于|微调|蒸馏|数据集|语料|框架",
    re.I,
)
_ABOUT_THE_MODEL: Final = re.compile(
    r"(?<![A-Za-z])(?:this|the|our)\s+(?:[\w\-]+\s+){0,2}models?(?![A-Za-z])|(?:^|\s)It\s|本模型|该模型|\A\s*(?:An?\s[^,]{0,60})?\Z", re.I
)
_DECLARED: Final = ("model_creator", "organization", "developer", "developers", "developed_by")
_FIRST_WORDS: Final = 4_000
"""Code points in which a card introduces its model."""


def developer_of(text: str, title: str | None, front_matter: Mapping[str, object]) -> str | None:
    """The developer's name as printed; None where the card names none, or several.

    Args:
        text: the text of the card.
        title: its first heading, with whatever stands behind the model's name.
        front_matter: what it declares before its text.
    """
    declared = next((name for key in _DECLARED if isinstance(name := front_matter.get(key), str) and name.strip()), None)
    if declared:
        return declared.strip()
    for hit in _LABEL.finditer(text):
        name = hit["name"].strip(" *_:：[]")
        if name and not _MISSING.search(name):
            return name
    if title and (by := _IN_TITLE.search(title)):
        return by["name"]
    model = model_in(title) if title else None
    found = (hit for hit in _IN_SENTENCE.finditer(text[:_FIRST_WORDS]) if hit["we"] or _is_about(hit["about"], model))
    named = {hit["we"] or hit["name"] or hit["zh"] for hit in found}
    return named.pop().strip() if len(named) == 1 else None


def model_in(title: str) -> str:
    """A title without the developer behind it: "Wren-7B" of "Wren-7B by Nest Labs"."""
    by = _IN_TITLE.search(title)
    return title[: by.start() + 1] if by else title


def _is_about(words: str, model: str | None) -> bool:
    """Whether a sentence begins with the card's model and not with what that builds on."""
    return not _OF_ANOTHER.search(words) and bool((model and model in words) or _ABOUT_THE_MODEL.search(words))
