"""One sentence with everything around it → its claims.

Belongs here: putting a figure or a stated capability together with its subject, metric, context and span. Does not belong here: walking
over a page (see `claims`), and each of those readings.
"""

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.claims import surroundings as around
from fab_pipeline.reading.claims.bare_numbers import states_nothing, with_unit
from fab_pipeline.reading.claims.claim import LONGEST_SPAN, Claim
from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.reading.claims.metric_choice import metric_of
from fab_pipeline.reading.claims.sections import Section, Subject
from fab_pipeline.reading.claims.sentences import Sentence
from fab_pipeline.reading.claims.stated import Stated, clause
from fab_pipeline.reading.claims.subjects import product_of
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.metrics import Metric, metrics
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import find_vendors

_ANYTHING: Final = frozenset({"time", "money", "bytes"})
"""Dimensions of figures that any text is full of."""
_RATIO_VERB: Final = re.compile(r"(?:提升|提高|增长|增加|加快|快|高出|高|跃升|提速|领先|faster|more|higher|improv\w*)", re.I | re.A)
_UTILISATION: Final = re.compile(r"利用率?|浪费|闲置|utili[sz]ation|idle", re.I | re.A)
_OF_A_SERVER: Final = re.compile(
    r"\s*(?:GPU|AI|训练)?\s*(?:服务器|机型|节点|实例|整机|裸金属|机(?![架柜房]))|\s*(?:servers?|nodes?|instances?"
    r"|systems?)\b",
    re.I | re.A,
)
_EIGHT_TIMES_CARD: Final = re.compile(r"(?:[1248]|16)\s?[×x*]\s?[A-Z]", re.A)
"""8×H800: how the cards of one server are written."""
_LARGEST_SERVER: Final = 16
"""Accelerators of the largest ordinary server: a table of instances counts those of one."""
_ONE_SERVER: Final = re.compile(r"单台|单机|single server|one server", re.I | re.A)
_PER_YEAR: Final = re.compile(
    r"(?:年度|全年|每年|年均|一年|年化|annual\w*|per year|a year|every year|yearly)[^，,。；;]{0,20}\Z", re.I | re.A
)
_PER_DAY: Final = re.compile(r"(?:每[天日]|日均|daily|per day|a day)[^，,。；;]{0,10}\Z", re.I | re.A)
_TASKS: Final = re.compile(r"任务|作业|\bjobs?\b|\btasks?\b", re.I | re.A)
_SUPERNODE: Final = re.compile(r"超节点|超级节点|超级云服务器|super-?node|super-?pod", re.I | re.A)
_JOINED: Final = re.compile(
    r"互联(?:成为?|为)|一体化|协同(?:运行|工作)|(?:组成|构成|融合成|连成|合成)(?:为)?一(?:个|台)|(?:单|每)(?:个|柜|台)?\s?(?:超节点|柜)"
    r"|(?:in|per|into) (?:a|one|each)\s(?:single\s)?(?:rack|super-?node|NVLink domain)",
    re.I | re.A,
)
"""Words of one machine that its accelerators make."""
_OF_MANY: Final = re.compile(
    r"集群|组网|级联|扩展|横向|多个超节点|总规模|\bclusters?\b|scale[- ]?out|multiple|fabric|up to \d+ racks", re.I | re.A
)
"""Words of a cluster of them."""
_WHOLE: Final = re.compile(r"总算力|总规模|集群|全网|运营|纳管|total|cluster|overall", re.I | re.A)
_OF_SEVERAL: Final = re.compile(
    r"集群|平台|中心|智算|总|规模|服务器|整机|机柜|节点|[张块颗台]|\b(?:clusters?|systems?|servers?|nodes?|racks?|pods?|platform|cent(?:er|re)s?|total|GPUs)\b",
    re.I | re.A,
)
_DECIDED: Final[tuple[tuple[re.Pattern[str], frozenset[str], str], ...]] = (
    (re.compile(r"每(?:美元|元)|per dollar", re.I | re.A), frozenset({"1"}), "training_speed_per_dollar"),
    (re.compile(r"NV\s?Link", re.I | re.A), frozenset({"GB/s", "TB/s"}), "nvlink_bandwidth"),
    (re.compile(r"NV\s?Link", re.I | re.A), frozenset({"{generation}"}), "nvlink_generation"),
    (re.compile(r""), frozenset({"{generation}"}), "tensor_core_generation"),
)
"""Words that decide wherever they stand near a figure of these units."""
_CLAUSE_END: Final = re.compile(r"[，,。；;]")
_RANKED_HEADING: Final = re.compile(r"\s*(?:第|No|Top|#)", re.I | re.A)
_BENCHMARK: Final = re.compile(r"榜单|MLPerf|TOP\s?500|IO500|Green500|benchmark|leaderboard", re.I | re.A)


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence, its folded words, its section, the page's date, and the folded sentence before it in the same block."""

    sentence: Sentence
    folded: str
    section: Section
    published: date | None
    before: str = ""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Place in the page of the clause around some words, at most 80 code points; a short heading is taken whole."""
        first, last = clause(self.folded, start, end)
        if self.section.is_heading and len(self.folded) <= LONGEST_SPAN:
            first, last = 0, len(self.folded)
        if last - first > LONGEST_SPAN:
            first = max(first, min(start, end - LONGEST_SPAN // 2) - LONGEST_SPAN // 4)
            last = min(last, first + LONGEST_SPAN)
        return self.sentence.start + first, self.sentence.start + last


def numeric_claim(figure: Figure, who: Subject, place: Place) -> Claim:
    """The claim that a figure states; of a time, an amount of money or of memory that no word explains: unparsed."""
    folded = place.folded
    phase = around.phase_of(folded, figure.start, figure.end, place.before)
    metric = _metric(figure, who, place, phase)
    alone = figure.baseline is None and not figure.is_baseline and figure.value is not None
    if metric is None and figure.dimension in _ANYTHING and alone:
        return unparsed_claim(figure, who, place, "no word says what it is a figure of")
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


def unit_of(figure: Figure, folded: str) -> str:
    """The unit of a figure with what words before it add: per year, per day, tasks that are counted as items."""
    unit, before = figure.unit, folded[: figure.start]
    if unit == "{item}" and _TASKS.search(before[-12:]):
        unit = "{task}"
    if unit in {"t", "{task}"} and _PER_YEAR.search(before):
        return f"{unit}/a"
    return "{token}/d" if unit == "{token}" and _PER_DAY.search(before) else unit


def _metric(figure: Figure, who: Subject, place: Place, phase: str | None) -> Metric | None:
    """The metric of the vocabulary, where the nearest word is not all that decides."""
    folded = place.folded
    if figure.unit == "{rank}":
        heading = place.section.is_heading and _RANKED_HEADING.match(place.section.text)
        return metrics()["article_rank" if heading else "benchmark_rank" if _BENCHMARK.search(folded) else "market_rank"]
    behind = folded[figure.end : figure.end + 12]
    near = folded[max(0, figure.start - 30) : figure.end] + _CLAUSE_END.split(behind, maxsplit=1)[0]
    in_cell = bool(place.section.block.context) and (figure.value or 0.0) <= _LARGEST_SERVER
    told = in_cell or _OF_A_SERVER.match(folded, figure.end) or _EIGHT_TIMES_CARD.match(folded, figure.start)
    of_server = figure.unit == "{accelerator}" and who.kind != "article" and told
    decided = (
        "accelerators_per_node"
        if of_server
        else next((name for words, units, name in _DECIDED if figure.unit in units and words.search(near)), None)
    )
    if decided:
        return metrics()[decided]
    heading = place.section.heading.partition(" / ")[2]
    contexts = tuple(plain(words) for words in (place.section.block.context, heading) if words)
    unit = unit_of(figure, folded)
    metric = metric_of(figure if unit == figure.unit else replace(figure, unit=unit), folded, contexts, who.kind, phase)
    if metric and metric.name == "total_compute" and _is_of_one_card(folded, figure.start):
        return metrics()["accelerator_compute"]
    return _of_supernode(metric, figure, folded, near) if metric and _SUPERNODE.search(folded) else metric


def _is_of_one_card(folded: str, start: int) -> bool:
    """Whether a sentence speaks of an accelerator and of nothing that has many."""
    return not _OF_SEVERAL.search(folded) and bool(find_accelerators(folded[:start]))


def _of_supernode(metric: Metric, figure: Figure, folded: str, near: str) -> Metric:
    """The metric of a figure in a sentence about supernodes: of one of them, of one server, or of all."""
    if metric.name in {"max_cluster_accelerators", "supernode_accelerators"}:
        return metrics()["supernode_accelerators" if _makes_one(figure, folded) else "max_cluster_accelerators"]
    if figure.dimension != "flop_rate":
        return metric
    pair = (figure.baseline is not None or figure.is_baseline) and _ONE_SERVER.search(folded)
    if pair or metric.name in {"server_compute", "server_compute_scale_up"}:
        return metrics()["server_compute_scale_up" if figure.baseline else "server_compute"]
    if metric.name == "total_compute" and not _WHOLE.search(near):
        return metrics()["supernode_compute"]
    return metric


def _makes_one(figure: Figure, folded: str) -> bool:
    """Whether accelerators are those of one supernode: by the words of their clause, else by the word that stands last before them."""
    begin, end = clause(folded, figure.start, figure.end)
    own = folded[begin:end]
    if _JOINED.search(own) or _SUPERNODE.match(folded[figure.end : figure.end + 6].lstrip(" 的级规模")):
        return True
    if _OF_MANY.search(own):
        return False
    if _SUPERNODE.search(own):
        return True
    before = folded[:begin]
    one, many = (max((hit.end() for hit in words.finditer(before)), default=0) for words in (_SUPERNODE, _OF_MANY))
    return one > many


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
