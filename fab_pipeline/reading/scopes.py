"""What a figure covers, as its words say: pre-training, mid-training, long-context, post-training, all phases, a cluster.

Belongs here: finding scope words. Does not belong here: the words (see `lexicon`), and combining figures of several scopes (`phases`).
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from fab_pipeline.reading import lexicon
from fab_pipeline.vocabulary.characters import fold, lowered

UNKNOWN: Final = "unknown"


class ScopeWord(NamedTuple):
    """One scope word in a text."""

    scope: str
    start: int
    end: int


_ORDER: Final = tuple((language, scope, lowered(words)) for language, table in lexicon.SCOPES.items() for scope, words in table.items())


def _alternatives(languages: tuple[str, ...]) -> str:
    return "|".join(f"(?P<g{index}>{words})" for index, (language, _, words) in enumerate(_ORDER) if language in languages)


_WORDS: Final = re.compile(rf"(?=[\u4e00-\u9fff])(?:{_alternatives(('zh',))})|(?<![a-z])(?=[a-z])(?:{_alternatives(('en',))})(?![a-z])")
"""Chinese words stand anywhere, English ones are whole words; no place is tried for both."""


def scope_words(text: str) -> list[ScopeWord]:
    """All scope words of a text, in printed order."""
    return list(_of_text(text))


@lru_cache(maxsize=1024)
def _of_text(text: str) -> tuple[ScopeWord, ...]:
    found = _WORDS.finditer(lowered(fold(text)))
    return tuple(ScopeWord(_ORDER[int(hit.lastgroup[1:])][1], *hit.span()) for hit in found if hit.lastgroup)


def scope_of(text: str) -> str:
    """The scope that a text states; unknown where it states none, or several."""
    scopes = {word.scope for word in scope_words(text)}
    return next(iter(scopes)) if len(scopes) == 1 else UNKNOWN
