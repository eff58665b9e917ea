"""Which metric of the vocabulary a figure is of.

Belongs here: the nearest word among the metrics whose unit and form fit. Does not belong here: the form of a figure (see `forms`), the
words (see vocabulary/metric_words.yaml) and finding figures (see `figures`).
"""

import re
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.claims.clauses import stops_between
from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.reading.claims.forms import forms_of
from fab_pipeline.vocabulary.characters import lowered
from fab_pipeline.vocabulary.metrics import FORMS, Metric, default_metric, metrics, numeric_metrics
from fab_pipeline.vocabulary.openings import Finders

_BEHIND: Final = 1.4
"""A word behind a number counts as if it stood further away: most sentences name the metric first."""
_AROUND: Final = 4.0
"""Words that begin before a number and end behind it ("training finished 30 % faster")."""
_ENGLISH: Final = re.compile(r"(?:\s(?:of|more|less|lower|higher|faster|fewer|better|cheaper|in|[a-z\-]+))*\s?\Z|\s[a-z]")
"""English names the metric behind: "70% lower inference costs", "96% scaling efficiency"."""
_OTHER_CLAUSE: Final = 14
_VAGUE: Final = 10.0
_GENERIC: Final = frozenset(
    {
        "performance_ratio",
        "performance_gain",
        "cost_reduction",
        "rd_efficiency_gain",
        "business_growth",
        "business_growth_ratio",
        "cost_ratio",
        "latency",
    }
)
"""Metrics that do not say of what: a more telling word somewhat further away counts more."""
_WEAK: Final = frozenset({"耗时", "took", "周期", "处理"})
"""Words that stand in sentences about anything."""
_FAR: Final = 120
_UNITS: Final[dict[str, str]] = {
    "time": "s", "energy": "Wh", "bit_rate": "bit/s", "byte_rate": "B/s", "flop_rate": "FLOP/s", "power": "W", "money": "currency",
}  # fmt: skip
_REFINED: Final[dict[tuple[str, str], str]] = {
    ("cost_reduction", "training"): "training_cost_reduction",
    ("cost_reduction", "inference"): "inference_cost_reduction",
    ("performance_gain", "training"): "training_performance_gain",
    ("performance_gain", "inference"): "inference_throughput_gain",
    ("performance_ratio", "training"): "training_speedup",
    ("performance_ratio", "inference"): "inference_speedup",
    ("training_throughput_gain", "inference"): "inference_throughput_gain",
    ("training_throughput_ratio", "inference"): "inference_throughput_ratio",
}
"""A metric that does not say of what, in a sentence that does."""
_ONLY_FOR: Final[dict[str, frozenset[str]]] = {
    "accelerators_used": frozenset({"case", "hardware"}),
    "model_parameters": frozenset({"case", "hardware"}),
    "max_cluster_accelerators": frozenset({"vendor"}),
    "max_model_parameters": frozenset({"vendor"}),
    "guideline_min_cluster": frozenset({"article"}),
    "guideline_model_parameters": frozenset({"article"}),
    "total_accelerators": frozenset({"vendor"}),
    "benchmark_gain": frozenset({"case", "hardware"}),
}
"""Subjects that a metric can be of: one whose words stand in any sentence would win everywhere."""
_SHORT: Final = frozenset({"ns", "us", "ms", "s"})
_LONG: Final = frozenset({"h", "d", "wk", "mo", "a"})
_ONLY_IN: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(
        (
            "point_to_point_latency",
            "inter_accelerator_latency",
            "interconnect_latency",
            "latency",
            "inference_latency",
            "time_to_first_token",
        ),
        _SHORT,
    ),
    "training_duration": _LONG | {"min"},
    "uninterrupted_training_time": _LONG | {"min"},
    "development_cycle": _LONG | {"min"},
    "construction_time": _LONG,
    "commitment_term": _LONG,
    "support_hours": frozenset({"h", "h/wk"}),
    "experience_years": frozenset({"a"}),
    "market_rank_consecutive_years": frozenset({"a"}),
}
"""Units in which a time of these metrics is printed: experience is told in years, a latency never."""


def metric_of(figure: Figure, folded: str, contexts: tuple[str, ...], kind: str, phase: str | None) -> Metric | None:
    """The metric of a figure.

    Args:
        figure: of `figures.figures`.
        folded: the folded sentence.
        contexts: words from elsewhere, nearest first: headings of its row, the line beside it, headings above it.
        kind: vendor, case, hardware or article.
        phase: training, inference, training_and_inference or None.
    """
    unit = metric_unit(figure, folded)
    forms = forms_of(figure, folded, unit)
    for place, text in enumerate((folded, *contexts)):
        for together in (forms,) if unit == "1" else tuple((form,) for form in forms):
            metric = _nearest(figure if place == 0 else None, text, unit, figure.unit, together, kind)
            if metric:
                return _refined(metric, phase)
    default = default_metric(unit, "guide" if kind == "article" else kind)
    if default:
        return default
    alone = numeric_metrics(unit, forms[0])
    return alone[0] if len(alone) == 1 else None


