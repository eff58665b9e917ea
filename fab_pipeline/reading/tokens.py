"""Training token counts: "~13T", "15T+", "1.5 万亿 token", "20T (plus 3.44T mid-training and 201B long-context)".

Belongs here: which number of a text is a token count. Does not belong here: bytes ("3.2TB"), context lengths, sequence counts.
"""

import re
from typing import Final

from fab_pipeline.reading.numbers import NumberPhrase, number_phrases
from fab_pipeline.reading.phases import Phased, read_phased
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.characters import fold

_SMALLEST: Final = 1e6
"""A bare number below this is no token count of a training: a number of epochs, a footnote, a unit that was left out."""
_NOT_TOKENS: Final = re.compile(r"\s*(?:上下文|context|ctx|epochs?|轮|语言|languages?|param|参数|bytes?|GB|TB)", re.I)


def read_token_count(text: str) -> Quantity | None:
    """The one token count of a text; None where there is none, or several different ones."""
    found = [phrase for phrase in number_phrases(text) if _counts_tokens(phrase, text)]
    figures = {(phrase.quantity.value, phrase.quantity.minimum, phrase.quantity.maximum) for phrase in found}
    return found[0].quantity if len(figures) == 1 else None


def read_tokens(text: str) -> Phased:
    """Tokens trained on, with scope and phases where the text gives them."""
    return read_phased(text, read_token_count)


def _counts_tokens(phrase: NumberPhrase, text: str) -> bool:
    size = phrase.quantity.value or phrase.quantity.minimum or 0.0
    return (phrase.scaled or size >= _SMALLEST) and not _NOT_TOKENS.match(fold(text), phrase.end)
