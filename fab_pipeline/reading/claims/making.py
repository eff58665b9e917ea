"""One sentence with everything around it → its claims.

Belongs here: putting a figure or a stated capability together with its subject, metric, context and span. Does not belong here: walking
over a page (see `claims`), and each of those readings.
"""

import re
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.claims import surroundings as around
from fab_pipeline.reading.claims.bare_numbers import states_nothing, with_unit
from fab_pipeline.reading.claims.claim import Claim
from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.reading.claims.metric_in_place import metric_in_place, unit_of
from fab_pipeline.reading.claims.place import Place
from fab_pipeline.reading.claims.stated import Stated
from fab_pipeline.reading.claims.subject import Subject
from fab_pipeline.reading.claims.subjects import product_of
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.metrics import Metric
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import find_vendors

_RATIO_VERB: Final = re.compile(r"(?:提升|提高|增长|增加|加快|快|高出|高|跃升|提速|领先|faster|more|higher|improv\w*)", re.I | re.A)
_UTILISATION: Final = re.compile(r"利用率?|浪费|闲置|utili[sz]ation|idle", re.I | re.A)


def numeric_claim(figure: Figure, who: Subject, place: Place) -> Claim:
    """The claim that a figure states; its metric is None where no word says what it is a figure of."""
    folded = place.folded
    phase = around.phase_of(folded, figure.start, figure.end, place.before)
    metric = metric_in_place(figure, who, place, phase)
    unit = unit_of(figure, folded)
    rank = figure.unit == "{rank}"
    comparator = figure.comparator if figure.value is not None else None
    evidence, cited = around.evidence_of(folded, who.kind, metric)
    start, end = place.span(figure.baseline.start if figure.baseline else figure.start, figure.end)
    if figure.is_baseline:
        end = place.sentence.start + figure.end
    return Claim(
        subject=who,
        metric=metric,
        value_kind="class" if figure.value is None else "rank" if rank else "number",
        start=start,
        end=end,
        modality=around.modality_of(folded, figure.start, figure.end, who.kind, metric, comparator),
        evidence_class=evidence,
        raw=place.sentence.text[figure.start : figure.end],
        value=figure.value,
        value_max=figure.value_max,
        value_text=f"{unit}-class" if figure.value is None else None,
        unit=unit,
        comparator=comparator,
        magnitude_class=figure.of_class,
        is_baseline=figure.is_baseline,
        baseline_value=figure.baseline.value if figure.baseline else None,
        precision=around.precision_of(folded, figure.start, figure.end),
        phase=phase,
        baseline=around.baseline_of(folded, figure.start, figure.end) if _is_relative(figure, metric) else None,
        conditions=around.conditions_of(folded, figure.start, figure.end),
        as_of=around.as_of(folded, figure.start, place.published),
        source_cited=cited,
        entities=_entities(place, start, end),
        ambiguity=_ambiguity(figure, folded, metric, unit),
        product=product_of(place.sentence, who, place.section.text),
    )


def _is_relative(figure: Figure, metric: Metric | None) -> bool:
    """Whether a figure says how two things compare; a level beside a comparison is no part of it."""
    return figure.baseline is not None or metric is None or metric.form != "level"


def stated_claim(one: Stated, who: Subject, place: Place) -> Claim:
    """The claim of a clause without a number."""
    evidence, cited = around.evidence_of(place.folded, who.kind, one.metric)
    yes_or_no = one.metric.kind == "boolean"
    start, end = place.span(one.place, one.place + len(one.words))
    return Claim(
        subject=who,
        metric=one.metric,
        value_kind=one.metric.kind,
        start=start,
        end=end,
        modality=around.modality_of(place.folded, one.place, one.place, who.kind, one.metric, None),
        evidence_class="article_statement" if place.section.subject.kind == "article" and who.kind == "vendor" else evidence,
        value_bool=one.affirmed if yes_or_no else None,
        value_text=None if yes_or_no else one.words,
        phase=around.phase_of(place.folded, one.start, one.end, ""),
        as_of=around.as_of(place.folded, one.place, place.published),
        source_cited=cited,
        entities=_entities(place, start, end),
        product=product_of(place.sentence, who, place.section.text),
    )


def bare_claim(figure: Figure, who: Subject, place: Place) -> Claim | None:
    """A number without unit or noun: what its surroundings make of it, else unparsed; None: a setting, a version or a numbering."""
    named = with_unit(figure, place.folded, plain(place.section.block.context))
    if named is not None:
        return numeric_claim(named, who, place)
    if who.vendor is None or states_nothing(figure, place.folded):
        return None
    return unparsed_claim(figure, who, place, "a number without a unit that the grammar knows")


def unparsed_claim(figure: Figure, who: Subject, place: Place, why: str) -> Claim:
    """A number that was seen and not read."""
    start, end = place.span(figure.start, figure.end)
    raw = place.sentence.text[figure.start : figure.end]
    evidence = around.evidence_of(place.folded, who.kind, None)[0]
    return Claim(who, None, "unparsed", start, end, "capability", evidence, raw=raw, ambiguity=(why,))


def _ambiguity(figure: Figure, folded: str, metric: Metric | None, unit: str) -> tuple[str, ...]:
    found: list[str] = []
    if metric is None:
        found.append("no metric of the vocabulary fits")
    near = folded[max(0, figure.start - 16) : min(len(folded), figure.end + 12)]
    if unit == "1" and not figure.bare and _RATIO_VERB.search(near):
        found.append("ratio N or gain N (ratio N + 1)? read as ratio N")
    if unit == "%" and metric and metric.form in {"gain", "cut"} and _UTILISATION.search(folded):
        found.append("relative change or percentage points?")
    if figure.of_class:
        found.append("order of magnitude, not a measurement")
    if figure.several:
        found.append("数 is conventionally two to nine")
    if figure.dimension == "list":
        found.append("count derived from a list")
    if unit.endswith("FLOP/s") and not around.precision_of(folded, figure.start, figure.end):
        found.append("precision not stated")
    if figure.is_baseline:
        found.append("what another figure is compared with")
    return tuple(found)


def _entities(place: Place, start: int, end: int) -> tuple[str, ...]:
    first, last = start - place.sentence.start, end - place.sentence.start
    return tuple(dict.fromkeys(name for begin, behind, name in _names(place.sentence.text) if first <= begin and behind <= last))


@lru_cache(maxsize=16)
def _names(text: str) -> tuple[tuple[int, int, str], ...]:
    """Start, end and name of the vendors of a sentence, then of its accelerators."""
    vendors = [(hit.start, hit.end, hit.vendor.name) for hit in find_vendors(text)]
    return (*vendors, *((hit.start, hit.end, hit.text) for hit in find_accelerators(text)))
