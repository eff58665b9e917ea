"""The metric and unit of a figure where its nearest word is not all that decides: ranks, servers, supernodes, one accelerator or many.

Belongs here: rules that look at the whole sentence, its cell and its heading. Does not belong here: the nearest word (see
`metric_choice`) and putting a claim together (see `making`).
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.reading.claims.metric_choice import metric_of
from fab_pipeline.reading.claims.place import Place
from fab_pipeline.reading.claims.stated import clause
from fab_pipeline.reading.claims.subject import Subject
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.metrics import Metric, metrics
from fab_pipeline.vocabulary.traditional import plain

_OF_A_SERVER: Final = re.compile(
    r"\s*(?:GPU|AI|训练)?\s*(?:服务器|机型|节点|实例|整机|裸金属|机(?![架柜房]))|\s*(?:servers?|nodes?|instances?"
    r"|systems?)\b",
    re.I | re.A,
)
_PER_SERVER: Final = re.compile(r"(?:/|per |每)\s?(?:台|个)?\s?(?:节点|服务器|node|server|host|机)", re.I)
_EIGHT_TIMES_CARD: Final = re.compile(r"(?:[1248]|16)\s?[×x*]\s?[A-Z]", re.A)
"""8×H800: how the cards of one server are written."""
_LARGEST_SERVER: Final = 16
"""Accelerators of the largest ordinary server: a table of instances counts those of one."""
_LARGEST_CARD: Final = {"TFLOP/s": 20_000.0, "PFLOP/s": 20.0}
"""More arithmetic per second than any accelerator of the list has, at any precision (accelerators.yaml); less is nobody's whole estate."""
_LARGEST_NODE: Final = 128
"""More accelerators are never in one server, whatever word stands near."""
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
_PER_CARD: Final = re.compile(
    r"[^,，。；;]{0,12}?(?:(?:per|each|every|/)\s?(?:GPU|chip|card|accelerator|device)\b|每(?:张|块|个|颗)?(?:卡|GPU|芯片))", re.I | re.A
)
_OF_EACH_CARD: Final = re.compile(
    r"(?:单|每)(?:张|块|个|颗)?\s?(?:卡|芯片|GPU|NPU|die)[^,，。；;]{0,16}\Z"
    r"|(?:per|each|every|single)[- ](?:GPU|chip|card|accelerator)\b[^,.;]{0,16}\Z",
    re.I | re.A,
)
_BY_VERB: Final[dict[str, tuple[re.Pattern[str], str]]] = {
    "max_cluster_accelerators": (
        re.compile(
            r"(?:(?:只|仅|共|累计|总共)?(?:使)?用了|动用了?|只用|仅用|耗用)[^，,。；;]{0,6}\Z"
            r"|\b(?:train(?:ed|ing|s)|finish(?:ed|ing|es)|complet(?:ed|ing|es)|took|takes|ran|measured|reached|achieved|benchmarked|sustained)\b[^,;]{0,60}"
            r"\b(?:on|using|with|across)\s(?:an? )?"
            r"(?:cluster of |total of |just |only )?\Z",
            re.I,
        ),
        "accelerators_used",
    ),
    "max_model_parameters": (
        re.compile(
            r"(?:训练|研发|训|打造|发布|推出|开源)(?:了|出)[^，,。；;]{0,12}\Z|\b(?:trained|released|launched|built|fine-tuned)\b[^,;]{0,24}\Z",
            re.I,
        ),
        "model_parameters",
    ),
}
"""What was done with so many accelerators or parameters is no limit of a platform."""
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


def unit_of(figure: Figure, folded: str) -> str:
    """The unit of a figure with what words before it add: per year, per day, tasks that are counted as items."""
    unit, before = figure.unit, folded[: figure.start]
    if unit == "{item}" and _TASKS.search(before[-12:]):
        unit = "{task}"
    if unit in {"t", "{task}"} and _PER_YEAR.search(before):
        return f"{unit}/a"
    return "{token}/d" if unit == "{token}" and _PER_DAY.search(before) else unit


def metric_in_place(figure: Figure, who: Subject, place: Place, phase: str | None) -> Metric | None:
    """The metric of the vocabulary, where the nearest word is not all that decides."""
    folded = place.folded
    if figure.unit == "{rank}":
        heading = place.section.is_heading and _RANKED_HEADING.match(place.section.text)
        return metrics()["article_rank" if heading else "benchmark_rank" if _BENCHMARK.search(folded) else "market_rank"]
    behind = folded[figure.end : figure.end + 12]
    near = folded[max(0, figure.start - 30) : figure.end] + _CLAUSE_END.split(behind, maxsplit=1)[0]
    in_cell = bool(place.section.block.context) and (figure.value or 0.0) <= _LARGEST_SERVER
    told = (
        in_cell
        or _OF_A_SERVER.match(folded, figure.end)
        or _PER_SERVER.search(folded[figure.start : figure.end + 8])
        or _EIGHT_TIMES_CARD.match(folded, figure.start)
    )
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
    verb = _BY_VERB.get(metric.name) if metric else None
    if verb and verb[0].search(folded, clause(folded, figure.start, figure.end)[0], figure.start):
        return metrics()[verb[1]]
    if metric and metric.name == "accelerators_per_node" and (figure.value or 0.0) > _LARGEST_NODE:
        return metrics()["max_cluster_accelerators" if who.kind == "vendor" else "accelerators_used"]
    if metric and metric.name == "total_compute" and _is_of_one_card(figure, folded):
        return metrics()["accelerator_compute"]
    return _of_supernode(metric, figure, folded, near) if metric and _SUPERNODE.search(folded) else metric


def _is_of_one_card(figure: Figure, folded: str) -> bool:
    """Whether a figure is a rate per accelerator, or its sentence speaks of an accelerator and of nothing that has many."""
    begin = clause(folded, figure.start, figure.end)[0]
    if _PER_CARD.search(folded[figure.start : figure.end + 16]) or _OF_EACH_CARD.search(
        folded, max(begin, figure.start - 20), figure.start
    ):
        return True
    if _OF_SEVERAL.search(folded):
        return False
    small = figure.unit in {"TFLOP/s", "PFLOP/s"} and (figure.value or 0.0) <= _LARGEST_CARD[figure.unit]
    return small or bool(find_accelerators(folded[: figure.start]))


def _of_supernode(metric: Metric, figure: Figure, folded: str, near: str) -> Metric:
    """The metric of a figure in a sentence about supernodes: of one of them, of one server, or of all."""
    if metric.name in {"max_cluster_accelerators", "supernode_accelerators"}:
        return metrics()["supernode_accelerators" if _makes_one(figure, folded) else "max_cluster_accelerators"]
    if metric.name == "performance_ratio" and _ONE_SERVER.search(folded):
        return metrics()["server_compute_scale_up_ratio"]
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
