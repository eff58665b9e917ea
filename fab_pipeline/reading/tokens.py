"""Training token counts: "~13T", "15T+", "1.5 万亿 token", "20T (plus 3.44T mid-training and 201B long-context)".

Belongs here: which number of a text is a token count. Does not belong here: bytes ("3.2TB"), context lengths, sequence counts.
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.numbers import NumberPhrase, number_phrases
from fab_pipeline.reading.phases import Phased, read_phased
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import scope_words
from fab_pipeline.vocabulary.characters import fold

_SMALLEST: Final = 1e6
"""A bare number below this is no token count of a training: a number of epochs, a footnote, a unit that was left out."""
_BRACKET: Final = re.compile(r"\(([^()]*)\)")
_SUM_TOLERANCE: Final = 0.02
_NOT_TOKENS: Final = re.compile(r"\s*(?:上下文|context|ctx|epochs?|轮|语言|languages?|param|参数|bytes?|GB|TB)", re.I)


def read_token_count(text: str) -> Quantity | None:
    """The one token count of a text; None where there is none, or several different ones."""
    found = [phrase for phrase in number_phrases(text) if _counts_tokens(phrase, text)]
    figures = {(phrase.quantity.value, phrase.quantity.minimum, phrase.quantity.maximum) for phrase in found}
    return found[0].quantity if len(figures) == 1 else None


def read_tokens(text: str) -> Phased:
    """Tokens trained on, with scope and phases where the text gives them."""
    phased = read_phased(_without_remarks(text), read_token_count)
    return replace(phased, quantity=replace(phased.quantity, text=text.strip())) if phased.quantity else phased


def _without_remarks(text: str) -> str:
    """The text without brackets that tell of what their figure consists: "450B (106B unique)", "3.6T (3.1T + 500B continued)".

    A bracket whose figures are phases of their own ("20T (plus 3.44T mid-training)") stays.
    """
    for hit in reversed(list(_BRACKET.finditer(fold(text)))):
        inside = [phrase.quantity.value or 0.0 for phrase in number_phrases(hit[1]) if _counts_tokens(phrase, hit[1])]
        before = [phrase for phrase in number_phrases(text[: hit.start()]) if _counts_tokens(phrase, text)]
        whole = before[-1].quantity.value or 0.0 if before else 0.0
        of_phases = bool(scope_words(hit[1])) and abs(sum(inside) - whole) > _SUM_TOLERANCE * whole
        if inside and before and not of_phases:
            text = f"{text[: hit.start()]}{' ' * len(hit[0])}{text[hit.end() :]}"
    return text


def _counts_tokens(phrase: NumberPhrase, text: str) -> bool:
    size = phrase.quantity.value or phrase.quantity.minimum or 0.0
    return (phrase.scaled or size >= _SMALLEST) and not _NOT_TOKENS.match(fold(text), phrase.end)