def known_unit(figure: Figure) -> bool:
    """Whether any metric of the vocabulary has the unit of a figure."""
    unit = metric_unit(figure, "")
    return any(numeric_metrics(unit, form) for form in FORMS) or unit in {"{token}/d", "{token}/s", "{task}", "{item}"}


def metric_unit(figure: Figure, folded: str) -> str:
    """The unit of the vocabulary that a figure's own unit belongs to."""
    if figure.dimension == "half":
        return "%"
    if figure.dimension == "bytes":
        whole = "B" if figure.unit[0] in "TP" and (figure.value or 0.0) >= 2 else "GB"
        return "B/s" if figure.unit.endswith("/s") else whole
    if figure.dimension == "money":
        return "currency/h" if "/" in figure.unit else "currency"
    if figure.dimension == "accelerator_time":
        return "{GPU}.h" if figure.unit.endswith(".h") else "{GPU}.d"
    if figure.bare and re.search(r"PUE|power usage|加速比|线性度|scaling efficiency", folded, re.I | re.A):
        return "1"
    return _UNITS.get(figure.dimension, figure.unit)


def _nearest(figure: Figure | None, text: str, unit: str, printed: str, forms: tuple[str, ...], kind: str) -> Metric | None:
    best: tuple[float, int, int] | None = None
    chosen: Metric | None = None
    own_clause_only = unit != "s" and default_metric(unit, kind) is not None
    for order, start, end, metric in _words_of(text, unit, forms):
        if kind not in _ONLY_FOR.get(metric.name, (kind,)) or printed not in _ONLY_IN.get(metric.name, (printed,)):
            continue
        distance = 0.0
        if figure is not None:
            distance, stops = _distance(figure, text, start, end)
            if stops and (start >= figure.end or own_clause_only):
                continue  # the next clause is about the next figure; and a unit says what it is, unless its own clause says otherwise
        distance += _VAGUE if metric.name in _GENERIC or text[start:end].lower() in _WEAK else 0.0
        score = (distance, start - end, order)
        if distance <= _FAR and (best is None or score < best):
            best, chosen = score, metric
    return chosen


@lru_cache(maxsize=64)
def _words_of(text: str, unit: str, forms: tuple[str, ...]) -> tuple[tuple[int, int, int, Metric], ...]:
    """Words of a text for metrics of a unit: order of the metric, start, end, metric; figures of one sentence share them."""
    orders = _orders(unit, forms)
    return tuple((orders[metric.name], start, end, metric) for metric, start, end in _words_in(text) if metric.name in orders)


@lru_cache(maxsize=256)
def _orders(unit: str, forms: tuple[str, ...]) -> dict[str, int]:
    fitting = [metric for form in forms for metric in numeric_metrics(unit, form)]
    return {metric.name: order for order, metric in reversed(list(enumerate(fitting)))}


@lru_cache(maxsize=16)
def _words_in(text: str) -> tuple[tuple[Metric, int, int], ...]:
    """Words of all metrics in a text."""
    known, finders = _finders()
    return tuple((known[index], start, end) for index, start, end in finders.find(lowered(text)))


@lru_cache(maxsize=1)
def _finders() -> tuple[tuple[Metric, ...], Finders]:
    worded = [(metric, metric.words) for metric in metrics().values() if metric.words is not None and metric.units]
    return tuple(metric for metric, _ in worded), Finders([words for _, words in worded])


def _distance(figure: Figure, text: str, start: int, end: int) -> tuple[float, int]:
    """How far words stand from a figure, and how many clauses end between them."""
    if end <= figure.start:
        stops = stops_between(text, end, figure.start)
        return len(text[end : figure.start].strip()) + _OTHER_CLAUSE * stops, stops
    if start >= figure.end:
        between, stops = text[figure.end : start], stops_between(text, figure.end, start)
        if _ENGLISH.match(between):
            return len(between.strip()) / 2 + _OTHER_CLAUSE * stops * 2, stops
        return _BEHIND * len(between.strip()) + 1 + _OTHER_CLAUSE * stops * 2, stops
    return (_AROUND if start < figure.start or end > figure.end else _FAR + 1.0), 0


def _refined(metric: Metric, phase: str | None) -> Metric:
    name = _REFINED.get((metric.name, phase or ""))
    return metrics()[name] if name else metric
