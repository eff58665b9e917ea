"""Why a page shows no recomputed cost for a run: the words in that cell, read into reasons.

Belongs here: the reasons, in Chinese and English, and the accelerators that they name. Does not belong here: whether they are true.
"""

import re
from typing import Final

from fab_pipeline.reading.statements import PRICE_BASES, Said
from fab_pipeline.vocabulary.accelerators import find_accelerators

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "no_accelerator_hours": (
        r"(?:没有|缺少?|无|未披露)\s*(?:披露)?(?:的)?\s*(?:GPU|加速器|卡|芯片)?\s*[·-]?(?:小时|卡时|时数)",
        r"(?i)\b(?:no|without|missing|undisclosed|lacks?)\s+(?:disclosed\s+)?(?:gpu|accelerator|chip|card)?[ -]?hours",
        r"(?i)\bhours\s+(?:are\s+|were\s+)?(?:not\s+disclosed|undisclosed|missing)",
    ),
    "accelerator_undisclosed": (
        r"(?:硬件|卡型|加速器)(?:类型|型号)?\s*(?:(?:未|没有?)(?:披露|指明|说明|公布)|不明)",
        r"(?i)\b(?:hardware|accelerator)s?\s+(?:type\s+|model\s+)?(?:is\s+|are\s+)?(?:not\s+(?:disclosed|specified|named)|un(?:disclosed|specified|known|named))",
        r"(?i)\bhardware[^.]{0,40}\bcannot\s+be\s+(?:mapped|matched)",
    ),
    "no_live_quote": (
        r"(?:没有|无|暂无|缺少?)[^。，]{0,16}(?:报价|租价|价格)",
        r"(?i)\b(?:no|without)\b[^.]{0,50}\b(?:quotes?|prices?|rents?|offers?|listings?)\b",
    ),
}
_BASIS: Final = (
    r"(?:按|以)[^。，]{0,24}(?:折算|重算|计算|计价|换算)",
    r"(?i)\b(?:priced|computed|converted|recomputed|calculated|based)\b[^.]{0,60}\b(?:price|prices|rent|rents|rate)\b",
)


def read_reason(text: str) -> Said:
    """Reasons of a cell: words = their codes joined by '; ', subject = labels of the accelerators named joined by ' + '.

    A cell that gives no reason but says on which price the recompute is based is `price_basis_note`; any other text is `other`.
    """
    reasons = [code for code, patterns in REASONS.items() if any(re.search(pattern, text) for pattern in patterns)]
    if not reasons:
        bases = (*_BASIS, *(pattern for patterns in PRICE_BASES.values() for pattern in patterns))
        reasons = ["price_basis_note" if any(re.search(pattern, text) for pattern in bases) else "other"]
    labels = list(dict.fromkeys(mention.accelerator.label for mention in find_accelerators(text, families=True)))
    return Said("no_recompute_reason", 0, len(text), words="; ".join(reasons), subject=" + ".join(labels) or None)
