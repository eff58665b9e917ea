"""Several models or phases in one text, each with its own figures.

Belongs here: which figure belongs to which model or phase. Does not belong here: the figures of the one run (see `reader`).
"""

import re
from collections.abc import Sequence
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import ScopeWord, scope_words
from fab_pipeline.reading.sentences.choosing import agree
from fab_pipeline.reading.sentences.device_time import device_times
from fab_pipeline.reading.sentences.duration import times
from fab_pipeline.reading.sentences.hardware import counts, label_of
from fab_pipeline.reading.sentences.reading import Part
from fab_pipeline.reading.sentences.sentence import Sentence
from fab_pipeline.reading.sentences.tokens import token_counts

_MODEL: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z][A-Za-z]+\s\d+(?:\.\d+)?\s[A-Z][a-z]+|[A-Z][A-Za-z]*[-.]?[A-Za-z]*\d[A-Za-z0-9.\-]*|[A-Za-z]+-[A-Za-z0-9.\-]*\d[A-Za-z0-9.\-]*"
    r"|[A-Z][a-z]+[A-Z]+[A-Za-z]*|[A-Z][a-z]+-[A-Z][A-Za-z]*)"
)
_NO_MODEL: Final = re.compile(r"(?:GPU|TPU|NPU|FP|BF|INT|DGX|HGX|RTX|TFLOP|PFLOP|Pre-|Post-|Mid-|Long-)", re.I)
_BASE: Final = re.compile(r"(?:from|based\s+on|base\s+model|initiali[sz]ed\s+\w+|distill\w*\s+\w*|基于|源自)\s*\Z", re.I)
_CLAUSE_END: Final = re.compile(r"[,，;；。:：]")
_FAR: Final = 48
_FEWEST: Final = 2


def read_models(sentence: Sentence) -> tuple[Part, ...]:
    """Models with figures of their own: figures of a list go to names in their order, others to the name before them."""
    fields = _several(sentence)
    if not fields:
        return ()
    names = [
        hit for hit in _MODEL.finditer(sentence.folded) if not _NO_MODEL.match(hit[0]) and not _inside_accelerator(sentence, hit.start())
    ]
    names = [hit for index, hit in enumerate(names) if hit[0] not in {other[0] for other in names[:index]}]
    if len(names) < _FEWEST:
        return ()
    found: dict[str, dict[str, Quantity]] = {}
    for field, candidates in fields.items():
        if len(candidates) == len(names) and all(candidate.start > names[-1].end() for candidate in candidates):
            owners = [hit[0] for hit in names]
        else:
            owners = [next((hit[0] for hit in reversed(names) if hit.end() <= candidate.start), "") for candidate in candidates]
        if len(set(owners)) == len(owners) and "" not in owners and not agree(candidates):
            for owner, candidate in zip(owners, candidates, strict=True):
                found.setdefault(owner, {})[field] = candidate.quantity
    return tuple(Part(name, quantities) for name, quantities in found.items())


def read_phases(sentence: Sentence) -> tuple[Part, ...]:
    """Phases with figures of their own: by the scope words beside the figures, or by the cards that each of several counts names."""
    fields = _several(sentence)
    words = scope_words(sentence.hidden) if fields else []
    found: dict[str, dict[str, Quantity]] = {}
    for field, candidates in fields.items():
        scopes = [_scope_beside(sentence, candidate, candidates, words) for candidate in candidates]
        if None not in scopes and len(set(scopes)) == len(scopes):
            for scope, candidate in zip(scopes, candidates, strict=True):
                found.setdefault(str(scope), {})[field] = candidate.quantity
    if found:
        return tuple(Part(scope, quantities) for scope, quantities in found.items())
    return _by_accelerator(sentence)


def several_sizes(sentence: Sentence) -> bool:
    """Whether the text is about several models of different sizes, so that no figure is of the one run."""
    sizes = {name.size for name in sentence.names if name.size and not _BASE.search(sentence.hidden, max(0, name.start - 24), name.start)}
    return len(sizes) >= _FEWEST


def _several(sentence: Sentence) -> dict[str, Sequence[Amount]]:
    """The fields of which the text has several figures."""
    fields = {
        "duration_days": times(sentence),
        "accelerator_hours": device_times(sentence),
        "accelerator_count": counts(sentence),
        "tokens": token_counts(sentence),
    }
    return {field: candidates for field, candidates in fields.items() if len(candidates) >= _FEWEST}


def _inside_accelerator(sentence: Sentence, position: int) -> bool:
    return any(mention.start <= position < mention.end for mention in sentence.mentions)


def _scope_beside(sentence: Sentence, amount: Amount, others: Sequence[Amount], words: Sequence[ScopeWord]) -> str | None:
    """The scope of a figure: the word behind it in its clause, else the nearest before it; none of the other figures between."""
    behind = [(word.start - amount.end, word.scope) for word in words if word.start >= amount.end]
    before = [(amount.start - word.end, word.scope) for word in words if word.end <= amount.start]
    for distance, scope in sorted(behind)[:1] + sorted(before)[:1]:
        low, high = (amount.end, amount.end + distance) if (distance, scope) in behind else (amount.start - distance, amount.start)
        crossed = any(low <= other.figure_start < high for other in others if other is not amount)
        if not crossed and distance <= _FAR and ((distance, scope) in before or not _CLAUSE_END.search(sentence.hidden, low, high)):
            return scope
    return None


def _by_accelerator(sentence: Sentence) -> tuple[Part, ...]:
    found = counts(sentence)
    labels = [label_of(sentence, amount) for amount in found]
    if len(found) < _FEWEST or None in labels or len(set(labels)) != len(labels):
        return ()
    return tuple(Part(None, {"accelerator_count": amount.quantity}, label) for amount, label in zip(found, labels, strict=True))
