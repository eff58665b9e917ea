"""Which phase of a training a figure belongs to: by the words before it, behind it or in it.

Belongs here: giving figures of one field their phases. Does not belong here: the words (see `lexicon`), which figure counts (`choosing`).
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from fab_pipeline.reading import lexicon
from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.scopes import ScopeWord, scope_words
from fab_pipeline.reading.sentences.sentence import Sentence

_STAGE: Final = re.compile(
    r"(?<![A-Za-z])(?:stage|phase)[\s\-]?(?P<number>\d|one|two|three|four|I{1,3}|IV)(?![A-Za-z0-9])"
    r"|(?<![A-Za-z])(?P<ordinal>first|second|third|fourth)\s(?:training\s)?(?:stage|phase)(?![A-Za-z])|第(?P<zh>[一二三四1234])\s?(?:阶段|階段|期)",
    re.I,
)
_NUMBERS: Final = {
    **dict.fromkeys(("1", "one", "i", "first", "一"), "1"),
    **dict.fromkeys(("2", "two", "ii", "second", "二"), "2"),
    **dict.fromkeys(("3", "three", "iii", "third", "三"), "3"),
    **dict.fromkeys(("4", "four", "iv", "fourth", "四"), "4"),
}
_FAR: Final = 64
_CLAUSE_END: Final = re.compile(r"[,，;；。:：|]|\.(?=\s|$)")
_PLUS: Final = re.compile(lexicon.PLUS_WORDS, re.I)


def scopes_beside(sentence: Sentence, found: Sequence[Amount]) -> list[str | None]:
    """The phase of each figure of one field; None where no word tells it.

    A text puts its words for phases either before all its figures or behind all of them; where neither fits, each figure takes the word
    behind it in its clause, else the one before it. A first figure to which others are added ("20T, plus 1T of annealing") is of the
    pre-training.
    """
    if not found:
        return []
    words = _words(sentence)
    before = [_in(amount, words) or _before(sentence, amount, found, words) for amount in found]
    behind = [_in(amount, words) or _behind(sentence, amount, found, words) for amount in found]
    for scopes in (behind, before):
        if None not in scopes and len(set(scopes)) == len(scopes):
            return scopes
    scopes = [second or first for first, second in zip(before, behind, strict=True)]
    added = len(found) > 1 and scopes[0] is None and None not in scopes[1:] and "pretraining" not in scopes
    if added and all(_PLUS.search(sentence.hidden, one.end, two.start) for one, two in list(pairwise(found))[:1]):
        scopes[0] = "pretraining"
    return scopes


def _words(sentence: Sentence) -> list[ScopeWord]:
    known = [word for word in scope_words(sentence.hidden) if word.scope not in {"all", "cluster"}]
    stages = [ScopeWord(f"stage_{_NUMBERS[(hit[hit.lastgroup or 0]).lower()]}", *hit.span()) for hit in _STAGE.finditer(sentence.hidden)]
    return sorted(known + stages, key=lambda word: word.start)


def _in(amount: Amount, words: Sequence[ScopeWord]) -> str | None:
    """The word between a figure and its unit: "18T pre-training tokens"."""
    return next((word.scope for word in words if amount.figure_end <= word.start and word.end <= amount.end), None)


def _before(sentence: Sentence, amount: Amount, found: Sequence[Amount], words: Sequence[ScopeWord]) -> str | None:
    word = next((word for word in reversed(words) if word.end <= amount.start), None)
    near = word is not None and amount.start - word.end <= _FAR and not _crossed(found, amount, word.end, amount.start)
    return word.scope if word and near else None


def _behind(sentence: Sentence, amount: Amount, found: Sequence[Amount], words: Sequence[ScopeWord]) -> str | None:
    word = next((word for word in words if word.start >= amount.end), None)
    if word is None or word.start - amount.end > _FAR or _crossed(found, amount, amount.end, word.start):
        return None
    return None if _CLAUSE_END.search(sentence.hidden, amount.end, word.start) else word.scope


def _crossed(found: Sequence[Amount], amount: Amount, low: int, high: int) -> bool:
    return any(low <= other.figure_start < high for other in found if other is not amount)
