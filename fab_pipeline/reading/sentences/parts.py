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
from fab_pipeline.reading.sentences.choosing import agree, is_total
from fab_pipeline.reading.sentences.cost import costs
from fab_pipeline.reading.sentences.device_time import device_times
from fab_pipeline.reading.sentences.duration import times
from fab_pipeline.reading.sentences.hardware import counts
from fab_pipeline.reading.sentences.labels import label_of
from fab_pipeline.reading.sentences.model_names import (
    JOINT,
    ModelName,
    called_by_experts,
    end_of_joint_names,
    is_called_by,
    model_names,
    several_sizes,
)
from fab_pipeline.reading.sentences.nodes import nodes_times
from fab_pipeline.reading.sentences.parameters import parameter_counts
from fab_pipeline.reading.sentences.reading import Part
from fab_pipeline.reading.sentences.scoped import scopes_beside
from fab_pipeline.reading.sentences.sentence import Sentence
from fab_pipeline.reading.sentences.tokens import token_counts

_PHASED: Final = frozenset({"duration_days", "accelerator_hours", "accelerator_count", "tokens"})
_OF_EACH: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:each|both|all|every\s+one)\s+(?:of\s+them\s+)?(?:\w+\s+){0,2}|[均都各]\w{0,4}\s*)\Z", re.I
)
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
    names = model_names(sentence)
    if len(names) >= _FEWEST:
        return _of_lists(sentence, several) or _of_names(sentence, fields, names)
    return _of_lists(sentence, several) or _of_sizes(sentence, fields)


def _of_sizes(sentence: Sentence, fields: dict[str, Sequence[Amount]]) -> tuple[Part, ...]:
    """Models that are called by their size: "the 7B took 9 days, the 72B 40 days"."""
    spans = {
        (amount.figure_start, amount.figure_end): amount.quantity
        for amount in fields["parameters_total"]
        if is_called_by(sentence, amount.figure_start, amount.figure_end)
    }
    sizes: dict[tuple[int, int], Quantity | None] = {**spans, **dict.fromkeys(called_by_experts(sentence))}
    names = [ModelName(sentence.folded[start:end], start, end) for start, end in sorted(sizes)]
    if len(names) < _FEWEST or len({name for name, _, _ in names}) != len(names):
        return ()
    others = {field: found for field, found in fields.items() if field != "parameters_total"}
    figures = {part.name: part for part in _of_names(sentence, others, names)}
    if len(figures) < _FEWEST:
        return ()
    parts: list[Part] = []
    for name, start, end in names:
        size = sizes[start, end]
        if name in figures:
            own = {"parameters_total": size} if size else {}
            parts.append(Part(name, own | dict(figures[name].quantities), figures[name].accelerator))
    return tuple(parts)


def _of_lists(sentence: Sentence, several: dict[str, Sequence[Amount]]) -> tuple[Part, ...]:
    listed = {field: found for field, found in several.items() if _is_list(sentence, found)}
    lengths = {len(found) for found in listed.values()}
    if len(listed) < _FEWEST or len(lengths) != 1:
        return ()
    sizes = [sentence.folded[amount.figure_start : amount.figure_end] for amount in listed.get("parameters_total", ())]
    return tuple(
        Part(sizes[index] if sizes else None, {field: found[index].quantity for field, found in listed.items()})
        for index in range(lengths.pop())
    )


def _is_list(sentence: Sentence, found: Sequence[Amount]) -> bool:
    return all(JOINT.fullmatch(sentence.hidden, one.figure_end, two.figure_start) for one, two in pairwise(found))


