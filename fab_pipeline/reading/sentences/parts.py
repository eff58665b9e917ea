"""Several models or phases in one text, each with its own figures.

Belongs here: which figure belongs to which model or phase. Does not belong here: the figures of the one run (see `reader`).
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.names import expert_spans
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import agree, is_total
from fab_pipeline.reading.sentences.cost import costs
from fab_pipeline.reading.sentences.device_time import device_times
from fab_pipeline.reading.sentences.duration import times
from fab_pipeline.reading.sentences.hardware import counts, nodes_times
from fab_pipeline.reading.sentences.labels import label_of
from fab_pipeline.reading.sentences.parameters import ACTS_BEHIND, parameter_counts
from fab_pipeline.reading.sentences.reading import Part
from fab_pipeline.reading.sentences.scoped import scopes_beside
from fab_pipeline.reading.sentences.sentence import Sentence
from fab_pipeline.reading.sentences.tokens import token_counts

_MODEL: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z][A-Za-z]+\s\d+(?:\.\d+)?\s[A-Z][a-z]+|[A-Z][A-Za-z]*[-.]?[A-Za-z]*\d[A-Za-z0-9.\-]*|[A-Za-z]+-[A-Za-z0-9.\-]*\d[A-Za-z0-9.\-]*"
    r"|[A-Z][a-z]+[A-Z]+[A-Za-z]*|[A-Z][a-z]+-[A-Z][A-Za-z]*"
    r"|[A-Z][A-Za-z]+-(?:base|large|small|tiny|mini|medium|x{1,2}l|huge|nano|pro|lite|max|chat|instruct)(?![A-Za-z]))"
)
_NO_MODEL: Final = re.compile(r"(?:GPU|TPU|NPU|FP|BF|INT|DGX|HGX|RTX|TFLOP|PFLOP|Pre-|Post-|Mid-|Long-)", re.I)
_BASE: Final = re.compile(r"(?:from|based\s+on|base\s+model|initiali[sz]ed\s+\w+|distill\w*\s+\w*|基于|源自)\s*\Z", re.I)
_VERSION: Final = re.compile(r"V?\d[\d.]*")
_BRACKET: Final = re.compile(r"\s?[(（\[]\s?")
_HOLE: Final = "\ue001"
_JOINT: Final = re.compile(r"\s?(?:/|,|、|and|or|和|与)\s?(?:and\s)?[~≈]?", re.I)
_PHASED: Final = frozenset({"duration_days", "accelerator_hours", "accelerator_count", "tokens"})
_ARTICLE: Final = re.compile(r"(?<![A-Za-z])(?:the|our|a|an)\s\Z", re.I)
_MODEL_BEHIND: Final = re.compile(r"[\s\-]?(?:models?|variants?|versions?|的?(?:模型|版本|版))", re.I)
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
    names = _model_names(sentence)
    if len(names) >= _FEWEST:
        return _of_lists(sentence, several) or _of_names(sentence, fields, names)
    return _of_lists(sentence, several) or _of_sizes(sentence, fields)


def _of_sizes(sentence: Sentence, fields: dict[str, Sequence[Amount]]) -> tuple[Part, ...]:
    """Models that are called by their size: "the 7B took 9 days, the 72B 40 days"."""
    spans = {
        (amount.figure_start, amount.figure_end): amount.quantity
        for amount in fields["parameters_total"]
        if _is_called_by(sentence, amount.figure_start, amount.figure_end)
    }
    sizes: dict[tuple[int, int], Quantity | None] = {**spans, **dict.fromkeys(_called_by_experts(sentence))}
    names = [(sentence.folded[start:end], start, end) for start, end in sorted(sizes)]
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


def _is_called_by(sentence: Sentence, start: int, end: int) -> bool:
    before = sentence.hidden[max(0, start - 8) : start]
    return bool(_ARTICLE.search(before) or _MODEL_BEHIND.match(sentence.hidden, end) or ACTS_BEHIND.match(sentence.hidden, end))


def _called_by_experts(sentence: Sentence) -> list[tuple[int, int]]:
    """Models that are called by their experts: "the 4x22B variant"; their size is not told."""
    return [span for span in expert_spans(sentence.folded) if _is_called_by(sentence, *span)]


def _model_names(sentence: Sentence) -> list[tuple[str, int, int]]:
    """Names of models with their places, each once, in printed order."""
    found = [(hit[0], *hit.span()) for hit in _MODEL.finditer(sentence.folded) if not _NO_MODEL.match(hit[0])]
    found += [(name.text, name.start, name.end) for name in sentence.names if name.size and name.text[0].isdigit()]
    kept: list[tuple[str, int, int]] = []
    for name, start, end in sorted(found, key=lambda one: one[1]):
        inside = any(mention.start <= start < mention.end for mention in sentence.mentions)
        excluded = not sentence.hidden[start:end].strip(_HOLE) and not any(known.start == start for known in sentence.names)
        if kept and start < kept[-1][2]:
            continue
        if kept and sentence.folded[kept[-1][2] : start] == " " and _VERSION.fullmatch(name):
            kept[-1] = (f"{kept[-1][0]} {name}", kept[-1][1], end)
        elif kept and name[0].isdigit() and _BRACKET.fullmatch(sentence.folded, kept[-1][2], start):
            kept[-1] = (kept[-1][0], kept[-1][1], end)
        elif not inside and not excluded and name not in {other for other, _, _ in kept}:
            kept.append((name, start, end))
    return kept


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
    return all(_JOINT.fullmatch(sentence.hidden, one.figure_end, two.figure_start) for one, two in pairwise(found))


def _of_names(sentence: Sentence, fields: dict[str, Sequence[Amount]], names: list[tuple[str, int, int]]) -> tuple[Part, ...]:
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
        if len(candidates) == len(names) and all(candidate.start > names[-1][2] for candidate in candidates):
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


def _owners(names: list[tuple[str, int, int]], candidates: Sequence[Amount]) -> list[str]:
    """The name that each figure belongs to: the one before it; where the first figure precedes all names, the one behind it."""
    if candidates[0].start < names[0][1]:
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
    return len(found) == 1 and bool(_OF_EACH.search(sentence.before(found[0])))


def several_sizes(sentence: Sentence) -> bool:
    """Whether the text is about several models of different sizes, so that no figure is of the one run."""
    sizes = {name.size for name in sentence.names if name.size and not _BASE.search(sentence.hidden, max(0, name.start - 24), name.start)}
    sizes |= {amount.quantity.value for amount in parameter_counts(sentence).total if _is_name(sentence, amount)}
    return len(sizes) + len(_called_by_experts(sentence)) >= _FEWEST


def _is_name(sentence: Sentence, amount: Amount) -> bool:
    return bool(_ARTICLE.search(sentence.before(amount, 8)) or ACTS_BEHIND.match(sentence.hidden, amount.end))


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
