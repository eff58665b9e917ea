"""Which metric of the vocabulary a figure is of.

Belongs here: the form of a figure (level, gain, cut, ratio), and the nearest word among the metrics whose unit and form fit. Does not
belong here: the words (see vocabulary/metric_words.yaml) and finding figures (see `figures`).
"""

import re
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.claims.clauses import last_stop, stops_between
from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.vocabulary.characters import lowered
from fab_pipeline.vocabulary.metrics import FORMS, Metric, default_metric, metrics, numeric_metrics

_CUT: Final = (
    r"↓|降低|下降|减少|节能|节电|节水|减(?=\s?[\d近约])|节省|节约|降幅|缩短|缩减|压缩|降本|下调|省(?=\s?[\d近约一两二三四五六七八九]|\s*\Z)|更低|低于"
    r"|低(?=\s?[\d近约一两二三四五六七八九]|\s*\Z)|便宜|降价|reduc\w*|lower\w*|cut(?:s|ting)?|sav\w+|decreas\w*|less|fewer|cheaper|drop\w*"
    r"|slash\w*|shorten\w*|down(?![a-z])"
)
_GAIN: Final = (
    r"↑|提升|提高|增长率?|增加|增幅|优化|加快|提速|领先|高出|高于|高(?=\s?[\d近约一两二三四五六七八九]|\s*\Z)|改善|增强|跃升|上升|攀升|超出"
    r"|多(?=\s?[\d近约一两二三四五六七八九]|\s*\Z)|快(?=\s?[\d近约一两二三四五六七八九]|\s*\Z)|加速(?!比|卡|器|库|层|计)|同比|环比|improv\w*|increas\w*|boost\w*|gains?"
    r"|faster|higher|better|more|uplift|growth|grew"
    r"|grow\w*|leads?|up(?![a-z]| to)|rais\w+|rose|ris(?:es|en)|climb\w*|jump\w*|accelerat\w*|outperform\w*"
)
_CHANGE: Final = re.compile(rf"(?:(?P<cut>{_CUT})|(?P<gain>{_GAIN}))", re.I | re.A)
_NEAR_CHANGE: Final = 12
_CHANGE_BEHIND: Final = re.compile(rf"\s*(?:以上|左右|的)?\s*(?:[a-z\-]+\s){{0,2}}?(?:(?P<cut>{_CUT})|(?P<gain>{_GAIN}))", re.I | re.A)
_REACHES: Final = re.compile(
    r"(?:(?:提升|提高|增长|增加|降低|下降|缩短|压缩|减少|优化|升|降|缩)(?:了)?(?:至|到)|\bto\b|(?<!up )\bat\b)\s*(?:约"
    r"|近|超过?|about|over|more than|nearly)?\s*\Z",
    re.I | re.A,
)
_BY: Final = re.compile(r"\bby(?:\s(?:up to|as much as|about|around|nearly|over|more than|roughly|some|an?))?\s*\Z", re.I)
"""The object stands between an English verb and its figure: "reduces training time by 40%"."""
_THAN: Final = re.compile(r"[^,.;，。；]{0,24}\bthan\b", re.I)
_CHANGE_ENDS: Final = re.compile(r"(?:利用|使用|占用|有效|成功|准确|命中|可用)率?\s*(?:高?达到?|为|超过?)?\s*\Z")
_BEHIND: Final = 1.4
"""A word behind a number counts as if it stood further away: most sentences name the metric first."""
_AROUND: Final = 4.0
"""Words that begin before a number and end behind it ("training finished 30 % faster")."""
_ENGLISH: Final = re.compile(r"(?:\s(?:of|more|less|lower|higher|faster|fewer|better|cheaper|in|[a-z\-]+))*\s?\Z|\s[a-z]")
"""English names the metric behind: "70% lower inference costs", "96% scaling efficiency"."""
_OTHER_CLAUSE: Final = 14
_VAGUE: Final = 8.0
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
_FAR: Final = 120
_UNITS: Final[dict[str, str]] = {
    "time": "s", "bit_rate": "bit/s", "byte_rate": "B/s", "flop_rate": "FLOP/s", "power": "W", "money": "currency",
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
}
"""Subjects that a metric can be of: one whose words stand in any sentence would win everywhere."""


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
    forms = _forms(figure, folded, unit)
    for place, text in enumerate((folded, *contexts)):
        for together in (forms,) if unit == "1" else tuple((form,) for form in forms):
            metric = _nearest(figure if place == 0 else None, text, unit, together, kind)
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


def _forms(figure: Figure, folded: str, unit: str) -> tuple[str, ...]:
    if figure.dimension == "half":
        return ("cut", "level")
    if unit == "1" and not figure.bare:
        return ("ratio", "gain")
    if unit != "%" or figure.baseline or figure.is_baseline or _REACHES.search(folded, 0, figure.start):
        return ("level",)
    before = (
        folded[max(last_stop(folded, figure.start), figure.start - 60) : figure.start]
        + folded[figure.start : figure.end].split("%", maxsplit=1)[0]
    )
    before = re.sub(r"[\d.,~\-\s]+(?:到|至)?[\d.,\s]*\Z", "", before)
    last = max(_CHANGE.finditer(before), key=lambda hit: hit.start(), default=None)
    near = last and (len(before) - last.end() <= _NEAR_CHANGE or _BY.search(before))
    if last and near and not _CHANGE_ENDS.search(before[last.end() :]):
        return ("cut" if last["cut"] else "gain", "level")
    behind = _CHANGE_BEHIND.match(folded, figure.end)
    if behind is None:
        return ("level",)
    form = "cut" if behind["cut"] else "gain"
    return (form,) if _THAN.match(folded, behind.end()) else (form, "level")


def _nearest(figure: Figure | None, text: str, unit: str, forms: tuple[str, ...], kind: str) -> Metric | None:
    best: tuple[float, int, int] | None = None
    chosen: Metric | None = None
    own_clause_only = unit != "s" and default_metric(unit, kind) is not None
    for order, start, end, metric in _words_of(text, unit, forms):
        if kind not in _ONLY_FOR.get(metric.name, (kind,)):
            continue
        distance = 0.0
        if figure is not None:
            distance, stops = _distance(figure, text, start, end)
            if stops and (start >= figure.end or own_clause_only):
                continue  # the next clause is about the next figure; and a unit says what it is, unless its own clause says otherwise
        distance += _VAGUE if metric.name in _GENERIC else 0.0
        score = (distance, start - end, order)
        if distance <= _FAR and (best is None or score < best):
            best, chosen = score, metric
    return chosen


@lru_cache(maxsize=64)
def _words_of(text: str, unit: str, forms: tuple[str, ...]) -> tuple[tuple[int, int, int, Metric], ...]:
    """Words of a text for metrics of a unit: order of the metric, start, end, metric; figures of one sentence share them."""
    small = lowered(text)
    fitting = [metric for form in forms for metric in numeric_metrics(unit, form)]
    return tuple(
        (order, hit.start(), hit.end(), metric)
        for order, metric in enumerate(fitting)
        if metric.words is not None
        for hit in metric.words.finditer(small)
    )


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