def _of_names(sentence: Sentence, fields: dict[str, Sequence[Amount]], names: list[ModelName]) -> tuple[Part, ...]:
    found: dict[str, dict[str, Quantity]] = {}
    labels: dict[str, str] = {}
    for name, start, end in names:
        known = next((one for one in reversed(sentence.names) if start <= one.start < end and one.size), None)
        if known and known.size and several_sizes(sentence):
            active = {"parameters_active": Quantity(known.active)} if known.active else {}
            found[name] = {"parameters_total": Quantity(known.size)} | active
    for field, candidates in fields.items():
        if (
            not candidates
            or _is_shared(sentence, candidates)
            or (len(candidates) < _FEWEST and field != "parameters_total" and not several_sizes(sentence))
        ):
            continue
        if len(candidates) == len(names) and all(candidate.start > names[-1].end for candidate in candidates):
            owners = [name for name, _, _ in names]
        else:
            owners = _owners(names, candidates)
        alone = len(candidates) < _FEWEST or not agree(candidates)
        if len(set(owners)) == len(owners) and "" not in owners and alone:
            for owner, candidate in zip(owners, candidates, strict=True):
                found.setdefault(owner, {})[field] = candidate.quantity
                if label := _own_label(sentence, candidate):
                    labels[owner] = label
    return tuple(Part(name, quantities, labels.get(name)) for name, quantities in found.items()) if len(found) >= _FEWEST else ()


def _owners(names: list[ModelName], candidates: Sequence[Amount]) -> list[str]:
    """The name that each figure belongs to: the one before it; where the first figure precedes all names, the one behind it."""
    if candidates[0].start < names[0].start:
        return [next((name for name, start, _ in names if start >= candidate.end), "") for candidate in candidates]
    return [next((name for name, _, end in reversed(names) if end <= candidate.start), "") for candidate in candidates]


def _own_label(sentence: Sentence, amount: Amount) -> str | None:
    """Label of the accelerator inside an amount ("1.7M H100-hours"), where the text as a whole has none."""
    inside = (m.accelerator.label for m in sentence.mentions if amount.figure_end <= m.start < amount.end)
    return next(inside, None) if several_sizes(sentence) else None


def read_phases(sentence: Sentence) -> tuple[Part, ...]:
    """Phases with figures of their own: by the scope words beside the figures, or by the cards that each of several counts names."""
    found: dict[str, dict[str, Quantity]] = {}
    for field, candidates in _fields(sentence).items():
        parts = [candidate for candidate in candidates if not is_total(sentence, candidate)]
        if field not in _PHASED or len(candidates) < _FEWEST:
            continue
        scopes = scopes_beside(sentence, parts)
        if parts and None not in scopes and len(set(scopes)) == len(scopes):
            for scope, candidate in zip(scopes, parts, strict=True):
                found.setdefault(str(scope), {})[field] = candidate.quantity
    if found:
        return tuple(Part(scope, quantities) for scope, quantities in found.items())
    return _by_accelerator(sentence)


def shared_figures(sentence: Sentence) -> dict[str, Quantity]:
    """Figures that a text about several models states once, of each of them: "…, each on 64 GPUs"."""
    return {field: found[0].quantity for field, found in _fields(sentence).items() if _is_shared(sentence, found)}


def _is_shared(sentence: Sentence, found: Sequence[Amount]) -> bool:
    """Whether the only figure of a field is said of each model, or stands behind models that are named in one breath."""
    if len(found) != 1:
        return False
    last = end_of_joint_names(sentence)
    return bool(_OF_EACH.search(sentence.before(found[0]))) or (last is not None and found[0].start >= last)


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


def _by_accelerator(sentence: Sentence) -> tuple[Part, ...]:
    found = counts(sentence)
    labels = [label_of(sentence, amount) for amount in found]
    if len(found) < _FEWEST or None in labels or len(set(labels)) != len(labels):
        return ()
    lasting = times(sentence)
    taken: list[dict[str, Quantity]] = [{} for _ in found]
    if len(lasting) == len(found) and _take_turns(found, lasting):
        taken = [{"duration_days": amount.quantity} for amount in lasting]
    return tuple(
        Part(None, {"accelerator_count": amount.quantity} | days, label) for amount, label, days in zip(found, labels, taken, strict=True)
    )


def _take_turns(first: Sequence[Amount], second: Sequence[Amount]) -> bool:
    """Whether figures of two fields alternate: "20 days on 128 V100, followed by 6 days on 64 A100"."""
    order = sorted([(amount.start, 0) for amount in first] + [(amount.start, 1) for amount in second])
    return all(one[1] != two[1] for one, two in pairwise(order))
