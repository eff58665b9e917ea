"""What a text says about its figures: scope, estimates and plans, whose they are, open weights.

Belongs here: remarks about the whole text. Does not belong here: figures.
"""

import re
from typing import Final

from fab_pipeline.reading import lexicon
from fab_pipeline.reading.disclosure import stated_by
from fab_pipeline.reading.scopes import scope_words
from fab_pipeline.vocabulary.characters import lowered

_ESTIMATED: Final = re.compile(
    rf"{lexicon.ESTIMATED}|(?<![a-z])(?:assum(?:e|es|ing)|would|could|might|probably|perhaps|presumably|likely|projected|expected|planned|plans?\s+to|will|hypothetical\w*"
    r"|reportedly|rumou?red|leaked|allegedly|suppose\w*|guess\w*|conjectur\w*|extrapolat\w*|calibrated|if\s+we|equivalent|going\s+to|foresees?|aims?\s+to|is\s+to\s+be|geplant|geschätzt|estimée?|soll(?:en)?|voraussichtlich|devrait)(?![a-z])"
    r"|预计|计划|将(?:使用|采用|建|达|在|要)|假设|如果|若(?:采用|使用|改用|用)|拟(?:于|投入|用|建)|据称|据悉|据传|据报道|传闻|大概需要|大约需要|等价|相当于|折合|とされる|予定"
)
_OPEN: Final = re.compile(
    r"open[\s-]?(?:weights?|sourced?)|weights[^.;]{0,40}\s(?:are|is)\s+(?:openly\s+|publicly\s+)?(?:available|released|public)|apache[\s-]?2|MIT\s+licen[sc]e|开源|开放权重|公开权重",
    re.I,
)
_OPEN_WORDS: Final = ("open", "weights", "apache", "licen", "开源", "权重")
_NOT_OPEN: Final = re.compile(
    r"(?:not|never|no)\s+(?:be\s+)?open|closed|open[\s-]?sourc\w+\s+(?:\w+\s+){0,3}code|未开源|不开源|闭源|主流开源|开源的?(?:版本|框架)|open[\s-]?source\s+(?:framework|librar)",
    re.I,
)
_PROJECT: Final = re.compile(r"(?<![a-z])(?:entire|whole)\s+project|all\s+experiments|including\s+(?:failed|experiments)|整个项目|全部实验")
_FINE_TUNING: Final = re.compile(r"(?<![a-z])(?:fine-?\s?tun|instruction[\s-]tun|lora|sft)|微调|指令")
_CLUSTER: Final = re.compile(r"(?<![a-z])in\s+(?:its|their|the|our)\s+cluster|单集群|集群规模|支持最大|最大支持")
_FIRST: Final = (("project", _PROJECT), ("cluster", _CLUSTER))


def is_estimated(folded: str) -> bool:
    """Whether the figures are planned, assumed, hypothetical or called an estimate."""
    return bool(_ESTIMATED.search(lowered(folded)))


def says_open_weights(folded: str) -> bool:
    """Whether the text says that weights are public."""
    small = lowered(folded)
    return any(word in small for word in _OPEN_WORDS) and bool(_OPEN.search(folded)) and not _NOT_OPEN.search(folded)


def scope_of_text(folded: str) -> str | None:
    """The one scope that a text states; None where it states none, or several."""
    small = lowered(folded)
    for scope, pattern in _FIRST:
        if pattern.search(small):
            return scope
    scopes = {word.scope for word in scope_words(folded)} - {"all"}
    if len(scopes) == 1:
        return scopes.pop()
    return "post_training" if not scopes and _FINE_TUNING.search(small) else None


__all__ = ["is_estimated", "says_open_weights", "scope_of_text", "stated_by"]
