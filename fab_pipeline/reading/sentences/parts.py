"""Several models or phases in one text, each with its own figures.

Belongs here: which figure belongs to which model or phase. Does not belong here: the figures of the one run (see `reader`).
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import ScopeWord, scope_words
from fab_pipeline.reading.sentences.choosing import agree
from fab_pipeline.reading.sentences.cost import costs
from fab_pipeline.reading.sentences.device_time import device_times
from fab_pipeline.reading.sentences.duration import times
from fab_pipeline.reading.sentences.hardware import counts, nodes_times
from fab_pipeline.reading.sentences.labels import label_of
from fab_pipeline.reading.sentences.parameters import parameter_counts
from fab_pipeline.reading.sentences.reading import Part
from fab_pipeline.reading.sentences.sentence import Sentence
from fab_pipeline.reading.sentences.tokens import token_counts

_MODEL: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z][A-Za-z]+\s\d+(?:\.\d+)?\s[A-Z][a-z]+|[A-Z][A-Za-z]*[-.]?[A-Za-z]*\d[A-Za-z0-9.\-]*|[A-Za-z]+-[A-Za-z0-9.\-]*\d[A-Za-z0-9.\-]*"
    r"|[A-Z][a-z]+[A-Z]+[A-Za-z]*|[A-Z][a-z]+-[A-Z][A-Za-z]*)"
)
_NO_MODEL: Final = re.compile(r"(?:GPU|TPU|NPU|FP|BF|INT|DGX|HGX|RTX|TFLOP|PFLOP|Pre-|Post-|Mid-|Long-)", re.I)
_BASE: Final = re.compile(r"(?:from|based\s+on|base\s+model|initiali[sz]ed\s+\w+|distill\w*\s+\w*|基于|源自)\s*\Z", re.I)
_HOLE: Final = "\ue001"
_JOINT: Final = re.compile(r"\s?(?:/|,|、|and|or|和|与)\s?(?:and\s)?[~≈]?", re.I)
_PHASED: Final = frozenset({"duration_days", "accelerator_hours", "accelerator_count", "tokens"})
_CLAUSE_END: Final = re.compile(r"[,，;；。:：]")
_ARTICLE: Final = re.compile(r"(?<![A-Za-z])(?:the|our|a|an)\s\Z", re.I)
_FAR: Final = 48
_FEWEST: Final = 2


def read_models(sentence: Sentence) -> tuple[Part, ...]:
    """Models with figures of their own.

    Lists of one length go together ("9/14 days on 16/32 nodes"); figures of a list go to names in their order, others to the name before
    them; a size that a name carries is that model's.
    """
    fields = _fields(sentence)
    several = {field: found for field, found in fields.items() if len(found) >= _FEWEST}
    if not several and not several_sizes(sentence):
        return ()
    names = _model_names(sentence)
    return _of_lists(sentence, several) or (_of_names(sentence, fields, names) if len(names) >= _FEWEST else ())


def _model_names(sentence: Sentence) -> list[tuple[str, int, int]]:
    """Names of models with their places, each once, in printed order."""
    found = [(hit[0], *hit.span()) for hit in _MODEL.finditer(sentence.folded) if not _NO_MODEL.match(hit[0])]
    found += [(name.text, name.start, name.end) for name in sentence.names if name.size and name.text[0].isdigit()]
    kept: list[tuple[str, int, int]] = []
    for name, start, end in sorted(found, key=lambda one: one[1]):
        inside = any(mention.start <= start < mention.end for mention in sentence.mentions)
        excluded = not sentence.hidden[start:end].strip(_HOLE) and not any(known.start == start for known in sentence.names)
        if not inside and not excluded and name not in {other for other, _, _ in kept}:
            kept.append((name, start, end))
    return kept


def _of_lists(sentence: Sentence, several: dict[str, Sequence[Amount]]) -> tuple[Part, ...]:
    listed = {field: found for field, found in several.items() if _is_list(sentence, found)}
    lengths = {len(found) for found in listed.values()}
    if len(listed) < _FEWEST or len(lengths) != 1:
        return ()
    return tuple(Part(None, {field: found[index].quantity for field, found in listed.items()}) for index in range(lengths.pop()))


def _is_list(sentence: Sentence, found: Sequence[Amount]) -> bool:
    return all(_JOINT.fullmatch(sentence.hidden, one.figure_end, two.figure_start) for one, two in pairwise(found))


def _of_names(sentence: Sentence, fields: dict[str, Sequence[Amount]], names: list[tuple[str, int, int]]) -> tuple[Part, ...]:
    sizes = {name.start: name for name in sentence.names}
    found: dict[str, dict[str, Quantity]] = {}
    for name, start, _ in names:
        known = sizes.get(start)
        if known and known.size and several_sizes(sentence):
            active = {"parameters_active": Quantity(known.active)} if known.active else {}
            found[name] = {"parameters_total": Quantity(known.size)} | active
    for field, candidates in fields.items():
        if not candidates or (len(candidates) < _FEWEST and not several_sizes(sentence)):
            continue
        if len(candidates) == len(names) and all(candidate.start > names[-1][2] for candidate in candidates):
            owners = [name for name, _, _ in names]
        else:
            owners = [next((name for name, _, end in reversed(names) if end <= candidate.start), "") for candidate in candidates]
        alone = len(candidates) < _FEWEST or not agree(candidates)
        if len(set(owners)) == len(owners) and "" not in owners and alone:
            for owner, candidate in zip(owners, candidates, strict=True):
                found.setdefault(owner, {})[field] = candidate.quantity
    return tuple(Part(name, quantities) for name, quantities in found.items()) if len(found) >= _FEWEST else ()


def read_phases(sentence: Sentence) -> tuple[Part, ...]:
    """Phases with figures of their own: by the scope words beside the figures, or by the cards that each of several counts names."""
    fields = {field: found for field, found in _fields(sentence).items() if len(found) >= _FEWEST and field in _PHASED}
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
    sizes |= {amount.quantity.value for amount in parameter_counts(sentence).total if _ARTICLE.search(sentence.before(amount, 8))}
    return len(sizes) >= _FEWEST


@lru_cache(maxsize=4)
def _fields(sentence: Sentence) -> dict[str, Sequence[Amount]]:
    """The candidates of each field."""
    counted = counts(sentence)
    return {
        "parameters_total": parameter_counts(sentence).total,
        "duration_days": times(sentence),
        "accelerator_hours": device_times(sentence),
        "accelerator_count": counted if len(counted) >= _FEWEST else nodes_times(sentence) or counted,
        "tokens": token_counts(sentence),
        "cost_usd": costs(sentence, dollars=True),
    }


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
